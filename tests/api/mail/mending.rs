//! A server that works again, settings that were mended, what we say of ourselves, and what is forgotten.

use std::time::Duration;

use community::exports::mail::worker::{Worker, run_once, tidy};
use rusqlite::named_params;

use crate::mail::smtp::{Act, SmtpServer};
use crate::mail::{mail, open, open_with, queue, row, until};

#[tokio::test]
async fn a_start_with_other_settings_tries_everything_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let app = open(folder.path(), Some(&server)).await;
    Worker::start(app.clone()).stop().await;
    let id = queue(&app, mail("ada@example.org")).await;
    server.then(Act::Data("451 4.3.0 later"));
    run_once(&app).await;
    assert_eq!(row(&app, id).await.due_in, 60);
    app.db.close().unwrap();

    let same = open(folder.path(), Some(&server)).await;
    Worker::start(same.clone()).stop().await;
    assert_eq!(row(&same, id).await.state, "waiting", "the same settings change nothing");
    same.db.close().unwrap();

    let other = open_with(folder.path(), Some(&server), |config| config.mail.from = "other@makers.example".into()).await;
    let worker = Worker::start(other.clone());
    until(|| server.accepted().len() == 1).await;
    worker.stop().await;
    assert_eq!(row(&other, id).await.state, "sent");
}

#[tokio::test]
async fn we_call_ourselves_by_the_site_and_lose_no_time_before_the_last_dot() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let app = open(folder.path(), Some(&server)).await;
    let seen = app.mail.try_out().await.unwrap();
    assert_eq!(
        seen.to_string(),
        "The mail server test answers makers.example (not encrypted, no sign-in)."
    );
    assert_eq!(server.hello(), "makers.example");
    for number in 0..20 {
        queue(&app, mail(&format!("m{number}@bücher.example"))).await;
    }
    run_once(&app).await;
    assert_eq!(server.recipients()[0], ["<m0@xn--bcher-kva.example>"]);
    let mut pauses = server.pauses();
    pauses.sort();
    assert_eq!(pauses.len(), 20);
    // The stall would be in each; a busy machine slows some.
    assert!(pauses[2] < Duration::from_millis(30), "{pauses:?}");
    server.then(Act::Greet("554 5.7.1 go away"));
    let refused = app.mail.try_out().await.unwrap_err();
    assert!(refused.problem.contains("public_url"), "{}", refused.problem);
}

#[tokio::test]
async fn old_mails_are_forgotten_first_their_words_then_their_rows() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let app = open_with(folder.path(), Some(&server), |config| config.mail.keep_days = 100).await;
    let id = queue(&app, mail("ada@example.org")).await;
    run_once(&app).await;
    let day = 86_400;
    let old = app.clock.now().plus_seconds(-31 * day);
    app.db
        .write(move |tx| {
            tx.execute(
                "INSERT INTO mails (id, message_id, kind, to_email, subject, text, html, state, next_attempt_at, created_at, finished_at)
                 VALUES (1, '1', 'welcome', 'x', 'x', 'words', 'words', 'sent', :at, :at, :at)",
                named_params! { ":at": old },
            )?;
            Ok(())
        })
        .await
        .unwrap();
    let count = async |sql: &'static str| -> i64 { app.db.read(move |conn| Ok(conn.query_row(sql, [], |row| row.get(0))?)).await.unwrap() };
    tidy(&app).await.unwrap();
    assert_eq!(count("SELECT count(*) FROM mails WHERE text <> ''").await, 0);
    assert_ne!(row(&app, id).await.occasion, "");
    app.clock.advance_seconds(31 * day);
    tidy(&app).await.unwrap();
    assert_eq!(
        (row(&app, id).await.occasion.as_str(), count("SELECT count(*) FROM mails").await),
        ("", 2)
    );
    app.clock.advance_seconds(70 * day);
    tidy(&app).await.unwrap();
    assert_eq!(count("SELECT count(*) FROM mails").await, 0);
}

#[tokio::test]
async fn what_a_clock_that_ran_ahead_put_off_is_due_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let app = open(folder.path(), Some(&server)).await;
    // Two hours ahead, one mail is deferred and another is queued.
    app.clock.advance_seconds(7200);
    server.then(Act::Recipient("450 4.2.0 later"));
    let deferred = queue(&app, mail("ada@example.org")).await;
    run_once(&app).await;
    let waiting = queue(&app, mail("grace@example.org")).await;
    app.clock.advance_seconds(-7200);
    run_once(&app).await;
    assert_eq!(row(&app, deferred).await.state, "sent");
    assert_eq!(row(&app, waiting).await.state, "sent");
    // One that ended while it ran ahead is kept no longer than others.
    let month = 30 * 86_400;
    app.clock.advance_seconds(month);
    let ahead = queue(&app, mail("ada@example.org")).await;
    run_once(&app).await;
    app.clock.advance_seconds(-month);
    tidy(&app).await.unwrap();
    app.clock.advance_seconds(month + 1);
    tidy(&app).await.unwrap();
    assert_eq!(
        (row(&app, ahead).await.state.as_str(), row(&app, ahead).await.occasion.as_str()),
        ("sent", "")
    );
}

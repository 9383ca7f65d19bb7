//! Mails and servers that hang, die or are stopped.

use std::time::Duration;

use community::exports::mail::worker::{Worker, run_once};

use crate::mail::smtp::{Act, SmtpServer};
use crate::mail::{mail, message_id, open, open_with, queue, row, until};

#[tokio::test]
async fn a_dead_server_fails_no_mail() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let app = open_with(folder.path(), Some(&server), |config| config.mail.port = closed).await;
    let id = queue(&app, mail("ada@example.org")).await;
    run_once(&app).await;
    let row = row(&app, id).await;
    assert_eq!((row.state.as_str(), row.due_in), ("waiting", 0));
    assert!(row.error.contains("cannot be reached"), "{}", row.error);
    assert_eq!(run_once(&app).await, 0);
}

#[tokio::test]
async fn a_hanging_server_delays_no_request_and_only_its_mail() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let app = open(folder.path(), Some(&server)).await;
    server.then(Act::Hang);
    let worker = Worker::start(app.clone());
    let first = queue(&app, mail("ada@example.org")).await;
    until(|| server.received().len() == 1).await;

    let mut ids = Vec::new();
    for number in 0..10 {
        ids.push(queue(&app, mail(&format!("m{number}@example.org"))).await);
    }
    assert_eq!(row(&app, first).await.error, "", "all were queued while the server hung");

    until(|| server.accepted().len() == 10).await;
    let hung = row(&app, first).await;
    assert_eq!((hung.state.as_str(), hung.due_in), ("waiting", 60));
    assert!(hung.error.contains("in time"));
    worker.stop().await;
    for id in ids {
        assert_eq!(row(&app, id).await.state, "sent");
    }
}

#[tokio::test]
async fn a_stop_lets_the_mail_in_flight_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let app = open(folder.path(), Some(&server)).await;
    server.then(Act::Slow(Duration::from_millis(300)));
    let worker = Worker::start(app.clone());
    let first = queue(&app, mail("ada@example.org")).await;
    let second = queue(&app, mail("grace@example.org")).await;
    until(|| server.received().len() == 1).await;
    worker.stop().await;
    assert_eq!(row(&app, first).await.state, "sent");
    let waiting = row(&app, second).await;
    assert_eq!((waiting.state.as_str(), waiting.attempts), ("waiting", 0));
}

#[tokio::test]
async fn a_restart_loses_no_mail_and_repeats_no_accepted_one() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let app = open(folder.path(), Some(&server)).await;
    let sent = queue(&app, mail("sent@example.org")).await;
    run_once(&app).await;
    let doubtful = queue(&app, mail("doubtful@example.org")).await;
    let waiting = queue(&app, mail("waiting@example.org")).await;

    // The program ends after the server has received the message, but before it answers.
    server.then(Act::Hang);
    let worker = tokio::spawn({
        let app = app.clone();
        async move { run_once(&app).await }
    });
    until(|| server.received().len() == 2).await;
    worker.abort();
    let _ = worker.await;
    app.db.close().unwrap();

    let app = open(folder.path(), Some(&server)).await;
    assert_eq!(row(&app, sent).await.state, "sent");
    assert_eq!(row(&app, doubtful).await.attempts, 1);
    run_once(&app).await;
    assert_eq!(row(&app, waiting).await.state, "sent");
    assert_eq!(row(&app, doubtful).await.state, "waiting");
    app.clock.advance_seconds(60);
    run_once(&app).await;
    assert_eq!(row(&app, doubtful).await.state, "sent");

    let accepted: Vec<String> = server.accepted().iter().map(|message| message_id(message)).collect();
    let expected = [sent, waiting, doubtful].map(|id| format!("{id}@makers.example"));
    assert_eq!(accepted, expected);
    assert_eq!(message_id(&server.received()[1]), expected[2], "the copy has the same Message-ID");
}

#[tokio::test]
async fn a_connection_that_dies_leaves_the_mail_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let app = open(folder.path(), Some(&server)).await;
    server.then(Act::Die);
    let id = queue(&app, mail("ada@example.org")).await;
    run_once(&app).await;
    assert_eq!(row(&app, id).await.state, "waiting");
    app.clock.advance_seconds(60);
    run_once(&app).await;
    assert_eq!(row(&app, id).await.state, "sent");
}

#[tokio::test]
async fn a_server_that_leaves_two_mails_in_doubt_is_left_alone_for_a_while() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let app = open(folder.path(), Some(&server)).await;
    let mut ids = Vec::new();
    for number in 0..4 {
        server.then(Act::Die);
        ids.push(queue(&app, mail(&format!("m{number}@example.org"))).await);
    }
    assert_eq!(run_once(&app).await, 2, "two of four are tried");
    let down = app.mail_trouble.down().unwrap();
    assert!(down.text.starts_with("The connection broke"), "{}", down.text);
    for pause in [60, 120] {
        app.clock.advance_seconds(pause - 1);
        assert_eq!(run_once(&app).await, 0);
        app.clock.advance_seconds(1);
        assert_eq!(run_once(&app).await, 1);
    }
    app.clock.advance_seconds(3600);
    run_once(&app).await;
    assert!(app.mail_trouble.down().is_none());
    for id in ids {
        assert_eq!(row(&app, id).await.state, "sent");
    }
}

#[tokio::test]
async fn a_server_that_is_silent_counts_as_failing_before_it_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let app = open(folder.path(), Some(&server)).await;
    server.then(Act::Hang);
    queue(&app, mail("ada@example.org")).await;
    let round = tokio::spawn({
        let app = app.clone();
        async move { run_once(&app).await }
    });
    until(|| server.received().len() == 1).await;
    assert!(!app.mail_trouble.is_known(app.clock.now()));
    app.clock.advance_seconds(20);
    assert!(app.mail_trouble.is_known(app.clock.now()));
    round.await.unwrap();
}

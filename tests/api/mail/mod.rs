//! The outbox and its worker against a server that speaks SMTP.

mod breaks;
mod bulk;
mod delivery;
mod encryption;
mod mending;
mod outbox;
mod password;
pub mod smtp;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant as Stopwatch};

use community::exports::app::App;
use community::exports::clock::Clock;
use community::exports::config::{Config, MailTls, Secret};
use community::exports::db::values::{Id, Instant};
use community::exports::error::ApiError;
use community::exports::mail::occasion::Occasion;
use community::exports::mail::store;
use community::exports::mail::transport::{Patience, Transport};
use community::exports::mail::views::NewMail;
use community::exports::mail::worker::{Worker, run_once};
use mail_parser::MessageParser;
use rusqlite::named_params;

use crate::mail::smtp::{Act, SmtpServer};
use crate::support::NOW;

/// The state of a mail's row.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    pub state: String,
    pub attempts: u32,
    /// Seconds from the test's clock to the next attempt.
    pub due_in: i64,
    pub error: String,
    pub occasion: String,
}

pub async fn open(folder: &Path, server: Option<&SmtpServer>) -> Arc<App> {
    open_with(folder, server, |_| {}).await
}

pub async fn open_with(folder: &Path, server: Option<&SmtpServer>, change: impl FnOnce(&mut Config)) -> Arc<App> {
    let mut config = Config {
        database: folder.join("community.db"),
        public_url: "https://makers.example".into(),
        ..Config::default()
    };
    if let Some(server) = server {
        config.mail.host = "127.0.0.1".into();
        config.mail.port = server.port;
        config.mail.from = "Makers <hello@makers.example>".into();
        config.mail.tls = MailTls::None;
    }
    change(&mut config);
    let now = Instant(NOW.parse().unwrap());
    let mut app = App::open(config, Clock::manual(now.millis())).await.unwrap();
    if let Transport::Smtp(smtp) = &mut Arc::get_mut(&mut app).unwrap().mail {
        smtp.patience = Patience {
            connect: Duration::from_secs(2),
            send: Duration::from_secs(2),
        };
    }
    app
}

pub fn mail(to: &str) -> NewMail {
    NewMail {
        user_id: None,
        to_email: to.into(),
        to_name: "Ada".into(),
        occasion: Occasion::Welcome,
    }
}

pub fn link_mail(to: &str) -> NewMail {
    NewMail {
        occasion: Occasion::SignIn {
            token: "secret".into(),
            code: "012345".into(),
            return_to: None,
        },
        ..mail(to)
    }
}

pub async fn queue(app: &App, mail: NewMail) -> Id {
    let now = app.clock.now();
    app.db.write(move |tx| store::queue(tx, &mail, now)).await.unwrap()
}

pub async fn row(app: &App, id: Id) -> Row {
    let now = app.clock.now();
    app.db
        .read(move |conn| {
            conn.query_row("SELECT * FROM mails WHERE id = :id", named_params! { ":id": id }, |row| {
                Ok(Row {
                    state: row.get("state")?,
                    attempts: row.get("attempts")?,
                    due_in: (row.get::<_, Instant>("next_attempt_at")?.millis() - now.millis()) / 1000,
                    error: row.get("last_error")?,
                    occasion: row.get("occasion")?,
                })
            })
            .map_err(ApiError::from)
        })
        .await
        .unwrap()
}

pub fn message_id(message: &str) -> String {
    MessageParser::default()
        .parse(message.as_bytes())
        .unwrap()
        .message_id()
        .unwrap()
        .to_owned()
}

/// Waits until the condition holds, while the worker's task runs.
pub async fn until(what: impl Fn() -> bool) {
    let begun = Stopwatch::now();
    while !what() {
        assert!(begun.elapsed() < Duration::from_secs(10), "it never came to pass");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn a_mail_is_delivered_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let app = open(folder.path(), Some(&server)).await;
    let first = queue(&app, mail("ada@example.org")).await;
    let second = queue(&app, mail("grace@example.org")).await;

    assert_eq!(run_once(&app).await, 2);
    app.clock.advance_seconds(3 * 24 * 3600);
    assert_eq!(run_once(&app).await, 0);

    assert_eq!(server.recipients(), [["<ada@example.org>"], ["<grace@example.org>"]]);
    assert_eq!(server.connections(), 1);
    for id in [first, second] {
        let row = row(&app, id).await;
        assert_eq!((row.state.as_str(), row.attempts, row.error.as_str()), ("sent", 1, ""));
    }
    let accepted = server.accepted();
    let parsed = MessageParser::default().parse(accepted[0].as_bytes()).unwrap();
    assert_eq!(parsed.message_id(), Some(format!("{first}@makers.example").as_str()));
    assert_eq!(parsed.subject(), Some("Welcome to Community"));
    assert_eq!(parsed.from().unwrap().first().unwrap().address(), Some("hello@makers.example"));
    assert!(parsed.body_text(0).unwrap().contains("https://makers.example/profile"));
    assert!(parsed.body_html(0).unwrap().contains("href=\"https://makers.example/profile\""));
}

#[tokio::test]
async fn a_mail_of_a_write_that_fails_was_never_queued() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let app = open(folder.path(), Some(&server)).await;
    let now = app.clock.now();
    let outcome = app
        .db
        .write(move |tx| {
            store::queue(tx, &mail("ada@example.org"), now)?;
            Err::<(), _>(ApiError::conflict("no"))
        })
        .await;
    assert!(outcome.is_err());
    assert_eq!(run_once(&app).await, 0);
}

#[tokio::test]
async fn a_deferred_mail_is_tried_again_after_growing_pauses_and_fails_after_two_days() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let app = open(folder.path(), Some(&server)).await;
    let id = queue(&app, mail("ada@example.org")).await;
    let begun = app.clock.now().millis();
    let mut pauses = Vec::new();
    for attempt in 1..=9 {
        server.then(Act::Data("451 4.3.0 try again later"));
        assert_eq!(run_once(&app).await, 1, "attempt {attempt}");
        let row = row(&app, id).await;
        assert_eq!(row.attempts, attempt);
        assert!(row.error.contains("try again later"));
        if attempt < 9 {
            assert_eq!(row.state, "waiting");
            pauses.push(row.due_in);
            app.clock.advance_seconds(row.due_in - 1);
            assert_eq!(run_once(&app).await, 0, "too early");
            app.clock.advance_seconds(1);
        } else {
            assert_eq!(row.state, "failed");
        }
    }
    assert_eq!(pauses[..4], [60, 300, 900, 3600]);
    assert!(pauses.windows(2).all(|pair| pair[0] < pair[1]));
    assert!(app.clock.now().millis() - begun > 2 * 24 * 3600 * 1000);
    app.clock.advance_seconds(30 * 24 * 3600);
    assert_eq!(run_once(&app).await, 0);
    assert!(server.accepted().is_empty());

    let ids: Vec<String> = server.received().iter().map(|message| message_id(message)).collect();
    assert_eq!(ids.len(), 9);
    assert!(ids.iter().all(|other| *other == ids[0]));
}

#[tokio::test]
async fn a_deferred_mail_is_delivered_when_the_server_takes_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let app = open(folder.path(), Some(&server)).await;
    let id = queue(&app, mail("ada@example.org")).await;
    server.then(Act::Recipient("450 4.2.1 greylisted"));
    run_once(&app).await;
    assert_eq!(row(&app, id).await.state, "waiting");
    app.clock.advance_seconds(60);
    run_once(&app).await;
    assert_eq!(row(&app, id).await.state, "sent");
    assert_eq!(server.accepted().len(), 1);
}

#[tokio::test]
async fn a_rejected_mail_fails_at_once_and_delays_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let app = open(folder.path(), Some(&server)).await;
    server
        .then(Act::Recipient("550 5.1.1 no such user"))
        .then(Act::Data("554 5.7.1 not wanted"));
    let unknown = queue(&app, mail("nobody@example.org")).await;
    let unwanted = queue(&app, mail("ada@example.org")).await;
    let impossible = queue(&app, mail("not an address")).await;
    let fine = queue(&app, mail("grace@example.org")).await;
    assert_eq!(run_once(&app).await, 4);
    for (id, error) in [(unknown, "no such user"), (unwanted, "not wanted"), (impossible, "not valid")] {
        let row = row(&app, id).await;
        assert_eq!((row.state.as_str(), row.attempts), ("failed", 1));
        assert!(row.error.contains(error), "{}", row.error);
    }
    assert_eq!(row(&app, fine).await.state, "sent");
}

#[tokio::test]
async fn a_server_that_refuses_us_fails_no_mail() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let app = open(folder.path(), Some(&server)).await;
    let ids = [queue(&app, mail("ada@example.org")).await, queue(&app, mail("grace@example.org")).await];
    let mut pause = 0;
    for (act, seconds, words) in [
        (Act::Greet("554 5.7.1 go away"), 60, "refuses this machine or its name"),
        (Act::Sender("550 5.7.1 not your address"), 120, "refuses the sender"),
        (Act::Recipient("530 5.7.0 authentication required"), 300, "wants a sign-in first"),
        (Act::Recipient("553 5.7.1 <x@makers.example>: Sender address rejected"), 900, "mail.from"),
        (Act::Data("550 5.7.26 not aligned"), 900, "mail.from"),
        (Act::Sender("451 4.3.0 later"), 900, "takes no mails at the moment"),
        (Act::Greet("421 4.3.2 closing"), 900, "not available at the moment"),
    ] {
        if pause > 0 {
            app.clock.advance_seconds(pause - 1);
            assert_eq!(run_once(&app).await, 0, "the server is left alone");
            app.clock.advance_seconds(1);
        }
        server.then(act);
        assert_eq!(run_once(&app).await, 1, "an outage is met by one mail");
        pause = seconds;
        let down = app.mail_trouble.down().unwrap();
        assert!(down.text.contains(words), "{}", down.text);
        for id in ids {
            let row = row(&app, id).await;
            assert_eq!((row.state.as_str(), row.attempts), ("waiting", 0));
        }
    }
    app.mail_trouble.forget_pause();
    run_once(&app).await;
    assert_eq!(server.accepted().len(), 2);
    assert!(app.mail_trouble.down().is_none());
}

#[tokio::test]
async fn a_wrong_password_fails_no_mail() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let app = open_with(folder.path(), Some(&server), |config| {
        config.mail.username = "makers".into();
        config.mail.password = Secret("hunter2".into());
    })
    .await;
    let id = queue(&app, mail("ada@example.org")).await;
    server.then(Act::Login("535 5.7.8 wrong"));
    run_once(&app).await;
    assert_eq!(row(&app, id).await.state, "waiting");
    app.clock.advance_seconds(60);
    run_once(&app).await;
    assert_eq!(row(&app, id).await.state, "sent");
}

#[tokio::test]
async fn a_server_without_the_encryption_asked_for_gets_no_mail() {
    for tls in [MailTls::Starttls, MailTls::Tls] {
        let folder = tempfile::tempdir().unwrap();
        let server = SmtpServer::start();
        let app = open_with(folder.path(), Some(&server), |config| config.mail.tls = tls).await;
        let id = queue(&app, mail("ada@example.org")).await;
        run_once(&app).await;
        assert_eq!(row(&app, id).await.state, "waiting");
        assert!(server.received().is_empty());
    }
}

#[tokio::test]
async fn without_a_mail_server_mails_wait_and_cost_no_attempts() {
    let folder = tempfile::tempdir().unwrap();
    let app = open(folder.path(), None).await;
    let id = queue(&app, mail("ada@example.org")).await;
    assert_eq!(run_once(&app).await, 0);
    Worker::start(app.clone()).stop().await;
    app.clock.advance_seconds(6 * 24 * 3600);
    let before = row(&app, id).await;
    assert_eq!((before.state.as_str(), before.attempts), ("waiting", 0));
    app.db.close().unwrap();

    let server = SmtpServer::start();
    let app = open(folder.path(), Some(&server)).await;
    run_once(&app).await;
    assert_eq!(row(&app, id).await.state, "sent");
}

#[tokio::test]
async fn sign_in_links_go_first_are_forgotten_when_sent_and_expire() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let app = open(folder.path(), Some(&server)).await;
    let other = queue(&app, mail("ada@example.org")).await;
    let sign_in = queue(&app, link_mail("grace@example.org")).await;
    assert!(row(&app, sign_in).await.occasion.contains("secret"));
    run_once(&app).await;
    assert_eq!(server.recipients(), [["<grace@example.org>"], ["<ada@example.org>"]]);
    assert_eq!(row(&app, sign_in).await.occasion, "");
    assert_ne!(row(&app, other).await.occasion, "");
    let accepted = server.accepted();
    let parsed = MessageParser::default().parse(accepted[0].as_bytes()).unwrap();
    assert!(parsed.body_text(0).unwrap().contains("https://makers.example/login#token=secret"));

    let late = queue(&app, link_mail("late@example.org")).await;
    app.clock.advance_seconds(15 * 60);
    run_once(&app).await;
    let late = row(&app, late).await;
    assert_eq!(
        (late.state.as_str(), late.error.as_str(), late.occasion.as_str()),
        ("failed", "Not sent: the link was good for 15 minutes.", "")
    );
    assert_eq!(server.accepted().len(), 2);
}

//! A mail server that refuses the password and then works: nothing is lost, nothing stale is sent, every step is told.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use community::exports::config::{MailTls, Secret};
use community::exports::events::letters::reminders;
use community::exports::mail::store;
use community::exports::mail::worker::run_once;
use mail_parser::MessageParser;
use serde_json::json;
use tracing_subscriber::fmt::MakeWriter;

use crate::events::{create, register};
use crate::mail::smtp::SmtpServer;
use crate::support::{Signed, TestApp};

const REFUSED: &str = "The mail server refused the password. Look at mail.username and mail.password.";

/// What is logged on this thread.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Log;

    fn make_writer(&'a self) -> Log {
        self.clone()
    }
}

#[tokio::test]
async fn a_server_that_refuses_the_password_and_then_works_loses_nothing_and_gets_nothing_stale() {
    let log = Log::default();
    let collector = tracing_subscriber::fmt().with_writer(log.clone()).with_ansi(false).finish();
    let _guard = tracing::subscriber::set_default(collector);
    let server = SmtpServer::start();
    server.refuse_logins(Some("535 5.7.8 wrong for makers@example.org"));
    let app = TestApp::with(|config| {
        config.public_url = "https://makers.example".into();
        config.mail.from = "Makers <hello@makers.example>".into();
        config.mail.host = "127.0.0.1".into();
        config.mail.port = server.port;
        config.mail.tls = MailTls::None;
        config.mail.username = "makers".into();
        config.mail.password = Secret("hunter2".into());
    })
    .await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    // Sessions of tests last for a day.
    let again = async |who: &Signed| app.session_of(who.id).await;

    // Three things happen while the server refuses us: one mail of theirs is good for 15 minutes, one for a day, one for weeks.
    let soon = create(&app, &admin, json!({})).await;
    let far = create(&app, &admin, json!({ "title": "Far away", "date": "2027-03-01" })).await;
    register(&app, &member, &soon, false).await;
    app.app.clock.advance_seconds(20 * 86_400 + 20 * 3600);
    assert_eq!(reminders::run_once(&app.app, app.app.clock.now()).await.unwrap(), 1);
    assert_eq!(register(&app, &again(&member).await, &far, false).await.status.as_u16(), 200);
    let asked = app
        .post("/api/auth/email", json!({ "email": "max@example.org", "captchaToken": "" }))
        .await;
    assert_eq!(asked.status.as_u16(), 200, "{}", asked.text);
    let queued = app.number("SELECT count(*) FROM mails").await;
    for _ in 0..27 {
        run_once(&app.app).await;
        app.app.clock.advance_seconds(3600);
    }
    assert_eq!((server.accepted().len(), server.connections()), (0, 27));

    // It is told in the log once, in the admin area, and by the command `check`, in words that lead to the mend.
    let told = log.text();
    assert_eq!(told.matches("mails do not leave").count(), 1, "{told}");
    assert!(told.contains(&format!("mails do not leave: {REFUSED}")), "{told}");
    assert!(!told.contains("example.org") && !told.contains("hunter2"), "{told}");
    let admin = again(&admin).await;
    let state = app.get_as(&admin, "/api/admin/mail").await.json();
    assert!(state["trouble"]["problem"].as_str().unwrap().starts_with(REFUSED), "{state}");
    assert!(state["trouble"]["since"].as_str() >= state["waitingSince"].as_str(), "{state}");
    let waiting = app.app.db.read(|conn| Ok(store::find_waiting(conn)?)).await.unwrap();
    assert!(waiting.last_error.starts_with(REFUSED), "{}", waiting.last_error);
    let seen = app.app.mail.try_out().await.unwrap_err();
    assert_eq!(seen.problem, REFUSED);
    // What is over is not sent, and says so.
    let over = async |why: &'static str| {
        let kinds = app.app.db.read(move |conn| {
            let sql = "SELECT coalesce(group_concat(kind), '') AS kinds FROM mails WHERE last_error = ?1";
            Ok(conn.query_row(sql, [why], |row| row.get::<_, String>("kinds"))?)
        });
        kinds.await.unwrap()
    };
    assert_eq!(over("Not sent: the link was good for 15 minutes.").await, "sign_in_link");
    assert!(over("Not sent: the event has begun.").await.contains("event_reminder"));

    // The password is mended where the server is, and an admin has everything tried at once.
    server.refuse_logins(None);
    app.app.clock.advance_seconds(-3599);
    assert_eq!(run_once(&app.app).await, 0, "the server is left alone for a while");
    let retried = app.post_as(&admin, "/api/admin/mail/retry", json!({})).await;
    assert_eq!(retried.message(), "All waiting mails are being retried.");
    run_once(&app.app).await;
    let subjects: Vec<String> = server
        .accepted()
        .iter()
        .map(|message| MessageParser::default().parse(message.as_bytes()).unwrap().subject().unwrap().to_owned())
        .collect();
    assert!(subjects.iter().any(|subject| subject.contains("Far away")), "{subjects:?}");
    assert!(!subjects.iter().any(|subject| subject.contains("sign-in")), "{subjects:?}");
    assert_eq!(app.number("SELECT count(*) FROM mails").await, queued);
    assert_eq!(app.number("SELECT count(*) FROM mails WHERE state = 'waiting'").await, 0);
    assert_eq!(app.number("SELECT max(attempts) FROM mails WHERE state = 'sent'").await, 1);
    assert_eq!(log.text().matches("the mail server lets us send again").count(), 1);
    let state = app.get_as(&admin, "/api/admin/mail").await.json();
    assert_eq!((&state["waiting"], state.get("trouble")), (&json!(0), None));
}

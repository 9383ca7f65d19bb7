//! A message to a thousand members, to a mail server that refuses some and drops the connection now and then, while the
//! program is killed again and again.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Instant as Stopwatch;

use community::exports::app::App;
use community::exports::db::values::Id;
use community::exports::http;
use community::exports::mail::worker::run_once;
use community::exports::members::store::index_user;
use community::exports::sessions::token;
use mail_parser::MessageParser;
use poem::http::{Method, StatusCode};
use poem::{Endpoint, Request, Response};
use rusqlite::named_params;
use serde_json::{Value, json};

use crate::mail::smtp::{Act, SmtpServer};
use crate::mail::{message_id, open, until};

const MEMBERS: i64 = 1000;
const KILLS: usize = 5;
const REFUSED: usize = 12;

async fn call(app: &Arc<App>, method: Method, path: &str, bearer: &str, body: Option<Value>) -> Value {
    let site = http::endpoint(app, poem::endpoint::make_sync(|_| Response::from(StatusCode::NOT_FOUND)));
    let request = Request::builder()
        .method(method)
        .uri(path.parse().unwrap())
        .header("Authorization", format!("Bearer {bearer}"))
        .content_type("application/json");
    let request = request.body(body.map(|body| body.to_string()).unwrap_or_default());
    let mut answer = site.get_response(request).await;
    let text = answer.take_body().into_string().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK, "{path}: {text}");
    serde_json::from_str(&text).unwrap_or(Value::Null)
}

/// Members by number, the first of them an admin with a session, whose token is returned.
async fn fill(app: &Arc<App>) -> String {
    let now = app.clock.now();
    let (session, ends) = (Id::new(now), now.plus_seconds(86_400));
    app.db
        .write(move |tx| {
            for number in 1..=MEMBERS {
                tx.execute(
                    "INSERT INTO users (id, name, email, email_key, role, created_at)
                     VALUES (:id, 'Member ' || :id, 'm' || :id || '@example.org', 'm' || :id || '@example.org', iif(:id = 1, 'admin', 'user'), 0)",
                    named_params! { ":id": number },
                )?;
                index_user(tx, Id(number))?;
            }
            tx.execute(
                "INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES (:session, 1, :now, :ends)",
                named_params! { ":session": session, ":now": now, ":ends": ends },
            )?;
            Ok(())
        })
        .await
        .unwrap();
    token::make(&app.keys.session, session, now, ends).unwrap()
}

fn reader(message: &str) -> String {
    let mail = MessageParser::default().parse(message.as_bytes()).unwrap();
    mail.to().unwrap().first().unwrap().address().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_get_it_once_whatever_happens_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let mut app = open(folder.path(), Some(&server)).await;
    let bearer = fill(&app).await;
    let began = Stopwatch::now();
    let body = json!({ "all": true, "subject": "News for {{name}}", "message": "<p>Hello {{name}}</p>" });
    let sent = call(&app, Method::POST, "/api/admin/send-email", &bearer, Some(body)).await;
    let took = began.elapsed().as_millis();
    assert!(took < 300, "{took} ms");
    assert_eq!(sent["count"], MEMBERS);
    let mailing = format!("/api/admin/mailings/{}", sent["_id"].as_str().unwrap());

    let mut seconds = 0;
    for kill in 0..KILLS {
        server.then(Act::Die);
        for _ in 0..REFUSED / KILLS {
            server.then(Act::Recipient("550 5.1.1 no such user"));
        }
        let enough = server.accepted().len() + 120;
        let worker = tokio::spawn({
            let app = app.clone();
            async move { run_once(&app).await }
        });
        until(|| server.accepted().len() >= enough).await;
        worker.abort();
        let _ = worker.await;
        app.db.close().unwrap();
        drop(app);
        app = open(folder.path(), Some(&server)).await;
        // An attempt without an outcome is repeated after its pause.
        seconds += 61;
        app.clock.advance_seconds(seconds);
        if kill == 1 {
            let done = server.accepted().len();
            call(&app, Method::POST, &format!("{mailing}/pause"), &bearer, None).await;
            assert_eq!(run_once(&app).await, 0, "nothing leaves while it is paused");
            assert_eq!(server.accepted().len(), done);
            call(&app, Method::POST, &format!("{mailing}/resume"), &bearer, None).await;
        }
        if kill == 2 {
            // The last in the row has got nothing so far.
            let last = server.accepted().iter().all(|message| reader(message) != "m1@example.org");
            assert!(last, "the row is shorter than it seems");
            let choices = json!({ "reviews": true, "comments": true, "badges": true, "news": false, "events": true });
            call(&app, Method::PUT, "/api/users/me/mail", &bearer, Some(choices)).await;
        }
    }
    for _ in 0..6 {
        run_once(&app).await;
        app.clock.advance_seconds(400);
    }

    let end = call(&app, Method::GET, &mailing, &bearer, None).await;
    let refused = i64::try_from(REFUSED / KILLS * KILLS).unwrap();
    assert_eq!(
        (&end["waiting"], &end["unsubscribed"], &end["failed"]),
        (&json!(0), &json!(1), &json!(refused)),
        "{end}"
    );
    assert_eq!(end["sent"], MEMBERS - 1 - refused, "{end}");
    let mut copies: HashMap<String, HashSet<String>> = HashMap::new();
    let accepted = server.accepted();
    for message in &accepted {
        copies.entry(reader(message)).or_default().insert(message_id(message));
    }
    assert!(copies.values().all(|ids| ids.len() == 1), "a copy has the Message-ID of the first");
    assert_eq!(i64::try_from(copies.len()).unwrap(), MEMBERS - 1 - refused, "each of the others got it");
    assert!(!copies.contains_key("m1@example.org"), "who unsubscribed meanwhile got nothing");
    assert!(accepted.len() - copies.len() <= KILLS, "{} copies", accepted.len() - copies.len());
}

//! Messages to members: who gets one, once; what each says; pausing, the limit; unsubscribing with one click.

use std::time::Instant as Stopwatch;

use community::exports::db::values::Id;
use community::exports::mail::rules::{Outcome, Reason};
use community::exports::mail::transport::{Script, Transport};
use community::exports::mail::worker::run_once;
use community::exports::members::store::index_user;
use mail_parser::MessageParser;
use poem::http::{Method, StatusCode};
use rusqlite::named_params;
use serde_json::{Value, json};

use crate::events::{create, register};
use crate::support::{Answer, Signed, TestApp};

async fn with_mail() -> TestApp {
    TestApp::built(
        |config| config.public_url = "https://makers.example".into(),
        |app| app.mail = Transport::Scripted(Script::default()),
    )
    .await
}

fn script(app: &TestApp) -> &Script {
    let Transport::Scripted(script) = &app.app.mail else {
        panic!("no script")
    };
    script
}

/// A mail as its reader sees it.
struct Read {
    to: String,
    subject: String,
    text: String,
    html: String,
    raw: String,
}

fn sent(app: &TestApp) -> Vec<Read> {
    let all = script(app).sent();
    let read = all.iter().map(|bytes| {
        let mail = MessageParser::default().parse(bytes).unwrap();
        Read {
            to: mail.to().unwrap().first().unwrap().address().unwrap().to_owned(),
            subject: mail.subject().unwrap().to_owned(),
            text: mail.body_text(0).unwrap().into_owned(),
            html: mail.body_html(0).unwrap().into_owned(),
            raw: String::from_utf8(bytes.clone()).unwrap(),
        }
    });
    read.collect()
}

/// The address for one click in a mail's head.
fn one_click(mail: &Read) -> String {
    let line = mail.raw.lines().find(|line| line.starts_with("List-Unsubscribe: ")).unwrap();
    let url = line.trim_start_matches("List-Unsubscribe: <").trim_end_matches('>');
    url.strip_prefix("https://makers.example").unwrap().to_owned()
}

async fn send(app: &TestApp, admin: &Signed, body: Value) -> Answer {
    app.post_as(admin, "/api/admin/send-email", body).await
}

/// Members by number, who can be found.
async fn members(app: &TestApp, count: i64) {
    app.write(move |tx| {
        for number in 0..count {
            tx.execute(
                "INSERT INTO users (id, name, email, email_key, created_at) VALUES (:id, 'Member ' || :id, :id || '@example.org', :id || '@example.org', 0)",
                named_params! { ":id": 1000 + number },
            )?;
            index_user(tx, Id(1000 + number))?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn what_is_missing_is_told_in_the_words_of_the_contract() {
    let app = with_mail().await;
    let admin = app.admin("Ada Admin").await;
    let refused = async |body: Value| {
        let answer = send(&app, &admin, body).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text);
        (answer.message(), answer.json()["fields"].clone())
    };
    let (message, fields) = refused(json!({ "recipients": [], "subject": " ", "message": "" })).await;
    assert_eq!(message, "Subject is required");
    assert_eq!(fields, json!({ "subject": "Subject is required", "message": "Message is required" }));
    let nobody = "Please select at least one recipient or choose to send to all users";
    let (_, fields) = refused(json!({ "recipients": [" "], "subject": "A", "message": "B" })).await;
    assert_eq!(fields, json!({ "recipients": nobody }));
    for (field, body) in [
        ("recipients", json!({ "recipients": ["stranger@example.com", "no address"] })),
        ("event", json!({ "all": true, "message": "{{event}}" })),
        ("event", json!({ "all": true, "event": "0000000000001" })),
        ("message", json!({ "all": true, "message": "{{nonsense}}" })),
        ("message", json!({ "all": true, "message": "<b>".repeat(2001) })),
        ("kind", json!({ "all": true, "kind": "secret" })),
        ("role", json!({ "role": "king" })),
        ("participantsOf", json!({ "participantsOf": "x" })),
    ] {
        let mut whole = json!({ "subject": "A", "message": "B" });
        whole.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        let (message, fields) = refused(whole).await;
        assert_eq!(fields.as_object().unwrap().keys().collect::<Vec<_>>(), [field], "{message}");
        if field == "recipients" {
            assert_eq!(message, "No valid recipients found");
        }
    }
    assert_eq!(app.number("SELECT count(*) FROM mails").await, 0);
}

#[tokio::test]
async fn each_member_gets_their_own_mail_once() {
    let app = with_mail().await;
    let (admin, max, eve) = (app.admin("Ada Admin").await, app.member("Max & Co").await, app.member("Eve").await);
    let event = create(&app, &admin, json!({ "title": "Rust & Friends", "date": "2026-12-04", "time": "18:30" })).await;
    let body = json!({
        "recipients": ["MAX.&.CO@example.org", "max.&.co@example.org", "eve@example.org", "stranger@example.com"],
        "subject": "{{event}} in {{month}}", "kind": "events", "event": event,
        "message": "<p>Hello {{name}}, on {{date}} at {{time}}.</p><script>alert(1)</script><p><a href=\"{{link}}\">Come</a></p>",
    });
    let preview = app.post_as(&admin, "/api/admin/send-email/preview", body.clone()).await.json();
    assert_eq!((&preview["count"], &preview["unknown"]), (&json!(2), &json!(["stranger@example.com"])));
    assert!(
        preview["html"]
            .as_str()
            .unwrap()
            .contains("Hello Max &amp; Co, on Friday, 4 December 2026 at 18:30"),
        "{preview}"
    );
    assert!(!preview["html"].as_str().unwrap().contains("alert(1)"));
    assert_eq!(app.number("SELECT count(*) FROM mails").await, 0, "a preview sends nothing");

    let answer = send(&app, &admin, body.clone()).await;
    assert_eq!(
        (answer.status, answer.message()),
        (StatusCode::OK, "Email sent successfully to 2 recipient(s)".into())
    );
    assert_eq!(answer.json()["unknown"], json!(["stranger@example.com"]));
    // A double click, and a retry of a client that names its request.
    assert_eq!(send(&app, &admin, body.clone()).await.json(), answer.json());
    run_once(&app.app).await;
    let mails = sent(&app);
    let to: Vec<&str> = mails.iter().map(|mail| mail.to.as_str()).collect();
    assert_eq!(to, ["max.&.co@example.org", "eve@example.org"]);
    assert_eq!(mails[1].subject, "Rust & Friends in November 2026");
    assert!(
        mails[1].text.contains("Hello Eve, on Friday, 4 December 2026 at 18:30 (UTC)."),
        "{}",
        mails[1].text
    );
    let link = format!("https://makers.example/events/{event}");
    assert!(mails[1].text.contains(&link) && mails[1].html.contains(&format!("href=\"{link}\"")) && !mails[1].raw.contains("max.&"));
    assert!(mails[0].html.contains("Hello Max &amp; Co,") && mails[0].raw.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"));

    // Later the same words are another message; with the client's own name for the request they are not.
    app.app.clock.advance_seconds(61);
    let named = async |key: &str| {
        let path = "/api/admin/send-email";
        app.call_with(Method::POST, path, Some(&admin.bearer), Some(body.clone()), &[("Idempotency-Key", key)])
            .await
    };
    let first = named("a").await.json();
    assert_ne!(first["_id"], answer.json()["_id"]);
    app.app.clock.advance_seconds(3600);
    assert_eq!(named("a").await.json()["_id"], first["_id"]);
    assert_eq!(app.number("SELECT count(*) FROM mailings").await, 2);

    // To a role, to participants, and a test to oneself.
    register(&app, &max, &event, false).await;
    let to = async |to: Value| {
        let mut whole = json!({ "subject": "A", "message": "B" });
        whole.as_object_mut().unwrap().extend(to.as_object().unwrap().clone());
        send(&app, &admin, whole).await.json()["count"].clone()
    };
    assert_eq!(to(json!({ "role": "admin" })).await, 1);
    assert_eq!(to(json!({ "participantsOf": event })).await, 1);
    app.execute("UPDATE users SET suspended_at = 1 WHERE name = 'Eve'").await;
    app.write(move |tx| index_user(tx, eve.id)).await;
    assert_eq!(to(json!({ "all": true })).await, 2, "who is suspended gets no mail");
    let test = app
        .post_as(&admin, "/api/admin/send-email/test", json!({ "subject": "Try", "message": "{{name}}" }))
        .await;
    assert_eq!(test.status, StatusCode::OK, "{}", test.text);
    run_once(&app.app).await;
    let last = sent(&app);
    let trial = last.iter().find(|mail| mail.subject == "Try").unwrap();
    assert!(
        trial.text.starts_with("Ada Admin") && !trial.raw.contains("List-Unsubscribe"),
        "{}",
        trial.text
    );
    let log = "SELECT count(*) FROM audit_log WHERE action = 'email.send' AND after NOT LIKE '%example.org%'";
    assert_eq!(app.number(log).await, 5, "the log holds no addresses");
}

#[tokio::test]
async fn a_thousand_are_answered_at_once_and_a_mailing_pauses_goes_on_and_keeps_to_its_limit() {
    let app = with_mail().await;
    let admin = app.admin("Ada Admin").await;
    members(&app, 1000).await;
    let found = app.get_as(&admin, "/api/admin/send-email/members?search=member%2010&limit=5").await;
    assert_eq!((found.ids().len(), found.total()), (5, 119), "{}", found.text);
    let addresses = app.get_as(&admin, "/api/admin/send-email/addresses").await.json();
    assert_eq!(addresses["addresses"].as_array().unwrap().len(), 1001);

    let began = Stopwatch::now();
    let answer = send(&app, &admin, json!({ "all": true, "subject": "News", "message": "<p>Hi {{name}}</p>" })).await;
    let took = began.elapsed().as_millis();
    assert!(took < 300, "{took} ms");
    assert_eq!(answer.message(), "Email sent successfully to 1001 recipient(s)");
    let path = format!("/api/admin/mailings/{}", answer.json()["_id"].as_str().unwrap());

    let rate = app.put_as(&admin, "/api/admin/mail/rate", json!({ "mailsPerMinute": 20 })).await;
    assert_eq!(rate.status, StatusCode::OK, "{}", rate.text);
    assert_eq!(app.get_as(&admin, "/api/admin/mail").await.json()["mailsPerMinute"], 20);
    let wrong = app.put_as(&admin, "/api/admin/mail/rate", json!({ "mailsPerMinute": 10_001 })).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    script(&app).answer_next(Outcome::Rejected(Reason::ours("550 no such user")));
    run_once(&app.app).await;
    let now = app.get_as(&admin, &path).await.json();
    assert_eq!(
        (&now["total"], &now["sent"], &now["failed"], &now["waiting"]),
        (&json!(1001), &json!(20), &json!(1), &json!(980))
    );
    // A mail to one person does not wait for the limit.
    app.post("/api/auth/email", json!({ "email": "new@example.com" })).await;
    run_once(&app.app).await;
    assert_eq!(sent(&app).last().unwrap().to, "new@example.com");
    app.app.clock.advance_seconds(60);
    run_once(&app.app).await;
    assert_eq!(app.get_as(&admin, &path).await.json()["sent"], 40);

    app.put_as(&admin, "/api/admin/mail/rate", json!({ "mailsPerMinute": 0 })).await;
    let pause = async |what: &str| app.call(Method::POST, &format!("{path}/{what}"), Some(&admin.bearer), None).await.json();
    assert_eq!(pause("pause").await["paused"], true);
    run_once(&app.app).await;
    assert_eq!(app.get_as(&admin, &path).await.json()["sent"], 40, "nothing leaves meanwhile");
    assert_eq!(pause("resume").await["paused"], false);
    run_once(&app.app).await;
    let end = app.get_as(&admin, &path).await.json();
    assert_eq!((&end["sent"], &end["failed"], &end["waiting"]), (&json!(1000), &json!(1), &json!(0)));
    let failed = app.get_as(&admin, &format!("{path}/mails?outcome=failed")).await;
    assert_eq!((failed.total(), &failed.json()[0]["reason"]), (1, &json!("550 no such user")));
    let page = app.get_as(&admin, &format!("{path}/mails?limit=10&offset=995")).await;
    assert_eq!((page.ids().len(), page.total()), (6, 1001));
    let all = app.get_as(&admin, "/api/admin/mailings").await;
    assert_eq!((all.total(), &all.json()[0]), (1, &end));
}

#[tokio::test]
async fn one_click_unsubscribes_and_what_still_waits_is_not_sent() {
    let app = with_mail().await;
    let (admin, max) = (app.admin("Ada Admin").await, app.member("Max").await);
    let news = async |subject: &str, kind: &str| {
        send(&app, &admin, json!({ "all": true, "subject": subject, "message": "B", "kind": kind }))
            .await
            .json()
    };
    news("One", "news").await;
    run_once(&app.app).await;
    let mails = sent(&app);
    let mine = mails.iter().find(|mail| mail.to == "max@example.org").unwrap();
    let path = one_click(mine);
    assert!(mine.text.contains(&path) && mine.html.contains(&path));

    // A program that follows links changes nothing; neither does a link that we did not sign.
    app.get(&path).await;
    let api = path.replace("/unsubscribe", "/api/unsubscribe");
    let seen = app.get(&api).await.json();
    assert_eq!(seen, json!({ "kind": "news", "label": "News from the community", "subscribed": true }));
    let forged = format!("{}0", &path[..path.len() - 1]);
    let forged = if forged == path {
        format!("{}1", &path[..path.len() - 1])
    } else {
        forged
    };
    assert_eq!(app.call(Method::POST, &forged, None, None).await.status, StatusCode::NOT_FOUND);
    assert_eq!(
        app.get(&forged.replace("/unsubscribe", "/api/unsubscribe")).await.status,
        StatusCode::NOT_FOUND
    );

    // It is queued, then Max unsubscribes as mail programs do it, without a session.
    let waiting = news("Two", "news").await;
    assert_eq!(waiting["count"], 2);
    let request = poem::Request::builder()
        .method(Method::POST)
        .uri(path.parse().unwrap())
        .content_type("application/x-www-form-urlencoded")
        .body("List-Unsubscribe=One-Click");
    assert_eq!(app.answer(request).await.status, StatusCode::OK);
    assert_eq!(app.get(&api).await.json()["subscribed"], false);
    run_once(&app.app).await;
    assert_eq!(sent(&app).iter().filter(|mail| mail.to == "max@example.org").count(), 1);
    let list = format!("/api/admin/mailings/{}/mails?outcome=unsubscribed", waiting["_id"].as_str().unwrap());
    let list = app.get_as(&admin, &list).await.json();
    assert_eq!(
        (&list[0]["name"], &list[0]["reason"]),
        (&json!("Max"), &json!("Not sent: the member has unsubscribed."))
    );
    let state = app.get_as(&admin, "/api/admin/mail").await.json();
    assert_eq!(state["failed"], 0, "nothing has failed");

    // Only from that kind. Mails to oneself come in any case.
    assert_eq!(news("Three", "news").await["unsubscribed"], 1);
    news("Four", "events").await;
    app.post("/api/auth/email", json!({ "email": "max@example.org" })).await;
    run_once(&app.app).await;
    let subjects: Vec<String> = sent(&app)
        .into_iter()
        .filter(|mail| mail.to == "max@example.org")
        .map(|mail| mail.subject)
        .collect();
    assert!(subjects.len() == 3 && subjects.contains(&"Four".to_owned()), "{subjects:?}");
    let choices = app.get_as(&max, "/api/users/me/mail").await.json();
    assert_eq!((&choices["news"], &choices["events"]), (&json!(false), &json!(true)));
    let token = api.split_once("token=").unwrap().1;
    let again = app.post("/api/unsubscribe", json!({ "token": token, "subscribe": true })).await;
    assert_eq!(again.json()["subscribed"], true);
}

#[tokio::test]
async fn a_message_about_an_event_that_is_cancelled_meanwhile_is_not_sent() {
    let app = with_mail().await;
    let admin = app.admin("Ada Admin").await;
    let event = create(&app, &admin, json!({})).await;
    send(
        &app,
        &admin,
        json!({ "all": true, "subject": "{{event}}", "message": "B", "event": event }),
    )
    .await;
    app.execute("UPDATE events SET cancelled_at = 1").await;
    run_once(&app.app).await;
    assert_eq!(sent(&app).len(), 0);
    assert_eq!(
        app.number("SELECT count(*) FROM mails WHERE last_error = 'Not sent: the event was cancelled.'")
            .await,
        1
    );
}

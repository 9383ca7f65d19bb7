//! The outbox as admins see it.

use community::exports::mail::rules::{Outcome, Reason};
use community::exports::mail::transport::{Script, Transport};
use community::exports::mail::worker::{Worker, run_once};
use poem::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Signed, TestApp};

async fn with_mail() -> TestApp {
    TestApp::built(|_| {}, |app| app.mail = Transport::Scripted(Script::default())).await
}

fn answer_next(app: &TestApp, outcome: Outcome) {
    let Transport::Scripted(script) = &app.app.mail else {
        panic!("no script")
    };
    script.answer_next(outcome);
}

async fn list(app: &TestApp, admin: &Signed, outcome: &str) -> Vec<Value> {
    let answer = app.get_as(admin, &format!("/api/admin/outbox?outcome={outcome}")).await;
    assert_eq!(answer.total(), i64::try_from(answer.ids().len()).unwrap());
    answer.json().as_array().unwrap().clone()
}

async fn press(app: &TestApp, admin: &Signed, path: &str) -> (StatusCode, String) {
    let answer = app.call(Method::POST, &format!("/api/admin/{path}"), Some(&admin.bearer), None).await;
    (answer.status, answer.message())
}

#[tokio::test]
async fn what_was_refused_is_told_in_words_and_is_tried_again_or_dropped() {
    let app = with_mail().await;
    let admin = app.admin("Ada Admin").await;
    app.member("Max").await;
    app.post_as(&admin, "/api/admin/send-email", json!({ "all": true, "subject": "News", "message": "B" }))
        .await;
    app.post("/api/auth/email", json!({ "email": "new@example.com" })).await;
    let waiting = list(&app, &admin, "waiting").await;
    assert_eq!(
        (waiting.len(), &waiting[0]["about"], &waiting[0]["email"]),
        (3, &json!("Sign-in link"), &json!("new@example.com"))
    );
    assert_eq!((&waiting[2]["subject"], &waiting[2]["name"]), (&json!("News"), &json!("Max")));
    let oldest = app.get_as(&admin, "/api/admin/outbox?sort=oldest").await;
    let newest = app.get_as(&admin, "/api/admin/outbox").await.ids();
    assert_eq!(oldest.ids(), newest.iter().rev().cloned().collect::<Vec<_>>());
    let rest = app
        .get_as(&admin, &format!("/api/admin/outbox?sort=oldest&after={}", oldest.ids()[0]))
        .await;
    assert_eq!(rest.ids(), oldest.ids()[1..]);
    let link = waiting[0]["_id"].as_str().unwrap();
    assert_eq!(press(&app, &admin, &format!("outbox/{link}/drop")).await.0, StatusCode::OK);
    for _ in 0..2 {
        answer_next(
            &app,
            Outcome::Rejected(Reason::new(Some(550), "The mail server refuses this mail.", "550 no such user")),
        );
    }
    run_once(&app.app).await;
    let failed = list(&app, &admin, "failed").await;
    assert_eq!(
        (failed.len(), &failed[0]["reason"]),
        (2, &json!("The mail server refuses this mail. (550 no such user)"))
    );
    assert_eq!(app.get_as(&admin, "/api/admin/mail").await.json()["failed"], 2);

    // A sign-in link is gone when it ends, and is never shown.
    let dropped = app.get_as(&admin, "/api/admin/outbox?outcome=dropped").await;
    assert_eq!(dropped.json()[0]["reason"], "Not sent: an admin has dropped it.");
    assert!(dropped.json()[0]["subject"] == "" && !dropped.text.contains("token"), "{}", dropped.text);
    let (status, why) = press(&app, &admin, &format!("outbox/{link}/retry")).await;
    assert_eq!((status, why.as_str()), (StatusCode::CONFLICT, "What this mail said is no longer kept."));

    let one = failed[1]["_id"].as_str().unwrap();
    assert_eq!(
        press(&app, &admin, &format!("outbox/{one}/drop")).await.0,
        StatusCode::CONFLICT,
        "it does not wait"
    );
    assert_eq!(press(&app, &admin, &format!("outbox/{one}/retry")).await.0, StatusCode::OK);
    run_once(&app.app).await;
    assert_eq!(list(&app, &admin, "sent").await.len(), 1);
    assert_eq!(press(&app, &admin, &format!("outbox/{one}/retry")).await.1, "This mail has been sent.");
    assert_eq!(press(&app, &admin, "outbox/retry").await.1, "1 mail is tried again.");
    run_once(&app.app).await;
    assert_eq!((list(&app, &admin, "sent").await.len(), list(&app, &admin, "failed").await.len()), (2, 0));
    assert_eq!(press(&app, &admin, "outbox/retry").await.1, "No refused mail is still of use.");
    assert_eq!(
        app.get_as(&admin, "/api/admin/outbox?outcome=lost").await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    let acts = "SELECT count(*) FROM audit_log WHERE action IN ('mail.drop', 'mail.retry', 'mail.retry_refused')";
    assert_eq!(app.number(acts).await, 4);
}

#[tokio::test]
async fn a_test_of_the_server_says_at_once_what_it_answered() {
    let app = with_mail().await;
    let admin = app.admin("Ada Admin").await;
    let worker = Worker::start(app.app.clone());
    let test = async || app.call(Method::POST, "/api/admin/mail/test", Some(&admin.bearer), None).await.json();
    assert_eq!(
        test().await,
        json!({ "accepted": true, "message": "The mail server took a test mail to ada.admin@example.org." })
    );
    assert!(app.letter_text("test").await.contains("/admin/settings?section=machine"));
    answer_next(&app, Outcome::Unreachable(Reason::ours("The mail server refused the password.")));
    assert_eq!(
        test().await,
        json!({ "accepted": false, "message": "The mail server refused the password." })
    );
    assert_eq!(list(&app, &admin, "waiting").await.len(), 0, "a test does not arrive later");
    assert_eq!(test().await["accepted"], true, "trouble is no reason to wait");
    worker.stop().await;
    let off = TestApp::new().await;
    let admin = off.admin("Ada Admin").await;
    assert_eq!(press(&off, &admin, "mail/test").await.0, StatusCode::CONFLICT);
}

//! Letters are rendered on the day they are sent, and only while they apply. Letters to many readers.

use community::exports::events::letters::reminders;
use community::exports::mail::transport::{Script, Transport};
use community::exports::mail::worker::run_once;
use poem::http::StatusCode;
use serde_json::json;

use crate::events::{create, mails, register};
use crate::projects::comments::approved;
use crate::projects::{project, submit};
use crate::support::TestApp;

async fn with_mail() -> TestApp {
    TestApp::built(
        |config| config.public_url = "https://makers.example".into(),
        |app| app.mail = Transport::Scripted(Script::default()),
    )
    .await
}

/// Everything sent so far, as it went over the wire.
fn sent(app: &TestApp) -> Vec<String> {
    let Transport::Scripted(script) = &app.app.mail else {
        panic!("no script")
    };
    script.sent().into_iter().map(|bytes| String::from_utf8(bytes).unwrap()).collect()
}

#[tokio::test]
async fn a_letter_has_the_names_and_times_of_the_day_it_is_sent() {
    let app = with_mail().await;
    let (admin, member, gone) = (app.admin("Ada Admin").await, app.member("Max").await, app.member("Eve").await);
    let id = create(&app, &admin, json!({ "maxParticipants": 2 })).await;
    register(&app, &member, &id, false).await;
    register(&app, &gone, &id, false).await;
    app.execute("UPDATE users SET name = 'Maxima', email = 'new@example.org', email_key = 'new@example.org' WHERE name = 'Max'")
        .await;
    app.execute("UPDATE events SET title = 'Night of Rust'").await;
    app.execute("UPDATE users SET suspended_at = 1 WHERE name = 'Eve'").await;
    run_once(&app.app).await;
    let sent = sent(&app);
    assert_eq!(sent.len(), 1, "who is suspended gets no letter");
    assert!(sent[0].contains("Night of Rust") && sent[0].contains("Hello Maxima") && sent[0].contains("new@example.org"));
    assert!(sent[0].contains("event.ics") && sent[0].contains("ticket.png"));
    assert_eq!(
        app.number("SELECT count(*) FROM mails WHERE state = 'failed' AND last_error = 'Not sent: the member has left or is suspended.'")
            .await,
        1
    );
    assert_eq!(app.number("SELECT count(*) FROM mail_attachments").await, 0);
}

#[tokio::test]
async fn a_change_says_what_it_was_and_one_that_was_taken_back_is_not_told() {
    let app = with_mail().await;
    let (admin, member, waiting) = (app.admin("Ada Admin").await, app.member("Max").await, app.member("Eve").await);
    let id = create(&app, &admin, json!({ "maxParticipants": 1 })).await;
    register(&app, &member, &id, false).await;
    register(&app, &waiting, &id, true).await;
    run_once(&app.app).await;
    let edit = async |changes| {
        // Sessions of tests last for a day.
        let admin = app.session_of(admin.id).await;
        let answer = app.put_as(&admin, &format!("/api/admin/events/{id}"), changes).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    };
    // The end alone.
    edit(json!({ "duration": 120 })).await;
    let text = app.letter_text("event_changed").await;
    assert!(text.contains("Until, now: 20:30") && text.contains("Until, before: 20:00"), "{text}");
    edit(json!({ "duration": 90 })).await;
    run_once(&app.app).await;
    assert_eq!(sent(&app).len(), 3, "the first change is taken back; the second says so to two");
    let Ok((_, to_waiting)) = app.letter("event_changed").await else {
        panic!("no letter")
    };
    assert!(to_waiting.letter.text.contains("waiting list") && to_waiting.attachments.is_empty());

    // A reminder is sent once, whatever changes, and an event that fails does not stop the others.
    let broken = create(&app, &admin, json!({})).await;
    register(&app, &waiting, &broken, false).await;
    app.execute("UPDATE events SET time = 'soon' WHERE id = (SELECT max(id) FROM events)")
        .await;
    app.app.clock.advance_seconds(20 * 86_400 + 20 * 3600);
    let now = app.app.clock.now();
    assert_eq!(reminders::run_once(&app.app, now).await.unwrap(), 1);
    for minutes in [40, 41, 42] {
        edit(json!({ "time": format!("18:{minutes}") })).await;
        assert_eq!(reminders::run_once(&app.app, now).await.unwrap(), 0);
    }
    assert!(app.letter("event_reminder").await.is_ok());
    // Nobody is promoted after the beginning, and a reminder is late.
    app.app.clock.advance_seconds(14 * 3600);
    assert_eq!(app.letter("event_reminder").await.err(), Some("the event has begun"));
    edit(json!({ "maxParticipants": 5 })).await;
    let admin = app.session_of(admin.id).await;
    let removed = app.delete_as(&admin, &format!("/api/admin/events/{id}/participants/{}", member.id)).await;
    assert_eq!(removed.status, StatusCode::OK, "{}", removed.text);
    assert!(!mails(&app, &waiting).await.contains(&"promoted_from_waiting_list".to_owned()));
}

#[tokio::test]
async fn a_letter_to_participants_is_seen_tried_out_sent_and_stays_listed() {
    let app = with_mail().await;
    let (admin, here, waiting) = (app.admin("Ada Admin").await, app.member("Max").await, app.member("Eve").await);
    let id = create(&app, &admin, json!({ "maxParticipants": 1 })).await;
    register(&app, &here, &id, false).await;
    register(&app, &waiting, &id, true).await;
    run_once(&app.app).await;
    let path = format!("/api/admin/events/{id}");
    let words = json!({ "subject": "Thanks", "message": "See you.\n\nBye.", "replyTo": "ada@makers.example" });
    let preview = app.post_as(&admin, &format!("{path}/send-email/preview"), words.clone()).await.json();
    assert_eq!((&preview["subject"], &preview["count"]), (&json!("Thanks"), &json!(1)));
    assert!(
        preview["text"].as_str().unwrap().starts_with("Hello Max,\n\nSee you.\n\nBye."),
        "{preview}"
    );
    let none = json!({ "subject": "x", "message": "x", "replyTo": "nobody" });
    let refused = app.post_as(&admin, &format!("{path}/send-email/test"), none).await;
    assert_eq!(refused.json()["fields"]["replyTo"], "This is not an e-mail address");
    app.post_as(&admin, &format!("{path}/send-email/test"), words.clone()).await;
    run_once(&app.app).await;
    let trial = sent(&app).pop().unwrap();
    assert!(trial.contains("To: ") && trial.contains("ada.admin@example.org") && trial.contains("Reply-To: ada@makers.example"));
    assert!(trial.contains("Hello Ada Admin"));

    let waits = json!({ "subject": "Patience", "message": "Soon.", "status": "waiting" });
    let answer = app.post_as(&admin, &format!("{path}/send-email"), waits).await;
    assert_eq!(
        (answer.message().as_str(), &answer.json()["count"]),
        ("Email sent successfully to the waiting list!", &json!(1))
    );
    assert!(app.letter_text("event_message").await.contains("you are on the waiting list for"));
    app.post_as(&admin, &format!("{path}/send-email"), words).await;
    let list = app.get_as(&admin, &format!("{path}/letters")).await.json();
    assert_eq!(
        (&list[0]["subject"], &list[0]["waiting"], &list[0]["sent"]),
        (&json!("Thanks"), &json!(1), &json!(0))
    );
    run_once(&app.app).await;
    let list = app.get_as(&admin, &format!("{path}/letters")).await.json();
    assert_eq!(list.as_array().unwrap().len(), 2, "a test is not listed");
    assert_eq!(
        (&list[1]["audience"], &list[1]["sent"], &list[1]["failed"], &list[1]["sentBy"]),
        (&json!("Waiting"), &json!(1), &json!(0), &json!("Ada Admin"))
    );
}

#[tokio::test]
async fn reviewers_and_owners_are_told_at_most_once_an_hour_and_if_they_want_it() {
    let app = with_mail().await;
    let (owner, admin, path) = approved(&app).await;
    let (aki, ben) = (app.member("Aki").await, app.admin("Ben").await);
    let count = async |kind: &'static str, who: &crate::support::Signed| mails(&app, who).await.iter().filter(|mail| *mail == kind).count();
    assert_eq!(count("review_waits", &admin).await, 1);
    assert_eq!(app.letter("review_waits").await.err(), Some("nothing waits for review any more"));
    // The approval is final by now.
    app.app.clock.advance_seconds(20);
    run_once(&app.app).await;
    submit(&app, &owner, project("Second")).await;
    submit(&app, &owner, project("Third")).await;
    run_once(&app.app).await;
    assert_eq!(count("review_waits", &admin).await, 2);
    assert_eq!(count("review_waits", &ben).await, 1);
    assert_eq!(
        app.number("SELECT count(*) FROM mails WHERE state = 'waiting'").await,
        1,
        "within the hour it waits"
    );
    app.app.clock.advance_seconds(3600);
    run_once(&app.app).await;
    let last = sent(&app).pop().unwrap();
    assert!(
        last.contains("Subject: 2 projects wait for review") && last.contains("Second") && last.contains("Third"),
        "{last}"
    );

    let say = async |who, text: &str| app.post_as(who, &format!("{path}/comment"), json!({ "text": text })).await;
    say(&owner, "My own").await;
    assert_eq!(count("project_commented", &owner).await, 0);
    say(&aki, "First").await;
    run_once(&app.app).await;
    app.app.clock.advance_seconds(5);
    say(&aki, "Second").await;
    say(&aki, "Third").await;
    run_once(&app.app).await;
    assert_eq!(count("project_commented", &owner).await, 2);
    app.app.clock.advance_seconds(3600);
    run_once(&app.app).await;
    let last = sent(&app).pop().unwrap();
    assert!(last.contains("2 new comments") && last.contains("Third"), "{last}");

    assert_eq!(
        app.get_as(&owner, "/api/users/me/mail").await.json(),
        json!({ "reviews": true, "comments": true, "badges": true, "news": true, "events": true })
    );
    app.app.clock.advance_seconds(3600);
    say(&aki, "Late").await;
    submit(&app, &owner, project("Late")).await;
    let left = sent(&app).len();
    for who in [&owner, &admin, &ben] {
        let none = json!({ "reviews": false, "comments": false, "badges": true, "news": true, "events": true });
        assert_eq!(app.put_as(who, "/api/users/me/mail", none).await.status, StatusCode::OK);
    }
    // What was queued before is not sent either.
    run_once(&app.app).await;
    assert_eq!(sent(&app).len(), left);
    app.app.clock.advance_seconds(7200);
    let before = app.number("SELECT count(*) FROM mails").await;
    say(&aki, "Fourth").await;
    submit(&app, &owner, project("Fourth")).await;
    assert_eq!(app.number("SELECT count(*) FROM mails").await, before);
}

#[tokio::test]
async fn an_admin_sees_why_mails_wait_and_has_them_tried_at_once() {
    use community::exports::mail::rules::{Outcome, Reason};
    let script = Script::default();
    script.answer_next(Outcome::Deferred(Reason::ours("later")));
    script.answer_next(Outcome::Unreachable(Reason::ours("The mail server refused the password.")));
    let app = TestApp::built(|_| {}, |app| app.mail = Transport::Scripted(script)).await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    for _ in 0..2 {
        let id = create(&app, &admin, json!({})).await;
        register(&app, &member, &id, false).await;
    }
    run_once(&app.app).await;
    let state = app.get_as(&admin, "/api/admin/mail").await.json();
    assert_eq!(
        (&state["isOn"], &state["waiting"], &state["failed"]),
        (&json!(true), &json!(2), &json!(0))
    );
    assert_eq!(state["trouble"]["problem"], "The mail server refused the password.");
    assert_eq!(run_once(&app.app).await, 0);
    let retried = app.post_as(&admin, "/api/admin/mail/retry", json!({})).await;
    assert_eq!(
        (retried.message().as_str(), &retried.json()["count"]),
        ("All waiting mails are being retried.", &json!(1))
    );
    assert_eq!(run_once(&app.app).await, 2);
    let state = app.get_as(&admin, "/api/admin/mail").await.json();
    assert_eq!((&state["waiting"], state.get("trouble")), (&json!(0), None));
}

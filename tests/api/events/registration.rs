//! Registrations: places, the waiting list, cancellation, tasks, tickets, reminders, and what others can see of them.

use community::exports::config::CaptchaProvider;
use community::exports::db::values::{Id, Instant};
use community::exports::events::letters::reminders;
use community::exports::events::registration::places::{promote, promote_left_over};
use community::exports::mail::transport::{Script, Transport};
use community::exports::mail::worker::run_once;
use poem::http::{Method, StatusCode};
use rusqlite::named_params;
use serde_json::json;

use crate::events::{create, mails, register};
use crate::support::{Answer, Signed, TestApp};

async fn event(app: &TestApp, who: &Signed, id: &str) -> serde_json::Value {
    app.get_as(who, &format!("/api/events/{id}")).await.json()
}

async fn cancel(app: &TestApp, who: &Signed, id: &str) -> Answer {
    app.delete_as(who, &format!("/api/events/{id}/register")).await
}

async fn complete(app: &TestApp, who: &Signed, id: &str, name: &str) -> Answer {
    app.call(Method::PUT, &format!("/api/events/{id}/tasks/{name}"), Some(&who.bearer), None)
        .await
}

#[tokio::test]
async fn a_member_registers_once_and_is_told_by_mail() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let id = create(&app, &admin, json!({ "maxParticipants": 5 })).await;
    let before = event(&app, &member, &id).await;
    assert_eq!(
        (&before["canRegister"], &before["canCancel"], &before["hasTicket"]),
        (&json!(true), &json!(false), &json!(false))
    );
    assert_eq!(
        app.post(&format!("/api/events/{id}/register"), json!({})).await.status,
        StatusCode::UNAUTHORIZED
    );

    let answer = register(&app, &member, &id, false).await;
    assert_eq!(
        (answer.status, answer.message().as_str()),
        (StatusCode::OK, "You have successfully registered for this event!")
    );
    let after = answer.json()["event"].clone();
    assert_eq!(
        (&after["isRegistered"], &after["registrationsCount"], &after["spotsLeft"]),
        (&json!(true), &json!(1), &json!(4))
    );
    assert_eq!(
        (&after["canRegister"], &after["canCancel"], &after["hasTicket"]),
        (&json!(false), &json!(true), &json!(true))
    );
    assert_eq!(after["registrations"][0]["status"], "Registered");
    let again = register(&app, &member, &id, true).await;
    assert_eq!(
        (again.status, again.message().as_str()),
        (StatusCode::CONFLICT, "You are already registered for this event.")
    );
    assert_eq!(mails(&app, &member).await, ["registration_confirmed"]);
    let Ok((_, sheet)) = app.letter("registration_confirmed").await else {
        panic!("no letter")
    };
    assert!(sheet.attachments[0].bytes.starts_with(b"BEGIN:VCALENDAR"));
    assert!(sheet.ticket.is_some_and(|code| code.contains("?ticket=")));
}

#[tokio::test]
async fn without_the_captcha_nobody_gets_a_place() {
    let app = TestApp::with(|config| config.captcha.provider = CaptchaProvider::Builtin).await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let id = create(&app, &admin, json!({})).await;
    let answer = register(&app, &member, &id, false).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(answer.json()["fields"]["captchaToken"], "Please complete the captcha verification");
    assert_eq!(app.number("SELECT count(*) FROM registrations").await, 0);
}

#[tokio::test]
async fn registration_closes_with_its_deadline_and_with_the_event() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let id = create(&app, &admin, json!({ "date": "2026-11-30", "registrationDeadline": "2026-11-28T10:00" })).await;
    app.app.clock.advance_seconds(3601);
    let closed = register(&app, &member, &id, false).await;
    assert_eq!(
        (closed.status, closed.message().as_str()),
        (StatusCode::CONFLICT, "Registration for this event has closed.")
    );
    assert_eq!(
        event(&app, &member, &id).await["registrationMessage"],
        "Registration for this event has closed."
    );
    app.app.clock.advance_seconds(3 * 86_400);
    let late = app.member("Late").await;
    assert_eq!(register(&app, &late, &id, false).await.message(), "This event is over.");
}

#[tokio::test]
async fn many_promotions_come_in_parts_and_none_is_forgotten() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let waiting = "SELECT count(*) FROM waiting_list";
    let fill = async || {
        let id = create(&app, &admin, json!({ "maxParticipants": 1 })).await;
        let event = Id::parse(&id).unwrap();
        app.write(move |tx| {
            for number in 0..600 {
                let user = Id(Id::new(Instant(jiff::Timestamp::UNIX_EPOCH)).0 + number);
                tx.execute(
                    "INSERT INTO users (id, name, email, email_key, created_at) VALUES (:id, 'Somebody', :id || '@example.org', :id || '@example.org', 1)",
                    named_params! { ":id": user },
                )?;
                tx.execute(
                    "INSERT INTO waiting_list (event_id, user_id, joined_at) VALUES (:event, :user, :number)",
                    named_params! { ":event": event, ":user": user, ":number": number },
                )?;
            }
            Ok(())
        })
        .await;
        (id, event)
    };
    let (id, _) = fill().await;
    let answer = app
        .put_as(&admin, &format!("/api/admin/events/{id}"), json!({ "maxParticipants": 700 }))
        .await;
    assert_eq!(
        (answer.status, answer.json()["event"]["registrationsCount"].as_i64()),
        (StatusCode::OK, Some(600))
    );
    assert_eq!(app.number(waiting).await, 0);
    assert_eq!(
        app.number("SELECT count(*) FROM mails WHERE kind = 'promoted_from_waiting_list'").await,
        600
    );

    // One write promotes only some of them. A start promotes those that a stop left behind.
    let (_, event) = fill().await;
    let now = app.app.clock.now();
    app.execute("UPDATE events SET max_participants = 700").await;
    assert!(app.write(move |tx| promote(tx, event, now)).await);
    let left = app.number(waiting).await;
    assert!((1..600).contains(&left), "{left}");
    promote_left_over(&app.app, now).await.unwrap();
    assert_eq!(app.number(waiting).await, 0);
}

#[tokio::test]
async fn a_free_place_goes_to_the_member_who_has_waited_longest() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let (first, second, third, fourth) = (
        app.member("First").await,
        app.member("Second").await,
        app.member("Third").await,
        app.member("Fourth").await,
    );
    let id = create(&app, &admin, json!({ "maxParticipants": 1 })).await;
    register(&app, &first, &id, false).await;
    let full = register(&app, &second, &id, false).await;
    assert_eq!((full.status, full.message().as_str()), (StatusCode::CONFLICT, "Registration Full"));
    assert_eq!(event(&app, &second, &id).await["canJoinWaitingList"], true);
    for who in [&second, &third, &fourth] {
        let joined = register(&app, who, &id, true).await;
        assert_eq!(joined.status, StatusCode::OK, "{}", joined.text);
    }
    assert_eq!(
        register(&app, &second, &id, true).await.message(),
        "You are already on the waiting list of this event."
    );
    assert_eq!(event(&app, &fourth, &id).await["waitingPosition"], 3);
    assert_eq!(cancel(&app, &third, &id).await.message(), "You have left the waiting list.");
    assert_eq!(event(&app, &fourth, &id).await["waitingPosition"], 2);

    // Members who are suspended now are skipped.
    app.execute("UPDATE users SET suspended_at = 1 WHERE name = 'Second'").await;
    assert_eq!(event(&app, &fourth, &id).await["waitingPosition"], 1);
    let line = app.get_as(&admin, &format!("/api/admin/events/{id}/waiting-list")).await.json();
    assert_eq!((&line[0]["user"]["name"], line[0].get("position")), (&json!("Second"), None));
    assert_eq!((&line[1]["user"]["name"], line[1]["position"].as_i64()), (&json!("Fourth"), Some(1)));
    assert_eq!(cancel(&app, &first, &id).await.message(), "Your registration has been cancelled.");
    assert_eq!(event(&app, &fourth, &id).await["isRegistered"], true);
    assert_eq!(mails(&app, &fourth).await, ["promoted_from_waiting_list"]);
    assert_eq!(app.number("SELECT waiting_count FROM events").await, 1);
    assert_eq!(app.number("SELECT registration_count FROM events").await, 1);
}

#[tokio::test]
async fn repeated_registering_and_cancelling_mails_only_the_last_state() {
    let app = TestApp::built(|_| {}, |app| app.mail = Transport::Scripted(Script::default())).await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let id = create(&app, &admin, json!({})).await;
    register(&app, &member, &id, false).await;
    assert_eq!(run_once(&app.app).await, 1, "the first is told at once");
    for _ in 0..10 {
        cancel(&app, &member, &id).await;
        assert_eq!(register(&app, &member, &id, false).await.status, StatusCode::OK);
    }
    cancel(&app, &member, &id).await;
    app.app.clock.advance_seconds(599);
    assert_eq!(run_once(&app.app).await, 0, "it is not quiet yet");
    app.app.clock.advance_seconds(1);
    assert_eq!(run_once(&app.app).await, 1);
    assert_eq!(mails(&app, &member).await, ["registration_confirmed", "registration_cancelled"]);
    // Later it takes longer to be quiet, and another event has nothing to do with it.
    register(&app, &member, &id, false).await;
    let other = create(&app, &admin, json!({})).await;
    register(&app, &member, &other, false).await;
    assert_eq!(run_once(&app.app).await, 1);
    app.app.clock.advance_seconds(1199);
    assert_eq!(run_once(&app.app).await, 0);
    app.app.clock.advance_seconds(1);
    assert_eq!(run_once(&app.app).await, 1);
}

#[tokio::test]
async fn a_place_can_be_given_up_only_before_the_event_begins() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let id = create(&app, &admin, json!({ "date": "2026-11-28", "time": "10:00" })).await;
    assert_eq!(cancel(&app, &member, &id).await.message(), "You are not registered for this event.");
    register(&app, &member, &id, false).await;
    app.app.clock.advance_seconds(3599);
    assert_eq!(event(&app, &member, &id).await["canCancel"], true);
    app.app.clock.advance_seconds(1);
    let late = cancel(&app, &member, &id).await;
    assert_eq!(
        (late.status, late.message().as_str()),
        (StatusCode::CONFLICT, "This event has begun, so registrations can no longer be cancelled.")
    );
    // It is live all day and open to latecomers.
    assert_eq!(register(&app, &app.member("Late").await, &id, false).await.status, StatusCode::OK);
}

#[tokio::test]
async fn tasks_with_unusual_names_can_be_completed() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let odd = [
        ("read a/b/c", "read%20a%2Fb%2Fc"),
        ("100% & more?", "100%25%20%26%20more%3F"),
        ("%2F", "%252F"),
        ("学ぶ #1", "%E5%AD%A6%E3%81%B6%20%231"),
        ("a+b", "a+b"),
        ("über \"x\"", "%C3%BCber%20%22x%22"),
        ("raw/slash", "raw/slash"),
        ("50%", "50%"),
    ];
    let tasks: Vec<_> = odd.iter().map(|(name, _)| json!({ "name": name })).collect();
    let id = create(&app, &admin, json!({ "tasks": tasks })).await;
    assert_eq!(
        complete(&app, &member, &id, "a+b").await.message(),
        "You are not registered for this event."
    );
    register(&app, &member, &id, false).await;
    for (name, encoded) in odd {
        let answer = complete(&app, &member, &id, encoded).await;
        assert_eq!(
            (answer.status, answer.message()),
            (StatusCode::OK, format!("Task \"{name}\" marked as completed!")),
            "{}",
            answer.text
        );
    }
    let again = complete(&app, &member, &id, "a+b").await;
    assert_eq!(again.status, StatusCode::OK);
    assert_eq!(complete(&app, &member, &id, "nothing").await.message(), "This event has no such task.");
    let own = event(&app, &member, &id).await["registrations"][0]["tasks"].clone();
    assert!(own.as_array().unwrap().iter().all(|task| task["completed"] == true), "{own}");
}

#[tokio::test]
async fn everybody_has_their_own_ticket() {
    let app = TestApp::with(|config| config.public_url = "https://makers.example".into()).await;
    let (admin, member, other) = (app.admin("Ada Admin").await, app.member("Max").await, app.member("Eve").await);
    let id = create(&app, &admin, json!({})).await;
    register(&app, &member, &id, false).await;
    let ticket = app.get_as(&member, &format!("/api/events/{id}/ticket")).await.json();
    let secret = ticket["ticket"].as_str().unwrap();
    assert_eq!(
        ticket["code"],
        format!("https://makers.example/admin/events/checkin/{id}?ticket={secret}")
    );
    assert!(ticket["path"].as_str().unwrap().starts_with("M4 4h7v1h-7z") && ticket["size"].as_i64().unwrap() > 29);
    assert_eq!(
        app.get_as(&other, &format!("/api/events/{id}/ticket")).await.status,
        StatusCode::NOT_FOUND
    );
    for answer in [
        app.get(&format!("/api/events/{id}")).await,
        app.get_as(&other, &format!("/api/events/{id}")).await,
    ] {
        assert!(!answer.text.contains(secret));
    }
}

#[tokio::test]
async fn others_see_counts_and_nothing_else() {
    let app = TestApp::new().await;
    let (admin, member, other) = (app.admin("Ada Admin").await, app.member("Maximiliane").await, app.member("Eve").await);
    let id = create(&app, &admin, json!({})).await;
    register(&app, &member, &id, false).await;
    app.post_as(
        &admin,
        &format!("/api/admin/events/{id}/send-links"),
        json!({ "meetLink": "https://meet.example/a" }),
    )
    .await;
    for path in [
        "/api/events".to_owned(),
        format!("/api/events/{id}"),
        "/events.ics".into(),
        "/events.atom".into(),
        format!("/events/{id}/calendar.ics"),
    ] {
        for answer in [app.get(&path).await, app.get_as(&other, &path).await] {
            assert_eq!(answer.status, StatusCode::OK, "{path}");
            for secret in [&member.id.to_string(), "Maximiliane", "@example.org", "meet.example"] {
                assert!(!answer.text.contains(secret), "{secret} in {path}");
            }
        }
    }
    assert_eq!(app.get(&format!("/api/events/{id}")).await.json()["registrationsCount"], 1);
}

#[tokio::test]
async fn participants_are_reminded_once_on_the_day_before() {
    let app = TestApp::new().await;
    app.execute("INSERT INTO settings VALUES ('timeZone', '\"America/New_York\"')").await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    // 23:30 in New York, which is the next day in UTC.
    let id = create(&app, &admin, json!({ "date": "2026-11-30", "time": "23:30" })).await;
    register(&app, &member, &id, false).await;
    let at = |text: &str| Instant(text.parse().unwrap());
    assert_eq!(reminders::run_once(&app.app, at("2026-11-30T04:29:59Z")).await.unwrap(), 0);
    assert_eq!(reminders::run_once(&app.app, at("2026-11-30T04:30:00Z")).await.unwrap(), 1);
    assert_eq!(reminders::run_once(&app.app, at("2026-11-30T04:31:00Z")).await.unwrap(), 0);
    assert_eq!(mails(&app, &member).await, ["registration_confirmed", "event_reminder"]);
    // A new time has a mail of its own: there is only one reminder.
    app.put_as(&admin, &format!("/api/admin/events/{id}"), json!({ "date": "2026-12-02" }))
        .await;
    assert_eq!(reminders::run_once(&app.app, at("2026-12-02T05:00:00Z")).await.unwrap(), 0);
    // Members who register after that get no reminder.
    app.app.clock.advance_seconds(4 * 86_400);
    register(&app, &app.member("Late").await, &id, false).await;
    assert_eq!(reminders::run_once(&app.app, at("2026-12-02T20:00:00Z")).await.unwrap(), 0);
}

#[tokio::test]
async fn an_event_whose_reminders_fail_keeps_them_from_no_other() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    for time in ["10:00", "11:00", "12:00"] {
        let id = create(&app, &admin, json!({ "date": "2026-12-01", "time": time })).await;
        register(&app, &member, &id, false).await;
    }
    app.execute(
        "CREATE TRIGGER fails BEFORE UPDATE OF reminded_at ON registrations WHEN new.event_id = (SELECT min(id) FROM events)
         BEGIN SELECT raise(ABORT, 'of this test'); END",
    )
    .await;
    let due = Instant("2026-11-30T18:00:00Z".parse().unwrap());
    assert_eq!(reminders::run_once(&app.app, due).await.unwrap(), 2);
    app.execute("DROP TRIGGER fails").await;
    assert_eq!(reminders::run_once(&app.app, due).await.unwrap(), 1);
}

#[tokio::test]
async fn nobody_gets_a_place_from_the_waiting_list_once_the_event_has_begun() {
    let app = TestApp::new().await;
    let (admin, going, waiting) = (app.admin("Ada Admin").await, app.member("Going").await, app.member("Waiting").await);
    let id = create(&app, &admin, json!({ "date": "2026-11-29", "time": "10:00", "maxParticipants": 1 })).await;
    register(&app, &going, &id, true).await;
    register(&app, &waiting, &id, true).await;
    app.app.clock.advance_seconds(86_400 + 3600);
    let admin = app.session_of(admin.id).await;
    let (event, now) = (Id::parse(&id).unwrap(), app.app.clock.now());
    let removed = app.delete_as(&admin, &format!("/api/admin/events/{id}/participants/{}", going.id)).await;
    assert_eq!(removed.status, StatusCode::OK, "{}", removed.text);
    app.execute("UPDATE events SET max_participants = 5").await;
    app.write(move |tx| promote(tx, event, now)).await;
    promote_left_over(&app.app, now).await.unwrap();
    assert_eq!(app.number("SELECT count(*) FROM registrations").await, 0);
    assert_eq!(mails(&app, &waiting).await.len(), 0);
}

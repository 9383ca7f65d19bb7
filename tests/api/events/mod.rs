//! How organisers and admins create, edit, duplicate, cancel and delete events; participants, links, letters, files.

mod calendar;
mod door;
mod editing;
mod lists;
mod maxima;
mod participants;
mod places;
mod registration;
mod team;

use poem::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Answer, Signed, TestApp};

/// A complete form, three weeks from the tests' day.
pub fn form(title: &str) -> Value {
    json!({
        "title": title,
        "description": "What happens, **at length**.",
        "date": "2026-12-19",
        "time": "18:30",
        "mode": "hybrid",
        "location": "Town Hall",
        "duration": 90,
        "eventType": "workshop",
        "tasks": [{ "name": "Bring a laptop", "required": true }, { "name": "Read chapter 1" }],
    })
}

/// Creates an event from a form with some fields changed; returns its id.
pub async fn create(app: &TestApp, admin: &Signed, changes: Value) -> String {
    let mut input = form("Evening of Rust");
    for (field, value) in changes.as_object().unwrap() {
        input[field] = value.clone();
    }
    let answer = app.post_as(admin, "/api/admin/events", input).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert_eq!(answer.message(), "Event created successfully!");
    answer.json()["event"]["_id"].as_str().unwrap().to_owned()
}

/// Registers somebody.
pub async fn register(app: &TestApp, who: &Signed, event: &str, waits: bool) -> Answer {
    app.post_as(
        who,
        &format!("/api/events/{event}/register"),
        json!({ "captchaToken": "", "waitingList": waits }),
    )
    .await
}

/// The kinds of the mails queued for somebody, oldest first.
pub async fn mails(app: &TestApp, who: &Signed) -> Vec<String> {
    let id = who.id;
    app.app
        .db
        .read(move |conn| {
            let mut select = conn.prepare("SELECT kind FROM mails WHERE user_id = ?1 ORDER BY id")?;
            Ok(select.query_map([id], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?)
        })
        .await
        .unwrap()
}

async fn edit(app: &TestApp, admin: &Signed, id: &str, changes: Value) -> Answer {
    app.put_as(admin, &format!("/api/admin/events/{id}"), changes).await
}

fn fields(answer: &Answer) -> Value {
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text);
    answer.json()["fields"].clone()
}

#[tokio::test]
async fn every_missing_field_gets_the_message_of_the_form() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let answer = app.post_as(&admin, "/api/admin/events", json!({})).await;
    assert_eq!(answer.message(), "Event title is required");
    assert_eq!(
        fields(&answer),
        json!({
            "title": "Event title is required",
            "description": "Event description is required",
            "date": "Event date is required",
            "time": "Event time is required",
        })
    );
    for (changes, field, sentence) in [
        (json!({ "title": "  " }), "title", "Event title is required"),
        (json!({ "date": "2026-02-30" }), "date", "Event date must be a day of the calendar"),
        (json!({ "time": "25:00" }), "time", "Event time must be a time such as 18:30"),
        (json!({ "endDate": "2026-12-18" }), "endDate", "The last day must not be before the first"),
        (
            json!({ "duration": 0 }),
            "duration",
            "Duration must be a whole number of minutes, from 1 to 43,200",
        ),
        (
            json!({ "maxParticipants": 0 }),
            "maxParticipants",
            "Maximum participants must be a whole number, from 1 to 100,000",
        ),
        (json!({ "mode": "Nowhere" }), "mode", "Please choose a mode"),
        (json!({ "eventType": "party" }), "eventType", "Please choose a type"),
        (json!({ "isCollaborative": true }), "organizationName", "Organization name is required"),
        (
            json!({ "organizationWebsite": "javascript:alert(1)" }),
            "organizationWebsite",
            "Organization website must be a web address that begins with https:// or http://",
        ),
        (
            json!({ "bannerImage": "http://a.example/banner.png" }),
            "bannerImage",
            "Banner image must be a web address that begins with https://, because browsers show no others",
        ),
        (
            json!({ "organizationLogo": "http://a.example/logo.png" }),
            "organizationLogo",
            "Organization logo must be a web address that begins with https://, because browsers show no others",
        ),
        (
            json!({ "organizationContact": "nobody" }),
            "organizationContact",
            "Organization contact must be an e-mail address",
        ),
        (
            json!({ "registrationDeadline": "2026-12-20T10:00" }),
            "registrationDeadline",
            "The registration deadline must not be after the last day",
        ),
        (
            json!({ "tasks": [{ "name": "A" }, { "name": "a" }] }),
            "tasks",
            "There are two tasks with the name \"a\"",
        ),
        (json!({ "tasks": [{ "name": " " }] }), "tasks", "Every task needs a name"),
        (json!({ "title": "x".repeat(201) }), "title", "This can have at most 200 characters"),
    ] {
        let mut input = form("Evening");
        for (name, value) in changes.as_object().unwrap() {
            input[name] = value.clone();
        }
        let answer = app.post_as(&admin, "/api/admin/events", input).await;
        assert_eq!(fields(&answer)[field], sentence, "{changes}");
    }
}

#[tokio::test]
async fn one_form_takes_both_observed_payloads() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let id = create(
        &app,
        &admin,
        json!({
            "mode": "hYBRID", "tags": " Rust, SQLite,, rust ", "maxParticipants": null, "duration": null, "registrationDeadline": "2026-12-18",
            "isCollaborative": true, "organizationName": "Makers e.V.", "organizationContact": "us@makers.example", "partnershipType": "co-host",
            "certificateDesign": "unknown", "endDate": "2026-12-20", "difficulty": "advanced", "bannerImage": "",
        }),
    )
    .await;
    let event = app.get_as(&admin, &format!("/api/admin/events/{id}")).await.json();
    assert_eq!(
        (&event["mode"], &event["tags"], &event["certificateDesign"]),
        (&json!("Hybrid"), &json!(["Rust", "SQLite"]), &json!("default"))
    );
    assert_eq!(
        (&event["registrationDeadline"], &event["endDate"]),
        (&json!("2026-12-18T23:59"), &json!("2026-12-20"))
    );
    assert_eq!(event["organizationContact"], "us@makers.example");
    assert_eq!(event["endsAt"], "2026-12-20T20:30:00+00:00");
    assert!(event.get("maxParticipants").is_none() && event["published"] == true && event["canDelete"] == true);
    // Only admins see a partner's address.
    assert!(!app.get(&format!("/api/events/{id}")).await.text.contains("us@makers.example"));

    // The short form leaves the other fields unchanged.
    let short =
        json!({ "title": "Evening", "description": "Short.", "date": "2026-12-19", "time": "19:00", "mode": "Online", "location": "", "tasks": [] });
    let saved = edit(&app, &admin, &id, short).await.json()["event"].clone();
    assert_eq!(
        (&saved["title"], &saved["mode"], &saved["tasks"]),
        (&json!("Evening"), &json!("Online"), &json!([]))
    );
    assert_eq!(
        (&saved["tags"], &saved["organizationName"]),
        (&json!(["Rust", "SQLite"]), &json!("Makers e.V."))
    );
    let emptied = edit(&app, &admin, &id, json!({ "registrationDeadline": null, "endDate": null }))
        .await
        .json()["event"]
        .clone();
    assert!(emptied.get("registrationDeadline").is_none() && emptied["endDate"] == "2026-12-19");
}

#[tokio::test]
async fn only_admins_see_a_draft_until_it_is_published() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let id = create(&app, &admin, json!({ "published": false })).await;
    for path in ["", "/register", "/ticket", "/calendar.ics"] {
        let answer = match path {
            "/register" => register(&app, &member, &id, false).await,
            "/calendar.ics" => app.get(&format!("/events/{id}/calendar.ics")).await,
            path => app.get_as(&member, &format!("/api/events/{id}{path}")).await,
        };
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(app.get("/api/events").await.total(), 0);
    assert_eq!(
        app.get_as(&admin, "/api/admin/events?status=drafts").await.ids(),
        std::slice::from_ref(&id)
    );
    edit(&app, &admin, &id, json!({ "published": true })).await;
    assert_eq!(app.get("/api/events?search=evening").await.ids(), std::slice::from_ref(&id));
    assert_eq!(
        app.get_as(&admin, "/api/admin/events?status=upcoming&search=RUST").await.ids(),
        std::slice::from_ref(&id)
    );
}

#[tokio::test]
async fn the_admins_list_knows_upcoming_today_and_past() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let past = create(&app, &admin, json!({ "date": "2026-11-01" })).await;
    let today = create(&app, &admin, json!({ "date": "2026-11-27", "endDate": "2026-11-29" })).await;
    let near = create(&app, &admin, json!({ "date": "2026-12-01" })).await;
    let far = create(&app, &admin, json!({ "date": "2027-01-01" })).await;
    for (query, expected) in [
        ("", vec![&today, &near, &far, &past]),
        ("?offset=1&limit=2", vec![&near, &far]),
        ("?offset=2", vec![&far, &past]),
        ("?status=upcoming", vec![&near, &far]),
        ("?status=today", vec![&today]),
        ("?status=past", vec![&past]),
        ("?status=upcoming&search=rust", vec![&near, &far]),
        ("?search=rust&limit=2", vec![&today, &near]),
    ] {
        let answer = app.get_as(&admin, &format!("/api/admin/events{query}")).await;
        assert_eq!(answer.ids().iter().collect::<Vec<_>>(), expected, "{query}");
    }
    assert_eq!(app.get_as(&admin, "/api/admin/events?limit=1").await.total(), 4);
    assert_eq!(
        app.get_as(&admin, "/api/admin/events?status=odd").await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
}

#[tokio::test]
async fn tasks_keep_progress_when_they_are_renamed_and_reordered() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let id = create(&app, &admin, json!({ "tasks": [{ "name": "A" }, { "name": "B" }, { "name": "C" }] })).await;
    register(&app, &member, &id, false).await;
    for name in ["A", "C"] {
        app.call(Method::PUT, &format!("/api/events/{id}/tasks/{name}"), Some(&member.bearer), None)
            .await;
    }
    let tasks = app.get_as(&admin, &format!("/api/admin/events/{id}")).await.json()["tasks"].clone();
    let swapped = json!([{ "name": "C" }, { "_id": tasks[1]["_id"], "name": "A" }, { "_id": tasks[0]["_id"], "name": "B", "required": true }]);
    let saved = edit(&app, &admin, &id, json!({ "tasks": swapped })).await.json()["event"]["tasks"].clone();
    let shown: Vec<(String, i64)> = saved
        .as_array()
        .unwrap()
        .iter()
        .map(|task| (task["name"].as_str().unwrap().to_owned(), task["completedCount"].as_i64().unwrap()))
        .collect();
    assert_eq!(shown, [("C".into(), 1), ("A".into(), 0), ("B".into(), 1)]);
    edit(&app, &admin, &id, json!({ "tasks": [{ "name": "B" }] })).await;
    assert_eq!(app.number("SELECT count(*) FROM task_completions").await, 1);
}

#[tokio::test]
async fn the_maximum_covers_registered_members_and_a_higher_one_admits_waiting_members() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let id = create(&app, &admin, json!({ "maxParticipants": 2 })).await;
    let mut members = Vec::new();
    for name in ["One", "Two", "Three", "Four"] {
        let member = app.member(name).await;
        register(&app, &member, &id, true).await;
        members.push(member);
    }
    let refused = edit(&app, &admin, &id, json!({ "maxParticipants": 1 })).await;
    assert_eq!(
        fields(&refused)["maxParticipants"],
        "2 participants are already registered, so the maximum cannot be lower than 2"
    );
    let saved = edit(&app, &admin, &id, json!({ "maxParticipants": 3 })).await.json();
    assert_eq!(
        (&saved["event"]["registrationsCount"], &saved["event"]["waitingCount"]),
        (&json!(3), &json!(1))
    );
    assert_eq!(mails(&app, &members[2]).await, ["promoted_from_waiting_list"]);
    edit(&app, &admin, &id, json!({ "maxParticipants": null })).await;
    assert_eq!(mails(&app, &members[3]).await, ["promoted_from_waiting_list"]);
}

#[tokio::test]
async fn an_event_with_registrations_is_cancelled_not_deleted() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let id = create(&app, &admin, json!({})).await;
    register(&app, &member, &id, false).await;
    let path = format!("/api/admin/events/{id}");
    assert_eq!(app.delete_as(&admin, &path).await.status, StatusCode::CONFLICT);
    let cancelled = app
        .post_as(&admin, &format!("{path}/cancel"), json!({ "reason": "The hall\nis wet." }))
        .await;
    assert_eq!(cancelled.status, StatusCode::OK, "{}", cancelled.text);
    assert_eq!(mails(&app, &member).await, ["registration_confirmed", "event_cancelled"]);
    let shown = app.get_as(&member, &format!("/api/events/{id}")).await.json();
    assert_eq!(
        (&shown["cancelled"], &shown["cancellationReason"]),
        (&json!(true), &json!("The hall\nis wet."))
    );
    assert_eq!(
        (&shown["registrationMessage"], &shown["canCancel"], &shown["hasTicket"]),
        (&json!("This event was cancelled."), &json!(false), &json!(false))
    );
    let again = app.post_as(&admin, &format!("{path}/cancel"), json!({})).await;
    assert_eq!(
        (again.status, again.message().as_str()),
        (StatusCode::CONFLICT, "This event was already cancelled.")
    );
    assert_eq!(
        register(&app, &app.member("Late").await, &id, false).await.message(),
        "This event was cancelled."
    );

    let empty = create(&app, &admin, json!({})).await;
    assert_eq!(
        app.delete_as(&admin, &format!("/api/admin/events/{empty}")).await.message(),
        "Event deleted."
    );
    assert_eq!(app.get(&format!("/api/events/{empty}")).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_copy_is_a_draft_with_tasks_of_its_own() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let id = create(&app, &admin, json!({ "tags": ["Rust"] })).await;
    register(&app, &member, &id, false).await;
    let copy = app
        .call(Method::POST, &format!("/api/admin/events/{id}/duplicate"), Some(&admin.bearer), None)
        .await
        .json()["event"]
        .clone();
    assert_eq!(
        (&copy["title"], &copy["published"], &copy["registrationsCount"], &copy["tags"]),
        (&json!("Evening of Rust (copy)"), &json!(false), &json!(0), &json!(["Rust"]))
    );
    let original = app.get_as(&admin, &format!("/api/admin/events/{id}")).await.json();
    assert_eq!(copy["tasks"][0]["name"], original["tasks"][0]["name"]);
    assert_ne!(copy["tasks"][0]["_id"], original["tasks"][0]["_id"]);
}

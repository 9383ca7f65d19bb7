//! Editing an event with participants, and with another admin who edits it at the same time.

use poem::http::StatusCode;
use serde_json::json;

use super::{create, edit, fields, mails, register};
use crate::support::TestApp;

#[tokio::test]
async fn an_admin_who_edits_an_event_is_told_what_another_admin_saved_meanwhile() {
    let app = TestApp::new().await;
    let (ada, grace) = (app.admin("Ada").await, app.admin("Grace").await);
    let id = create(&app, &ada, json!({})).await;
    let seen = app.get_as(&ada, &format!("/api/admin/events/{id}")).await.json()["updatedAt"].clone();
    let saved = edit(&app, &grace, &id, json!({ "location": "Library", "updatedAt": seen })).await;
    assert_eq!(saved.status, StatusCode::OK, "{}", saved.text);

    // The version changes although the clock does not.
    let refused = edit(&app, &ada, &id, json!({ "location": "Castle", "title": "Mine", "updatedAt": seen })).await;
    assert_eq!(refused.status, StatusCode::CONFLICT, "{}", refused.text);
    assert!(refused.message().starts_with("Grace has changed this event"), "{}", refused.text);
    assert_eq!(refused.json()["fields"], json!({ "location": "Grace has changed this meanwhile." }));
    app.app.clock.advance_seconds(60);
    let saved = edit(
        &app,
        &grace,
        &id,
        json!({ "difficulty": "advanced", "updatedAt": saved.json()["event"]["updatedAt"] }),
    )
    .await;
    let refused = edit(&app, &ada, &id, json!({ "location": "Castle", "updatedAt": seen })).await;
    let fields = refused.json()["fields"].clone();
    assert!(fields["difficulty"].is_string() && fields["location"].is_string(), "{fields}");
    let event = app.get_as(&ada, &format!("/api/admin/events/{id}")).await.json();
    assert_eq!(
        (event["location"].as_str(), event["title"].as_str()),
        (Some("Library"), Some("Evening of Rust"))
    );

    // It is saved with the current version, and by a client that sends no version.
    let current = edit(
        &app,
        &ada,
        &id,
        json!({ "location": "Castle", "updatedAt": saved.json()["event"]["updatedAt"] }),
    )
    .await;
    assert_eq!(current.status, StatusCode::OK, "{}", current.text);
    assert_eq!(edit(&app, &ada, &id, json!({ "location": "Barn" })).await.status, StatusCode::OK);
}

#[tokio::test]
async fn only_a_change_of_time_or_place_is_mailed() {
    let app = TestApp::new().await;
    let (admin, going, waiting) = (app.admin("Ada Admin").await, app.member("Going").await, app.member("Waiting").await);
    let id = create(&app, &admin, json!({ "maxParticipants": 1 })).await;
    register(&app, &going, &id, false).await;
    register(&app, &waiting, &id, true).await;
    edit(&app, &admin, &id, json!({ "title": "Night of Rust", "description": "New words." })).await;
    assert_eq!(mails(&app, &going).await, ["registration_confirmed"]);
    assert_eq!(app.number("SELECT sequence FROM events").await, 0);
    edit(&app, &admin, &id, json!({ "time": "19:00" })).await;
    edit(&app, &admin, &id, json!({ "location": "Library" })).await;
    assert_eq!(mails(&app, &going).await, ["registration_confirmed", "event_changed", "event_changed"]);
    assert_eq!(mails(&app, &waiting).await, ["event_changed", "event_changed"]);
    assert_eq!(app.number("SELECT sequence FROM events").await, 2);
    assert_eq!(app.number("SELECT count(*) FROM audit_log WHERE action = 'event.edit'").await, 3);
}

#[tokio::test]
async fn an_event_with_registrations_stays_published() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let id = create(&app, &admin, json!({})).await;
    register(&app, &member, &id, false).await;
    let refused = edit(&app, &admin, &id, json!({ "published": false })).await;
    assert_eq!(
        fields(&refused)["published"],
        "An event with registrations cannot become a draft. Cancel it instead, so that everybody is told."
    );
}

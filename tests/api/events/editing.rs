//! Editing an event with participants, and with another admin who edits it at the same time.

use poem::http::StatusCode;
use serde_json::json;

use community::exports::sessions::sweep::sweep;

use super::{create, edit, fields, mails, register};
use crate::projects::pictures::png;
use crate::support::{Answer, TestApp};

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

#[tokio::test]
async fn pictures_that_are_stored_for_an_event_belong_to_it() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let store = async |side: u32| app.upload(&admin, "/api/admin/pictures", png(side, 60)).await;
    assert_eq!(app.upload(&member, "/api/admin/pictures", png(9, 9)).await.status, StatusCode::FORBIDDEN);
    let wrong = app.upload(&admin, "/api/admin/pictures", b"not a picture".to_vec()).await;
    assert_eq!(wrong.json()["fields"]["picture"], "A picture must be a PNG, JPEG or WebP file");

    let address = |answer: &Answer| answer.json()["address"].as_str().unwrap().to_owned();
    let (banner, logo, other) = (address(&store(200).await), address(&store(80).await), address(&store(90).await));
    assert_eq!(app.get(&banner).await.status, StatusCode::OK);
    let id = create(
        &app,
        &admin,
        json!({ "bannerImage": banner, "isCollaborative": true, "organizationName": "Makers", "organizationLogo": logo }),
    )
    .await;
    let event = app.get(&format!("/api/events/{id}")).await.json();
    assert_eq!((&event["bannerImage"], &event["organizationLogo"]), (&json!(banner), &json!(logo)));

    // Another event cannot show them, nor what is no picture of an event.
    let second = create(&app, &admin, json!({})).await;
    let portrait = app.upload(&member, "/api/users/profile/picture", png(50, 50)).await.json()["profilePicture"].clone();
    for link in [json!(banner), portrait, json!("/media/0000000000007"), json!(format!("{other}?key=1"))] {
        let refused = edit(&app, &admin, &second, json!({ "bannerImage": link })).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{link}");
        assert!(fields(&refused)["bannerImage"].is_string(), "{}", refused.text);
    }

    // A copy has its own, so that what happens to the first event does not touch it.
    let copy = app.post_as(&admin, &format!("/api/admin/events/{id}/duplicate"), json!({})).await.json()["event"].clone();
    let copied = copy["bannerImage"].as_str().unwrap();
    assert_ne!(copied, banner);
    assert_eq!(app.get(copied).await.status, StatusCode::OK);

    // What no event shows any more, or has never shown, is deleted after a day.
    assert_eq!(edit(&app, &admin, &id, json!({ "bannerImage": "" })).await.status, StatusCode::OK);
    sweep(&app.app).await;
    assert_eq!(edit(&app, &admin, &id, json!({ "bannerImage": banner })).await.status, StatusCode::OK);
    assert_eq!(edit(&app, &admin, &id, json!({ "bannerImage": "" })).await.status, StatusCode::OK);
    app.app.clock.advance_seconds(25 * 60 * 60);
    sweep(&app.app).await;
    for (link, status) in [
        (&*banner, StatusCode::NOT_FOUND),
        (&*other, StatusCode::NOT_FOUND),
        (&*logo, StatusCode::OK),
        (copied, StatusCode::OK),
    ] {
        assert_eq!(app.get(link).await.status, status, "{link}");
    }
    let admin = app.admin("Grace").await;
    let late = edit(&app, &admin, &id, json!({ "bannerImage": banner })).await;
    assert_eq!(fields(&late)["bannerImage"], "This picture is no longer there. Please choose it again.");
    app.delete_as(&admin, &format!("/api/admin/events/{id}")).await;
    sweep(&app.app).await;
    assert_eq!(app.get(&logo).await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.number("SELECT count(*) FROM event_pictures").await, 2);
}

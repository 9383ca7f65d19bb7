//! Members who leave, and what ends with them.

mod account;
mod deletion;
mod profile;

use community::exports::db::values::Id;
use community::exports::events::registration::guards::leave_everything;
use poem::http::StatusCode;
use serde_json::json;

use crate::events::{create, mails, register};
use crate::support::TestApp;

#[tokio::test]
async fn who_leaves_gives_coming_places_on_and_is_signed_out() {
    let app = TestApp::new().await;
    let (admin, leaver, next, last) = (
        app.admin("Ada Admin").await,
        app.member("Lea").await,
        app.member("Nina").await,
        app.member("Zoe").await,
    );
    let full = create(&app, &admin, json!({ "maxParticipants": 1 })).await;
    register(&app, &leaver, &full, false).await;
    for waiting in [&next, &last] {
        register(&app, waiting, &full, true).await;
    }
    // One that is waited for, one that was cancelled, and one that has begun.
    let waited_for = create(&app, &admin, json!({ "maxParticipants": 1 })).await;
    register(&app, &last, &waited_for, false).await;
    register(&app, &leaver, &waited_for, true).await;
    let cancelled = create(&app, &admin, json!({})).await;
    register(&app, &leaver, &cancelled, false).await;
    app.post_as(&admin, &format!("/api/admin/events/{cancelled}/cancel"), json!({})).await;
    let begun = create(&app, &admin, json!({ "date": "2026-11-28", "time": "09:30" })).await;
    register(&app, &leaver, &begun, false).await;
    app.app.clock.advance_seconds(3600);
    let told = mails(&app, &leaver).await.len();

    let (user, now) = (leaver.id, app.app.clock.now());
    app.write(move |tx| leave_everything(tx, user, now)).await;

    assert_eq!(app.get_as(&leaver, "/api/users/profile").await.status, StatusCode::UNAUTHORIZED);
    let events_of = |user: Id| {
        app.app.db.read(move |conn| {
            let mut select = conn.prepare("SELECT event_id FROM registrations WHERE user_id = ?1 ORDER BY event_id")?;
            Ok(select.query_map([user], |row| row.get(0))?.collect::<Result<Vec<Id>, _>>()?)
        })
    };
    let ids = |events: &[&String]| events.iter().map(|id| Id::parse(id).unwrap()).collect::<Vec<_>>();
    assert_eq!(events_of(leaver.id).await.unwrap(), ids(&[&cancelled, &begun]));
    assert_eq!(events_of(next.id).await.unwrap(), ids(&[&full]));
    assert_eq!(events_of(last.id).await.unwrap(), ids(&[&waited_for]));
    assert_eq!(app.number("SELECT count(*) FROM waiting_list").await, 1);
    assert_eq!(mails(&app, &next).await, ["promoted_from_waiting_list"]);
    assert_eq!(mails(&app, &leaver).await.len(), told);
}

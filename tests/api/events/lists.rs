//! Events: lists, status, detail.

use poem::http::StatusCode;
use serde_json::json;

use crate::events::create;
use crate::support::TestApp;

/// The status of an event as a guest sees it now.
async fn status(app: &TestApp, id: &str) -> String {
    app.get(&format!("/api/events/{id}")).await.json()["status"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_status_follows_the_communitys_calendar() {
    // Now it is 09:00 in UTC on the 28th.
    for (zone, date, expected) in [
        ("UTC", "2026-11-28", "ongoing"),
        ("UTC", "2026-11-27", "completed"),
        ("UTC", "2026-11-29", "upcoming"),
        ("Pacific/Kiritimati", "2026-11-28", "ongoing"),
        ("Pacific/Honolulu", "2026-11-27", "ongoing"),
        ("Pacific/Pago_Pago", "2026-11-27", "ongoing"),
        ("Pacific/Pago_Pago", "2026-11-28", "upcoming"),
    ] {
        let app = TestApp::new().await;
        let admin = app.admin("Ada Admin").await;
        let setting = format!("\"{zone}\"");
        app.write(move |tx| Ok(tx.execute("INSERT INTO settings VALUES ('timeZone', ?1)", [&setting])?))
            .await;
        let id = create(&app, &admin, json!({ "date": date, "time": "23:30" })).await;
        assert_eq!(status(&app, &id).await, expected, "{zone} {date}");
    }
}

#[tokio::test]
async fn a_late_event_is_on_the_same_day_everywhere() {
    let app = TestApp::new().await;
    app.execute("INSERT INTO settings VALUES ('timeZone', '\"Europe/Berlin\"')").await;
    let admin = app.admin("Ada Admin").await;
    let id = create(&app, &admin, json!({ "date": "2027-03-27", "time": "23:30", "duration": 120 })).await;
    let event = app.get(&format!("/api/events/{id}")).await.json();
    assert_eq!((&event["date"], &event["endDate"]), (&json!("2027-03-27"), &json!("2027-03-27")));
    // The clocks change that night; the event still ends two hours after it begins.
    assert_eq!(
        (&event["startsAt"], &event["endsAt"]),
        (&json!("2027-03-27T23:30:00+01:00"), &json!("2027-03-28T01:30:00+01:00"))
    );
}

#[tokio::test]
async fn a_list_is_grouped_filtered_sorted_and_paged() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let past = create(&app, &admin, json!({ "date": "2026-11-01", "title": "Alpha" })).await;
    let older = create(&app, &admin, json!({ "date": "2026-10-01", "title": "Omega" })).await;
    let live = create(
        &app,
        &admin,
        json!({ "date": "2026-11-27", "endDate": "2026-11-29", "eventType": "hackathon" }),
    )
    .await;
    let far = create(&app, &admin, json!({ "date": "2027-02-01", "title": "Beta" })).await;
    let near = create(&app, &admin, json!({ "date": "2026-12-01", "title": "Gamma" })).await;
    for (query, expected) in [
        ("", vec![&near, &far, &live, &past, &older]),
        ("?sort=date", vec![&near, &far, &live, &past, &older]),
        ("?sort=date-desc", vec![&far, &near, &live, &past, &older]),
        ("?sort=date-asc", vec![&near, &far, &live, &older, &past]),
        ("?sort=alphabetical", vec![&far, &near, &live, &past, &older]),
        ("?status=live", vec![&live]),
        ("?status=ongoing", vec![&live]),
        ("?status=completed", vec![&past, &older]),
        ("?type=hackathon", vec![&live]),
        ("?limit=2&offset=1", vec![&far, &live]),
        ("?search=gam", vec![&near]),
    ] {
        let answer = app.get(&format!("/api/events{query}")).await;
        assert_eq!(answer.ids().iter().collect::<Vec<_>>(), expected, "{query}");
    }
    assert_eq!(app.get("/api/events?limit=1").await.total(), 5);
    assert_eq!(
        app.get("/api/events/count").await.json(),
        json!({ "count": 5, "upcoming": 2, "participants": 0 })
    );
    assert_eq!(app.get("/api/events?type=party").await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

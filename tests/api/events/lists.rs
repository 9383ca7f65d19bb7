//! Events: lists, status, detail.

use poem::http::StatusCode;
use serde_json::json;

use crate::events::{create, register};
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
        let id = create(&app, &admin, json!({ "date": date, "time": "18:30" })).await;
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
    assert_eq!((&event["date"], &event["endDate"]), (&json!("2027-03-27"), &json!("2027-03-28")));
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
        ("", vec![&live, &near, &far, &past, &older]),
        ("?sort=date", vec![&live, &near, &far, &past, &older]),
        ("?sort=date-desc", vec![&live, &far, &near, &past, &older]),
        ("?sort=date-asc", vec![&live, &near, &far, &older, &past]),
        ("?sort=alphabetical", vec![&live, &far, &near, &past, &older]),
        ("?status=next", vec![&live, &near, &far]),
        ("?status=next&type=workshop&limit=1&offset=1", vec![&far]),
        ("?status=live", vec![&live]),
        ("?status=ongoing", vec![&live]),
        ("?status=completed", vec![&past, &older]),
        ("?type=hackathon", vec![&live]),
        ("?limit=2&offset=1", vec![&near, &far]),
        ("?search=gam", vec![&near]),
    ] {
        let answer = app.get(&format!("/api/events{query}")).await;
        assert_eq!(answer.ids().iter().collect::<Vec<_>>(), expected, "{query}");
    }
    register(&app, &admin, &near, false).await;
    for (query, expected) in [
        ("", vec![&live, &near, &far, &past, &older]),
        ("sort=date", vec![&older, &past, &live, &near, &far]),
        ("sort=date-desc", vec![&far, &near, &live, &past, &older]),
        ("sort=title", vec![&past, &far, &live, &near, &older]),
        ("sort=registrations&limit=1", vec![&near]),
        ("sort=registrations-asc&limit=4&offset=4", vec![&near]),
        ("sort=date-desc&status=upcoming", vec![&far, &near]),
        ("sort=date-desc&status=next", vec![&far, &near, &live]),
        ("sort=date&status=past", vec![&older, &past]),
        ("sort=title-desc&search=m", vec![&older, &near]),
        ("sort=title-desc&search=gam", vec![&near]),
    ] {
        let answer = app.get_as(&admin, &format!("/api/admin/events?{query}")).await;
        assert_eq!(answer.ids().iter().collect::<Vec<_>>(), expected, "{query}");
    }
    assert_eq!(app.get_as(&admin, "/api/admin/events?sort=size").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(app.get("/api/events?limit=1").await.total(), 5);
    assert_eq!(
        app.get("/api/events/count").await.json(),
        json!({ "count": 5, "upcoming": 2, "participants": 1 })
    );
    assert_eq!(app.get("/api/events?type=party").await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn the_event_of_the_day_stands_first_until_it_is_over() {
    let app = TestApp::new().await;
    let (admin, max, bea) = (app.admin("Ada Admin").await, app.member("Max").await, app.member("Bea").await);
    // It is 09:00. The event goes on after midnight.
    let night = create(&app, &admin, json!({ "date": "2026-11-28", "time": "22:00", "duration": 240 })).await;
    let next = create(&app, &admin, json!({ "date": "2026-11-29", "time": "12:00", "duration": 60 })).await;
    let off = create(&app, &admin, json!({ "date": "2026-11-28", "time": "10:00" })).await;
    app.post_as(&admin, &format!("/api/admin/events/{off}/cancel"), json!({})).await;
    register(&app, &max, &next, false).await;
    register(&app, &max, &night, false).await;
    let path = format!("/api/events/{night}");
    let seen = async || {
        let event = app.get(&path).await.json();
        let list = app.get("/api/events").await.ids();
        let own = app.get_as(&max, "/api/users/me/events").await.ids();
        let state = ["status", "phase", "canRegister"]
            .map(|name| event[name].to_string().replace('"', ""))
            .join(" ");
        (state, list, own)
    };
    let order = |ids: [&String; 3]| ids.into_iter().cloned().collect::<Vec<String>>();
    let until = |hours: i64| app.app.clock.advance_seconds(hours * 3600);

    let (state, list, own) = seen().await;
    assert_eq!(state, "ongoing today true");
    assert_eq!(list, order([&night, &next, &off]), "cancelled events are never first");
    assert_eq!(own, [night.clone(), next.clone()]);
    assert_eq!(app.get("/api/events?status=next").await.ids(), [night.clone(), next.clone()]);
    let to_do = async |query: &str| app.get_as(&admin, &format!("/api/admin/events?{query}")).await.ids();
    assert_eq!(to_do("status=next").await, [night.clone(), next.clone()]);
    assert_eq!(to_do("limit=1").await, std::slice::from_ref(&night));
    assert_eq!(to_do("limit=1&offset=1").await, std::slice::from_ref(&next));
    assert_eq!(
        app.get("/api/events/count").await.json(),
        json!({ "count": 2, "upcoming": 1, "participants": 2 })
    );
    assert_eq!(app.get("/api/admin/stats").await.json()["eventCount"], 2);

    until(13);
    assert_eq!(seen().await.0, "ongoing live true");
    let late = app.get_as(&max, &path).await.json();
    assert_eq!(
        (&late["canCancel"], &late["cancelUntil"]),
        (&json!(false), &json!("2026-11-28T22:00:00+00:00"))
    );

    // Half past midnight.
    app.app.clock.advance_seconds(9000);
    let (state, list, _) = seen().await;
    assert_eq!(
        (state.as_str(), list[..2].to_vec()),
        ("ongoing live true", vec![night.clone(), next.clone()])
    );
    assert_eq!(app.get(&path).await.json()["endDate"], "2026-11-29");
    assert_eq!(register(&app, &bea, &night, false).await.status, StatusCode::OK);

    // Over, though its last day is not.
    until(2);
    let (state, list, own) = seen().await;
    assert_eq!((state.as_str(), list), ("ongoing over false", order([&next, &night, &off])));
    assert_eq!(own, [next.clone(), night.clone()]);
    assert_eq!(
        register(&app, &app.member("Late").await, &night, false).await.message(),
        "This event is over."
    );
    until(24);
    assert_eq!(seen().await.0, "completed over false");
}

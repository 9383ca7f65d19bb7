//! The door: a ticket counts once, whatever is scanned, sent again, or meant for another event.

use poem::http::StatusCode;
use serde_json::{Value, json};

use crate::events::{create, register};
use crate::support::{Signed, TestApp};

async fn ticket(app: &TestApp, who: &Signed, event: &str) -> Value {
    app.get_as(who, &format!("/api/events/{event}/ticket")).await.json()
}

async fn scan(app: &TestApp, admin: &Signed, event: &str, input: Value) -> Value {
    let answer = app.post_as(admin, &format!("/api/admin/events/{event}/checkin"), input).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()
}

#[tokio::test]
async fn a_ticket_counts_once() {
    let app = TestApp::new().await;
    let (admin, max, bea) = (app.admin("Ada Admin").await, app.member("Max").await, app.member("Bea").await);
    let id = create(&app, &admin, json!({})).await;
    register(&app, &max, &id, false).await;
    register(&app, &bea, &id, false).await;
    let ticket = ticket(&app, &max, &id).await;

    let first = scan(&app, &admin, &id, json!({ "ticket": ticket["code"] })).await;
    assert_eq!((&first["state"], &first["message"]), (&json!("checked_in"), &json!("Welcome, Max!")));
    assert_eq!((&first["checkedInCount"], &first["registrationsCount"]), (&json!(1), &json!(2)));
    let shown = app.get_as(&max, &format!("/api/events/{id}")).await.json();
    assert_eq!(shown["registrations"][0]["status"], "Attended");

    app.app.clock.advance_seconds(600);
    let second = scan(&app, &admin, &id, json!({ "ticket": ticket["ticket"] })).await;
    assert_eq!(
        (&second["state"], &second["checkedInAt"]),
        (&json!("already"), &json!("2026-11-28T09:00:00Z"))
    );
    assert_eq!(second["checkedInCount"], 1);
    let by_name = scan(&app, &admin, &id, json!({ "userId": bea.id.to_string() })).await;
    assert_eq!((&by_name["state"], &by_name["checkedInCount"]), (&json!("checked_in"), &json!(2)));
    let summary = app.get_as(&admin, &format!("/api/admin/events/{id}/checkin/summary")).await.json();
    assert_eq!(
        (&summary["checkedInCount"], &summary["registrationsCount"], &summary["open"]),
        (&json!(2), &json!(2), &json!(true))
    );

    // After an admin sets the status back, the ticket can be used again.
    app.put_as(
        &admin,
        &format!("/api/admin/events/{id}/participants/{}/status", max.id),
        json!({ "status": "Registered" }),
    )
    .await;
    assert_eq!(scan(&app, &admin, &id, json!({ "ticket": ticket["code"] })).await["state"], "checked_in");
}

#[tokio::test]
async fn a_ticket_that_is_not_for_this_event_is_refused_with_a_reason() {
    let app = TestApp::new().await;
    let (admin, max) = (app.admin("Ada Admin").await, app.member("Max").await);
    let here = create(&app, &admin, json!({})).await;
    let there = create(&app, &admin, json!({ "title": "Night of SQL" })).await;
    register(&app, &max, &there, false).await;
    let ticket = ticket(&app, &max, &there).await;
    let wrong = scan(&app, &admin, &here, json!({ "ticket": ticket["code"] })).await;
    assert_eq!((&wrong["state"], &wrong["otherEvent"]), (&json!("wrong_event"), &json!("Night of SQL")));
    assert_eq!(wrong["message"], "This ticket is for another event: Night of SQL");
    assert_eq!(app.number("SELECT count(*) FROM registrations WHERE checked_in_at IS NOT NULL").await, 0);
    for odd in [
        json!({ "ticket": "WIFI:S:home;;" }),
        json!({ "ticket": "0".repeat(32) }),
        json!({ "userId": max.id.to_string() }),
    ] {
        assert_eq!(scan(&app, &admin, &here, odd.clone()).await["state"], "unknown", "{odd}");
    }
    let nothing = app.post_as(&admin, &format!("/api/admin/events/{here}/checkin"), json!({})).await;
    assert_eq!(nothing.status, StatusCode::UNPROCESSABLE_ENTITY);
    app.post_as(&admin, &format!("/api/admin/events/{there}/cancel"), json!({})).await;
    let cancelled = app
        .post_as(&admin, &format!("/api/admin/events/{there}/checkin"), json!({ "ticket": ticket["code"] }))
        .await;
    assert_eq!(
        (cancelled.status, cancelled.message().as_str()),
        (StatusCode::CONFLICT, "This event was cancelled.")
    );
}

#[tokio::test]
async fn delayed_scans_count_once_at_the_time_of_the_scan() {
    let app = TestApp::new().await;
    let (admin, max) = (app.admin("Ada Admin").await, app.member("Max").await);
    let id = create(&app, &admin, json!({})).await;
    register(&app, &max, &id, false).await;
    let ticket = ticket(&app, &max, &id).await;
    app.app.clock.advance_seconds(3600);
    let queued = json!({ "ticket": ticket["code"], "scannedAt": "2026-11-28T09:30:00Z", "scanId": "phone-1" });
    let first = scan(&app, &admin, &id, queued.clone()).await;
    assert_eq!(
        (&first["state"], &first["checkedInAt"]),
        (&json!("checked_in"), &json!("2026-11-28T09:30:00Z"))
    );
    // The answer was lost, so the scan is sent again. A scan by another phone is a different scan.
    assert_eq!(scan(&app, &admin, &id, queued).await, first);
    let other = scan(&app, &admin, &id, json!({ "ticket": ticket["code"], "scanId": "phone-2" })).await;
    assert_eq!((&other["state"], &other["checkedInCount"]), (&json!("already"), &json!(1)));
    assert_eq!(app.number("SELECT count(*) FROM audit_log WHERE action = 'event.check_in'").await, 1);

    // A clock that is ahead is not trusted.
    let bea = app.member("Bea").await;
    register(&app, &bea, &id, false).await;
    let ahead = json!({ "userId": bea.id.to_string(), "scannedAt": "2030-01-01T00:00:00Z" });
    assert_eq!(scan(&app, &admin, &id, ahead).await["checkedInAt"], "2026-11-28T10:00:00Z");
}

#[tokio::test]
async fn the_door_gives_places_while_there_are_some_and_takes_them_back() {
    let app = TestApp::new().await;
    let (admin, max, bea) = (app.admin("Ada Admin").await, app.member("Max").await, app.member("Bea").await);
    let (_wim, tea) = (app.member("Wim").await, app.member("Tea").await);
    let id = create(
        &app,
        &admin,
        json!({ "maxParticipants": 1, "date": "2026-11-28", "time": "09:00", "duration": 240 }),
    )
    .await;
    register(&app, &max, &id, false).await;
    register(&app, &bea, &id, true).await;
    register(&app, &tea, &id, true).await;
    let let_in = |who: &Signed, scan: &str| json!({ "userId": who.id.to_string(), "letIn": true, "scanId": scan });
    let full = scan(&app, &admin, &id, let_in(&bea, "s0")).await;
    assert_eq!(full["state"], "no_place");
    assert_eq!(full["message"], "There is no place for Bea: all places are taken.");

    app.put_as(&admin, &format!("/api/admin/events/{id}"), json!({ "maxParticipants": 3 }))
        .await;
    // Without the wish to let somebody in, nobody gets a place by mistake.
    assert_eq!(scan(&app, &admin, &id, json!({ "userId": bea.id.to_string() })).await["state"], "unknown");
    for again in [1, 2] {
        let answer = scan(&app, &admin, &id, let_in(&bea, "s1")).await;
        assert_eq!(
            (&answer["state"], &answer["message"]),
            (&json!("checked_in"), &json!("Welcome, Bea!")),
            "{again}"
        );
    }
    // A walk-in, found by the address.
    let walk_in = json!({ "email": "Wim@example.org", "letIn": true, "scanId": "s2" });
    let answer = scan(&app, &admin, &id, walk_in).await;
    assert_eq!(
        (&answer["state"], &answer["checkedInCount"], &answer["registrationsCount"]),
        (&json!("checked_in"), &json!(2), &json!(3))
    );
    let nobody = json!({ "email": "nobody@example.org", "letIn": true });
    assert_eq!(scan(&app, &admin, &id, nobody).await["message"], "No member has this e-mail address.");

    // Taken back, each once; Bea waits again, before Tea.
    let undo = async |input: Value| {
        let answer = app.post_as(&admin, &format!("/api/admin/events/{id}/checkin/undo"), input).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        answer.json()
    };
    let not_hers = undo(json!({ "userId": bea.id.to_string(), "scanId": "s9" })).await;
    assert_eq!(
        (&not_hers["state"], &not_hers["message"]),
        (&json!("already"), &json!("Bea was checked in again since."))
    );
    for _ in 0..2 {
        let undone = undo(json!({ "userId": bea.id.to_string(), "scanId": "s1" })).await;
        assert_eq!(
            (&undone["state"], &undone["message"]),
            (&json!("undone"), &json!("Bea is not checked in."))
        );
        assert_eq!((&undone["checkedInCount"], &undone["registrationsCount"]), (&json!(1), &json!(2)));
    }
    let line = app.get_as(&admin, &format!("/api/admin/events/{id}/waiting-list")).await.json();
    assert_eq!((&line[0]["user"]["name"], &line[1]["user"]["name"]), (&json!("Bea"), &json!("Tea")));

    // Who was registered stays so.
    let here = scan(&app, &admin, &id, json!({ "userId": max.id.to_string(), "scanId": "s3" })).await;
    undo(json!({ "userId": max.id.to_string(), "checkedInAt": here["checkedInAt"] })).await;
    let shown = app.get_as(&max, &format!("/api/events/{id}")).await.json();
    assert_eq!(shown["registrations"][0]["status"], "Registered");
    let door = app.get_as(&admin, &format!("/api/admin/events/{id}/checkin/summary")).await.json();
    assert_eq!(
        (&door["phase"], &door["spotsLeft"], &door["checkedInCount"]),
        (&json!("live"), &json!(1), &json!(1))
    );
}

//! Calendars and feeds: exact bytes, revocable addresses, ETags.

use poem::http::{Method, StatusCode};
use serde_json::json;

use crate::events::{create, register};
use crate::support::TestApp;

/// The lines of a file, unfolded.
fn lines(text: &str) -> Vec<String> {
    assert!(text.ends_with("\r\n") && text.split("\r\n").all(|line| line.len() <= 75), "{text}");
    text.replace("\r\n ", "").trim_end().split("\r\n").map(str::to_owned).collect()
}

/// Saves a file for tests/calendars/check.py, which reads it with third-party parsers.
fn emit(name: &str, text: &str) {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("calendars");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(name), text).unwrap();
}

fn value<'a>(lines: &'a [String], name: &str) -> Vec<&'a str> {
    lines.iter().filter_map(|line| line.strip_prefix(name)?.strip_prefix(':')).collect()
}

#[tokio::test]
async fn instants_are_right_on_both_sides_of_a_change_of_clocks() {
    let app = TestApp::with(|config| config.public_url = "https://makers.example".into()).await;
    let admin = app.admin("Ada Admin").await;
    for (zone, date, start) in [
        ("Europe/Berlin", "2027-03-27", "20270327T173000Z"),
        ("Europe/Berlin", "2027-03-28", "20270328T163000Z"),
        ("Asia/Kolkata", "2027-03-28", "20270328T130000Z"),
        ("Europe/Berlin", "2027-10-30", "20271030T163000Z"),
        ("Europe/Berlin", "2027-10-31", "20271031T173000Z"),
        ("Asia/Kolkata", "2027-11-07", "20271107T130000Z"),
        ("America/New_York", "2027-03-13", "20270313T233000Z"),
        ("America/New_York", "2027-03-14", "20270314T223000Z"),
        ("America/New_York", "2027-11-06", "20271106T223000Z"),
        ("America/New_York", "2027-11-07", "20271107T233000Z"),
    ] {
        let setting = format!("\"{zone}\"");
        app.write(move |tx| Ok(tx.execute("INSERT OR REPLACE INTO settings VALUES ('timeZone', ?1)", [&setting])?))
            .await;
        let id = create(&app, &admin, json!({ "date": date, "time": "18:30", "title": "Über, alles; \\o/" })).await;
        let file = app.get(&format!("/events/{id}/calendar.ics")).await;
        assert_eq!(file.header("Content-Type"), "text/calendar; charset=utf-8");
        emit(&format!("{}-{date}.ics", zone.replace('/', "-")), &file.text);
        let lines = lines(&file.text);
        assert_eq!(value(&lines, "DTSTART"), [start], "{zone} {date}");
        assert_eq!(value(&lines, "UID"), [format!("{id}@makers.example")]);
        assert_eq!(value(&lines, "SUMMARY"), ["Über\\, alles\\; \\\\o/"]);
        assert_eq!(value(&lines, "URL"), [format!("https://makers.example/events/{id}")]);
    }
}

#[tokio::test]
async fn the_same_event_is_the_same_bytes_until_it_changes() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let id = create(&app, &admin, json!({})).await;
    let path = format!("/events/{id}/calendar.ics");
    let first = app.get(&path).await;
    app.app.clock.advance_seconds(60);
    register(&app, &member, &id, false).await;
    let etag = first.header("ETag").to_owned();
    let same = app.call_with(Method::GET, &path, None, None, &[("If-None-Match", &etag)]).await;
    assert_eq!((same.status, same.text.as_str()), (StatusCode::NOT_MODIFIED, ""));
    assert_eq!(app.get(&path).await.text, first.text);

    app.put_as(&admin, &format!("/api/admin/events/{id}"), json!({ "time": "20:00" })).await;
    let moved = lines(&app.get(&path).await.text);
    assert_eq!(
        (value(&moved, "SEQUENCE"), value(&moved, "DTSTAMP"), value(&moved, "DTSTART")),
        (vec!["1"], vec!["20261128T090100Z"], vec!["20261219T200000Z"])
    );
    app.post_as(&admin, &format!("/api/admin/events/{id}/cancel"), json!({ "reason": "Rain" }))
        .await;
    let cancelled = lines(&app.get(&path).await.text);
    assert_eq!(
        (value(&cancelled, "STATUS"), value(&cancelled, "SEQUENCE")),
        (vec!["CANCELLED"], vec!["2"])
    );
    assert_eq!(value(&cancelled, "UID"), value(&moved, "UID"));
    assert!(app.get("/events.ics").await.text.contains("STATUS:CANCELLED"));
}

#[tokio::test]
async fn the_public_calendar_holds_what_lies_ahead_and_the_last_year() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    for date in ["2025-11-01", "2025-12-01", "2026-11-28", "2027-12-01"] {
        create(&app, &admin, json!({ "date": date })).await;
    }
    create(&app, &admin, json!({ "published": false })).await;
    let lines = lines(&app.get("/events.ics").await.text);
    assert_eq!(value(&lines, "DTSTART"), ["20271201T183000Z", "20261128T183000Z", "20251201T183000Z"]);
    assert_eq!(value(&lines, "X-WR-CALNAME"), ["Events of Community"]);
}

#[tokio::test]
async fn ones_own_calendar_has_a_secret_address_that_can_be_revoked() {
    let app = TestApp::with(|config| config.public_url = "https://makers.example".into()).await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let (mine, full) = (
        create(&app, &admin, json!({})).await,
        create(&app, &admin, json!({ "title": "Other", "maxParticipants": 1 })).await,
    );
    register(&app, &member, &mine, false).await;
    // Who waits has no date yet.
    register(&app, &admin, &full, false).await;
    assert_eq!(register(&app, &member, &full, true).await.status, StatusCode::OK);
    assert_eq!(app.get_as(&member, "/api/users/me/calendar-feed").await.json(), json!({}));
    let make = || app.call(Method::POST, "/api/users/me/calendar-feed", Some(&member.bearer), None);
    let first = make().await.json()["url"].as_str().unwrap().to_owned();
    let path = first.strip_prefix("https://makers.example").unwrap();
    let file = app.get(path).await;
    assert_eq!((file.status, file.header("Cache-Control")), (StatusCode::OK, "private, no-cache"));
    assert_eq!(value(&lines(&file.text), "UID"), [format!("{mine}@makers.example")]);
    assert_eq!(app.get_as(&member, "/api/users/me/calendar-feed").await.json()["url"], first);

    let second = make().await.json()["url"].as_str().unwrap().to_owned();
    assert_ne!(first, second);
    assert_eq!(app.get(path).await.status, StatusCode::NOT_FOUND);
    app.delete_as(&member, "/api/users/me/calendar-feed").await;
    let gone = app.get(second.strip_prefix("https://makers.example").unwrap()).await;
    assert_eq!((gone.status, gone.json()["code"].as_str()), (StatusCode::NOT_FOUND, Some("not_found")));
}

#[tokio::test]
async fn the_name_of_an_event_survives_a_move_of_the_site() {
    let folder = tempfile::tempdir().unwrap();
    // Before there is a public address, nothing is kept.
    let config = |url: &str| community::exports::config::Config {
        database: folder.path().join("community.db"),
        public_url: url.into(),
        ..community::exports::config::Config::default()
    };
    let clock = || community::exports::clock::Clock::manual(0);
    for local in ["", "http://localhost:3000", "http://0.0.0.0:80"] {
        let app = community::exports::app::App::open(config(local), clock()).await.unwrap();
        assert!(["127.0.0.1", "localhost", "0.0.0.0"].contains(&app.calendar_host.as_str()));
        app.db.close().unwrap();
    }
    let first = community::exports::app::App::open(config("https://makers.example:8443"), clock())
        .await
        .unwrap();
    assert_eq!(first.calendar_host, "makers.example");
    first.db.close().unwrap();
    let moved = community::exports::app::App::open(config("https://elsewhere.example"), clock())
        .await
        .unwrap();
    assert_eq!(moved.calendar_host, "makers.example");
}

#[tokio::test]
async fn of_too_many_events_the_calendars_hold_the_nearest() {
    let app = TestApp::new().await;
    let member = app.member("Max").await;
    let id = member.id;
    // 300 past events, and 450 to come: 2025-12-29 to 2028-02-21 around 2026-11-28.
    app.write(move |tx| {
        tx.execute_batch(&format!(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 750)
               INSERT INTO events (id, number, title, title_key, description, description_html, date, end_date, time, starts_at, ends_at, created_at, updated_at)
               SELECT 1000 - i, i, date('2026-11-28', (i - 301) || ' days'), '', 'Text', '', date('2026-11-28', (i - 301) || ' days'),
                 date('2026-11-28', (i - 301) || ' days'), '18:00', i, i, 0, 0 FROM n;
             INSERT INTO registrations (event_id, user_id, ticket, registered_at) SELECT id, {}, 't' || id, 0 FROM events;
             INSERT INTO calendar_feeds VALUES ({}, 'secret', 0);",
            id.0, id.0
        ))?;
        Ok(())
    })
    .await;
    for path in ["/events.ics", "/calendar/secret.ics"] {
        let lines = lines(&app.get(path).await.text);
        let days = value(&lines, "SUMMARY");
        // The 450 of today and to come, and the last 50 before.
        assert_eq!((days.len(), days[0], days[499]), (500, "2028-02-20", "2026-10-09"), "{path}");
        assert!(days.is_sorted_by(|a, b| a > b), "{path}");
    }
}

#[tokio::test]
async fn feeds_hold_what_is_public() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let hidden = create(&app, &admin, json!({ "title": "Hidden", "published": false })).await;
    app.app.clock.advance_seconds(60);
    let id = create(&app, &admin, json!({ "title": "Rust <3 & more" })).await;
    let feed = app.get("/events.atom").await;
    assert_eq!(feed.header("Content-Type"), "application/atom+xml; charset=utf-8");
    assert!(
        feed.text.contains("Rust &lt;3 &amp; more") && feed.text.contains(&id) && !feed.text.contains("Hidden"),
        "{}",
        feed.text
    );
    emit("events.atom", &feed.text);
    let etag = feed.header("ETag").to_owned();
    let same = app.call_with(Method::GET, "/events.atom", None, None, &[("If-None-Match", &etag)]).await;
    assert_eq!(same.status, StatusCode::NOT_MODIFIED);

    // What becomes public last comes first, whenever it was written.
    app.app.clock.advance_seconds(60);
    super::edit(&app, &admin, &hidden, json!({ "published": true })).await;
    let places = |text: &str, names: [&str; 2]| names.map(|name| text.find(&format!(">{name}</title>")).unwrap());
    let text = app.get("/events.atom").await.text;
    assert!(places(&text, ["Hidden", "Rust &lt;3 &amp; more"]).is_sorted(), "{text}");

    let project = crate::projects::submit(&app, &member, crate::projects::project("Solar clock")).await;
    let later = crate::projects::submit(&app, &member, crate::projects::project("Rain gauge")).await;
    crate::projects::approve(&app, &admin, &later).await;
    app.app.clock.advance_seconds(60);
    assert!(!app.get("/projects.atom").await.text.contains("Solar clock"));
    crate::projects::approve(&app, &admin, &project).await;
    let feed = app.get("/projects.atom").await.text;
    emit("projects.atom", &feed);
    assert!(places(&feed, ["Solar clock", "Rain gauge"]).is_sorted(), "{feed}");
    assert!(
        feed.contains("Solar clock") && feed.contains("<name>Max</name>") && !feed.contains("@example.org"),
        "{feed}"
    );
}

//! The measurements, read by the grammar of their format.

use std::time::Duration;

use community::exports::backups::keeper;
use community::exports::metrics;
use poem::http::{Method, StatusCode};
use poem::test::TestClient;
use rusqlite::Connection;

use crate::support::TestApp;

/// Reads the text strictly: a family has its two comments first, each of its samples once, and nothing of others between them.
/// Returns the samples with their labels.
fn parse(text: &str) -> Vec<(String, f64)> {
    let (mut family, mut told, mut kinds, mut samples) = (String::new(), Vec::new(), Vec::new(), Vec::<(String, f64)>::new());
    assert!(text.ends_with('\n'));
    for line in text.lines() {
        if let Some(help) = line.strip_prefix("# HELP ") {
            family = help.split_once(' ').unwrap().0.to_owned();
            assert!(!told.contains(&family), "{family} comes twice");
            told.push(family.clone());
        } else if let Some(kind) = line.strip_prefix("# TYPE ") {
            let (name, kind) = kind.split_once(' ').unwrap();
            assert!(name == family && ["counter", "gauge", "histogram"].contains(&kind), "{line}");
            kinds.push(name.to_owned());
        } else {
            let (sample, value) = line.rsplit_once(' ').unwrap();
            let name = sample.split('{').next().unwrap();
            let of = ["", "_bucket", "_sum", "_count"].iter().any(|end| name == format!("{family}{end}"));
            assert!(of && kinds.contains(&family), "{line}");
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{line}");
            assert!(!samples.iter().any(|(known, _)| known == sample), "{line} comes twice");
            samples.push((sample.to_owned(), value.parse().unwrap()));
        }
    }
    samples
}

/// SQLite's own number of the state, which every commit of others changes.
fn state(watch: &Connection) -> i64 {
    watch.query_row("PRAGMA data_version", [], |row| row.get(0)).unwrap()
}

#[tokio::test]
async fn whoever_asks_whether_the_site_is_well_writes_nothing() {
    let app = TestApp::new().await;
    let watch = Connection::open(app.app.db.path()).unwrap();
    // So long ago that the last write tells nothing of the next.
    tokio::time::sleep(Duration::from_secs(6)).await;
    let before = (state(&watch), app.app.db.version(), app.app.db.bytes());
    let metrics = TestClient::new(metrics::endpoint(&app.app));
    for _ in 0..3 {
        assert_eq!(app.get("/healthz").await.text, "ok");
        let forwarded = [("X-Forwarded-For", "203.0.113.9"), ("X-Forwarded-Proto", "https")];
        assert_eq!(app.call_with(Method::GET, "/healthz", None, None, &forwarded).await.text, "ok");
        let measured = metrics.get("/metrics").send().await.0.into_body().into_string().await.unwrap();
        assert!(measured.contains("community_database_up 1"), "{measured}");
    }
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert_eq!((state(&watch), app.app.db.version(), app.app.db.bytes()), before);
    // It is noticed nevertheless that nobody could write.
    watch.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_eq!(app.get("/healthz").await.status, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test]
async fn requests_and_the_state_of_the_site_are_measured_and_nobody_is_named() {
    let app = TestApp::new().await;
    app.admin("Ada Admin").await;
    assert!(keeper::look(&app.app).await);
    for path in ["/api/site", "/api/site", "/api/nothing"] {
        app.get(path).await;
    }
    let client = TestClient::new(metrics::endpoint(&app.app));
    let answer = client.get("/metrics").send().await;
    answer.assert_status_is_ok();
    answer.assert_content_type("text/plain; version=0.0.4; charset=utf-8");
    let text = answer.0.into_body().into_string().await.unwrap();
    let samples = parse(&text);
    let value = |name: &str| samples.iter().find(|(sample, _)| sample == name).map(|(_, value)| *value);
    for (name, wanted) in [
        ("community_http_requests_total{status=\"2xx\"}", 2.0),
        ("community_http_requests_total{status=\"4xx\"}", 1.0),
        ("community_http_request_duration_seconds_bucket{le=\"+Inf\"}", 3.0),
        ("community_http_request_duration_seconds_count", 3.0),
        ("community_database_up", 1.0),
        ("community_members", 1.0),
        ("community_mails{state=\"waiting\"}", 0.0),
        ("community_backup_failed", 0.0),
        ("community_backup_time_seconds", 1_795_856_400.0),
    ] {
        assert_eq!(value(name), Some(wanted), "{name}\n{text}");
    }
    assert!(value("community_database_bytes") > Some(100_000.0));
    assert!(!text.contains("Ada"));
    // It is nowhere else, and nothing else is there.
    assert_eq!(app.get("/metrics").await.status, StatusCode::NOT_FOUND);
    client.get("/api/site").send().await.assert_status(StatusCode::NOT_FOUND);
}

//! What nobody sends by accident: strange addresses for every call, bodies that are nothing but brackets, hosts of others.

use std::time::{Duration, Instant};

use community::exports::app::App;
use community::exports::credentials::guards::sign_due;
use community::exports::mail::transport::{Script, Transport};
use poem::Request;
use poem::http::{Method, StatusCode};
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::events::create;
use crate::projects::{project, submit};
use crate::secrets::{fill, ids};
use crate::support::TestApp;

/// In the place of an id: a NUL, a slash, the way to the database, a line break, and what is no UTF-8.
const STRANGE: [&str; 5] = ["%00", "a%2Fb", "..%2F..%2Fcommunity.db", "x%0d%0aSet-Cookie:%20a=b", "%FF%FE"];

#[tokio::test]
async fn strange_ids_lead_nowhere_in_every_call() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let document: Value = app.get("/api/openapi.json").await.json();
    let mut calls = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        if !path.contains('{') {
            continue;
        }
        for method in operations.as_object().unwrap().keys() {
            for strange in STRANGE {
                let parts = path.split('/').map(|part| if part.starts_with('{') { strange } else { part });
                let filled = parts.collect::<Vec<_>>().join("/");
                let method: Method = method.to_uppercase().parse().unwrap();
                let answer = app.call(method.clone(), &filled, Some(&admin.bearer), Some(json!({}))).await;
                assert!(answer.status.is_client_error(), "{method} {filled}: {} {}", answer.status, answer.text);
                assert!(!answer.headers.contains_key("set-cookie"), "{filled}");
                calls += 1;
            }
        }
    }
    assert!(calls > 100, "only {calls} calls");
}

#[tokio::test]
async fn brackets_without_an_end_are_a_bad_request() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    for body in ["[".repeat(200_000), "{\"a\":".repeat(40_000)] {
        let request = Request::builder()
            .method(Method::PUT)
            .uri("/api/admin/settings".parse().unwrap())
            .header("Authorization", format!("Bearer {}", admin.bearer))
            .content_type("application/json")
            .body(body);
        assert_eq!(app.answer(request).await.status, StatusCode::BAD_REQUEST);
    }
}

#[tokio::test]
async fn links_in_mails_name_the_site_whatever_host_a_request_names() {
    let scripted = |app: &mut App| app.mail = Transport::Scripted(Script::default());
    let app = TestApp::built(|config| config.public_url = "https://makers.example".into(), scripted).await;
    let headers = [
        ("Host", "evil.example"),
        ("X-Forwarded-Host", "evil.example"),
        ("Forwarded", "host=evil.example"),
    ];
    let body = json!({ "email": "max@example.org", "captchaToken": "" });
    let asked = app.call_with(Method::POST, "/api/auth/email", None, Some(body), &headers).await;
    assert_eq!(asked.status, StatusCode::OK, "{}", asked.text);
    let text = app.letter_text("sign_in_link").await;
    assert!(text.contains("https://makers.example/login") && !text.contains("evil"), "{text}");
}

/// Calls that read and count how often, so that nobody reads too much.
const COUNTED: [&str; 2] = ["download_credentials", "download_data"];

#[tokio::test]
async fn get_and_head_change_nothing() {
    let app = TestApp::new().await;
    fill(&app).await;
    // What is handed out is signed before, by whoever comes first.
    let mut after = 0;
    while let Some(last) = sign_due(&app.app, after).await.unwrap() {
        after = last;
    }
    let admin = app.admin("Ada Admin").await;
    let document: Value = app.get("/api/openapi.json").await.json();
    let ids = app.app.db.read(|conn| Ok(ids(conn)?)).await.unwrap();
    let watch = Connection::open(app.app.db.path()).unwrap();
    let state = || watch.query_row("PRAGMA data_version", [], |row| row.get::<_, i64>(0)).unwrap();
    // What an admin's first request of an hour notes.
    app.get_as(&admin, "/api/site").await;
    let mut calls = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        let Some(get) = operations.get("get") else { continue };
        let name = get["operationId"].as_str().unwrap();
        let mut parts: Vec<String> = path.split('/').map(str::to_owned).collect();
        for place in 1..parts.len() {
            if parts[place].starts_with('{') {
                let known = ids.get(parts[place - 1].as_str()).and_then(|known| known.first());
                parts[place] = known.cloned().unwrap_or_else(|| "0000000000001".into());
            }
        }
        for method in [Method::GET, Method::HEAD] {
            for who in [None, Some(&*admin.bearer)] {
                let before = state();
                let answer = app.call(method.clone(), &parts.join("/"), who, None).await;
                // A look for a certificate that is not there counts.
                let is_counted = COUNTED.contains(&name) || (answer.status == StatusCode::NOT_FOUND && path.contains("/certificates/"));
                assert!(is_counted || state() == before, "{method} {path} has written: {}", answer.status);
                calls += 1;
            }
        }
    }
    assert!(calls > 200, "only {calls} calls");
}

#[tokio::test]
async fn what_only_the_server_sets_is_not_taken_from_a_body() {
    let app = TestApp::new().await;
    let (admin, max) = (app.admin("Ada Admin").await, app.member("Max").await);
    let ours = json!({
        "role": "admin", "isAdmin": true, "status": "Approved", "featured": true, "isFeatured": true, "upvotes": 99, "upvoteCount": 99,
        "commentCount": 99, "projectCount": 99, "submittedBy": admin.id.to_string(), "_id": "0000000000001", "number": 99, "email": "x@example.org",
        "reviewedAt": "2020-01-01T00:00:00Z", "createdAt": "2020-01-01T00:00:00Z", "registrationCount": 99, "suspendedAt": null,
    });
    let with = |mut body: Value| {
        for (name, value) in ours.as_object().unwrap() {
            body.as_object_mut().unwrap().entry(name.clone()).or_insert_with(|| value.clone());
        }
        body
    };
    let id = submit(&app, &max, with(project("Solar clock"))).await;
    // A profile has a status of its own: what its member is available for.
    let profile = with(json!({ "name": "Max", "status": "Busy" }));
    assert_eq!(app.put_as(&max, "/api/users/profile", profile).await.status, StatusCode::OK);
    app.put_as(&max, &format!("/api/projects/{id}"), with(project("Solar watch"))).await;
    let event = create(&app, &admin, ours.clone()).await;
    app.post_as(&max, &format!("/api/projects/{id}/comment"), with(json!({ "text": "Mine" })))
        .await;
    for (sql, wanted) in [
        ("SELECT count(*) FROM users WHERE role = 'admin'", 1),
        ("SELECT count(*) FROM users WHERE email = 'x@example.org'", 0),
        ("SELECT sum(project_count) FROM users", 1),
        (
            "SELECT count(*) FROM projects WHERE status = 'In Review' AND featured = 0 AND upvote_count = 0 AND reviewed_at IS NULL AND number = 1",
            1,
        ),
        (
            "SELECT count(*) FROM projects p JOIN users u ON u.id = p.submitted_by WHERE u.name = 'Max'",
            1,
        ),
        ("SELECT count(*) FROM events WHERE number = 1 AND registration_count = 0", 1),
        (
            "SELECT count(*) FROM comments WHERE user_id <> (SELECT id FROM users WHERE name = 'Max')",
            0,
        ),
        ("SELECT count(*) FROM projects WHERE created_at < 1700000000000 OR id = 1", 0),
    ] {
        assert_eq!(app.number(sql).await, wanted, "{sql}");
    }
    assert_ne!(event, "0000000000001");
}

#[tokio::test]
async fn repeated_patterns_take_no_longer_than_other_texts() {
    // A release has 200 ms; what is built for tests is slower, and has company.
    let most = Duration::from_millis(if cfg!(debug_assertions) { 3000 } else { 200 });
    let app = TestApp::new().await;
    let max = app.member("Max").await;
    for pattern in [
        "[",
        "![](",
        "**a ",
        "*a_",
        "<",
        "<a href='",
        "> ",
        "- ",
        "`",
        "``` ",
        "|a",
        "&#",
        "\\[",
        "http://a.",
        "(((",
        "~~",
        "a\n===\n",
    ] {
        let text = pattern.repeat(100_000 / pattern.len());
        let begun = Instant::now();
        let shown = app.post_as(&max, "/api/markdown", json!({ "text": text })).await;
        assert!(begun.elapsed() < most, "{pattern}: {:?}", begun.elapsed());
        assert!(!shown.status.is_server_error(), "{pattern}: {}", shown.text);
        let begun = Instant::now();
        let query: String = percent_encoding::utf8_percent_encode(&text, percent_encoding::NON_ALPHANUMERIC).collect();
        for path in ["/api/projects", "/api/events", "/api/users/search"] {
            let found = app.get_as(&max, &format!("{path}?search={}", &query[..query.len().min(12_000)])).await;
            assert!(
                found.status.is_client_error() || found.status == StatusCode::OK,
                "{path} {pattern}: {}",
                found.status
            );
        }
        assert!(begun.elapsed() < most, "{pattern}: {:?}", begun.elapsed());
    }
}

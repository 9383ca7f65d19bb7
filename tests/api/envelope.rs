//! Conventions that hold for every call: the error shape, limits, ETags, headers.

use poem::http::{Method, StatusCode};

use crate::support::TestApp;

#[tokio::test]
async fn every_failure_has_the_one_shape() {
    let app = TestApp::new().await;
    let cases = [
        (Method::GET, "/api/nothing", None, 404, "not_found"),
        (Method::GET, "/api", None, 404, "not_found"),
        (Method::POST, "/api/site", None, 405, "method_not_allowed"),
        (Method::GET, "/api/projects?limit=many", None, 400, "bad_request"),
        (Method::GET, "/api/projects?limit=201", None, 422, "invalid"),
        (Method::GET, "/api/projects?offset=10001", None, 422, "invalid"),
        (Method::GET, "/api/projects?category=knitting", None, 422, "invalid"),
        (Method::GET, "/api/projects/%2E%2E%2Fetc", None, 404, "not_found"),
        (Method::GET, "/api/projects/%00", None, 404, "not_found"),
        (Method::GET, "/api/projects/%E0%A4%A", None, 404, "not_found"),
        (Method::GET, "/api/users/profile", None, 401, "unauthorized"),
        (Method::GET, "/api/users/profile", Some("rubbish"), 401, "unauthorized"),
    ];
    for (method, path, bearer, status, code) in cases {
        let answer = app.call(method, path, bearer, None).await;
        assert_eq!(answer.status.as_u16(), status, "{path}: {}", answer.text);
        let body = answer.json();
        assert_eq!(body["code"], code, "{path}");
        assert!(!body["message"].as_str().unwrap().is_empty(), "{path}");
        assert!(answer.header("Content-Type").starts_with("application/json"), "{path}");
    }
}

#[tokio::test]
async fn an_address_that_is_no_text_reaches_the_pages() {
    let app = TestApp::new().await;
    for path in ["/%E0%A4%A", "/projects/%E0%A4%A?page=2", "/admin/%FF"] {
        // The pages of these tests answer without a word.
        let answer = app.get(path).await;
        assert_eq!((answer.status, answer.text.as_str()), (StatusCode::NOT_FOUND, ""), "{path}");
    }
}

#[tokio::test]
async fn an_internal_error_tells_nothing() {
    let app = TestApp::new().await;
    app.execute("DROP TABLE showcase").await;
    let answer = app.get("/api/projects").await;
    assert_eq!(answer.status, StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(answer.text, r#"{"message":"Server error. Please try again later.","code":"internal"}"#);
}

#[tokio::test]
async fn a_large_body_is_refused() {
    let app = TestApp::new().await;
    let body = serde_json::json!({ "text": "x".repeat(70_000) });
    let answer = app.post("/api/projects", body).await;
    assert_eq!(
        (answer.status, answer.json()["code"].as_str().unwrap_or("")),
        (StatusCode::PAYLOAD_TOO_LARGE, "too_large")
    );
}

#[tokio::test]
async fn public_answers_are_validated_by_etag() {
    let app = TestApp::new().await;
    let first = app.get("/api/site").await;
    let etag = first.header("ETag").to_owned();
    assert!(etag.starts_with('"') && first.header("Cache-Control") == "no-cache");
    let again = app.call_with(Method::GET, "/api/site", None, None, &[("If-None-Match", &etag)]).await;
    assert_eq!((again.status, again.text.as_str()), (StatusCode::NOT_MODIFIED, ""));
    app.execute("INSERT INTO settings VALUES ('name', '\"Build Village\"')").await;
    let changed = app.call_with(Method::GET, "/api/site", None, None, &[("If-None-Match", &etag)]).await;
    assert_eq!((changed.status, changed.json()["name"].as_str()), (StatusCode::OK, Some("Build Village")));
    let member = app.member("Ada").await;
    assert_eq!(app.get_as(&member, "/api/projects").await.header("Cache-Control"), "private, no-cache");
}

#[tokio::test]
async fn pages_and_answers_carry_their_security_headers() {
    let app = TestApp::new().await;
    for path in ["/api/site", "/api/nothing", "/healthz", "/"] {
        let answer = app.get(path).await;
        assert!(answer.header("Content-Security-Policy").contains("frame-ancestors 'none'"), "{path}");
        assert_eq!(answer.header("X-Content-Type-Options"), "nosniff", "{path}");
    }
    assert!(!app.get("/").await.header("Content-Security-Policy").contains("google"));
    let with_google = TestApp::with(|config| config.google.client_id = "client".into()).await;
    assert!(
        with_google
            .get("/")
            .await
            .header("Content-Security-Policy")
            .contains("https://accounts.google.com/gsi/client")
    );
}

#[tokio::test]
async fn health_asks_the_database() {
    let app = TestApp::new().await;
    assert_eq!(app.get("/healthz").await.text, "ok");
}

#[tokio::test]
async fn the_document_and_its_viewer_are_served() {
    let app = TestApp::new().await;
    assert!(app.get("/api/openapi.json").await.json()["paths"]["/api/projects"].is_object());
    let viewer = app.get("/api/docs").await;
    assert!(viewer.text.contains("swagger") && !viewer.text.contains("src=\"http"));
}

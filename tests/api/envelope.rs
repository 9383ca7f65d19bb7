//! Conventions that hold for every call: the error shape, limits, ETags, headers.

use std::io::Read;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use flate2::read::GzDecoder;
use poem::Body;
use poem::http::{Method, StatusCode};
use serde_json::json;

use crate::projects::{approve, project, submit};
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
async fn what_is_too_long_is_told_in_words() {
    let app = TestApp::new().await;
    let long = "x".repeat(101);
    for path in ["/api/projects?search=", "/api/events?search=", "/api/projects?tag="] {
        let answer = app.get(&format!("{path}{long}")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{path}");
        let message = answer.message();
        assert!(message.ends_with(" is invalid: This can have at most 100 characters"), "{message}");
    }
    let body = json!({ "email": format!("{long}{long}{long}@example.org"), "returnTo": "/".repeat(2001) });
    let answer = app.post("/api/auth/email", body).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(answer.json()["fields"]["email"], "This can have at most 254 characters");
    assert_eq!(answer.json()["fields"]["returnTo"], "This can have at most 2,000 characters");
}

#[tokio::test]
async fn an_address_with_invalid_escapes_reaches_the_pages() {
    let app = TestApp::new().await;
    for path in ["/%E0%A4%A", "/projects/%E0%A4%A?page=2", "/admin/%FF"] {
        // The pages of these tests have empty answers.
        let answer = app.get(path).await;
        assert_eq!((answer.status, answer.text.as_str()), (StatusCode::NOT_FOUND, ""), "{path}");
    }
}

#[tokio::test]
async fn an_internal_error_reveals_nothing() {
    let app = TestApp::new().await;
    app.execute("DROP TABLE showcase").await;
    let answer = app.get("/api/projects").await;
    assert_eq!(answer.status, StatusCode::INTERNAL_SERVER_ERROR);
    let number = answer.header("x-request-id");
    assert_eq!(number.len(), 13, "{number}");
    assert_eq!(
        answer.text,
        format!(r#"{{"message":"Server error. Please try again later. If it stays so, name this to the admins: {number}.","code":"internal"}}"#)
    );
    let given = app
        .call_with(poem::http::Method::GET, "/api/site", None, None, &[("X-Request-Id", "mine")])
        .await;
    assert!(!["mine", number].contains(&given.header("x-request-id")), "each has its own");
}

#[tokio::test]
async fn the_caller_is_checked_before_the_body() {
    let app = TestApp::new().await;
    let member = app.member("Ada").await;
    let large = serde_json::json!({ "text": "x".repeat(300_000) });
    let ask = async |path: &str, who: Option<&str>| {
        let answer = app.call(Method::POST, path, who, Some(large.clone())).await;
        (answer.status.as_u16(), answer.json()["code"].as_str().unwrap_or("").to_owned())
    };
    for (path, who, status, code) in [
        ("/api/projects", None, 401, "unauthorized"),
        ("/api/admin/events", Some(&*member.bearer), 403, "forbidden"),
        ("/api/nothing", None, 404, "not_found"),
        ("/api/site", None, 405, "method_not_allowed"),
        ("/api/projects", Some(&*member.bearer), 413, "too_large"),
        ("/api/auth/email", None, 413, "too_large"),
    ] {
        assert_eq!(ask(path, who).await, (status, code.to_owned()), "{path}");
    }
}

#[tokio::test]
async fn a_body_is_not_read_before_its_sender_may_send_it() {
    let app = TestApp::new().await;
    let member = app.member("Ada").await;
    for (path, bearer) in [
        ("/api/projects/1/pictures", None),
        ("/api/projects/1/pictures", Some(&member.bearer)),
        ("/api/projects", None),
        ("/api/admin/events", Some(&member.bearer)),
        ("/api/auth/nothing", None),
        ("/projects", None),
    ] {
        // Reading it fails the test.
        let (body, was_read) = watched_body();
        let mut request = poem::Request::builder()
            .method(Method::POST)
            .uri(path.parse().unwrap())
            .content_type(if path.ends_with("/pictures") {
                "application/octet-stream"
            } else {
                "application/json"
            });
        if let Some(bearer) = bearer {
            request = request.header("Authorization", format!("Bearer {bearer}"));
        }
        let answer = app.answer(request.body(body)).await;
        assert!(answer.status.is_client_error(), "{path}: {}", answer.status);
        assert!(!was_read.load(Ordering::Relaxed), "{path}: {}", answer.status);
    }
}

/// A body that records whether it was read.
fn watched_body() -> (Body, Arc<AtomicBool>) {
    let was_read = Arc::new(AtomicBool::new(false));
    let noted = was_read.clone();
    let reader = noted_reader(move || noted.store(true, Ordering::Relaxed));
    (Body::from_async_read(reader), was_read)
}

/// An empty reader that records when it is read.
fn noted_reader(read: impl Fn() + Send + Unpin + 'static) -> impl tokio::io::AsyncRead + Send + Unpin + 'static {
    struct Noted<F>(F);
    impl<F: Fn() + Unpin> tokio::io::AsyncRead for Noted<F> {
        fn poll_read(self: Pin<&mut Self>, _: &mut Context<'_>, _: &mut tokio::io::ReadBuf<'_>) -> Poll<std::io::Result<()>> {
            (self.0)();
            Poll::Ready(Ok(()))
        }
    }
    Noted(read)
}

#[tokio::test]
async fn unsupported_methods_get_the_list_of_supported_ones() {
    let app = TestApp::new().await;
    for (method, path, allow) in [
        (Method::POST, "/api/site", "GET, HEAD"),
        (Method::PATCH, "/api/projects/1", "GET, HEAD, DELETE, PUT"),
        (Method::GET, "/api/auth/logout", "POST"),
        (Method::POST, "/api/docs", "GET, HEAD"),
        (Method::DELETE, "/api/openapi.json", "GET, HEAD"),
        (Method::POST, "/media/1", "GET, HEAD"),
        (Method::PUT, "/events.ics", "GET, HEAD"),
        (Method::POST, "/healthz", "GET, HEAD"),
        (Method::OPTIONS, "/projects.atom", "GET, HEAD"),
    ] {
        let answer = app.call(method, path, None, None).await;
        assert_eq!((answer.status.as_u16(), answer.header("Allow")), (405, allow), "{path}");
        assert_eq!(answer.json()["code"], "method_not_allowed", "{path}");
    }
    for path in ["/api/site", "/healthz", "/api/docs", "/events.ics"] {
        let (get, head) = (app.get(path).await, app.call(Method::HEAD, path, None, None).await);
        assert_eq!((head.status, head.text.as_str()), (get.status, ""), "{path}");
        assert_eq!(head.header("Content-Length"), get.text.len().to_string(), "{path}");
        for name in ["Content-Type", "ETag", "Cache-Control"] {
            assert_eq!(head.header(name), get.header(name), "{path}");
        }
    }
}

#[tokio::test]
async fn a_panic_is_one_answer() {
    let app = TestApp::new().await;
    let broken = poem::endpoint::make_sync(|_| -> poem::Response { panic!("of this test") });
    let site = community::exports::http::endpoint(&app.app, broken);
    let mut answer = poem::Endpoint::get_response(&site, poem::Request::default()).await;
    assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert!(answer.headers().contains_key("Content-Security-Policy"));
    assert!(answer.take_body().into_string().await.unwrap().contains("\"internal\""));
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
async fn long_texts_are_compressed_for_whoever_asks() {
    let app = TestApp::new().await;
    let (owner, admin) = (app.member("Olga").await, app.admin("Ada").await);
    for n in 0..4 {
        let id = submit(&app, &owner, project(&format!("Compressed {n}"))).await;
        approve(&app, &admin, &id).await;
    }
    let gzip = [("Accept-Encoding", "br, gzip;q=0.8")];
    for path in ["/api/projects", "/projects.atom"] {
        let plain = app.get(path).await;
        assert!(plain.text.len() > 1024 && plain.header("Content-Encoding").is_empty(), "{path}");
        let packed = app.call_with(Method::GET, path, None, None, &gzip).await;
        assert_eq!(
            (packed.header("Content-Encoding"), packed.header("Content-Type")),
            ("gzip", plain.header("Content-Type"))
        );
        assert!(packed.header("Vary").contains("Accept-Encoding"));
        assert_ne!(packed.header("ETag"), plain.header("ETag"));
        let known = [gzip[0], ("If-None-Match", packed.header("ETag"))];
        let again = app.call_with(Method::GET, path, None, None, &known).await;
        assert_eq!(
            (again.status, again.header("ETag")),
            (StatusCode::NOT_MODIFIED, packed.header("ETag")),
            "{path}"
        );
        let mut text = String::new();
        GzDecoder::new(packed.bytes.as_slice()).read_to_string(&mut text).unwrap();
        assert_eq!(text, plain.text, "{path}");
    }
    for (path, accepted) in [("/api/site", "gzip"), ("/api/projects", "gzip;q=0, br"), ("/api/projects", "identity")] {
        let answer = app.call_with(Method::GET, path, None, None, &[("Accept-Encoding", accepted)]).await;
        assert_eq!(
            (answer.status, answer.header("Content-Encoding")),
            (StatusCode::OK, ""),
            "{path} {accepted}"
        );
    }
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
async fn the_health_check_reads_the_database() {
    let app = TestApp::new().await;
    assert_eq!(app.get("/healthz").await.text, "ok");
}

#[tokio::test]
async fn the_document_and_its_viewer_are_served() {
    let app = TestApp::new().await;
    assert!(app.get("/api/openapi.json").await.json()["paths"]["/api/projects"].is_object());
    let viewer = app.get("/api/docs").await;
    assert!(viewer.text.contains("swagger") && !viewer.text.contains("src=\"http"));
    let packed = app
        .call_with(Method::GET, "/api/docs", None, None, &[("Accept-Encoding", "gzip, br")])
        .await;
    assert_eq!(packed.header("Content-Encoding"), "gzip");
    assert!(packed.text.len() < viewer.text.len() / 2 && packed.header("ETag") != viewer.header("ETag"));
}

#[tokio::test]
async fn an_unreadable_id_is_no_id() {
    let app = TestApp::new().await;
    for path in [
        "/api/projects/nothing",
        "/api/projects/nothing/comments",
        "/api/events/nothing",
        "/api/users/nothing",
    ] {
        assert_eq!(app.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

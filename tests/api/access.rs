//! Permissions: calls every operation of the API document as everybody, and compares the results with access.txt. An operation
//! without a row there fails. Organisers and helpers call those about an event twice: for an event of theirs, and for another.

use std::fmt::Write as _;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Frame, SizeHint};
use http_body_util::combinators::BoxBody;
use poem::Body;
use poem::http::Method;
use serde_json::{Value, json};

use crate::events::create;
use crate::support::{Signed, TestApp};

const TABLE: &str = include_str!("access.txt");

#[tokio::test]
async fn everybody_may_do_what_the_table_says() {
    let document: Value = TestApp::new().await.get("/api/openapi.json").await.json();
    let mut found = String::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let name = operation["operationId"].as_str().unwrap_or("(unnamed)");
            let _ = writeln!(
                found,
                "{:<28} {:<6} {:<48} {}",
                name,
                method.to_uppercase(),
                path,
                call_as_everybody(path, method, operation).await
            );
        }
    }
    let missing: Vec<&str> = found.lines().filter(|line| !TABLE.lines().any(|row| row == *line)).collect();
    let stale: Vec<&str> = TABLE
        .lines()
        .filter(|row| !row.starts_with('#') && !row.is_empty() && !found.lines().any(|line| line == *row))
        .collect();
    assert!(
        missing.is_empty() && stale.is_empty(),
        "tests/api/access.txt: to add\n{}\n\nto remove\n{}\n",
        missing.join("\n"),
        stale.join("\n")
    );
}

#[tokio::test]
async fn nobody_is_asked_for_more_than_they_may_send() {
    let app = TestApp::new().await;
    let document: Value = app.get("/api/openapi.json").await.json();
    let member = app.member("Max Member").await;
    for (path, operations) in document["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            for bearer in [None, Some("rubbish"), Some(&*member.bearer)] {
                let was_read = Arc::new(AtomicBool::new(false));
                let body = Body::from(BoxBody::new(Huge(was_read.clone())));
                let mut request = poem::Request::builder()
                    .method(method.to_uppercase().parse().unwrap())
                    .uri(fill(path).parse().unwrap())
                    .content_type("application/json");
                if let Some(bearer) = bearer {
                    request = request.header("Authorization", format!("Bearer {bearer}"));
                }
                let answer = app.answer(request.body(body)).await;
                assert!(!was_read.load(Ordering::Relaxed), "{method} {path}: {}", answer.status);
            }
        }
    }
}

/// A body that says it has ten megabytes, and records whether it was read.
struct Huge(Arc<AtomicBool>);

impl http_body::Body for Huge {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        self.0.store(true, Ordering::Relaxed);
        Poll::Ready(None)
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(10_000_000)
    }
}

/// The status for everybody, in the order of access.txt. The body is empty, and the ids do not exist except those of the events
/// of organisers and helpers, so "allowed" shows as anything but 401 and 403.
async fn call_as_everybody(path: &str, method: &str, operation: &Value) -> String {
    let app = TestApp::new().await;
    let [dead, member, admin] = [
        app.member("Dead Session").await,
        app.member("Max Member").await,
        app.admin("Ada Admin").await,
    ];
    let [organiser, helper] = [app.organiser("Olga Organiser").await, app.member("Hedda Helper").await];
    app.execute("DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE name = 'Dead Session')")
        .await;
    let nothing = fill(path);
    let (own, helped, other) = if path.contains("/events/{id}") {
        let at = |event: String| fill(&path.replace("/events/{id}", &format!("/events/{event}")));
        let helped = create(&app, &admin, json!({})).await;
        let input = json!({ "userId": helper.id.to_string(), "duty": "helper" });
        assert!(
            app.post_as(&admin, &format!("/api/admin/events/{helped}/team"), input)
                .await
                .status
                .is_success()
        );
        let other = at(create(&app, &admin, json!({})).await);
        (at(create(&app, &organiser, json!({})).await), at(helped), other)
    } else {
        (nothing.clone(), nothing.clone(), nothing.clone())
    };
    let calls: [(&str, Option<&Signed>); 8] = [
        (&nothing, None),
        (&nothing, Some(&dead)),
        (&nothing, Some(&member)),
        (&other, Some(&organiser)),
        (&own, Some(&organiser)),
        (&other, Some(&helper)),
        (&helped, Some(&helper)),
        (&nothing, Some(&admin)),
    ];
    let body = operation.get("requestBody").map(|_| json!({}));
    let method: Method = method.to_uppercase().parse().unwrap();
    let mut statuses: Vec<String> = Vec::new();
    for (place, (path, who)) in calls.into_iter().enumerate() {
        // Without an event, theirs and others' are the same call, which may end the session.
        let is_same = other == nothing && (place == 4 || place == 6);
        if let Some(before) = statuses.last().filter(|_| is_same).cloned() {
            statuses.push(before);
            continue;
        }
        let answer = app.call(method.clone(), path, who.map(|who| &*who.bearer), body.clone()).await;
        assert!(!answer.status.is_server_error(), "{path}: {}", answer.text);
        statuses.push(answer.status.as_u16().to_string());
    }
    if method == Method::GET {
        // The others' answers were not kept for guests, and what was kept for them is what they would get now.
        assert_eq!(app.get_kept(&nothing).await.status.as_str(), statuses[0], "{nothing}");
    }
    if path.starts_with("/api/admin/events/{id}") {
        assert_eq!(
            [&statuses[3], &statuses[5]],
            [&statuses[2]; 2],
            "{path}: at others' events they are members"
        );
    }
    statuses.join(" ")
}

/// The path with an id that does not exist in every place.
fn fill(path: &str) -> String {
    path.split('/')
        .map(|part| if part.starts_with('{') { "0000000000001" } else { part })
        .collect::<Vec<_>>()
        .join("/")
}

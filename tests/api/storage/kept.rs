//! Guests get answers that are kept as bytes, and nobody notices.

use std::time::{Duration, Instant};

use community::exports::http;
use poem::http::{Method, StatusCode};
use rusqlite::Connection;
use serde_json::json;

use crate::badges::give;
use crate::events::create;
use crate::projects::{approve, project, submit};
use crate::settings::SETTINGS;
use crate::support::{Answer, TestApp, unkept};

#[tokio::test]
async fn what_a_guest_reads_is_never_older_than_the_last_write() {
    let app = TestApp::new().await;
    let (owner, admin) = (app.member("Olga").await, app.admin("Ada").await);
    let id = submit(&app, &owner, project("Clock")).await;
    let one = format!("/api/projects/{id}");
    assert_eq!(app.get(&one).await.status, StatusCode::NOT_FOUND);
    approve(&app, &admin, &id).await;
    for (number, title) in ["First", "Second", "Third", "Fourth", "Fifth"].into_iter().enumerate() {
        // Read before the write, so that there is something to keep.
        let (list, feed) = (app.get("/api/projects").await, app.get("/projects.atom").await);
        assert_eq!(app.get("/api/projects").await.text, list.text);
        assert_eq!(app.get("/projects.atom").await.text, feed.text);
        let text = format!("Comment {number}");
        app.post_as(&owner, &format!("{one}/comment"), json!({ "text": text })).await;
        let mut input = project(title);
        input["expected"] = json!(null);
        assert_eq!(app.put_as(&owner, &one, input).await.status, StatusCode::OK);
        let (first, second, third) = tokio::join!(app.get(&one), app.get(&one), app.get(&one));
        for answer in [first, second, third] {
            assert_eq!(answer.json()["title"], title);
        }
        assert_eq!(app.get("/api/projects").await.json()[0]["title"], title);
        assert!(app.get("/projects.atom").await.text.contains(title));
        assert!(app.get(&format!("{one}/comments")).await.text.contains(&text));
    }
    // Suspended people, rejected projects, and changed settings are gone at once.
    assert_eq!(app.get(&format!("/api/users/{}", owner.id)).await.status, StatusCode::OK);
    app.put_as(
        &admin,
        &format!("/api/admin/projects/{id}/status"),
        json!({ "status": "Rejected", "rejectionReason": "No" }),
    )
    .await;
    assert_eq!(app.get(&one).await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.get("/api/projects").await.total(), 0);
}

/// Whatever a write changes, each kept answer is the one that would be made now.
#[tokio::test]
async fn every_kept_answer_is_the_one_that_would_be_made_now() {
    let app = TestApp::new().await;
    let (owner, voter, admin) = (app.member("Olga").await, app.member("Vera").await, app.admin("Ada").await);
    let id = submit(&app, &owner, project("Clock")).await;
    approve(&app, &admin, &id).await;
    let event = create(&app, &admin, json!({})).await;
    let badge = give(&app, &admin, json!({ "user": owner.id.to_string() })).await;
    assert_eq!(badge.status, StatusCode::OK, "{}", badge.text);
    let (one, gathering) = (format!("/api/projects/{id}"), format!("/api/events/{event}"));
    let reads = [
        "/api/projects".to_owned(),
        "/api/projects?search=clock&sort=popular".to_owned(),
        "/api/projects/count".to_owned(),
        "/api/projects/featured".to_owned(),
        one.clone(),
        format!("{one}/comments"),
        format!("{one}/similar"),
        "/api/events".to_owned(),
        "/api/events/count".to_owned(),
        gathering.clone(),
        format!("/api/users/{}", owner.id),
        "/api/users/count".to_owned(),
        "/api/site".to_owned(),
        "/api/admin/stats".to_owned(),
        "/events.ics".to_owned(),
        "/events.atom".to_owned(),
        "/projects.atom".to_owned(),
        format!("/events/{event}/calendar.ics"),
    ];
    let writes = [
        (&owner, Method::POST, format!("{one}/comment"), json!({ "text": "Hello" })),
        (&voter, Method::POST, format!("{one}/upvote"), json!({})),
        (&voter, Method::POST, format!("{gathering}/register"), json!({})),
        (
            &owner,
            Method::PUT,
            "/api/users/profile".to_owned(),
            json!({ "name": "Olga Other", "bio": "Words" }),
        ),
        (&owner, Method::PUT, one.clone(), {
            let mut input = project("Watch");
            input["expected"] = json!(null);
            input
        }),
        (
            &admin,
            Method::PUT,
            format!("/api/admin/projects/{id}/feature"),
            json!({ "featured": true }),
        ),
        (
            &admin,
            Method::PUT,
            SETTINGS.to_owned(),
            json!({ "name": "Makers", "timeZone": "Asia/Kolkata" }),
        ),
        (
            &admin,
            Method::POST,
            format!("/api/admin/events/{event}/cancel"),
            json!({ "reason": "Rain" }),
        ),
        (
            &admin,
            Method::POST,
            format!("/api/admin/users/{}/suspend", owner.id),
            json!({ "reason": "Spam" }),
        ),
        (&admin, Method::POST, format!("/api/admin/users/{}/unsuspend", owner.id), json!({})),
        (
            &admin,
            Method::PUT,
            format!("/api/admin/projects/{id}/status"),
            json!({ "status": "Rejected", "rejectionReason": "No" }),
        ),
    ];
    // Pages have the answers in them.
    let ui = poem::endpoint::make_sync(|_| poem::web::Html("<head><!--head--></head><body></body>"));
    let site = http::endpoint(&app.app, ui);
    let page = async |path: &str| {
        let request = poem::Request::builder().uri(path.parse().unwrap()).finish();
        Answer::read(poem::Endpoint::get_response(&site, request).await).await
    };
    let pages = [
        ("/".to_owned(), "/api/projects/featured?limit=6".to_owned()),
        ("/".to_owned(), "/api/site?".to_owned()),
        ("/projects".to_owned(), "/api/projects?limit=24".to_owned()),
        ("/events".to_owned(), "/api/events?limit=18&offset=0".to_owned()),
        (format!("/projects/{id}"), format!("{one}?")),
        (format!("/events/{event}"), format!("{gathering}?")),
    ];
    for (number, (who, method, path, body)) in writes.into_iter().enumerate() {
        for read in &reads {
            app.get(read).await;
        }
        for (address, _) in &pages {
            page(address).await;
        }
        let answer = app.call(method, &path, Some(&who.bearer), Some(body)).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text);
        for read in &reads {
            let (kept, made) = (app.get(read).await, app.get(&format!("{}{number}", unkept(read))).await);
            assert_eq!((kept.status, kept.content()), (made.status, made.content()), "{read} after {path}");
        }
        for (address, call) in &pages {
            let (page, made) = (page(address).await, app.get(&format!("{call}&number={number}")).await);
            if made.status == StatusCode::OK {
                let made = made.text.replace('<', "\\u003c");
                assert!(page.text.contains(&made), "{call} after {path}: {made}\n{}", page.text);
            }
        }
    }
}

#[tokio::test]
async fn members_and_guests_get_their_own_answers_in_every_form() {
    let app = TestApp::new().await;
    let (owner, admin) = (app.member("Olga").await, app.admin("Ada").await);
    let id = submit(&app, &owner, project("Clock")).await;
    approve(&app, &admin, &id).await;
    app.post_as(&owner, &format!("/api/projects/{id}/upvote"), json!({})).await;
    let one = format!("/api/projects/{id}");
    for _ in 0..2 {
        assert_eq!(app.get(&one).await.json()["hasUpvoted"], false);
        assert_eq!(app.get_as(&owner, &one).await.json()["hasUpvoted"], true);
    }
    let gzip = [("Accept-Encoding", "gzip")];
    for path in ["/api/projects", one.as_str(), "/api/site", "/events.ics", "/projects.atom"] {
        let first = app.get(path).await;
        let again = app.get(path).await;
        assert_eq!(first.content(), again.content(), "{path}");
        let tag = first.header("ETag");
        let same = app.call_with(Method::GET, path, None, None, &[("If-None-Match", tag)]).await;
        assert_eq!((same.status, same.bytes.len(), same.header("ETag")), (StatusCode::NOT_MODIFIED, 0, tag));
        let head = app.call(Method::HEAD, path, None, None).await;
        assert_eq!((head.status, head.bytes.len(), head.header("ETag")), (StatusCode::OK, 0, tag));
        let (packed, packed_again) = (
            app.call_with(Method::GET, path, None, None, &gzip).await,
            app.call_with(Method::GET, path, None, None, &gzip).await,
        );
        assert_eq!(packed.content(), packed_again.content(), "{path}");
        assert_eq!(packed.headers.contains_key("Content-Encoding"), first.bytes.len() >= 1024, "{path}");
    }
}

#[tokio::test]
async fn a_change_by_another_program_shows_within_a_second() {
    let app = TestApp::new().await;
    let owner = app.member("Olga").await;
    let path = format!("/api/users/{}", owner.id);
    assert_eq!(app.get(&path).await.json()["name"], "Olga");
    let other = Connection::open(app.app.db.path()).unwrap();
    other
        .execute("UPDATE users SET name = 'Olga the Second' WHERE name = 'Olga'", [])
        .unwrap();
    let begun = Instant::now();
    while app.get(&path).await.json()["name"] != "Olga the Second" {
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "a busy machine takes a moment, and this is more"
        );
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

//! Forms of events filled to their maxima, and the numbers that events are given.

use poem::http::StatusCode;
use serde_json::{Value, json};

use crate::events::{create, form};
use crate::support::TestApp;

#[tokio::test]
async fn a_display_id_is_given_once_whatever_is_deleted() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada").await;
    let mut given = Vec::new();
    for _ in 0..3 {
        let id = create(&app, &admin, json!({})).await;
        let path = format!("/api/admin/events/{id}");
        given.push(app.get_as(&admin, &path).await.json()["eventId"].as_str().unwrap().to_owned());
        assert_eq!(app.delete_as(&admin, &path).await.status, StatusCode::OK);
    }
    assert_eq!(given, ["EVT-0001", "EVT-0002", "EVT-0003"]);
}

#[tokio::test]
async fn a_form_filled_to_its_maxima_is_taken() {
    use community::exports::events::form::rules as most;
    let app = TestApp::new().await;
    let admin = app.admin("Ada").await;
    let full = |length: usize| "🙂".repeat(length);
    let link = format!("https://a.example/{}", "x".repeat(most::MAX_LINK - 18));
    let tasks: Vec<Value> = (10..10 + most::MAX_TASKS)
        .map(|n| json!({ "name": format!("{n}{}", full(most::MAX_TASK - 2)), "description": full(most::MAX_TASK_DESCRIPTION) }))
        .collect();
    let mut input = form("");
    for (field, value) in [
        ("title", full(most::MAX_TITLE)),
        ("description", full(most::MAX_DESCRIPTION)),
        ("location", full(most::MAX_LOCATION)),
        ("requirements", full(most::MAX_REQUIREMENTS)),
        ("bannerImage", link.clone()),
        ("organizationName", full(most::MAX_ORGANIZATION)),
        ("organizationLogo", link.clone()),
        ("organizationWebsite", link),
        ("certificateDelayReason", full(most::MAX_NOTE)),
        ("customCertificateMessage", full(most::MAX_NOTE)),
    ] {
        input[field] = value.into();
    }
    input["tasks"] = tasks.into();
    let answer = app.post_escaped(&admin, "/api/admin/events", &input).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text.chars().take(300).collect::<String>());
    // A copy's title is cut between what readers take for characters.
    input["title"] = format!("{}e\u{301}", "x".repeat(most::MAX_TITLE - 8)).into();
    let id = app.post_escaped(&admin, "/api/admin/events", &input).await.json()["event"]["_id"]
        .as_str()
        .unwrap()
        .to_owned();
    let copy = app.post_as(&admin, &format!("/api/admin/events/{id}/duplicate"), json!({})).await;
    assert_eq!(
        copy.json()["event"]["title"],
        format!("{} (copy)", "x".repeat(most::MAX_TITLE - 8)),
        "{}",
        copy.text.chars().take(300).collect::<String>()
    );
}

//! Forms of projects filled to their maxima.

use poem::http::StatusCode;
use serde_json::json;

use crate::projects::{project, submit};
use crate::support::TestApp;

#[tokio::test]
async fn a_form_filled_to_its_maxima_is_taken_and_one_character_more_is_told() {
    use community::exports::projects::rules::{MAX_DESCRIPTION, MAX_LINK, MAX_SHORT_DESCRIPTION, MAX_TECHNOLOGIES, MAX_TECHNOLOGY, MAX_TITLE};
    let app = TestApp::new().await;
    let member = app.member("Max").await;
    let full = |length: usize| "🙂".repeat(length);
    let link = |length: usize| format!("https://a.example/{}", "x".repeat(length - 18));
    let technologies = |length: usize| {
        (10..10 + MAX_TECHNOLOGIES)
            .map(|n| format!("{n}{}", full(length - 2)))
            .collect::<Vec<_>>()
    };
    let form = |more: usize| {
        json!({
            "title": full(MAX_TITLE + more),
            "shortDescription": full(MAX_SHORT_DESCRIPTION + more),
            "description": full(MAX_DESCRIPTION + more),
            "techStack": technologies(MAX_TECHNOLOGY + more),
            "githubLink": link(MAX_LINK + more),
            "demoLink": link(MAX_LINK + more),
        })
    };
    let saved = app.post_escaped(&member, "/api/projects", &form(0)).await;
    assert_eq!(saved.status, StatusCode::OK, "{}", saved.text.chars().take(300).collect::<String>());
    let refused = app.post_escaped(&member, "/api/projects", &form(1)).await;
    let fields = refused.json()["fields"].clone();
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(fields.as_object().unwrap().len(), 6, "{fields}");
    assert_eq!(
        (&fields["description"], &fields["techStack"]),
        (
            &json!("This can have at most 10,000 characters"),
            &json!("This can have at most 40 characters")
        )
    );
    // Too many of a list is told too.
    let mut many = project("Many");
    many["techStack"] = json!(vec!["x"; MAX_TECHNOLOGIES + 1]);
    let answer = app.post_as(&member, "/api/projects", many).await;
    assert_eq!(answer.json()["fields"]["techStack"], "There can be at most 20 of these");
    // A short description is required, after what the form asks for in its order.
    let mut short = project("Short");
    short["shortDescription"] = json!(" ");
    let answer = app.post_as(&member, "/api/projects", short).await;
    assert_eq!(answer.message(), "Project short description is required");
}

#[tokio::test]
async fn a_description_is_previewed_as_it_will_be_shown() {
    let app = TestApp::new().await;
    let member = app.member("Max").await;
    let text = "What it does, **at length**. <script>alert(1)</script> [here](javascript:alert(1))";
    let preview = app.post_as(&member, "/api/markdown", json!({ "text": text })).await.json();
    let html = preview["html"].as_str().unwrap();
    assert!(
        html.contains("<strong>at length</strong>") && !html.contains("<script") && !html.contains("javascript"),
        "{html}"
    );
    let mut input = project("Clock");
    input["description"] = text.into();
    let id = submit(&app, &member, input).await;
    assert_eq!(app.get_as(&member, &format!("/api/projects/{id}")).await.json()["descriptionHtml"], html);
}

//! Settings that members meet in forms and refusals: the categories of projects, and the limits.

use poem::http::StatusCode;
use serde_json::{Value, json};

use crate::projects::{approve, project, submit};
use crate::settings::{save, saved};
use crate::support::TestApp;

fn in_category(title: &str, category: &str) -> Value {
    let mut input = project(title);
    input["category"] = category.into();
    input
}

#[tokio::test]
async fn categories_are_renamed_hidden_and_added_and_every_project_keeps_its_own() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let game = submit(&app, &member, in_category("Chess", "game")).await;
    approve(&app, &admin, &game).await;
    let categories = json!([
        { "id": "game", "label": " Games ", "hidden": true }, { "id": "tool", "label": "Tools" }, { "label": "Hardware & Électronique" }, { "label": "社区" },
    ]);
    saved(&app, &admin, json!({ "categories": categories })).await;
    let site = app.get("/api/site").await.json()["categories"].clone();
    let ids: Vec<&str> = site.as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert_eq!(ids[..9], ["web", "mobile", "desktop", "ai", "blockchain", "game", "api", "tool", "other"]);
    assert_eq!(ids[9..], ["hardware-electronique", "category"]);
    assert_eq!(site[5], json!({ "id": "game", "label": "Games", "hidden": true }));
    assert_eq!((&site[7]["label"], &site[0]["label"]), (&json!("Tools"), &json!("Web Development")));

    // A hidden category is not for new projects; those that have it keep it, are found under it, and are edited with it.
    let late = app.post_as(&member, "/api/projects", in_category("Go", "game")).await;
    assert_eq!(late.json()["fields"]["category"], "Please choose a category", "{}", late.text);
    let path = format!("/api/projects/{game}");
    let edit = |category: &str| app.put_as(&member, &path, in_category("Chess 2", category));
    assert_eq!(edit("game").await.status, StatusCode::OK);
    assert_eq!(app.get("/api/projects?category=game").await.ids(), std::slice::from_ref(&game));
    assert!(app.get("/projects.atom").await.text.contains(r#"<category term="game" label="Games"/>"#));
    assert_eq!(edit("tool").await.status, StatusCode::OK);
    assert_eq!(edit("game").await.status, StatusCode::UNPROCESSABLE_ENTITY);

    // A new one is chosen, filtered and counted like the others, also beside a search.
    let radio = submit(&app, &member, in_category("Radio", "hardware-electronique")).await;
    approve(&app, &admin, &radio).await;
    for query in ["category=hardware-electronique", "category=hardware-electronique&search=radio"] {
        let found = app.get(&format!("/api/projects?{query}")).await;
        assert_eq!((found.ids(), found.total()), (vec![radio.clone()], 1), "{query}");
    }
    assert_eq!(
        app.get(&format!("/api/projects/{radio}")).await.json()["category"],
        "hardware-electronique"
    );

    // The list can neither be emptied nor made ambiguous.
    for wrong in [
        json!([{ "id": "web", "label": "tools" }]),
        json!([{ "id": "web", "label": "" }]),
        json!([{ "label": "x".repeat(41) }]),
        json!(ids.iter().map(|id| json!({ "id": id, "label": id, "hidden": true })).collect::<Vec<_>>()),
        json!((0..20).map(|number| json!({ "label": format!("No {number}") })).collect::<Vec<_>>()),
    ] {
        let refused = save(&app, &admin, json!({ "categories": wrong })).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text);
        assert!(refused.text.contains("\"categories"), "{}", refused.text);
    }
    saved(&app, &admin, json!({ "categories": [] })).await;
    assert_eq!(app.get("/api/site").await.json()["categories"], site);
}

#[tokio::test]
async fn limits_are_settings_that_hold_at_once() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let first = submit(&app, &member, project("One")).await;
    approve(&app, &admin, &first).await;
    let comment = async |text: &str| {
        let path = format!("/api/projects/{first}/comment");
        app.post_as(&member, &path, json!({ "text": text })).await.status.as_u16()
    };
    assert_eq!(comment("a").await, 200);
    let limits = json!({ "commentsPerMinute": 2, "submissionsPerHour": 1, "picturesPerHour": 10, "invitationsPerDay": 1 });
    let settings = saved(&app, &admin, limits).await;
    assert_eq!((&settings["commentsPerMinute"], &settings["invitationsPerDay"]), (&json!(2), &json!(1)));
    assert_eq!((comment("b").await, comment("c").await), (200, 429));
    let second = async |title: &str| app.post_as(&member, "/api/projects", project(title)).await.status.as_u16();
    assert_eq!(second("Two").await, 429);
    let invite = json!({ "list": "a@example.org\nb@example.org" });
    assert_eq!(app.post_as(&admin, "/api/admin/invitations", invite.clone()).await.status.as_u16(), 429);
    saved(
        &app,
        &admin,
        json!({ "commentsPerMinute": 3, "submissionsPerHour": 2, "invitationsPerDay": 2 }),
    )
    .await;
    assert_eq!((comment("c").await, comment("d").await, second("Two").await), (200, 429, 200));
    assert_eq!(app.post_as(&admin, "/api/admin/invitations", invite).await.status, StatusCode::OK);
}

//! Searches that find more than is counted, and what lists show of a text.

use community::exports::db::values::Id;
use community::exports::projects::store::index_project;
use poem::http::StatusCode;
use rusqlite::named_params;
use serde_json::json;

use super::{approve, project, submit};
use crate::events::{create, register};
use crate::support::TestApp;

#[tokio::test]
async fn a_search_counts_a_thousand_and_sorts_them_all() {
    let app = TestApp::new().await;
    let owner = app.member("Olga").await.id;
    app.write(move |tx| {
        for number in 1..=1002 {
            // The newest come first by title and last by upvotes.
            let title = format!("Clock {:04} {}", 2000 - number, if number <= 1000 { "" } else { "ticking" });
            tx.execute(
                "INSERT INTO projects (id, number, title, title_key, description, description_html, github_link, submitted_by, status, upvote_count, created_at, updated_at)
                 VALUES (:id, :id, :title, lower(:title), 'Words', '', 'https://a.example', :owner, 'Approved', 1003 - :id, 1, 1)",
                named_params! { ":id": number, ":title": title, ":owner": owner },
            )?;
            index_project(tx, Id(number))?;
        }
        Ok(())
    })
    .await;
    for (query, total, first) in [
        ("search=clock", 1001, 1002),
        ("search=clock&sort=popular", 1001, 1),
        ("search=clock&sort=alphabetical", 1001, 1002),
        ("search=olga%20cl", 1001, 1002),
        ("search=tick", 2, 1002),
        ("search=199&sort=alphabetical", 11, 801),
    ] {
        let list = app.get(&format!("/api/projects?limit=1&{query}")).await;
        assert_eq!((list.total(), list.ids()), (total, vec![Id(first).to_string()]), "{query}");
    }
    // What is not counted is found nevertheless.
    let last = app.get("/api/projects?search=clock&offset=1001").await;
    assert_eq!(last.ids(), [Id(1).to_string()]);
}

#[tokio::test]
async fn a_list_shows_the_beginning_of_the_text_as_it_is_now() {
    let app = TestApp::new().await;
    let (admin, owner) = (app.admin("Ada Admin").await, app.member("Max").await);
    let id = submit(&app, &owner, project("Clock")).await;
    approve(&app, &admin, &id).await;
    let event = create(&app, &admin, json!({ "description": "An evening, **at length**." })).await;
    register(&app, &owner, &event, false).await;
    let profile = format!("/api/users/{}", owner.id);
    let shown = async || {
        let (projects, events) = (app.get("/api/projects").await.json(), app.get("/api/events").await.json());
        let (others, own) = (app.get(&profile).await.json(), app.get_as(&owner, "/api/users/profile").await.json());
        let (project, event) = (projects[0]["description"].clone(), events[0]["description"].clone());
        assert_eq!(others["submittedProjects"][0]["description"], project);
        assert_eq!(own["events"][0]["description"], event);
        [project, event]
    };
    assert_eq!(shown().await, ["What it does, at length.", "An evening, at length."]);
    let mut edited = project("Clock");
    edited["description"] = json!(format!("It *ticks*. {}", "x".repeat(400)));
    assert_eq!(app.put_as(&owner, &format!("/api/projects/{id}"), edited).await.status, StatusCode::OK);
    let changes = json!({ "description": "A [night](https://night.example/)." });
    assert_eq!(
        app.put_as(&admin, &format!("/api/admin/events/{event}"), changes).await.status,
        StatusCode::OK
    );
    let now = [format!("It ticks. {}…", "x".repeat(290)), "A night.".to_owned()];
    assert_eq!(shown().await, now);
    // As in a file that an older version wrote.
    app.execute("UPDATE projects SET excerpt = NULL; UPDATE events SET excerpt = NULL").await;
    assert_eq!(shown().await, now);
}

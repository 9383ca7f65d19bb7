//! Searches that find more than is counted, and what lists show of a text.

use community::exports::db::values::Id;
use community::exports::projects::store::index_project;
use poem::http::StatusCode;
use rusqlite::named_params;
use serde_json::{Value, json};

use super::{approve, project, submit};
use crate::events::{create, register};
use crate::support::{TestApp, unkept};

/// Adds approved projects with the numbers 1 to `count` as ids; `made` says the title, the number of upvotes and the technology of each.
async fn add(app: &TestApp, owner: Id, count: i64, made: fn(i64) -> (String, i64, &'static str)) {
    app.write(move |tx| {
        for id in 1..=count {
            let (title, votes, technology) = made(id);
            tx.execute(
                "INSERT INTO projects (id, number, title, title_key, description, description_html, github_link, submitted_by, status, upvote_count, created_at, updated_at)
                 VALUES (:id, :id, :title, lower(:title), 'Words', '', 'https://a.example', :owner, 'Approved', :votes, 1, 1)",
                named_params! { ":id": id, ":title": title, ":owner": owner, ":votes": votes },
            )?;
            tx.execute(
                "INSERT INTO project_technologies (project_id, position, name, name_key) VALUES (:id, 0, :technology, lower(:technology))",
                named_params! { ":id": id, ":technology": technology },
            )?;
            index_project(tx, Id(id))?;
        }
        Ok(())
    })
    .await;
}

/// All entries of a list, page by page.
async fn walk(app: &TestApp, path: &str) -> Vec<Value> {
    let (mut seen, mut after) = (Vec::new(), String::new());
    loop {
        let page = app.get(&format!("{path}&limit=100&after={after}")).await;
        seen.extend(page.json().as_array().unwrap_or_else(|| panic!("{}", page.text)).clone());
        after = page.header("X-Next").to_owned();
        if after.is_empty() {
            return seen;
        }
    }
}

#[tokio::test]
async fn a_search_counts_a_thousand_and_sorts_them_all() {
    let app = TestApp::new().await;
    let owner = app.member("Olga").await.id;
    // The newest come first by title and last by upvotes.
    add(&app, owner, 1002, |id| {
        let title = format!("Clock {:04} {}", 2000 - id, if id <= 1000 { "" } else { "ticking" });
        (title, 1003 - id, "Brass")
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
async fn whatever_way_a_search_takes_it_finds_the_same() {
    let app = TestApp::new().await;
    let owner = app.member("Olga").await.id;
    // Every other one is a bell. A hundred gongs have the fewest upvotes, and the last titles.
    add(&app, owner, 2400, |id| {
        let sound = if id % 2 == 0 { "Bell" } else { "Drum" };
        let (first, votes) = if id % 24 == 0 {
            ("Yard: Gong", 5)
        } else {
            ("Loud", 10 + id * 7919 % 1009)
        };
        (
            format!("{first} {sound} {:04}", id * 7919 % 2401),
            votes,
            if id % 3 == 0 { "C++" } else { "C" },
        )
    })
    .await;
    let id = |project: &Value| project["_id"].as_str().unwrap().to_owned();
    for sort in ["popular", "alphabetical"] {
        let list = format!("/api/projects?sort={sort}");
        let all = walk(&app, &list).await;
        let those = |wanted: fn(&str, &str) -> bool| -> Vec<String> {
            let is_wanted = |project: &&Value| wanted(project["title"].as_str().unwrap(), project["techStack"][0].as_str().unwrap());
            all.iter().filter(is_wanted).map(id).collect()
        };
        for (query, expected) in [
            // Read in order, to the end of a page.
            ("search=bell", those(|title, _| title.contains("Bell"))),
            ("search=BELL%20ou", those(|title, _| title.contains("Bell") && title.contains("Loud"))),
            (
                "search=l&tag=c",
                those(|title, technology| title.to_lowercase().contains('l') && technology == "C"),
            ),
            ("tag=c%2B%2B", those(|_, technology| technology == "C++")),
            // Found in the index and sorted.
            ("search=gong", those(|title, _| title.contains("Gong"))),
            ("search=yard:", those(|title, _| title.contains("Yard:"))),
        ] {
            assert!(expected.len() >= 97, "{query}");
            for offset in [0, 90, expected.len() - 7] {
                let page = app.get(&format!("{list}&{query}&offset={offset}&limit=7")).await;
                assert_eq!(page.ids(), expected[offset..offset + 7], "{query} by {sort} from {offset} on");
            }
        }
        let bells: Vec<String> = walk(&app, &format!("{list}&search=bell")).await.iter().map(id).collect();
        assert!(bells == those(|title, _| title.contains("Bell")), "by {sort}");
    }
    // As in a file whose texts are still being written.
    let bells = "/api/projects?sort=popular&search=bell&limit=100";
    let before = app.get(bells).await.ids();
    app.execute("DELETE FROM project_texts WHERE project_id % 10 < 5").await;
    assert_eq!(app.get(&unkept(bells)).await.ids(), before);
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

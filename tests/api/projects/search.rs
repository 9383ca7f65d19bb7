//! Searches that find more than is counted.

use community::exports::db::values::Id;
use community::exports::projects::store::index_project;
use rusqlite::named_params;

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

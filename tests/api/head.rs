//! The heads of pages: which addresses are pages, and what their heads contain.

use community::exports::head::PageHead;
use serde_json::json;

use crate::events::create;
use crate::support::TestApp;

const INDEX: &str = "<head><title>Community</title><meta name=\"description\" content=\"\"><!--head--></head>";

async fn head(app: &TestApp, path: &str) -> PageHead {
    PageHead::find(&app.app, path).await.unwrap()
}

#[tokio::test]
async fn every_page_is_found_and_nothing_else() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let id = create(&app, &admin, json!({ "title": "Rust <3 & more" })).await;
    let draft = create(&app, &admin, json!({ "published": false })).await;
    let event = format!("/events/{id}");
    for path in [
        "/",
        "/events",
        &event,
        "/projects",
        "/profile",
        "/admin",
        "/admin/projects",
        "/verify-certificate",
        "/admin/certificates",
        "/admin/events",
        "/admin/events/create",
        &format!("/admin/events/view/{id}"),
        &format!("/admin/events/edit/{id}"),
        &format!("/admin/events/checkin/{id}"),
    ] {
        assert!(head(&app, path).await.found, "{path}");
    }
    for path in [
        "/nowhere",
        "/certificates/x",
        "/admin/nonsense",
        "/events/0000000000001",
        "/events/%FF",
        "/%E0%A4%A",
        &format!("/events/{draft}"),
        &format!("{event}/more"),
    ] {
        let found = head(&app, path).await;
        assert!(!found.found && found.title.ends_with(" Not Found · Community"), "{path}: {}", found.title);
    }
    let text = head(&app, &event).await.fill(INDEX);
    assert!(text.contains("<title>Rust &lt;3 &amp; more · Community</title>"), "{text}");
}

#[tokio::test]
async fn every_page_links_the_feeds_and_each_exists() {
    let app = TestApp::with(|config| config.public_url = "https://makers.example".into()).await;
    app.write(|tx| Ok(tx.execute("INSERT INTO settings VALUES ('name', '\"Make & \\\"Do\\\"\"')", [])?))
        .await;
    let text = head(&app, "/projects").await.fill(INDEX);
    for (kind, title, file) in [
        ("application/atom+xml", "Projects", "projects.atom"),
        ("application/atom+xml", "Events", "events.atom"),
        ("text/calendar", "Events", "events.ics"),
    ] {
        let title = format!("{title} of Make &amp; &quot;Do&quot;");
        let link = format!("<link rel=\"alternate\" type=\"{kind}\" title=\"{title}\" href=\"https://makers.example/{file}\">");
        assert_eq!(text.matches(&link).count(), 1, "{text}");
        let answer = app.get(&format!("/{file}")).await;
        assert!(answer.header("Content-Type").starts_with(kind), "{file}: {}", answer.text);
    }
    assert_eq!(head(&app, "/").await.feeds, head(&app, "/nowhere").await.feeds);
}

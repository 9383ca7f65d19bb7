//! The heads of pages: which addresses are pages, and what their heads contain.

use std::collections::BTreeMap;

use community::exports::head::PageHead;
use community::exports::http;
use poem::web::Html;
use poem::{Endpoint, IntoResponse, Request};
use serde_json::{Value, json};

use crate::certificates::issued;
use crate::events::create;
use crate::support::TestApp;

const INDEX: &str = "<head><title>Community</title><meta name=\"description\" content=\"\"><!--head--></head><!--shell-->";

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
    // The first picture says what the page begins with, as text, and nothing of what is hidden.
    assert!(text.contains(">Rust &lt;3 &amp; more</h1>"), "{text}");
    let hidden = head(&app, &format!("/events/{draft}")).await.fill(INDEX);
    assert!(!hidden.contains("<h1"), "{hidden}");
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

#[tokio::test]
async fn a_page_begins_with_its_first_picture() {
    let app = TestApp::new().await;
    app.write(|tx| {
        Ok(tx.execute(
            "INSERT INTO settings VALUES ('name', '\"Make & Do\"'), ('tagline', '\"Fewer <words>\"')",
            [],
        )?)
    })
    .await;
    let shell = |path: &'static str| {
        let app = &app;
        async move { head(app, path).await.fill("<div id=\"root\"><!--shell--></div>") }
    };
    for (path, line) in [
        ("/", "<bdi>Fewer &lt;words&gt;</bdi></h1>"),
        ("/projects", "<h1>Innovation Showcase</h1>"),
        ("/events", "<h1>Exciting Events</h1>"),
    ] {
        let text = shell(path).await;
        assert!(text.contains(">Make &amp; Do</bdi>") && text.contains(line), "{path}: {text}");
    }
    let other = shell("/login").await;
    assert!(other.contains(">Make &amp; Do</bdi>") && !other.contains("<h1"), "{other}");
}

#[tokio::test]
async fn the_drawing_of_a_certificate_stands_in_its_page_once_everybody_may_see_it() {
    let app = TestApp::new().await;
    let (admin, member, other) = (app.admin("Ada Admin").await, app.member("Grace").await, app.member("Linus").await);
    let (valid, _) = issued(&app, &admin, &member, json!({})).await;
    let (held, _) = issued(&app, &admin, &other, json!({ "hold": true })).await;
    let shell = async |id: &str| head(&app, &format!("/certificates/{id}")).await.fill("<!--shell-->");
    let drawing = |id: &str| format!("<img src=\"/api/certificates/public/{id}/image.svg\"");
    let text = shell(&valid).await;
    assert!(
        text.contains(&drawing(&valid)) && text.contains("Evening of Rust Certificate</bdi>"),
        "{text}"
    );
    let text = shell(&held).await;
    assert!(
        !text.contains(&drawing(&held)) && text.contains("Evening of Rust Certificate</bdi>"),
        "{text}"
    );
    let hide = json!({ "isPrivate": true });
    app.put_as(&member, &format!("/api/certificates/{valid}/visibility"), hide).await;
    let text = shell(&valid).await;
    assert!(!text.contains(&drawing(&valid)) && !text.contains("Evening of Rust"), "{text}");
}

/// The answers that stand in a page, by the address of their call.
async fn answers<E: Endpoint>(site: &E, path: &str, bearer: &str) -> BTreeMap<String, Value> {
    let request = Request::builder()
        .uri(path.parse().unwrap())
        .header("Authorization", format!("Bearer {bearer}"));
    let page = site.get_response(request.finish()).await.into_body().into_string().await.unwrap();
    let (_, rest) = page.split_once("<script type=\"application/json\" id=\"answers\">").unwrap();
    let (json, end) = rest.split_once("</script>").unwrap();
    assert_eq!(end, "</body>");
    let answers: Vec<Value> = serde_json::from_str(json).unwrap();
    answers
        .into_iter()
        .map(|answer| (answer["key"][1].as_str().unwrap().to_owned(), answer))
        .collect()
}

#[tokio::test]
async fn a_page_holds_what_a_guest_is_answered_first() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let id = create(&app, &admin, json!({ "title": "A </script><b> title" })).await;
    let draft = create(&app, &admin, json!({ "published": false })).await;
    let page = poem::endpoint::make_sync(|_| Html("<body></body>").with_header("Cache-Control", "no-cache"));
    let site = http::endpoint(&app.app, page);

    let event = answers(&site, &format!("/events/{id}"), "").await;
    assert_eq!(event.keys().collect::<Vec<_>>(), ["/api/events/{id}", "/api/site"]);
    assert_eq!(event["/api/events/{id}"]["key"][2], json!({ "params": { "path": { "id": id } } }));
    assert_eq!(event["/api/events/{id}"]["data"], app.get(&format!("/api/events/{id}")).await.json());
    assert_eq!(event["/api/site"]["data"], app.get("/api/site").await.json());

    // With the token of an admin, too, it is what a guest may see.
    for nothing in [
        format!("/events/{draft}"),
        "/events/x\"y".replace('"', "%22"),
        "/certificates/x".into(),
        "/login".into(),
    ] {
        assert_eq!(
            answers(&site, &nothing, &admin.bearer).await.into_keys().collect::<Vec<_>>(),
            ["/api/site"],
            "{nothing}"
        );
    }
    let list = app.get("/api/events?limit=18&offset=0").await;
    let events = answers(&site, "/events", "").await;
    assert_eq!(
        (&events["/api/events"]["data"], &events["/api/events"]["total"]),
        (&list.json(), &json!(1))
    );

    // A page that is kept is never older than the last change.
    create(&app, &admin, json!({ "title": "Another" })).await;
    assert_eq!(answers(&site, "/events", "").await["/api/events"]["total"], 2);
}

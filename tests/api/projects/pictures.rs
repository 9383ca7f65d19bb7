//! Pictures of projects: added, ordered, served, deleted.

use std::io::Cursor;

use community::exports::head::PageHead;
use community::exports::projects::rules::MAX_PICTURES;
use image::{DynamicImage, ImageFormat};
use poem::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::projects::{approve, project, submit};
use crate::support::{Answer, Signed, TestApp};

/// A grey PNG.
pub fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    DynamicImage::new_luma8(width, height)
        .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
        .unwrap();
    bytes
}

pub async fn add_picture(app: &TestApp, who: &Signed, id: &str, file: Vec<u8>) -> Answer {
    app.upload(who, &format!("/api/projects/{id}/pictures?alt=A%20view"), file).await
}

#[tokio::test]
async fn pictures_are_added_ordered_served_and_deleted() {
    let app = TestApp::new().await;
    let (owner, admin) = (app.member("Olga").await, app.admin("Ada").await);
    let id = submit(&app, &owner, project("Pictured")).await;
    let most = u32::try_from(MAX_PICTURES).unwrap();
    for n in 1..=most {
        let answer = add_picture(&app, &owner, &id, png(10 * n, 10)).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    }
    let again = add_picture(&app, &owner, &id, png(10 * most, 10)).await;
    assert_eq!(
        (again.status, again.json()["pictures"].as_array().map(Vec::len)),
        (StatusCode::OK, Some(MAX_PICTURES)),
        "the answer of the first time was lost"
    );
    let one_more = add_picture(&app, &owner, &id, png(10 * most + 20, 10)).await;
    assert_eq!(
        (one_more.status, one_more.message()),
        (StatusCode::CONFLICT, format!("A project can have at most {MAX_PICTURES} pictures"))
    );
    for (file, sentence) in [
        (
            b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_vec(),
            "A picture must be a PNG, JPEG or WebP file",
        ),
        (vec![0; 5 * 1024 * 1024 + 1], "A picture can have at most 5 MB"),
    ] {
        let other = app.member("Piet").await;
        let theirs = submit(&app, &other, project("Other")).await;
        let answer = add_picture(&app, &other, &theirs, file).await;
        assert_eq!((answer.status, answer.message()), (StatusCode::UNPROCESSABLE_ENTITY, sentence.to_owned()));
        app.execute("DELETE FROM projects WHERE title = 'Other'").await;
        app.execute("DELETE FROM users WHERE name = 'Piet'").await;
    }
    approve(&app, &admin, &id).await;
    let shown = app.get(&format!("/api/projects/{id}")).await.json()["pictures"].clone();
    let order: Vec<Value> = shown
        .as_array()
        .unwrap()
        .iter()
        .rev()
        .map(|picture| json!({ "_id": picture["_id"], "alt": "Turned" }))
        .collect();
    let turned = app
        .put_as(&owner, &format!("/api/projects/{id}/pictures"), json!({ "pictures": order }))
        .await
        .json();
    assert_eq!(
        (&turned["pictures"][0]["width"], &turned["pictures"][0]["alt"]),
        (&json!(10 * most), &json!("Turned"))
    );
    assert_eq!(app.get("/api/projects").await.json()[0]["cover"]["_id"], turned["pictures"][0]["_id"]);
    let stale = app
        .put_as(&owner, &format!("/api/projects/{id}/pictures"), json!({ "pictures": order[..3] }))
        .await;
    assert_eq!(stale.status, StatusCode::CONFLICT);

    let address = turned["pictures"][0]["cardUrl"].as_str().unwrap().to_owned();
    let served = app.get(&address).await;
    assert_eq!(
        (served.status, served.header("Cache-Control")),
        (StatusCode::OK, "private, max-age=3600"),
        "what may be hidden again is kept by nobody for others"
    );
    assert!(served.header("Content-Type").starts_with("image/"));
    let known = [("If-None-Match", served.header("ETag"))];
    assert_eq!(
        app.call_with(Method::GET, &address, None, None, &known).await.status,
        StatusCode::NOT_MODIFIED
    );
    app.execute("UPDATE projects SET status = 'Rejected', rejection_reason = 'Why'").await;
    assert_eq!(
        app.call_with(Method::GET, &address, None, None, &known).await.status,
        StatusCode::NOT_FOUND
    );
    app.execute("UPDATE projects SET status = 'Approved', rejection_reason = NULL").await;
    let picture = turned["pictures"][0]["_id"].as_str().unwrap();
    let left = app.delete_as(&owner, &format!("/api/projects/{id}/pictures/{picture}")).await.json();
    assert_eq!(left["pictures"].as_array().unwrap().len(), MAX_PICTURES - 1);
    assert_eq!(app.get(&address).await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.get("/api/projects").await.json()[0]["cover"]["_id"], left["pictures"][0]["_id"]);
}

#[tokio::test]
async fn a_member_sends_sixty_pictures_an_hour() {
    let app = TestApp::new().await;
    let owner = app.member("Olga").await;
    let id = submit(&app, &owner, project("Pictured")).await;
    assert_eq!(add_picture(&app, &owner, &id, png(10, 10)).await.status, StatusCode::OK);
    app.execute(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 59)
         INSERT INTO limited_uses SELECT name, who, at, expires_at FROM n, (SELECT * FROM limited_uses WHERE name = 'pictures')",
    )
    .await;
    let refused = add_picture(&app, &owner, &id, png(10, 10)).await;
    assert_eq!(
        (refused.status, refused.header("Retry-After"), refused.message()),
        (
            StatusCode::TOO_MANY_REQUESTS,
            "3600",
            "You have sent many pictures within an hour. Please try again in 60 minutes.".into()
        )
    );
    app.app.clock.advance_seconds(3600);
    assert_eq!(add_picture(&app, &owner, &id, png(10, 10)).await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_page_of_a_project_begins_with_its_first_picture() {
    let app = TestApp::new().await;
    let (owner, admin) = (app.member("Olga").await, app.admin("Ada").await);
    let id = submit(&app, &owner, project("Pictured")).await;
    let pictures = add_picture(&app, &owner, &id, png(1000, 2500)).await.json();
    // Before the approval, an address has a key.
    let [card, full] = ["cardUrl", "fullUrl"].map(|size| pictures["pictures"][0][size].as_str().unwrap().split('?').next().unwrap().to_owned());
    let picture = format!("<img src=\"{full}\" srcset=\"{card} 288w, {full} 640w\"");
    let page = async || {
        let head = PageHead::find(&app.app, &format!("/projects/{id}")).await.unwrap();
        head.fill("<head></head><!--shell-->")
    };
    assert!(!page().await.contains("<img"), "nobody sees it yet");
    approve(&app, &admin, &id).await;
    let page = page().await;
    assert!(
        page.contains(&picture) && page.contains("width=\"640\" height=\"1600\""),
        "{picture} in {page}"
    );
}

//! Comments: writing, editing, deleting, limits.

use poem::http::StatusCode;
use serde_json::json;

use crate::projects::{approve, project, submit};
use crate::support::{Signed, TestApp};

/// An approved project: its owner, an admin, its path in the API.
pub async fn approved(app: &TestApp) -> (Signed, Signed, String) {
    let (owner, admin) = (app.member("Olga").await, app.admin("Ada").await);
    let id = submit(app, &owner, project("Commented")).await;
    approve(app, &admin, &id).await;
    (owner, admin, format!("/api/projects/{id}"))
}

#[tokio::test]
async fn comments_are_written_edited_and_deleted_by_their_author() {
    let app = TestApp::new().await;
    let (owner, _, path) = approved(&app).await;
    let author = app.member("Aki").await;
    let written = app
        .post_as(&author, &format!("{path}/comment"), json!({ "text": "  Lovely <b>work</b> \n" }))
        .await
        .json();
    let comment = &written["comment"];
    assert_eq!(
        (&comment["text"], &comment["user"]["name"], &comment["canEdit"]),
        (&json!("Lovely <b>work</b>"), &json!("Aki"), &json!(true))
    );
    let own = format!("{path}/comments/{}", comment["_id"].as_str().unwrap());
    app.app.clock.advance_seconds(5);
    assert_eq!(app.put_as(&owner, &own, json!({ "text": "Mine" })).await.status, StatusCode::FORBIDDEN);
    assert_eq!(app.delete_as(&owner, &own).await.status, StatusCode::FORBIDDEN);
    let edited = app.put_as(&author, &own, json!({ "text": "Edited" })).await.json();
    assert_eq!(
        (&edited["comment"]["text"], edited["comment"]["editedAt"].is_string()),
        (&json!("Edited"), true)
    );
    let listed = app.get(&format!("{path}/comments")).await;
    assert_eq!(
        (listed.total(), &listed.json()[0]["canEdit"], listed.json()[0]["user"].get("email")),
        (1, &json!(false), None)
    );
    assert_eq!(app.delete_as(&author, &own).await.status, StatusCode::OK);
    assert_eq!(app.get(&format!("{path}/comments")).await.total(), 0);
    assert_eq!(app.delete_as(&author, &own).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_admin_deletes_any_comment_and_it_is_logged() {
    let app = TestApp::new().await;
    let (_, admin, path) = approved(&app).await;
    let author = app.member("Aki").await;
    let comment = app.post_as(&author, &format!("{path}/comment"), json!({ "text": "Spam" })).await.json()["comment"]["_id"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        app.put_as(&admin, &format!("{path}/comments/{comment}"), json!({ "text": "x" }))
            .await
            .status,
        StatusCode::FORBIDDEN
    );
    assert_eq!(app.delete_as(&admin, &format!("{path}/comments/{comment}")).await.status, StatusCode::OK);
    assert_eq!(
        app.number("SELECT count(*) FROM audit_log WHERE action = 'comment.delete' AND json_extract(before, '$.text') = 'Spam'")
            .await,
        1
    );
}

#[tokio::test]
async fn length_rate_and_repetition_are_limited() {
    let app = TestApp::new().await;
    let (owner, _, path) = approved(&app).await;
    let path = format!("{path}/comment");
    for (text, sentence) in [
        ("  \n ", "Please write a comment".to_owned()),
        (&"ж".repeat(2001), "This can have at most 2,000 characters".to_owned()),
    ] {
        let answer = app.post_as(&owner, &path, json!({ "text": text })).await;
        assert_eq!(
            (answer.status, answer.json()["fields"]["text"].as_str()),
            (StatusCode::UNPROCESSABLE_ENTITY, Some(sentence.as_str()))
        );
    }
    assert_eq!(
        app.post_as(&owner, &path, json!({ "text": "ж".repeat(2000) })).await.status,
        StatusCode::OK
    );
    assert_eq!(
        app.post_as(&owner, &path, json!({ "text": "ж".repeat(2000) })).await.status,
        StatusCode::CONFLICT
    );
    for n in 0..9 {
        assert_eq!(
            app.post_as(&owner, &path, json!({ "text": format!("Number {n}") })).await.status,
            StatusCode::OK
        );
    }
    // What is deleted has been written all the same.
    for comment in app.get(&format!("{path}s")).await.ids() {
        assert_eq!(app.delete_as(&owner, &format!("{path}s/{comment}")).await.status, StatusCode::OK);
    }
    let eleventh = app.post_as(&owner, &path, json!({ "text": "Too fast" })).await;
    assert_eq!((eleventh.status, eleventh.header("Retry-After")), (StatusCode::TOO_MANY_REQUESTS, "60"));
    app.app.clock.advance_seconds(61);
    assert_eq!(app.post_as(&owner, &path, json!({ "text": "In time" })).await.status, StatusCode::OK);
    community::exports::sessions::sweep::sweep(&app.app).await;
    assert_eq!(app.number("SELECT count(*) FROM limited_uses WHERE name = 'comments'").await, 1);
}

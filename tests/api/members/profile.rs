//! Profiles: the member's own picture, what is private, and how names lead to projects.

use poem::http::StatusCode;
use serde_json::{Value, json};

use crate::projects::pictures::png;
use crate::projects::{approve, project, submit};
use crate::support::{Signed, TestApp};

async fn set_picture(app: &TestApp, who: &Signed, file: Vec<u8>) -> String {
    let answer = app.upload(who, "/api/users/profile/picture", file).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()["profilePicture"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_member_sets_replaces_and_removes_their_picture() {
    let app = TestApp::new().await;
    let ada = app.member("Ada").await;
    let first = set_picture(&app, &ada, png(900, 500)).await;
    let square = image::load_from_memory(&app.bytes(&first).await).unwrap();
    assert_eq!((square.width(), square.height()), (400, 400));
    assert_eq!(app.get(&format!("/api/users/{}", ada.id)).await.json()["profilePicture"], first);

    let second = set_picture(&app, &ada, png(30, 20)).await;
    assert_ne!(first, second);
    assert_eq!(app.get(&first).await.status, StatusCode::NOT_FOUND);
    for (file, sentence) in [
        (b"<svg/>".to_vec(), "A picture must be a PNG, JPEG or WebP file"),
        (vec![0; 5 * 1024 * 1024 + 1], "A picture can have at most 5 MB"),
    ] {
        let answer = app.upload(&ada, "/api/users/profile/picture", file).await;
        assert_eq!(
            (answer.status, &answer.json()["fields"]["picture"]),
            (StatusCode::UNPROCESSABLE_ENTITY, &json!(sentence))
        );
    }
    assert_eq!(app.get(&second).await.status, StatusCode::OK, "a refused file changes nothing");

    let removed = app.delete_as(&ada, "/api/users/profile/picture").await;
    assert_eq!((removed.status, &removed.json()["profilePicture"]), (StatusCode::OK, &json!("")));
    assert_eq!(app.number("SELECT count(*) FROM media").await, 0);
}

#[tokio::test]
async fn what_is_private_is_not_called_none() {
    let app = TestApp::new().await;
    let (ada, other, admin) = (app.member("Ada").await, app.member("Otto").await, app.admin("Anna").await);
    let path = format!("/api/users/{}", ada.id);
    let hidden = |profile: Value| profile["eventsHidden"].as_bool().unwrap();
    assert!(hidden(app.get(&path).await.json()));
    assert!(hidden(app.get_as(&other, &path).await.json()));
    for insider in [&ada, &admin] {
        assert!(!hidden(app.get_as(insider, &path).await.json()));
    }
}

#[tokio::test]
async fn projects_are_found_by_who_made_them() {
    let app = TestApp::new().await;
    let (ada, mate, admin) = (app.member("Ada Lovelace").await, app.member("Mats Möller").await, app.admin("Anna").await);
    let mut input = project("Engine");
    input["team"] = json!([mate.id.to_string()]);
    let id = submit(&app, &ada, input).await;
    approve(&app, &admin, &id).await;
    let found = async |words: &str| app.get(&format!("/api/projects?search={words}")).await.ids();
    for words in ["lovelace", "m%C3%B6ller", "moller"] {
        assert_eq!(found(words).await, std::slice::from_ref(&id), "{words}");
    }
    app.put_as(&ada, "/api/users/profile", json!({ "name": "Ada King" })).await;
    assert_eq!(found("lovelace").await, [""; 0]);
    assert_eq!(found("king").await, std::slice::from_ref(&id));
    app.delete_as(&mate, &format!("/api/projects/{id}/team/me")).await;
    assert_eq!(found("moller").await, [""; 0]);
}

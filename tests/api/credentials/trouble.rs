//! Signing when something is in the way: one that cannot be signed, a database that cannot be written, a key that is replaced.

use community::exports::credentials::check;
use community::exports::credentials::guards::sign_due;
use community::exports::credentials::key_store::replace_key;
use poem::http::StatusCode;
use serde_json::json;

use super::{file, issued, listed, read, site, status_list};
use crate::badges::give;
use crate::events::{create, register};
use crate::support::TestApp;

#[tokio::test]
async fn one_that_cannot_be_signed_keeps_no_other_back() {
    let app = site().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    for name in ["One", "Two", "Three"] {
        give(&app, &admin, json!({ "user": member.id.to_string(), "name": name })).await;
    }
    app.execute("UPDATE badges SET description = CAST(x'ff' AS TEXT) WHERE name = 'One'")
        .await;
    assert!(sign_due(&app.app, 0).await.unwrap().is_some());
    assert_eq!(app.number("SELECT count(*) FROM credentials").await, 2);
    assert_eq!(app.number("SELECT count(*) FROM credentials_due").await, 1);
    // Nor one that is refused when it is to be kept.
    app.execute("UPDATE badges SET description = 'Mended' WHERE name = 'One'").await;
    give(&app, &admin, json!({ "user": member.id.to_string(), "name": "Four" })).await;
    app.execute("CREATE TRIGGER refused BEFORE INSERT ON credentials WHEN instr(new.document, 'Mended') > 0 BEGIN SELECT RAISE(ABORT, 'no'); END")
        .await;
    assert!(sign_due(&app.app, 0).await.unwrap().is_some());
    assert_eq!(app.number("SELECT count(*) FROM credentials").await, 3);
    assert_eq!(app.number("SELECT count(*) FROM credentials_due").await, 1);
}

#[tokio::test]
async fn a_certificate_that_nobody_can_sign_is_printed_without_a_credential() {
    // Nothing absolute can be made of this address.
    let app = TestApp::with(|config| config.public_url = "makers".into()).await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let (id, _) = issued(&app, &admin, &member, false).await;
    let answer = app.get(&file(&id, "document.pdf")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert!(matches!(check::read(&answer.bytes), Err(check::Wrong::Missing(_))));
    assert_eq!(app.get(&file(&id, "credential.json")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.number("SELECT count(*) FROM credentials_due").await, 1);
}

#[tokio::test]
async fn what_is_revoked_is_told_although_nothing_can_be_written() {
    let app = site().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let (id, key) = issued(&app, &admin, &member, false).await;
    let credential = read(&app, &file(&id, "credential.json")).await;
    app.post_as(
        &admin,
        &format!("/api/admin/certificates/{key}/revoke"),
        json!({ "reason": "A mistake." }),
    )
    .await;
    app.execute("CREATE TRIGGER refused BEFORE UPDATE OF signed_version ON status_lists BEGIN SELECT RAISE(ABORT, 'no'); END")
        .await;
    assert!(listed(&credential).0.starts_with(super::SITE));
    assert_eq!(status_list(&app, &credential).await, Ok(true));
}

#[tokio::test]
async fn no_credential_names_one_key_and_is_signed_with_another() {
    // Without HTTPS the issuer is the key.
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    for number in 0..40 {
        let badge = give(&app, &admin, json!({ "user": member.id.to_string(), "name": format!("Badge {number}") })).await;
        let badge = badge.json()["badge"]["_id"].as_str().unwrap().to_owned();
        let now = app.app.clock.now();
        let path = format!("/api/badges/{badge}/credential.json");
        let (_, answer) = tokio::join!(app.write(move |tx| replace_key(tx, now).map(|_| ())), app.get(&path));
        let found = check::read(answer.text.as_bytes()).unwrap();
        assert_eq!(found.issuer, format!("did:key:{}", found.key.multikey()), "{number}");
    }
}

#[tokio::test]
async fn certificates_for_all_bear_the_names_of_the_moment() {
    let app = site().await;
    let admin = app.admin("Ada Admin").await;
    let event = create(
        &app,
        &admin,
        json!({ "date": "2026-11-28", "time": "09:30", "certificatesOffered": true }),
    )
    .await;
    let mut members = Vec::new();
    for name in ["First", "Second", "Third"] {
        let member = app.member(name).await;
        register(&app, &member, &event, false).await;
        members.push(member);
    }
    // Complete, and no certificate issued by that. While the first one is issued, the second changes their name, and the third is
    // no longer among those who completed it.
    app.execute(
        "UPDATE registrations SET status = 'Completed';
         CREATE TRIGGER meanwhile AFTER INSERT ON certificates BEGIN
           UPDATE users SET name = 'Renamed' WHERE name = 'Second';
           UPDATE registrations SET status = 'Registered' WHERE user_id = (SELECT id FROM users WHERE name = 'Third');
         END",
    )
    .await;
    let issued = app
        .post_as(&admin, &format!("/api/admin/events/{event}/certificates"), json!({}))
        .await
        .json();
    let names: Vec<&str> = issued["outcomes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|outcome| outcome["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["First", "Renamed"], "{issued}");
    assert_eq!(
        app.number("SELECT count(*) FROM certificates WHERE recipient_name IN ('First', 'Renamed')")
            .await,
        2
    );
}

//! What stays of the credentials of members who delete their account.

use community::exports::credentials::guards::sign_due;
use community::exports::credentials::store::{NewCredential, Subject, find_or_begin_list, insert_credential};
use community::exports::db::values::Id;
use poem::http::StatusCode;
use rusqlite::named_params;
use serde_json::json;

use super::{file, issued, site};
use crate::projects::{approve, project, submit};
use crate::support::{Signed, TestApp};

/// A badge that a project of this member has earned.
async fn earn(app: &TestApp, member: &Signed, project: &str, level: &'static str) -> Id {
    let (user, project, badge, now) = (member.id, Id::parse(project).unwrap(), Id::new(app.app.clock.now()), app.app.clock.now());
    app.write(move |tx| {
        tx.execute(
            "INSERT INTO badges (id, family, level, name, threshold, user_id, project_id, issued_at)
             VALUES (:id, 'upvote', :level, '10 Upvotes', 10, :user, :project, :now)",
            named_params! { ":id": badge, ":level": level, ":user": user, ":project": project, ":now": now },
        )?;
        Ok(badge)
    })
    .await
}

async fn leave(app: &TestApp, who: &Signed, name: &str) {
    let input = json!({ "confirmation": name, "withContent": false });
    assert_eq!(app.post_as(who, "/api/users/me/delete", input).await.status, StatusCode::OK);
}

fn signed(subject: Subject, list: Id, has_email: bool) -> NewCredential {
    NewCredential {
        id: Id(7),
        subject,
        list,
        index: 7,
        document: "{\"name\":\"Zyxwina Quarkhausen\"}".into(),
        hash: [7; 32],
        has_email,
    }
}

#[tokio::test]
async fn the_badges_that_stay_with_a_project_name_nobody() {
    let app = site().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Zyxwina Quarkhausen").await);
    let id = submit(&app, &member, project("Weather Station")).await;
    approve(&app, &admin, &id).await;
    let (early, late) = (
        earn(&app, &member, &id, "stratosphere").await,
        earn(&app, &member, &id, "mesosphere").await,
    );
    let path = |badge: Id| format!("/api/badges/{badge}/credential.json");
    let credential = app.get(&path(early)).await;
    let own = credential.json()["id"].as_str().unwrap().to_owned();
    let own = own.strip_prefix(super::SITE).unwrap();
    assert!(credential.text.contains("Zyxwina Quarkhausen") && app.get(own).await.status == StatusCode::OK);
    leave(&app, &member, "Zyxwina Quarkhausen").await;
    assert_eq!(app.number("SELECT count(*) FROM badges WHERE family = 'upvote'").await, 2);
    assert_eq!(app.number("SELECT count(*) FROM credentials WHERE document <> ''").await, 0);
    assert_eq!(app.get(&path(early)).await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.get(own).await.status, StatusCode::NOT_FOUND);
    // The other one was being signed meanwhile.
    let now = app.app.clock.now();
    let is_kept = app
        .write(move |tx| {
            let list = find_or_begin_list(tx, "https://makers.example/issuer")?;
            insert_credential(tx, &signed(Subject::Badge(late), list, false), now)
        })
        .await;
    assert!(!is_kept);
    sign_due(&app.app, 0).await.unwrap();
    assert_eq!(app.number("SELECT count(*) FROM credentials WHERE document <> ''").await, 0);
    assert_eq!(app.number("SELECT count(*) FROM credentials_due").await, 0);
}

#[tokio::test]
async fn a_certificate_that_was_being_signed_gets_no_address_of_who_has_left() {
    let app = site().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Zyxwina Quarkhausen").await);
    let (id, key) = issued(&app, &admin, &member, false).await;
    let certificate = Id::parse(&key).unwrap();
    leave(&app, &member, "Zyxwina Quarkhausen").await;
    let now = app.app.clock.now();
    let is_kept = app
        .write(move |tx| {
            let list = find_or_begin_list(tx, "https://makers.example/issuer")?;
            insert_credential(tx, &signed(Subject::Certificate(certificate), list, true), now)
        })
        .await;
    assert!(!is_kept);
    // The printed name stays, as on the paper.
    let identifiers = app.get(&file(&id, "credential.json")).await.json()["credentialSubject"]["identifier"].clone();
    assert_eq!(identifiers.as_array().unwrap().len(), 1);
    assert_eq!(identifiers[0]["identityHash"], "Zyxwina Quarkhausen");
}

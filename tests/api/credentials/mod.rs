//! Credentials: signed when issued, in every file, revoked, private, logged; by an issuer whose key may change.

mod leaving;
mod shell;
mod trouble;
mod zip;
mod transparency;

use community::exports::clock::Clock;
use community::exports::credentials::check::{self, Signed as Checked, Status};
use community::exports::credentials::{guards, key_store};
use community::exports::db::copy::copy;
use community::exports::demo;
use poem::http::StatusCode;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use self::transparency::consistency;
use crate::badges::give;
use crate::events::create;
use crate::projects::{approve, project, submit};
use crate::support::{Signed, TestApp};

const SITE: &str = "https://makers.example";

async fn site() -> TestApp {
    TestApp::with(|config| config.public_url = SITE.into()).await
}

/// A certificate for an event; gives its printed id and its key.
async fn issued(app: &TestApp, admin: &Signed, to: &Signed, hold: bool) -> (String, String) {
    let event = create(app, admin, json!({ "title": "Evening of Rust" })).await;
    let input = json!({ "title": "A Certificate", "user": to.id.to_string(), "event": event, "hold": hold });
    let answer = app.post_as(admin, "/api/admin/certificates", input).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let certificate = answer.json()["certificate"].clone();
    let text = |name: &str| certificate[name].as_str().unwrap().to_owned();
    (text("certificateId"), text("_id"))
}

fn file(id: &str, name: &str) -> String {
    format!("/api/certificates/public/{id}/{name}")
}

async fn read(app: &TestApp, path: &str) -> Checked {
    check::read(&app.bytes(path).await).unwrap_or_else(|wrong| panic!("{path}: {wrong}"))
}

/// The list that says whether a credential is revoked, and its place there.
fn listed(credential: &Checked) -> (String, u32) {
    match &credential.status {
        Status::Listed(list, index) => (list.clone(), *index),
        other => panic!("{other:?}"),
    }
}

async fn status_list(app: &TestApp, credential: &Checked) -> Result<bool, String> {
    let (address, index) = listed(credential);
    let path = address.strip_prefix(&app.app.config.site_url()).unwrap();
    let list: Value = serde_json::from_slice(&app.bytes(path).await).unwrap();
    check::revoked(&list, &address, &credential.issuer, index, app.app.clock.now().0).map(|(is_revoked, _)| is_revoked)
}

#[tokio::test]
async fn every_file_of_a_certificate_and_a_badge_holds_the_same_credential() {
    let app = site().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Zoë Example").await);
    let (id, _) = issued(&app, &admin, &member, false).await;
    let credential = read(&app, &file(&id, "credential.json")).await;
    assert_eq!(
        (credential.issuer.as_str(), credential.recipient.as_deref()),
        ("https://makers.example/issuer", Some("Zoë Example"))
    );
    for name in ["image.png", "image.png?scale=2", "image.svg", "document.pdf"] {
        assert_eq!(read(&app, &file(&id, name)).await, credential, "{name}");
    }
    let document: Value = serde_json::from_str(&credential.text).unwrap();
    let own = document["id"].as_str().unwrap().strip_prefix(SITE).unwrap().to_owned();
    assert_eq!(app.get(&own).await.text, credential.text);
    assert_eq!(document["credentialSubject"]["achievement"]["achievementType"], "CertificateOfCompletion");
    // The address is hashed with a salt, and stands nowhere as it is.
    let email = document["credentialSubject"]["identifier"][0].clone();
    let hash = Sha256::digest(format!("zoë.example@example.org{}", email["salt"].as_str().unwrap()));
    let hex: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(email["identityHash"], format!("sha256${hex}"));
    assert!(!credential.text.contains("@example.org"));
    // People are led to the page.
    let page = app
        .call_with(poem::http::Method::GET, &own, None, None, &[("Accept", "text/html,*/*")])
        .await;
    assert_eq!(
        (page.status, page.header("location")),
        (StatusCode::SEE_OTHER, format!("{SITE}/certificates/{id}").as_str())
    );

    let badge = give(&app, &admin, json!({ "user": member.id.to_string() })).await.json()["badge"].clone();
    let of_badge = |name: &str| format!("/api/badges/{}/{name}", badge["_id"].as_str().unwrap());
    let credential = read(&app, &of_badge("credential.json")).await;
    for name in ["image.png", "image.svg"] {
        assert_eq!(read(&app, &of_badge(name)).await, credential, "{name}");
    }
    let document: Value = serde_json::from_str(&credential.text).unwrap();
    assert_eq!(
        document["credentialSubject"]["achievement"]["image"]["id"],
        format!("{SITE}/assets/badges/achievement_troposphere.png")
    );
    // A project's certificate says so.
    let id = submit(&app, &member, project("Weather Station")).await;
    approve(&app, &admin, &id).await;
    let input = json!({ "title": "C", "user": member.id.to_string(), "project": id });
    let certificate = app.post_as(&admin, "/api/admin/certificates", input).await.json()["certificate"].clone();
    let credential = read(&app, &file(certificate["certificateId"].as_str().unwrap(), "credential.json")).await;
    let document: Value = serde_json::from_str(&credential.text).unwrap();
    assert_eq!(document["evidence"][0]["id"], format!("{SITE}/projects/{id}"));
    // Members download theirs with all else that is stored about them.
    let data = app.get_as(&member, "/api/users/me/data").await.json();
    assert_eq!(data["certificates"][1]["credential"], credential.text);
    assert!(data["badges"][0]["credential"].is_string());
    // Whoever leaves takes their badges along, and the place in the list stays taken.
    let taken = app.number("SELECT count(*) FROM credentials").await;
    app.execute("DELETE FROM badges").await;
    assert_eq!(app.number("SELECT count(*) FROM credentials").await, taken);
    assert_eq!(app.number("SELECT count(*) FROM credentials WHERE document = ''").await, 1);
}

#[tokio::test]
async fn what_is_revoked_is_in_the_list_and_what_is_private_or_held_is_nowhere() {
    let app = site().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let (held, held_key) = issued(&app, &admin, &member, true).await;
    assert_eq!(app.get(&file(&held, "credential.json")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.number("SELECT count(*) FROM credentials_due").await, 0);
    app.post_as(&admin, &format!("/api/admin/certificates/{held_key}/release"), json!({}))
        .await;
    let credential = read(&app, &file(&held, "credential.json")).await;
    assert_eq!(status_list(&app, &credential).await, Ok(false));
    let (list, _) = listed(&credential);
    let answer = app.get(list.strip_prefix(SITE).unwrap()).await;
    assert_eq!(answer.header("cache-control"), "public, max-age=300");
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    // Signed once, not at each request.
    assert_eq!(app.get(list.strip_prefix(SITE).unwrap()).await.text, answer.text);

    let own = serde_json::from_str::<Value>(&credential.text).unwrap()["id"]
        .as_str()
        .unwrap()
        .strip_prefix(SITE)
        .unwrap()
        .to_owned();
    app.put_as(&member, &format!("/api/certificates/{held}/visibility"), json!({ "isPrivate": true }))
        .await;
    let (hidden, refused) = (app.get(&own).await, app.get(&file(&held, "credential.json")).await);
    assert_eq!((hidden.status, refused.status), (StatusCode::NOT_FOUND, StatusCode::FORBIDDEN));
    assert!(!hidden.text.contains("Max") && !refused.text.contains("Max"));
    assert_eq!(app.get_as(&member, &file(&held, "credential.json")).await.text, credential.text);
    app.put_as(&member, &format!("/api/certificates/{held}/visibility"), json!({ "isPrivate": false }))
        .await;

    let revoke = format!("/api/admin/certificates/{held_key}/revoke");
    assert_eq!(
        app.post_as(&admin, &revoke, json!({ "reason": "A mistake." })).await.status,
        StatusCode::OK
    );
    assert_eq!(status_list(&app, &credential).await, Ok(true));
    // A correction revokes the old one, and signs the new one, which is as private as the old one.
    let (old, key) = issued(&app, &admin, &member, false).await;
    let before = read(&app, &file(&old, "credential.json")).await;
    let corrected = app
        .post_as(&admin, &format!("/api/admin/certificates/{key}/correct"), json!({ "name": "Maximilian" }))
        .await;
    let new = corrected.json()["certificate"]["certificateId"].as_str().unwrap().to_owned();
    let after = read(&app, &file(&new, "credential.json")).await;
    assert_eq!(
        (
            after.recipient.as_deref(),
            status_list(&app, &before).await,
            status_list(&app, &after).await
        ),
        (Some("Maximilian"), Ok(true), Ok(false))
    );
    app.put_as(&member, &format!("/api/certificates/{new}/visibility"), json!({ "isPrivate": true }))
        .await;
    let key = corrected.json()["certificate"]["_id"].as_str().unwrap().to_owned();
    let again = app
        .post_as(&admin, &format!("/api/admin/certificates/{key}/correct"), json!({ "name": "Max" }))
        .await
        .json()["certificate"]
        .clone();
    let newest = again["certificateId"].as_str().unwrap();
    assert_eq!(again["isPrivate"], true);
    assert_eq!(app.get(&file(newest, "credential.json")).await.status, StatusCode::FORBIDDEN);
    assert_eq!(app.get_as(&member, &file(newest, "credential.json")).await.status, StatusCode::OK);
}

#[tokio::test]
async fn what_was_issued_stays_valid_when_key_name_and_place_change() {
    let app = site().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let (id, _) = issued(&app, &admin, &member, false).await;
    let before = read(&app, &file(&id, "credential.json")).await;
    let now = app.app.clock.now();
    app.write(move |tx| key_store::replace_key(tx, now).map(|_| ())).await;
    app.put_as(&admin, "/api/admin/settings", json!({ "name": "Another name" })).await;
    let (second, _) = issued(&app, &admin, &member, false).await;
    let after = read(&app, &file(&second, "credential.json")).await;
    assert!(before.key != after.key && before.issuer == after.issuer && after.issuer_name == "Another name");
    assert_eq!(read(&app, &file(&id, "image.png")).await, before);
    // Both keys are published, at both places.
    let profile = app.get("/issuer").await.json();
    let did = app.get("/.well-known/did.json").await.json();
    for key in [&before.key, &after.key] {
        assert!(check::names_key(&profile, &before.issuer, key) && check::names_key(&did, "did:web:makers.example", key));
    }
    assert_eq!(did["alsoKnownAs"][0], before.issuer);
    let page = app
        .call_with(poem::http::Method::GET, "/issuer", None, None, &[("Accept", "text/html")])
        .await;
    assert_eq!(
        page.status,
        StatusCode::NOT_FOUND,
        "the page is the interface's, which is not in this test"
    );

    let kept = app.get("/api/transparency").await.json()["head"].clone();
    // A complete copy keeps the key, a shareable one has none; both keep what was signed, and both can sign.
    let folder = tempfile::tempdir().unwrap();
    for is_shareable in [false, true] {
        let to = folder.path().join(format!("{is_shareable}.db"));
        copy(app.app.db.path(), &to, is_shareable).unwrap();
        let restored = TestApp::with(|config| {
            config.database = to.clone();
            config.public_url = "http://10.0.0.7:8080".into();
        })
        .await;
        assert_eq!(read(&restored, &file(&id, "credential.json")).await, before);
        assert_eq!(
            restored.number("SELECT count(*) FROM issuer_keys").await,
            if is_shareable { 3 } else { 2 }
        );
        let admin = restored.admin("New Admin").await;
        let member = restored.member("Mia").await;
        let (third, _) = issued(&restored, &admin, &member, false).await;
        let third = read(&restored, &file(&third, "credential.json")).await;
        assert_eq!(third.issuer, format!("did:key:{}", third.key.multikey()));
        assert_eq!(status_list(&restored, &third).await, Ok(false));
        // What was issued before is real to the restored site, in all of its files, and to the list of its issuer.
        for name in ["credential.json", "image.png", "document.pdf"] {
            let saved = folder.path().join(name);
            std::fs::write(&saved, restored.bytes(&file(&id, name)).await).unwrap();
            let (code, said) = shell::verify(&saved, &to, folder.path());
            assert_eq!(code, Some(0), "{name}: {said}");
        }
        let (list, index) = listed(&before);
        let list = restored.bytes(list.strip_prefix(SITE).unwrap()).await;
        let list: Value = serde_json::from_slice(&list).unwrap();
        assert_eq!(list["issuer"], before.issuer);
        assert!(check::revoked(&list, list["id"].as_str().unwrap(), &before.issuer, index, now.0).is_ok_and(|(is_revoked, _)| !is_revoked));
        // And the log goes on where it was.
        let head = restored.get("/api/transparency").await.json()["head"].clone();
        assert!(head["size"].as_i64() > kept["size"].as_i64() && consistency(&restored, &kept, &head).await);
    }
}

#[tokio::test]
async fn what_is_older_is_signed_once_in_the_background() {
    let app = site().await;
    app.write(|tx| {
        let options = demo::Options {
            seed: 1,
            members: 60,
            projects: 20,
            events: 12,
            now: Clock::System.now(),
        };
        demo::fill(tx, &options)
    })
    .await;
    let due = app.number("SELECT count(*) FROM credentials_due").await;
    assert!(due > 30, "{due}");
    let mut after = 0;
    while let Some(last) = guards::sign_due(&app.app, after).await.unwrap() {
        after = last;
    }
    assert_eq!(app.number("SELECT count(*) FROM credentials_due").await, 0);
    assert_eq!(app.number("SELECT count(*) FROM credentials").await, due);
    assert_eq!(app.number("SELECT count(*) FROM transparency_entries").await, due);
    let standing = "SELECT (SELECT count(*) FROM badges) + (SELECT count(*) FROM certificates WHERE released_at IS NOT NULL AND revoked_at IS NULL)";
    assert_eq!(app.number(standing).await, due);
    assert_eq!(app.number("SELECT count(DISTINCT list_index) FROM credentials").await, due);
}

#[tokio::test]
async fn an_admin_reads_and_replaces_the_key() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let before = app.get_as(&admin, "/api/admin/issuer").await.json();
    assert_eq!(before["issuer"], format!("did:key:{}", before["key"]["multikey"].as_str().unwrap()));
    assert_eq!((&before["isPublished"], before["earlier"].as_array().unwrap().len()), (&json!(false), 0));
    let after = app.post_as(&admin, "/api/admin/issuer/key", json!({})).await.json();
    assert_eq!(after["earlier"][0]["multikey"], before["key"]["multikey"]);
    assert_ne!(after["issuer"], before["issuer"]);
    let logged = "SELECT count(*) FROM audit_log WHERE action = 'issuer.replace_key' AND before <> after";
    assert_eq!(app.number(logged).await, 1);
    // Nothing answers at the address of this test.
    let reach = app.post_as(&admin, "/api/admin/issuer/reach", json!({})).await.json();
    assert_eq!(reach["isReached"], false, "{reach}");
}

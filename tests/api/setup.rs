//! The first run.

use std::time::Duration;

use community::exports::config::CaptchaProvider;
use community::exports::mail::transport::{Script, Transport};
use community::exports::mail::worker::run_once;
use community::exports::setup::store::renew;
use community::exports::site::memo_store::set_copied;
use poem::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::events::{create, register};
use crate::support::{Signed, TestApp};

async fn link(app: &TestApp) -> Option<String> {
    app.write(|tx| Ok(renew(tx)?)).await
}

fn answers(token: &str) -> Value {
    json!({
        "token": token, "communityName": "Makers of Ghent", "tagline": "We build", "timeZone": "Europe/Brussels",
        "accentColour": "#0f766e", "name": "Ada Lovelace", "email": "Ada@Example.org"
    })
}

async fn is_valid(app: &TestApp, token: &str) -> bool {
    app.post("/api/setup/check", json!({ "token": token })).await.json()["valid"] == true
}

#[tokio::test]
async fn the_link_creates_the_first_admin_and_works_once() {
    let app = TestApp::new().await;
    let token = link(&app).await.unwrap();
    assert!(is_valid(&app, &token).await);
    assert_eq!(app.get("/api/site").await.json()["setupOpen"], true);

    let done = app.post("/api/setup", answers(&token)).await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.text);
    assert_eq!(done.json()["user"]["role"], "admin");
    assert_eq!(done.json()["user"]["name"], "Ada Lovelace");
    let admin = Signed {
        id: community::exports::db::values::Id(0),
        bearer: done.json()["token"].as_str().unwrap().to_owned(),
    };
    assert_eq!(app.get_as(&admin, "/api/admin/verify-admin").await.json()["isAdmin"], true);
    let site = app.get("/api/site").await.json();
    assert_eq!(site["setupOpen"], false);
    assert_eq!(site["name"], "Makers of Ghent");
    assert_eq!(site["timeZone"], "Europe/Brussels");
    assert_eq!(site["accentColour"], "#0f766e");

    assert!(!is_valid(&app, &token).await);
    let again = app.post("/api/setup", answers(&token)).await;
    assert_eq!(again.status, StatusCode::FORBIDDEN);
    assert_eq!(link(&app).await, None);
    assert_eq!(app.number("SELECT count(*) FROM users").await, 1);
    assert_eq!(app.number("SELECT count(*) FROM mails WHERE kind = 'welcome'").await, 1);
}

#[tokio::test]
async fn two_concurrent_set_ups_create_one_admin() {
    let app = TestApp::new().await;
    let token = link(&app).await.unwrap();
    let mut other = answers(&token);
    other["email"] = "eve@example.org".into();
    let (a, b) = tokio::join!(app.post("/api/setup", answers(&token)), app.post("/api/setup", other));
    assert_eq!([a.status, b.status].iter().filter(|status| status.is_success()).count(), 1);
    assert_eq!(app.number("SELECT count(*) FROM users WHERE role = 'admin'").await, 1);
}

#[tokio::test]
async fn a_new_start_invalidates_the_previous_link() {
    let app = TestApp::new().await;
    let first = link(&app).await.unwrap();
    let second = link(&app).await.unwrap();
    assert!(!is_valid(&app, &first).await);
    assert!(is_valid(&app, &second).await);
}

#[tokio::test]
async fn without_the_link_nobody_becomes_admin() {
    let app = TestApp::with(|config| config.captcha.provider = CaptchaProvider::None).await;
    for token in ["", "guess"] {
        assert!(!is_valid(&app, token).await);
        assert_eq!(app.post("/api/setup", answers(token)).await.status, StatusCode::FORBIDDEN);
    }
    link(&app).await.unwrap();
    assert_eq!(app.post("/api/setup", answers("guess")).await.status, StatusCode::FORBIDDEN);
    assert_eq!(app.number("SELECT count(*) FROM users").await, 0);

    // The link also dies when an admin is added in another way.
    let token = link(&app).await.unwrap();
    app.admin("Grace Hopper").await;
    assert!(!is_valid(&app, &token).await);
    assert_eq!(app.post("/api/setup", answers(&token)).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn each_wrong_answer_has_a_message_and_leaves_the_link_valid() {
    let app = TestApp::new().await;
    let token = link(&app).await.unwrap();
    let wrong = json!({
        "token": token, "communityName": " ", "timeZone": "Mars/Olympus", "accentColour": "red", "name": "", "email": "ada"
    });
    let answer = app.post("/api/setup", wrong).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(answer.message(), "Community name is required");
    let fields = &answer.json()["fields"];
    assert_eq!(fields["timeZone"], "Unknown time zone");
    assert_eq!(fields["name"], "Your name is required");
    assert_eq!(fields["email"], "A valid e-mail address is required");
    assert!(is_valid(&app, &token).await);
}

#[tokio::test]
async fn an_existing_member_is_promoted() {
    let app = TestApp::new().await;
    let member = app.member("Ada").await;
    let token = link(&app).await.unwrap();
    let done = app
        .post(
            "/api/setup",
            answers(&token)
                .as_object()
                .map(|map| {
                    let mut map = map.clone();
                    map.insert("email".into(), "ADA@example.org".into());
                    Value::Object(map)
                })
                .unwrap(),
        )
        .await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.text);
    assert_eq!(app.get_as(&member, "/api/admin/verify-admin").await.json()["isAdmin"], true);
    assert_eq!(app.number("SELECT count(*) FROM users").await, 1);
}

#[tokio::test]
async fn the_first_steps_tick_themselves_and_can_be_put_away() {
    let app = TestApp::built(|_| {}, |app| app.mail = Transport::Scripted(Script::default())).await;
    let admin = app.admin("Ada").await;
    let path = "/api/admin/first-steps";
    let done = async || {
        let answer = app.get_as(&admin, path).await.json();
        let steps = answer["steps"].as_array().unwrap().clone();
        let done = steps.iter().filter(|step| step["done"] == true);
        done.map(|step| step["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(done().await, "");
    let wrong = app.put_as(&admin, "/api/admin/contact", json!({ "contactEmail": "nobody" })).await;
    assert_eq!(wrong.json()["fields"]["contactEmail"], "A valid e-mail address is required");
    let right = json!({ "contactEmail": " hello@makers.example " });
    app.put_as(&admin, "/api/admin/contact", right).await;
    assert_eq!(app.get("/api/site").await.json()["contactEmail"], "hello@makers.example");
    assert_eq!(done().await, "contact");
    let event = create(&app, &admin, json!({})).await;
    let member = app.member("Max").await;
    assert_eq!(done().await, "contact event member");
    register(&app, &member, &event, false).await;
    run_once(&app.app).await;
    assert_eq!(done().await, "mail contact event member");
    let now = app.app.clock.now();
    app.write(move |tx| Ok(set_copied(tx, now)?)).await;
    assert_eq!(done().await, "mail contact event member backup");
    assert_eq!(app.get_as(&admin, path).await.json()["isPutAway"], false);
    app.put_as(&admin, path, json!({ "isPutAway": true })).await;
    assert_eq!(app.get_as(&admin, path).await.json()["isPutAway"], true);
    assert_eq!(app.number("SELECT count(*) FROM audit_log WHERE action = 'settings.edit'").await, 2);

    // https counts with a proxy that the settings know, when a page at the site's address has asked for something.
    for (proxies, is_done) in [(vec![], false), (vec!["127.0.0.1".to_owned()], true)] {
        let app = TestApp::with(|config| {
            config.public_url = "https://makers.example".into();
            config.trusted_proxies = proxies;
        })
        .await;
        let admin = app.admin("Ada").await;
        let step = async || app.get_as(&admin, path).await.json()["steps"][1].clone();
        for elsewhere in ["http://127.0.0.1:8080/admin", "https://makers.example.org/"] {
            app.call_with(Method::GET, "/api/site", None, None, &[("Referer", elsewhere)]).await;
        }
        app.write(|_| Ok(())).await;
        assert_eq!(step().await, json!({ "id": "https", "done": false }));
        let page = ("Referer", "https://makers.example/admin");
        app.call_with(Method::GET, "/api/site", None, None, &[page]).await;
        while app.number("SELECT count(*) FROM memos WHERE name = 'reached'").await == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(step().await, json!({ "id": "https", "done": is_done }));
        let notes = app.get_as(&admin, "/api/admin/notes").await.json();
        assert_eq!(notes["notes"].as_array().unwrap().is_empty(), is_done, "{notes}");
        // At another address it was not seen yet.
        app.execute("UPDATE memos SET value = 'https://old.example' WHERE name = 'reached'").await;
        assert_eq!(step().await["done"], false);
    }
}

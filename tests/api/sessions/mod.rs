//! Signing in and out. This file: how long a session lasts, and what ends it.

mod codes;
mod identity;
mod links;
mod lockout;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use community::exports::config::{CaptchaProvider, Config};
use community::exports::db::values::Id;
use community::exports::sessions::sweep::{self, sweep};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use poem::http::StatusCode;
use serde_json::{Value, json};

use crate::support::{Answer, Signed, TestApp};

const REFUSED: &str = "Authentication failed. Please try again.";
const HALF_AN_HOUR: i64 = 1800;

/// A mail server, so that links go into the outbox; nothing sends them in these tests.
fn keep_mails(config: &mut Config) {
    config.mail.host = "mail.invalid".into();
    config.mail.from = "Makers <makers@example.org>".into();
}

/// An app without captcha whose mails stay in the outbox, to be read there.
async fn app() -> TestApp {
    TestApp::with(|config| {
        config.captcha.provider = CaptchaProvider::None;
        keep_mails(config);
    })
    .await
}

async fn ask(app: &TestApp, email: &str) -> Answer {
    app.post("/api/auth/email", json!({ "email": email })).await
}

async fn verify(app: &TestApp, token: &str) -> Answer {
    app.post("/api/auth/email/verify", json!({ "token": token })).await
}

/// The newest mail with a sign-in link: its recipient and the link.
async fn newest_link(app: &TestApp) -> (String, String) {
    let Ok((reader, sheet)) = app.letter("sign_in_link").await else {
        panic!("no letter")
    };
    let (to, text) = (reader.email, sheet.letter.text);
    let begin = text.find("http").unwrap();
    (to, text[begin..].split_whitespace().next().unwrap().to_owned())
}

fn token_of(link: &str) -> String {
    link.split("token=").nth(1).unwrap().split('&').next().unwrap().to_owned()
}

/// Signs in by link, from the request to the session.
async fn sign_in(app: &TestApp, email: &str) -> Signed {
    assert_eq!(ask(app, email).await.status, StatusCode::OK);
    signed(&verify(app, &token_of(&newest_link(app).await.1)).await)
}

fn signed(answer: &Answer) -> Signed {
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    Signed {
        id: Id::parse(answer.json()["user"]["id"].as_str().unwrap()).unwrap(),
        bearer: answer.json()["token"].as_str().unwrap().to_owned(),
    }
}

async fn is_alive(app: &TestApp, who: &Signed) -> bool {
    app.get_as(who, "/api/users/profile").await.status == StatusCode::OK
}

async fn forgive(app: &TestApp) {
    app.execute("DELETE FROM sign_in_failures").await;
    app.execute("DELETE FROM limited_uses").await;
}

#[tokio::test]
async fn signing_out_ends_the_session_on_the_server() {
    let app = app().await;
    let (here, there) = (sign_in(&app, "ada@example.org").await, sign_in(&app, "ada@example.org").await);
    assert_eq!(app.post_as(&here, "/api/auth/logout", json!({})).await.status, StatusCode::OK);
    assert!(!is_alive(&app, &here).await);
    assert!(is_alive(&app, &there).await);
    let again = app.post_as(&here, "/api/auth/logout", json!({})).await;
    assert_eq!(again.status, StatusCode::UNAUTHORIZED);
    assert_eq!(again.message(), "Session expired. Please log in again.");
}

#[tokio::test]
async fn signing_out_everywhere_ends_all_own_sessions() {
    let app = app().await;
    let (here, there) = (sign_in(&app, "ada@example.org").await, sign_in(&app, "ada@example.org").await);
    let grace = sign_in(&app, "grace@example.org").await;
    assert_eq!(app.post_as(&here, "/api/auth/logout-all", json!({})).await.status, StatusCode::OK);
    assert!(!is_alive(&app, &here).await);
    assert!(!is_alive(&app, &there).await);
    assert!(is_alive(&app, &grace).await);
}

#[tokio::test]
async fn what_was_made_while_the_clock_ran_ahead_lasts_no_longer() {
    let (app, year) = (app().await, 365 * 86_400);
    let days = i64::from(app.app.config.session.days) * 86_400;
    let right = sign_in(&app, "ada@example.org").await;
    app.app.clock.advance_seconds(year);
    ask(&app, "ben@example.org").await;
    let link = token_of(&newest_link(&app).await.1);
    let text = app.letter_text("sign_in_link").await;
    let digits = text
        .split_whitespace()
        .filter(|word| word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_digit()));
    let code: String = digits.collect();
    assert_eq!(code.len(), 6, "{text}");
    let ahead = sign_in(&app, "grace@example.org").await;
    app.app.clock.advance_seconds(-year);
    // Nobody knows how old the link and its code are.
    let over = verify(&app, &link).await;
    assert_eq!(over.status, StatusCode::UNAUTHORIZED);
    assert!(over.message().contains("has expired"), "{}", over.message());
    let typed = json!({ "email": "ben@example.org", "code": code });
    assert_eq!(
        app.post("/api/auth/email/verify", typed.clone()).await.message(),
        "This code is wrong or has expired. Use the link in the mail, or ask for a new code."
    );
    assert!(is_alive(&app, &right).await && is_alive(&app, &ahead).await);
    sweep(&app.app).await;
    // The sweep left no trace of that year: neither does a link begin to be valid, nor does a session last.
    app.app.clock.advance_seconds(days - 1);
    assert!(is_alive(&app, &right).await && is_alive(&app, &ahead).await);
    app.app.clock.advance_seconds(1);
    assert!(!is_alive(&app, &right).await && !is_alive(&app, &ahead).await);
    app.app.clock.advance_seconds(year - days + 1);
    assert_eq!(verify(&app, &link).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(app.post("/api/auth/email/verify", typed).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_clock_that_is_set_back_is_noticed_at_once() {
    let (app, year) = (app().await, 365 * 86_400);
    app.app.clock.advance_seconds(year);
    app.execute("INSERT INTO sign_in_failures (who, at) VALUES ('ip:192.0.2.1', 1)").await;
    let sweeper = tokio::spawn(sweep::run(app.app.clone()));
    until_none(&app, "SELECT count(*) FROM sign_in_failures").await;
    let ahead = sign_in(&app, "ada@example.org").await;
    app.app.clock.advance_seconds(-year);
    // The tests' day is the last of November 2026.
    until_none(&app, "SELECT count(*) FROM sessions WHERE created_at > unixepoch('2026-12-01') * 1000").await;
    assert!(is_alive(&app, &ahead).await);
    sweeper.abort();
}

async fn until_none(app: &TestApp, count: &'static str) {
    let until = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while app.number(count).await > 0 {
        assert!(std::time::Instant::now() < until, "{count}");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn a_session_expires_after_the_configured_days() {
    let app = TestApp::with(|config| {
        config.captcha.provider = CaptchaProvider::None;
        keep_mails(config);
        config.session.days = 2;
    })
    .await;
    let ada = sign_in(&app, "ada@example.org").await;
    app.app.clock.advance_seconds(2 * 86_400 - 1);
    assert!(is_alive(&app, &ada).await);
    app.app.clock.advance_seconds(1);
    assert!(!is_alive(&app, &ada).await);
}

#[tokio::test]
async fn a_forged_bearer_token_is_rejected() {
    let app = app().await;
    let ada = sign_in(&app, "ada@example.org").await;
    let session = app.number("SELECT id FROM sessions").await;
    let claims = json!({ "sid": Id(session).to_string(), "iat": 0, "exp": 4_000_000_000_i64 });
    let sign = |algorithm, secret: &[u8]| encode(&Header::new(algorithm), &claims, &EncodingKey::from_secret(secret)).unwrap();
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let forged = [
        sign(Algorithm::HS256, b"guess"),
        sign(Algorithm::HS256, b""),
        sign(Algorithm::HS512, &app.app.keys.session),
        format!("{}.{}.", part(&json!({"alg": "none", "typ": "JWT"})), part(&claims)),
        format!("{}x", ada.bearer),
        String::new(),
    ];
    for bearer in forged {
        let who = Signed { id: ada.id, bearer };
        assert_eq!(
            app.get_as(&who, "/api/users/profile").await.status,
            StatusCode::UNAUTHORIZED,
            "{}",
            who.bearer
        );
    }
    assert!(is_alive(&app, &ada).await);
}

#[tokio::test]
async fn a_new_role_applies_from_the_next_request() {
    let app = app().await;
    let ada = sign_in(&app, "ada@example.org").await;
    let is_admin = async || app.get_as(&ada, "/api/admin/verify-admin").await.json()["isAdmin"] == true;
    assert!(!is_admin().await);
    app.execute("UPDATE users SET role = 'admin'").await;
    assert!(is_admin().await);
    app.execute("UPDATE users SET role = 'user'").await;
    assert!(!is_admin().await);
}

#[tokio::test]
async fn expired_data_is_deleted_and_valid_data_is_not() {
    let app = app().await;
    let ada = sign_in(&app, "ada@example.org").await;
    ask(&app, "ada@example.org").await;
    verify(&app, "guess").await;
    app.write(|tx| {
        Ok(community::exports::db::once::use_up(
            tx,
            "token",
            community::exports::db::values::Instant::from_millis(0),
        )?)
    })
    .await;
    app.app.clock.advance_seconds(86_400 + HALF_AN_HOUR);
    sweep(&app.app).await;
    for table in [
        "SELECT count(*) FROM sign_in_links",
        "SELECT count(*) FROM sign_in_failures",
        "SELECT count(*) FROM used_tokens",
    ] {
        assert_eq!(app.number(table).await, 0, "{table}");
    }
    assert!(is_alive(&app, &ada).await);
    app.app.clock.advance_seconds(31 * 86_400);
    sweep(&app.app).await;
    assert_eq!(app.number("SELECT count(*) FROM sessions").await, 0);
}

#[tokio::test]
async fn a_session_says_whose_it_is() {
    let app = app().await;
    let ada = sign_in(&app, "ada@example.org").await;
    let answer = app.get_as(&ada, "/api/auth/session").await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(
        answer.json(),
        json!({ "id": ada.id.to_string(), "name": "New member", "email": "ada@example.org", "role": "user", "profilePicture": "", "needsName": true, "proposedName": "Ada" })
    );
    app.put_as(&ada, "/api/users/profile", json!({ "name": "Ada" })).await;
    let named = app.get_as(&ada, "/api/auth/session").await.json();
    assert_eq!((&named["name"], &named["needsName"]), (&json!("Ada"), &json!(false)));
    assert_eq!(app.get("/api/auth/session").await.status, StatusCode::UNAUTHORIZED);
}

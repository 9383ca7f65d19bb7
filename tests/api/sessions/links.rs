//! Sign-in by a link in a mail.

use community::exports::config::CaptchaProvider;
use community::exports::sessions::sweep::sweep;
use poem::http::StatusCode;
use serde_json::json;

use super::*;
use crate::projects::upvotes::futures_join;
use crate::support::TestApp;

#[tokio::test]
async fn a_link_signs_in_once() {
    let app = app().await;
    assert_eq!(ask(&app, " Ada.Lovelace+x@example.org ").await.status, StatusCode::OK);
    let (to, link) = newest_link(&app).await;
    assert_eq!(to, "Ada.Lovelace+x@example.org");
    assert!(link.starts_with("http://127.0.0.1:8080/login#token="), "{link}");
    let token = token_of(&link);
    assert_eq!(token.len(), 43);
    assert_eq!(app.number("SELECT count(*) FROM users").await, 0, "not before the address is proved");

    let answer = verify(&app, &token).await;
    let ada = signed(&answer);
    assert!(is_alive(&app, &ada).await);
    assert_eq!(
        app.number("SELECT count(*) FROM mails WHERE kind = 'welcome' AND to_email = 'Ada.Lovelace+x@example.org'")
            .await,
        1
    );
    for _ in 0..6 {
        let again = verify(&app, &token).await;
        assert_eq!(again.status, StatusCode::UNAUTHORIZED);
        assert_eq!(again.message(), "This sign-in link has already been used. Ask for a new one.");
        assert_eq!(again.header("X-Attempts-Left"), "", "it counts for nothing");
    }

    // The same person later, in another spelling: the mail goes to the stored address.
    assert_eq!(ask(&app, "ADA.LOVELACE+x@EXAMPLE.org").await.status, StatusCode::OK);
    let (to, link) = newest_link(&app).await;
    assert_eq!(to, "Ada.Lovelace+x@example.org");
    assert_eq!(signed(&verify(&app, &token_of(&link)).await).id, ada.id);
    assert_eq!(app.number("SELECT count(*) FROM users").await, 1);
}

#[tokio::test]
async fn fifty_concurrent_uses_of_a_link_sign_in_once() {
    let app = app().await;
    ask(&app, "ada@example.org").await;
    let token = token_of(&newest_link(&app).await.1);
    let answers = futures_join((0..50).map(|_| verify(&app, &token)).collect()).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == StatusCode::OK).count(), 1);
    assert_eq!(app.number("SELECT count(*) FROM sessions").await, 1);
}

#[tokio::test]
async fn a_link_is_valid_for_fifteen_minutes() {
    let app = app().await;
    ask(&app, "ada@example.org").await;
    let early = token_of(&newest_link(&app).await.1);
    app.app.clock.advance_seconds(1);
    ask(&app, "grace@example.org").await;
    let late = token_of(&newest_link(&app).await.1);
    app.app.clock.advance_seconds(899);
    let over = verify(&app, &early).await;
    assert_eq!(over.status, StatusCode::UNAUTHORIZED);
    assert_eq!(
        over.message(),
        "This sign-in link has expired: it was valid for 15 minutes. Ask for a new one."
    );
    assert_eq!(over.header("X-Attempts-Left"), "");
    signed(&verify(&app, &late).await);
    // A day later it is forgotten.
    app.app.clock.advance_seconds(86_400);
    sweep(&app.app).await;
    assert_eq!(verify(&app, &early).await.message(), REFUSED);
}

#[tokio::test]
async fn only_a_hash_of_the_token_is_stored() {
    let app = app().await;
    ask(&app, "ada@example.org").await;
    let token = token_of(&newest_link(&app).await.1);
    let found = app
        .app
        .db
        .read(|conn| Ok(conn.query_row("SELECT token_hash FROM sign_in_links", [], |row| row.get::<_, Vec<u8>>(0))?))
        .await
        .unwrap();
    assert_eq!(found, community::exports::db::once::hash(&token));
}

#[tokio::test]
async fn the_answer_does_not_reveal_who_is_a_member() {
    let app = app().await;
    app.member("Ada").await;
    let (known, unknown) = (ask(&app, "ada@example.org").await, ask(&app, "nobody@example.org").await);
    assert_eq!(known.status, StatusCode::OK);
    assert_eq!((known.status, known.text), (unknown.status, unknown.text));
}

#[tokio::test]
async fn an_address_must_be_one() {
    let app = app().await;
    for email in ["", "ada", "ada@", "Ada <ada@example.org>", "ada@example.org\nBcc: eve@example.org"] {
        let answer = ask(&app, email).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{email:?}");
        assert_eq!(answer.json()["fields"]["email"], "A valid e-mail address is required");
    }
}

#[tokio::test]
async fn a_link_returns_to_paths_of_this_site_only() {
    let app = app().await;
    let ask = async |path: &str| {
        forgive(&app).await;
        let body = json!({ "email": "ada@example.org", "returnTo": path });
        assert_eq!(app.post("/api/auth/email", body).await.status, StatusCode::OK);
        newest_link(&app).await.1
    };
    assert!(ask("/projects/1?tab=a#b").await.ends_with("&returnTo=%2Fprojects%2F1%3Ftab%3Da%23b"));
    for path in ["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "/a\n"] {
        assert!(!ask(path).await.contains("returnTo"), "{path:?}");
    }
}

#[tokio::test]
async fn the_number_of_mailed_links_is_limited() {
    let app = app().await;
    for _ in 0..5 {
        assert_eq!(ask(&app, "ada@example.org").await.status, StatusCode::OK);
    }
    let answer = ask(&app, "ADA@example.org").await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(answer.header("Retry-After"), "900");
    assert_eq!(answer.message(), "Too many sign-in links were requested. Please try again in 15 minutes.");
    // Links that were already sent still work.
    signed(&verify(&app, &token_of(&newest_link(&app).await.1)).await);
    // A hall full of people shares one network address, so its limit is much higher.
    for number in 0..60 {
        assert_eq!(ask(&app, &format!("member{number}@example.org")).await.status, StatusCode::OK);
    }
    assert_eq!(app.number("SELECT count(*) FROM mails WHERE kind = 'sign_in_link'").await, 65);
    app.execute(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 435)
         INSERT INTO limited_uses SELECT name, who, at, expires_at
           FROM n, (SELECT name, who, at, expires_at FROM limited_uses WHERE name = 'links_by_client' LIMIT 1)",
    )
    .await;
    assert_eq!(ask(&app, "another@example.org").await.status, StatusCode::TOO_MANY_REQUESTS);
    app.app.clock.advance_seconds(900);
    assert_eq!(ask(&app, "ada@example.org").await.status, StatusCode::OK);
}

#[tokio::test]
async fn without_a_mail_server_no_link_waits_in_the_outbox() {
    let app = TestApp::with(|config| config.captcha.provider = CaptchaProvider::None).await;
    assert_eq!(ask(&app, "ada@example.org").await.status, StatusCode::OK);
    assert_eq!(app.number("SELECT count(*) FROM mails").await, 0);
    assert_eq!(app.number("SELECT count(*) FROM sign_in_links").await, 1);
}

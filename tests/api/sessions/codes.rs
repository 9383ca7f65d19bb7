//! The six-digit code in a sign-in mail, links from the shell, and what is printed while mail cannot be sent.

use std::process::Command;

use community::exports::clock::Clock;
use community::exports::mail::rules::{Outcome, Reason};
use community::exports::mail::transport::{Script, Transport};
use community::exports::mail::worker::run_once;
use poem::http::StatusCode;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp};

async fn app() -> TestApp {
    TestApp::with(|config| {
        config.mail.host = "mail.invalid".into();
        config.mail.from = "Makers <makers@example.org>".into();
    })
    .await
}

async fn ask(app: &TestApp, email: &str) -> String {
    assert_eq!(app.post("/api/auth/email", json!({ "email": email })).await.status, StatusCode::OK);
    let text = app.letter_text("sign_in_link").await;
    let digits = text
        .split_whitespace()
        .filter(|word| word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_digit()));
    digits.collect::<Vec<_>>().join(" ")
}

async fn enter(app: &TestApp, email: &str, code: &str) -> Answer {
    app.post("/api/auth/email/verify", json!({ "email": email, "code": code })).await
}

/// A wrong code.
fn other(code: &str) -> &'static str {
    if code == "000 000" { "111 111" } else { "000 000" }
}

#[tokio::test]
async fn a_code_signs_in_once_in_place_of_its_link() {
    let app = app().await;
    let code = ask(&app, "Ada@example.org").await;
    assert_eq!(code.len(), 7, "{code}");
    let answer = enter(&app, " ADA@EXAMPLE.org ", &code.replace(' ', "-")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert_eq!(answer.json()["user"]["email"], "Ada@example.org");
    assert_eq!(enter(&app, "ada@example.org", &code).await.status, StatusCode::UNAUTHORIZED);
    let kept = app
        .number("SELECT count(*) FROM sign_in_links WHERE used_at IS NOT NULL AND length(code_hash) = 32")
        .await;
    assert_eq!(kept, 1);
}

#[tokio::test]
async fn a_code_allows_five_attempts_and_expires_with_its_link() {
    let app = app().await;
    let code = ask(&app, "ada@example.org").await;
    for left in [
        "You have 4 attempts left.",
        "You have 3 attempts left.",
        "You have 2 attempts left.",
        "You have one attempt left.",
    ] {
        let wrong = enter(&app, "ada@example.org", other(&code)).await;
        assert_eq!(wrong.status, StatusCode::UNAUTHORIZED);
        assert!(wrong.message().ends_with(left), "{}", wrong.message());
        assert_eq!(wrong.header("X-Attempts-Left"), "", "the client is not paused for it");
    }
    enter(&app, "ada@example.org", other(&code)).await;
    let dead = enter(&app, "ada@example.org", &code).await;
    assert_eq!(dead.status, StatusCode::UNAUTHORIZED);
    assert_eq!(
        dead.message(),
        "This code is wrong or has expired. Use the link in the mail, or ask for a new code."
    );
    // The message is the same if no code was requested.
    assert_eq!(enter(&app, "nobody@example.org", &code).await.message(), dead.message());
    // A new mail has a code with its own attempts.
    app.app.clock.advance_seconds(1);
    let newer = ask(&app, "ada@example.org").await;
    app.app.clock.advance_seconds(899);
    assert_eq!(enter(&app, "ada@example.org", &newer).await.status, StatusCode::OK);

    let code = ask(&app, "ada@example.org").await;
    app.app.clock.advance_seconds(900);
    assert_eq!(enter(&app, "ada@example.org", &code).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_code_opens_the_account_of_its_address_only() {
    let app = app().await;
    let (ada, eve) = (ask(&app, "ada@example.org").await, ask(&app, "eve@example.org").await);
    if ada != eve {
        assert_eq!(enter(&app, "ada@example.org", &eve).await.status, StatusCode::UNAUTHORIZED);
    }
    // A full-width letter makes it a different address.
    assert_eq!(enter(&app, "ａda@example.org", &ada).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(enter(&app, "ada@example.org", &ada).await.status, StatusCode::OK);
}

#[tokio::test]
async fn only_many_wrong_codes_lock_a_client_out() {
    let app = app().await;
    for number in 0..50 {
        let answer = enter(&app, &format!("member{number}@example.org"), "123456").await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{number}");
    }
    let answer = enter(&app, "ada@example.org", "123456").await;
    assert_eq!((answer.status, answer.header("Retry-After")), (StatusCode::TOO_MANY_REQUESTS, "900"));
    // Links still work.
    let wrong = app.post("/api/auth/email/verify", json!({ "token": "guess" })).await;
    assert_eq!(wrong.header("X-Attempts-Left"), "4");
}

#[tokio::test]
async fn an_input_that_is_not_a_code_costs_no_attempt() {
    let app = app().await;
    ask(&app, "ada@example.org").await;
    for (body, field) in [
        (json!({ "email": "ada@example.org", "code": "12345" }), "code"),
        (json!({ "email": "ada@example.org" }), "code"),
        (json!({ "code": "123456" }), "code"),
        (json!({}), "code"),
    ] {
        let answer = app.post("/api/auth/email/verify", body).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text);
        assert!(answer.json()["fields"][field].is_string(), "{}", answer.text);
    }
    assert_eq!(app.number("SELECT min(tries_left) FROM sign_in_links").await, 5);
}

#[tokio::test]
async fn a_lookalike_address_is_another_account() {
    let app = app().await;
    let ada = app.member("Ada").await;
    let code = ask(&app, "ａda@example.org").await;
    let answer = enter(&app, "ａda@example.org", &code).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert_ne!(answer.json()["user"]["id"], Value::from(ada.id.to_string()));
}

/// What `community` prints.
fn run(app: &TestApp, arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_community"))
        .args(arguments)
        .env("COMMUNITY_DATABASE", app.app.db.path())
        .output()
        .unwrap();
    let said = if output.status.success() { output.stdout } else { output.stderr };
    (output.status.success(), String::from_utf8(said).unwrap())
}

#[tokio::test]
async fn the_shell_prints_a_link_at_any_time() {
    let app = app().await;
    let ada = app.member("Ada").await;
    // The shell goes by the machine's clock.
    let seconds = (Clock::System.now().millis() - app.app.clock.now().millis()) / 1000;
    app.app.clock.advance_seconds(seconds + 60);
    let (done, said) = run(&app, &["link", "ADA@example.org"]);
    assert!(
        done && said.contains("Sign-in link for ada@example.org") && !said.contains("no account"),
        "{said}"
    );
    let token = said.split("/login#token=").nth(1).unwrap().split_whitespace().next().unwrap();
    let answer = app.post("/api/auth/email/verify", json!({ "token": token })).await;
    assert_eq!(answer.json()["user"]["id"], Value::from(ada.id.to_string()), "{}", answer.text);

    let (_, said) = run(&app, &["link", "grace@example.org"]);
    assert!(
        said.contains("There is no account with this address yet. The link creates one."),
        "{said}"
    );
    assert_eq!(run(&app, &["link", "grace"]), (false, "\"grace\" is not an e-mail address.\n".into()));
    app.execute("UPDATE users SET suspended_at = 1").await;
    assert_eq!(run(&app, &["link", "ada@example.org"]).1, "The account ada@example.org is suspended.\n");
    let logged = "SELECT count(*) FROM audit_log WHERE action = 'user.link' AND actor_id IS NULL";
    assert_eq!(app.number(logged).await, 2);
}

#[tokio::test]
async fn trouble_with_mail_is_reported_until_a_mail_is_sent() {
    let script = Script::default();
    let reason = || Reason {
        code: Some(535),
        problem: "wrong password".into(),
        text: "535 wrong password".into(),
    };
    script.answer_next(Outcome::Unreachable(reason()));
    script.answer_next(Outcome::Rejected(reason()));
    script.answer_next(Outcome::Deferred(reason()));
    let app = TestApp::built(|_| {}, |app| app.mail = Transport::Scripted(script)).await;
    let is_known = |app: &TestApp| app.app.mail_trouble.is_known(app.app.clock.now());
    ask(&app, "ada@example.org").await;
    assert!(!is_known(&app));
    run_once(&app.app).await;
    assert!(is_known(&app), "from now on links are printed when they are asked for");
    ask(&app, "nobody@example.org").await;
    assert_eq!(run_once(&app.app).await, 0, "the server is left alone for a minute");
    app.app.clock.advance_seconds(60);
    run_once(&app.app).await;
    assert!(is_known(&app));
    app.app.clock.advance_seconds(60);
    run_once(&app.app).await;
    assert!(!is_known(&app));
}

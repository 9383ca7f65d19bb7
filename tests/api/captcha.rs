//! The captcha: missing, wrong, expired and reused answers are refused with every provider.

use altcha::{Challenge, Payload, SolveChallengeOptions};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use community::exports::config::{CaptchaProvider, Secret};
use poem::http::StatusCode;
use serde_json::{Value, json};

use crate::outside::Outside;
use crate::projects::upvotes::futures_join;
use crate::support::{Answer, TestApp};

async fn builtin() -> TestApp {
    TestApp::with(|config| config.captcha.provider = CaptchaProvider::Builtin).await
}

/// The answer that a browser would find.
async fn solve(app: &TestApp) -> String {
    let challenge: Challenge = serde_json::from_str(&app.get("/api/captcha/challenge").await.text).unwrap();
    let solution = altcha::solve_challenge(SolveChallengeOptions::new(&challenge)).unwrap().unwrap();
    STANDARD.encode(serde_json::to_vec(&Payload { challenge, solution }).unwrap())
}

async fn ask(app: &TestApp, email: &str, token: Option<&str>) -> Answer {
    let mut body = json!({ "email": email });
    if let Some(token) = token {
        body["captchaToken"] = token.into();
    }
    app.post("/api/auth/email", body).await
}

fn assert_refused(answer: &Answer) {
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text);
    assert_eq!(answer.message(), "Please complete the captcha verification");
    assert_eq!(answer.json()["fields"]["captchaToken"], "Please complete the captcha verification");
}

#[tokio::test]
async fn a_challenge_is_never_cached() {
    let app = builtin().await;
    let (first, second) = (app.get("/api/captcha/challenge").await, app.get("/api/captcha/challenge").await);
    assert_eq!(first.header("Cache-Control"), "no-store");
    assert_ne!(first.json()["parameters"]["nonce"], second.json()["parameters"]["nonce"]);
    assert_eq!(first.json()["parameters"]["algorithm"], "PBKDF2/SHA-256");
}

#[tokio::test]
async fn a_correct_answer_counts_once() {
    let app = builtin().await;
    let token = solve(&app).await;
    assert_eq!(ask(&app, "ada@example.org", Some(&token)).await.status, StatusCode::OK);
    assert_refused(&ask(&app, "ada@example.org", Some(&token)).await);

    // The same answer in another notation counts as the same.
    let mut payload: Value = serde_json::from_slice(&STANDARD.decode(&token).unwrap()).unwrap();
    payload["solution"]["time"] = json!(17);
    assert_refused(&ask(&app, "ada@example.org", Some(&STANDARD.encode(payload.to_string()))).await);
}

#[tokio::test]
async fn concurrent_uses_of_an_answer_count_once() {
    let app = builtin().await;
    let token = solve(&app).await;
    let addresses: Vec<String> = (0..50).map(|number| format!("a{number}@example.org")).collect();
    let answers = futures_join(addresses.iter().map(|address| ask(&app, address, Some(&token))).collect()).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == StatusCode::OK).count(), 1);
}

#[tokio::test]
async fn a_missing_answer_is_no_failed_attempt_and_a_wrong_one_is() {
    let app = builtin().await;
    let missing = ask(&app, "ada@example.org", None).await;
    assert_refused(&missing);
    assert_eq!(missing.header("X-Attempts-Left"), "");
    let empty = ask(&app, "ada@example.org", Some(" ")).await;
    assert_refused(&empty);

    let mut payload: Value = serde_json::from_slice(&STANDARD.decode(solve(&app).await).unwrap()).unwrap();
    payload["solution"]["derivedKey"] = "00".repeat(32).into();
    let wrong = ask(&app, "ada@example.org", Some(&STANDARD.encode(payload.to_string()))).await;
    assert_refused(&wrong);
    assert_eq!(wrong.header("X-Attempts-Left"), "4");
    assert_refused(&ask(&app, "ada@example.org", Some("no base64")).await);
}

#[tokio::test]
async fn an_answer_is_valid_for_ten_minutes() {
    let app = builtin().await;
    let (early, late) = (solve(&app).await, solve(&app).await);
    app.app.clock.advance_seconds(599);
    assert_eq!(ask(&app, "ada@example.org", Some(&early)).await.status, StatusCode::OK);
    app.app.clock.advance_seconds(1);
    assert_refused(&ask(&app, "ada@example.org", Some(&late)).await);
}

#[tokio::test]
async fn a_provider_is_asked_about_each_answer_and_each_counts_once() {
    let provider = Outside::start(|body| {
        let is_right = body.contains("secret=sesame") && body.contains("response=right");
        json!({ "success": is_right }).to_string()
    });
    let url = provider.url.clone();
    let app = TestApp::with(|config| {
        config.captcha.provider = CaptchaProvider::Turnstile;
        config.captcha.site_key = "site".into();
        config.captcha.secret_key = Secret("sesame".into());
        config.captcha.verify_url = url;
    })
    .await;
    assert_eq!(app.get("/api/captcha/challenge").await.status, StatusCode::NOT_FOUND);
    assert_refused(&ask(&app, "ada@example.org", None).await);
    assert_eq!(provider.count(), 0);
    assert_refused(&ask(&app, "ada@example.org", Some("wrong")).await);
    assert_eq!(ask(&app, "ada@example.org", Some("right-1")).await.status, StatusCode::OK);
    assert_refused(&ask(&app, "ada@example.org", Some("right-1")).await);

    provider.set_down(true);
    let down = ask(&app, "ada@example.org", Some("right-2")).await;
    assert_eq!(down.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(
        down.message(),
        "The security verification cannot be checked at the moment. Please try again in a minute."
    );
    assert_eq!(down.header("Retry-After"), "30");
    assert_eq!(down.header("X-Attempts-Left"), "");
}

#[tokio::test]
async fn an_answer_from_another_site_is_wrong_and_a_provider_error_is_no_failed_attempt() {
    let provider = Outside::start(|body| {
        let token = body.split("response=").nth(1).unwrap_or_default();
        match token {
            "here" => json!({ "success": true, "hostname": "MAKERS.example", "action": "community" }),
            "unnamed" => json!({ "success": true, "hostname": "makers.example", "action": "" }),
            "elsewhere" => json!({ "success": true, "hostname": "other.example" }),
            "other-purpose" => json!({ "success": true, "hostname": "makers.example", "action": "signup" }),
            "secret" => json!({ "success": false, "error-codes": ["invalid-input-secret"] }),
            "html" => return "<html>".to_owned(),
            _ => json!({ "success": false, "error-codes": ["invalid-input-response"] }),
        }
        .to_string()
    });
    let url = provider.url.clone();
    let app = TestApp::with(|config| {
        config.public_url = "https://makers.example".into();
        config.captcha.provider = CaptchaProvider::Turnstile;
        config.captcha.verify_url = url;
    })
    .await;
    for (right, email) in [("here", "a@example.org"), ("unnamed", "b@example.org")] {
        assert_eq!(ask(&app, email, Some(right)).await.status, StatusCode::OK, "{right}");
    }
    for wrong in ["elsewhere", "other-purpose", "wrong"] {
        assert_refused(&ask(&app, "ada@example.org", Some(wrong)).await);
    }
    for trouble in ["secret", "html"] {
        let answer = ask(&app, "ada@example.org", Some(trouble)).await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{trouble}: {}", answer.text);
        assert_eq!((answer.header("X-Attempts-Left"), answer.header("Retry-After")), ("", "30"));
    }
}

#[tokio::test]
async fn without_a_captcha_nothing_is_asked() {
    let app = TestApp::with(|config| config.captcha.provider = CaptchaProvider::None).await;
    assert_eq!(ask(&app, "ada@example.org", None).await.status, StatusCode::OK);
}

//! The lockout after failed attempts, and who counts as one client.

use std::sync::Arc;

use community::exports::config::CaptchaProvider;
use community::exports::http;
use poem::http::StatusCode;
use poem::listener::{Acceptor, Listener, TcpListener};
use serde_json::json;

use super::*;
use crate::support::TestApp;

#[tokio::test]
async fn the_sixth_attempt_waits_whatever_it_says_about_its_address() {
    let app = app().await;
    let attempt = async |number: u32| {
        let address = format!("203.0.113.{number}");
        let headers = [
            ("X-Forwarded-For", address.as_str()),
            ("X-Real-IP", address.as_str()),
            ("Forwarded", "for=203.0.113.9"),
        ];
        let body = Some(json!({ "token": "guess" }));
        app.call_with(poem::http::Method::POST, "/api/auth/email/verify", None, body, &headers)
            .await
    };
    for number in 1..=5 {
        let answer = attempt(number).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
        assert_eq!(answer.header("X-Attempts-Left"), (5 - number).to_string());
        app.app.clock.advance_seconds(30);
    }
    let sixth = attempt(6).await;
    assert_eq!(sixth.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(sixth.header("Retry-After"), "750");
    assert_eq!(sixth.message(), "Too many failed attempts. Please try again in 13 minutes.");
    // The lockout applies to every way to sign in, with right and wrong credentials.
    assert_eq!(ask(&app, "ada@example.org").await.status, StatusCode::TOO_MANY_REQUESTS);
    // Attempts during the pause do not count: it ends at the announced time.
    app.app.clock.advance_seconds(750);
    assert_eq!(attempt(7).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_burst_gets_no_more_than_five_attempts() {
    let app = Arc::new(app().await);
    let mut statuses = Vec::new();
    for answer in futures_of((0..30).map(|_| verify(&app, "guess"))).await {
        statuses.push(answer.status);
    }
    assert_eq!(statuses.iter().filter(|status| **status == StatusCode::UNAUTHORIZED).count(), 5);
    assert_eq!(statuses.iter().filter(|status| **status == StatusCode::TOO_MANY_REQUESTS).count(), 25);
}

/// Runs all of them at the same time.
async fn futures_of<F: Future>(futures: impl Iterator<Item = F>) -> Vec<F::Output> {
    let mut waiting: Vec<_> = futures.map(Box::pin).collect();
    let mut done = Vec::new();
    std::future::poll_fn(|context| {
        waiting.retain_mut(|future| match future.as_mut().poll(context) {
            std::task::Poll::Ready(output) => {
                done.push(output);
                false
            }
            std::task::Poll::Pending => true,
        });
        if waiting.is_empty() {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
    done
}

#[tokio::test]
async fn a_success_clears_the_failures() {
    let app = app().await;
    ask(&app, "ada@example.org").await;
    let token = token_of(&newest_link(&app).await.1);
    for _ in 0..4 {
        verify(&app, "guess").await;
    }
    signed(&verify(&app, &token).await);
    assert_eq!(verify(&app, "guess").await.header("X-Attempts-Left"), "4");
}

#[tokio::test]
async fn nobody_is_locked_out_by_wrong_captchas_that_name_them() {
    let app = TestApp::with(|config| {
        config.captcha.provider = CaptchaProvider::Builtin;
        keep_mails(config);
    })
    .await;
    let ask = async |email: &str| app.post("/api/auth/email", json!({ "email": email, "captchaToken": "wrong" })).await;
    for left in ["4", "3", "2", "1", "0"] {
        let answer = ask("ada@example.org").await;
        assert_eq!(
            (answer.status, answer.header("X-Attempts-Left")),
            (StatusCode::UNPROCESSABLE_ENTITY, left)
        );
    }
    assert_eq!(ask("ada@example.org").await.status, StatusCode::TOO_MANY_REQUESTS);
    // From another network address it works at once, because the e-mail address was not counted.
    app.execute("DELETE FROM sign_in_failures WHERE who LIKE 'ip:%' OR who LIKE 'unknown%'")
        .await;
    assert_eq!(app.number("SELECT count(*) FROM sign_in_failures").await, 0);
    assert_eq!(ask("ada@example.org").await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn stored_failures_are_bounded_and_never_in_the_future() {
    let app = app().await;
    app.execute("INSERT INTO sign_in_failures (rowid, who, at) VALUES (1, 'ip:192.0.2.1', 1), (100000, 'ip:192.0.2.2', 1)")
        .await;
    verify(&app, "guess").await;
    assert_eq!(app.number("SELECT count(*) FROM sign_in_failures WHERE who = 'ip:192.0.2.1'").await, 0);
    assert_eq!(app.number("SELECT count(*) FROM sign_in_failures WHERE who = 'ip:192.0.2.2'").await, 1);
    // The clock is set back after five failures. They must not cause a longer lockout.
    for _ in 0..4 {
        verify(&app, "guess").await;
    }
    assert_eq!(verify(&app, "guess").await.status, StatusCode::TOO_MANY_REQUESTS);
    app.app.clock.advance_seconds(-86_400);
    assert_eq!(verify(&app, "guess").await.status, StatusCode::UNAUTHORIZED);
}

/// Over real sockets: how much of X-Forwarded-For is trusted.
async fn statuses_over_sockets(proxies: &[&str], forwarded: &[&str]) -> Vec<u16> {
    let proxies: Vec<String> = proxies.iter().map(|text| (*text).to_owned()).collect();
    let app = TestApp::with(|config| {
        config.captcha.provider = CaptchaProvider::None;
        config.trusted_proxies = proxies;
    })
    .await;
    let acceptor = TcpListener::bind("127.0.0.1:0").into_acceptor().await.unwrap();
    let address = acceptor.local_addr()[0].as_socket_addr().unwrap().to_owned();
    let ui = poem::endpoint::make_sync(|_| StatusCode::NOT_FOUND);
    let server = tokio::spawn(poem::Server::new_with_acceptor(acceptor).run(http::endpoint(&app.app, ui)));
    let mut statuses = Vec::new();
    for value in forwarded {
        let value = (*value).to_owned();
        let call = move || {
            let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
            let request = agent
                .post(format!("http://{address}/api/auth/email/verify"))
                .header("X-Forwarded-For", value);
            request.send_json(json!({ "token": "guess" })).unwrap().status().as_u16()
        };
        statuses.push(tokio::task::spawn_blocking(call).await.unwrap());
    }
    server.abort();
    statuses
}

#[tokio::test]
async fn only_a_trusted_proxy_may_report_the_clients_address() {
    let one_each: Vec<String> = (1..=6).map(|number| format!("203.0.113.{number}")).collect();
    let one_each: Vec<&str> = one_each.iter().map(String::as_str).collect();
    assert_eq!(statuses_over_sockets(&[], &one_each).await, [401, 401, 401, 401, 401, 429]);
    assert_eq!(statuses_over_sockets(&["127.0.0.1"], &one_each).await, [401; 6]);
    // The entry that the client wrote itself comes before the one that the proxy added.
    let written: Vec<String> = one_each.iter().map(|address| format!("{address}, 198.51.100.7")).collect();
    let written: Vec<&str> = written.iter().map(String::as_str).collect();
    assert_eq!(statuses_over_sockets(&["127.0.0.0/8"], &written).await, [401, 401, 401, 401, 401, 429]);
}

//! The account page: sessions, the change of the address, the download of all data.

use community::exports::mail::transport::{Script, Transport};
use poem::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::events::{create, register};
use crate::projects::{approve, project, submit};
use crate::support::{Answer, Signed, TestApp};

async fn account(app: &TestApp, who: &Signed) -> Value {
    let answer = app.get_as(who, "/api/users/me/account").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()
}

#[tokio::test]
async fn a_member_sees_their_sessions_and_ends_them() {
    let app = TestApp::built(|_| {}, |app| app.mail = Transport::Scripted(Script::default())).await;
    let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
    app.post("/api/auth/email", json!({ "email": "ada@example.org" })).await;
    let text = app.letter_text("sign_in_link").await;
    let token = text.split("#token=").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    let entered = app
        .call_with(
            Method::POST,
            "/api/auth/email/verify",
            None,
            Some(json!({ "token": token })),
            &[("User-Agent", agent)],
        )
        .await
        .json();
    let here = Signed {
        id: community::exports::db::values::Id::parse(entered["user"]["id"].as_str().unwrap()).unwrap(),
        bearer: entered["token"].as_str().unwrap().to_owned(),
    };
    let (phone, tablet) = (app.session_of(here.id).await, app.session_of(here.id).await);

    let found = account(&app, &here).await;
    assert_eq!((&found["email"], &found["isLastAdmin"]), (&json!("ada@example.org"), &json!(false)));
    assert_eq!(found["googleSince"], Value::Null);
    let sessions = found["sessions"].as_array().unwrap();
    assert_eq!(sessions.len(), 3);
    assert_eq!(
        (&sessions[0]["isThis"], &sessions[0]["device"]),
        (&json!(true), &json!("Firefox on Linux"))
    );
    assert!(sessions[1..].iter().all(|session| session["isThis"] == false));

    // The use is noted once an hour, so that reading is not writing.
    let seen = "SELECT max(seen_at) FROM sessions";
    app.app.clock.advance_seconds(3599);
    account(&app, &here).await;
    app.app.clock.advance_seconds(1);
    account(&app, &here).await;
    let now = app.app.clock.now().millis();
    for _ in 0..100 {
        if app.number(seen).await == now {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(app.number(seen).await, now);
    assert_eq!(app.number("SELECT count(*) FROM sessions WHERE seen_at > 0").await, 1);

    let theirs = account(&app, &phone).await["sessions"][0]["_id"].clone();
    let path = format!("/api/users/me/sessions/{}", theirs.as_str().unwrap());
    let other = app.member("Otto").await;
    assert_eq!(app.delete_as(&other, &path).await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.delete_as(&here, &path).await.message(), "That device is signed out.");
    assert_eq!(app.get_as(&phone, "/api/users/profile").await.status, StatusCode::UNAUTHORIZED);
    app.post_as(&here, "/api/users/me/sessions/end-others", json!({})).await;
    assert_eq!(app.get_as(&tablet, "/api/users/profile").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(account(&app, &here).await["sessions"].as_array().unwrap().len(), 1);
    assert_eq!(account(&app, &other).await["sessions"].as_array().unwrap().len(), 1);
}

/// The tokens of the links to the present and to the new address.
async fn tokens(app: &TestApp) -> (String, String) {
    let found: Vec<Value> = app
        .app
        .db
        .read(|conn| {
            let mut select = conn.prepare("SELECT occasion FROM mails WHERE kind = 'address_change' ORDER BY id DESC LIMIT 2")?;
            Ok(select.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?)
        })
        .await
        .unwrap()
        .iter()
        .map(|occasion| serde_json::from_str(occasion).unwrap())
        .collect();
    let token = |about: &str| {
        let one = found.iter().find(|occasion| occasion["about"] == about);
        one.map(|occasion| occasion["token"].as_str().unwrap().to_owned()).unwrap_or_default()
    };
    (token("address_to_leave"), token("address_asked"))
}

async fn confirm(app: &TestApp, token: &str) -> Answer {
    app.post("/api/auth/address/confirm", json!({ "token": token })).await
}

async fn ask(app: &TestApp, who: &Signed, email: &str) -> Answer {
    app.post_as(who, "/api/users/me/email", json!({ "email": email })).await
}

#[tokio::test]
async fn an_address_changes_when_both_have_confirmed_it() {
    let app = TestApp::new().await;
    let ada = app.member("Ada").await;
    for (email, sentence) in [
        ("ada", "A valid e-mail address is required"),
        ("ADA@example.org", "This is your address already"),
    ] {
        let answer = ask(&app, &ada, email).await;
        assert_eq!(
            (answer.status, &answer.json()["fields"]["email"]),
            (StatusCode::UNPROCESSABLE_ENTITY, &json!(sentence))
        );
    }
    let asked = ask(&app, &ada, "king@example.org").await;
    assert_eq!(asked.status, StatusCode::OK, "{}", asked.text);
    let (old, new) = tokens(&app).await;
    assert_eq!(account(&app, &ada).await["emailChange"]["email"], "king@example.org");
    assert_eq!(
        app.number("SELECT count(*) FROM mails WHERE kind = 'address_change' AND to_email = 'king@example.org'")
            .await,
        1
    );

    let first = confirm(&app, &new).await;
    assert_eq!((first.status, &first.json()["done"]), (StatusCode::OK, &json!(false)));
    assert_eq!(confirm(&app, &new).await.json()["done"], false, "one address cannot confirm for both");
    assert_eq!(account(&app, &ada).await["email"], "ada@example.org");
    let second = confirm(&app, &old).await;
    assert_eq!(
        (&second.json()["done"], second.message().as_str()),
        (&json!(true), "Your address is changed.")
    );
    assert_eq!(account(&app, &ada).await["email"], "king@example.org");
    for token in [&old, &new] {
        assert_eq!(confirm(&app, token).await.status, StatusCode::NOT_FOUND, "a link works once");
    }
    let admin = app.admin("Anna").await;
    assert_eq!(app.get_as(&admin, "/api/users/search?q=ada").await.json()[0]["email"], "king@example.org");
}

#[tokio::test]
async fn a_change_of_an_address_is_refused_dropped_and_expires() {
    let app = TestApp::new().await;
    let ada = app.member("Ada").await;
    ask(&app, &ada, "one@example.org").await;
    let (first_old, first_new) = tokens(&app).await;
    app.app.clock.advance_seconds(1);
    ask(&app, &ada, "two@example.org").await;
    assert_eq!(
        confirm(&app, &first_new).await.status,
        StatusCode::NOT_FOUND,
        "a new change replaces the one before"
    );
    assert_eq!(confirm(&app, &first_old).await.status, StatusCode::NOT_FOUND);

    app.delete_as(&ada, "/api/users/me/email").await;
    let (old, new) = tokens(&app).await;
    assert_eq!(confirm(&app, &new).await.status, StatusCode::NOT_FOUND);
    assert_eq!(confirm(&app, &old).await.status, StatusCode::NOT_FOUND);

    app.app.clock.advance_seconds(1);
    ask(&app, &ada, "three@example.org").await;
    let (_, new) = tokens(&app).await;
    app.app.clock.advance_seconds(86_400);
    assert_eq!(confirm(&app, &new).await.status, StatusCode::NOT_FOUND, "a day is over");

    let ada = app.session_of(ada.id).await;
    ask(&app, &ada, "thief@example.org").await;
    let (old, new) = tokens(&app).await;
    confirm(&app, &new).await;
    let refused = app.post("/api/auth/address/refuse", json!({ "token": old })).await;
    assert_eq!(refused.status, StatusCode::OK, "{}", refused.text);
    assert_eq!(app.get_as(&ada, "/api/users/profile").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(confirm(&app, &old).await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.number("SELECT count(*) FROM users WHERE email = 'ada@example.org'").await, 1);
    assert_eq!(app.number("SELECT count(*) FROM email_changes").await, 0);
}

#[tokio::test]
async fn nothing_tells_whether_an_address_has_an_account() {
    let app = TestApp::new().await;
    let (ada, otto) = (app.member("Ada").await, app.member("Otto").await);
    let free = ask(&app, &ada, "free@example.org").await;
    let pending = account(&app, &ada).await["emailChange"].clone();
    let taken = ask(&app, &ada, "otto@example.org").await;
    assert_eq!((free.status, free.text), (taken.status, taken.text));
    let mut expected = pending;
    expected["email"] = json!("otto@example.org");
    assert_eq!(account(&app, &ada).await["emailChange"], expected);
    assert_eq!(crate::events::mails(&app, &otto).await, ["address_taken"]);
    // The address that is made in the meantime stays with its owner.
    app.app.clock.advance_seconds(1);
    ask(&app, &ada, "late@example.org").await;
    let (old, new) = tokens(&app).await;
    app.execute("INSERT INTO users (id, name, email, email_key, created_at) VALUES (7, 'Late', 'late@example.org', 'late@example.org', 0)")
        .await;
    confirm(&app, &old).await;
    assert_eq!(confirm(&app, &new).await.status, StatusCode::CONFLICT);
    assert_eq!(account(&app, &ada).await["email"], "ada@example.org");
    app.app.clock.advance_seconds(1);
    for _ in 0..2 {
        ask(&app, &ada, "more@example.org").await;
    }
    assert_eq!(ask(&app, &ada, "more@example.org").await.status, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn a_member_downloads_all_that_is_stored_about_them() {
    let app = TestApp::new().await;
    let (ada, otto, admin) = (app.member("Ada").await, app.member("Otto").await, app.admin("Anna").await);
    let id = submit(&app, &ada, project("Engine")).await;
    approve(&app, &admin, &id).await;
    app.post_as(&ada, &format!("/api/projects/{id}/comment"), json!({ "text": "My own words" }))
        .await;
    app.post_as(&otto, &format!("/api/projects/{id}/comment"), json!({ "text": "Words of Otto" }))
        .await;
    app.post_as(&ada, &format!("/api/projects/{id}/upvote"), json!({})).await;
    let event = create(&app, &admin, json!({})).await;
    register(&app, &ada, &event, false).await;
    app.call(
        Method::PUT,
        &format!("/api/events/{event}/tasks/Read%20chapter%201"),
        Some(&ada.bearer),
        None,
    )
    .await;
    app.post_as(&ada, "/api/users/me/calendar-feed", json!({})).await;
    ask(&app, &ada, "king@example.org").await;

    let answer = app.get_as(&ada, "/api/users/me/data").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert_eq!(answer.header("Content-Disposition"), "attachment; filename=\"my-data.json\"");
    let data = answer.json();
    assert_eq!(data["profile"][0]["email"], "ada@example.org");
    assert_eq!(data["projects"][0]["title"], "Engine");
    assert_eq!(data["projects"][0]["technologies"], json!(["Rust", "SQLite"]));
    assert_eq!(data["comments"][0]["text"], "My own words");
    assert_eq!(data["upvoted_projects"][0]["project"], "Engine");
    assert_eq!(data["places_at_events"][0]["registered_at"], "2026-11-28T09:00:00Z");
    assert_eq!(data["tasks"][0]["task"], "Read chapter 1");
    assert_eq!(data["badges"][0]["name"], "First Project");
    assert_eq!(data["change_of_address"][0]["email"], "king@example.org");
    assert_eq!(data["sessions"].as_array().unwrap().len(), 1);
    assert_eq!(data["calendar_address"].as_array().unwrap().len(), 1);
    assert!(
        data["mails"]
            .as_array()
            .unwrap()
            .iter()
            .any(|mail| mail["kind"] == "registration_confirmed")
    );
    assert!(!answer.text.contains("Otto"), "nothing of others");
    let log = app.get_as(&admin, "/api/users/me/data").await.json();
    let acts = log["log_of_what_you_did_as_an_admin"].as_array().unwrap();
    assert!(
        acts.iter()
            .any(|act| act["action"] == "project.approve" && act["after"]["status"] == "Approved")
    );
}

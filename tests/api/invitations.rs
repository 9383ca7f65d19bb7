//! Invitations: a list with a preview, an undo until the mails leave, and a first sign-in.

use community::exports::mail::transport::{Script, Transport};
use community::exports::mail::worker::{run_once, tidy};
use mail_parser::MessageParser;
use poem::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Answer, Signed, TestApp};

async fn with_mail() -> TestApp {
    TestApp::built(
        |config| config.public_url = "https://makers.example".into(),
        |app| app.mail = Transport::Scripted(Script::default()),
    )
    .await
}

/// The address and the text of each mail that was sent.
fn sent(app: &TestApp) -> Vec<(String, String, String)> {
    let Transport::Scripted(script) = &app.app.mail else {
        panic!("no script")
    };
    let all = script.sent();
    let read = all.iter().map(|bytes| {
        let mail = MessageParser::default().parse(bytes).unwrap();
        let to = mail.to().unwrap().first().unwrap().address().unwrap().to_owned();
        (to, mail.subject().unwrap().to_owned(), mail.body_text(0).unwrap().into_owned())
    });
    read.collect()
}

async fn invite(app: &TestApp, admin: &Signed, list: &str) -> Answer {
    app.post_as(admin, "/api/admin/invitations", json!({ "list": list })).await
}

async fn states(app: &TestApp, admin: &Signed) -> Vec<(String, String)> {
    let list = app.get_as(admin, "/api/admin/invitations").await.json();
    let text = |one: &Value, field: &str| one[field].as_str().unwrap().to_owned();
    list.as_array()
        .unwrap()
        .iter()
        .map(|one| (text(one, "email"), text(one, "state")))
        .collect()
}

#[tokio::test]
async fn a_list_invites_each_once_and_can_be_taken_back_until_it_leaves() {
    let app = with_mail().await;
    let (admin, _) = (app.admin("Ada Admin").await, app.member("Max").await);
    let list = "Name,E-mail\n\"Hopper, Grace\",grace@example.com\nMax,MAX@example.org\nx,no address\n,grace@example.com\n,alan@example.com";
    let preview = app
        .post_as(&admin, "/api/admin/invitations/preview", json!({ "list": list }))
        .await
        .json();
    let words: Vec<&str> = preview["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["outcome"].as_str().unwrap())
        .collect();
    assert_eq!(words, ["invited", "member", "no_address", "twice", "invited"]);
    assert_eq!((&preview["count"], app.number("SELECT count(*) FROM invitations").await), (&json!(2), 0));

    let invited = invite(&app, &admin, list).await;
    assert_eq!(invited.message(), "2 invitations will be sent in 10 minutes.");
    let again = invite(&app, &admin, list).await;
    assert_eq!(
        (again.status, again.message().as_str()),
        (StatusCode::UNPROCESSABLE_ENTITY, "There is nobody to invite in this list")
    );
    run_once(&app.app).await;
    assert_eq!(sent(&app).len(), 0, "nothing leaves while it can be taken back");
    let alan = invited.json()["invitations"][1].clone();
    let withdraw = async |ids: Value| {
        app.post_as(&admin, "/api/admin/invitations/withdraw", json!({ "invitations": ids }))
            .await
    };
    assert_eq!(withdraw(json!([alan])).await.message(), "1 invitation taken back.");
    assert_eq!(withdraw(json!([alan])).await.status, StatusCode::CONFLICT);
    app.app.clock.advance_seconds(600);
    run_once(&app.app).await;
    let mails = sent(&app);
    assert_eq!(mails.len(), 1);
    let (to, subject, text) = &mails[0];
    assert_eq!(
        (to.as_str(), subject.as_str()),
        ("grace@example.com", "Ada Admin invites you to Community")
    );
    assert!(
        text.contains("https://makers.example/login?email=grace%40example%2Ecom") && text.contains("Hello Hopper, Grace,"),
        "{text}"
    );
    assert_eq!(
        states(&app, &admin).await,
        [(String::new(), "withdrawn".into()), ("grace@example.com".into(), "sent".into())]
    );
    assert_eq!(app.number("SELECT count(*) FROM users").await, 2, "nobody is a member by an invitation");
    // Whoever was taken back was not invited.
    assert_eq!(invite(&app, &admin, "alan@example.com").await.status, StatusCode::OK);

    // The first sign-in makes the account, with the name proposed.
    app.post("/api/auth/email", json!({ "email": "Grace@example.com" })).await;
    run_once(&app.app).await;
    let link = sent(&app).last().unwrap().2.clone();
    let token = link.split("token=").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    let user = app.post("/api/auth/email/verify", json!({ "token": token })).await.json()["user"].clone();
    assert_eq!((&user["needsName"], &user["proposedName"]), (&json!(true), &json!("Hopper, Grace")));
    assert!(states(&app, &admin).await.contains(&(String::new(), "joined".into())));
    let kept = "SELECT count(*) FROM mails WHERE kind = 'invitation' AND to_email = 'grace@example.com'";
    assert_eq!(app.number(kept).await, 0);
}

#[tokio::test]
async fn one_click_ends_it_for_good_and_time_ends_it_too() {
    let app = with_mail().await;
    let admin = app.admin("Ada Admin").await;
    invite(&app, &admin, "grace@example.com\nalan@example.com").await;
    app.app.clock.advance_seconds(600);
    run_once(&app.app).await;
    let mails = sent(&app);
    let (_, _, text) = mails.iter().find(|(to, ..)| to == "grace@example.com").unwrap();
    let path = text
        .split("Unsubscribe: https://makers.example")
        .nth(1)
        .unwrap()
        .split_whitespace()
        .next()
        .unwrap();
    assert_eq!(
        app.get(&path.replace("/unsubscribe", "/api/unsubscribe")).await.json()["kind"],
        "invitations"
    );
    assert_eq!(app.call(Method::POST, path, None, None).await.status, StatusCode::OK);
    app.app.clock.advance_seconds(30 * 86_400);
    tidy(&app.app).await.unwrap();
    let admin = app.session_of(admin.id).await;
    let ended = states(&app, &admin).await;
    assert!(
        ended.contains(&(String::new(), "declined".into())) && ended.contains(&(String::new(), "expired".into())),
        "{ended:?}"
    );
    let kept = "SELECT (SELECT count(*) FROM mails WHERE to_email LIKE '%example.com') + (SELECT count(*) FROM invitations WHERE email <> '')";
    assert_eq!(app.number(kept).await, 0, "the addresses are gone");
    let again = invite(&app, &admin, "GRACE@example.com\nalan@example.com").await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY, "nobody is invited twice");
    // They can still join by themselves.
    let list: String = (0..201).map(|number| format!("p{number}@example.net\n")).collect();
    let many = invite(&app, &admin, &list).await;
    assert_eq!(many.status, StatusCode::TOO_MANY_REQUESTS, "{}", many.text);
    assert_eq!(
        app.number("SELECT count(*) FROM invitations WHERE state = 'open'").await,
        0,
        "all or none"
    );
}

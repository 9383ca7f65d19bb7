//! How members appear to others: the name that they choose, their profile, and their picture from the identity provider.

use std::time::Duration;

use community::exports::outside::Reach;
use community::exports::reindex;
use image::{DynamicImage, ImageFormat};
use poem::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::events::{create, form};
use crate::outside::{Issuer, Key, Outside};
use crate::projects::comments::approved;
use crate::projects::{approve, project, submit};
use crate::support::{Answer, Signed, TestApp};

/// A new member, signed in by a link.
async fn newcomer(app: &TestApp, email: &str) -> (Signed, Value) {
    let token = community::exports::sessions::token::random();
    let (to, secret, now) = (email.to_owned(), token.clone(), app.app.clock.now());
    app.write(move |tx| Ok(community::exports::sessions::store::insert_link(tx, &secret, &to, None, now, 60)?))
        .await;
    let answer = app.post("/api/auth/email/verify", json!({ "token": token })).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    signed(&answer)
}

fn signed(answer: &Answer) -> (Signed, Value) {
    let body = answer.json();
    let who = Signed {
        id: community::exports::db::values::Id::parse(body["user"]["id"].as_str().unwrap()).unwrap(),
        bearer: body["token"].as_str().unwrap().to_owned(),
    };
    (who, body["user"].clone())
}

#[tokio::test]
async fn nothing_derived_from_an_address_is_public_before_a_name_is_chosen() {
    let app = TestApp::new().await;
    let (ada, user) = newcomer(&app, "ada.lovelace@example.org").await;
    assert_eq!(
        (&user["name"], &user["needsName"], &user["proposedName"]),
        (&json!("New member"), &json!(true), &json!("Ada Lovelace"))
    );
    let own = app.get_as(&ada, "/api/users/profile").await.json();
    assert_eq!((&own["needsName"], &own["proposedName"]), (&json!(true), &json!("Ada Lovelace")));
    let seen = app.get(&format!("/api/users/{}", ada.id)).await;
    assert_eq!(seen.json()["name"], "New member");
    let lower = seen.text.to_lowercase();
    assert!(
        !lower.contains("ada") && !lower.contains("lovelace") && !lower.contains("needsname"),
        "{lower}"
    );
    assert!(
        !app.letter_text("welcome").await.contains("New member"),
        "a letter greets nobody as New member"
    );

    for name in ["", "  ", "\u{200b}\u{200d}", "\u{3164}"] {
        let answer = app.put_as(&ada, "/api/users/profile", json!({ "name": name })).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{name:?}");
        assert_eq!(answer.json()["fields"]["name"], "Your name is required");
    }
    let saved = app.put_as(&ada, "/api/users/profile", json!({ "name": " Ada \u{202e}King " })).await;
    assert_eq!(saved.status, StatusCode::OK, "{}", saved.text);
    assert_eq!((&saved.json()["name"], &saved.json()["needsName"]), (&json!("Ada King"), &json!(false)));
    assert_eq!(saved.json()["proposedName"], Value::Null);
    assert_eq!(app.get(&format!("/api/users/{}", ada.id)).await.json()["name"], "Ada King");
    let grace = app.member("Grace").await;
    assert_eq!(app.get_as(&grace, "/api/users/search?q=king").await.ids(), [ada.id.to_string()]);
    assert_eq!(newcomer(&app, "ada.lovelace@example.org").await.1["needsName"], false);
}

#[tokio::test]
async fn any_subset_of_the_profile_fields_can_be_changed() {
    let app = TestApp::new().await;
    let ada = app.member("Ada").await;
    let all = json!({
        "name": "Ada King", "bio": "I build\r\nclocks.", "github": "ada", "linkedIn": "https://linkedin.example/in/ada", "twitter": "@ada",
        "portfolio": "https://ada.example", "discord": "1815", "status": "open to work",
        "interestQuestions": {
            "bestAchievement": "Note G", "worstBugEver": "None", "favoriteLanguage": "Cards", "dreamProject": "The engine",
            "programmingSuperpowers": "Loops"
        }
    });
    let saved = app.put_as(&ada, "/api/users/profile", all.clone()).await;
    assert_eq!(saved.status, StatusCode::OK, "{}", saved.text);
    let mut expected = all;
    expected["bio"] = json!("I build\nclocks.");
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&saved.json()[field], value, "{field}");
    }
    let bio = app.put_as(&ada, "/api/users/profile", json!({ "bio": "Clocks." })).await.json();
    assert_eq!(
        (&bio["bio"], &bio["name"], &bio["discord"]),
        (&json!("Clocks."), &json!("Ada King"), &json!("1815"))
    );
    let partly = json!({ "status": "", "github": "", "interestQuestions": { "worstBugEver": "A moth" } });
    let partly = app.put_as(&ada, "/api/users/profile", partly).await.json();
    assert_eq!((&partly["status"], &partly["github"]), (&json!("available"), &json!("")));
    assert_eq!(partly["interestQuestions"]["worstBugEver"], "A moth");
    assert_eq!(partly["interestQuestions"]["dreamProject"], "The engine");

    let wrong = json!({ "name": "Ada", "github": "javascript:alert(1)", "portfolio": "ada.example" });
    let wrong = app.put_as(&ada, "/api/users/profile", wrong).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(wrong.json()["fields"].as_object().unwrap().len(), 2, "{}", wrong.text);
    assert_eq!(
        app.get_as(&ada, "/api/users/profile").await.json()["name"],
        "Ada King",
        "nothing is half saved"
    );
}

/// An app with an issuer, which may fetch pictures from the test's server.
async fn app_with(issuer: &Issuer, reach: Reach) -> TestApp {
    let url = issuer.server.url.clone();
    TestApp::built(
        |config| {
            config.google.client_id = Issuer::CLIENT.into();
            config.google.issuer = Issuer::NAME.into();
            config.google.jwks_url = url;
        },
        |app| app.pictures_from = reach,
    )
    .await
}

async fn sign_in(app: &TestApp, key: &Key, name: &str, picture: &str) -> (Signed, Value) {
    let now = app.app.clock.now().millis() / 1000;
    let claims = json!({
        "iss": Issuer::NAME, "aud": Issuer::CLIENT, "sub": "1", "iat": now, "exp": now + 3600, "email": "ada.l@example.org",
        "email_verified": true, "name": name, "picture": picture
    });
    signed(&app.post("/api/auth/google", json!({ "tokenId": key.sign(&claims) })).await)
}

async fn picture_of(app: &TestApp, who: &Signed) -> String {
    app.get_as(who, "/api/users/profile").await.json()["profilePicture"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[tokio::test]
async fn a_picture_is_fetched_once_and_served_from_here() {
    let mut png = Vec::new();
    DynamicImage::new_rgb8(300, 200)
        .write_to(&mut std::io::Cursor::new(&mut png), ImageFormat::Png)
        .unwrap();
    let elsewhere = Outside::file("image/png", png);
    let key = Key::es256("a");
    let issuer = Issuer::start(&[&key]);
    let app = app_with(&issuer, Reach::Anywhere).await;
    let (ada, user) = sign_in(&app, &key, "Ada Lovelace", &elsewhere.url).await;
    assert_eq!(user["profilePicture"], "", "no browser is sent to the provider");
    let mut picture = String::new();
    for _ in 0..200 {
        picture = picture_of(&app, &ada).await;
        if !picture.is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    assert!(picture.starts_with("/media/"), "{picture}");
    let served = app.get(&picture).await;
    assert_eq!(served.status, StatusCode::OK);
    assert!(served.header("Content-Type").starts_with("image/"));
    app.app.clock.advance_seconds(10);
    let (_, again) = sign_in(&app, &key, "Ada Lovelace", &elsewhere.url).await;
    assert_eq!((again["profilePicture"].as_str(), elsewhere.count()), (Some(picture.as_str()), 1));
}

#[tokio::test]
async fn a_picture_inside_our_network_is_not_fetched() {
    let inner = Outside::file("image/png", Vec::new());
    let key = Key::es256("a");
    let issuer = Issuer::start(&[&key]);
    let app = app_with(&issuer, Reach::Public).await;
    let (ada, user) = sign_in(&app, &key, "ada.l@example.org", &inner.url).await;
    assert_eq!(
        (&user["name"], &user["needsName"]),
        (&json!("New member"), &json!(true)),
        "a name that is the address is none"
    );
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!((picture_of(&app, &ada).await.as_str(), inner.count()), ("", 0));
}

#[tokio::test]
async fn a_text_that_nobody_can_see_is_none() {
    let app = TestApp::new().await;
    let (owner, admin, path) = approved(&app).await;
    let event = create(&app, &admin, json!({})).await;
    let unseen = "\u{200b} \u{3164}";
    let refused = async |path: &str, mut body: Value, field: &str| {
        body[field] = unseen.into();
        let method = if path.ends_with("/status") { Method::PUT } else { Method::POST };
        let answer = app.call(method, path, Some(&admin.bearer), Some(body)).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{path} {field}: {}", answer.text);
        assert!(answer.json()["fields"][field].is_string(), "{path} {field}: {}", answer.text);
    };
    refused(&format!("{path}/comment"), json!({}), "text").await;
    for field in ["title", "shortDescription", "description"] {
        refused("/api/projects", project("Clock"), field).await;
    }
    for field in ["title", "description"] {
        refused("/api/admin/events", form("Evening"), field).await;
    }
    let letter = json!({ "subject": "Hello", "message": "See you." });
    for field in ["subject", "message"] {
        refused(&format!("/api/admin/events/{event}/send-email"), letter.clone(), field).await;
    }
    let status = path.replace("/api/projects", "/api/admin/projects") + "/status";
    refused(&status, json!({ "status": "Rejected" }), "rejectionReason").await;
    let certificate = json!({ "user": owner.id.to_string(), "event": event });
    refused("/api/admin/certificates", certificate, "title").await;
}

#[tokio::test]
async fn people_and_things_are_found_however_they_are_written_in_older_files_too() {
    let app = TestApp::new().await;
    let (admin, zoe) = (app.admin("Ada Admin").await, app.member("Zoë").await);
    let id = submit(&app, &zoe, project("Straße nach ΟΔΟΣ")).await;
    approve(&app, &admin, &id).await;
    create(&app, &admin, json!({ "title": "Σίσυφος rolls" })).await;
    let found = async || {
        let mut counts = Vec::new();
        for (path, words) in [
            ("users/search?q", ["zoe", "ZO%C3%8B", "zoe%CC%88"]),
            ("projects?search", ["STRASSE", "stra%C3%9Fe", "%CE%BF%CE%B4%CE%BF%CF%83"]),
            (
                "events?search",
                [
                    "%CF%83%CE%B9%CF%83%CF%85%CF%86%CE%BF%CF%83",
                    "%CE%A3%CE%8A%CE%A3%CE%A5%CE%A6%CE%9F%CE%A3",
                    "rolls",
                ],
            ),
        ] {
            for word in words {
                counts.push(app.get_as(&admin, &format!("/api/{path}={word}")).await.ids().len());
            }
        }
        counts
    };
    assert_eq!(found().await, [1; 9]);
    // A file whose texts an older version folded has another index, or none.
    app.execute("DELETE FROM user_search; DELETE FROM project_search; DELETE FROM event_search; DELETE FROM secrets WHERE name = 'search_folding'")
        .await;
    assert_eq!(found().await, [0; 9]);
    reindex::run(&app.app).await.unwrap();
    assert_eq!(found().await, [1; 9]);
}

//! Signing in and out: ID tokens, e-mailed links, the lockout, the lifetime of a session.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use community::exports::config::{CaptchaProvider, Config};
use community::exports::db::values::Id;
use community::exports::http;
use community::exports::sessions::sweep::sweep;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use poem::http::StatusCode;
use poem::listener::{Acceptor, Listener, TcpListener};
use serde_json::{Value, json};

use crate::outside::{Issuer, Key, Outside};
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

/// The same, with an issuer.
async fn app_with(issuer: &Issuer) -> TestApp {
    let url = issuer.server.url.clone();
    TestApp::with(|config| {
        config.captcha.provider = CaptchaProvider::None;
        config.google.client_id = Issuer::CLIENT.into();
        config.google.issuer = Issuer::NAME.into();
        config.google.jwks_url = url;
    })
    .await
}

/// The issuer's claims about Ada.
fn claims(app: &TestApp) -> Value {
    let now = app.app.clock.now().millis() / 1000;
    json!({
        "iss": Issuer::NAME, "aud": Issuer::CLIENT, "sub": "subject-1", "iat": now, "exp": now + 3600,
        "email": "ada@example.org", "email_verified": true, "name": "Ada Lovelace"
    })
}

fn with(mut claims: Value, name: &str, value: Value) -> Value {
    claims[name] = value;
    claims
}

async fn google(app: &TestApp, token: &str) -> Answer {
    app.post("/api/auth/google", json!({ "tokenId": token, "captchaToken": "" })).await
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
}

// ── ID tokens ───────────────────────────────────────────────────────────────────────────────────────────────────

#[tokio::test]
async fn an_id_token_creates_an_account_and_opens_it_again() {
    for key in [Key::es256("a"), Key::rs256("b")] {
        let issuer = Issuer::start(&[&key]);
        let app = app_with(&issuer).await;
        let first = google(&app, &key.sign(&claims(&app))).await;
        let ada = signed(&first);
        assert_eq!(first.json()["user"]["name"], "Ada Lovelace");
        assert_eq!(first.json()["user"]["email"], "ada@example.org");
        assert_eq!(first.json()["user"]["role"], "user");
        assert_eq!(first.json()["user"]["needsName"], false);
        assert!(is_alive(&app, &ada).await);
        assert_eq!(app.number("SELECT count(*) FROM mails WHERE kind = 'welcome'").await, 1);
        assert_eq!(app.get("/api/users/count").await.json()["count"], 1);

        // A new address or name at the issuer changes nothing here.
        app.app.clock.advance_seconds(10);
        let later = with(with(claims(&app), "email", json!("new@example.org")), "name", json!("A. L."));
        let second = google(&app, &key.sign(&later)).await;
        assert_eq!(signed(&second).id, ada.id);
        assert_eq!(second.json()["user"]["name"], "Ada Lovelace");
        assert_eq!(second.json()["user"]["email"], "ada@example.org");
        assert_eq!(issuer.server.count(), 1);
    }
}

#[tokio::test]
async fn a_forged_token_is_refused() {
    let (key, thief) = (Key::es256("a"), Key::es256("a"));
    let rsa = Key::rs256("r");
    let issuer = Issuer::start(&[&key, &rsa]);
    let app = app_with(&issuer).await;
    let good = claims(&app);
    let now = app.app.clock.now().millis() / 1000;
    let without = |name: &str| {
        let mut claims = good.clone();
        claims.as_object_mut().unwrap().remove(name);
        key.sign(&claims)
    };
    let changed = |name: &str, value: Value| key.sign(&with(good.clone(), name, value));
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let none = |alg: &str| format!("{}.{}.", part(&json!({"alg": alg, "kid": "a", "typ": "JWT"})), part(&good));
    let with_secret = |kid: &str, secret: &str| {
        let mut header = Header::new(Algorithm::HS256);
        header.kid = Some(kid.to_owned());
        encode(&header, &good, &EncodingKey::from_secret(secret.as_bytes())).unwrap()
    };
    let signature_of_another = {
        let (head, _) = key.sign(&good).rsplit_once('.').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
        let other = changed("sub", json!("somebody else"));
        format!("{head}.{}", other.rsplit_once('.').unwrap().1)
    };
    let other_kind = {
        // Signed with the elliptic-curve key, but naming the RSA key.
        let mut header = Header::new(Algorithm::ES256);
        header.kid = Some("r".into());
        encode(&header, &good, &key.private).unwrap()
    };
    let without_kid = encode(&Header::new(Algorithm::ES256), &good, &key.private).unwrap();
    let forged = [
        ("none", none("none")),
        ("None", none("None")),
        ("wrong key", thief.sign(&good)),
        ("HS256 with the public key", with_secret("a", &key.jwk.to_string())),
        ("HS256 with the modulus", with_secret("r", rsa.jwk["n"].as_str().unwrap())),
        ("unknown key", Key::es256("z").sign(&good)),
        ("key of another kind", other_kind),
        ("no key named", without_kid),
        ("another token's signature", signature_of_another),
        ("no aud", without("aud")),
        ("wrong aud", changed("aud", json!("another client"))),
        ("empty aud", changed("aud", json!([]))),
        ("no iss", without("iss")),
        ("wrong iss", changed("iss", json!("https://evil.example"))),
        ("Google's iss", changed("iss", json!("accounts.google.com"))),
        ("several iss", changed("iss", json!([Issuer::NAME]))),
        ("no exp", without("exp")),
        ("expired", changed("exp", json!(now - 60))),
        ("not yet", changed("nbf", json!(now + 120))),
        ("made in the future", changed("iat", json!(now + 120))),
        ("made more than a day ago", changed("iat", json!(now - 86_400))),
        ("not known when it was made", without("iat")),
        ("alive for years", changed("exp", json!(now + 2 * 365 * 86_400))),
        ("asked for by another client", changed("azp", json!("another client"))),
        ("azp of another kind", changed("azp", json!([Issuer::CLIENT]))),
        ("several aud", changed("aud", json!([Issuer::CLIENT, "another client"]))),
        (
            "several aud, asked for by us",
            key.sign(&with(
                with(good.clone(), "aud", json!([Issuer::CLIENT, "another client"])),
                "azp",
                json!(Issuer::CLIENT),
            )),
        ),
        ("no sub", without("sub")),
        ("empty sub", changed("sub", json!(""))),
        ("no e-mail", without("email")),
        ("no address", changed("email", json!("ada"))),
        ("not known to be verified", without("email_verified")),
        ("not verified", changed("email_verified", json!(false))),
        ("not verified, as a text", changed("email_verified", json!("false"))),
        ("no token", "x".into()),
        ("empty", String::new()),
    ];
    for (what, token) in forged {
        let answer = google(&app, &token).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{what}: {}", answer.text);
        assert_eq!(answer.message(), REFUSED);
        assert_eq!(answer.header("X-Attempts-Left"), "4", "{what}");
        forgive(&app).await;
    }
    assert_eq!(app.number("SELECT count(*) FROM users").await, 0);
    let alone = with(with(good.clone(), "aud", json!([Issuer::CLIENT])), "azp", json!(Issuer::CLIENT));
    assert_eq!(google(&app, &key.sign(&alone)).await.status, StatusCode::OK);
    // The leeway of a minute, and the spelling of a boolean as a text.
    assert_eq!(google(&app, &changed("exp", json!(now - 59))).await.status, StatusCode::OK);
    assert_eq!(google(&app, &changed("email_verified", json!("true"))).await.status, StatusCode::OK);
}

#[tokio::test]
async fn an_id_token_is_accepted_once() {
    let key = Key::es256("a");
    let issuer = Issuer::start(&[&key]);
    let app = app_with(&issuer).await;
    let token = key.sign(&claims(&app));
    let (a, b) = tokio::join!(google(&app, &token), google(&app, &token));
    assert_eq!([a, b].iter().filter(|answer| answer.status == StatusCode::OK).count(), 1);
    forgive(&app).await;
    assert_eq!(google(&app, &token).await.status, StatusCode::UNAUTHORIZED);

    // A signature (r, s) has a twin (r, n - s), which is just as valid.
    let (signed_part, signature) = token.rsplit_once('.').unwrap();
    let signature = p256::ecdsa::Signature::from_slice(&URL_SAFE_NO_PAD.decode(signature).unwrap()).unwrap();
    let (r, s) = signature.split_scalars();
    let twin = p256::ecdsa::Signature::from_scalars(r.to_bytes(), (-*s).to_bytes()).unwrap();
    let twin = format!("{signed_part}.{}", URL_SAFE_NO_PAD.encode(twin.to_bytes()));
    assert_ne!(twin, token);
    assert_eq!(google(&app, &twin).await.status, StatusCode::UNAUTHORIZED);

    // The token is remembered for longer than it is valid.
    app.app.clock.advance_seconds(3600 + 59);
    sweep(&app.app).await;
    assert_eq!(google(&app, &token).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn both_spellings_of_googles_issuer_are_one() {
    let key = Key::es256("a");
    let issuer = Issuer::start(&[&key]);
    let url = issuer.server.url.clone();
    let app = TestApp::with(|config| {
        config.captcha.provider = CaptchaProvider::None;
        config.google.client_id = Issuer::CLIENT.into();
        config.google.jwks_url = url;
    })
    .await;
    let long = google(&app, &key.sign(&with(claims(&app), "iss", json!("https://accounts.google.com")))).await;
    let short = google(&app, &key.sign(&with(claims(&app), "iss", json!("accounts.google.com")))).await;
    assert_eq!(signed(&long).id, signed(&short).id);
    assert_eq!(app.number("SELECT count(*) FROM identities").await, 1);
    assert_eq!(google(&app, &key.sign(&claims(&app))).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn new_keys_are_fetched_but_not_for_every_token() {
    let (old, new) = (Key::es256("old"), Key::es256("new"));
    let issuer = Issuer::start(&[&old]);
    let app = app_with(&issuer).await;
    signed(&google(&app, &old.sign(&claims(&app))).await);
    assert_eq!(issuer.server.count(), 1);

    issuer.publish(&[&old, &new]);
    assert_eq!(google(&app, &new.sign(&claims(&app))).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(issuer.server.count(), 1, "not within a minute");
    app.app.clock.advance_seconds(60);
    signed(&google(&app, &new.sign(&claims(&app))).await);
    assert_eq!(issuer.server.count(), 2);

    // Old keys stay in use while the issuer is down. A token with an unknown key can be tried again later.
    issuer.server.set_down(true);
    app.app.clock.advance_seconds(3600);
    signed(&google(&app, &old.sign(&claims(&app))).await);
    let unknown = google(&app, &Key::es256("later").sign(&claims(&app))).await;
    assert_eq!((unknown.status, unknown.header("Retry-After")), (StatusCode::SERVICE_UNAVAILABLE, "60"));
    assert_eq!(unknown.header("X-Attempts-Left"), "");

    // A withdrawn key stops working.
    issuer.server.set_down(false);
    issuer.publish(&[&new]);
    app.app.clock.advance_seconds(60);
    assert_eq!(google(&app, &old.sign(&claims(&app))).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn an_unreachable_issuer_is_a_server_error() {
    let key = Key::es256("a");
    let issuer = Issuer::start(&[&key]);
    issuer.server.set_down(true);
    let app = app_with(&issuer).await;
    let answer = google(&app, &key.sign(&claims(&app))).await;
    assert_eq!((answer.status, answer.header("Retry-After")), (StatusCode::SERVICE_UNAVAILABLE, "5"));
    assert_eq!(
        answer.message(),
        "This way to sign in does not work at the moment. Please try again in a minute."
    );
    issuer.server.set_down(false);
    // Unusable keys count as none.
    issuer.publish(&[]);
    app.app.clock.advance_seconds(5);
    assert_eq!(google(&app, &key.sign(&claims(&app))).await.status, StatusCode::SERVICE_UNAVAILABLE);
    issuer.publish(&[&key]);
    app.app.clock.advance_seconds(5);
    signed(&google(&app, &key.sign(&claims(&app))).await);
}

#[tokio::test]
async fn the_issuers_redirect_is_not_followed() {
    let key = Key::es256("a");
    let elsewhere = Issuer::start(&[&key]);
    let redirect = Outside::redirect(&elsewhere.server.url);
    let app = TestApp::with(|config| {
        config.google.client_id = Issuer::CLIENT.into();
        config.google.issuer = Issuer::NAME.into();
        config.google.jwks_url = redirect.url.clone();
    })
    .await;
    assert_eq!(google(&app, &key.sign(&claims(&app))).await.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!((redirect.count(), elsewhere.server.count()), (1, 0));
}

#[tokio::test]
async fn without_a_client_id_there_is_no_google() {
    let app = app().await;
    assert_eq!(google(&app, "x").await.status, StatusCode::NOT_FOUND);
}

// ── Whose account ───────────────────────────────────────────────────────────────────────────────────────────────

#[tokio::test]
async fn a_verified_address_joins_the_account_made_by_link() {
    let key = Key::es256("a");
    let issuer = Issuer::start(&[&key]);
    let app = app_with(&issuer).await;
    let ada = app.member("Ada").await;
    let answer = google(&app, &key.sign(&with(claims(&app), "email", json!("ADA@Example.ORG")))).await;
    assert_eq!(signed(&answer).id, ada.id);
    assert_eq!(answer.json()["user"]["name"], "Ada");
    assert_eq!(answer.json()["user"]["email"], "ada@example.org");
    assert_eq!(app.number("SELECT count(*) FROM mails").await, 0, "no welcome");

    // A second subject with the same address is refused, and the first can still sign in.
    let second = google(&app, &key.sign(&with(claims(&app), "sub", json!("subject-2")))).await;
    assert_eq!(second.status, StatusCode::CONFLICT);
    assert!(second.message().contains("belongs to another sign-in"), "{}", second.message());
    assert_eq!(second.header("X-Attempts-Left"), "");
    assert_eq!(signed(&google(&app, &key.sign(&with(claims(&app), "n", json!(2)))).await).id, ada.id);
}

#[tokio::test]
async fn an_unverified_address_opens_nothing() {
    let key = Key::es256("a");
    let issuer = Issuer::start(&[&key]);
    let app = app_with(&issuer).await;
    app.member("Ada").await;
    let answer = google(&app, &key.sign(&with(claims(&app), "email_verified", json!(false)))).await;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    assert_eq!(app.number("SELECT count(*) FROM identities").await, 0);
}

#[tokio::test]
async fn a_suspended_account_cannot_sign_in_by_any_way() {
    let key = Key::es256("a");
    let issuer = Issuer::start(&[&key]);
    let url = issuer.server.url.clone();
    let app = TestApp::with(|config| {
        config.captcha.provider = CaptchaProvider::None;
        keep_mails(config);
        config.google.client_id = Issuer::CLIENT.into();
        config.google.issuer = Issuer::NAME.into();
        config.google.jwks_url = url;
    })
    .await;
    let ada = app.member("Ada").await;
    signed(&google(&app, &key.sign(&claims(&app))).await);
    let free = ask(&app, "ada@example.org").await;
    app.execute("UPDATE users SET suspended_at = 1").await;
    assert!(!is_alive(&app, &ada).await, "at the next request");

    let by_identity = google(&app, &key.sign(&with(claims(&app), "n", json!(2)))).await;
    assert_eq!(by_identity.status, StatusCode::FORBIDDEN);
    assert_eq!(by_identity.message(), "This account is suspended.");
    app.execute("DELETE FROM identities").await;
    let by_address = google(&app, &key.sign(&with(claims(&app), "n", json!(3)))).await;
    assert_eq!(by_address.message(), "This account is suspended.");

    // The answer to a request for a link is the usual one, but the link does not work.
    let asked = ask(&app, "ada@example.org").await;
    assert_eq!((asked.status, asked.text), (free.status, free.text));
    let by_link = verify(&app, &token_of(&newest_link(&app).await.1)).await;
    assert_eq!(by_link.status, StatusCode::FORBIDDEN);
    assert_eq!(by_link.message(), "This account is suspended.");
    assert_eq!(by_link.header("X-Attempts-Left"), "");
}

// ── Links ───────────────────────────────────────────────────────────────────────────────────────────────────────

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
async fn two_concurrent_uses_of_a_link_sign_in_once() {
    let app = app().await;
    ask(&app, "ada@example.org").await;
    let token = token_of(&newest_link(&app).await.1);
    let (a, b) = tokio::join!(verify(&app, &token), verify(&app, &token));
    assert_eq!([a, b].iter().filter(|answer| answer.status == StatusCode::OK).count(), 1);
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
    // A day later nobody remembers it.
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
         INSERT INTO sign_in_failures SELECT who, at FROM n, (SELECT who, at FROM sign_in_failures WHERE who LIKE 'link:ip:%' LIMIT 1)",
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

// ── Lockout ─────────────────────────────────────────────────────────────────────────────────────────────────────

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

// ── Sessions ────────────────────────────────────────────────────────────────────────────────────────────────────

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

//! Sign-in with an ID token from an OpenID issuer, and the account that it opens.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use community::exports::config::CaptchaProvider;
use community::exports::sessions::sweep::sweep;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use poem::http::StatusCode;
use serde_json::{Value, json};

use super::*;
use crate::outside::{Issuer, Key, Outside};
use crate::projects::upvotes::futures_join;
use crate::support::{Answer, TestApp};

/// An app that accepts the tokens of an issuer.
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
    let answers = futures_join((0..50).map(|_| google(&app, &token)).collect()).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == StatusCode::OK).count(), 1);
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

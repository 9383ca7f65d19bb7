//! Verifies an OpenID Connect ID token and returns the identity in it. The issuer's public keys are fetched and cached
//! here. src/sessions makes sure that a token is used only once, and decides which account it opens.

use std::collections::HashMap;

use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, JwkSet, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::Mutex;

use crate::config;
use crate::db::values::Instant;
use crate::error::{ApiError, ApiResult};
use crate::outside;
use crate::text::{is_email, is_web_address};

/// Google's issuer, and the other spelling that its tokens may carry.
const GOOGLE: &str = "https://accounts.google.com";
const GOOGLE_TOO: &str = "accounts.google.com";
/// Seconds by which clocks may differ.
const LEEWAY: i64 = 60;
/// Maximum age of a token in seconds, and the longest lifetime that it may claim.
const TOKEN_AGE: i64 = 86_400;
const TOKEN_LIFE: i64 = 7 * 86_400;
/// Maximum length of a picture's address, in characters.
const PICTURE_LENGTH: usize = 2000;
/// Seconds after which the keys are fetched again, so that withdrawn keys stop working.
const KEYS_AGE: i64 = 3600;
/// Seconds between two fetches when we have keys, and when we have none.
const PAUSE: i64 = 60;
const PAUSE_WITHOUT_KEYS: i64 = 5;

/// One issuer whose ID tokens are accepted.
pub struct Issuer {
    config: config::Google,
    keys: Mutex<Keys>,
}

#[derive(Default)]
struct Keys {
    known: HashMap<String, (Algorithm, DecodingKey)>,
    fetched_at: Option<Instant>,
    tried_at: Option<Instant>,
    /// Why the last fetch failed.
    failure: Option<String>,
}

/// A person as the issuer describes them. The issuer has verified the e-mail address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    pub issuer: String,
    pub subject: String,
    pub email: String,
    /// Empty when the issuer does not provide it.
    pub name: String,
    /// A web address, or empty.
    pub picture: String,
    /// A fingerprint of the token, independent of how its signature is written.
    pub signed_part: String,
    /// From this instant on the token is rejected as expired.
    pub expires_at: Instant,
}

#[derive(Deserialize)]
struct Claims {
    iss: String,
    sub: String,
    /// The audience of the token: a text, or a list of texts.
    aud: Value,
    /// The client that requested the token.
    azp: Option<Value>,
    iat: i64,
    exp: i64,
    nbf: Option<i64>,
    email: Option<String>,
    /// A boolean; some issuers send it as a text.
    email_verified: Option<Value>,
    name: Option<String>,
    picture: Option<String>,
}

impl Claims {
    /// Whether the token is for this client alone and was requested by it (OpenID Connect Core 1.0, 3.1.3.7, rules 3 to
    /// 5). We trust no other audience, and a token that another client requested is not for signing in here.
    fn is_for(&self, client: &str) -> bool {
        let is_us = |value: &Value| value.as_str() == Some(client);
        let is_audience = match &self.aud {
            Value::Array(all) => !all.is_empty() && all.iter().all(is_us),
            one => is_us(one),
        };
        is_audience && self.azp.as_ref().is_none_or(is_us)
    }

    /// Whether the token is valid at this time, was issued within the last day, and has a bounded lifetime.
    fn is_in_time(&self, seconds: i64) -> bool {
        let is_begun = self.iat.max(self.nbf.unwrap_or(i64::MIN)) <= seconds + LEEWAY;
        let is_young = self.iat.saturating_add(TOKEN_AGE) > seconds;
        let is_over = self.exp.saturating_add(LEEWAY) <= seconds;
        is_begun && is_young && !is_over && self.exp.saturating_sub(self.iat) <= TOKEN_LIFE
    }
}

/// All rejected tokens get the same error.
pub fn refused() -> ApiError {
    ApiError::refused("Authentication failed. Please try again.")
}

impl Issuer {
    pub fn new(config: &config::Google) -> Issuer {
        Issuer {
            config: config.clone(),
            keys: Mutex::default(),
        }
    }

    /// Whether this sign-in method is configured.
    pub fn is_on(&self) -> bool {
        !self.config.client_id.is_empty()
    }

    /// Checks signature, issuer, audience, time, subject and verified address.
    ///
    /// # Errors
    /// 401 when the token is invalid, 503 when the issuer's keys are unavailable.
    pub async fn verify(&self, token: &str, now: Instant) -> ApiResult<Identity> {
        let header = decode_header(token).map_err(|_| refused())?;
        let kid = header.kid.ok_or_else(refused)?;
        let (algorithm, key) = self.find_key(&kid, now).await?;
        // The key determines the algorithm. A header that names another one is rejected.
        let mut validation = Validation::new(algorithm);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        // We check the audience more strictly below: the library accepts a token that has us as one of several.
        validation.validate_aud = false;
        validation.set_issuer(&self.issuers());
        // We check times against our own clock below.
        validation.validate_exp = false;
        let claims = decode::<Claims>(token, &key, &validation).map_err(|_| refused())?.claims;
        self.check_claims(claims, token, now).ok_or_else(refused)
    }

    fn issuers(&self) -> Vec<&str> {
        let issuer = self.config.issuer.as_str();
        if issuer == GOOGLE { vec![GOOGLE, GOOGLE_TOO] } else { vec![issuer] }
    }

    fn check_claims(&self, claims: Claims, token: &str, now: Instant) -> Option<Identity> {
        let seconds = now.millis() / 1000;
        let is_verified = match claims.email_verified.as_ref()? {
            Value::Bool(verified) => *verified,
            Value::String(text) => text == "true",
            _ => false,
        };
        let is_for_us = claims.is_for(&self.config.client_id) && claims.is_in_time(seconds);
        let is_ours = self.issuers().contains(&claims.iss.as_str());
        if !is_verified || !is_for_us || !is_ours || claims.sub.is_empty() {
            return None;
        }
        let email = claims.email?.trim().to_owned();
        if !is_email(&email) {
            return None;
        }
        Some(Identity {
            issuer: self.config.issuer.clone(),
            subject: claims.sub,
            email,
            name: claims.name.unwrap_or_default().trim().to_owned(),
            picture: claims
                .picture
                .filter(|url| url.len() <= PICTURE_LENGTH && is_web_address(url))
                .unwrap_or_default(),
            signed_part: token.rsplit_once('.')?.0.to_owned(),
            expires_at: Instant::from_millis(
                claims
                    .exp
                    .min(claims.iat.saturating_add(TOKEN_AGE))
                    .saturating_add(LEEWAY)
                    .saturating_mul(1000),
            ),
        })
    }

    /// The key of that name. An unknown name or outdated keys cause a fetch, but not too often. Outdated keys stay in
    /// use while new ones are unavailable.
    async fn find_key(&self, kid: &str, now: Instant) -> ApiResult<(Algorithm, DecodingKey)> {
        let mut keys = self.keys.lock().await;
        let is_fresh = keys.fetched_at.is_some_and(|at| at.is_within(KEYS_AGE, now));
        let pause = if keys.known.is_empty() { PAUSE_WITHOUT_KEYS } else { PAUSE };
        let may_fetch = !keys.tried_at.is_some_and(|at| at.is_within(pause, now));
        if may_fetch && !(is_fresh && keys.known.contains_key(kid)) {
            keys.tried_at = Some(now);
            match outside::get_json::<JwkSet>(self.config.jwks_url.clone()).await {
                Ok(set) if set.keys.iter().any(|key| usable(key).is_some()) => {
                    keys.known = set.keys.iter().filter_map(usable).collect();
                    keys.fetched_at = Some(now);
                    keys.failure = None;
                }
                Ok(_) => {
                    tracing::warn!("the issuer publishes no keys that can be used");
                    keys.failure = Some("none of its keys can be used".to_owned());
                }
                Err(error) => {
                    tracing::warn!(%error, "the issuer's keys cannot be fetched");
                    keys.failure = Some(error);
                }
            }
        }
        match (keys.known.get(kid), &keys.failure) {
            (Some(key), _) => Ok(key.clone()),
            (None, Some(failure)) => Err(ApiError::unavailable(
                "This way to sign in does not work at the moment. Please try again in a minute.",
                pause.unsigned_abs(),
                format!("no keys of the issuer: {failure}"),
            )),
            (None, None) => Err(refused()),
        }
    }
}

/// Keys that sign with RS256 or ES256, by name.
fn usable(jwk: &Jwk) -> Option<(String, (Algorithm, DecodingKey))> {
    let algorithm = match &jwk.algorithm {
        AlgorithmParameters::RSA(_) => Algorithm::RS256,
        AlgorithmParameters::EllipticCurve(key) if key.curve == EllipticCurve::P256 => Algorithm::ES256,
        _ => return None,
    };
    let is_named_alike = jwk.common.key_algorithm.is_none_or(|name| name.to_string() == format!("{algorithm:?}"));
    let is_for_signing = jwk.common.public_key_use.as_ref().is_none_or(|usage| *usage == PublicKeyUse::Signature);
    if !is_named_alike || !is_for_signing {
        return None;
    }
    let key = DecodingKey::from_jwk(jwk).ok()?;
    Some((jwk.common.key_id.clone()?, (algorithm, key)))
}

//! Tokens: the bearer token, a JWT (HS256) that contains only the session; random tokens for links; and sign-in codes.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use rand::RngExt;
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};

#[derive(Serialize, Deserialize)]
struct Claims {
    /// The session.
    sid: String,
    /// Seconds since 1970.
    iat: i64,
    exp: i64,
}

/// A token for a session.
///
/// # Errors
/// 500 when signing fails.
pub fn make(key: &[u8], session: Id, now: Instant, expires_at: Instant) -> ApiResult<String> {
    let claims = Claims {
        sid: session.to_string(),
        iat: now.millis() / 1000,
        exp: expires_at.millis() / 1000,
    };
    encode(&Header::new(Algorithm::HS256), &claims, &EncodingKey::from_secret(key)).map_err(ApiError::internal)
}

/// The session in a token that we signed. The database decides whether it is still valid.
pub fn read(key: &[u8], token: &str) -> Option<Id> {
    let mut validation = Validation::new(Algorithm::HS256);
    // The session's row has its expiry, and we check it against our own clock.
    validation.validate_exp = false;
    let claims = decode::<Claims>(token, &DecodingKey::from_secret(key), &validation).ok()?.claims;
    Id::parse(&claims.sid)
}

/// An unguessable token: 32 random bytes as 43 characters that need no encoding in an address.
pub fn random() -> String {
    let bytes: [u8; 32] = rand::rng().random();
    URL_SAFE_NO_PAD.encode(bytes)
}

/// A code of six digits.
pub fn random_code() -> String {
    format!("{:06}", rand::rng().random_range(0..1_000_000))
}

/// The stored form of a code. A plain hash of six digits would be easy to reverse, so it uses a key.
///
/// # Errors
/// 500 when the key cannot be used.
pub fn code_hash(key: &[u8], email_key: &str, code: &str) -> ApiResult<Vec<u8>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).map_err(ApiError::internal)?;
    mac.update(format!("code {code} for {email_key}").as_bytes());
    Ok(mac.finalize().into_bytes().to_vec())
}

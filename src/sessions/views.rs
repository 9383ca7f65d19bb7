//! The JSON of signing in.

use poem_openapi::Object;
use serde::Serialize;

use super::rules::{MAX_CODE, MAX_LINK_TOKEN, MAX_PATH};
use crate::input::Text;
use crate::members::views::SessionUser;
use crate::text::{EMAIL_LENGTH, TOKEN_LENGTH};

/// An ID token and a captcha answer.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct GoogleSignIn {
    /// The ID token that the browser received from the identity provider.
    pub token_id: Text<TOKEN_LENGTH>,
    /// The answer of the captcha widget.
    #[oai(default)]
    pub captcha_token: Text<TOKEN_LENGTH>,
}

/// Who to send a sign-in link to.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct LinkRequest {
    pub email: Text<EMAIL_LENGTH>,
    /// The answer of the captcha widget.
    #[oai(default)]
    pub captcha_token: Text<TOKEN_LENGTH>,
    /// The path on this site to return to. Anything else is ignored.
    pub return_to: Option<Text<MAX_PATH>>,
}

/// The content of a sign-in mail: the token of its link, or the address and the code, for people who cannot open the
/// link on this device.
#[derive(Debug, Clone, Object)]
pub struct Proof {
    /// The token of the link.
    pub token: Option<Text<MAX_LINK_TOKEN>>,
    /// The address that the code was sent to.
    pub email: Option<Text<EMAIL_LENGTH>>,
    /// The six digits. Blanks and hyphens are ignored.
    pub code: Option<Text<MAX_CODE>>,
}

/// The answer to a sign-in.
#[derive(Debug, Clone, Object, Serialize)]
pub struct SignedIn {
    pub user: SessionUser,
    /// The bearer token of the new session.
    pub token: String,
}

/// The sentence to show.
#[derive(Debug, Clone, Object, Serialize)]
pub struct Message {
    pub message: String,
}

/// A challenge of the built-in captcha, as ALTCHA's widget reads it.
#[derive(Debug, Clone, Object, Serialize)]
pub struct CaptchaChallenge {
    pub parameters: CaptchaParameters,
    pub signature: String,
}

/// What the widget needs to find the solution. It is signed as a whole, so the widget must return it unchanged.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct CaptchaParameters {
    pub algorithm: String,
    /// Rounds per derivation.
    pub cost: u32,
    /// Seconds since 1970.
    pub expires_at: i64,
    pub key_length: u32,
    pub key_prefix: String,
    pub key_signature: String,
    pub nonce: String,
    pub salt: String,
}

//! Signing in as JSON.

use poem_openapi::Object;

use crate::members::views::SessionUser;

/// An ID token and a captcha answer.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct GoogleSignIn {
    /// The ID token that the identity provider gave to the browser.
    #[oai(validator(max_length = 8192))]
    pub token_id: String,
    /// The captcha widget's answer.
    #[oai(default, validator(max_length = 8192))]
    pub captcha_token: String,
}

/// Whom to mail a sign-in link.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct LinkRequest {
    #[oai(validator(max_length = 254))]
    pub email: String,
    /// The captcha widget's answer.
    #[oai(default, validator(max_length = 8192))]
    pub captcha_token: String,
    /// The path of this site to come back to; anything else is dropped.
    #[oai(validator(max_length = 2000))]
    pub return_to: Option<String>,
}

/// What the mail holds: the token of its link; or, for those who cannot open the link here, their address and the code.
#[derive(Debug, Clone, Object)]
pub struct Proof {
    /// The token of the link.
    #[oai(validator(max_length = 200))]
    pub token: Option<String>,
    /// The address that the code was mailed to.
    #[oai(validator(max_length = 254))]
    pub email: Option<String>,
    /// The six digits; blanks and hyphens do not matter.
    #[oai(validator(max_length = 20))]
    pub code: Option<String>,
}

/// Somebody signed in.
#[derive(Debug, Clone, Object)]
pub struct SignedIn {
    pub user: SessionUser,
    /// The bearer token of the new session.
    pub token: String,
}

/// What was done, in a sentence to show.
#[derive(Debug, Clone, Object)]
pub struct Message {
    pub message: String,
}

/// A challenge of the built-in captcha, as ALTCHA's widget reads it.
#[derive(Debug, Clone, Object)]
pub struct CaptchaChallenge {
    pub parameters: CaptchaParameters,
    pub signature: String,
}

/// What the widget needs to find the solution. All of it is signed, so it must come back unchanged.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct CaptchaParameters {
    pub algorithm: String,
    /// Rounds of each derivation.
    pub cost: u32,
    /// Seconds since 1970.
    pub expires_at: i64,
    pub key_length: u32,
    pub key_prefix: String,
    pub key_signature: String,
    pub nonce: String,
    pub salt: String,
}

//! The JSON of signing in.

use poem_openapi::Object;

use crate::members::views::SessionUser;

/// An ID token and a captcha answer.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct GoogleSignIn {
    /// The ID token that the browser received from the identity provider.
    #[oai(validator(max_length = 8192))]
    pub token_id: String,
    /// The answer of the captcha widget.
    #[oai(default, validator(max_length = 8192))]
    pub captcha_token: String,
}

/// Who to send a sign-in link to.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct LinkRequest {
    #[oai(validator(max_length = 254))]
    pub email: String,
    /// The answer of the captcha widget.
    #[oai(default, validator(max_length = 8192))]
    pub captcha_token: String,
    /// The path on this site to return to. Anything else is ignored.
    #[oai(validator(max_length = 2000))]
    pub return_to: Option<String>,
}

/// The content of a sign-in mail: the token of its link, or the address and the code, for people who cannot open the
/// link on this device.
#[derive(Debug, Clone, Object)]
pub struct Proof {
    /// The token of the link.
    #[oai(validator(max_length = 200))]
    pub token: Option<String>,
    /// The address that the code was sent to.
    #[oai(validator(max_length = 254))]
    pub email: Option<String>,
    /// The six digits. Blanks and hyphens are ignored.
    #[oai(validator(max_length = 20))]
    pub code: Option<String>,
}

/// The answer to a sign-in.
#[derive(Debug, Clone, Object)]
pub struct SignedIn {
    pub user: SessionUser,
    /// The bearer token of the new session.
    pub token: String,
}

/// The sentence to show.
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

/// What the widget needs to find the solution. It is signed as a whole, so the widget must return it unchanged.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
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

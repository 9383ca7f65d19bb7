//! What GET /api/site tells.

use poem_openapi::Object;
use serde::Serialize;

/// All that the interface must know before anybody has signed in.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct Site {
    /// The community's name.
    pub name: String,
    /// One line under the name.
    pub tagline: String,
    /// Who the community is, in a few sentences.
    pub about: String,
    /// Where visitors write to; empty when not set.
    pub contact_email: String,
    /// The community elsewhere.
    pub social_links: Vec<SiteLink>,
    /// `#rrggbb`; all shades are derived from it.
    pub accent_colour: String,
    /// The address of the logo, when there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_url: Option<String>,
    /// The IANA time zone of all dates of the community.
    pub time_zone: String,
    /// The site's public address, without a slash at the end.
    pub url: String,
    /// Which ways to sign in are on.
    pub sign_in: SignInWays,
    /// Which captcha stands before login, submission and registration.
    pub captcha: SiteCaptcha,
    /// An external page-view loader, when the operator set one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analytics: Option<SiteAnalytics>,
    /// Whether the community still waits for its first admin.
    pub setup_open: bool,
    /// The program's version.
    pub version: String,
}

/// A link to the community elsewhere.
#[derive(Debug, Clone, Object, Serialize)]
pub struct SiteLink {
    /// What to call it.
    pub name: String,
    /// An http or https address.
    pub url: String,
}

/// The ways to sign in.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct SignInWays {
    /// By a mailed link.
    pub email: bool,
    /// The OAuth client id of "Sign in with Google", when it is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub google_client_id: Option<String>,
}

/// The captcha in use.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct SiteCaptcha {
    /// builtin, recaptcha, hcaptcha, turnstile or none.
    pub provider: String,
    /// The provider's public key, where it needs one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site_key: Option<String>,
}

/// An external page-view loader.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct SiteAnalytics {
    /// The script's address.
    pub script: String,
    /// This site's id there.
    pub site_id: String,
}

/// A text in Markdown.
#[derive(Debug, Clone, Object)]
pub struct MarkdownInput {
    #[oai(validator(max_length = 10000))]
    pub text: String,
}

/// A text as sanitised HTML.
#[derive(Debug, Clone, Object)]
pub struct MarkdownPreview {
    pub html: String,
}

//! The JSON of GET /api/site.

use poem_openapi::Object;
use serde::Serialize;

use super::category_rules::Category;
use super::rules::Settings;
use crate::db::values::Id;
use crate::input::Text;
use crate::markdown::MAX_MARKDOWN;
use crate::media::rules::address;
use crate::text::EMAIL_LENGTH;

/// Everything that the interface needs before anybody signs in.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct Site {
    /// The community's name.
    pub name: String,
    /// One line under the name.
    pub tagline: String,
    /// A short description of the community.
    pub about: String,
    /// The address for visitors' mail. Empty when not set.
    pub contact_email: String,
    /// Links to the community on other sites.
    pub social_links: Vec<SiteLink>,
    /// `#rrggbb`; the interface derives all its shades from it.
    pub accent_colour: String,
    /// Whether the community has terms and a privacy policy of its own, instead of the program's.
    pub has_own_terms: bool,
    pub has_own_privacy: bool,
    /// Whether every project needs the address of its repository. If not, a demo or a picture is enough.
    pub repository_required: bool,
    /// The categories of projects, in the order of the menus.
    pub categories: Vec<SiteCategory>,
    /// The address of the logo, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_url: Option<String>,
    /// The IANA time zone for all dates of the community.
    pub time_zone: String,
    /// The site's public address, without a trailing slash.
    pub url: String,
    /// The available ways to sign in.
    pub sign_in: SignInWays,
    /// The captcha for login, submission and registration.
    pub captcha: SiteCaptcha,
    /// An external page-view script, if the operator has set one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analytics: Option<SiteAnalytics>,
    /// Whether the community still has no admin.
    pub setup_open: bool,
    /// The program's version.
    pub version: String,
}

/// A link to the community on another site.
#[derive(Debug, Clone, Object, Serialize)]
pub struct SiteLink {
    /// The text of the link.
    pub name: String,
    /// An http or https address.
    pub url: String,
}

/// A category of projects.
#[derive(Debug, Clone, Object, Serialize)]
pub struct SiteCategory {
    /// The `category` of projects. It never changes.
    pub id: String,
    /// What people read.
    pub label: String,
    /// Whether it is no longer offered for projects. Some may have it still.
    pub hidden: bool,
}

impl SiteCategory {
    /// The community's categories, in the order of the menus.
    pub fn of(settings: &Settings) -> Vec<SiteCategory> {
        let categories = settings.categories.iter().cloned();
        categories
            .map(|Category { id, label, hidden }| SiteCategory { id, label, hidden })
            .collect()
    }
}

/// The address of one of the community's pictures.
pub fn picture_url(picture: Option<i64>) -> Option<String> {
    picture.map(|id| address(Id(id)))
}

impl SiteLink {
    /// The community's links.
    pub fn of(settings: &Settings) -> Vec<SiteLink> {
        let links = settings.social_links.iter();
        links
            .map(|link| SiteLink {
                name: link.name.clone(),
                url: link.url.clone(),
            })
            .collect()
    }
}

/// A legal text of the community's own.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct OwnText {
    /// Sanitised.
    pub html: String,
    /// The day of its last change (YYYY-MM-DD).
    pub changed_on: String,
}

/// The ways to sign in.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct SignInWays {
    /// By an e-mailed link.
    pub email: bool,
    /// The OAuth client id for "Sign in with Google"; absent when that is off.
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
    /// The provider's public key, if it needs one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site_key: Option<String>,
}

/// An external page-view script.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct SiteAnalytics {
    /// The script's address.
    pub script: String,
    /// The id of this site at that service.
    pub site_id: String,
}

/// What an operator should know of the settings of the machine.
#[derive(Debug, Clone, Object, Serialize)]
pub struct Notes {
    /// Whole sentences; none when all is well.
    pub notes: Vec<String>,
}

/// Where visitors write to.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct Contact {
    pub contact_email: Text<EMAIL_LENGTH>,
}

/// A text in Markdown.
#[derive(Debug, Clone, Object)]
pub struct MarkdownInput {
    pub text: Text<MAX_MARKDOWN>,
}

/// A text as sanitised HTML.
#[derive(Debug, Clone, Object, Serialize)]
pub struct MarkdownPreview {
    pub html: String,
}

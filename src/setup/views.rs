//! The JSON of the first run.

use poem_openapi::Object;

use super::rules::Answers;

/// The token of the set-up link.
#[derive(Debug, Clone, Object)]
pub struct SetupToken {
    #[oai(validator(max_length = 200))]
    pub token: String,
}

/// Whether a set-up link is valid.
#[derive(Debug, Clone, Object)]
pub struct SetupCheck {
    pub valid: bool,
}

/// The community and its first admin.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct Setup {
    /// The token of the set-up link.
    #[oai(validator(max_length = 200))]
    pub token: String,
    #[oai(validator(max_length = 80))]
    pub community_name: String,
    /// One line under the name.
    #[oai(validator(max_length = 160))]
    pub tagline: Option<String>,
    /// An IANA name such as Europe/Berlin. Default: UTC.
    #[oai(validator(max_length = 60))]
    pub time_zone: Option<String>,
    /// `#rrggbb`
    #[oai(validator(max_length = 7))]
    pub accent_colour: Option<String>,
    /// The first admin's name.
    #[oai(validator(max_length = 100))]
    pub name: String,
    /// The first admin's address.
    #[oai(validator(max_length = 254))]
    pub email: String,
}

impl Setup {
    /// Converts the input for the checks.
    pub fn answers(&self) -> Answers {
        Answers {
            community_name: self.community_name.clone(),
            tagline: self.tagline.clone(),
            time_zone: self.time_zone.clone(),
            accent_colour: self.accent_colour.clone(),
            name: self.name.clone(),
            email: self.email.clone(),
        }
    }
}

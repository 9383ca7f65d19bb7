//! The JSON of the first run.

use poem_openapi::Object;
use serde::Serialize;

use super::rules::Answers;
use crate::input::Text;
use crate::members::rules::NAME_LENGTH;
use crate::sessions::rules::MAX_LINK_TOKEN;
use crate::site::rules::{COLOUR_LENGTH, MAX_NAME, MAX_TAGLINE, MAX_TIME_ZONE};
use crate::text::EMAIL_LENGTH;

/// The token of the set-up link.
#[derive(Debug, Clone, Object)]
pub struct SetupToken {
    pub token: Text<MAX_LINK_TOKEN>,
}

/// Whether a set-up link is valid.
#[derive(Debug, Clone, Object, Serialize)]
pub struct SetupCheck {
    pub valid: bool,
}

/// The community and its first admin.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct Setup {
    /// The token of the set-up link.
    pub token: Text<MAX_LINK_TOKEN>,
    pub community_name: Text<MAX_NAME>,
    /// One line under the name.
    pub tagline: Option<Text<MAX_TAGLINE>>,
    /// An IANA name such as Europe/Berlin. Default: UTC.
    pub time_zone: Option<Text<MAX_TIME_ZONE>>,
    /// `#rrggbb`
    pub accent_colour: Option<Text<COLOUR_LENGTH>>,
    /// The first admin's name.
    pub name: Text<NAME_LENGTH>,
    /// The first admin's address.
    pub email: Text<EMAIL_LENGTH>,
}

/// What a new community is good to have, and what of it is done.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct FirstSteps {
    pub steps: Vec<FirstStep>,
    pub is_put_away: bool,
}

/// A first step. The state of the site says whether it is done.
#[derive(Debug, Clone, Object, Serialize)]
pub struct FirstStep {
    /// `mail`: mails leave. `https`: the site is reached over https. `contact`: visitors know where to write. `event`: there is
    /// an event. `member`: somebody has joined. `backup`: the file was copied.
    pub id: String,
    pub done: bool,
}

/// Whether the list is put away.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct FirstStepsInput {
    pub is_put_away: bool,
}

impl Setup {
    /// Converts the input for the checks.
    pub fn answers(&self) -> Answers {
        Answers {
            community_name: self.community_name.0.clone(),
            tagline: self.tagline.clone().map(String::from),
            time_zone: self.time_zone.clone().map(String::from),
            accent_colour: self.accent_colour.clone().map(String::from),
            name: self.name.0.clone(),
            email: self.email.0.clone(),
        }
    }
}

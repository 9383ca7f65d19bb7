//! The JSON of the settings, as admins read and change them.

use poem_openapi::Object;
use serde::Serialize;

use super::category_rules::{MAX_CATEGORIES, MAX_LABEL};
use super::machine_rules::Fact;
use super::rules::{
    COLOUR_LENGTH, MAX_ABOUT, MAX_LEGAL, MAX_LINK, MAX_LINK_NAME, MAX_LINKS, MAX_NAME, MAX_PREFIX, MAX_SIGNATORY, MAX_SITE_ID, MAX_TAGLINE,
    MAX_TIME_ZONE, MAX_VERSION, Settings,
};
use super::views::{SiteCategory, SiteLink, picture_url};
use crate::input::{List, Text};
use crate::text::{CHOICE_LENGTH, EMAIL_LENGTH};

/// All settings of the community.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct AdminSettings {
    /// Names the state of the settings. Sent back with a change, it keeps the change from replacing what somebody else has
    /// set in the meantime.
    pub settings_version: String,
    pub name: String,
    pub tagline: String,
    pub about: String,
    pub contact_email: String,
    pub social_links: Vec<SiteLink>,
    pub accent_colour: String,
    /// The addresses of the logo and of the picture for link previews, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preview_url: Option<String>,
    pub time_zone: String,
    /// Empty: made from the name.
    pub certificate_prefix: String,
    /// The prefix that new certificates have now.
    pub prefix_in_use: String,
    pub certificate_signatory: String,
    pub certificate_signatory_title: String,
    pub repository_required: bool,
    pub review_edits: bool,
    /// The categories of projects, hidden ones too, in the order of the menus.
    pub categories: Vec<SiteCategory>,
    /// Comments of a member in a minute, projects and pictures in an hour, invitations of an admin in a day, at most.
    pub comments_per_minute: u32,
    pub submissions_per_hour: u32,
    pub pictures_per_hour: u32,
    pub invitations_per_day: u32,
    /// Markdown. Empty: the program's own text.
    pub terms: String,
    pub privacy: String,
    /// The address of an external script that counts page views. Empty: none.
    pub analytics_script: String,
    pub analytics_site_id: String,
    /// Events that have not begun. They move with the time zone.
    pub events_ahead: i64,
}

/// The settings to change. What is absent stays.
#[derive(Debug, Clone, Default, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SettingsInput {
    /// The `settingsVersion` that the change is based on. When the settings have changed since, the change is refused (409).
    /// Absent: the change is made in any case.
    pub settings_version: Option<Text<MAX_VERSION>>,
    pub name: Option<Text<MAX_NAME>>,
    /// One line under the name.
    pub tagline: Option<Text<MAX_TAGLINE>>,
    pub about: Option<Text<MAX_ABOUT>>,
    /// Where visitors write to, or empty.
    pub contact_email: Option<Text<EMAIL_LENGTH>>,
    pub social_links: Option<List<SettingsLink, MAX_LINKS>>,
    /// `#rrggbb`
    pub accent_colour: Option<Text<COLOUR_LENGTH>>,
    /// An IANA name such as Europe/Berlin. Events keep the days and times that people read; their instants move.
    pub time_zone: Option<Text<MAX_TIME_ZONE>>,
    /// 2 to 6 capital letters. Empty: made from the name.
    pub certificate_prefix: Option<Text<MAX_PREFIX>>,
    pub certificate_signatory: Option<Text<MAX_SIGNATORY>>,
    pub certificate_signatory_title: Option<Text<MAX_SIGNATORY>>,
    /// Whether every project needs the address of its repository. If not, a demo or a picture is enough.
    pub repository_required: Option<bool>,
    /// Whether editing an approved project sends it back to review.
    pub review_edits: Option<bool>,
    /// Categories to change, and new ones. What is absent stays as it is: categories are hidden, never removed.
    pub categories: Option<List<SettingsCategory, MAX_CATEGORIES>>,
    /// Comments of a member in a minute: 1 to 60.
    pub comments_per_minute: Option<u32>,
    /// Projects that a member submits in an hour: 1 to 100.
    pub submissions_per_hour: Option<u32>,
    /// Pictures that a member sends in an hour: 10 to 1,000.
    pub pictures_per_hour: Option<u32>,
    /// People whom an admin invites in 24 hours: 1 to 5,000.
    pub invitations_per_day: Option<u32>,
    /// Markdown. Empty: the program's own text.
    pub terms: Option<Text<MAX_LEGAL>>,
    pub privacy: Option<Text<MAX_LEGAL>>,
    /// The https address of an external script that counts page views, or empty.
    pub analytics_script: Option<Text<MAX_LINK>>,
    /// The id of this site at that service.
    pub analytics_site_id: Option<Text<MAX_SITE_ID>>,
}

/// A link to the community on another site.
#[derive(Debug, Clone, Object)]
pub struct SettingsLink {
    pub name: Text<MAX_LINK_NAME>,
    /// An http or https address.
    pub url: Text<MAX_LINK>,
}

/// A category of projects.
#[derive(Debug, Clone, Object)]
#[oai(skip_serializing_if_is_none)]
pub struct SettingsCategory {
    /// Which one to change. Absent: a new one, whose id is made from its label.
    pub id: Option<Text<CHOICE_LENGTH>>,
    pub label: Text<MAX_LABEL>,
    /// Whether it is no longer offered. Projects that have it keep it.
    #[oai(default)]
    pub hidden: bool,
}

/// The settings after a change.
#[derive(Debug, Clone, Object, Serialize)]
pub struct SettingsSaved {
    /// The sentence to show.
    pub message: String,
    pub settings: AdminSettings,
}

/// What the configuration of the machine comes to.
#[derive(Debug, Clone, Object, Serialize)]
pub struct Machine {
    pub facts: Vec<MachineFact>,
}

/// A fact about the machine.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct MachineFact {
    /// A short name, such as `Mail`.
    pub title: String,
    /// Whole sentences.
    pub text: String,
    /// The settings of the configuration that change it; empty when none does.
    pub setting: String,
    /// False when something is likely to be missing.
    pub is_good: bool,
}

/// A copy of the database to download.
#[derive(Debug, Clone, Object, Serialize)]
pub struct Export {
    /// Where it is, on this site. The address works once, for a minute.
    pub url: String,
    /// The name of the file.
    pub name: String,
    pub bytes: u64,
}

/// A legal text to look at before it is saved.
#[derive(Debug, Clone, Object)]
pub struct LegalInput {
    pub text: Text<MAX_LEGAL>,
}

impl AdminSettings {
    /// The settings as JSON.
    pub fn new(settings: &Settings, version: i64, events_ahead: i64) -> AdminSettings {
        AdminSettings {
            settings_version: version.to_string(),
            name: settings.name.clone(),
            tagline: settings.tagline.clone(),
            about: settings.about.clone(),
            contact_email: settings.contact_email.clone(),
            social_links: SiteLink::of(settings),
            accent_colour: settings.accent_colour.clone(),
            logo_url: picture_url(settings.logo),
            preview_url: picture_url(settings.preview_picture),
            time_zone: settings.time_zone.clone(),
            certificate_prefix: settings.certificate_prefix.clone(),
            prefix_in_use: settings.prefix(),
            certificate_signatory: settings.certificate_signatory.clone(),
            certificate_signatory_title: settings.certificate_signatory_title.clone(),
            repository_required: settings.repository_required,
            review_edits: settings.review_edits,
            categories: SiteCategory::of(settings),
            comments_per_minute: settings.comments_per_minute,
            submissions_per_hour: settings.submissions_per_hour,
            pictures_per_hour: settings.pictures_per_hour,
            invitations_per_day: settings.invitations_per_day,
            terms: settings.terms.clone(),
            privacy: settings.privacy.clone(),
            analytics_script: settings.analytics_script.clone(),
            analytics_site_id: settings.analytics_site_id.clone(),
            events_ahead,
        }
    }
}

impl From<Fact> for MachineFact {
    fn from(fact: Fact) -> MachineFact {
        MachineFact {
            title: fact.title.to_owned(),
            text: fact.text,
            setting: fact.setting.to_owned(),
            is_good: fact.is_good,
        }
    }
}

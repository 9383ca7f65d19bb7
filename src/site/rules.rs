//! The community's own settings with their defaults, and values derived from them. No IO here.

use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use crate::clock;
use crate::db::values::Instant;

/// Maximum characters of the community's name, of the line under it, and of a time zone's name.
pub const MAX_NAME: usize = 80;
pub const MAX_TAGLINE: usize = 160;
pub const MAX_TIME_ZONE: usize = 60;
/// Characters of a colour: #rrggbb.
pub const COLOUR_LENGTH: usize = 7;

/// The settings that an admin changes in the browser. Field names are the names in the table `settings`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Settings {
    pub name: String,
    pub tagline: String,
    pub about: String,
    pub contact_email: String,
    pub social_links: Vec<SocialLink>,
    /// #rrggbb; the interface derives all its shades from it.
    pub accent_colour: String,
    pub logo: Option<i64>,
    /// An IANA name such as Europe/Berlin.
    pub time_zone: String,
    /// 2 to 6 capital letters for certificate ids. Empty: derived from the name.
    pub certificate_prefix: String,
    pub certificate_signatory: String,
    /// Markdown. Empty: the program's own text.
    pub terms: String,
    pub privacy: String,
    /// Whether editing an approved project sends it back to review.
    pub review_edits: bool,
    pub analytics_script: String,
    pub analytics_site_id: String,
    /// Whether the admins have put the list of first steps away.
    pub first_steps_put_away: bool,
}

/// The current time and time zone, for everything that depends on the day.
#[derive(Debug, Clone)]
pub struct Moment {
    pub now: Instant,
    /// The calendar day in the community's time zone.
    pub today: String,
    pub zone: TimeZone,
}

/// A link to the community on another site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SocialLink {
    pub name: String,
    pub url: String,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            name: "Community".into(),
            tagline: "Where makers show what they build".into(),
            about: "A community of developers and makers who build in the open, learn at events, and celebrate what works.".into(),
            contact_email: String::new(),
            social_links: Vec::new(),
            accent_colour: "#c2410c".into(),
            logo: None,
            time_zone: "UTC".into(),
            certificate_prefix: String::new(),
            certificate_signatory: String::new(),
            terms: String::new(),
            privacy: String::new(),
            review_edits: false,
            analytics_script: String::new(),
            analytics_site_id: String::new(),
            first_steps_put_away: false,
        }
    }
}

impl Settings {
    /// The community's time zone; UTC if this build does not know the stored name.
    pub fn zone(&self) -> TimeZone {
        clock::zone(&self.time_zone).unwrap_or(TimeZone::UTC)
    }

    /// The calendar day at `now` in the community's time zone, as YYYY-MM-DD.
    pub fn today(&self, now: Instant) -> String {
        now.0.to_zoned_datetime(self.zone()).date().to_string()
    }

    /// The title of a feed or calendar: "Events of Makers".
    pub fn feed_title(&self, noun: &str) -> String {
        format!("{noun} of {}", self.name)
    }

    /// The prefix of certificate ids: the setting, or the initials of the name (at least two letters).
    pub fn prefix(&self) -> String {
        if !self.certificate_prefix.is_empty() {
            return self.certificate_prefix.clone();
        }
        let initials: String = self
            .name
            .split_whitespace()
            .filter_map(|word| word.chars().find(char::is_ascii_alphabetic))
            .take(6)
            .collect();
        let letters: String = self.name.chars().filter(char::is_ascii_alphabetic).take(2).collect();
        let made = if initials.len() >= 2 { initials } else { letters };
        if made.len() >= 2 { made.to_ascii_uppercase() } else { "CM".into() }
    }
}

/// Whether this program knows the time zone `name`.
pub fn is_time_zone(name: &str) -> bool {
    clock::zone(name).is_some()
}

/// Whether `colour` is #rrggbb.
pub fn is_colour(colour: &str) -> bool {
    colour.len() == COLOUR_LENGTH && colour.starts_with('#') && colour.chars().skip(1).all(|digit| digit.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_is_made_from_the_name() {
        let prefix = |name: &str, set: &str| {
            Settings {
                name: name.into(),
                certificate_prefix: set.into(),
                ..Settings::default()
            }
            .prefix()
        };
        assert_eq!(prefix("Build Village", ""), "BV");
        assert_eq!(prefix("Makers", ""), "MA");
        assert_eq!(prefix("社区", ""), "CM");
        assert_eq!(prefix("Build Village", "BVX"), "BVX");
    }

    #[test]
    fn the_day_is_the_communitys() {
        let settings = Settings {
            time_zone: "Asia/Kolkata".into(),
            ..Settings::default()
        };
        let late = Instant("2026-03-01T20:00:00Z".parse().unwrap());
        assert_eq!(settings.today(late), "2026-03-02");
        assert_eq!(Settings::default().today(late), "2026-03-01");
    }
}

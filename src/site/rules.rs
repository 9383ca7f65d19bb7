//! The community's own settings with their defaults, and values derived from them. No IO here.

use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use url::Url;

use super::category_rules::{Category, first};
use crate::clock;
use crate::db::values::Instant;
use crate::text::is_web_address;

/// Maximum characters of the community's name, of the line under it, of the text about it, and of a time zone's name.
pub const MAX_NAME: usize = 80;
pub const MAX_TAGLINE: usize = 160;
pub const MAX_ABOUT: usize = 600;
pub const MAX_TIME_ZONE: usize = 60;
/// Characters of a colour: #rrggbb.
pub const COLOUR_LENGTH: usize = 7;
/// Maximum number of links to the community on other sites, and the maximum characters of a name and an address.
pub const MAX_LINKS: usize = 10;
pub const MAX_LINK_NAME: usize = 40;
pub const MAX_LINK: usize = 500;
/// Letters of the prefix of certificate ids.
pub const MIN_PREFIX: usize = 2;
pub const MAX_PREFIX: usize = 6;
/// Maximum characters of the name and the title of who signs certificates.
pub const MAX_SIGNATORY: usize = 80;
/// Maximum characters of a legal text.
pub const MAX_LEGAL: usize = 20_000;
/// Maximum characters of the id of this site at a service that counts visits.
pub const MAX_SITE_ID: usize = 100;
/// Maximum characters of the version that a change of the settings names.
pub const MAX_VERSION: usize = 20;

/// How often one member may do something: what holds at first, and what an admin may set. It is never nothing, and never so
/// much that it stops nobody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    pub first: u32,
    pub least: u32,
    pub most: u32,
}

const fn rate(first: u32, least: u32, most: u32) -> Rate {
    Rate { first, least, most }
}

pub const COMMENTS_PER_MINUTE: Rate = rate(10, 1, 60);
pub const SUBMISSIONS_PER_HOUR: Rate = rate(5, 1, 100);
pub const PICTURES_PER_HOUR: Rate = rate(60, 10, 1000);
pub const INVITATIONS_PER_DAY: Rate = rate(200, 1, 5000);

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
    /// The picture in the header, in mails and on certificates.
    pub logo: Option<i64>,
    /// Whether it is a square, so that browsers can show it as the icon of the site.
    pub logo_is_square: bool,
    /// The picture of link previews for pages that have none of their own.
    pub preview_picture: Option<i64>,
    /// An IANA name such as Europe/Berlin.
    pub time_zone: String,
    /// 2 to 6 capital letters for certificate ids. Empty: derived from the name.
    pub certificate_prefix: String,
    pub certificate_signatory: String,
    /// What the signatory is, such as "Chair".
    pub certificate_signatory_title: String,
    /// Whether every project needs the address of its repository. If not, a demo or a picture is enough.
    pub repository_required: bool,
    /// Markdown. Empty: the program's own text.
    pub terms: String,
    pub privacy: String,
    /// The same as safe HTML, made when they were saved, and the day of that (YYYY-MM-DD).
    pub terms_html: String,
    pub privacy_html: String,
    pub terms_changed: String,
    pub privacy_changed: String,
    /// Whether editing an approved project sends it back to review.
    pub review_edits: bool,
    /// The https address of an external script that counts page views. Empty: there is none.
    pub analytics_script: String,
    pub analytics_site_id: String,
    /// Whether the admins have put the list of first steps away.
    pub first_steps_put_away: bool,
    /// Mails to many members that leave in a minute at most, counted with all others; 0 for no limit.
    pub mails_per_minute: u32,
    /// The categories of projects, in the order of the menus.
    pub categories: Vec<Category>,
    /// How often one member may do something; the windows are in src/limits.rs.
    pub comments_per_minute: u32,
    pub submissions_per_hour: u32,
    pub pictures_per_hour: u32,
    pub invitations_per_day: u32,
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
            logo_is_square: false,
            preview_picture: None,
            time_zone: "UTC".into(),
            certificate_prefix: String::new(),
            certificate_signatory: String::new(),
            certificate_signatory_title: String::new(),
            repository_required: true,
            terms: String::new(),
            privacy: String::new(),
            terms_html: String::new(),
            privacy_html: String::new(),
            terms_changed: String::new(),
            privacy_changed: String::new(),
            review_edits: false,
            analytics_script: String::new(),
            analytics_site_id: String::new(),
            first_steps_put_away: false,
            mails_per_minute: 0,
            categories: first(),
            comments_per_minute: COMMENTS_PER_MINUTE.first,
            submissions_per_hour: SUBMISSIONS_PER_HOUR.first,
            pictures_per_hour: PICTURES_PER_HOUR.first,
            invitations_per_day: INVITATIONS_PER_DAY.first,
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

/// White or near black, whichever has the greater contrast (WCAG) on the colour.
pub fn readable_on(colour: &str) -> &'static str {
    let light = luminance(colour);
    let on_white = 1.05 / (light + 0.05);
    let on_black = (light + 0.05) / (luminance("#18181b") + 0.05);
    if on_white >= on_black { "#ffffff" } else { "#18181b" }
}

fn luminance(colour: &str) -> f64 {
    let channel = |start: usize| {
        let digits = colour.get(start..start + 2).unwrap_or("00");
        let value = f64::from(u8::from_str_radix(digits, 16).unwrap_or(0)) / 255.0;
        if value <= 0.04045 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/// The name of an exported file: the community and the day.
pub fn export_name(community: &str, today: &str) -> String {
    format!("{}-{today}.db", file_words(community))
}

/// The community in the name of a file: its letters and digits, with a dash between words.
pub fn file_words(community: &str) -> String {
    let words: Vec<String> = community
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    if words.is_empty() { "community".to_owned() } else { words.join("-") }
}

/// Where an external script comes from, as a Content-Security-Policy names it: the script itself, and the server that it
/// reports to. `None` when the address is not https, or when a policy cannot name it.
pub fn script_sources(script: &str) -> Option<(String, String)> {
    let url = Url::parse(script)
        .ok()
        .filter(|url| url.scheme() == "https" && is_web_address(script) && url.fragment().is_none())?;
    let origin = url.origin().ascii_serialization();
    // These two characters separate parts of a policy.
    let path = url.path().replace(';', "%3B").replace(',', "%2C");
    Some((format!("{origin}{path}"), origin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exported_file_is_named_by_community_and_day() {
        assert_eq!(export_name("Makers of \"Ghent\"/..", "2026-11-28"), "makers-of-ghent-2026-11-28.db");
        assert_eq!(export_name("社区", "2026-11-28"), "community-2026-11-28.db");
    }

    #[test]
    fn a_policy_names_exactly_the_script() {
        let sources = |script| script_sources(script).map(|(script, origin)| format!("{script} {origin}"));
        assert_eq!(
            sources("https://count.example.org/js/script.js?v=2").as_deref(),
            Some("https://count.example.org/js/script.js https://count.example.org")
        );
        assert_eq!(
            sources("https://Count.Example.org:8443/a;script-src,b.js").as_deref(),
            Some("https://count.example.org:8443/a%3Bscript-src%2Cb.js https://count.example.org:8443")
        );
        for wrong in [
            "",
            "http://count.example.org/a.js",
            "//count.example.org/a.js",
            "https://me:it@count.example.org/a.js",
            "javascript:a",
        ] {
            assert_eq!(sources(wrong), None, "{wrong}");
        }
    }

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

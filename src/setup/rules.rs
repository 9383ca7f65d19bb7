//! Turns the answers of the set-up page into settings and an account. Pure functions of plain values.

use crate::members::rules::{NewAccount, Role};
use crate::site::rules::{Settings, is_colour, is_time_zone};
use crate::text::{is_email, one_line};

/// The answers of the set-up page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers {
    pub community_name: String,
    pub tagline: Option<String>,
    pub time_zone: Option<String>,
    pub accent_colour: Option<String>,
    /// The first admin's e-mail address.
    pub name: String,
    pub email: String,
}

/// What is known of a new community.
pub struct Start<'a> {
    /// Whether a mail server is set up that has taken a mail and is not in trouble.
    pub mails_leave: bool,
    /// Whether a request has arrived at the site's address over https.
    pub was_reached: bool,
    /// Whether something about the proxy in front looks wrong.
    pub proxy_is_doubtful: bool,
    pub contact_email: &'a str,
    /// Published events, and members.
    pub events: i64,
    pub members: i64,
    pub was_copied: bool,
}

/// The first steps, and which are done.
pub fn first_steps(start: &Start) -> [(&'static str, bool); 6] {
    [
        ("mail", start.mails_leave),
        ("https", start.was_reached && !start.proxy_is_doubtful),
        ("contact", !start.contact_email.is_empty()),
        ("event", start.events > 0),
        // The first is the admin.
        ("member", start.members > 1),
        ("backup", start.was_copied),
    ]
}

/// The link that the operator opens.
pub fn link(site_url: &str, token: &str) -> String {
    format!("{site_url}/setup?token={token}")
}

/// The existing settings with the answers applied, and the first admin's account.
///
/// # Errors
/// A sentence for each faulty field.
pub fn read(answers: &Answers, settings: Settings) -> Result<(Settings, NewAccount), Vec<(String, String)>> {
    let given = |text: &Option<String>| text.as_deref().map(one_line).filter(|text| !text.is_empty());
    let community = one_line(&answers.community_name);
    let (name, email) = (one_line(&answers.name), answers.email.trim());
    let (time_zone, accent_colour) = (given(&answers.time_zone), given(&answers.accent_colour));
    let checks = [
        (community.is_empty(), "communityName", "Community name is required"),
        (!time_zone.as_deref().is_none_or(is_time_zone), "timeZone", "Unknown time zone"),
        (
            !accent_colour.as_deref().is_none_or(is_colour),
            "accentColour",
            "The accent colour must look like #c2410c",
        ),
        (name.is_empty(), "name", "Your name is required"),
        (!is_email(email), "email", "A valid e-mail address is required"),
    ];
    let wrong: Vec<(String, String)> = checks
        .into_iter()
        .filter(|(is_wrong, ..)| *is_wrong)
        .map(|(_, field, sentence)| (field.to_owned(), sentence.to_owned()))
        .collect();
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let settings = Settings {
        name: community,
        tagline: given(&answers.tagline).unwrap_or(settings.tagline),
        time_zone: time_zone.unwrap_or(settings.time_zone),
        accent_colour: accent_colour.unwrap_or(settings.accent_colour),
        ..settings
    };
    let admin = NewAccount {
        name: Some(name),
        email: email.to_owned(),
        role: Role::Admin,
    };
    Ok((settings, admin))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers() -> Answers {
        Answers {
            community_name: " Makers ".into(),
            tagline: None,
            time_zone: Some("Europe/Berlin".into()),
            accent_colour: Some(String::new()),
            name: "Ada".into(),
            email: "ada@example.org".into(),
        }
    }

    #[test]
    fn what_is_not_given_stays_as_it_is() {
        let (settings, admin) = read(&answers(), Settings::default()).unwrap();
        assert_eq!(settings.name, "Makers");
        assert_eq!(settings.time_zone, "Europe/Berlin");
        assert_eq!(settings.tagline, Settings::default().tagline);
        assert_eq!(settings.accent_colour, Settings::default().accent_colour);
        assert_eq!(admin.role, Role::Admin);
    }

    #[test]
    fn each_field_at_fault_has_its_sentence() {
        let wrong = Answers {
            community_name: " ".into(),
            time_zone: Some("Mars/Olympus".into()),
            accent_colour: Some("red".into()),
            name: String::new(),
            email: "ada".into(),
            ..answers()
        };
        let fields: Vec<String> = read(&wrong, Settings::default())
            .unwrap_err()
            .into_iter()
            .map(|(field, _)| field)
            .collect();
        assert_eq!(fields, ["communityName", "timeZone", "accentColour", "name", "email"]);
    }
}

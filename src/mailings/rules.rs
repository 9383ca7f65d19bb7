//! What admins write to members: templates, placeholders, and whom it goes to.

use jiff::civil::Date;

use super::unsubscribe_rules::Choice;
use crate::input::grouped;
use crate::mail::markup_rules::escape;
use crate::text::one_line;

/// Maximum characters of a subject and of a message with its markup, and maximum number of addresses in one request.
pub const MAX_SUBJECT: usize = 200;
pub const MAX_MESSAGE: usize = 50_000;
pub const MAX_RECIPIENTS: usize = 10_000;
/// Maximum number of tags in a message: to sanitise what is nested takes time that grows with the square of its depth.
pub const MAX_TAGS: usize = 2000;
/// Mails that may leave in a minute, at most; nobody sets more.
pub const MAX_MAILS_PER_MINUTE: u32 = 10_000;
/// Characters of what a client names its request by.
pub const MAX_REQUEST: usize = 200;
/// Seconds in which the same message to the same members is the same request, when the client has not named it: a double
/// click, or a retry after a lost answer.
pub const SAME_REQUEST: i64 = 60;

/// A text to begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Template {
    pub value: &'static str,
    pub label: &'static str,
    /// The choice of members that it obeys.
    pub choice: Choice,
    pub subject: &'static str,
    pub message: &'static str,
}

/// The templates of the Email System page.
pub const TEMPLATES: [Template; 3] = [
    Template {
        value: "welcome",
        label: "Welcome Email",
        choice: Choice::News,
        subject: "Welcome to {{community}}!",
        message: "<p>Hello {{name}},</p>\n<p>welcome to {{community}}! It is good to have you with us.</p>\n<p>Three ways to begin:</p>\n<ul>\n  \
                  <li><a href=\"{{site}}/profile\">Tell the others who you are.</a></li>\n  <li><a href=\"{{site}}/submit-project\">Show what you build.</a></li>\n  \
                  <li><a href=\"{{site}}/events\">Find your next event.</a></li>\n</ul>\n<p>See you soon!</p>",
    },
    Template {
        value: "event",
        label: "New Event Announcement",
        choice: Choice::Events,
        subject: "New event: {{event}}",
        message: "<p>Hello {{name}},</p>\n<p>there is a new event: <strong>{{event}}</strong>.</p>\n<p>Date: {{date}}<br>\nTime: {{time}}<br>\n\
                  Place: {{place}}</p>\n<p><a href=\"{{link}}\">See the event and register</a></p>\n<p>We look forward to seeing you!</p>",
    },
    Template {
        value: "newsletter",
        label: "Monthly Newsletter",
        choice: Choice::News,
        subject: "{{community}}: news of {{month}}",
        message: "<p>Hello {{name}},</p>\n<p>this is what happened at {{community}} in {{month}}.</p>\n<h2>Projects</h2>\n<p>…</p>\n<h2>Events</h2>\n\
                  <p>…</p>\n<p><a href=\"{{site}}\">Visit {{community}}</a></p>",
    },
];

/// What a message may contain between {{ and }}, and what stands there when it is sent.
pub const PLACEHOLDERS: [(&str, &str); 9] = [
    ("name", "The member's name"),
    ("community", "The community's name"),
    ("site", "The address of this site"),
    ("month", "The month in which it is sent"),
    ("event", "The name of the event"),
    ("date", "Its date"),
    ("time", "Its time"),
    ("place", "Where it takes place"),
    ("link", "The address of its page"),
];

/// The placeholders that need an event.
const OF_EVENTS: [&str; 5] = ["event", "date", "time", "place", "link"];

/// What placeholders stand for on the day a message is sent.
pub struct Facts<'a> {
    pub name: &'a str,
    pub community: &'a str,
    pub site: &'a str,
    pub month: &'a str,
    pub event: Option<EventFacts>,
}

/// What they stand for of an event.
pub struct EventFacts {
    pub title: String,
    pub date: String,
    pub time: String,
    pub place: String,
    pub link: String,
}

impl Facts<'_> {
    fn value(&self, name: &str) -> Option<String> {
        let event = self.event.as_ref();
        Some(match name {
            "name" => self.name.to_owned(),
            "community" => self.community.to_owned(),
            "site" => self.site.to_owned(),
            "month" => self.month.to_owned(),
            "event" => event?.title.clone(),
            "date" => event?.date.clone(),
            "time" => event?.time.clone(),
            "place" => event?.place.clone(),
            "link" => event?.link.clone(),
            _ => return None,
        })
    }
}

/// A piece of a text: as it stands, or the name of a placeholder with the piece that it replaces.
enum Piece<'a> {
    Words(&'a str),
    Placeholder(&'a str, &'a str),
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let (mut found, mut rest) = (Vec::new(), text);
    while let Some(start) = rest.find("{{") {
        let Some(length) = rest[start..].find("}}") else { break };
        let (before, whole) = (&rest[..start], &rest[start..start + length + 2]);
        let name = whole[2..whole.len() - 2].trim();
        found.push(Piece::Words(before));
        // What has no name between its braces is no placeholder.
        found.push(if name.is_empty() || name.contains(['{', '\n', '<']) {
            Piece::Words(whole)
        } else {
            Piece::Placeholder(name, whole)
        });
        rest = &rest[start + length + 2..];
    }
    found.push(Piece::Words(rest));
    found
}

/// The text with what its placeholders stand for.
pub fn fill(text: &str, facts: &Facts) -> String {
    filled(text, |name| facts.value(name))
}

/// The same for HTML: what is filled in is a text there, or the value of an attribute.
pub fn fill_html(html: &str, facts: &Facts) -> String {
    filled(html, |name| facts.value(name).map(|value| escape(&value)))
}

fn filled(text: &str, value: impl Fn(&str) -> Option<String>) -> String {
    pieces(text)
        .into_iter()
        .map(|piece| match piece {
            Piece::Words(words) => words.to_owned(),
            Piece::Placeholder(name, whole) => value(name).unwrap_or_else(|| whole.to_owned()),
        })
        .collect()
}

fn names(text: &str) -> impl Iterator<Item = &str> {
    pieces(text).into_iter().filter_map(|piece| match piece {
        Piece::Placeholder(name, _) => Some(name),
        Piece::Words(_) => None,
    })
}

/// What is wrong with a subject and a message, by field. Both are required, know their placeholders, and name no event when
/// none was chosen.
pub fn faults(subject: &str, message: &str, has_event: bool) -> Vec<(String, String)> {
    let mut faults = Vec::new();
    let mut fault = |field: &str, sentence: String| faults.push((field.to_owned(), sentence));
    for (field, text, required) in [("subject", subject, "Subject is required"), ("message", message, "Message is required")] {
        if text.trim().is_empty() {
            fault(field, required.into());
        }
        if let Some(unknown) = names(text).find(|name| PLACEHOLDERS.iter().all(|(known, _)| known != name)) {
            fault(field, format!("There is no placeholder {{{{{unknown}}}}}"));
        }
    }
    if message.matches('<').count() > MAX_TAGS {
        fault("message", format!("This has too much markup: at most {} tags", grouped(MAX_TAGS)));
    }
    if !has_event && names(subject).chain(names(message)).any(|name| OF_EVENTS.contains(&name)) {
        fault("event", "Choose the event that the message is about".into());
    }
    faults
}

/// A day as people say it: "Friday, 3 July 2026".
pub fn day(date: &str) -> String {
    date.parse::<Date>()
        .map_or_else(|_| date.to_owned(), |date| date.strftime("%A, %-d %B %Y").to_string())
}

/// The month of a day (YYYY-MM-DD): "July 2026".
pub fn month(today: &str) -> String {
    today
        .parse::<Date>()
        .map_or_else(|_| today.to_owned(), |date| date.strftime("%B %Y").to_string())
}

/// A subject as it is stored.
pub fn subject(typed: &str) -> String {
    one_line(typed)
}

/// The sentence after a message was queued to `count` members.
pub fn sent(count: i64) -> String {
    format!("Email sent successfully to {count} recipient(s)")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(event: bool) -> Facts<'static> {
        Facts {
            name: "Ada <b> \"A\" & {{event}}",
            community: "Makers",
            site: "https://makers.example",
            month: "July 2026",
            event: event.then(|| EventFacts {
                title: "Rust & <Friends>".into(),
                date: day("2026-07-03"),
                time: "18:30".into(),
                place: "Town Hall".into(),
                link: "https://makers.example/events/1?a=1&b=\"".into(),
            }),
        }
    }

    #[test]
    fn every_template_is_filled_and_needs_an_event_only_if_it_is_about_one() {
        for template in TEMPLATES {
            let is_event = template.choice == Choice::Events;
            assert!(faults(template.subject, template.message, true).is_empty(), "{}", template.label);
            assert_eq!(
                faults(template.subject, template.message, false).is_empty(),
                !is_event,
                "{}",
                template.label
            );
            let all = fill(template.subject, &facts(true)) + &fill_html(template.message, &facts(true));
            // The name of the test has one of its own.
            assert!(!all.replace("&amp; {{event}}", "").contains("{{"), "{all}");
        }
    }

    #[test]
    fn what_is_filled_in_is_text_and_is_not_filled_again() {
        let html = fill_html("<a href=\"{{link}}\">{{ event }}</a> for {{name}}", &facts(true));
        assert_eq!(
            html,
            "<a href=\"https://makers.example/events/1?a=1&amp;b=&quot;\">Rust &amp; &lt;Friends&gt;</a> for Ada &lt;b&gt; &quot;A&quot; &amp; {{event}}"
        );
        assert_eq!(
            fill("{{event}} on {{date}} at {{time}}, {{month}}", &facts(true)),
            "Rust & <Friends> on Friday, 3 July 2026 at 18:30, July 2026"
        );
        assert_eq!(
            fill("{{ }} {{{{name}} {{nonsense}} {{name", &facts(false)),
            "{{ }} {{{{name}} {{nonsense}} {{name"
        );
        assert_eq!(month("2026-07-03"), "July 2026");
    }

    #[test]
    fn what_is_missing_or_unknown_is_told_at_its_field() {
        let told = |subject, message, event| -> Vec<(String, String)> { faults(subject, message, event) };
        assert_eq!(
            told(" ", "\n", false),
            [
                ("subject".into(), "Subject is required".into()),
                ("message".into(), "Message is required".into())
            ]
        );
        assert_eq!(
            told("A {{nam}}", "B", false),
            [("subject".into(), "There is no placeholder {{nam}}".into())]
        );
        assert_eq!(
            told("A", "{{date}}", false),
            [("event".into(), "Choose the event that the message is about".into())]
        );
        assert_eq!(told("A", "{{date}} {{ name }}", true), []);
        assert_eq!(sent(2), "Email sent successfully to 2 recipient(s)");
    }
}

//! The letters about events, one short function each. frame.rs gives them their look.

use super::frame::{Look, Part, button, letter, paragraph};
use super::occasion::Plan;
use super::templates::draft;
use super::views::Letter;
use crate::text::one_line;

/// What a letter says about an event.
#[derive(Debug, Clone, Copy)]
pub struct EventLines<'a> {
    pub title: &'a str,
    /// Date and time with the zone, for people.
    pub when: &'a str,
    /// When it ends.
    pub until: &'a str,
    /// A place, or that it is online.
    pub place: &'a str,
    /// The event's page.
    pub link: &'a str,
    /// Whether the reader's ticket goes with the mail.
    pub has_ticket: bool,
    /// Whether the reader waits for a place instead of having one.
    pub waits: bool,
    /// How to join online, by name, where the letter says so.
    pub links: &'a [(String, String)],
}

/// The sentence about an attached ticket.
const TICKET: &str = "Your ticket is attached: show its code at the door.";

impl EventLines<'_> {
    fn standing(&self) -> &'static str {
        if self.waits {
            "where you are on the waiting list"
        } else {
            "for which you are registered"
        }
    }

    fn ticket(&self) -> Vec<String> {
        if self.has_ticket { vec![TICKET.into()] } else { Vec::new() }
    }

    fn facts(&self) -> Part {
        let mut facts = vec![("When".into(), self.when.into()), ("Where".into(), self.place.into())];
        facts.extend(self.links.iter().cloned());
        Part::Facts(facts)
    }

    /// The current values; a changed one is followed by the old one.
    fn changes(&self, was: &Plan) -> Part {
        let rows = [
            ("When", self.when, &was.when),
            ("Until", self.until, &was.until),
            ("Where", self.place, &was.place),
        ];
        let mut facts = Vec::new();
        for (name, now, before) in rows {
            if now != before {
                facts.push((format!("{name}, now"), now.to_owned()));
                facts.push((format!("{name}, before"), before.clone()));
            } else if name != "Until" {
                facts.push((name.to_owned(), now.to_owned()));
            }
        }
        Part::Facts(facts)
    }
}

/// The reader has a place at an event.
pub fn registration_confirmed(look: &Look, name: &str, event: EventLines) -> Letter {
    let title = one_line(event.title);
    let mut draft = draft(
        format!("You are registered: {title}"),
        format!("{}, {}", event.when, event.place),
        name,
        vec![
            paragraph(format!("You are registered for \"{title}\". We look forward to seeing you.")),
            event.facts(),
            button("See the event", event.link),
        ],
    );
    draft.fine_print = event.ticket();
    draft
        .fine_print
        .push("If you cannot come, cancel on the event's page, so that somebody else gets your place.".into());
    letter(look, &draft)
}

/// The reader has given up a place at an event.
pub fn registration_cancelled(look: &Look, name: &str, event: EventLines) -> Letter {
    let title = one_line(event.title);
    letter(
        look,
        &draft(
            format!("Registration cancelled: {title}"),
            "You are no longer registered.".into(),
            name,
            vec![
                paragraph(format!(
                    "You have cancelled your registration for \"{title}\". Your place is free for somebody else."
                )),
                event.facts(),
                paragraph("If you change your mind, you can register again as long as there are places."),
                button("See the event", event.link),
            ],
        ),
    )
}

/// The reader got a place from the waiting list.
pub fn promoted_from_waiting_list(look: &Look, name: &str, event: EventLines) -> Letter {
    let title = one_line(event.title);
    let mut draft = draft(
        format!("You have a place: {title}"),
        "A place became free, and it is yours.".into(),
        name,
        vec![
            paragraph(format!(
                "A place at \"{title}\" became free. You were first on the waiting list, so the place is yours and you are registered."
            )),
            event.facts(),
            button("See the event", event.link),
        ],
    );
    draft.fine_print = event.ticket();
    draft
        .fine_print
        .push("If you cannot come any more, cancel on the event's page, so that the next in line gets the place.".into());
    letter(look, &draft)
}

/// An event begins soon.
pub fn event_reminder(look: &Look, name: &str, event: EventLines) -> Letter {
    let title = one_line(event.title);
    let mut draft = draft(
        format!("Soon: {title}"),
        format!("{}, {}", event.when, event.place),
        name,
        vec![
            paragraph(format!("This is a reminder: \"{title}\" begins soon, and you are registered.")),
            event.facts(),
            button("See the event", event.link),
        ],
    );
    draft.fine_print = event.ticket();
    letter(look, &draft)
}

/// An event has a new time or place.
pub fn event_changed(look: &Look, name: &str, event: EventLines, was: &Plan) -> Letter {
    let title = one_line(event.title);
    letter(
        look,
        &draft(
            format!("Changed: {title}"),
            format!("Now {}, {}", event.when, event.place),
            name,
            vec![
                paragraph(format!("\"{title}\", {}, has changed:", event.standing())),
                event.changes(was),
                paragraph(if event.waits {
                    "You stay on the waiting list. If the change does not suit you, you can leave it on the event's page."
                } else {
                    "You stay registered. If the change does not suit you, you can cancel on the event's page."
                }),
                button("See the event", event.link),
            ],
        ),
    )
}

/// An event will not take place. `reason` may be empty.
pub fn event_cancelled(look: &Look, name: &str, event: EventLines, reason: &str) -> Letter {
    let title = one_line(event.title);
    let mut parts = vec![paragraph(format!(
        "\"{title}\", {}, was cancelled and will not take place. We are sorry.",
        event.standing()
    ))];
    if !reason.trim().is_empty() {
        parts.push(Part::Quote(reason.trim().to_owned()));
    }
    parts.extend([event.facts(), button("Find other events", &format!("{}/events", look.url))]);
    letter(
        look,
        &draft(format!("Cancelled: {title}"), "The event will not take place.".into(), name, parts),
    )
}

/// How to join an event online: pairs of a name and a web address.
pub fn meeting_links(look: &Look, name: &str, event: EventLines, links: &[(String, String)]) -> Letter {
    let title = one_line(event.title);
    let mut draft = draft(
        format!("How to join: {title}"),
        format!("Your links for {title}."),
        name,
        vec![
            paragraph(format!("Use these links to join \"{title}\":")),
            Part::Facts(links.to_vec()),
            event.facts(),
            button("See the event", event.link),
        ],
    );
    draft.fine_print = vec!["The links are for participants; please do not pass them on.".into()];
    letter(look, &draft)
}

/// An admin's letter to an event's participants. Blank lines separate its paragraphs.
pub fn event_message(look: &Look, name: &str, event: EventLines, subject: &str, text: &str) -> Letter {
    let text = text.replace("\r\n", "\n");
    let mut parts: Vec<Part> = text.split("\n\n").map(str::trim).filter(|text| !text.is_empty()).map(paragraph).collect();
    parts.push(button("See the event", event.link));
    let mut draft = draft(subject.to_owned(), format!("About {}", one_line(event.title)), name, parts);
    let why = if event.waits {
        "you are on the waiting list for"
    } else {
        "you are registered for"
    };
    draft.fine_print = vec![format!("You get this mail because {why} \"{}\".", one_line(event.title))];
    letter(look, &draft)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::templates::*;
    use crate::site::rules::Settings;

    const EVENT: EventLines = EventLines {
        title: "Rust & Friends",
        when: "Friday, 3 July 2026, 18:00 (Europe/Berlin)",
        until: "20:00",
        place: "Town <Hall>",
        link: "https://makers.example/events/1?a=1&b=2",
        has_ticket: true,
        waits: false,
        links: &[],
    };

    fn was() -> Plan {
        Plan {
            when: "Thursday, 2 July 2026, 18:00 (Europe/Berlin)".into(),
            until: "20:00".into(),
            place: EVENT.place.into(),
        }
    }

    fn all() -> Vec<(&'static str, Letter)> {
        let look = &Look::new(
            &Settings {
                name: "Makers <3".into(),
                ..Settings::default()
            },
            "https://makers.example",
        );
        let links = [("Video".to_owned(), "https://meet.example/a?b&c".to_owned())];
        vec![
            (
                "https://makers.example/login#token=t",
                sign_in_link(look, "https://makers.example/login#token=t", "012 345"),
            ),
            ("https://makers.example/profile", welcome(look, "Ada")),
            (
                "https://makers.example/projects/1",
                project_approved(look, "Ada", "A > B", "https://makers.example/projects/1"),
            ),
            (
                "https://makers.example/projects/1",
                project_rejected(look, "Ada", "A > B", "No\n\n<b>licence</b>", "https://makers.example/projects/1"),
            ),
            (EVENT.link, registration_confirmed(look, "Ada", EVENT)),
            (EVENT.link, registration_cancelled(look, "Ada", EVENT)),
            (EVENT.link, promoted_from_waiting_list(look, "Ada", EVENT)),
            (EVENT.link, event_reminder(look, "Ada", EVENT)),
            (EVENT.link, event_changed(look, "Ada", EVENT, &was())),
            (
                "https://makers.example/admin/projects",
                review_waits(look, "Ada", 7, &["A > B", "<b>C</b>"]),
            ),
            (
                "https://makers.example/projects/1",
                commented(look, "Ada", "A > B", 2, "Eve", "Nice <3", "https://makers.example/projects/1"),
            ),
            (
                "https://makers.example/events",
                event_cancelled(look, "Ada", EVENT, "The hall <burnt> down."),
            ),
            ("https://meet.example/a?b&c", meeting_links(look, "Ada", EVENT, &links)),
            (
                EVENT.link,
                event_message(look, "Ada", EVENT, "Bring\na laptop", "First.\r\n\r\nSecond <line>\nthird."),
            ),
        ]
    }

    #[test]
    fn every_letter_has_its_link_and_the_community_in_both_forms() {
        for (link, letter) in all() {
            assert!(letter.text.lines().any(|line| line.ends_with(link)), "{}", letter.text);
            assert!(
                letter.html.contains(&format!("href=\"{}\"", link.replace('&', "&amp;"))),
                "{}",
                letter.html
            );
            assert!(
                letter.text.contains("Makers <3") && letter.html.contains("Makers &lt;3"),
                "{}",
                letter.subject
            );
            assert!(!letter.subject.is_empty() && !letter.subject.contains('\n'));
        }
    }

    #[test]
    fn every_letter_is_escaped_and_wrapped() {
        for (_, letter) in all() {
            for raw in ["<3", "<Hall>", "<b>", "<burnt>", "<line>"] {
                assert!(!letter.html.contains(raw), "{raw} in {}", letter.subject);
            }
            assert!(letter.text.lines().all(|line| line.chars().count() <= 72), "{}", letter.text);
            assert!(letter.html.contains("lang=\"en\"") && letter.html.contains("name=\"color-scheme\""));
        }
    }

    #[test]
    fn who_waits_is_not_told_that_they_are_registered() {
        let look = &Look::new(&Settings::default(), "https://makers.example");
        let event = EventLines { waits: true, ..EVENT };
        for letter in [event_changed(look, "Ada", event, &was()), event_cancelled(look, "Ada", event, "")] {
            assert!(
                letter.text.contains("waiting list") && !letter.text.contains("registered"),
                "{}",
                letter.text
            );
        }
    }

    #[test]
    fn an_admins_paragraphs_stay_apart() {
        let letter = all().pop().unwrap().1;
        assert_eq!(letter.subject, "Bring a laptop");
        assert!(letter.text.contains("First.\n\nSecond <line>\nthird."));
        assert!(letter.html.contains("Second &lt;line&gt;<br>\nthird."));
    }

    #[test]
    fn a_change_says_what_it_was_before() {
        let look = &Look::new(&Settings::default(), "https://makers.example");
        let moved = event_changed(look, "Ada", EVENT, &was());
        assert!(
            moved.text.contains("When, now: Friday, 3 July") && moved.text.contains("When, before: Thursday, 2 July"),
            "{}",
            moved.text
        );
        assert!(moved.text.contains("Where: Town <Hall>") && !moved.text.contains("Until"));
        // The end alone.
        let was = Plan {
            when: EVENT.when.into(),
            until: "19:00".into(),
            place: EVENT.place.into(),
        };
        let shorter = event_changed(look, "Ada", EVENT, &was).text;
        assert!(
            shorter.contains("Until, now: 20:00\nUntil, before: 19:00") && !shorter.contains("When, now"),
            "{shorter}"
        );
    }

    #[test]
    fn who_gets_a_place_gets_the_links_of_the_others() {
        let look = &Look::new(&Settings::default(), "https://makers.example");
        let links = [("Meeting".to_owned(), "https://meet.example/a".to_owned())];
        let event = EventLines { links: &links, ..EVENT };
        assert!(
            promoted_from_waiting_list(look, "Ada", event)
                .text
                .contains("Meeting: https://meet.example/a")
        );
    }
}

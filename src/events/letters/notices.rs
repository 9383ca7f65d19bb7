//! Letters about events: what they say comes from mail/templates.rs, what goes with them from here. They are queued in the
//! transaction of their cause.

use crate::app::App;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;
use crate::events::calendar::rules::{Entry, Source, calendar, place, when};
use crate::events::calendar::store::find_entry;
use crate::events::door::rules as door_rules;
use crate::events::participants::store as participants_store;
use crate::events::participants::views::Person;
use crate::events::registration::store::find_ticket;
use crate::mail::store::{queue, queue_latest};
use crate::mail::templates::{self, EventLines, Look};
use crate::mail::views::{Attachment, CODE, Letter, NewMail};
use crate::site::store::find_settings;

/// What happened.
#[derive(Debug, Clone, Copy)]
pub enum Notice<'a> {
    Registered,
    /// They gave their place back.
    Left,
    Promoted,
    Reminder,
    /// It has another time or another place.
    Changed,
    Cancelled {
        reason: &'a str,
    },
    /// Names and addresses.
    Links(&'a [(String, String)]),
    /// An admin's own words.
    Message {
        subject: &'a str,
        text: &'a str,
    },
}

impl Notice<'_> {
    fn kind(&self) -> &'static str {
        match self {
            Notice::Registered => "registration_confirmed",
            Notice::Left => "registration_cancelled",
            Notice::Promoted => "promoted_from_waiting_list",
            Notice::Reminder => "event_reminder",
            Notice::Changed => "event_changed",
            Notice::Cancelled { .. } => "event_cancelled",
            Notice::Links(_) => "meeting_links",
            Notice::Message { .. } => "event_message",
        }
    }

    /// What tells a member's standing, which may change again at once: the newest replaces those that wait.
    fn topic(&self, event: Id, user: Id) -> Option<String> {
        matches!(self, Notice::Registered | Notice::Left | Notice::Promoted).then(|| format!("registration:{event}:{user}"))
    }

    fn has_calendar(&self) -> bool {
        !matches!(self, Notice::Left | Notice::Links(_) | Notice::Message { .. })
    }

    fn has_ticket(&self) -> bool {
        matches!(self, Notice::Registered | Notice::Promoted | Notice::Reminder)
    }

    fn letter(&self, look: &Look, name: &str, event: EventLines) -> Letter {
        match self {
            Notice::Registered => templates::registration_confirmed(look, name, event),
            Notice::Left => templates::registration_cancelled(look, name, event),
            Notice::Promoted => templates::promoted_from_waiting_list(look, name, event),
            Notice::Reminder => templates::event_reminder(look, name, event),
            Notice::Changed => templates::event_changed(look, name, event),
            Notice::Cancelled { reason } => templates::event_cancelled(look, name, event, reason),
            Notice::Links(links) => templates::meeting_links(look, name, event, links),
            Notice::Message { subject, text } => templates::event_message(look, name, event, subject, text),
        }
    }
}

/// Queues a letter to each of these about an event; says how many.
pub fn send(tx: &Tx, app: &App, event: Id, to: &[Person], notice: Notice, now: Instant) -> ApiResult<i64> {
    send_as(tx, app, event, to, false, notice, now)
}

fn send_as(tx: &Tx, app: &App, event: Id, to: &[Person], waits: bool, notice: Notice, now: Instant) -> ApiResult<i64> {
    let Some(entry) = find_entry(tx, event, true)?.filter(|_| !to.is_empty()) else {
        return Ok(0);
    };
    let (settings, site_url) = (find_settings(tx)?, app.config.site_url());
    let look = Look::new(&settings, &site_url);
    let (when, place) = (when(&entry, &settings.time_zone), place(&entry.mode, &entry.location));
    let (link, has_ticket) = (format!("{site_url}/events/{event}"), notice.has_ticket() && entry.mode != "Online");
    let lines = EventLines {
        title: &entry.title,
        when: &when,
        place: &place,
        link: &link,
        has_ticket,
        waits,
    };
    let invitation = notice.has_calendar().then(|| calendar_file(&entry, app, &site_url));
    for person in to {
        let ticket = if has_ticket { find_ticket(tx, event, person.id)? } else { None };
        let ticket = ticket.map(|ticket| ticket_file(door_rules::code(&site_url, event, &ticket)));
        let mail = NewMail {
            kind: notice.kind(),
            user_id: Some(person.id),
            to_email: person.email.clone(),
            to_name: person.name.clone(),
            letter: notice.letter(&look, &person.name, lines),
            attachments: invitation.iter().cloned().chain(ticket).collect(),
            unsubscribe_url: None,
        };
        match notice.topic(event, person.id) {
            Some(topic) => queue_latest(tx, &mail, &topic, now)?,
            None => queue(tx, &mail, now)?,
        };
    }
    Ok(i64::try_from(to.len()).unwrap_or(i64::MAX))
}

/// The same to one member, unless they have left.
pub fn send_to(tx: &Tx, app: &App, event: Id, user: Id, notice: Notice, now: Instant) -> ApiResult<()> {
    let found: Vec<Person> = participants_store::find_recipient(tx, user)?.into_iter().collect();
    send(tx, app, event, &found, notice, now).map(|_| ())
}

/// To everybody who registered or waits.
pub fn send_to_all(tx: &Tx, app: &App, event: Id, notice: Notice, now: Instant) -> ApiResult<i64> {
    let participants = participants_store::list_recipients(tx, event, None)?;
    let waiting = participants_store::list_waiting_recipients(tx, event)?;
    Ok(send_as(tx, app, event, &participants, false, notice, now)? + send_as(tx, app, event, &waiting, true, notice, now)?)
}

fn calendar_file(entry: &Entry, app: &App, site_url: &str) -> Attachment {
    let source = Source {
        url: site_url,
        host: &app.calendar_host,
    };
    Attachment {
        file_name: "event.ics".into(),
        content_type: "text/calendar; charset=utf-8".into(),
        bytes: calendar(None, std::slice::from_ref(entry), source).into_bytes(),
    }
}

/// Drawn by whoever sends it: a picture takes milliseconds and kilobytes, and this is inside a transaction.
fn ticket_file(code: String) -> Attachment {
    Attachment {
        file_name: "ticket.png".into(),
        content_type: CODE.into(),
        bytes: code.into_bytes(),
    }
}

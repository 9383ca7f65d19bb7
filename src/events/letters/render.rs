//! Renders a letter about an event on the day it is sent, with its attachments.

use jiff::tz::TimeZone;
use rusqlite::Connection;

use super::mailing_store;
use super::notices;
use super::rules::{self, Standing};
use super::views::Words;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;
use crate::events::calendar::rules::{Entry, Source, calendar};
use crate::events::calendar::store::find_entry;
use crate::events::door::rules as door_rules;
use crate::mail::event_templates::{self as templates, EventLines};
use crate::mail::frame::Look;
use crate::mail::occasion::Notice;
use crate::mail::views::{Attachment, Letter, Reader, Sheet, Written};

/// What all letters share.
pub struct Desk<'a> {
    pub look: &'a Look,
    pub zone: &'a TimeZone,
    pub zone_name: &'a str,
    /// The host in the ids of calendar events.
    pub calendar_host: &'a str,
}

/// The links of an event that are not empty, with their names.
pub fn named_links(meet_link: &str, whatsapp_link: &str) -> Vec<(String, String)> {
    [("Meeting", meet_link), ("WhatsApp group", whatsapp_link)]
        .into_iter()
        .filter(|(_, link)| !link.is_empty())
        .map(|(name, link)| (name.to_owned(), link.to_owned()))
        .collect()
}

/// Renders a letter to a member, or returns why it is pointless.
///
/// # Errors
/// 500 when the database fails.
pub fn write(conn: &Connection, desk: &Desk, reader: &Reader, user: Option<Id>, event: Id, notice: &Notice, now: Instant) -> ApiResult<Written> {
    let (Some(entry), Some(user)) = (find_entry(conn, event, true)?, user) else {
        return Ok(Err("the event was deleted"));
    };
    let plan = notices::plan(&entry, desk.zone_name, desk.zone);
    let part = mailing_store::find_part(conn, event, user)?;
    let links = named_links(&part.meet_link, &part.whatsapp_link);
    let standing = Standing {
        cancelled: entry.cancelled,
        starts_at: entry.starts_at,
        ends_at: entry.ends_at,
        is_registered: part.ticket.is_some(),
        is_waiting: part.is_waiting,
        plan: &plan,
        has_links: !links.is_empty(),
    };
    if let Some(why) = rules::pointless(notice, &standing, now) {
        return Ok(Err(why));
    }
    let is_new_place = matches!(notice, Notice::Registered | Notice::Promoted | Notice::Reminder);
    let ticket = part.ticket.filter(|_| is_new_place && entry.mode != "Online" && !entry.cancelled);
    let link = format!("{}/events/{event}", desk.look.url);
    let lines = EventLines {
        title: &entry.title,
        when: &plan.when,
        until: &plan.until,
        place: &plan.place,
        link: &link,
        has_ticket: ticket.is_some(),
        waits: standing.is_waiting,
        links: if is_new_place { &links } else { &[] },
    };
    let (look, name, mut reply_to) = (desk.look, &reader.name, String::new());
    let letter = match notice {
        Notice::Registered => templates::registration_confirmed(look, name, lines),
        Notice::Left => templates::registration_cancelled(look, name, lines),
        Notice::Promoted => templates::promoted_from_waiting_list(look, name, lines),
        Notice::Reminder => templates::event_reminder(look, name, lines),
        Notice::Changed { was } => templates::event_changed(look, name, lines, was),
        Notice::Cancelled { reason } => templates::event_cancelled(look, name, lines, reason),
        Notice::Links => templates::meeting_links(look, name, lines, &links),
        Notice::Message { mailing } => {
            let Some((subject, text, to)) = mailing_store::find_mailing(conn, *mailing)? else {
                return Ok(Err("the letter was deleted"));
            };
            reply_to = to;
            templates::event_message(look, name, lines, &subject, &text)
        }
        Notice::Trial { subject, text, reply_to: to } => {
            reply_to.clone_from(to);
            templates::event_message(look, name, lines, subject, text)
        }
    };
    // A waiting member gets no calendar entry.
    let has_calendar = is_new_place || matches!(notice, Notice::Changed { .. } | Notice::Cancelled { .. }) && standing.is_registered;
    Ok(Ok(Sheet {
        letter,
        attachments: has_calendar.then(|| calendar_file(&entry, desk)).into_iter().collect(),
        certificate: None,
        ticket: ticket.map(|secret| door_rules::code(&desk.look.url, event, &secret)),
        reply_to,
        unsubscribe_url: None,
    }))
}

/// An admin's own words, to a reader of this name.
pub fn message(desk: &Desk, name: &str, entry: &Entry, words: &Words, waits: bool) -> Letter {
    let plan = notices::plan(entry, desk.zone_name, desk.zone);
    let lines = EventLines {
        title: &entry.title,
        when: &plan.when,
        until: &plan.until,
        place: &plan.place,
        link: &format!("{}/events/{}", desk.look.url, entry.id),
        has_ticket: false,
        waits,
        links: &[],
    };
    templates::event_message(desk.look, name, lines, &words.subject, &words.text)
}

fn calendar_file(entry: &Entry, desk: &Desk) -> Attachment {
    let source = Source {
        url: &desk.look.url,
        host: desk.calendar_host,
    };
    Attachment {
        file_name: "event.ics".into(),
        content_type: "text/calendar; charset=utf-8".into(),
        bytes: calendar(None, std::slice::from_ref(entry), source).into_bytes(),
    }
}

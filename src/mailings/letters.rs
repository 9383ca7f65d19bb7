//! Renders a message to a member on the day it is sent.

use rusqlite::Connection;

use super::html_rules::{clean, to_text};
use super::rules::{EventFacts, Facts, day, fill, fill_html, month};
use super::unsubscribe_rules::{self, Choice};
use super::{store, unsubscribe_store};
use crate::app::App;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;
use crate::events::calendar::rules::place;
use crate::events::calendar::store::find_entry;
use crate::mail::frame::Look;
use crate::mail::rules::UNSUBSCRIBED;
use crate::mail::templates;
use crate::mail::views::{Letter, Reader, Sheet, Written};
use crate::site::store::find_settings;

/// A message, and its reader.
pub struct Message<'a> {
    pub subject: &'a str,
    /// As it was typed.
    pub html: &'a str,
    pub event: Option<Id>,
    /// The choice that it obeys.
    pub choice: Choice,
    pub reader: Id,
    pub name: &'a str,
}

/// The letter, or why it no longer applies. It has a link to unsubscribe for its reader alone.
///
/// # Errors
/// 500 when the database fails.
pub fn compose(conn: &Connection, app: &App, look: &Look, message: &Message, now: Instant) -> ApiResult<Result<(Letter, String), &'static str>> {
    let settings = find_settings(conn)?;
    let event = match message.event {
        None => None,
        Some(id) => match find_entry(conn, id, false)? {
            None => return Ok(Err("the event is not public any more")),
            Some(entry) if entry.cancelled => return Ok(Err("the event was cancelled")),
            Some(entry) => Some(EventFacts {
                date: day(&entry.date),
                time: format!("{} ({})", entry.time, settings.time_zone),
                place: place(&entry.mode, &entry.location),
                link: format!("{}/events/{id}", look.url),
                title: entry.title,
            }),
        },
    };
    let facts = Facts {
        name: message.name,
        community: &look.name,
        site: &look.url,
        month: &month(&settings.today(now)),
        event,
    };
    let unsubscribe_url = unsubscribe_rules::link(&look.url, &app.keys.unsubscribe, message.reader, message.choice.as_str());
    // What is filled in is sanitised with the rest.
    let html = clean(&fill_html(message.html, &facts));
    let text = to_text(&html);
    let letter = templates::mailing(look, &fill(message.subject, &facts), html, text, Some(&unsubscribe_url));
    Ok(Ok((letter, unsubscribe_url)))
}

/// A message to a member, unless they have unsubscribed from its kind.
///
/// # Errors
/// 500 when the database fails.
pub fn write(conn: &Connection, app: &App, look: &Look, reader: &Reader, user: Option<Id>, mailing: Id, now: Instant) -> ApiResult<Written> {
    let (Some(user), Some(stored)) = (user, store::find_message(conn, mailing)?) else {
        return Ok(Err("the message was deleted"));
    };
    let Some(choice) = stored.choice else {
        return Ok(Err("the message was deleted"));
    };
    if unsubscribe_store::find_wish(conn, user, choice)? != Some(true) {
        return Ok(Err(UNSUBSCRIBED));
    }
    let message = Message {
        subject: &stored.subject,
        html: &stored.html,
        event: stored.event,
        choice,
        reader: user,
        name: &reader.name,
    };
    Ok(compose(conn, app, look, &message, now)?.map(|(letter, unsubscribe_url)| Sheet {
        unsubscribe_url: Some(unsubscribe_url),
        ..letter.into()
    }))
}

/// The same as a test to its author, who gets it in any case.
///
/// # Errors
/// 500 when the database fails.
pub fn trial(conn: &Connection, app: &App, look: &Look, message: &Message, now: Instant) -> ApiResult<Written> {
    Ok(compose(conn, app, look, message, now)?.map(|(letter, _)| letter.into()))
}

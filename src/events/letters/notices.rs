//! Notices about an event, and who gets them. They are queued in the transaction of their cause; render.rs writes their text
//! on the day they are sent.

use jiff::tz::TimeZone;

use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;
use crate::events::calendar::rules::{Entry, place, until, when};
use crate::events::participants::store as participants_store;
use crate::events::participants::views::Person;
pub use crate::mail::occasion::Notice;
use crate::mail::occasion::{Occasion, Plan};
use crate::mail::store::{queue, queue_latest};
use crate::mail::views::NewMail;

/// Notices about a member's registration, which may change again at once. The newest replaces the waiting ones.
fn topic(notice: &Notice, event: Id, user: Id) -> Option<String> {
    matches!(notice, Notice::Registered | Notice::Left | Notice::Promoted).then(|| format!("registration:{event}:{user}"))
}

/// When and where an event is, in words.
pub fn plan(entry: &Entry, zone_name: &str, zone: &TimeZone) -> Plan {
    Plan {
        when: when(entry, zone_name),
        until: until(entry, zone),
        place: place(&entry.mode, &entry.location),
    }
}

/// Queues a letter about an event to each reader. Returns how many.
pub fn send(tx: &Tx, event: Id, to: &[Person], notice: &Notice, now: Instant) -> ApiResult<i64> {
    for person in to {
        let mail = NewMail {
            user_id: Some(person.id),
            to_email: person.email.clone(),
            to_name: person.name.clone(),
            occasion: Occasion::Event {
                event,
                notice: notice.clone(),
            },
        };
        match topic(notice, event, person.id) {
            Some(topic) => queue_latest(tx, &mail, &topic, now)?,
            None => queue(tx, &mail, now)?,
        };
    }
    Ok(i64::try_from(to.len()).unwrap_or(i64::MAX))
}

/// Queues a letter to one member, unless they have left.
pub fn send_to(tx: &Tx, event: Id, user: Id, notice: &Notice, now: Instant) -> ApiResult<()> {
    let found: Vec<Person> = participants_store::find_recipient(tx, user)?.into_iter().collect();
    send(tx, event, &found, notice, now).map(|_| ())
}

/// Queues a letter to everybody who is registered or waiting.
pub fn send_to_all(tx: &Tx, event: Id, notice: &Notice, now: Instant) -> ApiResult<i64> {
    let participants = participants_store::list_recipients(tx, event, None)?;
    let waiting = participants_store::list_waiting_recipients(tx, event)?;
    Ok(send(tx, event, &participants, notice, now)? + send(tx, event, &waiting, notice, now)?)
}

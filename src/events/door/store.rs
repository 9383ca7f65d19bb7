//! SQL of the door: who a ticket belongs to, and who came.

use rusqlite::{Connection, OptionalExtension, Row, named_params};

use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::events::participants::store::person_from_row;
use crate::events::participants::views::Person;

/// A registration as a scan finds it.
pub struct Found {
    pub event: Id,
    pub event_title: String,
    pub participant: Person,
    pub checked_in_at: Option<Instant>,
    /// The scan that checked in.
    pub scan_id: Option<String>,
}

/// The registration that this ticket belongs to, for any event.
pub fn find_by_ticket(conn: &Connection, ticket: &str) -> rusqlite::Result<Option<Found>> {
    conn.prepare_cached(
        "SELECT r.event_id, r.user_id, r.checked_in_at, r.scan_id, e.title, u.name, u.picture, u.email
         FROM registrations r JOIN events e ON e.id = r.event_id JOIN users u ON u.id = r.user_id WHERE r.ticket = :ticket",
    )?
    .query_row(named_params! { ":ticket": ticket }, found_from_row)
    .optional()
}

/// A participant by their member id.
pub fn find_by_user(conn: &Connection, event: Id, user: Id) -> rusqlite::Result<Option<Found>> {
    conn.prepare_cached(
        "SELECT r.event_id, r.user_id, r.checked_in_at, r.scan_id, e.title, u.name, u.picture, u.email
         FROM registrations r JOIN events e ON e.id = r.event_id JOIN users u ON u.id = r.user_id WHERE r.event_id = :event AND r.user_id = :user",
    )?
    .query_row(named_params! { ":event": event, ":user": user }, found_from_row)
    .optional()
}

fn found_from_row(row: &Row) -> rusqlite::Result<Found> {
    Ok(Found {
        event: row.get("event_id")?,
        event_title: row.get("title")?,
        participant: person_from_row(row)?,
        checked_in_at: row.get("checked_in_at")?,
        scan_id: row.get("scan_id")?,
    })
}

/// Marks a participant as attended. Completed stays Completed.
pub fn set_checked_in(tx: &Tx, event: Id, user: Id, at: Instant, scan_id: Option<&str>) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE registrations SET status = CASE WHEN status = 'Registered' THEN 'Attended' ELSE status END, checked_in_at = :at, scan_id = :scan_id
         WHERE event_id = :event AND user_id = :user",
    )?
    .execute(named_params! { ":event": event, ":user": user, ":at": at, ":scan_id": scan_id })
    .map(|_| ())
}

/// An event at its door.
pub struct Door {
    pub title: String,
    pub cancelled: bool,
    pub registered: i64,
    pub checked_in: i64,
}

/// Whether an event is cancelled; `None` when it does not exist.
pub fn is_cancelled(conn: &Connection, event: Id) -> rusqlite::Result<Option<bool>> {
    conn.prepare_cached("SELECT cancelled_at IS NOT NULL AS cancelled FROM events WHERE id = :event")?
        .query_row(named_params! { ":event": event }, |row| row.get("cancelled"))
        .optional()
}

/// An event with the number of participants who came. The count reads only the participants of this event.
pub fn find_door(conn: &Connection, event: Id) -> rusqlite::Result<Option<Door>> {
    conn.prepare_cached(
        "SELECT e.title, e.cancelled_at IS NOT NULL AS cancelled, e.registration_count,
           e.registration_count - (SELECT count(*) FROM registrations r WHERE r.event_id = e.id AND r.status = 'Registered') AS checked_in
         FROM events e WHERE e.id = :event",
    )?
    .query_row(named_params! { ":event": event }, |row| {
        Ok(Door {
            title: row.get("title")?,
            cancelled: row.get("cancelled")?,
            registered: row.get("registration_count")?,
            checked_in: row.get("checked_in")?,
        })
    })
    .optional()
}

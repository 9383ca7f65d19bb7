//! SQL of the door: who a ticket belongs to, and who came.

use rusqlite::{Connection, OptionalExtension, Row, named_params};

use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::events::participants::store::person_from_row;
use crate::events::participants::views::Person;
use crate::text::email_key;

/// A registration as a scan finds it.
pub struct Found {
    pub event: Id,
    pub event_title: String,
    pub participant: Person,
    pub checked_in_at: Option<Instant>,
    /// The scan that checked in.
    pub scan_id: Option<String>,
    /// Whether they got their place at the door.
    pub was_let_in: bool,
}

/// The registration that this ticket belongs to, for any event.
pub fn find_by_ticket(conn: &Connection, ticket: &str) -> rusqlite::Result<Option<Found>> {
    conn.prepare_cached(
        "SELECT r.event_id, r.user_id, r.checked_in_at, r.scan_id, r.let_in, e.title, u.name, u.picture, u.email, u.suspended_at IS NULL AND u.deleted_at IS NULL AS has_profile
         FROM registrations r JOIN events e ON e.id = r.event_id JOIN users u ON u.id = r.user_id WHERE r.ticket = :ticket",
    )?
    .query_row(named_params! { ":ticket": ticket }, found_from_row)
    .optional()
}

/// A participant by their member id.
pub fn find_by_user(conn: &Connection, event: Id, user: Id) -> rusqlite::Result<Option<Found>> {
    conn.prepare_cached(
        "SELECT r.event_id, r.user_id, r.checked_in_at, r.scan_id, r.let_in, e.title, u.name, u.picture, u.email, u.suspended_at IS NULL AND u.deleted_at IS NULL AS has_profile
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
        was_let_in: row.get("let_in")?,
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

/// A member who may take part.
pub fn find_member(conn: &Connection, user: Id) -> rusqlite::Result<Option<Person>> {
    conn.prepare_cached(
        "SELECT id AS user_id, name, picture, email, TRUE AS has_profile FROM users WHERE id = :user AND suspended_at IS NULL AND deleted_at IS NULL",
    )?
    .query_row(named_params! { ":user": user }, person_from_row)
    .optional()
}

/// The id of the member with this e-mail address.
pub fn find_member_id(conn: &Connection, email: &str) -> rusqlite::Result<Option<Id>> {
    conn.prepare_cached("SELECT id FROM users WHERE email_key = :key AND deleted_at IS NULL")?
        .query_row(named_params! { ":key": email_key(email) }, |row| row.get("id"))
        .optional()
}

/// Gives a place at the door to a member, who may wait for one, and checks them in.
pub fn let_in(tx: &Tx, event: Id, user: Id, ticket: &str, at: Instant, scan_id: Option<&str>) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO registrations (event_id, user_id, status, ticket, registered_at, checked_in_at, scan_id, let_in, waited_since)
         VALUES (:event, :user, 'Attended', :ticket, :at, :at, :scan_id, 1, (SELECT joined_at FROM waiting_list WHERE event_id = :event AND user_id = :user))",
    )?
    .execute(named_params! { ":event": event, ":user": user, ":ticket": ticket, ":at": at, ":scan_id": scan_id })?;
    tx.prepare_cached("DELETE FROM waiting_list WHERE event_id = :event AND user_id = :user")?
        .execute(named_params! { ":event": event, ":user": user })
        .map(|_| ())
}

/// Undoes a check-in. Completed stays Completed.
pub fn undo_check_in(tx: &Tx, event: Id, user: Id) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE registrations SET status = CASE WHEN status = 'Attended' THEN 'Registered' ELSE status END, checked_in_at = NULL, scan_id = NULL
         WHERE event_id = :event AND user_id = :user",
    )?
    .execute(named_params! { ":event": event, ":user": user })
    .map(|_| ())
}

/// Takes back a place that was given at the door. Somebody who waited before waits again, at their old position.
pub fn undo_let_in(tx: &Tx, event: Id, user: Id) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO waiting_list (event_id, user_id, joined_at)
         SELECT event_id, user_id, waited_since FROM registrations WHERE event_id = :event AND user_id = :user AND waited_since IS NOT NULL",
    )?
    .execute(named_params! { ":event": event, ":user": user })?;
    tx.prepare_cached("DELETE FROM registrations WHERE event_id = :event AND user_id = :user")?
        .execute(named_params! { ":event": event, ":user": user })
        .map(|_| ())
}

/// An event at its door.
pub struct Door {
    pub title: String,
    pub cancelled: bool,
    pub date: String,
    pub end_date: String,
    pub time: String,
    pub starts_at: Instant,
    pub ends_at: Instant,
    pub max_participants: Option<i64>,
    pub registered: i64,
    pub checked_in: i64,
}

impl Door {
    /// Free places; `None` when there is no limit.
    pub fn spots_left(&self) -> Option<i64> {
        self.max_participants.map(|max| (max - self.registered).max(0))
    }
}

/// An event with the number of participants who came. The count reads only the participants of this event.
pub fn find_door(conn: &Connection, event: Id) -> rusqlite::Result<Option<Door>> {
    conn.prepare_cached(
        "SELECT e.title, e.cancelled_at IS NOT NULL AS cancelled, e.date, e.end_date, e.time, e.starts_at, e.ends_at, e.max_participants, e.registration_count,
           e.registration_count - (SELECT count(*) FROM registrations r WHERE r.event_id = e.id AND r.status = 'Registered') AS checked_in
         FROM events e WHERE e.id = :event",
    )?
    .query_row(named_params! { ":event": event }, |row| {
        Ok(Door {
            title: row.get("title")?,
            cancelled: row.get("cancelled")?,
            date: row.get("date")?,
            end_date: row.get("end_date")?,
            time: row.get("time")?,
            starts_at: row.get("starts_at")?,
            ends_at: row.get("ends_at")?,
            max_participants: row.get("max_participants")?,
            registered: row.get("registration_count")?,
            checked_in: row.get("checked_in")?,
        })
    })
    .optional()
}

//! SQL of reminders: events that begin soon, and participants without a reminder.

use rusqlite::{Connection, named_params};

use crate::db::Tx;
use crate::db::values::{Id, Instant};

/// An event that begins soon.
#[derive(Debug, Clone)]
pub struct Ahead {
    pub id: Id,
    pub date: String,
    pub time: String,
}

/// Events that begin after `now`, until `until`.
pub fn list_ahead(conn: &Connection, now: Instant, until: Instant) -> rusqlite::Result<Vec<Ahead>> {
    conn.prepare_cached(
        "SELECT id, date, time FROM events INDEXED BY events_by_start WHERE published = 1 AND cancelled_at IS NULL AND starts_at > :now AND starts_at <= :until ORDER BY starts_at",
    )?
    .query_map(named_params! { ":now": now, ":until": until }, |row| {
        Ok(Ahead {
            id: row.get("id")?,
            date: row.get("date")?,
            time: row.get("time")?,
        })
    })?
    .collect()
}

/// Marks the participants who registered before `due` as reminded, and returns those who had not been.
pub fn take_unreminded(tx: &Tx, event: Id, due: Instant, limit: u32, now: Instant) -> rusqlite::Result<Vec<Id>> {
    let users: Vec<Id> = tx
        .prepare_cached(
            "SELECT user_id FROM registrations WHERE event_id = :event AND registered_at < :due AND reminded_at IS NULL ORDER BY registered_at, user_id LIMIT :limit",
        )?
        .query_map(named_params! { ":event": event, ":due": due, ":limit": limit }, |row| row.get("user_id"))?
        .collect::<rusqlite::Result<_>>()?;
    let mut update = tx.prepare_cached("UPDATE registrations SET reminded_at = :now WHERE event_id = :event AND user_id = :user")?;
    for user in &users {
        update.execute(named_params! { ":event": event, ":user": user, ":now": now })?;
    }
    Ok(users)
}

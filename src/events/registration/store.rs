//! SQL of places, waiting lists, completed tasks and tickets.

use rusqlite::{Connection, ErrorCode, OptionalExtension, ffi, named_params};

use super::rules::{Facts, Refusal, Waiter, line};
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};

/// The facts that decide about a member and an event. Drafts do not exist unless `with_drafts` is set.
pub fn find_facts(conn: &Connection, event: Id, user: Id, with_drafts: bool) -> rusqlite::Result<Option<Facts>> {
    conn.prepare_cached(
        "SELECT e.starts_at, e.ends_at, e.registration_closes_at, e.cancelled_at IS NOT NULL AS cancelled,
               e.mode = 'Online' AS is_online,
               e.max_participants IS NOT NULL AND e.registration_count >= e.max_participants AS is_full,
               EXISTS (SELECT 1 FROM registrations r WHERE r.event_id = e.id AND r.user_id = :user) AS is_registered,
               EXISTS (SELECT 1 FROM waiting_list w WHERE w.event_id = e.id AND w.user_id = :user) AS is_waiting
             FROM events e WHERE e.id = :event AND (e.published = 1 OR :with_drafts)",
    )?
    .query_row(named_params! { ":event": event, ":user": user, ":with_drafts": with_drafts }, |row| {
        Ok(Facts {
            cancelled: row.get("cancelled")?,
            is_full: row.get("is_full")?,
            is_online: row.get("is_online")?,
            starts_at: row.get("starts_at")?,
            ends_at: row.get("ends_at")?,
            closes_at: row.get("registration_closes_at")?,
            is_registered: row.get("is_registered")?,
            is_waiting: row.get("is_waiting")?,
        })
    })
    .optional()
}

/// Takes a place, and leaves the waiting list if needed. Constraints in the schema prevent overbooking and double
/// registration.
///
/// # Errors
/// 409 when there is no place, or the member already has one.
pub fn insert_registration(tx: &Tx, event: Id, user: Id, ticket: &str, now: Instant) -> ApiResult<()> {
    tx.prepare_cached("INSERT INTO registrations (event_id, user_id, ticket, registered_at) VALUES (:event, :user, :ticket, :now)")?
        .execute(named_params! { ":event": event, ":user": user, ":ticket": ticket, ":now": now })
        .map_err(|error| refusal(&error).map_or_else(|| error.into(), |refusal| ApiError::conflict(refusal.to_string())))?;
    delete_waiting(tx, event, user)?;
    Ok(())
}

/// The error for a violated constraint.
fn refusal(error: &rusqlite::Error) -> Option<Refusal> {
    match error {
        rusqlite::Error::SqliteFailure(failure, _) if failure.code == ErrorCode::ConstraintViolation => match failure.extended_code {
            ffi::SQLITE_CONSTRAINT_CHECK => Some(Refusal::Full),
            ffi::SQLITE_CONSTRAINT_PRIMARYKEY => Some(Refusal::AlreadyRegistered),
            _ => None,
        },
        _ => None,
    }
}

/// Gives up a place; returns whether there was one.
pub fn delete_registration(tx: &Tx, event: Id, user: Id) -> rusqlite::Result<bool> {
    tx.prepare_cached("DELETE FROM registrations WHERE event_id = :event AND user_id = :user")?
        .execute(named_params! { ":event": event, ":user": user })
        .map(|rows| rows > 0)
}

/// Joins the end of the waiting list.
pub fn insert_waiting(tx: &Tx, event: Id, user: Id, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO waiting_list (event_id, user_id, joined_at)
         VALUES (:event, :user, max(:now, coalesce((SELECT max(joined_at) + 1 FROM waiting_list WHERE event_id = :event), 0)))",
    )?
    .execute(named_params! { ":event": event, ":user": user, ":now": now })
    .map(|_| ())
}

/// Leaves the waiting list; returns whether the member was on it.
pub fn delete_waiting(tx: &Tx, event: Id, user: Id) -> rusqlite::Result<bool> {
    tx.prepare_cached("DELETE FROM waiting_list WHERE event_id = :event AND user_id = :user")?
        .execute(named_params! { ":event": event, ":user": user })
        .map(|rows| rows > 0)
}

/// Takes a member off all waiting lists.
pub fn delete_all_waiting(tx: &Tx, user: Id) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM waiting_list WHERE user_id = :user")?
        .execute(named_params! { ":user": user })
        .map(|_| ())
}

/// The events that a member is registered for and that have not begun. Those that were cancelled are over.
pub fn list_coming(conn: &Connection, user: Id, now: Instant) -> rusqlite::Result<Vec<Id>> {
    conn.prepare_cached(
        "SELECT e.id FROM registrations r CROSS JOIN events e ON e.id = r.event_id
         WHERE r.user_id = :user AND e.starts_at > :now AND e.cancelled_at IS NULL ORDER BY e.id",
    )?
    .query_map(named_params! { ":user": user, ":now": now }, |row| row.get("id"))?
    .collect()
}

/// Upcoming events with both free places and a waiting list.
pub fn list_unfilled(conn: &Connection, now: Instant) -> rusqlite::Result<Vec<Id>> {
    conn.prepare_cached(
        "SELECT id FROM events INDEXED BY events_by_start
         WHERE published = 1 AND cancelled_at IS NULL AND starts_at > :now AND waiting_count > 0
           AND (max_participants IS NULL OR registration_count < max_participants)",
    )?
    .query_map(named_params! { ":now": now }, |row| row.get("id"))?
    .collect()
}

/// Whether an event that has not begun has a free place.
pub fn has_free_place(conn: &Connection, event: Id, now: Instant) -> rusqlite::Result<bool> {
    conn.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM events WHERE id = :event AND starts_at > :now
           AND (max_participants IS NULL OR registration_count < max_participants)) AS found",
    )?
    .query_row(named_params! { ":event": event, ":now": now }, |row| row.get("found"))
}

/// The members who are in line for a place, the next one first.
pub fn list_line(conn: &Connection, event: Id) -> rusqlite::Result<Vec<Id>> {
    let waiting = conn
        .prepare_cached(
            "SELECT w.user_id, w.joined_at, u.suspended_at IS NULL AND u.deleted_at IS NULL AS is_active
             FROM waiting_list w JOIN users u ON u.id = w.user_id WHERE w.event_id = :event",
        )?
        .query_map(named_params! { ":event": event }, |row| {
            Ok(Waiter {
                user: row.get("user_id")?,
                joined_at: row.get("joined_at")?,
                is_active: row.get("is_active")?,
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(line(waiting))
}

/// A member's position in the line, from 1.
pub fn find_position(conn: &Connection, event: Id, user: Id) -> rusqlite::Result<Option<i64>> {
    let line = list_line(conn, event)?;
    Ok((1..).zip(line).find(|(_, member)| *member == user).map(|(position, _)| position))
}

/// A task of an event by its name.
pub fn find_task(conn: &Connection, event: Id, name: &str) -> rusqlite::Result<Option<Id>> {
    conn.prepare_cached("SELECT id FROM event_tasks WHERE event_id = :event AND name = :name")?
        .query_row(named_params! { ":event": event, ":name": name }, |row| row.get("id"))
        .optional()
}

/// Marks a task as done. Marking it again changes nothing.
pub fn insert_completion(tx: &Tx, event: Id, user: Id, task: Id, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached("INSERT OR IGNORE INTO task_completions (event_id, user_id, task_id, completed_at) VALUES (:event, :user, :task, :now)")?
        .execute(named_params! { ":event": event, ":user": user, ":task": task, ":now": now })
        .map(|_| ())
}

/// The secret of a member's ticket. An online event has none.
pub fn find_ticket(conn: &Connection, event: Id, user: Id) -> rusqlite::Result<Option<String>> {
    conn.prepare_cached(
        "SELECT r.ticket FROM registrations r JOIN events e ON e.id = r.event_id
         WHERE r.event_id = :event AND r.user_id = :user AND e.cancelled_at IS NULL AND e.mode <> 'Online'",
    )?
    .query_row(named_params! { ":event": event, ":user": user }, |row| row.get("ticket"))
    .optional()
}

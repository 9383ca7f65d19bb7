//! SQL of sessions.

use rusqlite::{Connection, OptionalExtension, named_params};

use crate::db::values::{Id, Instant};
use crate::members::views::{Caller, Role};

/// The member of a living session: not expired, not suspended, not deleted.
pub fn find_caller(conn: &Connection, session: Id, now: Instant) -> rusqlite::Result<Option<Caller>> {
    conn.prepare_cached(
        "SELECT u.id, u.name, u.role FROM sessions s JOIN users u ON u.id = s.user_id
         WHERE s.id = :session AND s.expires_at > :now AND u.suspended_at IS NULL AND u.deleted_at IS NULL",
    )?
    .query_row(named_params! { ":session": session, ":now": now }, |row| {
        Ok(Caller {
            id: row.get("id")?,
            name: row.get("name")?,
            role: Role::parse(&row.get::<_, String>("role")?),
            session,
        })
    })
    .optional()
}

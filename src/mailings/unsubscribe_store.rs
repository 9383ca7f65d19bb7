//! SQL of what members want to get.

use rusqlite::{Connection, OptionalExtension, named_params};

use super::unsubscribe_rules::Choice;
use crate::db::Tx;
use crate::db::values::Id;

/// Whether a member wants such mails; `None` when there is no such member.
pub fn find_wish(conn: &Connection, user: Id, choice: Choice) -> rusqlite::Result<Option<bool>> {
    conn.prepare_cached(
        "SELECT CASE :choice WHEN 'news' THEN wants_news ELSE wants_events END AS wish FROM users WHERE id = :id AND deleted_at IS NULL",
    )?
    .query_row(named_params! { ":id": user, ":choice": choice.as_str() }, |row| row.get("wish"))
    .optional()
}

/// Sets whether a member wants such mails.
pub fn set_wish(tx: &Tx, user: Id, choice: Choice, wish: bool) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE users SET wants_news = CASE :choice WHEN 'news' THEN :wish ELSE wants_news END,
           wants_events = CASE :choice WHEN 'events' THEN :wish ELSE wants_events END WHERE id = :id AND deleted_at IS NULL",
    )?
    .execute(named_params! { ":id": user, ":choice": choice.as_str(), ":wish": wish })
    .map(|_| ())
}

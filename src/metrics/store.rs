//! What the measurements take from the database.

use rusqlite::Connection;

use super::rules::Content;
use crate::stats::store::find_total;

/// The counts that triggers maintain.
pub fn find_content(conn: &Connection) -> rusqlite::Result<Content> {
    Ok(Content {
        members: find_total(conn, "members")?,
        projects: find_total(conn, "projects:all")?,
        events: find_total(conn, "events:hosted")?,
        mails_waiting: find_total(conn, "mails:waiting")?,
        mails_failed: find_total(conn, "mails:failed")?,
    })
}

//! SQL of calendars and of members' secret calendar addresses.

use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::rules::Entry;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::markdown::to_excerpt;

/// Characters of a description in a calendar.
const EXCERPT: usize = 500;
/// Events of a calendar, at most.
const LIMIT: u32 = 500;

fn entry_from_row(row: &Row) -> rusqlite::Result<Entry> {
    Ok(Entry {
        id: row.get("id")?,
        title: row.get("title")?,
        description: to_excerpt(&row.get::<_, String>("description")?, EXCERPT),
        description_html: row.get("description_html")?,
        date: row.get("date")?,
        end_date: row.get("end_date")?,
        time: row.get("time")?,
        starts_at: row.get("starts_at")?,
        ends_at: row.get("ends_at")?,
        mode: row.get("mode")?,
        kind: row.get("type")?,
        location: row.get("location")?,
        cancelled: row.get::<_, Option<Instant>>("cancelled_at")?.is_some(),
        sequence: row.get("sequence")?,
        created_at: row.get("created_at")?,
        published_at: row.get("published_at")?,
        updated_at: row.get("updated_at")?,
    })
}

/// An event; a draft only if `with_drafts` is set.
pub fn find_entry(conn: &Connection, id: Id, with_drafts: bool) -> rusqlite::Result<Option<Entry>> {
    conn.prepare_cached("SELECT * FROM events WHERE id = :id AND (published = 1 OR :with_drafts)")?
        .query_row(named_params! { ":id": id, ":with_drafts": with_drafts }, entry_from_row)
        .optional()
}

/// Published events that end on `since` or later, latest first. If there are too many, those that end from `today` on
/// come before the past ones, and the nearest before the others.
pub fn list_entries(conn: &Connection, since: &str, today: &str) -> rusqlite::Result<Vec<Entry>> {
    let mut entries: Vec<Entry> = conn
        .prepare_cached("SELECT * FROM events WHERE published = 1 AND end_date >= :today ORDER BY end_date, date, id LIMIT :limit")?
        .query_map(named_params! { ":today": today, ":limit": LIMIT }, entry_from_row)?
        .collect::<rusqlite::Result<_>>()?;
    entries.reverse();
    let mut past = conn.prepare_cached(
        "SELECT * FROM events WHERE published = 1 AND end_date >= :since AND end_date < :today ORDER BY end_date DESC, date DESC, id DESC LIMIT :limit",
    )?;
    let left = i64::from(LIMIT) - i64::try_from(entries.len()).unwrap_or(0);
    for entry in past.query_map(named_params! { ":since": since, ":today": today, ":limit": left }, entry_from_row)? {
        entries.push(entry?);
    }
    Ok(entries)
}

/// The published events that became public most recently.
pub fn list_newest(conn: &Connection, limit: u32) -> rusqlite::Result<Vec<Entry>> {
    conn.prepare_cached("SELECT * FROM events INDEXED BY events_by_publication WHERE published = 1 ORDER BY coalesce(published_at, created_at) DESC, id DESC LIMIT :limit")?
        .query_map(named_params! { ":limit": limit }, entry_from_row)?
        .collect()
}

/// The events that a member registered for and that end on `since` or later, latest first. If there are too many, the
/// same ones go first as in the calendar of everything.
pub fn list_entries_of(conn: &Connection, user: Id, since: &str, today: &str) -> rusqlite::Result<Vec<Entry>> {
    let mut entries: Vec<Entry> = conn
        .prepare_cached(
            "SELECT e.* FROM registrations r CROSS JOIN events e ON e.id = r.event_id
             WHERE r.user_id = :user AND e.published = 1 AND e.end_date >= :since
             ORDER BY e.end_date < :today, CASE WHEN e.end_date >= :today THEN e.end_date END, e.end_date DESC, e.id DESC LIMIT :limit",
        )?
        .query_map(
            named_params! { ":user": user, ":since": since, ":today": today, ":limit": LIMIT },
            entry_from_row,
        )?
        .collect::<rusqlite::Result<_>>()?;
    entries.sort_by(|a, b| (&b.end_date, &b.date, b.id).cmp(&(&a.end_date, &a.date, a.id)));
    Ok(entries)
}

/// The secret of a member's own feed, and when it was created.
pub fn find_feed(conn: &Connection, user: Id) -> rusqlite::Result<Option<(String, Instant)>> {
    conn.prepare_cached("SELECT secret, created_at FROM calendar_feeds WHERE user_id = :user")?
        .query_row(named_params! { ":user": user }, |row| Ok((row.get("secret")?, row.get("created_at")?)))
        .optional()
}

/// Gives a member's own feed a new secret. The old one stops working.
pub fn set_feed(tx: &Tx, user: Id, secret: &str, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached("INSERT OR REPLACE INTO calendar_feeds (user_id, secret, created_at) VALUES (:user, :secret, :now)")?
        .execute(named_params! { ":user": user, ":secret": secret, ":now": now })
        .map(|_| ())
}

/// Ends a member's own feed; returns whether there was one.
pub fn delete_feed(tx: &Tx, user: Id) -> rusqlite::Result<bool> {
    tx.prepare_cached("DELETE FROM calendar_feeds WHERE user_id = :user")?
        .execute(named_params! { ":user": user })
        .map(|rows| rows > 0)
}

/// The member whose feed has this secret, unless they have left or are suspended.
pub fn find_feed_owner(conn: &Connection, secret: &str) -> rusqlite::Result<Option<Id>> {
    conn.prepare_cached(
        "SELECT f.user_id FROM calendar_feeds f JOIN users u ON u.id = f.user_id
         WHERE f.secret = :secret AND u.suspended_at IS NULL AND u.deleted_at IS NULL",
    )?
    .query_row(named_params! { ":secret": secret }, |row| row.get("user_id"))
    .optional()
}

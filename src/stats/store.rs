//! Counts, read from counters that triggers maintain, and the counts of visits.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, named_params};

use super::tally::Counted;
use super::views::{NamedCount, ToDo};
use crate::db::Tx;
use crate::db::values::Instant;
use crate::mail::store::count_failed;

/// A counter by name (the names are in schema.sql); 0 if nothing was counted yet.
pub fn find_total(conn: &Connection, name: &str) -> rusqlite::Result<i64> {
    conn.prepare_cached("SELECT count FROM totals WHERE name = :name")?
        .query_row(named_params! { ":name": name }, |row| row.get("count"))
        .optional()
        .map(|found| found.unwrap_or(0))
}

/// What waits for an admin, but for the names that cannot be printed.
pub fn find_work(conn: &Connection, now: Instant) -> rusqlite::Result<ToDo> {
    let to_do = conn
        .prepare_cached(
            "SELECT
               (SELECT count(*) FROM certificates WHERE issued_at > 0 AND released_at IS NULL AND revoked_at IS NULL) AS held,
               (SELECT count(*) FROM events INDEXED BY events_by_start WHERE published = 1 AND cancelled_at IS NULL AND starts_at >= :now AND starts_at < :week) AS events,
               (SELECT count(*) FROM events WHERE published = 0 AND cancelled_at IS NULL) AS drafts,
               (SELECT max(CAST(value AS INTEGER)) FROM memos WHERE name IN ('copied', 'backed_up')) AS copied",
        )?
        .query_row(named_params! { ":now": now, ":week": now.plus_seconds(7 * 86_400) }, |row| {
            Ok(ToDo {
                held_certificates: row.get("held")?,
                events_this_week: row.get("events")?,
                drafts: row.get("drafts")?,
                last_copied_at: row.get("copied")?,
                ..ToDo::default()
            })
        })?;
    Ok(ToDo {
        reviews_waiting: find_total(conn, "project_status:In Review")?,
        failed_mails: count_failed(conn)?,
        ..to_do
    })
}

/// The names on the newest valid certificates.
pub fn list_newest_names(conn: &Connection, limit: u32) -> rusqlite::Result<Vec<String>> {
    conn.prepare_cached("SELECT recipient_name AS name FROM certificates WHERE revoked_at IS NULL ORDER BY id DESC LIMIT :limit")?
        .query_map(named_params! { ":limit": limit }, |row| row.get("name"))?
        .collect()
}

/// The counts of each month since `first`, by name and month; under an empty month all earlier ones together.
pub fn list_months(conn: &Connection, first: &str) -> rusqlite::Result<HashMap<(String, String), i64>> {
    conn.prepare_cached(
        "SELECT name, CASE WHEN month < :first THEN '' ELSE month END AS month, sum(count) AS count FROM monthly_counts GROUP BY 1, 2 LIMIT 100",
    )?
    .query_map(named_params! { ":first": first }, |row| {
        Ok(((row.get("name")?, row.get("month")?), row.get("count")?))
    })?
    .collect()
}

/// Adds to the counts of a day.
pub fn add_counts(tx: &Tx, day: &str, counts: &HashMap<Counted, i64>) -> rusqlite::Result<()> {
    let mut statement = tx.prepare_cached(
        "INSERT INTO daily_counts (day, kind, name, count) VALUES (:day, :kind, :name, :count) ON CONFLICT DO UPDATE SET count = count + excluded.count",
    )?;
    for ((kind, name), count) in counts {
        statement.execute(named_params! { ":day": day, ":kind": kind, ":name": name, ":count": count })?;
    }
    Ok(())
}

/// The page views of each day since `from` (YYYY-MM-DD) that has some.
pub fn list_views_by_day(conn: &Connection, from: &str) -> rusqlite::Result<HashMap<String, i64>> {
    conn.prepare_cached("SELECT day, sum(count) AS views FROM daily_counts WHERE day >= :from AND kind = 'view' GROUP BY day LIMIT 400")?
        .query_map(named_params! { ":from": from }, |row| Ok((row.get("day")?, row.get("views")?)))?
        .collect()
}

/// The counts of a kind since a day, by name, highest first.
pub fn list_counts(conn: &Connection, kind: &str, from: &str) -> rusqlite::Result<Vec<NamedCount>> {
    conn.prepare_cached(
        "SELECT name, sum(count) AS count FROM daily_counts WHERE day >= :from AND kind = :kind GROUP BY name ORDER BY count DESC, name LIMIT 100",
    )?
    .query_map(named_params! { ":kind": kind, ":from": from }, |row| {
        Ok(NamedCount {
            name: row.get("name")?,
            count: row.get("count")?,
        })
    })?
    .collect()
}

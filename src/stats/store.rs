//! Counts, read from counters that triggers maintain.

use rusqlite::{Connection, OptionalExtension, named_params};

/// A counter by name (the names are in schema.sql); 0 if nothing was counted yet.
pub fn find_total(conn: &Connection, name: &str) -> rusqlite::Result<i64> {
    conn.prepare_cached("SELECT count FROM totals WHERE name = :name")?
        .query_row(named_params! { ":name": name }, |row| row.get("count"))
        .optional()
        .map(|found| found.unwrap_or(0))
}

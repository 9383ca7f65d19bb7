//! Counts, read from the counters that triggers keep.

use rusqlite::{Connection, OptionalExtension, named_params};

/// A counter by name (the names stand in schema.sql); 0 when nothing was counted yet.
pub fn find_total(conn: &Connection, name: &str) -> rusqlite::Result<i64> {
    conn.prepare_cached("SELECT count FROM totals WHERE name = :name")?
        .query_row(named_params! { ":name": name }, |row| row.get("count"))
        .optional()
        .map(|found| found.unwrap_or(0))
}

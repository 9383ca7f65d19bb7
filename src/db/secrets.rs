//! Secrets that the program stores: keys and hashes of tokens.

use rusqlite::{Connection, OptionalExtension, named_params};

use super::Tx;

/// A stored secret.
pub fn find_secret(conn: &Connection, name: &str) -> rusqlite::Result<Option<Vec<u8>>> {
    conn.prepare_cached("SELECT value FROM secrets WHERE name = :name")?
        .query_row(named_params! { ":name": name }, |row| row.get("value"))
        .optional()
}

/// Stores a secret and replaces an older one of that name.
pub fn set_secret(tx: &Tx, name: &str, value: &[u8]) -> rusqlite::Result<()> {
    tx.prepare_cached("INSERT OR REPLACE INTO secrets (name, value) VALUES (:name, :value)")?
        .execute(named_params! { ":name": name, ":value": value })
        .map(|_| ())
}

/// Deletes a secret; returns whether it existed.
pub fn delete_secret(tx: &Tx, name: &str) -> rusqlite::Result<bool> {
    tx.prepare_cached("DELETE FROM secrets WHERE name = :name")?
        .execute(named_params! { ":name": name })
        .map(|rows| rows > 0)
}

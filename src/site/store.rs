//! The settings and secrets in the database.

use rusqlite::{Connection, OptionalExtension, named_params};
use serde_json::{Map, Value};

use super::rules::Settings;
use crate::db::Tx;
use crate::error::{ApiError, ApiResult};

/// The community's settings: what is stored over the defaults.
pub fn find_settings(conn: &Connection) -> ApiResult<Settings> {
    let mut statement = conn.prepare_cached("SELECT name, value FROM settings")?;
    let stored = statement
        .query_map([], |row| Ok((row.get::<_, String>("name")?, row.get::<_, String>("value")?)))?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    let mut values = Map::new();
    for (name, value) in stored {
        values.insert(name, serde_json::from_str(&value).map_err(ApiError::internal)?);
    }
    serde_json::from_value(Value::Object(values)).map_err(ApiError::internal)
}

/// Stores all settings.
pub fn set_settings(tx: &Tx, settings: &Settings) -> ApiResult<()> {
    let Value::Object(values) = serde_json::to_value(settings).map_err(ApiError::internal)? else {
        return Err(ApiError::internal("settings are an object"));
    };
    let mut statement = tx.prepare_cached("INSERT OR REPLACE INTO settings (name, value) VALUES (:name, :value)")?;
    for (name, value) in values {
        statement.execute(named_params! { ":name": name, ":value": value.to_string() })?;
    }
    Ok(())
}

/// A stored secret.
pub fn find_secret(conn: &Connection, name: &str) -> rusqlite::Result<Option<Vec<u8>>> {
    conn.prepare_cached("SELECT value FROM secrets WHERE name = :name")?
        .query_row(named_params! { ":name": name }, |row| row.get("value"))
        .optional()
}

/// Stores a secret, over an older one of that name.
pub fn set_secret(tx: &Tx, name: &str, value: &[u8]) -> rusqlite::Result<()> {
    tx.prepare_cached("INSERT OR REPLACE INTO secrets (name, value) VALUES (:name, :value)")?
        .execute(named_params! { ":name": name, ":value": value })
        .map(|_| ())
}

/// Forgets a secret; says whether there was one.
pub fn delete_secret(tx: &Tx, name: &str) -> rusqlite::Result<bool> {
    tx.prepare_cached("DELETE FROM secrets WHERE name = :name")?
        .execute(named_params! { ":name": name })
        .map(|rows| rows > 0)
}

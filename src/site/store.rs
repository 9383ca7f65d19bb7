//! The settings in the database.

use rusqlite::{Connection, named_params};
use serde_json::{Map, Value};

use super::rules::{Moment, Settings};
use crate::db::Tx;
use crate::db::values::Instant;
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

/// The day and the zone of the community at `now`.
pub fn moment(conn: &Connection, now: Instant) -> ApiResult<Moment> {
    let settings = find_settings(conn)?;
    Ok(Moment {
        now,
        today: settings.today(now),
        zone: settings.zone(),
    })
}

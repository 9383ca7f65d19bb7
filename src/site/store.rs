//! The settings in the database.

use std::sync::{Arc, PoisonError, RwLock};

use jiff::tz::TimeZone;
use rusqlite::{Connection, named_params};
use serde_json::{Map, Value};

use super::rules::{Moment, Settings};
use crate::db::Tx;
use crate::db::values::Instant;
use crate::error::{ApiError, ApiResult};

/// What was read last. One for all is enough: a version is random, so it names one state of one file.
static LATEST: RwLock<Option<Known>> = RwLock::new(None);

/// The settings at a version, and the zone that they name.
#[derive(Clone)]
struct Known {
    version: i64,
    settings: Arc<Settings>,
    zone: TimeZone,
}

/// The community's settings: what is stored over the defaults. They are read again when somebody has changed them.
pub fn find_settings(conn: &Connection) -> ApiResult<Arc<Settings>> {
    Ok(find_known(conn)?.settings)
}

/// The community's time zone.
pub fn find_zone(conn: &Connection) -> ApiResult<TimeZone> {
    Ok(find_known(conn)?.zone)
}

/// A number that names the state of the settings: every change replaces it.
pub fn find_version(conn: &Connection) -> rusqlite::Result<i64> {
    conn.prepare_cached("SELECT version FROM settings_version")?
        .query_row([], |row| row.get("version"))
}

fn find_known(conn: &Connection) -> ApiResult<Known> {
    let version = find_version(conn)?;
    let latest = LATEST.read().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some(known) = latest.filter(|known| known.version == version) {
        return Ok(known);
    }
    // Settings that are newer than the version do no harm: nobody finds that version any more.
    let settings = Arc::new(read_settings(conn)?);
    let known = Known {
        version,
        zone: settings.zone(),
        settings,
    };
    *LATEST.write().unwrap_or_else(PoisonError::into_inner) = Some(known.clone());
    Ok(known)
}

fn read_settings(conn: &Connection) -> ApiResult<Settings> {
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

/// The current time and the community's time zone.
pub fn moment(conn: &Connection, now: Instant) -> ApiResult<Moment> {
    let zone = find_zone(conn)?;
    Ok(Moment {
        now,
        today: now.0.to_zoned_datetime(zone.clone()).date().to_string(),
        zone,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::{Db, write_alone};

    #[tokio::test]
    async fn settings_are_read_once_a_change_whoever_makes_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.db");
        let db = Db::open(&path).unwrap();
        let name = || db.read(|conn| Ok(find_settings(conn)?.name.clone()));
        let rename = |name: &str| {
            let settings = Settings {
                name: name.into(),
                time_zone: "Asia/Kolkata".into(),
                ..Settings::default()
            };
            move |tx: &Tx| set_settings(tx, &settings)
        };
        assert_eq!(name().await.unwrap(), "Community");
        db.write(rename("First")).await.unwrap();
        assert_eq!(name().await.unwrap(), "First");
        assert_eq!(db.read(find_zone).await.unwrap().iana_name(), Some("Asia/Kolkata"));

        // Another program.
        let mut other = Connection::open(&path).unwrap();
        write_alone(&mut other, rename("Second")).unwrap();
        assert_eq!(name().await.unwrap(), "Second");

        // Within a transaction its own change holds; afterwards it never was, if it failed.
        let change = rename("Third");
        let failed = db.write(move |tx| {
            change(tx)?;
            assert_eq!(find_settings(tx)?.name, "Third");
            Err::<(), _>(ApiError::conflict("No."))
        });
        assert_eq!(failed.await.unwrap_err().status.as_u16(), 409);
        assert_eq!(name().await.unwrap(), "Second");

        // Unchanged, they are not read again; other tests may have read theirs in between.
        let is_kept = |conn: &Connection| {
            let is_same = |_| Ok::<_, ApiError>(Arc::ptr_eq(&find_settings(conn)?, &find_settings(conn)?));
            (0..100).map(is_same).collect::<ApiResult<Vec<bool>>>()
        };
        assert!(db.read(is_kept).await.unwrap().contains(&true));
    }
}

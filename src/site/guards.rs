//! Changing the community's settings, with all that follows from it.

use rusqlite::Connection;
use serde_json::Value;

use super::edit_rules::changes;
use super::rules::Settings;
use super::settings_views::AdminSettings;
use super::store::{find_settings, find_version, set_settings};
use crate::audit::store::{Act, insert_act};
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::events::form::store::{count_ahead, set_zone};

/// Stores the settings and writes what changed into the audit log. When the time zone changes, all events move with it.
/// Nothing happens when nothing changed.
///
/// # Errors
/// 500 when the database fails.
pub fn change_settings(tx: &Tx, admin: Id, before: &Settings, after: &Settings, now: Instant) -> ApiResult<()> {
    let (was, is) = changes(before, after).map_err(ApiError::internal)?;
    if was.is_empty() {
        return Ok(());
    }
    put_settings(tx, before, after, now)?;
    let act = Act {
        actor: admin,
        action: "settings.edit",
        subject_kind: "settings",
        // There is one set of them.
        subject: Id(1),
        before: Value::Object(was),
        after: Value::Object(is),
    };
    Ok(insert_act(tx, &act, now)?)
}

/// All settings, as admins read them.
///
/// # Errors
/// 500 when the database fails.
pub fn find_admin_settings(conn: &Connection, now: Instant) -> ApiResult<AdminSettings> {
    Ok(AdminSettings::new(&*find_settings(conn)?, find_version(conn)?, count_ahead(conn, now)?))
}

/// Stores the settings without a line in the audit log.
///
/// # Errors
/// 500 when the database fails.
pub fn put_settings(tx: &Tx, before: &Settings, after: &Settings, now: Instant) -> ApiResult<()> {
    set_settings(tx, after)?;
    if before.time_zone != after.time_zone {
        set_zone(tx, &after.zone(), now)?;
    }
    Ok(())
}

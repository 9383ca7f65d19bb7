//! Changing the community's settings, in the audit log too.

use serde_json::Value;

use super::rules::Settings;
use super::store::set_settings;
use crate::audit::store::{Act, insert_act};
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;

/// Stores the settings; `was` and `is` name what changed.
///
/// # Errors
/// 500 when the database fails.
pub fn change_settings(tx: &Tx, admin: Id, settings: &Settings, was: Value, is: Value, now: Instant) -> ApiResult<()> {
    set_settings(tx, settings)?;
    let act = Act {
        actor: admin,
        action: "settings.edit",
        subject_kind: "settings",
        // There is one set of them.
        subject: Id(1),
        before: was,
        after: is,
    };
    Ok(insert_act(tx, &act, now)?)
}

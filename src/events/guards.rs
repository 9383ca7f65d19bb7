//! Shared by several calls about one event: whether it exists, and the log of admins' actions on it.

use rusqlite::Connection;
use serde_json::Value;

use super::admin_store;
use super::admin_views::AdminEvent;
use crate::audit::store::{Act, insert_act};
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::site::rules::Moment;

/// The 404 for an event that does not exist.
pub fn not_found() -> ApiError {
    ApiError::not_found("Event not found")
}

/// Fails when the event does not exist. Drafts exist here.
///
/// # Errors
/// 404.
pub fn require_event(conn: &Connection, id: Id) -> ApiResult<()> {
    admin_store::exists(conn, id)?.then_some(()).ok_or_else(not_found)
}

/// The event as an admin sees it.
///
/// # Errors
/// 404 when there is none.
pub fn require_admin_event(conn: &Connection, id: Id, moment: &Moment) -> ApiResult<AdminEvent> {
    admin_store::find_admin_event(conn, id, moment)?.ok_or_else(not_found)
}

/// Records an admin's action on an event.
pub fn act(tx: &Tx, actor: Id, action: &str, event: Id, before: Value, after: Value, now: Instant) -> ApiResult<()> {
    let act = Act {
        actor,
        action,
        subject_kind: "event",
        subject: event,
        before,
        after,
    };
    Ok(insert_act(tx, &act, now)?)
}

//! What several calls about one event share: whether it is there, and the log of what admins did to it.

use rusqlite::Connection;
use serde_json::Value;

use super::admin_store;
use super::admin_views::AdminEvent;
use crate::audit::store::{Act, insert_act};
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::site::rules::Moment;

/// 404, whatever is asked of an event that is not there.
pub fn not_found() -> ApiError {
    ApiError::not_found("Event not found")
}

/// Refuses when there is no such event, drafts included.
///
/// # Errors
/// 404.
pub fn require_event(conn: &Connection, id: Id) -> ApiResult<()> {
    admin_store::exists(conn, id)?.then_some(()).ok_or_else(not_found)
}

/// The event for an admin.
///
/// # Errors
/// 404 when there is none.
pub fn require_admin_event(conn: &Connection, id: Id, moment: &Moment) -> ApiResult<AdminEvent> {
    admin_store::find_admin_event(conn, id, moment)?.ok_or_else(not_found)
}

/// Writes down what an admin did to an event.
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

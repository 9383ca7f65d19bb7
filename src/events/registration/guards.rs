//! What ends with a membership: coming registrations and sessions. For members who delete their account or are suspended.

use super::places::promote;
use super::store;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;
use crate::sessions::store::delete_sessions;

/// Ends a member's sessions, gives up their places at events that have not begun, and takes them off all waiting lists.
/// Places that become free go to those who wait, who are mailed. The member gets no mail about it. What they took part in
/// stays. Call it after the change that makes the member inactive.
///
/// # Errors
/// 500 when the database fails.
pub fn leave_everything(tx: &Tx, user: Id, now: Instant) -> ApiResult<()> {
    delete_sessions(tx, user)?;
    store::delete_all_waiting(tx, user)?;
    for event in store::list_coming(tx, user, now)? {
        store::delete_registration(tx, event, user)?;
        promote(tx, event, now)?;
    }
    Ok(())
}

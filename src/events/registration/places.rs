//! Giving places away: what registering, cancelling and the admins' calls share.

use rand::RngExt;

use super::store;
use crate::app::App;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;
use crate::events::door::rules as door_rules;
use crate::events::letters::notices::{self, Notice};

/// A ticket that nobody can guess.
pub fn new_ticket() -> String {
    door_rules::secret(rand::rng().random())
}

/// Gives free places to who waits, and tells them.
pub fn promote(tx: &Tx, app: &App, event: Id, now: Instant) -> ApiResult<()> {
    for user in store::promote_waiting(tx, event, now, new_ticket)? {
        notices::send_to(tx, app, event, user, Notice::Promoted, now)?;
    }
    Ok(())
}

//! Gives free places to the waiting list; shared by registering, cancelling and the admins' calls.

use std::sync::Arc;
use std::time::{Duration, Instant as Stopwatch};

use rand::RngExt;

use super::store;
use crate::app::App;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::events::door::rules as door_rules;
use crate::events::letters::notices::{self, Notice};

/// How long one write promotes, so that others do not wait for it on a slow machine either.
const SHARE: Duration = Duration::from_millis(20);

/// A ticket with an unguessable secret.
pub fn new_ticket() -> String {
    door_rules::secret(rand::rng().random())
}

/// Gives free places to some of the waiting members and notifies them; returns whether there may be more.
pub fn promote(tx: &Tx, event: Id, now: Instant) -> ApiResult<bool> {
    let begun = Stopwatch::now();
    if !store::has_free_place(tx, event, now)? {
        return Ok(false);
    }
    for user in store::list_line(tx, event)? {
        store::insert_registration(tx, event, user, &new_ticket(), now)?;
        notices::send_to(tx, event, user, &Notice::Promoted, now)?;
        if !store::has_free_place(tx, event, now)? {
            return Ok(false);
        }
        if begun.elapsed() >= SHARE {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Gives the remaining free places to waiting members. Each write promotes only some, so that other writes can come in
/// between. The work continues even if the caller disconnects.
pub async fn promote_rest(app: &Arc<App>, event: Id, now: Instant) -> ApiResult<()> {
    let app = app.clone();
    let all = async move {
        let mut is_more = true;
        while is_more {
            is_more = app.db.write(move |tx| promote(tx, event, now)).await?;
        }
        Ok(())
    };
    tokio::spawn(all).await.map_err(ApiError::internal)?
}

/// Promotes the members who were still waiting for free places when the program stopped.
///
/// # Errors
/// 500 when the database fails.
pub async fn promote_left_over(app: &Arc<App>, now: Instant) -> ApiResult<()> {
    for event in app.db.read(move |conn| Ok(store::list_unfilled(conn, now)?)).await? {
        promote_rest(app, event, now).await?;
    }
    Ok(())
}

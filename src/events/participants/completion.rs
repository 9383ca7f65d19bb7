//! Participants who become Completed by themselves, and what they get for it.

use crate::certificates::guards::issue_for_event;
use crate::certificates::store::{find_issued_by_rule, revoke};
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;
use crate::events::participants::rules::{ParticipantStatus, completes};
use crate::events::participants::store;

/// Completes a participant who has done all that the event asks. Called after each task, check-in and status that may have
/// been the last thing missing, in the same transaction.
pub fn complete_if_done(tx: &Tx, event: Id, user: Id, now: Instant) -> ApiResult<()> {
    let Some(progress) = store::find_progress(tx, event, user)? else {
        return Ok(());
    };
    if completes(&progress) {
        store::set_status(tx, event, user, ParticipantStatus::Completed, now)?;
        issue_for_event(tx, event, user, None, now)?;
    }
    Ok(())
}

/// Revokes the certificate that a rule has issued, and the status with it, when the check-in is undone. A status that
/// an admin has set stays.
pub fn take_back(tx: &Tx, event: Id, user: Id, now: Instant) -> ApiResult<()> {
    if let Some(certificate) = find_issued_by_rule(tx, user, event)? {
        revoke(tx, certificate, "The check-in was undone.", now)?;
        store::set_status(tx, event, user, ParticipantStatus::Registered, now)?;
    }
    Ok(())
}

//! Check-in at the door by ticket or by name.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use serde_json::{Value, json};

use super::rules as door_rules;
use super::store::{self, Found};
use super::views::{CheckIn, CheckInInput, CheckInState, CheckInSummary};
use crate::app::App;
use crate::auth::Admin;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::events::guards::{act, not_found};
use crate::events::participants::completion::complete_if_done;
use crate::web::document::Tag;

pub struct CheckInApi(pub Arc<App>);

#[OpenApi(tag = "Tag::Events")]
impl CheckInApi {
    /// Check somebody in at the door
    ///
    /// By ticket or by member id. The participant becomes Attended at once. A ticket counts once, however often it is
    /// scanned. A scan that is sent again (with the same `scanId`) gets the same answer as the first time.
    #[oai(path = "/admin/events/:id/checkin", method = "post", operation_id = "check_in")]
    async fn check_in(&self, admin: Admin, id: Path<Id>, input: Json<CheckInInput>) -> ApiResult<Json<CheckIn>> {
        let (admin, id, now, input) = (admin.0, id.0, self.0.clock.now(), input.0);
        if input.ticket.is_none() && input.user_id.is_none() {
            return Err(ApiError::invalid("ticket", "Please scan a ticket or choose a participant"));
        }
        self.0
            .db
            .write(move |tx| {
                if store::is_cancelled(tx, id)?.ok_or_else(not_found)? {
                    return Err(ApiError::conflict("This event was cancelled."));
                }
                let found = match (&input.ticket, input.user_id) {
                    (Some(scanned), _) => door_rules::read(scanned)
                        .map(|secret| store::find_by_ticket(tx, &secret))
                        .transpose()?
                        .flatten(),
                    (None, Some(user)) => store::find_by_user(tx, id, user)?,
                    (None, None) => None,
                };
                Ok(Json(admit(tx, admin.id, id, found, &input, now)?))
            })
            .await
    }

    /// Count the participants who came to an event
    #[oai(path = "/admin/events/:id/checkin/summary", method = "get", operation_id = "get_check_in_summary")]
    async fn get_check_in_summary(&self, _admin: Admin, id: Path<Id>) -> ApiResult<Json<CheckInSummary>> {
        let id = id.0;
        let door = self.0.db.read(move |conn| Ok(store::find_door(conn, id)?)).await?.ok_or_else(not_found)?;
        Ok(Json(CheckInSummary {
            title: door.title,
            checked_in_count: door.checked_in,
            registrations_count: door.registered,
            open: !door.cancelled,
        }))
    }
}

/// Decides about a scan and stores what it changes.
fn admit(tx: &Tx, admin: Id, event: Id, found: Option<Found>, input: &CheckInInput, now: Instant) -> ApiResult<CheckIn> {
    let mut answer = CheckIn {
        state: CheckInState::Unknown,
        message: if input.ticket.is_some() {
            "This ticket is not known."
        } else {
            "This member is not registered for this event."
        }
        .into(),
        participant: None,
        checked_in_at: None,
        other_event: None,
        checked_in_count: 0,
        registrations_count: 0,
    };
    if let Some(found) = found {
        let name = &found.participant.name;
        if found.event != event {
            answer.state = CheckInState::WrongEvent;
            answer.message = format!("This ticket is for another event: {}", found.event_title);
            answer.other_event = Some(found.event_title.clone());
        } else if let Some(before) = found.checked_in_at {
            let is_repetition = input.scan_id.is_some() && input.scan_id == found.scan_id;
            answer.state = if is_repetition { CheckInState::CheckedIn } else { CheckInState::Already };
            answer.message = if is_repetition {
                format!("Welcome, {name}!")
            } else {
                format!("{name} was already checked in.")
            };
            answer.checked_in_at = Some(before);
        } else {
            let at = input.scanned_at.map_or(now, |scanned_at| scanned_at.min(now));
            let user = found.participant.id;
            store::set_checked_in(tx, event, user, at, input.scan_id.as_deref())?;
            complete_if_done(tx, event, user, now)?;
            let after = json!({ "user": user.to_string(), "checkedInAt": at });
            act(tx, admin, "event.check_in", event, Value::Null, after, now)?;
            answer.state = CheckInState::CheckedIn;
            answer.message = format!("Welcome, {name}!");
            answer.checked_in_at = Some(at);
        }
        answer.participant = Some(found.participant);
    }
    let door = store::find_door(tx, event)?.ok_or_else(not_found)?;
    (answer.checked_in_count, answer.registrations_count) = (door.checked_in, door.registered);
    Ok(answer)
}

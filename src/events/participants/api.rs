//! What admins do with participants: list, export, set status, add, remove.

use std::sync::Arc;

use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Binary, Json};
use poem_openapi::{ApiResponse, OpenApi};
use rusqlite::Connection;
use serde_json::{Value, json};

use super::completion::complete_if_done;
use super::guards::{status, status_filter};
use super::rules::ParticipantStatus;
use super::store::Wanted;
use super::views::{
    Participant, ParticipantInput, ParticipantSort, ParticipantStatusInput, ParticipantsChanged, ParticipantsCompleted, ParticipantsStatusInput,
    Waiting,
};
use super::{csv_views, store as participants_store};
use crate::app::App;
use crate::auth::EventRunner;
use crate::certificates::guards::issue_for_event;
use crate::certificates::store as certificate_store;
use crate::certificates::views::IssueOutcome;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::events::guards::{act, not_found, require_admin_event, require_event};
use crate::events::letters::notices::{self, Notice};
use crate::events::registration::places::{new_ticket, promote};
use crate::events::registration::{rules, store as registration_store};
use crate::input::{Input, Text};
use crate::members::rules::Caller;
use crate::site::rules::Moment;
use crate::site::store::moment;
use crate::text::{CHOICE_LENGTH, SEARCH_LENGTH};
use crate::web::document::Tag;
use crate::web::item::Item;
use crate::web::paging::{Page, Paging, Place};
use crate::work::aside;

pub struct ParticipantsApi(pub Arc<App>);

/// A file of comma-separated values.
#[derive(ApiResponse)]
pub enum CsvFile {
    /// CSV in UTF-8, one participant per line.
    #[oai(status = 200, content_type = "text/csv; charset=utf-8")]
    Ok(Binary<Vec<u8>>, #[oai(header = "Content-Disposition")] String),
}

/// Sets the status of one participant; returns whether they are registered. Who becomes Completed gets the certificate that
/// the event offers.
fn set_status(tx: &Tx, caller: &Caller, event: Id, user: Id, status: ParticipantStatus, now: Instant) -> ApiResult<bool> {
    let Some(before) = participants_store::set_status(tx, event, user, status, now)? else {
        return Ok(false);
    };
    if before != status.as_str() {
        let was = json!({ "user": user.to_string(), "status": before });
        let is = json!({ "user": user.to_string(), "status": status.as_str() });
        act(tx, caller.id, "event.participant_status", event, was, is, now)?;
        match status {
            ParticipantStatus::Completed => issue_for_event(tx, event, user, Some(caller.id), now).map(drop)?,
            ParticipantStatus::Attended => complete_if_done(tx, event, user, now)?,
            ParticipantStatus::Registered => {}
        }
    }
    Ok(true)
}

fn not_registered() -> ApiError {
    ApiError::not_found("This member is not registered for this event.")
}

fn changed(conn: &Connection, event: Id, moment: &Moment, count: i64, message: impl Into<String>) -> ApiResult<Item<ParticipantsChanged>> {
    Ok(Item(ParticipantsChanged {
        message: message.into(),
        count,
        event: require_admin_event(conn, event, moment)?,
    }))
}

#[OpenApi(tag = "Tag::Events")]
impl ParticipantsApi {
    /// List the participants of an event
    ///
    /// In order of registration, unless another order is asked for.
    #[oai(path = "/admin/events/:id/participants", method = "get", operation_id = "list_participants")]
    #[allow(clippy::too_many_arguments)]
    async fn list_participants(
        &self,
        _runner: EventRunner,
        id: Path<Id>,
        /// Parts of the name or the e-mail address.
        search: Query<Option<Text<SEARCH_LENGTH>>>,
        /// `Registered`, `Attended` or `Completed`; `all` or empty for no filter.
        status: Query<Option<Text<CHOICE_LENGTH>>>,
        /// Another order.
        sort: Query<Option<ParticipantSort>>,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
        /// The last entry seen, instead of an offset: its `_id`, or the `X-Next` of its page.
        after: Query<Option<Place>>,
    ) -> ApiResult<Page<Participant>> {
        let (paging, status) = (Paging::new(limit.0, offset.0, after.0.as_deref())?, status_filter(status.0.as_deref())?);
        let (id, search, sort) = (id.0, search.0.unwrap_or_default().0, sort.0);
        let words = search.clone();
        self.0
            .db
            .search(&words, move |conn| {
                require_event(conn, id)?;
                let wanted = Wanted {
                    search: &search,
                    status,
                    sort,
                };
                participants_store::list_participants(conn, id, &wanted, &paging)
            })
            .await
    }

    /// List the waiting list of an event
    ///
    /// Members who have waited longest come first.
    #[oai(path = "/admin/events/:id/waiting-list", method = "get", operation_id = "list_waiting")]
    async fn list_waiting(
        &self,
        _runner: EventRunner,
        id: Path<Id>,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
        /// The last entry seen, instead of an offset: its `_id`, or the `X-Next` of its page.
        after: Query<Option<Place>>,
    ) -> ApiResult<Page<Waiting>> {
        let (paging, id) = (Paging::new(limit.0, offset.0, after.0.as_deref())?, id.0);
        self.0
            .db
            .read(move |conn| {
                require_event(conn, id)?;
                participants_store::list_waiting(conn, id, &paging)
            })
            .await
    }

    /// Export the participants of an event
    ///
    /// Cells are escaped so that spreadsheets do not run them as formulas. Times are the community's.
    #[oai(path = "/admin/events/:id/participants.csv", method = "get", operation_id = "export_participants")]
    async fn export_participants(&self, _runner: EventRunner, id: Path<Id>) -> ApiResult<CsvFile> {
        let (id, now) = (id.0, self.0.clock.now());
        let (event, participants, zone) = self
            .0
            .db
            .read(move |conn| {
                let moment = moment(conn, now)?;
                Ok((
                    require_admin_event(conn, id, &moment)?,
                    participants_store::list_all_participants(conn, id)?,
                    moment.zone,
                ))
            })
            .await?;
        let name = format!("attachment; filename=\"participants-{}.csv\"", event.event_id);
        let file = aside(move || {
            let tasks: Vec<&str> = event.tasks.iter().map(|task| task.name.as_str()).collect();
            csv_views::participants(&tasks, &participants, &zone)
        });
        let file = file.await?.map_err(ApiError::internal)?;
        Ok(CsvFile::Ok(Binary(file), name))
    }

    /// Set the status of a participant
    #[oai(
        path = "/admin/events/:id/participants/:userId/status",
        method = "put",
        operation_id = "set_participant_status"
    )]
    async fn set_participant_status(
        &self,
        runner: EventRunner,
        id: Path<Id>,
        #[oai(name = "userId")] user_id: Path<Id>,
        input: Input<ParticipantStatusInput>,
    ) -> ApiResult<Item<ParticipantsChanged>> {
        let (caller, id, user, now, status) = (runner.0, id.0, user_id.0, self.0.clock.now(), status(&input.0.status)?);
        self.0
            .db
            .write(move |tx| {
                if !set_status(tx, &caller, id, user, status, now)? {
                    return Err(not_registered());
                }
                changed(tx, id, &moment(tx, now)?, 1, "Participant status updated.")
            })
            .await
    }

    /// Set the status of several participants
    ///
    /// Members who are not registered are skipped.
    #[oai(path = "/admin/events/:id/participants/status", method = "put", operation_id = "set_participants_status")]
    async fn set_participants_status(
        &self,
        runner: EventRunner,
        id: Path<Id>,
        input: Input<ParticipantsStatusInput>,
    ) -> ApiResult<Item<ParticipantsChanged>> {
        let (caller, id, now, status) = (runner.0, id.0, self.0.clock.now(), status(&input.0.status)?);
        let users = input.0.user_ids.0;
        if users.is_empty() {
            return Err(ApiError::invalid("userIds", "Please select at least one participant"));
        }
        self.0
            .db
            .write(move |tx| {
                let mut count = 0;
                for user in users.iter().copied() {
                    count += i64::from(set_status(tx, &caller, id, user, status, now)?);
                }
                let message = format!("{count} {} updated.", if count == 1 { "participant" } else { "participants" });
                changed(tx, id, &moment(tx, now)?, count, message)
            })
            .await
    }

    /// Mark all who attended as Completed
    ///
    /// Each of them gets the certificate that the event offers. The outcomes say what became of each.
    #[oai(path = "/admin/events/:id/participants/complete", method = "post", operation_id = "complete_attended")]
    async fn complete_attended(&self, runner: EventRunner, id: Path<Id>) -> ApiResult<Item<ParticipantsCompleted>> {
        let (caller, id, now) = (runner.0, id.0, self.0.clock.now());
        self.0
            .db
            .write(move |tx| {
                let moment = moment(tx, now)?;
                require_admin_event(tx, id, &moment)?;
                let mut outcomes = Vec::new();
                for (user, name) in participants_store::list_attended(tx, id)? {
                    set_status(tx, &caller, id, user, ParticipantStatus::Completed, now)?;
                    let certificate_id = certificate_store::find_for_event(tx, user, id)?;
                    let outcome = if certificate_id.is_some() {
                        "Completed, with a certificate"
                    } else {
                        "Completed"
                    };
                    outcomes.push(IssueOutcome {
                        user,
                        name,
                        outcome: outcome.into(),
                        certificate_id,
                    });
                }
                let people = if outcomes.len() == 1 { "participant is" } else { "participants are" };
                Ok(Item(ParticipantsCompleted {
                    message: format!("{} {people} Completed now.", outcomes.len()),
                    outcomes,
                    event: require_admin_event(tx, id, &moment)?,
                }))
            })
            .await
    }

    /// Add a participant by hand
    ///
    /// This works after the deadline too, but not beyond the maximum.
    #[oai(path = "/admin/events/:id/participants", method = "post", operation_id = "add_participant")]
    async fn add_participant(&self, runner: EventRunner, id: Path<Id>, input: Json<ParticipantInput>) -> ApiResult<Item<ParticipantsChanged>> {
        let (caller, id, user, now) = (runner.0, id.0, input.0.user_id, self.0.clock.now());
        self.0
            .db
            .write(move |tx| {
                let moment = moment(tx, now)?;
                let facts = registration_store::find_facts(tx, id, user, true)?.ok_or_else(not_found)?;
                if !participants_store::is_active_member(tx, user)? {
                    return Err(ApiError::invalid("userId", "There is no such member"));
                }
                rules::add_by_hand(&facts).map_err(ApiError::conflict)?;
                registration_store::insert_registration(tx, id, user, &new_ticket(), now)?;
                notices::send_to(tx, id, user, &Notice::Registered, now)?;
                act(
                    tx,
                    caller.id,
                    "event.participant_add",
                    id,
                    Value::Null,
                    json!({ "user": user.to_string() }),
                    now,
                )?;
                changed(tx, id, &moment, 1, "Participant added.")
            })
            .await
    }

    /// Remove a participant or a member on the waiting list
    ///
    /// A place that becomes free goes to the first member on the waiting list.
    #[oai(path = "/admin/events/:id/participants/:userId", method = "delete", operation_id = "remove_participant")]
    async fn remove_participant(
        &self,
        runner: EventRunner,
        id: Path<Id>,
        #[oai(name = "userId")] user_id: Path<Id>,
    ) -> ApiResult<Item<ParticipantsChanged>> {
        let (caller, id, user, now) = (runner.0, id.0, user_id.0, self.0.clock.now());
        self.0
            .db
            .write(move |tx| {
                let moment = moment(tx, now)?;
                let facts = registration_store::find_facts(tx, id, user, true)?.ok_or_else(not_found)?;
                act(
                    tx,
                    caller.id,
                    "event.participant_remove",
                    id,
                    json!({ "user": user.to_string() }),
                    Value::Null,
                    now,
                )?;
                if !registration_store::delete_registration(tx, id, user)? {
                    if !registration_store::delete_waiting(tx, id, user)? {
                        return Err(not_registered());
                    }
                    return changed(tx, id, &moment, 1, "Removed from the waiting list.");
                }
                if rules::promotes(facts.cancelled, facts.starts_at, now) {
                    promote(tx, id, now)?;
                }
                changed(tx, id, &moment, 1, "Participant removed.")
            })
            .await
    }
}

//! What organisers and admins do with events: list, create, edit, duplicate, cancel, delete.

use std::collections::BTreeMap;
use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use rusqlite::Connection;
use serde_json::{Map, Value, json};

use super::admin_store::{self, Shown};
use super::admin_views::{AdminEvent, AdminEventSort, AdminEventSummary, CancelInput, EventDone, EventInput, EventSaved};
use super::calendar::store::find_entry;
use super::form::fields::Form;
use super::form::picture_store::{copy_pictures, may_show};
use super::form::rules::{self as form_rules, Fault, Plan};
use super::form::store::{self as form_store, Stored};
use super::guards::{act, not_found, require_admin_event};
use super::letters::notices::{self, Notice};
use super::registration::places::{promote, promote_rest};
use super::registration::rules::{check_maximum, promotes};
use super::rules;
use crate::app::App;
use crate::audit::store::list_acts_since;
use crate::auth::{EventRunner, Organiser};
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::input::{Input, Text};
use crate::markdown::to_html;
use crate::media::rules::id_of;
use crate::members::rules::Role;
use crate::site::rules::Moment;
use crate::site::store::{find_settings, moment};
use crate::text::{CHOICE_LENGTH, SEARCH_LENGTH, paragraphs};
use crate::web::document::Tag;
use crate::web::item::Item;
use crate::web::paging::{Page, Paging, Place};
use crate::work::aside;

pub struct EventsAdminApi(pub Arc<App>);

fn shown(name: Option<&str>) -> ApiResult<Shown> {
    match name.map(str::to_ascii_lowercase).as_deref() {
        None | Some("" | "all") => Ok(Shown::All),
        Some(rules::NEXT) => Ok(Shown::Next),
        Some("upcoming") => Ok(Shown::Upcoming),
        Some("today" | "live" | "ongoing") => Ok(Shown::Today),
        Some("past" | "completed") => Ok(Shown::Past),
        Some("draft" | "drafts") => Ok(Shown::Drafts),
        Some(_) => Err(ApiError::invalid("status", "Unknown status")),
    }
}

fn refuse(faults: Vec<Fault>) -> ApiError {
    ApiError::invalid_fields(faults.into_iter().map(|(field, sentence)| (field.to_owned(), sentence)))
}

fn saved(conn: &Connection, id: Id, moment: &Moment, message: &str) -> ApiResult<Item<EventSaved>> {
    Ok(Item(EventSaved {
        message: message.into(),
        event: require_admin_event(conn, id, moment)?,
    }))
}

/// The answer to whoever edits an event that others have saved since it was `seen`: who changed which fields.
fn changed_meanwhile(conn: &Connection, id: Id, seen: Instant) -> ApiResult<ApiError> {
    let acts = list_acts_since(conn, "event", id, seen)?;
    let mut fields = BTreeMap::new();
    for (name, after) in &acts {
        let after: Value = serde_json::from_str(after).map_err(ApiError::internal)?;
        for field in after.as_object().into_iter().flatten().map(|(field, _)| field) {
            fields.insert(field.clone(), format!("{name} has changed this meanwhile."));
        }
    }
    let who = acts.last().map_or("Somebody else", |(name, _)| name.as_str());
    let mut error = ApiError::conflict(format!(
        "{who} has changed this event since you opened it. Nothing was saved: look at the changes, then save again."
    ));
    error.body.fields = Some(fields).filter(|fields| !fields.is_empty());
    Ok(error)
}

/// The fields that differ between two forms, with their values before and after.
fn changes(before: &Value, after: &Value) -> (Value, Value) {
    let (mut was, mut is) = (Map::new(), Map::new());
    for (field, value) in after.as_object().into_iter().flatten() {
        let old = before.get(field).unwrap_or(&Value::Null);
        if old != value {
            was.insert(field.clone(), old.clone());
            is.insert(field.clone(), value.clone());
        }
    }
    (was.into(), is.into())
}

/// Renders the description to HTML before the transaction that stores it, because rendering is slow.
async fn rendered(input: &EventInput) -> ApiResult<Option<String>> {
    let Some(description) = input.description.as_deref().map(paragraphs) else {
        return Ok(None);
    };
    aside(move || Some(to_html(&description))).await
}

/// Checks that the pictures of this site which a form names were stored for it.
fn check_pictures(conn: &Connection, form: &Form, event: Option<Id>) -> ApiResult<()> {
    let mut faults = Vec::new();
    for (field, link) in [("bannerImage", &form.banner_image), ("organizationLogo", &form.organization_logo)] {
        if id_of(link).is_some() && !may_show(conn, link, event)? {
            faults.push((field, "This picture is no longer there. Please choose it again.".to_owned()));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(refuse(faults)) }
}

/// Whether participants must come to another place or at another time.
fn is_moved(before: &Stored, plan: &Plan) -> bool {
    before.starts_at != plan.starts_at
        || before.ends_at != plan.ends_at
        || before.form.mode != plan.form.mode
        || before.form.location != plan.form.location
}

#[OpenApi(tag = "Tag::Events")]
impl EventsAdminApi {
    /// List events, drafts included
    ///
    /// All events for an admin; for an organiser, those that they run.
    ///
    /// The next and the upcoming events are in ascending order of date, all others in descending order. In the list of all,
    /// those of today that are neither over nor cancelled stand first.
    #[oai(path = "/admin/events", method = "get", operation_id = "list_admin_events")]
    #[allow(clippy::too_many_arguments)]
    async fn list_admin_events(
        &self,
        organiser: Organiser,
        /// Words in the title.
        search: Query<Option<Text<SEARCH_LENGTH>>>,
        /// `upcoming`, `today`, `past` or `drafts`; `next` for those that are neither over nor cancelled; `all` or empty for
        /// no filter.
        status: Query<Option<Text<CHOICE_LENGTH>>>,
        /// Another order.
        sort: Query<Option<AdminEventSort>>,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
        /// The last entry seen, instead of an offset: its `_id`, or the `X-Next` of its page.
        after: Query<Option<Place>>,
    ) -> ApiResult<Page<AdminEventSummary>> {
        let (paging, shown) = (Paging::new(limit.0, offset.0, after.0.as_deref())?, shown(status.0.as_deref())?);
        let (search, now) = (search.0.unwrap_or_default().0, self.0.clock.now());
        let of = (organiser.0.role != Role::Admin).then_some(organiser.0.id);
        let (words, sort) = (search.clone(), sort.0);
        self.0
            .db
            .search(&words, move |conn| {
                admin_store::list_admin_events(conn, shown, of, &search, sort, &paging, &moment(conn, now)?)
            })
            .await
    }

    /// Get an event with all data for its form and its admin page
    #[oai(path = "/admin/events/:id", method = "get", operation_id = "get_admin_event")]
    async fn get_admin_event(&self, _runner: EventRunner, id: Path<Id>) -> ApiResult<Item<AdminEvent>> {
        let (id, now) = (id.0, self.0.clock.now());
        self.0
            .db
            .read(move |conn| require_admin_event(conn, id, &moment(conn, now)?).map(Item))
            .await
    }

    /// Create an event
    #[oai(path = "/admin/events", method = "post", operation_id = "create_event")]
    async fn create_event(&self, organiser: Organiser, input: Input<EventInput>) -> ApiResult<Item<EventSaved>> {
        let (caller, now) = (organiser.0, self.0.clock.now());
        let html = rendered(&input.0).await?.unwrap_or_default();
        self.0
            .db
            .write(move |tx| {
                let moment = moment(tx, now)?;
                let plan = form_rules::check(input.0.clone().over(Form::default()), &moment.zone).map_err(refuse)?;
                check_pictures(tx, &plan.form, None)?;
                let id = form_store::insert_event(tx, &plan, &html, caller.id, now)?;
                act(tx, caller.id, "event.create", id, Value::Null, json!(plan.form), now)?;
                saved(tx, id, &moment, "Event created successfully!")
            })
            .await
    }

    /// Edit an event
    ///
    /// A maximum below the number of registered participants is refused with that number. A higher maximum admits
    /// members from the waiting list. When the time or the place changes, all participants and all members on the
    /// waiting list get an e-mail. With `updatedAt`, the answer is 409 when somebody else has saved the event meanwhile;
    /// it names the fields that changed.
    #[oai(path = "/admin/events/:id", method = "put", operation_id = "edit_event")]
    async fn edit_event(&self, runner: EventRunner, id: Path<Id>, input: Input<EventInput>) -> ApiResult<Item<EventSaved>> {
        let (app, caller, id, now) = (self.0.clone(), runner.0, id.0, self.0.clock.now());
        let html = rendered(&input.0).await?;
        let (answer, rest) = self
            .0
            .db
            .write(move |tx| {
                let moment = moment(tx, now)?;
                let before = form_store::find_stored(tx, id)?.ok_or_else(not_found)?;
                if let Some(seen) = input.0.updated_at.filter(|seen| *seen != before.updated_at) {
                    return Err(changed_meanwhile(tx, id, seen)?);
                }
                let plan = form_rules::check(input.0.clone().over(before.form.clone()), &moment.zone).map_err(refuse)?;
                check_pictures(tx, &plan.form, Some(id))?;
                check_maximum(plan.form.max_participants, before.registered).map_err(|sentence| ApiError::invalid("maxParticipants", sentence))?;
                if !plan.form.published && !rules::is_unasked(before.registered, before.waiting) {
                    return Err(ApiError::invalid(
                        "published",
                        "An event with registrations cannot become a draft. Cancel it instead, so that everybody is told.",
                    ));
                }
                let moved = is_moved(&before, &plan);
                // Two saves never have the same time, because it tells clients which one they have seen.
                let saved_at = now.max(Instant::from_millis(before.updated_at.millis() + 1));
                let zone_name = find_settings(tx)?.time_zone.clone();
                let was = find_entry(tx, id, true)?.map(|entry| notices::plan(&entry, &zone_name, &moment.zone));
                form_store::set_event(tx, id, &plan, html.as_deref(), moved, saved_at)?;
                if let Some(was) = was.filter(|_| moved && plan.form.published && !before.cancelled && plan.ends_at > now) {
                    notices::send_to_all(tx, id, &Notice::Changed { was }, now)?;
                }
                let rest = promotes(before.cancelled, plan.starts_at, now) && promote(tx, id, now)?;
                let (was, is) = changes(&json!(before.form), &json!(plan.form));
                act(tx, caller.id, "event.edit", id, was, is, saved_at)?;
                Ok((saved(tx, id, &moment, "Event saved.")?, rest))
            })
            .await?;
        if !rest {
            return Ok(answer);
        }
        promote_rest(&app, id, now).await?;
        self.0.db.read(move |conn| saved(conn, id, &moment(conn, now)?, "Event saved.")).await
    }

    /// Duplicate an event
    ///
    /// The copy is a draft with the same form and tasks, but without participants and links.
    #[oai(path = "/admin/events/:id/duplicate", method = "post", operation_id = "duplicate_event")]
    async fn duplicate_event(&self, runner: EventRunner, id: Path<Id>) -> ApiResult<Item<EventSaved>> {
        let (caller, id, now) = (runner.0, id.0, self.0.clock.now());
        self.0
            .db
            .write(move |tx| {
                let moment = moment(tx, now)?;
                let before = form_store::find_stored(tx, id)?.ok_or_else(not_found)?;
                let mut form = form_rules::copy(&before.form);
                copy_pictures(tx, &mut form, now)?;
                let plan = form_rules::check(form, &moment.zone).map_err(refuse)?;
                let html = form_store::find_description_html(tx, id)?;
                let copy = form_store::insert_event(tx, &plan, &html, caller.id, now)?;
                act(
                    tx,
                    caller.id,
                    "event.duplicate",
                    copy,
                    json!({ "event": id.to_string() }),
                    json!({ "title": plan.form.title }),
                    now,
                )?;
                saved(tx, copy, &moment, "Event duplicated. The copy is a draft.")
            })
            .await
    }

    /// Cancel an event
    ///
    /// The event stays visible as cancelled. All participants and all members on the waiting list get an e-mail with
    /// the reason.
    #[oai(path = "/admin/events/:id/cancel", method = "post", operation_id = "cancel_event")]
    async fn cancel_event(&self, runner: EventRunner, id: Path<Id>, input: Input<CancelInput>) -> ApiResult<Item<EventSaved>> {
        let (caller, id, now) = (runner.0, id.0, self.0.clock.now());
        let reason = paragraphs(&input.0.reason);
        self.0
            .db
            .write(move |tx| {
                let moment = moment(tx, now)?;
                let event = require_admin_event(tx, id, &moment)?;
                rules::cancel(event.cancelled, event.phase).map_err(ApiError::conflict)?;
                form_store::set_cancelled(tx, id, &reason, now)?;
                let notice = Notice::Cancelled { reason: reason.clone() };
                notices::send_to_all(tx, id, &notice, now)?;
                act(
                    tx,
                    caller.id,
                    "event.cancel",
                    id,
                    json!({ "title": event.form.title }),
                    json!({ "reason": reason }),
                    now,
                )?;
                saved(tx, id, &moment, "Event cancelled. Everybody who registered will be told by e-mail.")
            })
            .await
    }

    /// Delete an event
    ///
    /// Only works for an event without registrations. Otherwise the answer is 409: cancel the event instead.
    #[oai(path = "/admin/events/:id", method = "delete", operation_id = "delete_event")]
    async fn delete_event(&self, runner: EventRunner, id: Path<Id>) -> ApiResult<Item<EventDone>> {
        let (caller, id, now) = (runner.0, id.0, self.0.clock.now());
        self.0
            .db
            .write(move |tx| {
                let event = require_admin_event(tx, id, &moment(tx, now)?)?;
                if !event.can_delete {
                    return Err(ApiError::conflict(
                        "This event has registrations. Cancel it instead, so that everybody is told.",
                    ));
                }
                form_store::delete_event(tx, id)?;
                act(
                    tx,
                    caller.id,
                    "event.delete",
                    id,
                    json!({ "title": event.form.title, "date": event.form.date }),
                    Value::Null,
                    now,
                )?;
                Ok(Item(EventDone {
                    message: "Event deleted.".into(),
                }))
            })
            .await
    }
}

//! What members do with events: register, cancel, complete tasks, show their ticket.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use rusqlite::Connection;

use super::places::{new_ticket, promote};
use super::rules::{self, Facts, Outcome, Refusal};
use super::store;
use crate::app::App;
use crate::auth::Member;
use crate::db::values::Id;
use crate::error::{ApiError, ApiResult};
use crate::events::door::rules as door_rules;
use crate::events::guards::not_found;
use crate::events::letters::notices::{self, Notice};
use crate::events::participants::completion::complete_if_done;
use crate::events::store::find_event;
use crate::events::views::{Event, EventAnswer, RegisterInput, Ticket};
use crate::input::Input;
use crate::members::rules::Caller;
use crate::site::rules::Moment;
use crate::site::store::moment;
use crate::web::document::Tag;
use crate::web::item::Item;
use crate::work::aside;

pub struct RegistrationsApi(pub Arc<App>);

fn refuse(refusal: Refusal) -> ApiError {
    match refusal {
        Refusal::NotRegistered => ApiError::not_found(refusal.to_string()),
        _ => ApiError::conflict(refusal.to_string()),
    }
}

fn require_facts(conn: &Connection, event: Id, user: Id) -> ApiResult<Facts> {
    store::find_facts(conn, event, user, false)?.ok_or_else(not_found)
}

fn answer(conn: &Connection, event: Id, caller: &Caller, moment: &Moment, message: impl Into<String>) -> ApiResult<Item<EventAnswer>> {
    let event: Event = find_event(conn, event, moment, caller.eyes())?.ok_or_else(not_found)?;
    Ok(Item(EventAnswer {
        message: message.into(),
        event,
    }))
}

#[OpenApi(tag = "Tag::Events")]
impl RegistrationsApi {
    /// Register for an event
    ///
    /// 409 when the event is full (`Registration Full`), closed, over or cancelled, or when the caller is already
    /// registered. With `waitingList` set, the caller joins the waiting list of a full event instead.
    #[oai(path = "/events/:id/register", method = "post", operation_id = "register_for_event")]
    async fn register_for_event(&self, member: Member, id: Path<Id>, input: Input<RegisterInput>) -> ApiResult<Item<EventAnswer>> {
        let (app, caller, id, now, waits) = (self.0.clone(), member.0, id.0, self.0.clock.now(), input.0.waiting_list);
        let user = caller.id;
        // Check first what would be refused anyway, so that nobody solves a captcha in vain.
        app.db
            .read(move |conn| rules::register(&require_facts(conn, id, user)?, waits, now).map_err(refuse))
            .await?;
        app.verify_captcha(&input.0.captcha_token, now).await?;
        self.0
            .db
            .write(move |tx| {
                let moment = moment(tx, now)?;
                let facts = require_facts(tx, id, caller.id)?;
                match rules::register(&facts, waits, now).map_err(refuse)? {
                    Outcome::Place => {
                        store::insert_registration(tx, id, caller.id, &new_ticket(), now)?;
                        notices::send_to(tx, id, caller.id, &Notice::Registered, now)?;
                        answer(tx, id, &caller, &moment, "You have successfully registered for this event!")
                    }
                    Outcome::WaitingList => {
                        store::insert_waiting(tx, id, caller.id, now)?;
                        answer(
                            tx,
                            id,
                            &caller,
                            &moment,
                            "You are on the waiting list. We will write to you when a place becomes free.",
                        )
                    }
                }
            })
            .await
    }

    /// Cancel a registration, or leave the waiting list
    ///
    /// Possible until the event begins. A place that becomes free goes to the first member on the waiting list, who
    /// gets an e-mail.
    #[oai(path = "/events/:id/register", method = "delete", operation_id = "cancel_registration")]
    async fn cancel_registration(&self, member: Member, id: Path<Id>) -> ApiResult<Item<EventAnswer>> {
        let (caller, id, now) = (member.0, id.0, self.0.clock.now());
        self.0
            .db
            .write(move |tx| {
                let moment = moment(tx, now)?;
                let facts = require_facts(tx, id, caller.id)?;
                rules::cancel(&facts, now).map_err(refuse)?;
                if !store::delete_registration(tx, id, caller.id)? {
                    store::delete_waiting(tx, id, caller.id)?;
                    return answer(tx, id, &caller, &moment, "You have left the waiting list.");
                }
                notices::send_to(tx, id, caller.id, &Notice::Left, now)?;
                if rules::promotes(facts.cancelled, facts.starts_at, now) {
                    promote(tx, id, now)?;
                }
                answer(tx, id, &caller, &moment, "Your registration has been cancelled.")
            })
            .await
    }

    /// Mark a task of an event as done
    ///
    /// Participants mark their own tasks; this cannot be undone. The name is one percent-encoded part of the path.
    #[oai(path = "/events/:id/tasks/:taskName", method = "put", operation_id = "complete_task")]
    async fn complete_task(&self, member: Member, id: Path<Id>, #[oai(name = "taskName")] task_name: Path<String>) -> ApiResult<Item<EventAnswer>> {
        let (caller, id, now, name) = (member.0, id.0, self.0.clock.now(), task_name.0);
        self.0
            .db
            .write(move |tx| {
                let moment = moment(tx, now)?;
                let facts = require_facts(tx, id, caller.id)?;
                rules::complete_tasks(&facts).map_err(refuse)?;
                let task = store::find_task(tx, id, &name)?.ok_or_else(|| ApiError::not_found("This event has no such task."))?;
                store::insert_completion(tx, id, caller.id, task, now)?;
                complete_if_done(tx, id, caller.id, now)?;
                answer(tx, id, &caller, &moment, format!("Task \"{name}\" marked as completed!"))
            })
            .await
    }

    /// Get your own ticket for an event
    #[oai(path = "/events/:id/ticket", method = "get", operation_id = "get_ticket")]
    async fn get_ticket(&self, member: Member, id: Path<Id>) -> ApiResult<Item<Ticket>> {
        let (caller, id) = (member.0, id.0);
        let ticket = self.0.db.read(move |conn| Ok(store::find_ticket(conn, id, caller.id)?)).await?;
        let ticket = ticket.ok_or_else(|| ApiError::not_found("You have no ticket for this event."))?;
        let code = door_rules::code(&self.0.config.site_url(), id, &ticket);
        let (code, drawn) = aside(move || {
            let drawn = door_rules::draw(&code);
            (code, drawn)
        })
        .await?;
        let (path, size) = drawn.map_err(ApiError::internal)?;
        Ok(Item(Ticket { code, ticket, path, size }))
    }
}

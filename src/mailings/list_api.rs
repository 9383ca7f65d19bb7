//! The messages that were sent to members: their progress, what became of each mail, pause and resume, the limit.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use serde_json::json;

use super::list_store as store;
use super::rules::MAX_MAILS_PER_MINUTE;
use super::views::{MailOutcome, MailRate, Mailing};
use crate::app::App;
use crate::audit::store::{Act, insert_act};
use crate::auth::Admin;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::input::{Text, grouped};
use crate::mail::outbox_rules;
use crate::site::guards::change_settings;
use crate::site::rules::Settings;
use crate::site::store::find_settings;
use crate::text::CHOICE_LENGTH;
use crate::web::document::Tag;
use crate::web::item::Item;
use crate::web::paging::{Page, Paging, Place};

pub struct MailingListApi(pub Arc<App>);

fn not_found() -> ApiError {
    ApiError::not_found("Message not found")
}

fn act(tx: &Tx, actor: Id, action: &str, mailing: Id, now: Instant) -> ApiResult<()> {
    let (was, is) = (action != "email.pause", action == "email.pause");
    let act = Act {
        actor,
        action,
        subject_kind: "mailing",
        subject: mailing,
        before: json!({ "paused": was }),
        after: json!({ "paused": is }),
    };
    Ok(insert_act(tx, &act, now)?)
}

#[OpenApi(tag = "Tag::Mail")]
impl MailingListApi {
    /// List the messages that were sent to members
    ///
    /// Newest first, with how far each has come.
    #[oai(path = "/admin/mailings", method = "get", operation_id = "list_mailings")]
    async fn list_mailings(
        &self,
        _admin: Admin,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
        /// The last entry seen, instead of an offset: its `_id`, or the `X-Next` of its page.
        after: Query<Option<Place>>,
    ) -> ApiResult<Page<Mailing>> {
        let paging = Paging::new(limit.0, offset.0, after.0.as_deref())?;
        self.0.db.read(move |conn| store::list_mailings(conn, &paging)).await
    }

    /// Get a message that was sent to members
    #[oai(path = "/admin/mailings/:id", method = "get", operation_id = "get_mailing")]
    async fn get_mailing(&self, _admin: Admin, id: Path<Id>) -> ApiResult<Item<Mailing>> {
        self.0
            .db
            .read(move |conn| store::find_mailing(conn, id.0)?.map(Item).ok_or_else(not_found))
            .await
    }

    /// List what became of each mail of a message
    ///
    /// In the order in which they were queued.
    #[oai(path = "/admin/mailings/:id/mails", method = "get", operation_id = "list_mailing_mails")]
    async fn list_mailing_mails(
        &self,
        _admin: Admin,
        id: Path<Id>,
        /// `waiting`, `sent`, `failed`, `unsubscribed`, `pointless` or `dropped`; `all` or empty for no filter.
        outcome: Query<Option<Text<CHOICE_LENGTH>>>,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
        /// The last entry seen, instead of an offset: its `_id`, or the `X-Next` of its page.
        after: Query<Option<Place>>,
    ) -> ApiResult<Page<MailOutcome>> {
        let paging = Paging::new(limit.0, offset.0, after.0.as_deref())?;
        let of = match outcome.0.as_ref().map(|word| word.trim()) {
            None | Some("" | "all") => None,
            Some(word) => Some(outbox_rules::outcome(word).ok_or_else(|| ApiError::invalid("outcome", "Unknown outcome"))?),
        };
        self.0
            .db
            .read(move |conn| {
                store::find_mailing(conn, id.0)?.ok_or_else(not_found)?;
                store::list_outcomes(conn, id.0, of, &paging)
            })
            .await
    }

    /// Pause a message
    ///
    /// What has not been sent waits until it goes on.
    #[oai(path = "/admin/mailings/:id/pause", method = "post", operation_id = "pause_mailing")]
    async fn pause_mailing(&self, admin: Admin, id: Path<Id>) -> ApiResult<Item<Mailing>> {
        let (admin, id, now) = (admin.0.id, id.0, self.0.clock.now());
        self.0
            .db
            .write(move |tx| {
                let mailing = store::find_mailing(tx, id)?.ok_or_else(not_found)?;
                if !mailing.paused {
                    store::pause(tx, id, now)?;
                    act(tx, admin, "email.pause", id, now)?;
                }
                store::find_mailing(tx, id)?.map(Item).ok_or_else(not_found)
            })
            .await
    }

    /// Let a message go on
    #[oai(path = "/admin/mailings/:id/resume", method = "post", operation_id = "resume_mailing")]
    async fn resume_mailing(&self, admin: Admin, id: Path<Id>) -> ApiResult<Item<Mailing>> {
        let (admin, id, now) = (admin.0.id, id.0, self.0.clock.now());
        self.0
            .db
            .write(move |tx| {
                let mailing = store::find_mailing(tx, id)?.ok_or_else(not_found)?;
                if mailing.paused {
                    store::resume(tx, id)?;
                    act(tx, admin, "email.resume", id, now)?;
                }
                store::find_mailing(tx, id)?.map(Item).ok_or_else(not_found)
            })
            .await
    }

    /// Set how many mails to many leave in a minute
    #[oai(path = "/admin/mail/rate", method = "put", operation_id = "set_mail_rate")]
    async fn set_mail_rate(&self, admin: Admin, input: Json<MailRate>) -> ApiResult<Item<MailRate>> {
        let (admin, now, rate) = (admin.0, self.0.clock.now(), input.0);
        if rate.mails_per_minute > MAX_MAILS_PER_MINUTE {
            return Err(ApiError::invalid(
                "mailsPerMinute",
                format!("At most {} mails a minute, or 0 for no limit", grouped(MAX_MAILS_PER_MINUTE)),
            ));
        }
        self.0
            .db
            .write(move |tx| {
                let before = find_settings(tx)?.as_ref().clone();
                let after = Settings {
                    mails_per_minute: rate.mails_per_minute,
                    ..before.clone()
                };
                change_settings(tx, admin.id, &before, &after, now)?;
                tx.announce();
                Ok(Item(rate))
            })
            .await
    }
}

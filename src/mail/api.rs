//! The state of the outbox, and a call that retries at once.

use std::sync::Arc;

use poem_openapi::{Object, OpenApi};
use rusqlite::Connection;
use serde::Serialize;

use super::outbox_store;
use super::store;
use crate::app::App;
use crate::auth::Admin;
use crate::db::values::Instant;
use crate::error::ApiResult;
use crate::site::memo_store::find_mail_held;
use crate::site::store::find_settings;
use crate::web::document::Tag;
use crate::web::item::Item;

pub struct MailApi(pub Arc<App>);

/// Whether mails are being sent.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct MailState {
    /// Whether a mail server is configured. Without one, mails wait.
    is_on: bool,
    /// Mails that are still to be sent, and since when the oldest has waited.
    waiting: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting_since: Option<Instant>,
    /// Mails that were refused.
    failed: i64,
    /// The last error of the waiting mails; empty when there was none.
    last_problem: String,
    /// The trouble with the server, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<MailTrouble>,
    /// Mails that are held because a backup was restored, and since when; absent when none is.
    #[serde(skip_serializing_if = "Option::is_none")]
    held: Option<HeldMails>,
    /// How many mails to many leave in a minute at most; 0 for no limit.
    mails_per_minute: u32,
}

/// Why no mail can be sent at the moment.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct MailTrouble {
    since: Instant,
    /// What is wrong and what to check, with the server's words.
    problem: String,
    /// The time of the next attempt.
    again_at: Instant,
}

/// The mails that waited in a backup that was restored.
#[derive(Debug, Clone, Object, Serialize)]
pub struct HeldMails {
    since: Instant,
    count: i64,
}

/// The result of a retry.
#[derive(Debug, Clone, Object, Serialize)]
pub struct MailReleased {
    /// The sentence to show.
    message: String,
    /// Mails that had been postponed and are due now.
    count: i64,
}

#[OpenApi(tag = "Tag::Mail")]
impl MailApi {
    /// Get the state of the outbox
    #[oai(path = "/admin/mail", method = "get", operation_id = "get_mail_state")]
    async fn get_mail_state(&self, _admin: Admin) -> ApiResult<Item<MailState>> {
        let (waiting, failed, mails_per_minute, held) = self
            .0
            .db
            .read(|conn| {
                Ok((
                    store::find_waiting(conn)?,
                    store::count_failed(conn)?,
                    find_settings(conn)?.mails_per_minute,
                    find_held(conn)?,
                ))
            })
            .await?;
        let now = self.0.clock.now();
        Ok(Item(MailState {
            is_on: self.0.mail.is_on(),
            mails_per_minute,
            held,
            waiting: waiting.count,
            waiting_since: waiting.since,
            failed,
            last_problem: waiting.last_error,
            trouble: self.0.mail_trouble.down().map(|down| MailTrouble {
                again_at: down.again_at().max(now),
                since: down.since,
                problem: down.text,
            }),
        }))
    }

    /// Retry all waiting mails at once
    #[oai(path = "/admin/mail/retry", method = "post", operation_id = "retry_mail")]
    async fn retry_mail(&self, _admin: Admin) -> ApiResult<Item<MailReleased>> {
        let now = self.0.clock.now();
        self.0.mail_trouble.forget_pause();
        let count = self.0.db.write(move |tx| Ok(store::release(tx, now)?)).await?;
        Ok(Item(MailReleased {
            message: "All waiting mails are being retried.".into(),
            count: i64::try_from(count).unwrap_or(i64::MAX),
        }))
    }
}

/// Whatever is held can be released, also when nobody remembers since when.
fn find_held(conn: &Connection) -> ApiResult<Option<HeldMails>> {
    let (count, oldest) = outbox_store::find_held(conn)?;
    let Some(oldest) = oldest else { return Ok(None) };
    let since = find_mail_held(conn)?.unwrap_or(oldest);
    Ok(Some(HeldMails { since, count }))
}

//! How the outbox stands, and trying again at once.

use std::sync::Arc;

use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};

use super::store;
use crate::app::App;
use crate::auth::Admin;
use crate::db::values::Instant;
use crate::error::ApiResult;
use crate::web::document::Tag;

pub struct MailApi(pub Arc<App>);

/// How mails leave.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct MailState {
    /// Whether a mail server is configured; without one mails wait.
    is_on: bool,
    /// Mails that are still to be sent, and since when the first of them waits.
    waiting: i64,
    waiting_since: Option<Instant>,
    /// Mails that were refused, or no longer applied.
    failed: i64,
    /// What went wrong last with those that wait; empty when nothing did.
    last_problem: String,
    /// The trouble with the server, while there is some.
    trouble: Option<MailTrouble>,
}

/// Why no mail leaves at the moment.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct MailTrouble {
    since: Instant,
    /// What is wrong and what to look at, with the server's words.
    problem: String,
    /// When the server is tried again.
    again_at: Instant,
}

/// What trying again came to.
#[derive(Debug, Clone, Object)]
pub struct MailReleased {
    /// The sentence to show.
    message: String,
    /// Mails that were put off and are due now.
    count: i64,
}

#[OpenApi(tag = "Tag::Site")]
impl MailApi {
    /// Get how mails leave
    #[oai(path = "/admin/mail", method = "get", operation_id = "get_mail_state")]
    async fn get_mail_state(&self, _admin: Admin) -> ApiResult<Json<MailState>> {
        let (waiting, failed) = self
            .0
            .db
            .read(|conn| Ok((store::find_waiting(conn)?, store::count_failed(conn)?)))
            .await?;
        Ok(Json(MailState {
            is_on: self.0.mail.is_on(),
            waiting: waiting.count,
            waiting_since: waiting.since,
            failed,
            last_problem: waiting.last_error,
            trouble: self.0.mail_trouble.down().map(|down| MailTrouble {
                again_at: down.again_at(),
                since: down.since,
                problem: down.text,
            }),
        }))
    }

    /// Try everything that waits at once
    #[oai(path = "/admin/mail/retry", method = "post", operation_id = "retry_mail")]
    async fn retry_mail(&self, _admin: Admin) -> ApiResult<Json<MailReleased>> {
        let now = self.0.clock.now();
        self.0.mail_trouble.forget_pause();
        let count = self.0.db.write(move |tx| Ok(store::release(tx, now)?)).await?;
        Ok(Json(MailReleased {
            message: "Everything that waits is tried now.".into(),
            count: i64::try_from(count).unwrap_or(i64::MAX),
        }))
    }
}

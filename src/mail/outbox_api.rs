//! The outbox for admins, and a test of the mail server.

use std::sync::Arc;
use std::time::Duration;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use serde_json::json;

use super::occasion::Occasion;
use super::outbox_rules;
use super::outbox_store::{find_standing, list_mails, release_held, retry, retry_refused};
use super::rules::not_sent;
use super::store::{find_mail, queue, set_failed};
use super::views::{MailDone, NewMail, OutboxMail, ServerTest};
use crate::app::App;
use crate::audit::store::{Act, insert_act};
use crate::auth::Admin;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::input::Text;
use crate::members::store::find_account;
use crate::text::CHOICE_LENGTH;
use crate::web::document::Tag;
use crate::web::item::Item;
use crate::web::paging::{Page, Paging, Place, TimeSort};

pub struct OutboxApi(pub Arc<App>);

/// How long a test of the server may take, and how often it looks whether the mail has left.
const TEST: Duration = Duration::from_secs(25);
const LOOK: Duration = Duration::from_millis(100);

fn not_found() -> ApiError {
    ApiError::not_found("Mail not found")
}

fn act(tx: &Tx, actor: Id, action: &str, mail: Id, was: &str, is: &str, now: Instant) -> ApiResult<()> {
    let act = Act {
        actor,
        action,
        subject_kind: "mail",
        subject: mail,
        before: json!({ "outcome": was }),
        after: json!({ "outcome": is }),
    };
    Ok(insert_act(tx, &act, now)?)
}

/// Something that was done to so many mails at once.
fn act_on_all(tx: &Tx, actor: Id, action: &str, count: i64, now: Instant) -> ApiResult<()> {
    let act = Act {
        actor,
        action,
        subject_kind: "outbox",
        // There is one outbox.
        subject: Id(1),
        before: json!({}),
        after: json!({ "count": count }),
    };
    Ok(insert_act(tx, &act, now)?)
}

#[OpenApi(tag = "Tag::Mail")]
impl OutboxApi {
    /// List the mails of the outbox
    ///
    /// What they say is not shown.
    #[oai(path = "/admin/outbox", method = "get", operation_id = "list_outbox")]
    async fn list_outbox(
        &self,
        _admin: Admin,
        /// `waiting` (by default), `sent`, `failed`, `unsubscribed`, `pointless` or `dropped`.
        outcome: Query<Option<Text<CHOICE_LENGTH>>>,
        /// Newest first by default.
        sort: Query<Option<TimeSort>>,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
        /// The last entry seen, instead of an offset: its `_id`, or the `X-Next` of its page.
        after: Query<Option<Place>>,
    ) -> ApiResult<Page<OutboxMail>> {
        let paging = Paging::new(limit.0, offset.0, after.0.as_deref())?;
        let word = outcome.0.as_ref().map_or("", |word| word.trim());
        let of = outbox_rules::outcome(if word.is_empty() { "waiting" } else { word });
        let of = of.ok_or_else(|| ApiError::invalid("outcome", "Unknown outcome"))?;
        let sort = sort.0.unwrap_or_default();
        self.0.db.read(move |conn| list_mails(conn, of, sort, &paging)).await
    }

    /// Try a mail again
    #[oai(path = "/admin/outbox/:id/retry", method = "post", operation_id = "retry_outbox_mail")]
    async fn retry_outbox_mail(&self, admin: Admin, id: Path<Id>) -> ApiResult<Item<MailDone>> {
        let (admin, id, now) = (admin.0.id, id.0, self.0.clock.now());
        self.0.mail_trouble.forget_pause();
        self.0
            .db
            .write(move |tx| {
                let (kind, outcome, has_words, created_at) = find_standing(tx, id)?.ok_or_else(not_found)?;
                outbox_rules::retryable(&kind, outcome, has_words, created_at, now).map_err(ApiError::conflict)?;
                retry(tx, id, now)?;
                act(tx, admin, "mail.retry", id, outcome, "waiting", now)?;
                Ok(Item(MailDone {
                    message: "The mail is tried again.".into(),
                    count: 1,
                }))
            })
            .await
    }

    /// Try all refused mails again
    ///
    /// Those that are still of use.
    #[oai(path = "/admin/outbox/retry", method = "post", operation_id = "retry_refused_mails")]
    async fn retry_refused_mails(&self, admin: Admin) -> ApiResult<Item<MailDone>> {
        let (admin, now) = (admin.0.id, self.0.clock.now());
        self.0.mail_trouble.forget_pause();
        self.0
            .db
            .write(move |tx| {
                let count = retry_refused(tx, now)?;
                act_on_all(tx, admin, "mail.retry_refused", count, now)?;
                Ok(Item(MailDone {
                    message: match count {
                        0 => "No refused mail is still of use.".into(),
                        1 => "1 mail is tried again.".into(),
                        count => format!("{count} mails are tried again."),
                    },
                    count,
                }))
            })
            .await
    }

    /// Release the mails of a restored backup
    ///
    /// After a backup was restored, what waited in it is held, because it may have been sent since.
    #[oai(path = "/admin/outbox/release", method = "post", operation_id = "release_held_mails")]
    async fn release_held_mails(&self, admin: Admin) -> ApiResult<Item<MailDone>> {
        let (admin, now) = (admin.0.id, self.0.clock.now());
        self.0
            .db
            .write(move |tx| {
                let count = i64::try_from(release_held(tx, now)?).unwrap_or(i64::MAX);
                act_on_all(tx, admin, "mail.release_held", count, now)?;
                Ok(Item(MailDone {
                    message: match count {
                        0 => "No mail is held.".into(),
                        1 => "1 mail is released.".into(),
                        count => format!("{count} mails are released."),
                    },
                    count,
                }))
            })
            .await
    }

    /// Drop a mail that waits
    #[oai(path = "/admin/outbox/:id/drop", method = "post", operation_id = "drop_outbox_mail")]
    async fn drop_outbox_mail(&self, admin: Admin, id: Path<Id>) -> ApiResult<Item<MailDone>> {
        let (admin, id, now) = (admin.0.id, id.0, self.0.clock.now());
        self.0
            .db
            .write(move |tx| {
                let (_, outcome, ..) = find_standing(tx, id)?.ok_or_else(not_found)?;
                if outcome != "waiting" {
                    return Err(ApiError::conflict("This mail does not wait any more."));
                }
                set_failed(tx, id, "dropped", &not_sent(outbox_rules::DROPPED), now)?;
                act(tx, admin, "mail.drop", id, outcome, "dropped", now)?;
                Ok(Item(MailDone {
                    message: "The mail is dropped.".into(),
                    count: 1,
                }))
            })
            .await
    }

    /// Test the mail server
    ///
    /// Sends a mail to you at once, and says what the server answered.
    #[oai(path = "/admin/mail/test", method = "post", operation_id = "test_mail_server")]
    async fn test_mail_server(&self, admin: Admin) -> ApiResult<Item<ServerTest>> {
        let (app, admin, now) = (&self.0, admin.0.id, self.0.clock.now());
        if !app.mail.is_on() {
            return Err(ApiError::conflict(
                "No mail server is configured, so mails wait in the outbox: mail.host is empty.",
            ));
        }
        app.mail_trouble.forget_pause();
        let (id, email) = app
            .db
            .write(move |tx| {
                let account = find_account(tx, admin)?.ok_or_else(ApiError::unauthorized)?;
                let mail = NewMail {
                    user_id: Some(admin),
                    to_email: account.email.clone(),
                    to_name: account.name,
                    occasion: Occasion::Test,
                };
                Ok((queue(tx, &mail, now)?, account.email))
            })
            .await?;
        let end = tokio::time::Instant::now() + TEST;
        let mut problem = String::new();
        while problem.is_empty() && tokio::time::Instant::now() < end {
            let (outcome, error) = app
                .db
                .read(move |conn| {
                    let (_, outcome, ..) = find_standing(conn, id)?.ok_or_else(not_found)?;
                    Ok((outcome, find_mail(conn, id)?.map(|mail| mail.last_error).unwrap_or_default()))
                })
                .await?;
            if outcome == "sent" {
                return Ok(Item(ServerTest {
                    accepted: true,
                    message: format!("The mail server took a test mail to {email}."),
                }));
            }
            problem = error;
            tokio::time::sleep(LOOK).await;
        }
        // A test that arrives later would tell nothing.
        let now = app.clock.now();
        app.db
            .write(move |tx| {
                if matches!(find_standing(tx, id)?, Some((_, "waiting", ..))) {
                    set_failed(tx, id, "dropped", &not_sent("the test is over"), now)?;
                }
                Ok(())
            })
            .await?;
        Ok(Item(ServerTest {
            accepted: false,
            message: if problem.is_empty() {
                "The mail server has not said so far whether it takes a mail. Look at mail.host and mail.port, and whether a firewall keeps the port closed."
                    .into()
            } else {
                problem
            },
        }))
    }
}

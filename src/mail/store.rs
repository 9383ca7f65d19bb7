//! SQL of the outbox. A placeholder: nothing sends yet.

use rusqlite::named_params;

use super::views::NewMail;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;

/// Puts a mail into the outbox.
pub fn queue(tx: &Tx, mail: &NewMail, now: Instant) -> ApiResult<Id> {
    let id = Id::new(now);
    tx.prepare_cached(
        "INSERT INTO mails (id, message_id, kind, user_id, to_email, to_name, subject, text, html, next_attempt_at, created_at)
         VALUES (:id, :message_id, :kind, :user_id, :to_email, :to_name, :subject, :text, :html, :now, :now)",
    )?
    .execute(named_params! {
        ":id": id,
        ":message_id": id.to_string(),
        ":kind": mail.kind,
        ":user_id": mail.user_id,
        ":to_email": mail.to_email,
        ":to_name": mail.to_name,
        ":subject": mail.letter.subject,
        ":text": mail.letter.text,
        ":html": mail.letter.html,
        ":now": now,
    })?;
    Ok(id)
}

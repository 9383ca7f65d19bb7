//! SQL of the outbox.

use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::rules;
use super::views::{Attachment, DueMail, Letter, NewMail};
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;

/// Puts a mail into the outbox, in the transaction of its cause; the worker wakes when that is committed.
pub fn queue(tx: &Tx, mail: &NewMail, now: Instant) -> ApiResult<Id> {
    insert(tx, mail, None, now, now)
}

/// The same for a mail that tells the state of something: it takes the place of a waiting one with the same topic, and waits
/// itself when one was sent lately, so that whoever does and undoes something mails nobody without end.
pub fn queue_latest(tx: &Tx, mail: &NewMail, topic: &str, now: Instant) -> ApiResult<Id> {
    tx.prepare_cached("DELETE FROM mails WHERE topic = :topic AND state = 'waiting'")?
        .execute(named_params! { ":topic": topic })?;
    let recent: u32 = tx
        .prepare_cached("SELECT count(*) AS count FROM mails WHERE topic = :topic AND created_at > :since")?
        .query_row(
            named_params! { ":topic": topic, ":since": now.plus_seconds(-rules::QUIET_WINDOW) },
            |row| row.get("count"),
        )?;
    insert(tx, mail, Some(topic), now.plus_seconds(rules::quiet(recent)), now)
}

fn insert(tx: &Tx, mail: &NewMail, topic: Option<&str>, due_at: Instant, now: Instant) -> ApiResult<Id> {
    let id = Id::new(now);
    tx.prepare_cached(
        "INSERT INTO mails (id, message_id, kind, user_id, topic, to_email, to_name, subject, text, html, unsubscribe_url, next_attempt_at, created_at)
         VALUES (:id, :message_id, :kind, :user_id, :topic, :to_email, :to_name, :subject, :text, :html, :unsubscribe_url, :due_at, :now)",
    )?
    .execute(named_params! {
        ":id": id,
        // The host is added when the first attempt begins: the sender knows the site's address, a transaction does not.
        ":message_id": id.to_string(),
        ":kind": mail.kind,
        ":user_id": mail.user_id,
        ":topic": topic,
        ":to_email": mail.to_email,
        ":to_name": mail.to_name,
        ":subject": mail.letter.subject,
        ":text": mail.letter.text,
        ":html": mail.letter.html,
        ":unsubscribe_url": mail.unsubscribe_url.as_deref().unwrap_or_default(),
        ":due_at": due_at,
        ":now": now,
    })?;
    for (position, file) in (0_i64..).zip(&mail.attachments) {
        insert_attachment(tx, id, position, file)?;
    }
    tx.announce();
    Ok(id)
}

fn insert_attachment(tx: &Tx, mail: Id, position: i64, file: &Attachment) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO mail_attachments (mail_id, position, file_name, content_type, bytes)
         VALUES (:mail, :position, :file_name, :content_type, :bytes)",
    )?
    .execute(named_params! {
        ":mail": mail,
        ":position": position,
        ":file_name": file.file_name,
        ":content_type": file.content_type,
        ":bytes": file.bytes,
    })
    .map(|_| ())
}

/// The mail to send next: sign-in links first (somebody waits for them), then whatever has been due longest.
pub fn find_due(conn: &Connection, now: Instant) -> ApiResult<Option<DueMail>> {
    let urgent = find_one(
        conn,
        "SELECT * FROM mails WHERE state = 'waiting' AND kind = 'sign_in_link' AND next_attempt_at <= :now ORDER BY next_attempt_at, id LIMIT 1",
        now,
    )?;
    if urgent.is_some() {
        return Ok(urgent);
    }
    find_one(
        conn,
        "SELECT * FROM mails WHERE state = 'waiting' AND next_attempt_at <= :now ORDER BY next_attempt_at, id LIMIT 1",
        now,
    )
}

fn find_one(conn: &Connection, sql: &'static str, now: Instant) -> ApiResult<Option<DueMail>> {
    let found = conn
        .prepare_cached(sql)?
        .query_row(named_params! { ":now": now }, mail_from_row)
        .optional()?;
    let Some(mut mail) = found else { return Ok(None) };
    mail.attachments = list_attachments(conn, mail.id)?;
    Ok(Some(mail))
}

fn mail_from_row(row: &Row) -> rusqlite::Result<DueMail> {
    let unsubscribe_url: String = row.get("unsubscribe_url")?;
    Ok(DueMail {
        id: row.get("id")?,
        message_id: row.get("message_id")?,
        kind: row.get("kind")?,
        to_email: row.get("to_email")?,
        to_name: row.get("to_name")?,
        letter: Letter {
            subject: row.get("subject")?,
            text: row.get("text")?,
            html: row.get("html")?,
        },
        attachments: Vec::new(),
        unsubscribe_url: (!unsubscribe_url.is_empty()).then_some(unsubscribe_url),
        attempts: row.get("attempts")?,
        created_at: row.get("created_at")?,
    })
}

/// The files that go with a mail, in order.
pub fn list_attachments(conn: &Connection, mail: Id) -> rusqlite::Result<Vec<Attachment>> {
    conn.prepare_cached("SELECT file_name, content_type, bytes FROM mail_attachments WHERE mail_id = :mail ORDER BY position")?
        .query_map(named_params! { ":mail": mail }, |row| {
            Ok(Attachment {
                file_name: row.get("file_name")?,
                content_type: row.get("content_type")?,
                bytes: row.get("bytes")?,
            })
        })?
        .collect()
}

/// Marks that an attempt begins and gives the mail's Message-ID; `None` when the mail is no longer due.
/// Until the outcome is recorded the mail is due again only at `again_at`.
pub fn set_attempt(tx: &Tx, id: Id, host: &str, now: Instant, again_at: Instant) -> ApiResult<Option<String>> {
    let message_id = tx
        .prepare_cached(
            "UPDATE mails SET attempts = attempts + 1, next_attempt_at = :again_at,
               message_id = CASE WHEN instr(message_id, '@') = 0 THEN message_id || '@' || :host ELSE message_id END
             WHERE id = :id AND state = 'waiting' AND next_attempt_at <= :now RETURNING message_id",
        )?
        .query_row(named_params! { ":id": id, ":host": host, ":now": now, ":again_at": again_at }, |row| {
            row.get("message_id")
        })
        .optional()?;
    Ok(message_id)
}

/// The server has accepted the mail. Its files are let go, for they can be made again and would fill the database.
pub fn set_sent(tx: &Tx, id: Id, now: Instant) -> ApiResult<()> {
    tx.prepare_cached("DELETE FROM mail_attachments WHERE mail_id = :mail")?
        .execute(named_params! { ":mail": id })?;
    finish(tx, id, "sent", "", now)
}

/// The mail will not be sent.
pub fn set_failed(tx: &Tx, id: Id, error: &str, now: Instant) -> ApiResult<()> {
    finish(tx, id, "failed", error, now)
}

/// What only its reader may know is forgotten either way: a sign-in link.
fn finish(tx: &Tx, id: Id, state: &str, error: &str, now: Instant) -> ApiResult<()> {
    tx.prepare_cached(
        "UPDATE mails SET state = :state, last_error = :error, finished_at = :now,
           text = CASE kind WHEN 'sign_in_link' THEN '' ELSE text END,
           html = CASE kind WHEN 'sign_in_link' THEN '' ELSE html END
         WHERE id = :id",
    )?
    .execute(named_params! { ":id": id, ":state": state, ":error": error, ":now": now })?;
    Ok(())
}

/// The mail is tried again at `at`.
pub fn set_retry(tx: &Tx, id: Id, error: &str, at: Instant) -> ApiResult<()> {
    tx.prepare_cached("UPDATE mails SET next_attempt_at = :at, last_error = :error WHERE id = :id")?
        .execute(named_params! { ":id": id, ":at": at, ":error": error })?;
    Ok(())
}

//! SQL of the outbox.

use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::occasion::{Notice, Occasion};
use super::rules;
use super::views::{Attachment, DueMail, Letter, NewMail};
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};

/// Rows that one write tidies.
const TIDIED: u32 = 500;

/// Puts a mail into the outbox, in the transaction of its cause; the worker wakes when that is committed.
pub fn queue(tx: &Tx, mail: &NewMail, now: Instant) -> ApiResult<Id> {
    insert(tx, mail, None, now, now)
}

/// Queues a mail that leaves at a later time, so that it can be taken back until then.
pub fn queue_at(tx: &Tx, mail: &NewMail, at: Instant, now: Instant) -> ApiResult<Id> {
    insert(tx, mail, None, at, now)
}

/// Queues a mail about the current state of something. It replaces a waiting mail with the same topic. After a recent mail
/// about it, it waits, so that nobody causes endless mails by doing and undoing something.
pub fn queue_latest(tx: &Tx, mail: &NewMail, topic: &str, now: Instant) -> ApiResult<Id> {
    tx.prepare_cached("DELETE FROM mails WHERE topic = :topic AND state = 'waiting'")?
        .execute(named_params! { ":topic": topic })?;
    let recent: u32 = tx
        .prepare_cached("SELECT count(*) AS count FROM mails WHERE topic = :topic AND created_at > :since AND created_at <= :now")?
        .query_row(
            named_params! { ":topic": topic, ":since": now.plus_seconds(-rules::QUIET_WINDOW), ":now": now },
            |row| row.get("count"),
        )?;
    insert(tx, mail, Some(topic), now.plus_seconds(rules::quiet(recent)), now)
}

/// Queues a mail that sums up the state when it is sent. There is one waiting mail per topic, and at least this many seconds
/// are between two of them.
pub fn queue_rarely(tx: &Tx, mail: &NewMail, topic: &str, seconds: i64, now: Instant) -> ApiResult<()> {
    let (waits, last): (bool, Option<Instant>) = tx
        .prepare_cached("SELECT coalesce(max(state = 'waiting'), 0) AS waits, max(next_attempt_at) AS last FROM mails WHERE topic = :topic")?
        .query_row(named_params! { ":topic": topic }, |row| Ok((row.get("waits")?, row.get("last")?)))?;
    if waits {
        return Ok(());
    }
    let due_at = last.map_or(now, |last| last.plus_seconds(seconds)).max(now);
    // After a clock that ran ahead.
    let due_at = due_at.min(now.plus_seconds(seconds));
    insert(tx, mail, Some(topic), due_at, now).map(|_| ())
}

/// Queues a mail about a topic, whatever else waits.
pub fn queue_about(tx: &Tx, mail: &NewMail, topic: &str, now: Instant) -> ApiResult<()> {
    insert(tx, mail, Some(topic), now, now).map(|_| ())
}

/// Removes a mail from the outbox. False when it has begun to leave, or has left.
pub fn take_back(tx: &Tx, id: Id) -> ApiResult<bool> {
    let removed = tx
        .prepare_cached("DELETE FROM mails WHERE id = :id AND state = 'waiting' AND attempts = 0")?
        .execute(named_params! { ":id": id })?;
    Ok(removed > 0)
}

/// Lets a waiting mail about a topic leave no earlier than this.
pub fn hold_until(tx: &Tx, topic: &str, until: Instant) -> ApiResult<()> {
    tx.prepare_cached("UPDATE mails SET next_attempt_at = max(next_attempt_at, :until) WHERE topic = :topic AND state = 'waiting' AND attempts = 0")?
        .execute(named_params! { ":topic": topic, ":until": until })?;
    Ok(())
}

/// The waiting mail about a topic of which no attempt to send has begun, and what it is about.
pub fn find_unbegun(tx: &Tx, topic: &str) -> ApiResult<Option<(Id, Occasion)>> {
    let found: Option<(Id, String)> = tx
        .prepare_cached(
            "SELECT id, occasion FROM mails WHERE topic = :topic AND state = 'waiting' AND attempts = 0 ORDER BY created_at DESC LIMIT 1",
        )?
        .query_row(named_params! { ":topic": topic }, |row| Ok((row.get("id")?, row.get("occasion")?)))
        .optional()?;
    found
        .map(|(id, occasion)| Ok((id, serde_json::from_str(&occasion).map_err(ApiError::internal)?)))
        .transpose()
}

/// Sets what a waiting mail is about.
pub fn set_occasion(tx: &Tx, id: Id, occasion: &Occasion) -> ApiResult<()> {
    tx.prepare_cached("UPDATE mails SET occasion = :occasion WHERE id = :id AND state = 'waiting'")?
        .execute(named_params! { ":id": id, ":occasion": serde_json::to_string(occasion).map_err(ApiError::internal)? })?;
    Ok(())
}

fn insert(tx: &Tx, mail: &NewMail, topic: Option<&str>, due_at: Instant, now: Instant) -> ApiResult<Id> {
    let id = Id::new(now);
    let mailing = match &mail.occasion {
        Occasion::Event {
            notice: Notice::Message { mailing },
            ..
        } => Some(*mailing),
        _ => None,
    };
    tx.prepare_cached(
        "INSERT INTO mails (id, message_id, kind, user_id, mailing_id, topic, to_email, to_name, occasion, subject, text, html, next_attempt_at, created_at)
         VALUES (:id, :message_id, :kind, :user_id, :mailing, :topic, :to_email, :to_name, :occasion, '', '', '', :due_at, :now)",
    )?
    .execute(named_params! {
        ":id": id,
        // The host is added when the first attempt begins: the sender knows the site's address, a transaction does not.
        ":message_id": id.to_string(),
        ":kind": mail.occasion.kind(),
        ":user_id": mail.user_id,
        ":mailing": mailing,
        ":topic": topic,
        ":to_email": mail.to_email,
        ":to_name": mail.to_name,
        ":occasion": serde_json::to_string(&mail.occasion).map_err(ApiError::internal)?,
        ":due_at": due_at,
        ":now": now,
    })?;
    tx.announce();
    Ok(id)
}

/// The mail to send next: sign-in links first (somebody waits for them), then whatever has been due longest, then mails to
/// many.
pub fn find_due(conn: &Connection, now: Instant) -> ApiResult<Option<DueMail>> {
    let urgent = find_one(
        conn,
        "SELECT * FROM mails INDEXED BY mails_urgent WHERE state = 'waiting' AND kind = 'sign_in_link' AND lane <> 'held' AND next_attempt_at <= :now ORDER BY next_attempt_at, id LIMIT 1",
        now,
    )?;
    if urgent.is_some() {
        return Ok(urgent);
    }
    let prompt = find_one(
        conn,
        "SELECT * FROM mails INDEXED BY mails_due_in_lane WHERE state = 'waiting' AND lane = 'prompt' AND next_attempt_at <= :now ORDER BY next_attempt_at, id LIMIT 1",
        now,
    )?;
    if prompt.is_some() {
        return Ok(prompt);
    }
    find_one(
        conn,
        "SELECT * FROM mails INDEXED BY mails_due_in_lane WHERE state = 'waiting' AND lane = 'bulk' AND next_attempt_at <= :now ORDER BY next_attempt_at, id LIMIT 1",
        now,
    )
}

/// How many mails were sent since then, counted up to `most`.
pub fn count_sent_since(conn: &Connection, since: Instant, now: Instant, most: u32) -> rusqlite::Result<u32> {
    conn.prepare_cached(
        "SELECT count(*) AS count FROM (SELECT 1 FROM mails WHERE finished_at > :since AND finished_at <= :now AND state = 'sent' LIMIT :limit) page",
    )?
    .query_row(named_params! { ":since": since, ":now": now, ":limit": most }, |row| row.get("count"))
}

fn find_one(conn: &Connection, sql: &'static str, now: Instant) -> ApiResult<Option<DueMail>> {
    let found = conn
        .prepare_cached(sql)?
        .query_row(named_params! { ":now": now }, mail_from_row)
        .optional()?;
    let Some(mut mail) = found else { return Ok(None) };
    if mail.occasion.is_empty() {
        mail.attachments = list_attachments(conn, mail.id)?;
    }
    Ok(Some(mail))
}

/// A mail, due or not.
pub fn find_mail(conn: &Connection, id: Id) -> rusqlite::Result<Option<DueMail>> {
    conn.prepare_cached("SELECT * FROM mails WHERE id = :id")?
        .query_row(named_params! { ":id": id }, mail_from_row)
        .optional()
}

fn mail_from_row(row: &Row) -> rusqlite::Result<DueMail> {
    let unsubscribe_url: String = row.get("unsubscribe_url")?;
    Ok(DueMail {
        id: row.get("id")?,
        message_id: row.get("message_id")?,
        kind: row.get("kind")?,
        is_bulk: row.get::<_, String>("lane")? != "prompt",
        user_id: row.get("user_id")?,
        to_email: row.get("to_email")?,
        to_name: row.get("to_name")?,
        occasion: row.get("occasion")?,
        letter: Letter {
            subject: row.get("subject")?,
            text: row.get("text")?,
            html: row.get("html")?,
        },
        attachments: Vec::new(),
        reply_to: String::new(),
        unsubscribe_url: (!unsubscribe_url.is_empty()).then_some(unsubscribe_url),
        attempts: row.get("attempts")?,
        last_error: row.get("last_error")?,
        created_at: row.get("created_at")?,
    })
}

/// The files of a mail that an older version queued, in order.
fn list_attachments(conn: &Connection, mail: Id) -> rusqlite::Result<Vec<Attachment>> {
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
             WHERE id = :id AND state = 'waiting' AND lane <> 'held' AND next_attempt_at <= :now RETURNING message_id",
        )?
        .query_row(named_params! { ":id": id, ":host": host, ":now": now, ":again_at": again_at }, |row| {
            row.get("message_id")
        })
        .optional()?;
    Ok(message_id)
}

/// The server has accepted the mail. Lists show its subject, so that is kept.
pub fn set_sent(tx: &Tx, id: Id, subject: &str, now: Instant) -> ApiResult<()> {
    tx.prepare_cached("UPDATE mails SET subject = :subject WHERE id = :id")?
        .execute(named_params! { ":id": id, ":subject": subject })?;
    finish(tx, id, "sent", "", "", now)
}

/// The mail will not be sent. `unsent` is the word for why.
pub fn set_failed(tx: &Tx, id: Id, unsent: &str, error: &str, now: Instant) -> ApiResult<()> {
    finish(tx, id, "failed", unsent, error, now)
}

/// Deletes its files, and what only its reader may know: a link that signs in or confirms an address.
fn finish(tx: &Tx, id: Id, state: &str, unsent: &str, error: &str, now: Instant) -> ApiResult<()> {
    tx.prepare_cached("DELETE FROM mail_attachments WHERE mail_id = :mail")?
        .execute(named_params! { ":mail": id })?;
    tx.prepare_cached(
        "UPDATE mails SET state = :state, unsent = :unsent, last_error = :error, finished_at = :now, next_attempt_at = :now,
           text = CASE WHEN kind IN ('sign_in_link', 'address_change') THEN '' ELSE text END,
           html = CASE WHEN kind IN ('sign_in_link', 'address_change') THEN '' ELSE html END,
           occasion = CASE WHEN kind IN ('sign_in_link', 'address_change') THEN '' ELSE occasion END
         WHERE id = :id",
    )?
    .execute(named_params! { ":id": id, ":state": state, ":unsent": unsent, ":error": error, ":now": now })?;
    Ok(())
}

/// The mail is tried again at `at`.
pub fn set_retry(tx: &Tx, id: Id, error: &str, at: Instant) -> ApiResult<()> {
    tx.prepare_cached("UPDATE mails SET next_attempt_at = :at, last_error = :error WHERE id = :id")?
        .execute(named_params! { ":id": id, ":at": at, ":error": error })?;
    Ok(())
}

/// The mail stays due, behind all others: the failure was not its own, so the attempt does not count.
pub fn set_kept(tx: &Tx, id: Id, error: &str, now: Instant) -> ApiResult<()> {
    tx.prepare_cached("UPDATE mails SET attempts = max(attempts - 1, 0), next_attempt_at = :now, last_error = :error WHERE id = :id")?
        .execute(named_params! { ":id": id, ":now": now, ":error": error })?;
    Ok(())
}

/// Makes every mail due that waits for another attempt; says how many.
pub fn release(tx: &Tx, now: Instant) -> rusqlite::Result<usize> {
    let released = tx
        .prepare_cached(
            "UPDATE mails INDEXED BY mails_due SET next_attempt_at = :now WHERE state = 'waiting' AND attempts > 0 AND next_attempt_at > :now",
        )?
        .execute(named_params! { ":now": now })?;
    tx.announce();
    Ok(released)
}

/// How many mails wait, how long the oldest has waited, and the last error.
pub struct Waiting {
    pub count: i64,
    pub since: Option<Instant>,
    pub last_error: String,
}

/// The state of the outbox.
pub fn find_waiting(conn: &Connection) -> rusqlite::Result<Waiting> {
    let (count, since) = conn
        .prepare_cached("SELECT count(*) AS count, (SELECT created_at FROM mails WHERE state = 'waiting' AND unsent = '' ORDER BY id LIMIT 1) AS since FROM mails WHERE state = 'waiting'")?
        .query_row([], |row| Ok((row.get("count")?, row.get("since")?)))?;
    let last_error = conn
        .prepare_cached(
            "SELECT last_error FROM mails INDEXED BY mails_due WHERE state = 'waiting' AND next_attempt_at > 0 AND last_error <> '' ORDER BY next_attempt_at DESC LIMIT 1",
        )?
        .query_row([], |row| row.get("last_error"))
        .optional()?;
    Ok(Waiting {
        count,
        since,
        last_error: last_error.unwrap_or_default(),
    })
}

/// Mails that were refused and are still listed.
pub fn count_failed(conn: &Connection) -> rusqlite::Result<i64> {
    conn.prepare_cached("SELECT count(*) AS count FROM mails WHERE state = 'failed' AND unsent = 'refused'")?
        .query_row([], |row| row.get("count"))
}

/// Deletes the bodies of mails that ended before `bodies` and the rows of those that ended before `rows`, some at a
/// time. Returns whether there may be more.
pub fn tidy(tx: &Tx, bodies: Instant, rows: Instant, now: Instant) -> rusqlite::Result<bool> {
    // Those that ended while the clock ran ahead are kept as long as others from now on.
    tx.prepare_cached("UPDATE mails SET finished_at = :now WHERE finished_at > :now")?
        .execute(named_params! { ":now": now })?;
    let emptied = tx
        .prepare_cached(
            "UPDATE mails SET text = '', html = '', occasion = '' WHERE id IN
               (SELECT id FROM mails WHERE finished_at < :before AND (html <> '' OR occasion <> '') ORDER BY finished_at LIMIT :limit)",
        )?
        .execute(named_params! { ":before": bodies, ":limit": TIDIED })?;
    let deleted = tx
        .prepare_cached("DELETE FROM mails WHERE id IN (SELECT id FROM mails WHERE finished_at < :before ORDER BY finished_at LIMIT :limit)")?
        .execute(named_params! { ":before": rows, ":limit": TIDIED })?;
    let limit = usize::try_from(TIDIED).unwrap_or(usize::MAX);
    Ok(emptied >= limit || deleted >= limit)
}

/// Whether a clock that ran ahead has postponed mails for longer than they ever wait.
pub fn has_put_off(conn: &Connection, now: Instant) -> rusqlite::Result<bool> {
    conn.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM mails INDEXED BY mails_due WHERE state = 'waiting' AND lane <> 'held' AND next_attempt_at > :now
           AND (created_at > :now OR next_attempt_at > :now + 1000 * coalesce(json_extract(:waits, '$[' || attempts || ']'), json_extract(:waits, '$[#-1]')))) AS found",
    )?
    .query_row(named_params! { ":now": now, ":waits": rules::longest_waits() }, |row| row.get("found"))
}

/// Makes those mails due.
pub fn hasten(tx: &Tx, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE mails INDEXED BY mails_due SET next_attempt_at = :now WHERE state = 'waiting' AND lane <> 'held' AND next_attempt_at > :now
           AND (created_at > :now OR next_attempt_at > :now + 1000 * coalesce(json_extract(:waits, '$[' || attempts || ']'), json_extract(:waits, '$[#-1]')))",
    )?
    .execute(named_params! { ":now": now, ":waits": rules::longest_waits() })
    .map(|_| ())
}

//! SQL of letters to participants: their text, their delivery, and their readers' part in the event.

use rusqlite::{Connection, OptionalExtension, named_params};

use super::views::{LetterSent, Words};
use crate::db::Tx;
use crate::db::values::{Id, Instant};

/// A member's part in an event.
pub struct Part {
    /// The secret of their ticket, if they are registered.
    pub ticket: Option<String>,
    pub is_waiting: bool,
    pub meet_link: String,
    pub whatsapp_link: String,
}

/// A member's part in an event, which must exist.
pub fn find_part(conn: &Connection, event: Id, user: Id) -> rusqlite::Result<Part> {
    conn.prepare_cached(
        "SELECT meet_link, whatsapp_link,
           (SELECT r.ticket FROM registrations r WHERE r.event_id = e.id AND r.user_id = :user) AS ticket,
           EXISTS (SELECT 1 FROM waiting_list w WHERE w.event_id = e.id AND w.user_id = :user) AS is_waiting
         FROM events e WHERE e.id = :event",
    )?
    .query_row(named_params! { ":event": event, ":user": user }, |row| {
        Ok(Part {
            ticket: row.get("ticket")?,
            is_waiting: row.get("is_waiting")?,
            meet_link: row.get("meet_link")?,
            whatsapp_link: row.get("whatsapp_link")?,
        })
    })
}

/// Stores a letter before it is queued.
pub fn insert_mailing(tx: &Tx, event: Id, words: &Words, sent_by: Id, now: Instant) -> rusqlite::Result<Id> {
    let id = Id::new(now);
    tx.prepare_cached(
        "INSERT INTO mailings (id, event_id, audience, subject, text, reply_to, sent_by, created_at)
         VALUES (:id, :event, :audience, :subject, :text, :reply_to, :sent_by, :now)",
    )?
    .execute(named_params! {
        ":id": id, ":event": event, ":audience": words.audience.as_str(), ":subject": words.subject, ":text": words.text,
        ":reply_to": words.reply_to, ":sent_by": sent_by, ":now": now,
    })?;
    Ok(id)
}

/// The text of a letter.
pub fn find_mailing(conn: &Connection, id: Id) -> rusqlite::Result<Option<(String, String, String)>> {
    conn.prepare_cached("SELECT subject, text, reply_to FROM mailings WHERE id = :id")?
        .query_row(named_params! { ":id": id }, |row| {
            Ok((row.get("subject")?, row.get("text")?, row.get("reply_to")?))
        })
        .optional()
}

/// The letters that were written about an event, newest first, with their delivery.
pub fn list_mailings(conn: &Connection, event: Id) -> rusqlite::Result<Vec<LetterSent>> {
    conn.prepare_cached(
        "SELECT m.id, m.audience, m.subject, m.text, m.reply_to, m.created_at, coalesce(u.name, '') AS sent_by,
           (SELECT count(*) FROM mails o WHERE o.mailing_id = m.id AND o.state = 'sent') AS sent,
           (SELECT count(*) FROM mails o WHERE o.mailing_id = m.id AND o.state = 'waiting') AS waiting,
           (SELECT count(*) FROM mails o WHERE o.mailing_id = m.id AND o.state = 'failed') AS failed,
           coalesce((SELECT o.last_error FROM mails o WHERE o.mailing_id = m.id AND o.last_error <> '' ORDER BY o.id DESC LIMIT 1), '') AS problem
         FROM mailings m LEFT JOIN users u ON u.id = m.sent_by WHERE m.event_id = :event ORDER BY m.id DESC LIMIT 100",
    )?
    .query_map(named_params! { ":event": event }, |row| {
        Ok(LetterSent {
            id: row.get("id")?,
            audience: row.get("audience")?,
            subject: row.get("subject")?,
            message: row.get("text")?,
            reply_to: row.get("reply_to")?,
            sent_by: row.get("sent_by")?,
            sent_at: row.get("created_at")?,
            sent: row.get("sent")?,
            waiting: row.get("waiting")?,
            failed: row.get("failed")?,
            problem: row.get("problem")?,
        })
    })?
    .collect()
}

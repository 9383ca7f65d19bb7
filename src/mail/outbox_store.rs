//! SQL of the outbox as admins see it: what waits, what was not sent and why, trying again, dropping.

use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::outbox_rules::{label, outcome_of};
use super::rules::{SIGN_IN_LINK, expired};
use super::views::OutboxMail;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;
use crate::site::memo_store::{forget_mail_held, set_mail_held};
use crate::web::paging::{After, Page, Paging, TimeSort};

/// The mails with one outcome.
pub fn list_mails(conn: &Connection, (state, unsent): (&str, &str), sort: TimeSort, paging: &Paging) -> ApiResult<Page<OutboxMail>> {
    let page = match sort {
        TimeSort::Recent => {
            "SELECT o.*, u.name AS member, u.email AS address, m.subject AS mailing_subject FROM mails o
               LEFT JOIN users u ON u.id = o.user_id AND u.deleted_at IS NULL LEFT JOIN mailings m ON m.id = o.mailing_id
             WHERE o.state = :state AND o.unsent = :unsent AND o.id < :after ORDER BY o.id DESC LIMIT :limit OFFSET :offset"
        }
        TimeSort::Oldest => {
            "SELECT o.*, u.name AS member, u.email AS address, m.subject AS mailing_subject FROM mails o
               LEFT JOIN users u ON u.id = o.user_id AND u.deleted_at IS NULL LEFT JOIN mailings m ON m.id = o.mailing_id
             WHERE o.state = :state AND o.unsent = :unsent AND o.id > :after ORDER BY o.id LIMIT :limit OFFSET :offset"
        }
    };
    let mut items = conn
        .prepare_cached(page)?
        .query_map(
            named_params! {
                ":state": state, ":unsent": unsent, ":after": paging.after_id(sort.start()), ":limit": paging.rows(), ":offset": paging.offset,
            },
            mail_from_row,
        )?
        .collect::<rusqlite::Result<Vec<OutboxMail>>>()?;
    let next = paging.cut(&mut items, |mail| After::id(mail.id));
    let total = conn
        .prepare_cached("SELECT count(*) AS count FROM mails WHERE state = :state AND unsent = :unsent")?
        .query_row(named_params! { ":state": state, ":unsent": unsent }, |row| row.get("count"))?;
    Ok(Page { items, total, next })
}

/// Never its words: they may hold a sign-in link.
fn mail_from_row(row: &Row) -> rusqlite::Result<OutboxMail> {
    let (kind, state, unsent): (String, String, String) = (row.get("kind")?, row.get("state")?, row.get("unsent")?);
    let (member, user): (Option<String>, Option<Id>) = (row.get("member")?, row.get("user_id")?);
    let typed = |column: &str| -> rusqlite::Result<String> {
        // A mail to somebody who was a member keeps nothing of them.
        if user.is_some() { Ok(String::new()) } else { row.get(column) }
    };
    let subject: String = match row.get::<_, Option<String>>("mailing_subject")? {
        Some(subject) => subject,
        None if kind == SIGN_IN_LINK => String::new(),
        None => row.get("subject")?,
    };
    Ok(OutboxMail {
        id: row.get("id")?,
        about: label(&kind).to_owned(),
        subject,
        name: match member {
            Some(name) => name,
            None => typed("to_name")?,
        },
        email: match row.get::<_, Option<String>>("address")? {
            Some(address) => address,
            None => typed("to_email")?,
        },
        outcome: outcome_of(&state, &unsent).to_owned(),
        reason: row.get("last_error")?,
        held: row.get::<_, String>("lane")? == "held",
        attempts: row.get("attempts")?,
        queued_at: row.get("created_at")?,
        ended_at: row.get("finished_at")?,
        next_attempt_at: if state == "waiting" { Some(row.get("next_attempt_at")?) } else { None },
    })
}

/// What decides whether a mail may be tried again: its kind, its outcome, whether what it is about is still known, and when
/// it was queued.
pub fn find_standing(conn: &Connection, id: Id) -> rusqlite::Result<Option<(String, &'static str, bool, Instant)>> {
    conn.prepare_cached("SELECT kind, state, unsent, occasion <> '' OR html <> '' AS has_words, created_at FROM mails WHERE id = :id")?
        .query_row(named_params! { ":id": id }, |row| {
            let (state, unsent): (String, String) = (row.get("state")?, row.get("unsent")?);
            Ok((
                row.get("kind")?,
                outcome_of(&state, &unsent),
                row.get("has_words")?,
                row.get("created_at")?,
            ))
        })
        .optional()
}

/// Makes a mail due that waits, or was not sent. It is no longer held with those of a restored backup; that of a message that an
/// admin has paused waits for the message.
pub fn retry(tx: &Tx, id: Id, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE mails SET state = 'waiting', unsent = '', attempts = 0, last_error = '', finished_at = NULL, next_attempt_at = :now,
           lane = CASE WHEN mailing_id IS NULL THEN 'prompt'
             WHEN EXISTS (SELECT 1 FROM mailings m WHERE m.id = mails.mailing_id AND m.paused_at IS NOT NULL) THEN 'held' ELSE 'bulk' END
         WHERE id = :id AND state <> 'sent'",
    )?
    .execute(named_params! { ":id": id, ":now": now })?;
    tx.announce();
    Ok(())
}

/// Makes all mails due that were refused, as far as they are still of use; says how many.
pub fn retry_refused(tx: &Tx, now: Instant) -> rusqlite::Result<i64> {
    let mut select =
        tx.prepare_cached("SELECT id, kind, created_at FROM mails WHERE state = 'failed' AND unsent = 'refused' AND (occasion <> '' OR html <> '')")?;
    let found: Vec<(Id, String, Instant)> = select
        .query_map([], |row| Ok((row.get("id")?, row.get("kind")?, row.get("created_at")?)))?
        .collect::<rusqlite::Result<_>>()?;
    let mut count = 0;
    for (id, kind, created_at) in found {
        if expired(&kind, created_at, now).is_none() {
            retry(tx, id, now)?;
            count += 1;
        }
    }
    Ok(count)
}

/// Holds all mails that wait in a restored backup, because they may have been sent since; says how many.
pub fn hold(tx: &Tx, now: Instant) -> rusqlite::Result<usize> {
    let held = tx
        .prepare_cached("UPDATE mails SET lane = 'held' WHERE state = 'waiting' AND lane IN ('prompt', 'bulk')")?
        .execute([])?;
    if held > 0 {
        set_mail_held(tx, now)?;
    }
    Ok(held)
}

/// Lets the mails of a restored backup leave, but for those of a message that an admin has paused; says how many.
pub fn release_held(tx: &Tx, now: Instant) -> rusqlite::Result<usize> {
    let released = tx
        .prepare_cached(
            "UPDATE mails SET lane = CASE WHEN mailing_id IS NULL THEN 'prompt' ELSE 'bulk' END, next_attempt_at = max(next_attempt_at, :now)
             WHERE state = 'waiting' AND lane = 'held'
               AND NOT EXISTS (SELECT 1 FROM mailings m WHERE m.id = mails.mailing_id AND m.paused_at IS NOT NULL)",
        )?
        .execute(named_params! { ":now": now })?;
    forget_mail_held(tx)?;
    tx.announce();
    Ok(released)
}

/// How many mails are held since a backup was restored, and when the first of them was queued.
pub fn find_held(conn: &Connection) -> rusqlite::Result<(i64, Option<Instant>)> {
    conn.prepare_cached(
        "SELECT count(*) AS count, min(created_at) AS since FROM mails WHERE state = 'waiting' AND lane = 'held'
           AND NOT EXISTS (SELECT 1 FROM mailings m WHERE m.id = mails.mailing_id AND m.paused_at IS NOT NULL)",
    )?
    .query_row([], |row| Ok((row.get("count")?, row.get("since")?)))
}

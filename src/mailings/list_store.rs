//! SQL of the messages that were sent to members: how far each has come, what became of each mail, stopping and going on.

use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::views::{MailOutcome, Mailing};
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;
use crate::mail::outbox_rules::outcome_of;
use crate::web::paging::{After, Page, Paging};

/// The messages that were sent to members, newest first.
pub fn list_mailings(conn: &Connection, paging: &Paging) -> ApiResult<Page<Mailing>> {
    let mut items = conn
        .prepare_cached(
            "SELECT m.*, coalesce(u.name, '') AS sender, e.title AS event_title FROM mailings m LEFT JOIN users u ON u.id = m.sent_by
               LEFT JOIN events e ON e.id = m.event_id WHERE m.choice <> '' AND m.id < :after ORDER BY m.id DESC LIMIT :limit OFFSET :offset",
        )?
        .query_map(
            named_params! { ":after": paging.after_id(Id(i64::MAX)), ":limit": paging.rows(), ":offset": paging.offset },
            mailing_from_row,
        )?
        .collect::<rusqlite::Result<Vec<Mailing>>>()?;
    let next = paging.cut(&mut items, |mailing| After::id(mailing.id));
    for mailing in &mut items {
        count(conn, mailing)?;
    }
    let total = conn
        .prepare_cached("SELECT count(*) AS count FROM mailings WHERE choice <> '' AND id > 0")?
        .query_row([], |row| row.get("count"))?;
    Ok(Page { items, total, next })
}

/// A message that was sent to members.
pub fn find_mailing(conn: &Connection, id: Id) -> rusqlite::Result<Option<Mailing>> {
    let mut found = conn
        .prepare_cached(
            "SELECT m.*, coalesce(u.name, '') AS sender, e.title AS event_title FROM mailings m LEFT JOIN users u ON u.id = m.sent_by
               LEFT JOIN events e ON e.id = m.event_id WHERE m.choice <> '' AND m.id = :id",
        )?
        .query_row(named_params! { ":id": id }, mailing_from_row)
        .optional()?;
    if let Some(mailing) = &mut found {
        count(conn, mailing)?;
    }
    Ok(found)
}

fn mailing_from_row(row: &Row) -> rusqlite::Result<Mailing> {
    Ok(Mailing {
        id: row.get("id")?,
        subject: row.get("subject")?,
        message: row.get("text")?,
        audience: row.get("audience")?,
        kind: row.get("choice")?,
        event: row.get("event_title")?,
        sent_by: row.get("sender")?,
        sent_at: row.get("created_at")?,
        total: 0,
        sent: 0,
        waiting: 0,
        failed: 0,
        unsubscribed: 0,
        skipped: 0,
        paused: row.get::<_, Option<i64>>("paused_at")?.is_some(),
    })
}

/// Fills in how far it has come.
fn count(conn: &Connection, mailing: &mut Mailing) -> rusqlite::Result<()> {
    let mut statement = conn.prepare_cached("SELECT state, unsent, count(*) AS count FROM mails WHERE mailing_id = :id GROUP BY state, unsent")?;
    let mut rows = statement.query(named_params! { ":id": mailing.id })?;
    while let Some(row) = rows.next()? {
        let (state, unsent, count): (String, String, i64) = (row.get("state")?, row.get("unsent")?, row.get("count")?);
        mailing.total += count;
        match (state.as_str(), unsent.as_str()) {
            ("waiting", _) => mailing.waiting += count,
            ("sent", _) => mailing.sent += count,
            (_, "unsubscribed") => mailing.unsubscribed += count,
            (_, "pointless" | "dropped") => mailing.skipped += count,
            _ => mailing.failed += count,
        }
    }
    Ok(())
}

/// The mails of a mailing in the order of their recipients, or those with one outcome.
pub fn list_outcomes(conn: &Connection, mailing: Id, of: Option<(&str, &str)>, paging: &Paging) -> ApiResult<Page<MailOutcome>> {
    let (state, unsent) = of.unzip();
    let page = if state.is_some() {
        "SELECT o.*, u.name AS member, u.email AS address FROM mails o LEFT JOIN users u ON u.id = o.user_id AND u.deleted_at IS NULL
         WHERE o.mailing_id = :mailing AND o.state = :state AND o.unsent = :unsent AND o.id > :after ORDER BY o.id LIMIT :limit OFFSET :offset"
    } else {
        "SELECT o.*, u.name AS member, u.email AS address FROM mails o LEFT JOIN users u ON u.id = o.user_id AND u.deleted_at IS NULL
         WHERE o.mailing_id = :mailing AND :state IS NULL AND :unsent IS NULL AND o.id > :after ORDER BY o.id LIMIT :limit OFFSET :offset"
    };
    let mut items = conn
        .prepare_cached(page)?
        .query_map(
            named_params! {
                ":mailing": mailing, ":state": state, ":unsent": unsent, ":after": paging.after_id(Id(0)), ":limit": paging.rows(),
                ":offset": paging.offset,
            },
            outcome_from_row,
        )?
        .collect::<rusqlite::Result<Vec<MailOutcome>>>()?;
    let next = paging.cut(&mut items, |mail| After::id(mail.id));
    let total = conn
        .prepare_cached(
            "SELECT count(*) AS count FROM mails WHERE mailing_id = :mailing AND (:state IS NULL OR (state = :state AND unsent = :unsent))",
        )?
        .query_row(named_params! { ":mailing": mailing, ":state": state, ":unsent": unsent }, |row| {
            row.get("count")
        })?;
    Ok(Page { items, total, next })
}

fn outcome_from_row(row: &Row) -> rusqlite::Result<MailOutcome> {
    let (state, unsent): (String, String) = (row.get("state")?, row.get("unsent")?);
    let member: Option<String> = row.get("member")?;
    Ok(MailOutcome {
        id: row.get("id")?,
        // Nothing is said of somebody who has left.
        user: if member.is_some() { row.get("user_id")? } else { None },
        name: member.unwrap_or_default(),
        email: row.get::<_, Option<String>>("address")?.unwrap_or_default(),
        outcome: outcome_of(&state, &unsent).to_owned(),
        reason: row.get("last_error")?,
        at: match row.get::<_, Option<Instant>>("finished_at")? {
            Some(at) => at,
            None => row.get("created_at")?,
        },
    })
}

/// Stops a mailing: what waits is held.
pub fn pause(tx: &Tx, id: Id, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE mailings SET paused_at = :now WHERE id = :id AND paused_at IS NULL")?
        .execute(named_params! { ":id": id, ":now": now })?;
    tx.prepare_cached("UPDATE mails SET lane = 'held' WHERE mailing_id = :id AND state = 'waiting' AND lane = 'bulk'")?
        .execute(named_params! { ":id": id })
        .map(|_| ())
}

/// Lets a mailing go on where it stopped.
pub fn resume(tx: &Tx, id: Id) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE mailings SET paused_at = NULL WHERE id = :id")?
        .execute(named_params! { ":id": id })?;
    tx.prepare_cached("UPDATE mails SET lane = 'bulk' WHERE mailing_id = :id AND state = 'waiting' AND lane = 'held'")?
        .execute(named_params! { ":id": id })?;
    tx.announce();
    Ok(())
}

//! SQL of invitations.

use std::collections::HashSet;

use rusqlite::{Connection, OptionalExtension, named_params};

use super::rules::{self, Row};
use super::views::Invitation;
use crate::db::Tx;
use crate::db::secrets::find_secret;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::mail::occasion::Occasion;
use crate::mail::outbox_rules::outcome_of;
use crate::mail::store::queue_at;
use crate::mail::views::NewMail;
use crate::text::email_key;
use crate::web::paging::{After, Page, Paging};

/// Invitations that one write ends.
const ENDED: u32 = 500;

/// The keys of these addresses that are members.
pub fn find_members(conn: &Connection, rows: &[Row]) -> ApiResult<HashSet<String>> {
    let keys: Vec<String> = rows.iter().map(|row| email_key(&row.email)).collect();
    let keys = serde_json::to_string(&keys).map_err(ApiError::internal)?;
    let found = conn
        .prepare_cached("SELECT u.email_key FROM json_each(:keys) page CROSS JOIN users u ON u.email_key = page.value")?
        .query_map(named_params! { ":keys": keys }, |row| row.get("email_key"))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(found)
}

/// The keys of these addresses that were invited before. One whose invitation was taken back was not.
pub fn find_invited(conn: &Connection, hash_key: &[u8], rows: &[Row]) -> rusqlite::Result<HashSet<String>> {
    let mut select = conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM invitations WHERE email_hash = :hash AND state <> 'withdrawn') AS found")?;
    let mut found = HashSet::new();
    for row in rows {
        if select.query_row(named_params! { ":hash": rules::hash(hash_key, &row.email) }, |row| row.get("found"))? {
            found.insert(email_key(&row.email));
        }
    }
    Ok(found)
}

/// Invites somebody. The mail waits until the invitation can no longer be taken back.
pub fn insert_invitation(tx: &Tx, hash_key: &[u8], row: &Row, invited_by: Id, now: Instant) -> ApiResult<Id> {
    let (id, sends_at) = (Id::new(now), now.plus_seconds(rules::GRACE));
    let mail = NewMail {
        user_id: None,
        to_email: row.email.clone(),
        to_name: row.name.clone(),
        occasion: Occasion::Invitation { invitation: id },
    };
    let mail = queue_at(tx, &mail, sends_at, now)?;
    tx.prepare_cached(
        "INSERT INTO invitations (id, email, email_hash, name, invited_by, invited_at, sends_at, mail_id)
         VALUES (:id, :email, :hash, :name, :invited_by, :now, :sends_at, :mail)",
    )?
    .execute(named_params! {
        ":id": id, ":email": row.email, ":hash": rules::hash(hash_key, &row.email), ":name": row.name, ":invited_by": invited_by, ":now": now,
        ":sends_at": sends_at, ":mail": mail,
    })?;
    Ok(id)
}

/// An invitation that is still open: its address, and the name of who invites.
pub fn find_open(conn: &Connection, id: Id) -> rusqlite::Result<Option<(String, String)>> {
    conn.prepare_cached(
        "SELECT i.email, coalesce(u.name, '') AS inviter FROM invitations i LEFT JOIN users u ON u.id = i.invited_by AND u.deleted_at IS NULL
         WHERE i.id = :id AND i.state = 'open'",
    )?
    .query_row(named_params! { ":id": id }, |row| Ok((row.get("email")?, row.get("inviter")?)))
    .optional()
}

/// The state of an invitation.
pub fn find_state(conn: &Connection, id: Id) -> rusqlite::Result<Option<String>> {
    conn.prepare_cached("SELECT state FROM invitations WHERE id = :id")?
        .query_row(named_params! { ":id": id }, |row| row.get("state"))
        .optional()
}

/// A page of the invitations, newest first.
pub fn list_invitations(conn: &Connection, paging: &Paging, now: Instant) -> ApiResult<Page<Invitation>> {
    let mut items = conn
        .prepare_cached(
            "SELECT i.*, coalesce(u.name, '') AS inviter, o.state AS mail_state, o.unsent AS mail_unsent, o.last_error AS mail_error FROM invitations i
               LEFT JOIN users u ON u.id = i.invited_by AND u.deleted_at IS NULL LEFT JOIN mails o ON o.id = i.mail_id
             WHERE i.id < :after ORDER BY i.id DESC LIMIT :limit OFFSET :offset",
        )?
        .query_map(
            named_params! { ":after": paging.after_id(Id(i64::MAX)), ":limit": paging.rows(), ":offset": paging.offset },
            |row| {
                let (state, sends_at): (String, Instant) = (row.get("state")?, row.get("sends_at")?);
                let (mail, unsent): (Option<String>, Option<String>) = (row.get("mail_state")?, row.get("mail_unsent")?);
                let mail = mail.map(|mail| outcome_of(&mail, &unsent.unwrap_or_default()));
                let state = rules::standing(&state, mail, sends_at, now);
                let reason: Option<String> = row.get("mail_error")?;
                Ok(Invitation {
                    id: row.get("id")?,
                    name: row.get("name")?,
                    email: row.get("email")?,
                    state: state.to_owned(),
                    reason: reason.filter(|_| ["waiting", "failed"].contains(&state)).unwrap_or_default(),
                    invited_by: row.get("inviter")?,
                    invited_at: row.get("invited_at")?,
                    sends_at,
                })
            },
        )?
        .collect::<rusqlite::Result<Vec<Invitation>>>()?;
    let next = paging.cut(&mut items, |invitation| After::id(invitation.id));
    let total = conn
        .prepare_cached("SELECT count(*) AS count FROM invitations WHERE id > 0")?
        .query_row([], |row| row.get("count"))?;
    Ok(Page { items, total, next })
}

/// Ends an invitation: its address and name go, and its mail if that has not left; says whether it was open.
fn end(tx: &Tx, id: Id, state: &str) -> rusqlite::Result<bool> {
    let ended = tx
        .prepare_cached("UPDATE invitations SET state = :state, email = '', name = '' WHERE id = :id AND state = 'open'")?
        .execute(named_params! { ":id": id, ":state": state })?;
    tx.prepare_cached("DELETE FROM mails WHERE id = (SELECT mail_id FROM invitations WHERE id = :id) AND state = 'waiting'")?
        .execute(named_params! { ":id": id })?;
    tx.prepare_cached("UPDATE mails SET to_email = '', to_name = '' WHERE id = (SELECT mail_id FROM invitations WHERE id = :id)")?
        .execute(named_params! { ":id": id })?;
    Ok(ended > 0)
}

/// Takes an invitation back, if no attempt to send it has begun.
pub fn withdraw(tx: &Tx, id: Id) -> rusqlite::Result<bool> {
    let is_unsent: bool = tx
        .prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM mails WHERE id = (SELECT mail_id FROM invitations WHERE id = :id) AND state = 'waiting' AND attempts = 0) AS found",
        )?
        .query_row(named_params! { ":id": id }, |row| row.get("found"))?;
    Ok(is_unsent && end(tx, id, "withdrawn")?)
}

/// The invited wants none, now or ever: what remains is a hash.
pub fn decline(tx: &Tx, id: Id) -> rusqlite::Result<()> {
    end(tx, id, "declined")?;
    tx.prepare_cached("UPDATE invitations SET state = 'declined' WHERE id = :id AND state IN ('open', 'expired')")?
        .execute(named_params! { ":id": id })
        .map(|_| ())
}

/// Somebody becomes a member: their invitation has reached its end. Says which name it proposed.
pub fn accept(tx: &Tx, email: &str) -> rusqlite::Result<Option<String>> {
    // Before there is a key, nobody was invited.
    let Some(hash_key) = find_secret(tx, "unsubscribe_key")? else {
        return Ok(None);
    };
    let found: Option<(Id, String)> = tx
        .prepare_cached("SELECT id, name FROM invitations WHERE email_hash = :hash AND state = 'open'")?
        .query_row(named_params! { ":hash": rules::hash(&hash_key, email) }, |row| {
            Ok((row.get("id")?, row.get("name")?))
        })
        .optional()?;
    let Some((id, name)) = found else { return Ok(None) };
    end(tx, id, "joined")?;
    Ok(Some(name).filter(|name| !name.is_empty()))
}

/// Ends invitations that nobody has answered for too long; says whether there may be more.
pub fn expire(tx: &Tx, now: Instant) -> rusqlite::Result<bool> {
    let old: Vec<Id> = tx
        .prepare_cached("SELECT id FROM invitations WHERE state = 'open' AND invited_at <= :before ORDER BY invited_at LIMIT :limit")?
        .query_map(named_params! { ":before": now.plus_seconds(-rules::LIFE), ":limit": ENDED }, |row| {
            row.get("id")
        })?
        .collect::<rusqlite::Result<_>>()?;
    for id in &old {
        end(tx, *id, "expired")?;
    }
    Ok(old.len() >= usize::try_from(ENDED).unwrap_or(usize::MAX))
}

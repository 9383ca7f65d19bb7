//! SQL of sessions as their member sees them, and of changes of addresses.

use rusqlite::{Connection, OptionalExtension, named_params};

use super::rules::Side;
use super::views::{Account, EmailChange, SessionInfo};
use crate::db::Tx;
use crate::db::once::hash;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;
use crate::members::rules::Caller;
use crate::members::store::{count_admins, find_account, index_user};
use crate::sessions::rules::CHANGE_SECONDS;
use crate::text::email_key;

/// The account of the caller.
pub fn find_own_account(conn: &Connection, caller: &Caller, now: Instant) -> ApiResult<Option<Account>> {
    let Some(account) = find_account(conn, caller.id)? else {
        return Ok(None);
    };
    Ok(Some(Account {
        name: account.name,
        email: account.email,
        google_since: conn
            .prepare_cached("SELECT created_at FROM identities WHERE user_id = :user")?
            .query_row(named_params! { ":user": caller.id }, |row| row.get("created_at"))
            .optional()?,
        sessions: list_sessions(conn, caller, now)?,
        email_change: find_change(conn, caller.id, now)?,
        is_last_admin: is_last_admin(conn, caller.id)?,
    }))
}

/// Whether the community would be without an admin who can act if this member left.
pub fn is_last_admin(conn: &Connection, user: Id) -> rusqlite::Result<bool> {
    let is_admin: bool = conn
        .prepare_cached("SELECT role = 'admin' AS is_admin FROM users WHERE id = :user")?
        .query_row(named_params! { ":user": user }, |row| row.get("is_admin"))?;
    Ok(is_admin && count_admins(conn)? <= 1)
}

fn list_sessions(conn: &Connection, caller: &Caller, now: Instant) -> rusqlite::Result<Vec<SessionInfo>> {
    conn.prepare_cached(
        "SELECT id, device, created_at, max(seen_at, created_at) AS seen_at FROM sessions
         WHERE user_id = :user AND expires_at > :now ORDER BY id = :session DESC, max(seen_at, created_at) DESC, id DESC LIMIT 100",
    )?
    .query_map(named_params! { ":user": caller.id, ":session": caller.session, ":now": now }, |row| {
        let id = row.get("id")?;
        Ok(SessionInfo {
            id,
            device: row.get("device")?,
            created_at: row.get("created_at")?,
            seen_at: row.get("seen_at")?,
            is_this: id == caller.session,
        })
    })?
    .collect()
}

/// Ends one of a member's sessions; returns whether it was there.
pub fn delete_own_session(tx: &Tx, user: Id, session: Id) -> rusqlite::Result<bool> {
    tx.prepare_cached("DELETE FROM sessions WHERE id = :session AND user_id = :user")?
        .execute(named_params! { ":session": session, ":user": user })
        .map(|rows| rows > 0)
}

/// Ends all of a member's sessions but this one.
pub fn delete_other_sessions(tx: &Tx, caller: &Caller) -> rusqlite::Result<usize> {
    tx.prepare_cached("DELETE FROM sessions WHERE user_id = :user AND id <> :session")?
        .execute(named_params! { ":user": caller.id, ":session": caller.session })
}

/// Begins a change of the address in place of an earlier one.
pub fn set_change(tx: &Tx, user: Id, email: &str, old_token: &str, new_token: &str, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT OR REPLACE INTO email_changes (user_id, email, old_hash, new_hash, created_at, expires_at)
         VALUES (:user, :email, :old_hash, :new_hash, :now, :expires_at)",
    )?
    .execute(named_params! {
        ":user": user, ":email": email, ":old_hash": hash(old_token), ":new_hash": hash(new_token), ":now": now,
        ":expires_at": now.plus_seconds(CHANGE_SECONDS),
    })
    .map(|_| ())
}

/// Drops a change of the address; returns whether there was one.
pub fn delete_change(tx: &Tx, user: Id) -> rusqlite::Result<bool> {
    tx.prepare_cached("DELETE FROM email_changes WHERE user_id = :user")?
        .execute(named_params! { ":user": user })
        .map(|rows| rows > 0)
}

/// The change of a member's address that can be confirmed.
pub fn find_change(conn: &Connection, user: Id, now: Instant) -> rusqlite::Result<Option<EmailChange>> {
    conn.prepare_cached(
        "SELECT email, old_confirmed_at IS NOT NULL AS old_confirmed, new_confirmed_at IS NOT NULL AS new_confirmed, expires_at
         FROM email_changes WHERE user_id = :user AND expires_at > :now AND created_at <= :now",
    )?
    .query_row(named_params! { ":user": user, ":now": now }, |row| {
        Ok(EmailChange {
            email: row.get("email")?,
            old_confirmed: row.get("old_confirmed")?,
            new_confirmed: row.get("new_confirmed")?,
            expires_at: row.get("expires_at")?,
        })
    })
    .optional()
}

/// The member whose change has this link, and whose link it is.
pub fn find_side(conn: &Connection, token: &str) -> rusqlite::Result<Option<(Id, Side)>> {
    conn.prepare_cached("SELECT user_id, old_hash = :hash AS is_old FROM email_changes WHERE old_hash = :hash OR new_hash = :hash")?
        .query_row(named_params! { ":hash": hash(token) }, |row| {
            let side = if row.get("is_old")? { Side::Old } else { Side::New };
            Ok((row.get("user_id")?, side))
        })
        .optional()
}

/// Notes that one side has confirmed.
pub fn set_confirmed(tx: &Tx, user: Id, side: Side, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE email_changes SET old_confirmed_at = CASE WHEN :is_old THEN :now ELSE old_confirmed_at END,
           new_confirmed_at = CASE WHEN :is_old THEN new_confirmed_at ELSE :now END WHERE user_id = :user",
    )?
    .execute(named_params! { ":user": user, ":is_old": side == Side::Old, ":now": now })
    .map(|_| ())
}

/// Gives the account its new address. Links that were sent to the old one open nothing any more.
pub fn set_email(tx: &Tx, user: Id, email: &str) -> ApiResult<()> {
    tx.prepare_cached("DELETE FROM sign_in_links WHERE email_key = (SELECT email_key FROM users WHERE id = :user)")?
        .execute(named_params! { ":user": user })?;
    tx.prepare_cached("UPDATE users SET email = :email, email_key = :key WHERE id = :user")?
        .execute(named_params! { ":user": user, ":email": email, ":key": email_key(email) })?;
    index_user(tx, user)
}

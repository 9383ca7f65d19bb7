//! SQL of sessions, sign-in links, identities and failed attempts.

use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::rules::{CODE_TRIES, LINK_KEPT_SECONDS, MOST_ATTEMPTS, SEEN_SECONDS, WINDOW};
use crate::db::columns::Columns;
use crate::db::values::{Id, Instant};
use crate::db::{Tx, once};
use crate::members::rules::{Caller, Role};
use crate::text::email_key;

/// The member of a valid session: not expired, not suspended, not deleted. Also whether it is time to note that the session
/// is used.
pub fn find_caller(conn: &Connection, session: Id, now: Instant) -> rusqlite::Result<Option<(Caller, bool)>> {
    conn.prepare_cached(
        "SELECT u.id, u.name, u.role, max(s.seen_at, s.created_at) AS seen_at FROM sessions s JOIN users u ON u.id = s.user_id
         WHERE s.id = :session AND s.expires_at > :now AND u.suspended_at IS NULL AND u.deleted_at IS NULL",
    )?
    .query_row(named_params! { ":session": session, ":now": now }, |row| {
        let row = Columns::of(row);
        let caller = Caller {
            id: row.get("id")?,
            name: row.get("name")?,
            role: Role::parse(row.text("role")?),
            session,
        };
        Ok((caller, row.get::<Instant>("seen_at")?.plus_seconds(SEEN_SECONDS) <= now))
    })
    .optional()
}

/// Notes that a session is used.
pub fn set_seen(tx: &Tx, session: Id, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE sessions SET seen_at = :now WHERE id = :session AND seen_at < :now")?
        .execute(named_params! { ":session": session, ":now": now })
        .map(|_| ())
}

/// Starts a session on a device.
pub fn insert_session(tx: &Tx, user: Id, device: &str, now: Instant, expires_at: Instant) -> rusqlite::Result<Id> {
    let id = Id::new(now);
    tx.prepare_cached("INSERT INTO sessions (id, user_id, device, created_at, expires_at) VALUES (:id, :user, :device, :now, :expires_at)")?
        .execute(named_params! { ":id": id, ":user": user, ":device": device, ":now": now, ":expires_at": expires_at })?;
    Ok(id)
}

/// Ends a session.
pub fn delete_session(tx: &Tx, session: Id) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM sessions WHERE id = :session")?
        .execute(named_params! { ":session": session })
        .map(|_| ())
}

/// Ends all sessions of a member.
pub fn delete_sessions(tx: &Tx, user: Id) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM sessions WHERE user_id = :user")?
        .execute(named_params! { ":user": user })
        .map(|_| ())
}

/// Stores the hashes of a sign-in link and its code, which are valid for that many seconds. The token and the code
/// themselves go into the mail.
pub fn insert_link(tx: &Tx, token: &str, email: &str, code_hash: Option<&[u8]>, now: Instant, seconds: i64) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO sign_in_links (token_hash, email, email_key, code_hash, tries_left, created_at, expires_at)
         VALUES (:hash, :email, :email_key, :code_hash, :tries, :now, :expires_at)",
    )?
    .execute(named_params! {
        ":hash": once::hash(token), ":email": email, ":email_key": email_key(email), ":code_hash": code_hash, ":tries": CODE_TRIES,
        ":now": now, ":expires_at": now.plus_seconds(seconds),
    })
    .map(|_| ())
}

/// A link that was sent, valid or not.
pub struct Link {
    pub token_hash: Vec<u8>,
    /// The address that it was sent to.
    pub email: String,
    pub created_at: Instant,
    pub expires_at: Instant,
    pub used_at: Option<Instant>,
}

fn link_from_row(row: &Row) -> rusqlite::Result<Link> {
    Ok(Link {
        token_hash: row.get("token_hash")?,
        email: row.get("email")?,
        created_at: row.get("created_at")?,
        expires_at: row.get("expires_at")?,
        used_at: row.get("used_at")?,
    })
}

/// The link with this token, while we remember it.
pub fn find_link(conn: &Connection, token: &str) -> rusqlite::Result<Option<Link>> {
    conn.prepare_cached("SELECT * FROM sign_in_links WHERE token_hash = :hash")?
        .query_row(named_params! { ":hash": once::hash(token) }, link_from_row)
        .optional()
}

/// The valid link of an address with this code, as long as the code has attempts left.
pub fn find_link_by_code(conn: &Connection, email_key: &str, code_hash: &[u8], now: Instant) -> rusqlite::Result<Option<Link>> {
    conn.prepare_cached(
        "SELECT * FROM sign_in_links
         WHERE email_key = :email_key AND expires_at > :now AND created_at <= :now AND code_hash = :code_hash AND tries_left > 0 AND used_at IS NULL",
    )?
    .query_row(
        named_params! { ":email_key": email_key, ":now": now, ":code_hash": code_hash },
        link_from_row,
    )
    .optional()
}

/// Marks a link and its code as used.
pub fn set_link_used(tx: &Tx, token_hash: &[u8], now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE sign_in_links SET used_at = :now WHERE token_hash = :hash")?
        .execute(named_params! { ":hash": token_hash, ":now": now })
        .map(|_| ())
}

/// Takes one attempt from every valid code of an address; returns how many the best one has left.
pub fn take_try(tx: &Tx, email_key: &str, now: Instant) -> rusqlite::Result<u32> {
    tx.prepare_cached(
        "UPDATE sign_in_links SET tries_left = tries_left - 1
         WHERE email_key = :email_key AND expires_at > :now AND created_at <= :now AND used_at IS NULL AND tries_left > 0",
    )?
    .execute(named_params! { ":email_key": email_key, ":now": now })?;
    tx.prepare_cached(
        "SELECT coalesce(max(tries_left), 0) AS tries FROM sign_in_links
         WHERE email_key = :email_key AND expires_at > :now AND created_at <= :now AND used_at IS NULL",
    )?
    .query_row(named_params! { ":email_key": email_key, ":now": now }, |row| row.get("tries"))
}

/// The member of an identity.
pub fn find_identity(conn: &Connection, issuer: &str, subject: &str) -> rusqlite::Result<Option<Id>> {
    conn.prepare_cached("SELECT user_id FROM identities WHERE issuer = :issuer AND subject = :subject")?
        .query_row(named_params! { ":issuer": issuer, ":subject": subject }, |row| row.get("user_id"))
        .optional()
}

/// Whether the member is connected to an identity.
pub fn has_identity(conn: &Connection, user: Id) -> rusqlite::Result<bool> {
    conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM identities WHERE user_id = :user) AS found")?
        .query_row(named_params! { ":user": user }, |row| row.get("found"))
}

/// Connects the member's account to the identity. If the identity's previous account was deleted, it moves to this one.
pub fn set_identity(tx: &Tx, issuer: &str, subject: &str, user: Id, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO identities (issuer, subject, user_id, created_at) VALUES (:issuer, :subject, :user, :now)
         ON CONFLICT (issuer, subject) DO UPDATE SET user_id = :user, created_at = :now",
    )?
    .execute(named_params! { ":issuer": issuer, ":subject": subject, ":user": user, ":now": now })
    .map(|_| ())
}

/// The times when `who` failed within the window, newest first, at most `limit`. Times in the
/// future, from before the clock was set back, do not count.
pub fn list_attempts(conn: &Connection, who: &str, limit: u32, now: Instant) -> rusqlite::Result<Vec<Instant>> {
    conn.prepare_cached("SELECT at FROM sign_in_failures WHERE who = :who AND at > :since AND at <= :now ORDER BY at DESC LIMIT :limit")?
        .query_map(
            named_params! { ":who": who, ":since": now.plus_seconds(-WINDOW), ":now": now, ":limit": limit },
            |row| row.get("at"),
        )?
        .collect()
}

/// Counts a failure of `who`. The oldest entries are dropped, so that nobody can fill the
/// table.
pub fn insert_attempt(tx: &Tx, who: &str, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached("INSERT INTO sign_in_failures (who, at) VALUES (:who, :now)")?
        .execute(named_params! { ":who": who, ":now": now })?;
    tx.prepare_cached("DELETE FROM sign_in_failures WHERE rowid <= :last")?
        .execute(named_params! { ":last": tx.last_insert_rowid() - MOST_ATTEMPTS })
        .map(|_| ())
}

/// Clears the failures of `who`.
pub fn delete_attempts(tx: &Tx, who: &str) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM sign_in_failures WHERE who = :who")?
        .execute(named_params! { ":who": who })
        .map(|_| ())
}

/// Bounds what was made while the clock ran ahead, now that it is right again: a session lasts its days from now on, and a
/// link is over, since it may have been mailed long ago.
pub fn bound(tx: &Tx, now: Instant) -> rusqlite::Result<()> {
    // Ids hold the time at which they were made, so only sessions of the future are read.
    tx.prepare_cached("UPDATE sessions SET created_at = :now, expires_at = :now + expires_at - created_at, seen_at = min(seen_at, :now) WHERE id > :first AND created_at > :now")?
        .execute(named_params! { ":now": now, ":first": Id::at(now, 0) })?;
    tx.prepare_cached("UPDATE sign_in_links SET created_at = :now, expires_at = :now WHERE expires_at > :now AND created_at > :now")?
        .execute(named_params! { ":now": now })
        .map(|_| ())
}

/// Deletes what has expired: sessions, links, changes of addresses, failures.
pub fn prune(tx: &Tx, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM email_changes WHERE expires_at <= :now")?
        .execute(named_params! { ":now": now })?;
    tx.prepare_cached("DELETE FROM sessions WHERE expires_at <= :now")?
        .execute(named_params! { ":now": now })?;
    tx.prepare_cached("DELETE FROM sign_in_links WHERE expires_at <= :now")?
        .execute(named_params! { ":now": now.plus_seconds(-LINK_KEPT_SECONDS) })?;
    tx.prepare_cached("DELETE FROM sign_in_failures WHERE at <= :since OR at > :now")?
        .execute(named_params! { ":since": now.plus_seconds(-WINDOW), ":now": now })
        .map(|_| ())
}

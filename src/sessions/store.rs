//! SQL of sessions, sign-in links, identities and failed attempts.

use rusqlite::{Connection, OptionalExtension, named_params};

use super::rules::{LINK_SECONDS, WINDOW};
use super::token;
use crate::db::values::{Id, Instant};
use crate::db::{Tx, once};
use crate::members::rules::{Caller, Role};

/// The member of a living session: not expired, not suspended, not deleted.
pub fn find_caller(conn: &Connection, session: Id, now: Instant) -> rusqlite::Result<Option<Caller>> {
    conn.prepare_cached(
        "SELECT u.id, u.name, u.role FROM sessions s JOIN users u ON u.id = s.user_id
         WHERE s.id = :session AND s.expires_at > :now AND u.suspended_at IS NULL AND u.deleted_at IS NULL",
    )?
    .query_row(named_params! { ":session": session, ":now": now }, |row| {
        Ok(Caller {
            id: row.get("id")?,
            name: row.get("name")?,
            role: Role::parse(&row.get::<_, String>("role")?),
            session,
        })
    })
    .optional()
}

/// Begins a session.
pub fn insert_session(tx: &Tx, user: Id, now: Instant, expires_at: Instant) -> rusqlite::Result<Id> {
    let id = Id::new(now);
    tx.prepare_cached("INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES (:id, :user, :now, :expires_at)")?
        .execute(named_params! { ":id": id, ":user": user, ":now": now, ":expires_at": expires_at })?;
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

/// Makes the token of a sign-in link. Only its hash is kept; the token itself goes into the letter.
pub fn insert_link(tx: &Tx, email: &str, now: Instant) -> rusqlite::Result<String> {
    let token = token::random();
    tx.prepare_cached("INSERT INTO sign_in_links (token_hash, email, expires_at) VALUES (:hash, :email, :expires_at)")?
        .execute(named_params! { ":hash": once::hash(&token), ":email": email, ":expires_at": now.plus_seconds(LINK_SECONDS) })?;
    Ok(token)
}

/// Uses a link up; gives the address it was sent to, if it was still good.
pub fn take_link(tx: &Tx, token: &str, now: Instant) -> rusqlite::Result<Option<String>> {
    tx.prepare_cached("DELETE FROM sign_in_links WHERE token_hash = :hash AND expires_at > :now RETURNING email")?
        .query_row(named_params! { ":hash": once::hash(token), ":now": now }, |row| row.get("email"))
        .optional()
}

/// The member of an identity.
pub fn find_identity(conn: &Connection, issuer: &str, subject: &str) -> rusqlite::Result<Option<Id>> {
    conn.prepare_cached("SELECT user_id FROM identities WHERE issuer = :issuer AND subject = :subject")?
        .query_row(named_params! { ":issuer": issuer, ":subject": subject }, |row| row.get("user_id"))
        .optional()
}

/// Whether the member belongs to an identity.
pub fn has_identity(conn: &Connection, user: Id) -> rusqlite::Result<bool> {
    conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM identities WHERE user_id = :user) AS found")?
        .query_row(named_params! { ":user": user }, |row| row.get("found"))
}

/// Makes the member's account the identity's; an identity whose account was deleted moves on.
pub fn set_identity(tx: &Tx, issuer: &str, subject: &str, user: Id, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO identities (issuer, subject, user_id, created_at) VALUES (:issuer, :subject, :user, :now)
         ON CONFLICT (issuer, subject) DO UPDATE SET user_id = :user, created_at = :now",
    )?
    .execute(named_params! { ":issuer": issuer, ":subject": subject, ":user": user, ":now": now })
    .map(|_| ())
}

/// When `who` last failed within the window (or was mailed a link), newest first, at most `limit`.
pub fn list_attempts(conn: &Connection, who: &str, limit: u32, now: Instant) -> rusqlite::Result<Vec<Instant>> {
    conn.prepare_cached("SELECT at FROM sign_in_failures WHERE who = :who AND at > :since ORDER BY at DESC LIMIT :limit")?
        .query_map(
            named_params! { ":who": who, ":since": now.plus_seconds(-WINDOW), ":limit": limit },
            |row| row.get("at"),
        )?
        .collect()
}

/// Counts a failure of `who` (or a link).
pub fn insert_attempt(tx: &Tx, who: &str, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached("INSERT INTO sign_in_failures (who, at) VALUES (:who, :now)")?
        .execute(named_params! { ":who": who, ":now": now })
        .map(|_| ())
}

/// Forgets the failures of `who`.
pub fn delete_attempts(tx: &Tx, who: &str) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM sign_in_failures WHERE who = :who")?
        .execute(named_params! { ":who": who })
        .map(|_| ())
}

/// Forgets what has expired: sessions, links, failures.
pub fn prune(tx: &Tx, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM sessions WHERE expires_at <= :now")?
        .execute(named_params! { ":now": now })?;
    tx.prepare_cached("DELETE FROM sign_in_links WHERE expires_at <= :now")?
        .execute(named_params! { ":now": now })?;
    tx.prepare_cached("DELETE FROM sign_in_failures WHERE at <= :since")?
        .execute(named_params! { ":since": now.plus_seconds(-WINDOW) })
        .map(|_| ())
}

//! SQL of the log of credentials: entries, the hashes of the tree over them, and its signed heads.

use rusqlite::{Connection, named_params};
use serde_json::json;

use super::key_store::find_signer;
use super::rules::hex;
use super::tree::{self, Hash, Part};
use super::views::{Head, LogEntry};
use crate::db::Tx;
use crate::db::values::Instant;
use crate::error::{ApiError, ApiResult};

/// What happened to a credential.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    Issued,
    Revoked,
}

impl Event {
    const fn as_str(self) -> &'static str {
        match self {
            Event::Issued => "issued",
            Event::Revoked => "revoked",
        }
    }
}

/// The number of entries.
pub fn find_size(conn: &Connection) -> rusqlite::Result<i64> {
    let last: Option<i64> = conn
        .prepare_cached("SELECT max(place) AS last FROM transparency_entries")?
        .query_row([], |row| row.get("last"))?;
    Ok(last.map_or(0, |last| last + 1))
}

/// Adds an entry. It names the credential by the hash of its document, so it tells nothing to whoever does not hold that. Call
/// [`sign_head`] before the transaction ends.
///
/// # Errors
/// 500 when the database fails.
pub fn append(tx: &Tx, event: Event, credential: &Hash, now: Instant) -> ApiResult<()> {
    let place = find_size(tx)?;
    let entry = json!({ "at": now.to_string(), "credential": hex(credential), "event": event.as_str() }).to_string();
    tx.prepare_cached("INSERT INTO transparency_entries (place, entry, hash) VALUES (:place, :entry, :hash)")?
        .execute(named_params! { ":place": place, ":entry": entry, ":hash": credential })?;
    for (part, hash) in tree::filled(place, tree::leaf(entry.as_bytes()), |part| find_part(tx, part))? {
        tx.prepare_cached("INSERT INTO transparency_nodes (level, place, hash) VALUES (:level, :place, :hash)")?
            .execute(named_params! { ":level": part.level, ":place": part.place, ":hash": hash })?;
    }
    Ok(())
}

/// Signs the head of the log as it is now. Its time is never before that of the head before it, even when the clock is set back.
///
/// # Errors
/// 500 when the database fails, or there is no key.
pub fn sign_head(tx: &Tx, now: Instant) -> ApiResult<()> {
    let size = find_size(tx)?;
    let root = find_root(tx, size)?;
    let at = find_head(tx)?.map_or(now, |last| last.at.max(now));
    let key = find_signer(tx)?;
    let multikey = key.public().multikey();
    let text = tree::head_text(&multikey, size, &hex(&root), &at.to_string());
    tx.prepare_cached(
        "INSERT INTO transparency_heads (size, at, root, multikey, signature) VALUES (:size, :at, :root, :multikey, :signature)
         ON CONFLICT DO NOTHING",
    )?
    .execute(named_params! { ":size": size, ":at": at, ":root": root, ":multikey": multikey, ":signature": key.sign(text.as_bytes()) })?;
    Ok(())
}

/// The hash of a full part.
fn find_part(conn: &Connection, part: Part) -> rusqlite::Result<Hash> {
    conn.prepare_cached("SELECT hash FROM transparency_nodes WHERE level = :level AND place = :place")?
        .query_row(named_params! { ":level": part.level, ":place": part.place }, |row| row.get("hash"))
}

fn find_root(conn: &Connection, size: i64) -> rusqlite::Result<Hash> {
    tree::root(size, |part| find_part(conn, part))
}

/// The last head, if there is one.
pub fn find_head(conn: &Connection) -> rusqlite::Result<Option<Head>> {
    Ok(list_heads(conn, i64::MAX, 1)?.pop())
}

/// Heads from the one of this size down, the longest first.
pub fn list_heads(conn: &Connection, from: i64, limit: u32) -> rusqlite::Result<Vec<Head>> {
    conn.prepare_cached("SELECT size, at, root, multikey, signature FROM transparency_heads WHERE size <= :from ORDER BY size DESC LIMIT :limit")?
        .query_map(named_params! { ":from": from, ":limit": limit }, |row| {
            let (root, signature): (Hash, Vec<u8>) = (row.get("root")?, row.get("signature")?);
            Ok(Head::new(row.get("size")?, row.get("at")?, &hex(&root), row.get("multikey")?, &signature))
        })?
        .collect()
}

/// Entries from this place on.
pub fn list_entries(conn: &Connection, from: i64, limit: u32) -> rusqlite::Result<Vec<LogEntry>> {
    conn.prepare_cached("SELECT place, entry FROM transparency_entries WHERE place >= :from ORDER BY place LIMIT :limit")?
        .query_map(named_params! { ":from": from, ":limit": limit }, |row| {
            Ok(LogEntry {
                place: row.get("place")?,
                entry: row.get("entry")?,
            })
        })?
        .collect()
}

/// What the log says of the credential whose document has this hash.
pub fn list_entries_of(conn: &Connection, credential: &[u8]) -> rusqlite::Result<Vec<LogEntry>> {
    conn.prepare_cached("SELECT place, entry FROM transparency_entries WHERE hash = :hash ORDER BY place")?
        .query_map(named_params! { ":hash": credential }, |row| {
            Ok(LogEntry {
                place: row.get("place")?,
                entry: row.get("entry")?,
            })
        })?
        .collect()
}

/// The proof that the entry is among the first `size`, in hexadecimal digits.
///
/// # Errors
/// 422 when the log is shorter, 503 when the entry is not among them.
pub fn find_inclusion(conn: &Connection, place: i64, size: i64) -> ApiResult<Vec<String>> {
    check(conn, size)?;
    if place < 0 || place >= size {
        return Err(ApiError::unavailable(
            "This credential is in the log, but under no head yet. Please ask again in a minute.",
            60,
            format!("the entry {place} is not under the head of size {size}"),
        ));
    }
    Ok(shown(&tree::inclusion(place, size, |part| find_part(conn, part))?))
}

/// The proof that the log of `size` entries begins with that of `old`, in hexadecimal digits.
pub fn find_consistency(conn: &Connection, old: i64, size: i64) -> ApiResult<Vec<String>> {
    check(conn, size)?;
    if old < 1 || old > size {
        return Err(ApiError::invalid("from", "The first size must be from 1 to the second."));
    }
    Ok(shown(&tree::consistency(old, size, |part| find_part(conn, part))?))
}

fn check(conn: &Connection, size: i64) -> ApiResult<()> {
    if size < 1 || size > find_size(conn)? {
        return Err(ApiError::invalid("to", "The log does not have as many entries."));
    }
    Ok(())
}

fn shown(path: &[Hash]) -> Vec<String> {
    path.iter().map(|hash| hex(hash)).collect()
}

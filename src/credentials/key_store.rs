//! SQL of the issuer's keys. The public halves have a table; the secret halves are secrets, so a shareable copy has none.

use rand::RngExt;
use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::key::{PublicKey, SecretKey};
use super::views::IssuerKey;
use crate::db::Tx;
use crate::db::secrets::{find_secret, set_secret};
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};

fn secret_name(multikey: &str) -> String {
    format!("issuer_key:{multikey}")
}

/// All keys that the issuer has had, the present one first.
pub fn list_keys(conn: &Connection) -> rusqlite::Result<Vec<IssuerKey>> {
    conn.prepare_cached("SELECT multikey, since, until FROM issuer_keys ORDER BY id DESC")?
        .query_map([], key_from_row)?
        .collect()
}

fn key_from_row(row: &Row) -> rusqlite::Result<IssuerKey> {
    Ok(IssuerKey {
        multikey: row.get("multikey")?,
        since: row.get("since")?,
        until: row.get("until")?,
    })
}

/// The present key, if there is one.
pub fn find_key(conn: &Connection) -> rusqlite::Result<Option<IssuerKey>> {
    conn.prepare_cached("SELECT multikey, since, until FROM issuer_keys WHERE until IS NULL")?
        .query_row([], key_from_row)
        .optional()
}

/// All keys, as documents list them.
pub fn list_public_keys(conn: &Connection) -> rusqlite::Result<Vec<PublicKey>> {
    let keys = list_keys(conn)?;
    Ok(keys.iter().filter_map(|key| PublicKey::parse(&key.multikey)).collect())
}

/// The secret half of a key, if this database has it.
pub fn find_secret_key(conn: &Connection, multikey: &str) -> rusqlite::Result<Option<SecretKey>> {
    let bytes: Option<[u8; 32]> = find_secret(conn, &secret_name(multikey))?.and_then(|bytes| bytes.try_into().ok());
    Ok(bytes.map(|bytes| SecretKey::from_bytes(&bytes)))
}

/// The key that signs today.
///
/// # Errors
/// 500 when there is none: the start of the server makes it.
pub fn find_signer(conn: &Connection) -> ApiResult<SecretKey> {
    let key = find_key(conn)?.ok_or_else(|| ApiError::internal("the issuer has no key"))?;
    find_secret_key(conn, &key.multikey)?.ok_or_else(|| ApiError::internal("the secret half of the issuer's key is missing"))
}

/// Makes a key unless the present one can sign: at the first run, and when the file is a copy without secrets.
///
/// # Errors
/// 500 when the database fails.
pub fn keep_key(tx: &Tx, now: Instant) -> ApiResult<()> {
    if find_signer(tx).is_err() {
        replace_key(tx, now)?;
    }
    Ok(())
}

/// Makes a key that signs from now on. The one before it stays, because what it has signed stays valid.
///
/// # Errors
/// 500 when the database fails.
pub fn replace_key(tx: &Tx, now: Instant) -> ApiResult<IssuerKey> {
    let bytes: [u8; 32] = rand::rng().random();
    let multikey = SecretKey::from_bytes(&bytes).public().multikey();
    tx.prepare_cached("UPDATE issuer_keys SET until = :now WHERE until IS NULL")?
        .execute(named_params! { ":now": now })?;
    tx.prepare_cached("INSERT INTO issuer_keys (id, multikey, since) VALUES (:id, :multikey, :now)")?
        .execute(named_params! { ":id": Id::new(now), ":multikey": multikey, ":now": now })?;
    set_secret(tx, &secret_name(&multikey), &bytes)?;
    Ok(IssuerKey {
        multikey,
        since: now,
        until: None,
    })
}

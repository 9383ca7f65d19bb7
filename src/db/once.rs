//! Single-use values: hashes of accepted ID tokens and captcha answers (table used_tokens).

use rusqlite::named_params;
use sha2::{Digest, Sha256};

use super::Tx;
use super::values::Instant;

/// Seconds that a hash is kept after its token expires, so that a slow request still finds it.
const SPARE: i64 = 120;

/// The hash of a secret, in the form that all tables store.
pub fn hash(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

/// Marks `text` as used; false when it was used before. The caller must reject it as expired from `expires_at` on.
pub fn use_up(tx: &Tx, text: &str, expires_at: Instant) -> rusqlite::Result<bool> {
    tx.prepare_cached("INSERT INTO used_tokens (hash, expires_at) VALUES (:hash, :expires_at) ON CONFLICT DO NOTHING")?
        .execute(named_params! { ":hash": hash(text), ":expires_at": expires_at.plus_seconds(SPARE) })
        .map(|rows| rows == 1)
}

/// Deletes expired hashes.
pub fn prune(tx: &Tx, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM used_tokens WHERE expires_at <= :now")?
        .execute(named_params! { ":now": now })
        .map(|_| ())
}

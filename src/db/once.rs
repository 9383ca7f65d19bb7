//! What counts once: hashes of ID tokens and captcha answers already accepted (table used_tokens).

use rusqlite::named_params;
use sha2::{Digest, Sha256};

use super::Tx;
use super::values::Instant;

/// Seconds that a hash is kept beyond the end of what it stands for, so that a slow request finds it still there.
const SPARE: i64 = 120;

/// The hash of a secret, as all tables keep them.
pub fn hash(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

/// Uses `text` up; false when it was used before. It must be refused for its age from `expires_at` on.
pub fn use_up(tx: &Tx, text: &str, expires_at: Instant) -> rusqlite::Result<bool> {
    tx.prepare_cached("INSERT INTO used_tokens (hash, expires_at) VALUES (:hash, :expires_at) ON CONFLICT DO NOTHING")?
        .execute(named_params! { ":hash": hash(text), ":expires_at": expires_at.plus_seconds(SPARE) })
        .map(|rows| rows == 1)
}

/// Forgets what has expired.
pub fn prune(tx: &Tx, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM used_tokens WHERE expires_at <= :now")?
        .execute(named_params! { ":now": now })
        .map(|_| ())
}

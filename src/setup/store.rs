//! The set-up link; its hash is one of the secrets. It is valid while the community has no admin.

use rusqlite::Connection;

use crate::db::secrets::{delete_secret, find_secret, set_secret};
use crate::db::{Tx, once};
use crate::members::store::admin_exists;
use crate::sessions::token;

const SECRET: &str = "setup_token";

/// Creates a new token that replaces the previous one; `None` once there is an admin.
pub fn renew(tx: &Tx) -> rusqlite::Result<Option<String>> {
    if admin_exists(tx)? {
        close(tx)?;
        return Ok(None);
    }
    let token = token::random();
    set_secret(tx, SECRET, &once::hash(&token))?;
    Ok(Some(token))
}

/// Whether this is the valid token.
pub fn is_good(conn: &Connection, token: &str) -> rusqlite::Result<bool> {
    Ok(find_secret(conn, SECRET)?.is_some_and(|hash| hash == once::hash(token)) && !admin_exists(conn)?)
}

/// Invalidates the link for good.
pub fn close(tx: &Tx) -> rusqlite::Result<()> {
    delete_secret(tx, SECRET).map(|_| ())
}

//! What the program remembers from one start to the next.

use std::net::IpAddr;

use rusqlite::{Connection, OptionalExtension, named_params};

use crate::config::Config;
use crate::db::Tx;
use crate::db::values::Instant;
use crate::web::address::Sign;

/// When an admin or the shell last copied the file, in milliseconds since 1970.
const COPIED: &str = "copied";

/// When a backup was last made, in milliseconds since 1970.
const BACKED_UP: &str = "backed_up";

/// The https address at which the site was last reached.
const REACHED: &str = "reached";

/// Since when mails are held because a backup was restored, in milliseconds since 1970.
const MAIL_HELD: &str = "mail_held";

fn name(sign: Sign) -> &'static str {
    match sign {
        Sign::Forwarded => "proxy:forwarded",
        Sign::Local => "proxy:local",
    }
}

fn find(conn: &Connection, name: &str) -> rusqlite::Result<Option<String>> {
    conn.prepare_cached("SELECT value FROM memos WHERE name = :name")?
        .query_row(named_params! { ":name": name }, |row| row.get("value"))
        .optional()
}

fn set(tx: &Tx, name: &str, value: &str) -> rusqlite::Result<()> {
    tx.prepare_cached("INSERT OR REPLACE INTO memos (name, value) VALUES (:name, :value)")?
        .execute(named_params! { ":name": name, ":value": value })
        .map(|_| ())
}

/// Remembers the address in which a proxy showed that the settings do not know.
pub fn set_sign(tx: &Tx, sign: Sign, peer: IpAddr) -> rusqlite::Result<()> {
    set(tx, name(sign), &peer.to_string())
}

/// Forgets the signs of unknown proxies: after a start they show again, if they are still there.
pub fn forget_signs(tx: &Tx) -> rusqlite::Result<()> {
    let mut statement = tx.prepare_cached("DELETE FROM memos WHERE name = :name")?;
    for sign in Sign::ALL {
        statement.execute(named_params! { ":name": name(sign) })?;
    }
    Ok(())
}

/// Remembers that a backup was made.
pub fn set_backed_up(tx: &Tx, now: Instant) -> rusqlite::Result<()> {
    set(tx, BACKED_UP, &now.millis().to_string())
}

/// Remembers that the file was copied.
pub fn set_copied(tx: &Tx, now: Instant) -> rusqlite::Result<()> {
    set(tx, COPIED, &now.millis().to_string())
}

/// When the file was last copied.
pub fn find_copied(conn: &Connection) -> rusqlite::Result<Option<Instant>> {
    Ok(find(conn, COPIED)?.and_then(|millis| millis.parse().ok()).map(Instant::from_millis))
}

/// Remembers that the mails of a restored backup are held from now on.
pub fn set_mail_held(tx: &Tx, now: Instant) -> rusqlite::Result<()> {
    set(tx, MAIL_HELD, &now.millis().to_string())
}

/// Since when the mails of a restored backup are held, if they are.
pub fn find_mail_held(conn: &Connection) -> rusqlite::Result<Option<Instant>> {
    Ok(find(conn, MAIL_HELD)?.and_then(|millis| millis.parse().ok()).map(Instant::from_millis))
}

/// Remembers that they are held no more.
pub fn forget_mail_held(tx: &Tx) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM memos WHERE name = :name")?
        .execute(named_params! { ":name": MAIL_HELD })
        .map(|_| ())
}

/// Remembers that visitors reach the site at this https address.
pub fn set_reached(tx: &Tx, site_url: &str) -> rusqlite::Result<()> {
    set(tx, REACHED, site_url)
}

/// Whether the site was reached at this https address.
pub fn was_reached(conn: &Connection, site_url: &str) -> rusqlite::Result<bool> {
    Ok(find(conn, REACHED)?.is_some_and(|url| url == site_url))
}

/// What is valid in the settings of the machine and still looks wrong, by itself or by the requests that come.
pub fn list_notes(conn: &Connection, config: &Config) -> rusqlite::Result<Vec<String>> {
    let mut notes = config.notes();
    let trusted = config.trusted_networks();
    for sign in Sign::ALL {
        let Some(peer) = find(conn, name(sign))?.and_then(|text| text.parse().ok()) else {
            continue;
        };
        let is_https = config.is_behind_https();
        let still = Sign::of(peer, sign == Sign::Forwarded, is_https, &trusted) == Some(sign);
        // The settings alone say the same.
        if still && (sign == Sign::Forwarded || notes.is_empty()) {
            notes.push(sign.sentence(peer));
        }
    }
    Ok(notes)
}

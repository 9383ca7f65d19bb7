//! Copies the whole database into one file while others read and write: complete, or without what lets somebody in.

use std::io;
use std::path::Path;

use rusqlite::Connection;

use super::connection::configure;
use super::duplicate::{duplicate, remove, sync};
use super::file::create_private;
use super::migrate;

/// What a copy to hand on does not hold: sessions, links and codes to sign in or to confirm an address, keys, private
/// addresses of calendars, the secrets of tickets (each gets another), marks of clients, and what mails say. Mails that wait are gone with it, because nobody may send
/// them a second time. The remaining secrets are no keys: by them calendars keep their ids.
const STRIP: &str = "BEGIN;
DELETE FROM sessions;
DELETE FROM sign_in_links;
DELETE FROM email_changes;
DELETE FROM sign_in_failures;
DELETE FROM used_tokens;
DELETE FROM limited_uses;
DELETE FROM calendar_feeds;
UPDATE registrations SET ticket = lower(hex(randomblob(16)));
DELETE FROM secrets WHERE name NOT IN ('calendar_host', 'demo', 'search_folding');
UPDATE mailings SET text = '' WHERE id IN (SELECT mailing_id FROM mails WHERE state = 'waiting');
DELETE FROM mails WHERE state = 'waiting';
DELETE FROM mail_attachments;
UPDATE mails SET text = '', html = '', occasion = '', unsubscribe_url = '';
COMMIT;
VACUUM;";

/// Copies the file as it is at one moment, with what is still in its log, and checks the copy: that it is whole, and that
/// each table has as many rows as there were at that moment. Only its owner may read the new file. `is_shareable` leaves out
/// what lets somebody in. No half a copy remains.
///
/// # Errors
/// One sentence, also when there is a file of that name.
pub fn copy(from: &Path, to: &Path, is_shareable: bool) -> Result<(), String> {
    let shown = to.display();
    create_private(to).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => format!("{shown} is there already. Name a file that is not."),
        _ => format!("{shown} cannot be created: {error}"),
    })?;
    let copied = fill(from, to, is_shareable);
    if copied.is_err() {
        remove(to);
    }
    copied
}

fn fill(from: &Path, to: &Path, is_shareable: bool) -> Result<(), String> {
    let failed = |error: &dyn std::fmt::Display| format!("{} cannot be written: {error}", to.display());
    duplicate(&migrate::open_to_read(from)?, to).map_err(|error| failed(&error))?;
    if is_shareable {
        strip(to).map_err(|error| failed(&error))?;
        sync(to).map_err(|error| failed(&error))?;
    }
    migrate::check(to).map(|_| ())
}

/// What is deleted is overwritten, as everywhere.
fn strip(path: &Path) -> rusqlite::Result<()> {
    let conn = Connection::open(path)?;
    configure(&conn)?;
    conn.execute_batch(STRIP)
}

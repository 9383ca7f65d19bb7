//! Creates a new file from schema.sql and upgrades an older one to it. Files of other programs, damaged files, and
//! files of newer versions or unfinished builds are refused before anything is written to them.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::schema::Schema;
use super::{configure, snapshot};

/// Marks the file as Community's ("Comm"), so that we never touch another program's database.
pub const APPLICATION_ID: i32 = 0x436f_6d6d;

/// The schema of a new file.
pub const SCHEMA: &str = include_str!("../../schema.sql");

/// The scripts that lead from each version to the next, in order. The first one turns an empty file into version 1.
const MIGRATIONS: &[&str] = &[include_str!("migrations/0001.sql"), include_str!("migrations/0002.sql")];

/// The version that this program writes.
pub fn version() -> i32 {
    i32::try_from(MIGRATIONS.len()).unwrap_or(i32::MAX)
}

/// Opens (or creates, or upgrades) the database and returns the write connection.
///
/// # Errors
/// One sentence that says what is wrong with the file.
pub fn open(path: &Path) -> Result<Connection, String> {
    let shown = path.display();
    let is_new = match std::fs::metadata(path) {
        Ok(found) if found.is_dir() => return Err(format!("{shown} is a folder, not a database file.")),
        Ok(found) => found.len() == 0,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            create_private(path).map_err(|error| format!("The database {shown} cannot be created: {error}"))?;
            true
        }
        Err(error) => return Err(format!("The database {shown} cannot be opened: {error}")),
    };
    let found = if is_new { version() } else { find_version(path)? };
    if let Some(verdict) = verdict(path, "quick_check")? {
        return Err(format!("{shown} is damaged ({verdict}); it was left untouched."));
    }
    let prepared = |error: rusqlite::Error| format!("The database {shown} cannot be prepared: {error}");
    let mut conn = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)
        .map_err(|error| format!("The database {shown} cannot be opened: {error}"))?;
    configure(&conn).map_err(prepared)?;
    conn.pragma_update(None, "journal_mode", "WAL").map_err(prepared)?;
    if is_new {
        create(&mut conn).map_err(prepared)?;
    }
    if found < version() {
        upgrade(&mut conn, path, found)?;
    }
    Ok(conn)
}

/// Checks a file without changing it: is it ours, intact, and not newer than this program?
///
/// # Errors
/// One sentence that says what is wrong.
pub fn check(path: &Path) -> Result<(), String> {
    find_version(path)?;
    match verdict(path, "integrity_check")? {
        None => Ok(()),
        Some(verdict) => Err(format!("{} is damaged ({verdict}).", path.display())),
    }
}

/// The version of a file of ours, after comparing its whole schema with that version.
fn find_version(path: &Path) -> Result<i32, String> {
    let shown = path.display();
    let conn = open_to_look(path)?;
    let pragma = |name: &str| conn.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let application = pragma("application_id").map_err(|error| format!("{shown} is not a database of Community: {error}"))?;
    if application != APPLICATION_ID {
        return Err(format!("{shown} is not a database of Community; it was left untouched."));
    }
    let found = pragma("user_version").map_err(|error| format!("{shown} cannot be read: {error}"))?;
    if found > version() {
        return Err(format!(
            "{shown} was written by a newer Community (version {found}, this one knows {}); it was left untouched.",
            version()
        ));
    }
    let wanted = wanted(found).map_err(|error| format!("The schema of version {found} cannot be created: {error}"))?;
    let schema = Schema::read(&conn).map_err(|error| format!("{shown} is damaged: {error}"))?;
    match schema.difference(&wanted) {
        None => Ok(found),
        Some(difference) => Err(format!(
            "{shown} says version {found} but {difference}, so an unfinished build of Community wrote it. Use a backup or a new file; this one was left untouched."
        )),
    }
}

/// The first problem that SQLite's integrity check finds, if any.
pub(super) fn verdict(path: &Path, check: &str) -> Result<Option<String>, String> {
    let conn = open_to_look(path)?;
    conn.pragma_query_value(None, check, |row| row.get::<_, String>(0))
        .map(|verdict| (verdict != "ok").then(|| verdict.replace('\n', " ")))
        .map_err(|error| format!("{} is damaged: {error}", path.display()))
}

/// Opens a file for reading only.
///
/// # Errors
/// A sentence when it cannot be opened.
pub fn open_to_look(path: &Path) -> Result<Connection, String> {
    Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)
        .map_err(|error| format!("The database {} cannot be opened: {error}", path.display()))
}

/// The schema that a file of this version should have.
fn wanted(version: i32) -> rusqlite::Result<Schema> {
    let conn = Connection::open_in_memory()?;
    let steps = usize::try_from(version).unwrap_or(0);
    if steps == MIGRATIONS.len() {
        conn.execute_batch(SCHEMA)?;
    } else {
        conn.pragma_update(None, "legacy_alter_table", true)?;
        for migration in MIGRATIONS.iter().take(steps) {
            conn.execute_batch(migration)?;
        }
    }
    Schema::read(&conn)
}

/// Creates the schema in an empty database, completely or not at all.
///
/// # Errors
/// SQLite's.
pub fn create(conn: &mut Connection) -> rusqlite::Result<()> {
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    tx.execute_batch(SCHEMA)?;
    tx.pragma_update(None, "application_id", APPLICATION_ID)?;
    tx.pragma_update(None, "user_version", version())?;
    tx.commit()
}

/// Takes a snapshot and then runs the migrations after version `found`, each in its own transaction.
fn upgrade(conn: &mut Connection, path: &Path, found: i32) -> Result<(), String> {
    let shown = path.display();
    let newest = version();
    let snapshot = snapshot::take(conn, path, &format!(".before-version-{newest}"))?;
    let steps = MIGRATIONS.iter().zip(1..).filter(|(_, number)| *number > found);
    for (migration, number) in steps {
        step(conn, migration, number).map_err(|error| {
            format!(
                "{shown} cannot be upgraded to version {number} ({error}). It is unchanged, and there is a copy of it at {}.",
                snapshot.display()
            )
        })?;
    }
    tracing::info!(
        "{shown} is upgraded to version {newest}; a copy of version {found} is at {}",
        snapshot.display()
    );
    Ok(())
}

fn step(conn: &mut Connection, migration: &str, number: i32) -> Result<(), String> {
    let text = |error: rusqlite::Error| error.to_string();
    // Rebuilding a table needs both pragmas, and the first one only works outside a transaction.
    conn.pragma_update(None, "foreign_keys", false).map_err(text)?;
    conn.pragma_update(None, "legacy_alter_table", true).map_err(text)?;
    let done = change(conn, migration, number);
    conn.pragma_update(None, "legacy_alter_table", false).map_err(text)?;
    conn.pragma_update(None, "foreign_keys", true).map_err(text)?;
    done
}

fn change(conn: &mut Connection, migration: &str, number: i32) -> Result<(), String> {
    let text = |error: rusqlite::Error| error.to_string();
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate).map_err(text)?;
    tx.execute_batch(migration).map_err(text)?;
    let mut broken = Vec::new();
    tx.pragma_query(None, "foreign_key_check", |row| {
        broken.push((row.get::<_, String>("table")?, row.get::<_, String>("parent")?));
        Ok(())
    })
    .map_err(text)?;
    if let Some((table, parent)) = broken.first() {
        return Err(format!(
            "{} rows refer to missing rows; the first is in the table {table} and refers to {parent}",
            broken.len()
        ));
    }
    tx.pragma_update(None, "user_version", number).map_err(text)?;
    tx.commit().map_err(text)
}

#[cfg(unix)]
pub(super) fn create_private(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt;
    std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
        .map(|_| ())
}

#[cfg(not(unix))]
pub(super) fn create_private(path: &Path) -> std::io::Result<()> {
    std::fs::OpenOptions::new().write(true).create_new(true).open(path).map(|_| ())
}

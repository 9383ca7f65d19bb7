//! Creates a new file from schema.sql and upgrades an older one to it. Files of other programs, damaged files, and
//! files of newer versions or unfinished builds are refused before anything is written to them.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::connection::configure;
use super::fault::{Fault, line};
use super::file::{self, Lock, beside, create_private, length, verdict};
use super::schema::Schema;
use super::snapshot;

/// Marks the file as Community's ("Comm"), so that we never touch another program's database.
pub const APPLICATION_ID: i32 = 0x436f_6d6d;

/// The schema of a new file.
pub const SCHEMA: &str = include_str!("../../schema.sql");

/// The scripts that lead from each version to the next, in order. The first one turns an empty file into version 1.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001.sql"),
    include_str!("migrations/0002.sql"),
    include_str!("migrations/0003.sql"),
    include_str!("migrations/0004.sql"),
    include_str!("migrations/0005.sql"),
    include_str!("migrations/0006.sql"),
];

/// The time between two attempts of a command to write, and the number of attempts.
const ASKED_EVERY: Duration = Duration::from_millis(2);
const ASKED_AT_MOST: i32 = 30_000;

/// The version that this program writes.
pub fn version() -> i32 {
    i32::try_from(MIGRATIONS.len()).unwrap_or(i32::MAX)
}

/// Opens, creates or upgrades the database for a command that writes, with or without a running server.
///
/// # Errors
/// One sentence that says what is wrong with the file, and what to do.
pub fn open(path: &Path) -> Result<Connection, String> {
    let path = file::resolve(path)?;
    let conn = if find_version(&path).map_err(|fault| fault.of_database(&path))? == Some(version()) {
        connect(&path)?
    } else {
        open_locked(&path, &Lock::take(&path)?)?
    };
    // A busy server frees the lock only for moments, so there are many attempts over a long time.
    conn.busy_handler(Some(|times| {
        std::thread::sleep(ASKED_EVERY);
        times < ASKED_AT_MOST
    }))
    .map_err(|error| format!("The database {} cannot be opened: {}", path.display(), line(&error.to_string())))?;
    Ok(conn)
}

/// Opens the database for a command that only reads. It changes nothing, not even the version of the file.
///
/// # Errors
/// One sentence that says what is wrong with the file, and what to do.
pub fn open_to_read(path: &Path) -> Result<Connection, String> {
    let path = file::resolve(path)?;
    if find_version(&path).map_err(|fault| fault.of_database(&path))? != Some(version()) {
        return Err(format!(
            "The database {} is not of version {}: start the server once with \"community serve\".",
            path.display(),
            version()
        ));
    }
    file::look(&path).map_err(|error| format!("The database {} cannot be opened: {error}", path.display()))
}

/// Opens, creates or upgrades the database for the process that has the right to serve it. A new file that it
/// cannot finish is removed.
///
/// # Errors
/// One sentence that says what is wrong with the file, and what to do.
pub fn open_locked(path: &Path, _lock: &Lock) -> Result<Connection, String> {
    let found = find_version(path).map_err(|fault| fault.of_database(path))?;
    let is_absent = !path.exists();
    if is_absent {
        create_private(path).map_err(|error| format!("The database {} cannot be made: {error}", path.display()))?;
    }
    file::require_writable(path)?;
    let prepared = prepare(path, found);
    if prepared.is_err() && is_absent {
        for end in ["", "-journal", "-wal", "-shm"] {
            let _ = std::fs::remove_file(beside(path, end));
        }
    }
    prepared
}

fn prepare(path: &Path, found: Option<i32>) -> Result<Connection, String> {
    let mut conn = connect(path)?;
    let failed = |error: rusqlite::Error| match Fault::of(&error) {
        Fault::Locked => Fault::Locked.of_database(path),
        _ => format!("The database {} cannot be prepared: {}", path.display(), line(&error.to_string())),
    };
    if found.is_none() {
        create(&mut conn).map_err(failed)?;
    }
    // Not earlier: an interruption right after the switch would leave a file that is neither empty nor ours.
    conn.pragma_update(None, "journal_mode", "WAL").map_err(failed)?;
    match found {
        Some(found) if found < version() => upgrade(&mut conn, path, found)?,
        _ => {}
    }
    Ok(conn)
}

/// Opens a file to write to it.
///
/// # Errors
/// One sentence.
pub fn connect(path: &Path) -> Result<Connection, String> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(path, flags)
        .and_then(|conn| configure(&conn).map(|()| conn))
        .map_err(|error| match Fault::of(&error) {
            Fault::Locked => Fault::Locked.of_database(path),
            _ => format!("The database {} cannot be opened: {}", path.display(), line(&error.to_string())),
        })
}

/// Checks without changing the file whether it is ours, undamaged, and not newer than this program. Returns its version,
/// or `None` when it is empty or does not exist.
///
/// # Errors
/// One sentence that says what is wrong, and what to do.
pub fn check(path: &Path) -> Result<Option<i32>, String> {
    let path = file::resolve(path)?;
    examine(&path).map_err(|fault| fault.of_database(&path))
}

/// The version of a file of ours with the complete schema of that version; `None` before the first write.
///
/// # Errors
/// What is wrong with it.
pub fn find_version(path: &Path) -> Result<Option<i32>, Fault> {
    let log = beside(path, "-wal");
    if length(path) == 0 {
        return if path.exists() && length(&log) > 0 {
            Err(Fault::LostToLog(log))
        } else {
            Ok(None)
        };
    }
    let unreadable = |error: rusqlite::Error| Fault::of(&error);
    file::recover(path).map_err(unreadable)?;
    if length(path) == 0 {
        return Ok(None);
    }
    let conn = file::look(path).map_err(unreadable)?;
    let number = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, i32>(0)).map_err(unreadable);
    let (application, found) = (number("PRAGMA application_id")?, number("PRAGMA user_version")?);
    if application != APPLICATION_ID {
        let is_blank = application == 0 && found == 0 && number("SELECT count(*) FROM sqlite_schema")? == 0;
        return if is_blank { Ok(None) } else { Err(Fault::Foreign) };
    }
    if found > version() {
        return Err(Fault::Newer { found, known: version() });
    }
    let wanted = wanted(found).map_err(|error| Fault::Unreadable(format!("the schema of version {found} cannot be made: {error}")))?;
    match Schema::read(&conn).map_err(unreadable)?.difference(&wanted) {
        None => Ok(Some(found)),
        Some(difference) => Err(Fault::Unfinished { found, difference }),
    }
}

/// The same, for a file that is whole: every page and index was looked at.
///
/// # Errors
/// What is wrong with it.
pub fn examine(path: &Path) -> Result<Option<i32>, Fault> {
    let found = find_version(path)?;
    if found.is_some()
        && let Some(verdict) = verdict(path)?
    {
        return Err(Fault::Damaged(verdict));
    }
    Ok(found)
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
    let snapshot = snapshot::take(conn, path, &format!(".before-version-{}", version()))?;
    bring_up(conn, path, found).map_err(|error| format!("{error} There is a copy of it at {}.", snapshot.display()))?;
    tracing::info!(
        "{shown} is upgraded to version {}; a copy of version {found} is at {}",
        version(),
        snapshot.display()
    );
    Ok(())
}

/// Runs the migrations after version `found`, each in its own transaction.
///
/// # Errors
/// One sentence. The file is as it was before the step that failed.
pub fn bring_up(conn: &mut Connection, path: &Path, found: i32) -> Result<(), String> {
    let steps = MIGRATIONS.iter().zip(1..).filter(|(_, number)| *number > found);
    for (migration, number) in steps {
        step(conn, migration, number)
            .map_err(|error| format!("{} cannot be upgraded to version {number} ({error}). It is unchanged.", path.display()))?;
    }
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

//! Makes a new file from schema.sql and brings an older one up to it. A file that is not ours, damaged, or of a newer
//! version is refused before anything is written to it.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::configure;

/// Marks the file as Community's ("Comm"), so that no other program's database is touched.
pub const APPLICATION_ID: i32 = 0x436f_6d6d;

/// The schema of a new file.
pub const SCHEMA: &str = include_str!("../../schema.sql");

/// What led from version 1 to today's schema, in order: migration 0 makes version 2 of version 1, and so on.
const MIGRATIONS: &[&str] = &[];

/// The version that this program writes.
pub fn version() -> i32 {
    1 + i32::try_from(MIGRATIONS.len()).unwrap_or(i32::MAX - 1)
}

/// Opens (or makes, or upgrades) the database and returns the connection that writes.
///
/// # Errors
/// One sentence that says what is wrong with the file.
pub fn open(path: &Path) -> Result<Connection, String> {
    let shown = path.display();
    let is_new = match std::fs::metadata(path) {
        Ok(found) if found.is_dir() => return Err(format!("{shown} is a folder, not a database file.")),
        Ok(found) => found.len() == 0,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            create_private(path).map_err(|error| format!("The database {shown} cannot be made: {error}"))?;
            true
        }
        Err(error) => return Err(format!("The database {shown} cannot be opened: {error}")),
    };
    if !is_new {
        check(path)?;
    }
    let mut conn = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)
        .map_err(|error| format!("The database {shown} cannot be opened: {error}"))?;
    prepare(&mut conn, is_new).map_err(|error| format!("The database {shown} cannot be prepared: {error}"))?;
    Ok(conn)
}

/// Looks at a file without changing it: ours, whole, and not newer than this program?
///
/// # Errors
/// One sentence that says what is wrong.
pub fn check(path: &Path) -> Result<(), String> {
    let shown = path.display();
    let conn = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)
        .map_err(|error| format!("The database {shown} cannot be opened: {error}"))?;
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
    let verdict: String = conn
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|error| format!("{shown} is damaged: {error}"))?;
    if verdict != "ok" {
        return Err(format!("{shown} is damaged ({verdict}); it was left untouched."));
    }
    Ok(())
}

/// Settings, then schema or migrations, in one transaction.
pub fn prepare(conn: &mut Connection, is_new: bool) -> rusqlite::Result<()> {
    configure(conn)?;
    conn.pragma_update(None, "journal_mode", "WAL")?;
    let tx = conn.transaction()?;
    if is_new {
        tx.execute_batch(SCHEMA)?;
        tx.pragma_update(None, "application_id", APPLICATION_ID)?;
        tx.pragma_update(None, "user_version", version())?;
    } else {
        let found: i32 = tx.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let done = usize::try_from(found - 1).unwrap_or(0);
        for migration in MIGRATIONS.iter().skip(done) {
            tx.execute_batch(migration)?;
        }
        tx.pragma_update(None, "user_version", version())?;
    }
    tx.commit()
}

#[cfg(unix)]
fn create_private(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt;
    std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
        .map(|_| ())
}

#[cfg(not(unix))]
fn create_private(path: &Path) -> std::io::Result<()> {
    std::fs::OpenOptions::new().write(true).create_new(true).open(path).map(|_| ())
}

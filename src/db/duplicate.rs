//! The one way in which a database is copied: page by page, as it is at one moment, while others read and write.

use std::ffi::c_int;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::Duration;

use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags};

use super::file::beside;

/// Copies a database into an empty file, as it is at one moment, whatever others write in the meantime, and compares the
/// rows of each table. The copy is a single file without a log, and it is on the disk.
///
/// # Errors
/// SQLite's, the system's, or that a table has other rows.
pub fn duplicate(from: &Connection, to: &Path) -> rusqlite::Result<()> {
    // The copy reads what this transaction sees.
    from.execute_batch("BEGIN")?;
    let copied = rows(from).and_then(|wanted| {
        let mut target = Connection::open_with_flags(to, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        Backup::new(from, &mut target)?.run_to_completion(c_int::MAX, Duration::from_millis(50), None)?;
        target.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))?;
        let found = rows(&target)?;
        target.close().map_err(|(_, error)| error)?;
        match wanted.iter().zip(&found).find(|(wanted, found)| wanted != found) {
            None if wanted.len() == found.len() => Ok(()),
            _ => Err(other("the copy has other rows than the database")),
        }
    });
    let ended = from.execute_batch("ROLLBACK");
    copied?;
    ended?;
    sync(to).map_err(other)
}

fn other(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(error.into())
}

/// Waits until a file is on the disk.
///
/// # Errors
/// The system's.
pub fn sync(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// Removes an unfinished copy. What made it unfinished is the failure to tell.
pub fn remove(path: &Path) {
    for end in ["", "-journal"] {
        let _ = fs::remove_file(beside(path, end));
    }
}

/// The tables of a database with the number of their rows, by name.
///
/// # Errors
/// SQLite's.
pub fn rows(conn: &Connection) -> rusqlite::Result<Vec<(String, i64)>> {
    let names: Vec<String> = conn
        .prepare_cached("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")?
        .query_map([], |row| row.get("name"))?
        .collect::<rusqlite::Result<_>>()?;
    let counted = names.into_iter().map(|name| {
        // A name cannot be a parameter. The names are those of the schema.
        let sql = format!("VALUES ((SELECT count(*) FROM \"{}\"))", name.replace('"', "\"\""));
        let count = conn.query_row(&sql, [], |row| row.get(0))?;
        Ok((name, count))
    });
    counted.collect()
}

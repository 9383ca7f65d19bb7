//! Copies the whole database into one file while others read and write, and checks the copy.

use std::ffi::c_int;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags};

use super::file::{beside, create_private, verdict};

/// How many numbers to try while the wanted name is taken.
const NAMES: u32 = 1000;

/// Copies the database `path` to `path.suffix`, readable by the owner only, and returns the final name. If a file of
/// that name has the same bytes, it is reused. If it differs, it stays and the new copy gets a number.
///
/// # Errors
/// One sentence: the disk is full, or the database is damaged. No partial copy remains.
pub fn take(conn: &Connection, path: &Path, suffix: &str) -> Result<PathBuf, String> {
    let part = beside(path, &format!("{suffix}.part"));
    let failed = |error: &dyn std::fmt::Display| format!("No snapshot of {} can be made in {}: {error}", path.display(), part.display());
    let taken = copy(conn, &part).map_err(|error| failed(&error)).and_then(|()| {
        let verdict = verdict(&part)?;
        if let Some(verdict) = verdict {
            return Err(format!("{} is damaged ({verdict}).", path.display()));
        }
        settle(path, suffix, &part).map_err(|error| failed(&error))
    });
    if taken.is_err() {
        for end in ["", "-journal"] {
            let _ = std::fs::remove_file(beside(&part, end));
        }
    }
    taken
}

fn copy(conn: &Connection, part: &Path) -> rusqlite::Result<()> {
    let io = |error: io::Error| rusqlite::Error::ToSqlConversionFailure(Box::new(error));
    match std::fs::remove_file(part) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(io(error)),
        _ => {}
    }
    create_private(part).map_err(io)?;
    let mut target = Connection::open_with_flags(part, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    Backup::new(conn, &mut target)?.run_to_completion(c_int::MAX, Duration::from_millis(50), None)?;
    // A single file that any program can open, without a write-ahead log.
    target.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))?;
    target.close().map_err(|(_, error)| error)?;
    File::open(part).and_then(|file| file.sync_all()).map_err(io)
}

/// Renames the finished copy.
fn settle(path: &Path, suffix: &str, part: &Path) -> io::Result<PathBuf> {
    for number in 1..NAMES {
        let end = if number == 1 { suffix.to_owned() } else { format!("{suffix}.{number}") };
        let name = beside(path, &end);
        if !name.try_exists()? {
            std::fs::rename(part, &name)?;
            sync_folder(&name)?;
            return Ok(name);
        }
        if is_same(&name, part)? {
            std::fs::remove_file(part)?;
            return Ok(name);
        }
    }
    Err(io::Error::other("too many older snapshots"))
}

fn is_same(one: &Path, other: &Path) -> io::Result<bool> {
    let (mut one, mut other) = (File::open(one)?, File::open(other)?);
    if one.metadata()?.len() != other.metadata()?.len() {
        return Ok(false);
    }
    let (mut left, mut right) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    loop {
        let read = one.read(&mut left)?;
        if read == 0 {
            return Ok(true);
        }
        other.read_exact(&mut right[..read])?;
        if left[..read] != right[..read] {
            return Ok(false);
        }
    }
}

/// Makes a new file name survive a loss of power.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

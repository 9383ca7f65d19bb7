//! The copy of a database before it is upgraded, under a name that is free.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::duplicate::{duplicate, remove};
use super::file::{beside, create_private, sync_folder, verdict};

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
        let verdict = verdict(&part).map_err(|fault| fault.of_database(path))?;
        if let Some(verdict) = verdict {
            return Err(format!("{} is damaged ({verdict}).", path.display()));
        }
        settle(path, suffix, &part).map_err(|error| failed(&error))
    });
    if taken.is_err() {
        remove(&part);
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
    duplicate(conn, part)
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

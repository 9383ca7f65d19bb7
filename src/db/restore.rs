//! Puts a backup in the place of the database, and looks at one without touching anything.
//!
//! Why a kill at any moment loses nothing: the backup is copied, upgraded and checked under another name first. Then the
//! former file gets a second name, and at last one rename gives its first name to the new one. Until that rename the former
//! file is the database, and after it the new one is.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::connection::configure;
use super::duplicate::{duplicate, remove, rows};
use super::fault::Fault;
use super::file::{self, Lock, beside, create_private, identity, length, look, sync_folder};
use super::migrate;

/// The end of the name of the new file until it is finished.
const UNFINISHED: &str = ".restoring";
/// What SQLite keeps beside a file, and needs to read it.
const LOGS: [&str; 2] = ["-wal", "-journal"];
/// How many numbers to try while the wanted name is taken.
const NAMES: u32 = 1000;

/// What is in a backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The version of the file.
    pub version: i32,
    /// The tables with the number of their rows.
    pub rows: Vec<(String, i64)>,
}

/// Looks at a backup, page by page. Nothing is changed.
///
/// # Errors
/// One sentence that says why it cannot be restored.
pub fn inspect(backup: &Path) -> Result<Content, String> {
    let shown = backup.display();
    let about = |fault: Fault| fault.of_backup(backup);
    match fs::metadata(backup) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(format!("There is no file {shown}.")),
        Err(error) => return Err(format!("{shown} cannot be read: {error}")),
        Ok(facts) if !facts.is_file() => return Err(format!("{shown} is no file: name a backup.")),
        Ok(_) => {}
    }
    let version = migrate::examine(backup).map_err(about)?;
    let version = version.ok_or_else(|| format!("{shown} is empty: name another file."))?;
    let rows = look(backup).and_then(|conn| rows(&conn)).map_err(|error| about(Fault::of(&error)))?;
    Ok(Content { version, rows })
}

/// Opens a backup that [`inspect`] has found right, to read it.
///
/// # Errors
/// One sentence.
pub fn open(backup: &Path) -> Result<Connection, String> {
    look(backup).map_err(|error| Fault::of(&error).of_backup(backup))
}

/// Replaces the database by a copy of `backup`, upgraded and changed by `amend`. The former file stays beside it as
/// `database` + `end`, or under a number when that is taken. Returns its name, if there was one.
///
/// # Errors
/// One sentence; the database is then as it was.
pub fn restore(
    backup: &Path,
    database: &Path,
    end: &str,
    amend: impl FnOnce(&mut Connection) -> Result<(), String>,
) -> Result<Option<PathBuf>, String> {
    let database = file::resolve(database)?;
    if identity(backup).is_some_and(|found| identity(&database) == Some(found)) && cfg!(unix) {
        return Err(format!("{} is the database itself: name a backup.", backup.display()));
    }
    let content = inspect(backup)?;
    let _lock = Lock::take(&database)?;
    if migrate::find_version(&database) == Err(Fault::Foreign) && !is_ours(&database) {
        return Err(Fault::Foreign.of_database(&database));
    }
    let unfinished = beside(&database, UNFINISHED);
    // Left by a restore that was killed.
    remove(&unfinished);
    let done = fill(backup, &unfinished, content.version, amend).and_then(|()| {
        let failed = |error: io::Error| format!("{} cannot be replaced: {error}", database.display());
        settle(&database, end, &unfinished).map_err(failed)
    });
    if done.is_err() {
        remove(&unfinished);
    }
    done
}

/// Whether a file that cannot be opened was once a database of this program: its head says so.
fn is_ours(path: &Path) -> bool {
    // Bytes 68 to 72 are the application id (https://www.sqlite.org/fileformat2.html#the_database_header).
    let mut head = [0; 72];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut head));
    read.is_ok() && head[68..] == migrate::APPLICATION_ID.to_be_bytes()
}

/// Makes the new file, up to date and whole.
fn fill(backup: &Path, to: &Path, version: i32, amend: impl FnOnce(&mut Connection) -> Result<(), String>) -> Result<(), String> {
    create_private(to).map_err(|error| format!("{} cannot be made: {error}", to.display()))?;
    duplicate(&open(backup)?, to).map_err(|error| format!("{} cannot be copied to {}: {error}", backup.display(), to.display()))?;
    let mut conn = migrate::connect(to)?;
    migrate::bring_up(&mut conn, to, version)?;
    amend(&mut conn)?;
    conn.close()
        .map_err(|(_, error)| format!("{} cannot be written: {error}", to.display()))?;
    fs::File::open(to)
        .and_then(|file| file.sync_all())
        .map_err(|error| format!("{} cannot be written: {error}", to.display()))?;
    migrate::check(to).map(|_| ())
}

/// Gives the former file a second name, and its first one to the new file. When that fails, all have their former names again.
fn settle(database: &Path, end: &str, unfinished: &Path) -> io::Result<Option<PathBuf>> {
    if length(database) == 0 && length(&beside(database, "-wal")) == 0 {
        fs::rename(unfinished, database)?;
        sync_folder(database)?;
        return Ok(None);
    }
    fold_log(database)?;
    let aside = free_name(database, end)?;
    let replaced = set_aside(database, &aside).and_then(|()| fs::rename(unfinished, database));
    if let Err(error) = replaced {
        return Err(match take_back(database, &aside) {
            Ok(()) => error,
            Err(other) => io::Error::other(format!(
                "{error}; its log is at {}-wal, and could not be moved back: {other}",
                aside.display()
            )),
        });
    }
    sync_folder(database)?;
    Ok(Some(aside))
}

/// Gives the former file a second name. What could not be moved into a damaged file goes with it: beside the new file it would be
/// taken for its own.
fn set_aside(database: &Path, aside: &Path) -> io::Result<()> {
    if database.exists() && fs::hard_link(database, aside).is_err() {
        // A file system without second names.
        fs::copy(database, aside)?;
        fs::File::open(aside)?.sync_all()?;
    }
    for log in LOGS {
        move_over(&beside(database, log), &beside(aside, log))?;
    }
    let _ = fs::remove_file(beside(database, "-shm"));
    sync_folder(aside)
}

/// Undoes that.
fn take_back(database: &Path, aside: &Path) -> io::Result<()> {
    for log in LOGS {
        move_over(&beside(aside, log), &beside(database, log))?;
    }
    if database.exists() {
        // Its second name.
        let _ = fs::remove_file(aside);
    }
    sync_folder(database)
}

/// Renames a file if there is one.
fn move_over(from: &Path, to: &Path) -> io::Result<()> {
    match fs::rename(from, to) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Moves the log into the file, so that the file is complete under any name. A damaged file keeps its log.
fn fold_log(database: &Path) -> io::Result<()> {
    // SQLite would throw the log of an empty file away.
    if length(database) == 0 {
        return Ok(());
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mode = Connection::open_with_flags(database, flags).and_then(|conn| {
        configure(&conn)?;
        conn.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get::<_, String>(0))
    });
    match mode.map_err(|error| Fault::of(&error)) {
        Ok(mode) if mode == "delete" => Ok(()),
        Ok(_) | Err(Fault::Locked) => Err(io::Error::other("another program uses it; end that one first")),
        // They are set aside as they are.
        Err(Fault::Damaged(_) | Fault::Foreign) => Ok(()),
        Err(fault) => Err(io::Error::other(fault.of_database(database))),
    }
}

fn free_name(database: &Path, end: &str) -> io::Result<PathBuf> {
    let names = (1..NAMES).map(|number| if number == 1 { end.to_owned() } else { format!("{end}.{number}") });
    for end in names {
        let name = beside(database, &end);
        if !name.try_exists()? {
            return Ok(name);
        }
    }
    Err(io::Error::other("too many former databases are kept"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A database whose last change is in its log alone.
    fn with_log(folder: &Path) -> PathBuf {
        let (open, path) = (folder.join("open.db"), folder.join("community.db"));
        let conn = migrate::open(&open).unwrap();
        conn.execute("INSERT INTO memos (name, value) VALUES ('last', '1')", []).unwrap();
        for end in ["", "-wal"] {
            fs::copy(beside(&open, end), beside(&path, end)).unwrap();
        }
        path
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = entries.filter(|name| name.starts_with("community.db")).collect();
        names.sort();
        names
    }

    #[test]
    fn a_former_file_has_its_name_and_its_log_again_when_it_cannot_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = with_log(folder.path());
        let before = fs::read(beside(&path, "-wal")).unwrap();
        assert!(!before.is_empty());
        // The log does not go into it, and the new file is not there.
        let aside = beside(&path, ".aside");
        set_aside(&path, &aside).unwrap();
        assert_eq!(names(folder.path()), ["community.db", "community.db.aside", "community.db.aside-wal"]);
        take_back(&path, &aside).unwrap();
        assert_eq!(names(folder.path()), ["community.db", "community.db-wal"]);
        assert_eq!(fs::read(beside(&path, "-wal")).unwrap(), before);
        settle(&path, ".before", &folder.path().join("missing")).unwrap_err();
        assert_eq!(names(folder.path()), ["community.db"], "the log is in the file");
        let conn = migrate::open_to_read(&path).unwrap();
        let last: String = conn
            .query_row("SELECT value FROM memos WHERE name = 'last'", [], |row| row.get(0))
            .unwrap();
        assert_eq!(last, "1");
    }

    #[test]
    fn a_log_that_cannot_be_moved_into_its_file_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = with_log(folder.path());
        let other = Connection::open(&path).unwrap();
        other.execute_batch("BEGIN; SELECT * FROM memos").unwrap();
        let held = fold_log(&path).unwrap_err().to_string();
        assert!(held.contains("another program uses it"), "{held}");
        drop(other);
        fold_log(&path).unwrap();
        // Nothing is thrown away with a file that is empty.
        let lost = folder.path().join("lost.db");
        fs::write(&lost, "").unwrap();
        fs::write(beside(&lost, "-wal"), "what was written").unwrap();
        fold_log(&lost).unwrap();
        assert!(beside(&lost, "-wal").exists());
        // One that is damaged keeps its log.
        let damaged = folder.path().join("damaged.db");
        fs::write(&damaged, vec![0xAB; 8192]).unwrap();
        fold_log(&damaged).unwrap();
    }
}

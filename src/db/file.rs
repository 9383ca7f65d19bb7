//! The database as a file: its name, its identity, the right to serve it, and reading it without a trace.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::fault::Fault;

/// The first bytes of a rollback journal (<https://www.sqlite.org/fileformat2.html#the_rollback_journal>).
const JOURNAL_MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
/// Bytes of its header. Bytes 16 to 20 hold the former number of pages in the database.
const JOURNAL_HEADER: usize = 28;

/// The file behind a name, with links followed. It need not exist.
///
/// # Errors
/// One sentence: SQLite would not read the name as a file, or its folder does not exist.
pub fn resolve(path: &Path) -> Result<PathBuf, String> {
    let shown = path.display();
    let text = path.to_string_lossy().to_lowercase();
    if text.is_empty() || text.starts_with(':') || text.contains("://") || ["file:", "sqlite:"].iter().any(|start| text.starts_with(start)) {
        return Err(format!(
            "The database \"{shown}\" is no file: set database to a name such as community.db."
        ));
    }
    if path.is_dir() {
        return Err(format!(
            "{shown} is a folder, not a database file: set database to a file in it, such as community.db."
        ));
    }
    match path.canonicalize() {
        Ok(found) => Ok(found),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let folder = folder.canonicalize().map_err(|error| match error.kind() {
                ErrorKind::NotFound => {
                    format!("The folder of the database {shown} does not exist: make it, or set database to a file in another one.")
                }
                _ => format!("The folder of the database {shown} cannot be opened: {error}"),
            })?;
            Ok(folder.join(path.file_name().unwrap_or(path.as_os_str())))
        }
        Err(error) => Err(format!("The database {shown} cannot be opened: {error}")),
    }
}

/// `path` with `end` after it: SQLite's log is `beside(path, "-wal")`.
pub fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Bytes in a file; 0 when it does not exist.
pub fn length(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |found| found.len())
}

/// The identity of a file, which tells it from another of the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identity(u64, u64);

/// The identity of the file that now has this name.
#[cfg(unix)]
pub fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|found| Identity(found.dev(), found.ino()))
}

/// Files have no number on this system, but those in use cannot be moved either.
#[cfg(not(unix))]
pub fn identity(_: &Path) -> Option<Identity> {
    Some(Identity(0, 0))
}

/// Makes an empty file that only its owner may read.
///
/// # Errors
/// The system's, also when the name is taken.
pub fn create_private(path: &Path) -> io::Result<()> {
    private().create_new(true).open(path).map(|_| ())
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Makes a new file name survive a loss of power.
///
/// # Errors
/// The system's.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// Opens a database for reading, with its log. The file, its log and its folder stay unchanged.
///
/// # Errors
/// SQLite's.
pub fn look(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = if beside(path, "-shm").exists() {
        // Somebody has it open, or had when the machine stopped.
        Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_READ_ONLY)?
    } else if length(&beside(path, "-wal")) == 0 {
        let name = percent_encoding::percent_encode(path.as_os_str().as_encoded_bytes(), percent_encoding::NON_ALPHANUMERIC);
        Connection::open_with_flags(
            format!("file:{name}?immutable=1"),
            flags | OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI,
        )?
    } else {
        // An index in memory serves instead of a file, and the log stays when the connection ends.
        let conn = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        conn.query_row("PRAGMA locking_mode = EXCLUSIVE", [], |_| Ok(()))?;
        conn.pragma_update(None, "query_only", true)?;
        conn
    };
    conn.busy_timeout(Duration::from_secs(5))?;
    Ok(conn)
}

/// The first fault that SQLite finds in the whole file and its indexes, if any.
///
/// # Errors
/// When the file cannot be read at all.
pub fn verdict(path: &Path) -> Result<Option<String>, Fault> {
    look(path)
        .and_then(|conn| conn.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0)))
        .map(|verdict| (verdict != "ok").then(|| verdict.replace('\n', " ")))
        .map_err(|error| match Fault::of(&error) {
            Fault::Foreign => Fault::Damaged(error.to_string()),
            fault => fault,
        })
}

/// Checks that a file and its folder may be written.
///
/// # Errors
/// One sentence.
pub fn require_writable(path: &Path) -> Result<(), String> {
    let opened = OpenOptions::new().write(true).open(path);
    match opened.map_err(|error| error.kind()) {
        Err(ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => Err(format!(
            "The database {} is read-only: let this program write to it, or set database to another file.",
            path.display()
        )),
        // Whatever else it is, SQLite says it.
        _ => Ok(()),
    }
}

/// Undoes an interrupted first start, whose journal says that the file was empty before.
///
/// # Errors
/// SQLite's.
pub fn recover(path: &Path) -> rusqlite::Result<()> {
    let mut header = [0; JOURNAL_HEADER];
    let read = File::open(beside(path, "-journal")).and_then(|mut file| file.read_exact(&mut header));
    if read.is_err() || !header.starts_with(&JOURNAL_MAGIC) || header[16..20] != [0; 4] {
        return Ok(());
    }
    let conn = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    conn.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))
}

/// The right to serve a database. One process has it at a time; commands that only read or write need no right.
#[derive(Debug)]
pub struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    /// Takes the right, a lock on the file `database.lock`.
    ///
    /// # Errors
    /// One sentence: another process has it, or the file cannot be made.
    pub fn take(database: &Path) -> Result<Lock, String> {
        let path = beside(database, ".lock");
        let failed = |error: io::Error| match error.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => format!(
                "The folder of the database {} is read-only: let this program write to it, or set database to a file in another one.",
                database.display()
            ),
            _ => format!("The database {} cannot be locked in {}: {error}", database.display(), path.display()),
        };
        loop {
            let mut file = private().create(true).truncate(false).open(&path).map_err(failed)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let mut owner = String::new();
                    let _ = file.read_to_string(&mut owner);
                    return Err(format!(
                        "The database {} is served already, by process {}: stop that one first, or set database to another file.",
                        database.display(),
                        owner.trim()
                    ));
                }
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
            let lock = Lock { file, path: path.clone() };
            // The former holder may have removed the file between our opening it and our locking it.
            if same_file(&lock.file, &path) {
                let mut file = &lock.file;
                file.rewind().and_then(|()| file.set_len(0)).map_err(failed)?;
                writeln!(file, "{}", std::process::id()).map_err(failed)?;
                return Ok(lock);
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if same_file(&self.file, &self.path) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

#[cfg(unix)]
fn same_file(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let held = file.metadata().ok().map(|found| Identity(found.dev(), found.ino()));
    held.is_some() && held == identity(path)
}

#[cfg(not(unix))]
fn same_file(_: &File, path: &Path) -> bool {
    path.exists()
}

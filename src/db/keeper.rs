//! The thread that keeps the file in order beside the writer: it moves the log into the database when nobody waits for it,
//! notices files that were moved or deleted and a log that cannot shrink, and looks for damage after an unclean stop.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use rusqlite::{Connection, OpenFlags};

use super::connection::{configure, spawn};
use super::file::{length, look};
use super::migrate;
use super::state::{Presence, State};
use super::writer::{Job, WriteJob};
use crate::error::{ApiError, ApiResult};

/// The time between two checks.
const TICK: Duration = Duration::from_millis(500);
/// After this time without a commit, everything moves into the one file, so that a plain copy is complete.
const QUIET: Duration = Duration::from_secs(10);
/// The longest time between two moves while there are commits.
const LONGEST: Duration = Duration::from_secs(30);
/// A log with this many bytes is moved into the file at once.
const LOG: u64 = 4 << 20;
/// Between two tries to write, while writes fail.
const TRY: Duration = Duration::from_secs(2);
/// A log with this many bytes that cannot be emptied is reported.
const LONG_LOG: u64 = 64 << 20;

struct Keeper {
    state: Arc<State>,
    /// The number of commits that are completely in the file.
    kept: u64,
    kept_at: Instant,
    /// Everything is in the file, and the log is empty.
    is_empty: bool,
    /// The log is long and could not be emptied.
    is_stuck: bool,
    /// Looks for commits of other programs.
    watch: Option<Watch>,
    /// When it last tried to write, while writes fail.
    tried_at: Instant,
}

/// A connection that sees whether others have committed.
struct Watch {
    conn: Connection,
    /// Of the log that it reads.
    generation: u64,
    /// The number that SQLite changes when the file has changed.
    version: i64,
}

/// Starts the thread, which ends when the other end of `stop` is dropped. `wake` reaches the writer.
///
/// # Errors
/// One sentence.
pub fn start(state: Arc<State>, stop: Receiver<()>, wake: Sender<WriteJob>) -> Result<(), String> {
    let mut keeper = Keeper {
        state,
        kept: 0,
        kept_at: Instant::now(),
        is_empty: false,
        is_stuck: false,
        watch: None,
        tried_at: Instant::now(),
    };
    spawn("keeper", move || {
        while stop.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            match keeper.state.presence() {
                Presence::There => {
                    keeper.look_for_others(&wake);
                    keeper.tidy();
                    keeper.try_writing(&wake);
                }
                // This write changes nothing, but before any write the writer reopens the files.
                Presence::LogGone => drop(wake.try_send(Box::new(Nothing))),
                Presence::Moved => {}
            }
        }
    })
}

impl Keeper {
    /// Notices commits by other programs, such as commands of the shell. Our own look the same here, but not to the writer,
    /// which looks before any write.
    fn look_for_others(&mut self, wake: &Sender<WriteJob>) {
        let _log = self.state.log_in_use.read().unwrap_or_else(PoisonError::into_inner);
        let generation = self.state.generation.load(Ordering::Acquire);
        let seen = match self.watch.take().filter(|watch| watch.generation == generation) {
            Some(watch) => data_version(&watch.conn).map(|version| (version != watch.version, Watch { version, ..watch })),
            None => {
                Connection::open_with_flags(&self.state.path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX).and_then(|conn| {
                    Ok((
                        true,
                        Watch {
                            version: data_version(&conn)?,
                            conn,
                            generation,
                        },
                    ))
                })
            }
        };
        match seen {
            Ok((is_changed, watch)) => {
                self.watch = Some(watch);
                if is_changed && wake.try_send(Box::new(Nothing)).is_err() {
                    self.state.notice_commit();
                }
            }
            // Without a look, anything may have happened.
            Err(_) => self.state.notice_commit(),
        }
    }

    /// While writes fail, tries until one does not, so that whoever asks about the database hears that it is well again.
    fn try_writing(&mut self, wake: &Sender<WriteJob>) {
        if self.state.is_unwritable() && self.tried_at.elapsed() > TRY {
            self.tried_at = Instant::now();
            drop(wake.try_send(Box::new(Trial(None))));
        }
    }

    fn tidy(&mut self) {
        let commits = self.state.commits();
        let (log, is_quiet) = (length(&self.state.log), self.state.quiet().is_none_or(|quiet| quiet > QUIET));
        let is_changed = commits != self.kept;
        let is_due = self.is_stuck || (is_changed && (log > LOG || self.kept_at.elapsed() > LONGEST)) || (is_quiet && (is_changed || !self.is_empty));
        if !is_due {
            return;
        }
        match self.move_log(is_quiet) {
            Ok((is_whole, is_empty)) => {
                if is_whole {
                    self.kept = commits;
                    self.kept_at = Instant::now();
                }
                self.is_empty = is_empty && is_whole;
                self.is_stuck = !is_whole && length(&self.state.log) > LONG_LOG;
                self.state.set_long_log(self.is_stuck);
            }
            Err(error) => {
                self.state.notice(&error);
                tracing::warn!(%error, "the log was not moved into the database");
            }
        }
    }

    /// Moves what it can. Returns whether that was everything, and whether the log is empty now.
    fn move_log(&self, empty: bool) -> ApiResult<(bool, bool)> {
        let _log = self.state.log_in_use.read().unwrap_or_else(PoisonError::into_inner);
        let conn = Connection::open_with_flags(&self.state.path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        configure(&conn)?;
        // This does not wait for readers, so nobody waits for this.
        conn.busy_timeout(Duration::ZERO)?;
        let (_, in_log, moved) = checkpoint(&conn, "PRAGMA wal_checkpoint(PASSIVE)")?;
        let is_whole = in_log == moved;
        if is_whole && empty {
            let (busy, _, _) = checkpoint(&conn, "PRAGMA wal_checkpoint(TRUNCATE)")?;
            return Ok((true, busy == 0));
        }
        Ok((is_whole, false))
    }
}

fn data_version(conn: &Connection) -> rusqlite::Result<i64> {
    conn.query_row("PRAGMA data_version", [], |row| row.get(0))
}

/// Whether the move was blocked, the pages in the log, and how many of them are in the file.
fn checkpoint(conn: &Connection, sql: &str) -> rusqlite::Result<(i64, i64, i64)> {
    conn.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
}

/// Reads the whole file while the server runs, and reports damage.
///
/// # Errors
/// One sentence, when no thread can be started.
pub fn examine(state: Arc<State>) -> Result<(), String> {
    spawn("examiner", move || {
        tracing::info!("the database was not closed the last time; it is being checked");
        let found = look(&state.path).and_then(|conn| conn.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0)));
        match found {
            Ok(verdict) if verdict == "ok" => tracing::info!("the database is whole"),
            Ok(verdict) => state.damaged(&verdict.replace('\n', " ")),
            Err(error) => {
                let error = ApiError::from(error);
                state.notice(&error);
                tracing::error!(%error, "the database could not be checked");
            }
        }
    })
}

/// An empty job, which makes the writer look at its files and for the commits of others.
struct Nothing;

impl Job for Nothing {
    fn is_abandoned(&self) -> bool {
        true
    }
    fn run(&mut self, _: rusqlite::Savepoint<'_>) {}
    fn failure(&self) -> Option<&ApiError> {
        None
    }
    fn answer(self: Box<Self>, _: ApiResult<()>) {}
}

/// A write that changes nothing, but puts a page into the log.
struct Trial(Option<ApiError>);

impl Job for Trial {
    fn is_abandoned(&self) -> bool {
        false
    }
    fn run(&mut self, savepoint: rusqlite::Savepoint<'_>) {
        let written = savepoint.pragma_update(None, "user_version", migrate::version());
        self.0 = written.and_then(|()| savepoint.commit()).err().map(ApiError::from);
    }
    fn failure(&self) -> Option<&ApiError> {
        self.0.as_ref()
    }
    fn answer(self: Box<Self>, _: ApiResult<()>) {}
}

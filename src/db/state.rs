//! What the threads of one database share: whether its files are still there, and what is wrong with it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use rusqlite::ErrorCode;

use super::file::{Identity, beside, identity, length};
use super::touched::{Statements, Tables};
use crate::error::{ApiError, ApiResult};

/// Shared by the writer, the readers and the keeper.
pub struct State {
    pub path: PathBuf,
    pub log: PathBuf,
    /// How often the log was replaced. A connection with an older number reads a log that is no longer written.
    pub generation: AtomicU64,
    /// Shared by readers of the log, exclusive for its replacement.
    pub log_in_use: RwLock<()>,
    file: Option<Identity>,
    log_file: Mutex<Option<Identity>>,
    commits: AtomicU64,
    changes: Mutex<Changes>,
    /// What is known of statements.
    pub statements: Statements,
    trouble: Mutex<Trouble>,
}

/// What was changed when. Each commit has a number, which is that of the state after it.
#[derive(Default)]
struct Changes {
    latest: u64,
    /// The last commit that may have changed anything.
    of_all: u64,
    /// The last commit that wrote a table.
    of: HashMap<String, u64>,
}

impl Changes {
    fn add(&mut self, tables: Tables) {
        self.latest += 1;
        match tables {
            Tables::These(these) => self.of.extend(these.into_iter().map(|table| (table, self.latest))),
            Tables::All => self.of_all = self.latest,
        }
    }

    /// Whether these tables are as they were in a state.
    fn are_none_since(&self, version: u64, tables: &Tables) -> bool {
        match tables {
            // Whatever reads no table depends on something else.
            Tables::These(these) if !these.is_empty() => {
                self.of_all <= version && these.iter().all(|table| self.of.get(table).is_none_or(|at| *at <= version))
            }
            _ => self.latest == version,
        }
    }
}

/// The current problems.
#[derive(Default)]
struct Trouble {
    damaged: bool,
    moved: bool,
    /// Why the last write failed.
    unwritable: Option<ApiError>,
    /// The report about a growing log.
    long_log: Option<String>,
    last_commit: Option<Instant>,
}

/// Where the files are.
#[derive(Debug, PartialEq, Eq)]
pub enum Presence {
    There,
    /// The name belongs to another file now, or to none.
    Moved,
    /// The log was deleted, so later writes would be lost.
    LogGone,
}

impl State {
    pub fn new(path: &Path) -> State {
        let log = beside(path, "-wal");
        State {
            path: path.to_owned(),
            generation: AtomicU64::new(0),
            log_in_use: RwLock::new(()),
            file: identity(path),
            log_file: Mutex::new(identity(&log)),
            log,
            commits: AtomicU64::new(0),
            changes: Mutex::default(),
            statements: Statements::default(),
            trouble: Mutex::default(),
        }
    }

    fn trouble(&self) -> MutexGuard<'_, Trouble> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn log_file(&self) -> MutexGuard<'_, Option<Identity>> {
        self.log_file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the files are still those that were opened. Logs it once when the database is not.
    pub fn presence(&self) -> Presence {
        let moved = identity(&self.path) != self.file;
        let mut trouble = self.trouble();
        if moved && !trouble.moved {
            tracing::error!(
                "the database {} was moved away or replaced: nothing is written until it is back; stop the server, then put the right file there",
                self.path.display()
            );
        } else if trouble.moved && !moved {
            tracing::warn!("the database {} is back", self.path.display());
        }
        trouble.moved = moved;
        drop(trouble);
        if moved {
            Presence::Moved
        } else if identity(&self.log) == *self.log_file() {
            Presence::There
        } else {
            Presence::LogGone
        }
    }

    /// Remembers the current log as ours.
    pub fn adopt_log(&self) {
        *self.log_file() = identity(&self.log);
    }

    /// The number of commits so far.
    pub fn commits(&self) -> u64 {
        self.commits.load(Ordering::Acquire)
    }

    fn changes(&self) -> MutexGuard<'_, Changes> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number that grows with every commit, before its callers get their answers.
    pub fn version(&self) -> u64 {
        self.changes().latest
    }

    /// Whether nothing was written to these tables since the state with this number.
    pub fn is_current(&self, version: u64, tables: &Tables) -> bool {
        self.changes().are_none_since(version, tables)
    }

    /// Something was committed by another program, or may have been.
    pub fn notice_commit(&self) {
        self.changes().add(Tables::All);
    }

    /// The writer has committed changes of these tables.
    pub fn committed(&self, tables: Tables) {
        self.changes().add(tables);
        self.commits.fetch_add(1, Ordering::Release);
        let mut trouble = self.trouble();
        trouble.last_commit = Some(Instant::now());
        if trouble.unwritable.take().is_some() {
            tracing::warn!("the database {} can be written again", self.path.display());
        }
    }

    /// Remembers why a write failed, and logs it once.
    pub fn failed(&self, error: &ApiError) {
        let mut trouble = self.trouble();
        if trouble.unwritable.is_none() {
            tracing::error!("the database {} cannot be written: {error}", self.path.display());
        }
        trouble.unwritable = Some(error.clone());
    }

    /// Whether the last write failed.
    pub fn is_unwritable(&self) -> bool {
        self.trouble().unwritable.is_some()
    }

    /// The time since the last commit, if there was one.
    pub fn quiet(&self) -> Option<Duration> {
        self.trouble().last_commit.map(|at| at.elapsed())
    }

    /// Remembers an error that means a damaged file.
    pub fn notice(&self, error: &ApiError) {
        if matches!(error.storage, Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)) {
            self.damaged(&error.to_string());
        }
    }

    pub fn damaged(&self, what: &str) {
        let mut trouble = self.trouble();
        if !trouble.damaged {
            tracing::error!("the database {} is damaged ({what}): take the last backup", self.path.display());
        }
        trouble.damaged = true;
    }

    /// Logs that the log file cannot shrink, once per doubling, and forgets it when it can.
    pub fn set_long_log(&self, is_long: bool) {
        let megabytes = length(&self.log) >> 20;
        let mut trouble = self.trouble();
        if is_long {
            if trouble.long_log.is_none() {
                tracing::warn!(
                    "the log {} has {megabytes} MB and cannot shrink: another program has been reading the database for long; end it",
                    self.log.display()
                );
            }
            trouble.long_log = Some(format!(
                "The database's log has {megabytes} MB: another program has been reading the database for long."
            ));
        } else if trouble.long_log.take().is_some() {
            tracing::warn!("the log {} has {megabytes} MB again", self.log.display());
        }
    }

    /// A warning for the operator although everything works.
    ///
    /// # Errors
    /// 503 when the file is damaged or gone, or when the last write failed.
    pub fn health(&self) -> ApiResult<Option<String>> {
        let trouble = self.trouble();
        if trouble.damaged {
            return Err(ApiError::unavailable("The database is damaged.", 60, "see the log"));
        }
        if trouble.moved {
            return Err(ApiError::unavailable("The database was moved away.", 60, "see the log"));
        }
        match &trouble.unwritable {
            Some(error) => Err(error.clone()),
            None => Ok(trouble.long_log.clone()),
        }
    }
}

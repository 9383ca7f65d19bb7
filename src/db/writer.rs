//! The one thread that writes. It runs everything that is waiting, commits once, and only then answers all callers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;
use rusqlite::{Connection, OpenFlags, Savepoint, TransactionBehavior};

use super::connection::configure;
use super::file::length;
use super::state::{Presence, State};
use super::touched;
use crate::error::{ApiError, ApiResult};

/// The most writes in one commit. More would make the first one wait.
const BATCH: usize = 256;
/// How long the writer waits while another process writes.
const PATIENCE: Duration = Duration::from_secs(3);
/// A log with this many bytes is moved into the file between two commits. The keeper usually does it earlier.
const LOG_LIMIT: u64 = 16 << 20;
/// The time between two such moves, because a reader from outside may block them.
const PAUSE: Duration = Duration::from_secs(1);

/// A waiting write. It can run again when its batch has failed.
pub trait Job: Send {
    /// Whether nobody is waiting for the answer any more.
    fn is_abandoned(&self) -> bool;
    /// Runs in the savepoint, which it keeps or undoes, and remembers the outcome.
    fn run(&mut self, savepoint: Savepoint<'_>);
    /// Why the write was undone, if it was.
    fn failure(&self) -> Option<&ApiError>;
    /// Answers with the outcome, or with the error of the commit.
    fn answer(self: Box<Self>, committed: ApiResult<()>);
}

pub type WriteJob = Box<dyn Job>;

/// The result of a batch.
enum Batch {
    Committed,
    /// The first job must run again.
    NotBegun(WriteJob, ApiError),
    /// Everything in it was undone.
    Undone,
}

/// The writer's connection and state.
pub struct Writer {
    conn: Connection,
    state: Arc<State>,
    /// Whether a commit is intended. SQLite ends a transaction by itself when the disk is full. Later changes of a job
    /// would then be committed one by one.
    may_commit: Arc<AtomicBool>,
    moved_log_at: Option<Instant>,
    /// SQLite's number of the last state that others made; it stays with our own commits.
    others: Option<i64>,
}

impl Writer {
    /// # Errors
    /// SQLite's.
    pub fn new(conn: Connection, state: Arc<State>) -> rusqlite::Result<Writer> {
        let may_commit = Arc::new(AtomicBool::new(false));
        prepare(&conn, &may_commit)?;
        state.adopt_log();
        Ok(Writer {
            conn,
            state,
            may_commit,
            moved_log_at: None,
            others: None,
        })
    }

    /// Runs jobs until nobody can send any more.
    pub fn run(mut self, jobs: &Receiver<WriteJob>) {
        while let Ok(first) = jobs.recv() {
            self.turn(first, jobs);
            self.bound_log();
        }
    }

    fn turn(&mut self, first: WriteJob, jobs: &Receiver<WriteJob>) {
        let mut ran = Vec::new();
        touched::begin();
        let batch = match self.ready() {
            Ok(()) => self.batch(first, jobs, &mut ran),
            Err(error) => Batch::NotBegun(first, error),
        };
        match batch {
            Batch::Committed => {
                if ran.iter().any(|job| job.failure().is_none()) {
                    self.committed();
                }
                for job in ran {
                    job.answer(Ok(()));
                }
            }
            // The waiting jobs would only wait as long again, one after the other. Jobs that come after the first answer
            // are tried again.
            Batch::NotBegun(first, error) => {
                self.state.failed(&error);
                self.state.notice_commit();
                let waiting: Vec<WriteJob> = std::iter::once(first).chain(jobs.try_iter()).collect();
                for job in waiting {
                    job.answer(Err(error.clone()));
                }
            }
            // One job has undone all of them, so each gets its own transaction.
            Batch::Undone => {
                for job in ran {
                    self.alone(job);
                }
            }
        }
    }

    /// Runs the waiting jobs in one transaction.
    fn batch(&mut self, first: WriteJob, jobs: &Receiver<WriteJob>, ran: &mut Vec<WriteJob>) -> Batch {
        let mut transaction = match self.conn.transaction_with_behavior(TransactionBehavior::Immediate) {
            Ok(transaction) => transaction,
            Err(error) => return Batch::NotBegun(first, error.into()),
        };
        look_for_others(&transaction, &mut self.others, &self.state);
        let mut next = Some(first);
        while let Some(mut job) = next {
            if !job.is_abandoned() {
                let begun = transaction.savepoint().map(|savepoint| job.run(savepoint));
                ran.push(job);
                if begun.is_err() || transaction.is_autocommit() {
                    return Batch::Undone;
                }
            }
            next = if ran.len() < BATCH { jobs.try_recv().ok() } else { None };
        }
        self.may_commit.store(true, Ordering::Relaxed);
        let committed = transaction.commit();
        self.may_commit.store(false, Ordering::Relaxed);
        if committed.is_ok() { Batch::Committed } else { Batch::Undone }
    }

    /// Tells what was written, before anybody is answered.
    fn committed(&self) {
        self.state.committed(self.state.statements.writes(&self.conn));
    }

    fn alone(&mut self, mut job: WriteJob) {
        let done = self.ready().and_then(|()| self.once(&mut job));
        match (&done, job.failure()) {
            (Ok(()), None) => self.committed(),
            (_, Some(error)) if is_of_file(error) => self.state.failed(error),
            (Err(error), _) => self.state.failed(error),
            _ => {}
        }
        job.answer(done);
    }

    fn once(&mut self, job: &mut WriteJob) -> ApiResult<()> {
        let mut transaction = self.conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
        job.run(transaction.savepoint()?);
        if transaction.is_autocommit() {
            return Err(ApiError::internal("SQLite has undone the write"));
        }
        self.may_commit.store(true, Ordering::Relaxed);
        let committed = transaction.commit();
        self.may_commit.store(false, Ordering::Relaxed);
        Ok(committed?)
    }

    /// Whether a write now would last.
    fn ready(&mut self) -> ApiResult<()> {
        match self.state.presence() {
            Presence::There => Ok(()),
            Presence::Moved => Err(ApiError::unavailable(
                "The database was moved away. Nothing can be saved until it is back.",
                30,
                "see the log",
            )),
            Presence::LogGone => self.renew_log(),
        }
    }

    /// The connections still hold the deleted log. Its content moves into the file, and all connections are reopened.
    fn renew_log(&mut self) -> ApiResult<()> {
        let log = self.state.log.display();
        let _alone = self.state.log_in_use.write().unwrap_or_else(PoisonError::into_inner);
        let busy: bool = self.conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
        if busy {
            return Err(ApiError::unavailable(
                "The database is busy. Please try again in a moment.",
                2,
                "the log is in use",
            ));
        }
        let conn = Connection::open_with_flags(&self.state.path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        prepare(&conn, &self.may_commit)?;
        self.conn = conn;
        self.others = None;
        self.state.generation.fetch_add(1, Ordering::Release);
        self.state.adopt_log();
        tracing::error!(
            "the log {log} was deleted or replaced while the server runs; what it held was written into the database, and a new log begun"
        );
        Ok(())
    }

    /// Commits without a pause leave the keeper no moment in which the log can restart.
    fn bound_log(&mut self) {
        let is_due = self.moved_log_at.is_none_or(|at| at.elapsed() > PAUSE);
        if is_due && length(&self.state.log) > LOG_LIMIT {
            self.moved_log_at = Some(Instant::now());
            if let Err(error) = self.conn.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())) {
                tracing::warn!(%error, "the log was not moved into the database");
            }
        }
    }
}

/// Notices what other programs have committed since the last batch.
fn look_for_others(conn: &Connection, last: &mut Option<i64>, state: &State) {
    let read = conn
        .prepare_cached("PRAGMA data_version")
        .and_then(|mut pragma| pragma.query_row([], |row| row.get(0)));
    let now = read.ok();
    if now.is_none() || now != *last {
        state.notice_commit();
    }
    *last = now;
}

/// Whether an error is about the file, not about what was to be written.
fn is_of_file(error: &ApiError) -> bool {
    use rusqlite::ErrorCode::{CannotOpen, DatabaseBusy, DatabaseCorrupt, DiskFull, NotADatabase, ReadOnly, SystemIoFailure};
    let of_file = [
        CannotOpen,
        DatabaseBusy,
        DatabaseCorrupt,
        DiskFull,
        NotADatabase,
        ReadOnly,
        SystemIoFailure,
    ];
    error.storage.is_some_and(|code| of_file.contains(&code))
}

/// Sets a connection up for the writer, and opens the log.
fn prepare(conn: &Connection, may_commit: &Arc<AtomicBool>) -> rusqlite::Result<()> {
    configure(conn)?;
    touched::follow(conn);
    conn.busy_timeout(PATIENCE)?;
    // The keeper moves the log into the file, so that nobody who is waiting for a commit waits for that too.
    conn.query_row("PRAGMA wal_autocheckpoint = 0", [], |_| Ok(()))?;
    conn.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    let may_commit = may_commit.clone();
    conn.commit_hook(Some(move || !may_commit.load(Ordering::Relaxed)))
}

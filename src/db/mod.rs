//! The one SQLite file: `read(|conn| …)` runs on reader threads, `write(|tx| …)` on the single writer thread. The
//! queries are in the stores of the features, the schema in schema.sql and migrate.rs.

pub mod migrate;
pub mod once;
pub mod schema;
pub mod search;
mod snapshot;
pub mod secrets;
pub mod values;

use std::cell::Cell;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};
use r2d2_sqlite::SqliteConnectionManager;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Savepoint, TransactionBehavior};
use tokio::sync::{Notify, oneshot};

use crate::error::{ApiError, ApiResult};

/// Reader threads, each with its own connection.
const READERS: u32 = 3;
/// Most writes in one commit. More would only delay the first ones.
const BATCH: usize = 256;
/// Statements kept prepared per connection.
const STATEMENTS: usize = 256;

/// Permission to write: a savepoint inside the writer's transaction. Store functions that change something take it.
pub struct Tx<'c> {
    savepoint: Savepoint<'c>,
    announces: Cell<bool>,
}

impl Deref for Tx<'_> {
    type Target = Connection;
    fn deref(&self) -> &Connection {
        &self.savepoint
    }
}

impl<'c> Tx<'c> {
    fn new(savepoint: Savepoint<'c>) -> Tx<'c> {
        Tx {
            savepoint,
            announces: Cell::new(false),
        }
    }

    /// Wakes the waiters of `Db::announced` once this write is committed: there is work to do.
    pub fn announce(&self) {
        self.announces.set(true);
    }
}

type ReadJob = Box<dyn FnOnce(&Connection) + Send>;
/// Runs inside a savepoint. Returns whether to keep it, and a callback for when the outcome of the commit is known.
type WriteJob = Box<dyn FnOnce(Savepoint<'_>) -> Answer + Send>;
type Answer = Box<dyn FnOnce(Result<(), String>) + Send>;

/// The database, shared by all handlers.
#[derive(Clone)]
pub struct Db {
    path: PathBuf,
    reads: Sender<ReadJob>,
    writes: Sender<WriteJob>,
    announcements: Arc<Notify>,
}

impl Db {
    /// Opens the file. Creates it (readable by its owner only) or upgrades it if needed.
    ///
    /// # Errors
    /// One sentence when the file is another program's, damaged, or of a newer version. It is then left unchanged.
    pub fn open(path: &Path) -> Result<Db, String> {
        let writer = migrate::open(path)?;
        let pool = r2d2::Pool::builder()
            .max_size(READERS)
            .connection_timeout(Duration::from_secs(5))
            .build(
                SqliteConnectionManager::file(path)
                    .with_flags(OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)
                    .with_init(|conn| {
                        configure(conn)?;
                        conn.pragma_update(None, "query_only", true)
                    }),
            )
            .map_err(|error| format!("The database {} cannot be opened: {error}", path.display()))?;

        let (reads, read_jobs) = unbounded::<ReadJob>();
        let (writes, write_jobs) = unbounded::<WriteJob>();
        for number in 0..READERS {
            let conn = pool
                .get()
                .map_err(|error| format!("The database {} cannot be opened: {error}", path.display()))?;
            let jobs = read_jobs.clone();
            spawn(&format!("reader-{number}"), move || {
                for job in jobs {
                    job(&conn);
                }
            })?;
        }
        spawn("writer", move || write_loop(writer, &write_jobs))?;
        Ok(Db {
            path: path.to_owned(),
            reads,
            writes,
            announcements: Arc::new(Notify::new()),
        })
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Runs `job` on a reader thread. It sees the latest commit.
    pub async fn read<T, F>(&self, job: F) -> ApiResult<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> ApiResult<T> + Send + 'static,
    {
        let (answer, result) = oneshot::channel();
        let job: ReadJob = Box::new(move |conn| {
            let _ = answer.send(guarded(|| job(conn)));
        });
        self.reads.send(job).map_err(|_| ApiError::internal("the database is closed"))?;
        result.await.map_err(|_| ApiError::internal("the database is closed"))?
    }

    /// Runs `job` in a transaction: `Ok` is committed and durable when this returns, `Err` leaves no trace. Put checks
    /// and changes into the same `write`: nothing else writes in between.
    pub async fn write<T, F>(&self, job: F) -> ApiResult<T>
    where
        T: Send + 'static,
        F: FnOnce(&Tx) -> ApiResult<T> + Send + 'static,
    {
        let (answer, result) = oneshot::channel();
        let announcements = self.announcements.clone();
        let job: WriteJob = Box::new(move |savepoint| {
            let tx = Tx::new(savepoint);
            let outcome = guarded(|| job(&tx)).and_then(|value| {
                let announces = tx.announces.get();
                tx.savepoint.commit()?;
                Ok((value, announces))
            });
            Box::new(move |committed| {
                let outcome = outcome.map(|(value, announces)| {
                    if announces && committed.is_ok() {
                        announcements.notify_one();
                    }
                    value
                });
                let _ = answer.send(match (outcome, committed) {
                    (Ok(_), Err(reason)) => Err(ApiError::internal(reason)),
                    (outcome, _) => outcome,
                });
            })
        });
        self.writes.send(job).map_err(|_| ApiError::internal("the database is closed"))?;
        result.await.map_err(|_| ApiError::internal("the database is closed"))?
    }

    /// Waits until a write since the last call has announced work.
    pub async fn announced(&self) {
        self.announcements.notified().await;
    }

    /// Merges the write-ahead log into the file; called once when the server stops.
    pub fn checkpoint(&self) -> rusqlite::Result<()> {
        let conn = Connection::open(&self.path)?;
        configure(&conn)?;
        conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
    }
}

/// Runs `job` in a transaction on a connection of its own, for commands: `Ok` is committed, `Err` leaves no trace.
///
/// # Errors
/// The job's own error, or 500 when the database fails.
pub fn write_alone<T>(conn: &mut Connection, job: impl FnOnce(&Tx) -> ApiResult<T>) -> ApiResult<T> {
    let mut transaction = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let value = {
        let tx = Tx::new(transaction.savepoint()?);
        let value = job(&tx)?;
        tx.savepoint.commit()?;
        value
    };
    transaction.commit()?;
    Ok(value)
}

/// Settings of every connection.
pub fn configure(conn: &Connection) -> rusqlite::Result<()> {
    conn.busy_timeout(Duration::from_secs(10))?;
    conn.pragma_update(None, "foreign_keys", true)?;
    conn.pragma_update(None, "synchronous", "FULL")?;
    conn.pragma_update(None, "trusted_schema", false)?;
    // Otherwise SQLite prepares a statement again each time it runs with a bound LIMIT.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    conn.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(())
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> Result<(), String> {
    std::thread::Builder::new()
        .name(name.to_owned())
        .spawn(run)
        .map(|_| ())
        .map_err(|error| format!("No thread for the database: {error}"))
}

/// Turns a panic in a job into that job's error, so that the thread survives.
fn guarded<T>(job: impl FnOnce() -> ApiResult<T>) -> ApiResult<T> {
    catch_unwind(AssertUnwindSafe(job)).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let message = message.or_else(|| panic.downcast_ref::<String>().cloned());
        Err(ApiError::internal(message.unwrap_or_else(|| "a panic".into())))
    })
}

/// Takes the waiting jobs, commits them together, and answers all callers.
fn write_loop(mut conn: Connection, jobs: &Receiver<WriteJob>) {
    while let Ok(first) = jobs.recv() {
        let mut answers = Vec::new();
        let outcome = run_batch(&mut conn, first, jobs, &mut answers).map_err(|error| format!("commit failed: {error}"));
        for answer in answers {
            answer(outcome.clone());
        }
    }
}

fn run_batch(conn: &mut Connection, first: WriteJob, jobs: &Receiver<WriteJob>, answers: &mut Vec<Answer>) -> rusqlite::Result<()> {
    let mut transaction = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut next = Some(first);
    while let Some(job) = next {
        answers.push(job(transaction.savepoint()?));
        next = if answers.len() < BATCH { jobs.try_recv().ok() } else { None };
    }
    transaction.commit()
}

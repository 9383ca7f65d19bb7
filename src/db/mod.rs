//! The one SQLite file: `read(|conn| …)` runs on reader threads, `write(|tx| …)` on the single writer thread. The
//! queries are in the stores of the features, the schema in schema.sql and migrate.rs.

pub mod columns;
mod connection;
pub mod copy;
pub mod downloads;
pub mod duplicate;
mod fault;
mod file;
mod keeper;
pub mod migrate;
pub mod once;
mod reader;
pub mod restore;
pub mod schema;
pub mod search;
pub mod secrets;
mod snapshot;
mod state;
mod touched;
pub mod values;
mod writer;

use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crossbeam_channel::{Sender, TrySendError, bounded};
use poem::http::StatusCode;
use rusqlite::{Connection, OpenFlags, Savepoint, TransactionBehavior};
use tokio::sync::{Notify, oneshot};

pub use self::connection::configure;
use self::connection::{guarded, spawn, stopping};
use self::file::{Lock, beside, length};
use self::reader::{Lane, Lanes};
use self::state::State;
use self::touched::Watch;
pub use self::touched::{Tables, note, watched};
use self::writer::{Job, WriteJob, Writer};
use crate::error::{ApiError, ApiResult, request_number};

/// The most writes that wait. Others are refused.
const QUEUE: usize = 1024;
/// A commit within this time shows that the file can be written.
const FRESH: Duration = Duration::from_secs(5);

/// Who waits to hear that there is work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waiter {
    /// Mails are to be sent.
    Mail,
    /// Certificates and badges are to be signed.
    Credentials,
}

/// The oldest SQLite that is good enough: in earlier ones a log could be reset wrongly, and lose what was written
/// (<https://www.sqlite.org/wal.html#walresetbug>). A build may link another one than the one that comes with it.
const SQLITE: i32 = 3_051_003;

/// Permission to write: a savepoint inside the writer's transaction. Store functions that change something take it.
pub struct Tx<'c> {
    savepoint: Savepoint<'c>,
    announces: Cell<bool>,
    afterwards: RefCell<Vec<Afterwards>>,
}

/// What is done when a write is committed, with the number of the request that it belongs to.
type Afterwards = Box<dyn FnOnce(&str) + Send>;

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
            afterwards: RefCell::default(),
        }
    }

    /// Wakes the waiters of `Db::announced` once this write is committed: there is work to do.
    pub fn announce(&self) {
        self.announces.set(true);
    }

    /// Does something when this write is committed, and only then: a line in the log. It gets the number of the request, and
    /// must not take long. Commands of the shell do without.
    pub fn afterwards(&self, done: impl FnOnce(&str) + Send + 'static) {
        self.afterwards.borrow_mut().push(Box::new(done));
    }
}

/// What a job leaves for the time after its commit.
struct Done<T> {
    value: T,
    announces: bool,
    afterwards: Vec<Afterwards>,
}

/// The database, shared by all handlers.
#[derive(Clone)]
pub struct Db(Arc<Inner>);

struct Inner {
    state: Arc<State>,
    lanes: Lanes,
    writes: Sender<WriteJob>,
    announcements: [Notify; 2],
    lock: Mutex<Option<Lock>>,
    /// Dropping it ends the keeper.
    _keeper: Sender<()>,
}

impl Db {
    /// Opens the file to serve it. Creates it, readable by its owner only, or upgrades it as needed.
    ///
    /// # Errors
    /// A sentence when the file belongs to another program, is damaged, has a newer version, or is served by another process.
    /// The file then stays unchanged.
    pub fn open(path: &Path) -> Result<Db, String> {
        if rusqlite::version_number() < SQLITE {
            return Err(format!(
                "This program was built with SQLite {}, which can lose data: build it with 3.51.3 or newer.",
                rusqlite::version()
            ));
        }
        let path = file::resolve(path)?;
        let lock = Lock::take(&path)?;
        let was_open = length(&beside(&path, "-wal")) > 0;
        let conn = migrate::open_locked(&path, &lock)?;
        let failed = |error: rusqlite::Error| format!("The database {} cannot be opened: {}", path.display(), fault::line(&error.to_string()));
        let state = Arc::new(State::new(&path));
        let writer = Writer::new(conn, state.clone()).map_err(failed)?;
        let (writes, write_jobs) = bounded::<WriteJob>(QUEUE);
        spawn("writer", move || writer.run(&write_jobs))?;
        let lanes = Lanes::open(&state)?;
        let (keeper, stop) = bounded(0);
        keeper::start(state.clone(), stop, writes.clone())?;
        if was_open {
            keeper::examine(state.clone())?;
        }
        Ok(Db(Arc::new(Inner {
            state,
            lanes,
            writes,
            announcements: [Notify::new(), Notify::new()],
            lock: Mutex::new(Some(lock)),
            _keeper: keeper,
        })))
    }

    /// Bytes of the file, and of its log.
    pub fn bytes(&self) -> (u64, u64) {
        (length(self.path()), length(&self.0.state.log))
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.0.state.path
    }

    /// The number of the current state, which grows with every commit. A commit of another program is noticed within a
    /// second.
    pub fn version(&self) -> u64 {
        self.0.state.version()
    }

    /// Whether what was read from these tables, in the state with this number or a later one, is as it would be read now.
    pub fn is_current(&self, version: u64, tables: &Tables) -> bool {
        self.0.state.is_current(version, tables)
    }

    /// Runs `job` on a reader, which sees the last commit.
    ///
    /// # Errors
    /// The job's own; 503 when too many are waiting.
    pub async fn read<T, F>(&self, job: F) -> ApiResult<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> ApiResult<T> + Send + 'static,
    {
        self.read_in(Lane::List, job).await
    }

    /// Like `read`, for quick lookups by key. It never waits behind lists and searches.
    ///
    /// # Errors
    /// Like `read`.
    pub async fn look_up<T, F>(&self, job: F) -> ApiResult<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> ApiResult<T> + Send + 'static,
    {
        self.read_in(Lane::Key, job).await
    }

    /// Like `read`, for a list that is searched for `words`, if there are any. It is interrupted when it takes too long.
    ///
    /// # Errors
    /// Like `read`; 422 at `search` for too many words, 503 when it was interrupted.
    pub async fn search<T, F>(&self, words: &str, job: F) -> ApiResult<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> ApiResult<T> + Send + 'static,
    {
        let lane = if words.trim().is_empty() { Lane::List } else { Lane::Search };
        search::check(words)?;
        self.read_in(lane, job).await
    }

    async fn read_in<T, F>(&self, lane: Lane, job: F) -> ApiResult<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> ApiResult<T> + Send + 'static,
    {
        let (answer, result) = oneshot::channel();
        let state = self.0.state.clone();
        let watch = Watch::of_task();
        let job = Box::new(move |conn: ApiResult<&Connection>| {
            if answer.is_closed() {
                return;
            }
            let outcome = conn.and_then(|conn| watch.over(conn, &state.statements, || guarded(|| job(conn))));
            if let Err(error) = &outcome {
                state.notice(error);
            }
            let _ = answer.send(outcome);
        });
        self.0.lanes.send(lane, job)?;
        result.await.map_err(|_| stopping())?
    }

    /// Runs `job` in a transaction: `Ok` is committed and durable when this returns, `Err` leaves no trace.
    /// Checks and changes belong in one `write`, because nothing else writes in the meantime. The job may run again, when the
    /// commit that it shared with others has failed.
    ///
    /// # Errors
    /// The job's own; 507 when the disk is full; 503 when the file is locked or gone, or too many writes are waiting.
    pub async fn write<T, F>(&self, job: F) -> ApiResult<T>
    where
        T: Send + 'static,
        F: Fn(&Tx) -> ApiResult<T> + Send + 'static,
    {
        let (answer, result) = oneshot::channel();
        let waiting = Waiting {
            job,
            outcome: None,
            answer,
            db: self.clone(),
            request: request_number(),
        };
        self.0.writes.try_send(Box::new(waiting)).map_err(|error| match error {
            TrySendError::Full(_) => {
                ApiError::unavailable("Too many changes wait to be saved. Please try again in a moment.", 1, "the queue is full")
            }
            TrySendError::Disconnected(_) => stopping(),
        })?;
        result.await.map_err(|_| stopping())?
    }

    /// Waits until a write since the waiter's last call has announced work.
    pub async fn announced(&self, waiter: Waiter) {
        self.0.announcements[waiter as usize].notified().await;
    }

    /// Checks that the database can be read, and that the last write was well or another may begin. Nothing is written: while
    /// writes fail, the keeper tries until one does not. Returns a warning for the operator, if there is one.
    ///
    /// # Errors
    /// 503 or 507: what is wrong.
    pub async fn health(&self) -> ApiResult<Option<String>> {
        self.look_up(|conn| Ok(conn.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?))
            .await?;
        let is_fresh = self.0.state.quiet().is_some_and(|quiet| quiet < FRESH);
        if !is_fresh && self.0.state.health().is_ok() {
            self.begin_and_undo().await?;
        }
        self.0.state.health()
    }

    /// Takes the right to write, and gives it back.
    async fn begin_and_undo(&self) -> ApiResult<()> {
        const UNDONE: StatusCode = StatusCode::NO_CONTENT;
        let done = self.write(|_| Err::<(), _>(ApiError::new(UNDONE, ""))).await;
        done.or_else(|error| if error.status == UNDONE { Ok(()) } else { Err(error) })
    }

    /// Moves the log into the file and gives up the right to serve it. Called once, when the server stops.
    ///
    /// # Errors
    /// One sentence.
    pub fn close(&self) -> Result<(), String> {
        let lock = self.0.lock.lock().unwrap_or_else(PoisonError::into_inner).take();
        let path = self.path();
        let moved = if self.0.state.presence() == state::Presence::There {
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            Connection::open_with_flags(path, flags).and_then(|conn| {
                configure(&conn)?;
                conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
            })
        } else {
            Ok(())
        };
        drop(lock);
        moved.map_err(|error| format!("The database {} was not closed cleanly: {error}", path.display()))
    }
}

/// A caller's write.
struct Waiting<T, F> {
    job: F,
    outcome: Option<ApiResult<Done<T>>>,
    answer: oneshot::Sender<ApiResult<T>>,
    db: Db,
    /// The number of the request that it belongs to.
    request: String,
}

impl<T, F> Job for Waiting<T, F>
where
    T: Send,
    F: Fn(&Tx) -> ApiResult<T> + Send,
{
    fn is_abandoned(&self) -> bool {
        self.answer.is_closed()
    }

    fn run(&mut self, savepoint: Savepoint<'_>) {
        let tx = Tx::new(savepoint);
        self.outcome = Some(guarded(|| (self.job)(&tx)).and_then(|value| {
            let (announces, afterwards) = (tx.announces.get(), tx.afterwards.take());
            tx.savepoint.commit()?;
            Ok(Done {
                value,
                announces,
                afterwards,
            })
        }));
    }

    fn failure(&self) -> Option<&ApiError> {
        self.outcome.as_ref().and_then(|outcome| outcome.as_ref().err())
    }

    fn answer(self: Box<Self>, committed: ApiResult<()>) {
        let Waiting {
            job,
            outcome,
            answer,
            db,
            request,
        } = *self;
        let inner = &db.0;
        let outcome = match (outcome, committed) {
            (Some(Err(error)), _) | (_, Err(error)) => Err(error),
            (Some(Ok(done)), Ok(())) => {
                if done.announces {
                    inner.announcements.iter().for_each(Notify::notify_one);
                }
                for act in done.afterwards {
                    act(&request);
                }
                Ok(done.value)
            }
            (None, Ok(())) => Err(ApiError::internal("the write did not run")),
        };
        if let Err(error) = &outcome {
            inner.state.notice(error);
        }
        // The caller may close the database after the answer and open it again, so nothing here may hold it any longer.
        drop((job, db));
        let _ = answer.send(outcome);
    }
}

/// Runs `job` in a transaction on a connection of its own, for commands: `Ok` is committed, `Err` leaves no trace.
///
/// # Errors
/// The job's own, or what the database says.
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

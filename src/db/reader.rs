//! The threads that read, and their connections. A key lookup never waits behind a list, and a list never waits
//! for slow searches alone: each lane has threads that slower lanes cannot take.

use std::cell::Cell;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded, never, select_biased};
use r2d2::{ManageConnection, Pool};
use r2d2_sqlite::SqliteConnectionManager;
use rusqlite::{Connection, OpenFlags};

use super::connection::{configure, spawn, stopping};
use super::state::State;
use super::touched;
use crate::error::{ApiError, ApiResult};

/// The most reads that wait in a lane. Others are refused.
const QUEUE: usize = 2048;
/// The time after which a search is interrupted.
const SEARCH: Duration = Duration::from_millis(500);
/// Steps of SQLite between two looks at the clock.
const STEPS: i32 = 1000;
/// The threads, each with its own connection: whether it takes lists, and whether it takes searches. All take keys.
const READERS: [(bool, bool); 4] = [(false, false), (true, false), (true, true), (true, true)];
/// How long a reader waits for a connection. There is one per reader, so it waits only while one is being opened.
const PATIENCE: Duration = Duration::from_secs(2);

thread_local! {
    static DEADLINE: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Sends the answer to the caller itself. It returns an error that means damage, if there was one.
pub type ReadJob = Box<dyn FnOnce(Result<&Connection, ApiError>) + Send>;

/// The kind of a read.
#[derive(Debug, Clone, Copy)]
pub enum Lane {
    /// By key; done at once.
    Key,
    /// A list or a detail.
    List,
    /// A search, which may take long and is then interrupted.
    Search,
}

/// The entrances of the lanes.
#[derive(Clone)]
pub struct Lanes {
    keys: Sender<ReadJob>,
    lists: Sender<ReadJob>,
    searches: Sender<ReadJob>,
}

impl Lanes {
    /// Starts the threads: one for keys, one for keys and lists, two for everything.
    ///
    /// # Errors
    /// One sentence.
    pub fn open(state: &Arc<State>) -> Result<Lanes, String> {
        let ((keys, key_jobs), (lists, list_jobs), (searches, search_jobs)) = (bounded(QUEUE), bounded(QUEUE), bounded(QUEUE));
        let pool = Pool::builder()
            .max_size(READERS.len() as u32)
            .connection_timeout(PATIENCE)
            .max_lifetime(None)
            .idle_timeout(None)
            .build(Manager::new(state.clone()))
            .map_err(|error| format!("The database {} cannot be opened: {error}", state.path.display()))?;
        for (number, (takes_lists, takes_searches)) in READERS.into_iter().enumerate() {
            let reader = Reader {
                state: state.clone(),
                pool: pool.clone(),
            };
            let keys = key_jobs.clone();
            let lists = if takes_lists { list_jobs.clone() } else { never() };
            let searches = if takes_searches { search_jobs.clone() } else { never() };
            spawn(&format!("reader-{number}"), move || reader.run(&keys, &lists, &searches))?;
        }
        Ok(Lanes { keys, lists, searches })
    }

    /// Puts a job into its lane.
    ///
    /// # Errors
    /// 503 when too many are waiting.
    pub fn send(&self, lane: Lane, job: ReadJob) -> ApiResult<()> {
        let sender = match lane {
            Lane::Key => &self.keys,
            Lane::List => &self.lists,
            Lane::Search => &self.searches,
        };
        sender.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => ApiError::unavailable("Too many requests wait. Please try again in a moment.", 1, "the queue is full"),
            TrySendError::Disconnected(_) => stopping(),
        })
    }
}

struct Reader {
    state: Arc<State>,
    pool: Pool<Manager>,
}

impl Reader {
    /// Ends when the last sender of keys is dropped.
    fn run(&self, keys: &Receiver<ReadJob>, lists: &Receiver<ReadJob>, searches: &Receiver<ReadJob>) {
        loop {
            let (job, deadline) = select_biased! {
                recv(keys) -> job => (job, None),
                recv(lists) -> job => (job, None),
                recv(searches) -> job => (job, Some(Instant::now() + SEARCH)),
            };
            let Ok(job) = job else { return };
            DEADLINE.set(deadline);
            self.serve(job);
        }
    }

    fn serve(&self, job: ReadJob) {
        let _log = self.state.log_in_use.read().unwrap_or_else(PoisonError::into_inner);
        match self.pool.get() {
            Ok(opened) => job(Ok(&opened.conn)),
            Err(error) => job(Err(ApiError::unavailable(
                "The database cannot be opened. Please try again in a moment.",
                2,
                error,
            ))),
        }
    }
}

/// Opens the readers' connections, and reopens those that are older than the log.
struct Manager {
    sqlite: SqliteConnectionManager,
    state: Arc<State>,
}

/// A connection with the number of the log that it reads.
struct Opened {
    conn: Connection,
    generation: u64,
}

/// Why a connection cannot be used.
#[derive(Debug, thiserror::Error)]
enum Unusable {
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    #[error("a reader of the database reads a log that was deleted; it is opened anew")]
    Old,
}

impl Manager {
    fn new(state: Arc<State>) -> Manager {
        let sqlite = SqliteConnectionManager::file(&state.path)
            .with_flags(OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)
            .with_init(|conn| {
                configure(conn)?;
                touched::follow(conn);
                conn.pragma_update(None, "query_only", true)?;
                conn.progress_handler(STEPS, Some(|| DEADLINE.get().is_some_and(|deadline| Instant::now() > deadline)))
            });
        Manager { sqlite, state }
    }
}

impl ManageConnection for Manager {
    type Connection = Opened;
    type Error = Unusable;

    fn connect(&self) -> Result<Opened, Unusable> {
        // Read first: if the log is replaced in the meantime, this connection is an old one.
        let generation = self.state.generation.load(Ordering::Acquire);
        Ok(Opened {
            conn: self.sqlite.connect()?,
            generation,
        })
    }

    fn is_valid(&self, opened: &mut Opened) -> Result<(), Unusable> {
        if opened.generation == self.state.generation.load(Ordering::Acquire) {
            Ok(())
        } else {
            Err(Unusable::Old)
        }
    }

    fn has_broken(&self, opened: &mut Opened) -> bool {
        self.is_valid(opened).is_err()
    }
}

//! Which tables statements read and write. SQLite says so itself: it names them when it prepares a statement, with those
//! of triggers and foreign keys. What was read from tables that nobody has written since is current, and no list of what
//! depends on what can fall behind.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::trace::{TraceEvent, TraceEventCodes};

thread_local! {
    /// The statements that this thread ran since it began to look.
    static RAN: RefCell<Option<BTreeSet<String>>> = const { RefCell::new(None) };
}

tokio::task_local! {
    /// Collects the tables that the task reads.
    static WATCHED: Arc<Mutex<Tables>>;
}

/// Runs a future, and says which tables it has read in this task. Whoever watches the task from outside sees them too.
pub async fn watched<F: Future>(future: F) -> (F::Output, Tables) {
    let tables = Arc::new(Mutex::new(Tables::default()));
    let output = WATCHED.scope(tables.clone(), future).await;
    let tables = std::mem::take(&mut *lock(&tables));
    note(&tables);
    (output, tables)
}

/// The task goes on with what was once read from these tables.
pub fn note(tables: &Tables) {
    if let Ok(watched) = WATCHED.try_with(Arc::clone) {
        lock(&watched).extend(tables);
    }
}

/// What collects the tables of a read, if anybody wants to know.
pub struct Watch(Option<Arc<Mutex<Tables>>>);

impl Watch {
    pub fn of_task() -> Watch {
        Watch(WATCHED.try_with(Arc::clone).ok())
    }

    /// Runs a job on this connection.
    pub fn over<T>(self, conn: &Connection, statements: &Statements, job: impl FnOnce() -> T) -> T {
        let Watch(Some(tables)) = self else { return job() };
        begin();
        let output = job();
        lock(&tables).extend(&statements.reads(conn));
        end();
        output
    }
}

/// Tables, or all of them when it is not known which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tables {
    These(BTreeSet<String>),
    All,
}

impl Default for Tables {
    fn default() -> Tables {
        Tables::These(BTreeSet::new())
    }
}

impl Tables {
    /// Adds others.
    pub fn extend(&mut self, others: &Tables) {
        match (&mut *self, others) {
            (Tables::These(these), Tables::These(others)) => these.extend(others.iter().cloned()),
            _ => *self = Tables::All,
        }
    }

    fn insert(&mut self, name: &str) {
        if let Tables::These(these) = self {
            these.insert(name.to_owned());
        }
    }
}

/// What a statement does.
#[derive(Debug, Default)]
struct Touched {
    reads: Tables,
    writes: Tables,
}

impl Touched {
    fn note(&mut self, action: AuthAction<'_>) {
        match action {
            AuthAction::Read { table_name, .. } => self.reads.insert(table_name),
            AuthAction::Insert { table_name } | AuthAction::Delete { table_name } | AuthAction::Update { table_name, .. } => {
                self.writes.insert(table_name);
            }
            AuthAction::Select
            | AuthAction::Function { .. }
            | AuthAction::Recursive
            | AuthAction::Transaction { .. }
            | AuthAction::Savepoint { .. }
            | AuthAction::Pragma {
                pragma_name: "data_version", ..
            } => {}
            _ => self.writes = Tables::All,
        }
    }

    /// Asks SQLite about a statement.
    fn find(conn: &Connection, sql: &str) -> Touched {
        let found = Arc::new(Mutex::new(Touched::default()));
        let sink = found.clone();
        let note = move |context: AuthContext<'_>| {
            lock(&sink).note(context.action);
            Authorization::Allow
        };
        let is_known = conn.authorizer(Some(note)).is_ok() && conn.prepare(sql).is_ok();
        let is_over = conn.authorizer(None::<fn(AuthContext<'_>) -> Authorization>).is_ok();
        if !is_known || !is_over {
            return Touched {
                reads: Tables::All,
                writes: Tables::All,
            };
        }
        std::mem::take(&mut *lock(&found))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Remembers each statement that a connection runs while its thread looks.
pub fn follow(conn: &Connection) {
    conn.trace_v2(
        TraceEventCodes::SQLITE_TRACE_STMT,
        Some(|event| {
            let TraceEvent::Stmt(statement, _) = event else { return };
            RAN.with_borrow_mut(|ran| {
                if let Some(ran) = ran {
                    let sql = statement.sql();
                    if !ran.contains(sql.as_ref()) {
                        ran.insert(sql.into_owned());
                    }
                }
            });
        }),
    );
}

/// Begins to look at what this thread runs, or anew.
pub fn begin() {
    RAN.set(Some(BTreeSet::new()));
}

fn end() {
    RAN.set(None);
}

/// What is known of statements. They are literals of the program, so there are not many.
#[derive(Default)]
pub struct Statements(Mutex<HashMap<String, Arc<Touched>>>);

impl Statements {
    fn find(&self, conn: &Connection, sql: &str) -> Arc<Touched> {
        if let Some(known) = lock(&self.0).get(sql) {
            return known.clone();
        }
        let touched = Arc::new(Touched::find(conn, sql));
        lock(&self.0).insert(sql.to_owned(), touched.clone());
        touched
    }

    fn union(&self, conn: &Connection, of: fn(&Touched) -> &Tables) -> Tables {
        let ran = RAN.with_borrow(Clone::clone);
        let Some(ran) = ran else { return Tables::All };
        let mut all = Tables::default();
        for sql in ran {
            all.extend(of(&self.find(conn, &sql)));
        }
        all
    }

    /// The tables that this thread has read since it began to look.
    fn reads(&self, conn: &Connection) -> Tables {
        self.union(conn, |touched| &touched.reads)
    }

    /// The tables that this thread has written since it began to look, whether or not it was undone.
    pub fn writes(&self, conn: &Connection) -> Tables {
        self.union(conn, |touched| &touched.writes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::{Db, Tx, migrate};
    use crate::error::ApiError;

    fn names(tables: Tables) -> Vec<String> {
        match tables {
            Tables::These(these) => these.into_iter().collect(),
            Tables::All => vec!["all".to_owned()],
        }
    }

    #[test]
    fn a_write_names_its_tables_with_those_of_triggers_and_foreign_keys() {
        let folder = tempfile::tempdir().unwrap();
        let conn = migrate::open(&folder.path().join("touched.db")).unwrap();
        let statements = Statements::default();
        follow(&conn);
        let written = |sql: &str| {
            begin();
            conn.execute_batch(sql).unwrap();
            names(statements.writes(&conn))
        };
        assert_eq!(
            written("INSERT INTO comments (id, project_id, user_id, text, created_at) SELECT 1, 2, 3, 'x', 0 WHERE false"),
            ["comments", "projects"]
        );
        assert!(written("DELETE FROM projects WHERE id = 5").contains(&"project_search".to_owned()));
        assert!(
            written("DELETE FROM projects WHERE id = 5").contains(&"upvotes".to_owned()),
            "a foreign key"
        );
        assert_eq!(written("UPDATE settings SET value = value"), ["settings", "settings_version"]);
        assert_eq!(
            written("BEGIN; SAVEPOINT s; SELECT count(*) FROM users; RELEASE s; COMMIT"),
            Vec::<String>::new()
        );
        assert_eq!(written("PRAGMA user_version = 4"), ["all"]);
        end();
        assert_eq!(names(statements.writes(&conn)), ["all"], "nobody looked");
    }

    #[test]
    fn a_read_names_what_it_counts_and_what_its_views_read() {
        let folder = tempfile::tempdir().unwrap();
        let conn = migrate::open(&folder.path().join("touched.db")).unwrap();
        let statements = Statements::default();
        follow(&conn);
        let read = |sql: &str| {
            begin();
            conn.execute_batch(sql).unwrap();
            names(statements.reads(&conn))
        };
        assert_eq!(read("SELECT count(*) FROM upvotes"), ["upvotes"]);
        assert_eq!(read("SELECT 1 WHERE EXISTS (SELECT 1 FROM badges)"), ["badges"]);
        for table in ["badges", "users", "projects", "events"] {
            assert!(read("SELECT user_name FROM badge_details").contains(&table.to_owned()), "{table}");
        }
        assert!(read("SELECT rowid FROM project_search WHERE project_search MATCH 'x'").contains(&"project_search".to_owned()));
    }

    #[tokio::test]
    async fn a_write_leaves_what_was_read_from_other_tables() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("touched.db");
        let db = Db::open(&path).unwrap();
        let add = |tx: &Tx| Ok(tx.execute("INSERT INTO memos (name, value) VALUES (random(), '')", [])?);
        // The first write looks for the commits of others.
        db.write(add).await.unwrap();
        let version = db.version();
        let read = |sql: &'static str| watched(db.read(move |conn| Ok(conn.query_row(sql, [], |row| row.get::<_, i64>(0))?)));
        let (_, events) = read("SELECT count(*) FROM events").await;
        let (_, memos) = read("SELECT count(*) FROM memos").await;
        let (_, nothing) = read("SELECT 1").await;
        let (_, within) = watched(async {
            note(&events);
            read("SELECT count(*) FROM memos").await
        })
        .await;
        assert_eq!(names(within), ["events", "memos"], "what is watched within is seen from outside");
        assert!([&events, &memos, &nothing].iter().all(|tables| db.is_current(version, tables)));
        let failed = db.write(move |tx| {
            add(tx)?;
            Err::<(), _>(ApiError::conflict("No."))
        });
        assert!(failed.await.is_err() && db.is_current(version, &memos), "it was undone");
        db.write(add).await.unwrap();
        let current = [&events, &memos, &nothing].map(|tables| db.is_current(version, tables));
        assert_eq!(current, [true, false, false]);
        assert!(db.is_current(db.version(), &memos));

        // Another program, of which the next write learns.
        Connection::open(&path).unwrap().execute("DELETE FROM memos", []).unwrap();
        db.write(add).await.unwrap();
        assert!(!db.is_current(version, &events));
    }
}

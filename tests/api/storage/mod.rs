//! The file and its threads. This file: what happens to the file from outside, and searches that take long.

mod failing;
mod kept;
mod writes;

use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use community::exports::db::{Db, migrate};
use community::exports::error::ApiResult;
use poem::http::StatusCode;
use rusqlite::Connection;

use crate::support::TestApp;

/// A database in memory where the system has such a folder.
fn database(name: &str) -> (Db, PathBuf, tempfile::TempDir) {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() {
        tempfile::tempdir_in(memory)
    } else {
        tempfile::tempdir()
    }
    .unwrap();
    let path = folder.path().join(name);
    (Db::open(&path).unwrap(), path, folder)
}

/// Counts a name up.
async fn count_up(db: &Db, name: &'static str) -> ApiResult<()> {
    db.write(move |tx| {
        tx.execute(
            "INSERT INTO totals (name, count) VALUES (?1, 1) ON CONFLICT DO UPDATE SET count = count + 1",
            [name],
        )?;
        Ok(())
    })
    .await
}

async fn counts(db: &Db) -> Vec<(String, i64)> {
    db.read(|conn| {
        let mut statement = conn.prepare("SELECT name, count FROM totals ORDER BY name")?;
        Ok(statement
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?)
    })
    .await
    .unwrap()
}

/// Puts a write into the queue, behind all that are there, and leaves it waiting. A task of its own would ask when it is
/// its turn, so two of them in either order.
fn queued<T: Send + 'static>(write: impl Future<Output = T> + Send + 'static) -> tokio::task::JoinHandle<T> {
    let mut write = Box::pin(write);
    let asked = write.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    tokio::spawn(async move {
        match asked {
            Poll::Ready(answer) => answer,
            Poll::Pending => write.await,
        }
    })
}

/// Keeps the writer busy until the sender is dropped, so that writes in the meantime become one batch.
fn hold(db: &Db) -> (mpsc::Sender<()>, tokio::task::JoinHandle<ApiResult<()>>) {
    let (release, held) = mpsc::channel::<()>();
    let (begin, begun) = mpsc::channel();
    let held = std::sync::Mutex::new(held);
    let db = db.clone();
    let task = queued(async move {
        db.write(move |_| {
            let _ = begin.send(());
            let _ = held.lock().unwrap().recv_timeout(Duration::from_secs(5));
            Ok(())
        })
        .await
    });
    begun.recv_timeout(Duration::from_secs(5)).unwrap();
    (release, task)
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_vanishes_is_written_anew() {
    let (db, path, folder) = database("log.db");
    count_up(&db, "one").await.unwrap();
    let log = folder.path().join("log.db-wal");
    std::fs::remove_file(&log).unwrap();
    count_up(&db, "two").await.unwrap();
    assert!(log.exists());
    let both = [("one".to_owned(), 1), ("two".to_owned(), 1)];
    for _ in 0..8 {
        assert_eq!(counts(&db).await, both);
    }
    let other = Connection::open(&path).unwrap();
    assert_eq!(other.query_row("SELECT count(*) FROM totals", [], |row| row.get::<_, i64>(0)).unwrap(), 2);
    assert_eq!(db.health().await.unwrap(), None);
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_was_moved_away_is_noticed_and_not_replaced() {
    let (db, path, folder) = database("here.db");
    count_up(&db, "one").await.unwrap();
    let away = folder.path().join("away.db");
    std::fs::rename(&path, &away).unwrap();
    assert_eq!(count_up(&db, "two").await.unwrap_err().status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(db.health().await.unwrap_err().status, StatusCode::SERVICE_UNAVAILABLE);
    db.close().unwrap();
    assert!(!path.exists());
    std::fs::rename(&away, &path).unwrap();
    count_up(&db, "three").await.unwrap();
    assert_eq!(counts(&db).await, [("one".to_owned(), 1), ("three".to_owned(), 1)]);
    assert_eq!(db.health().await.unwrap(), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_that_never_ends_is_spoken_of_and_the_log_shrinks_after_it() {
    let (db, path, folder) = database("reader.db");
    let reader = Connection::open(&path).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM users").unwrap();
    for _ in 0..18 {
        db.write(|tx| {
            Ok(tx
                .execute("INSERT OR REPLACE INTO secrets (name, value) VALUES ('big', randomblob(4000000))", [])
                .map(|_| ())?)
        })
        .await
        .unwrap();
    }
    let log = folder.path().join("reader.db-wal");
    let until = |seconds: u64| Instant::now() + Duration::from_secs(seconds);
    let end = until(10);
    let said = loop {
        if let Some(said) = db.health().await.unwrap() {
            break said;
        }
        assert!(
            Instant::now() < end,
            "nothing is said of {} bytes",
            std::fs::metadata(&log).unwrap().len()
        );
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    assert!(said.contains("MB") && said.contains("reading"), "{said}");
    reader.execute_batch("COMMIT").unwrap();
    let end = until(10);
    while std::fs::metadata(&log).unwrap().len() > 5 << 20 || db.health().await.unwrap().is_some() {
        assert!(Instant::now() < end, "the log has {} bytes", std::fs::metadata(&log).unwrap().len());
        count_up(&db, "x").await.unwrap();
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_process_serves_a_file_and_commands_work_beside_it() {
    let (db, path, folder) = database("one.db");
    let message = Db::open(&path).err().unwrap();
    assert!(
        message.contains("served already") && message.contains(&std::process::id().to_string()),
        "{message}"
    );
    let conn = migrate::open(&path).unwrap();
    // While the server writes, a command that reads goes on, and one that writes waits for its turn.
    let (release, held) = hold(&db);
    let reader = migrate::open_to_read(&path).unwrap();
    assert_eq!(
        reader.query_row("SELECT count(*) FROM totals", [], |row| row.get::<_, i64>(0)).unwrap(),
        0
    );
    assert!(reader.execute("INSERT INTO totals (name, count) VALUES ('read', 1)", []).is_err());
    let write = std::thread::spawn(move || conn.execute("INSERT INTO totals (name, count) VALUES ('beside', 1)", []));
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert!(!write.is_finished());
    release.send(()).unwrap();
    held.await.unwrap().unwrap();
    write.join().unwrap().unwrap();
    assert_eq!(counts(&db).await, [("beside".to_owned(), 1)]);
    drop(reader);
    db.close().unwrap();
    drop(db);
    assert!(!folder.path().join("one.db.lock").exists());
    Db::open(&path).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_file_fails_the_health_check() {
    let (db, path, _folder) = database("damaged.db");
    count_up(&db, "one").await.unwrap();
    let root = db.read(|conn| Ok(conn.query_row("SELECT rootpage FROM sqlite_schema WHERE name = 'totals'", [], |row| row.get::<_, i64>(0))?));
    let root = usize::try_from(root.await.unwrap()).unwrap();
    db.close().unwrap();
    drop(db);
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[(root - 1) * 4096..root * 4096].fill(0xAB);
    std::fs::write(&path, bytes).unwrap();

    let db = Db::open(&path).unwrap();
    assert_eq!(db.health().await.unwrap(), None);
    assert!(count_up(&db, "two").await.is_err());
    let damaged = db.health().await.unwrap_err();
    assert_eq!(
        (damaged.status, damaged.body.message.as_str()),
        (StatusCode::SERVICE_UNAVAILABLE, "The database is damaged.")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_while_of_quiet_the_one_file_has_everything() {
    let (db, path, folder) = database("quiet.db");
    count_up(&db, "one").await.unwrap();
    let log = folder.path().join("quiet.db-wal");
    assert!(std::fs::metadata(&log).unwrap().len() > 0);
    let end = Instant::now() + Duration::from_secs(30);
    while std::fs::metadata(&log).unwrap().len() > 0 {
        assert!(Instant::now() < end, "the log is not moved into the file");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let copy = folder.path().join("copy.db");
    std::fs::copy(&path, &copy).unwrap();
    let copy = migrate::open(&copy).unwrap();
    assert_eq!(
        copy.query_row("SELECT count FROM totals WHERE name = 'one'", [], |row| row.get::<_, i64>(0))
            .unwrap(),
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_takes_long_is_stopped_and_nobody_waits_for_it_to_be_known() {
    let app = TestApp::new().await;
    let ada = app.member("Ada").await;
    let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    let searches: Vec<_> = (0..6)
        .map(|_| {
            let db = app.app.db.clone();
            tokio::spawn(async move {
                db.search("word", move |conn| Ok(conn.query_row(endless, [], |row| row.get::<_, i64>(0))?))
                    .await
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(50)).await;
    let started = Instant::now();
    assert_eq!(app.get_as(&ada, "/api/users/profile").await.status, StatusCode::OK);
    assert!(started.elapsed() < Duration::from_millis(450), "{:?}", started.elapsed());
    for search in searches {
        let stopped = search.await.unwrap().unwrap_err();
        assert_eq!((stopped.status, stopped.retry_after), (StatusCode::SERVICE_UNAVAILABLE, Some(2)));
        assert!(stopped.body.message.contains("takes too long"), "{}", stopped.body.message);
    }
    for (words, status) in [
        ("a+b+c+d+e+f+g+h", StatusCode::OK),
        ("a+b+c+d+e+f+g+h+i", StatusCode::UNPROCESSABLE_ENTITY),
    ] {
        let answer = app.get(&format!("/api/projects?search={words}")).await;
        assert_eq!(answer.status, status, "{}", answer.text);
    }
    let long = app.get(&format!("/api/events?search={}", "a".repeat(101))).await;
    assert_eq!(long.status, StatusCode::BAD_REQUEST, "{}", long.text);
}

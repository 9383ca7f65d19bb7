//! Writes that fail: at BEGIN, in a job, at COMMIT. What the caller is told, and what becomes of the others.

use std::time::{Duration, Instant};

use community::exports::db::{Db, Tx, migrate};
use community::exports::error::{ApiError, ApiResult};
use poem::http::StatusCode;
use rusqlite::Connection;
use serde_json::json;

use super::failing::{self, Point};
use super::{count_up, counts, database, hold, queued};
use crate::support::TestApp;

async fn big(db: &Db) -> ApiResult<()> {
    db.write(|tx| {
        tx.execute("INSERT INTO totals (name, count) VALUES ('big', 1)", [])?;
        // A job that ignores an error continues outside the transaction that SQLite has ended.
        let full = tx.execute("INSERT INTO secrets (name, value) VALUES ('big', zeroblob(4000000))", []);
        let _ = tx.execute("INSERT INTO totals (name, count) VALUES ('stray', 1)", []);
        full?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_fails_the_write_that_needs_room_and_no_other() {
    let (db, _path, _folder) = database("full.db");
    db.write(|tx| {
        Ok(tx
            .query_row("SELECT page_count FROM pragma_page_count", [], |row| row.get::<_, i64>(0))
            .and_then(|pages| tx.pragma_update(None, "max_page_count", pages + 20))?)
    })
    .await
    .unwrap();
    let (release, held) = hold(&db);
    let (a, b, c) = (db.clone(), db.clone(), db.clone());
    let panics = db.clone();
    let tasks = (
        queued(async move { count_up(&a, "before").await }),
        queued(async move {
            panics
                .write(|tx| -> ApiResult<()> {
                    tx.execute("INSERT INTO totals (name, count) VALUES ('panic', 1)", [])?;
                    panic!("on purpose")
                })
                .await
        }),
        queued(async move { big(&b).await }),
        queued(async move { count_up(&c, "after").await }),
    );
    drop(release);
    held.await.unwrap().unwrap();
    tasks.0.await.unwrap().unwrap();
    assert_eq!(tasks.1.await.unwrap().unwrap_err().status, StatusCode::INTERNAL_SERVER_ERROR);
    let full = tasks.2.await.unwrap().unwrap_err();
    assert_eq!((full.status, full.body.code.as_str()), (StatusCode::INSUFFICIENT_STORAGE, "no_room"));
    tasks.3.await.unwrap().unwrap();
    assert_eq!(counts(&db).await, [("after".to_owned(), 1), ("before".to_owned(), 1)]);

    db.write(|tx| Ok(tx.pragma_update(None, "max_page_count", 100_000)?)).await.unwrap();
    big(&db).await.unwrap();
    assert_eq!(db.health().await.unwrap(), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_at_begin_and_commit_leave_no_trace_and_pass() {
    let _alone = failing::ALONE.lock().await;
    failing::install();
    let (db, path, _folder) = database("failing.db");
    count_up(&db, "first").await.unwrap();
    for (point, code, status) in [
        (Point::Log, rusqlite::ffi::SQLITE_FULL, StatusCode::INSUFFICIENT_STORAGE),
        (Point::Log, rusqlite::ffi::SQLITE_IOERR_WRITE, StatusCode::SERVICE_UNAVAILABLE),
        (Point::Log, rusqlite::ffi::SQLITE_BUSY, StatusCode::SERVICE_UNAVAILABLE),
        (Point::Sync, rusqlite::ffi::SQLITE_IOERR_FSYNC, StatusCode::SERVICE_UNAVAILABLE),
        (Point::Begin, rusqlite::ffi::SQLITE_IOERR_LOCK, StatusCode::SERVICE_UNAVAILABLE),
    ] {
        failing::at(point, code);
        let error = count_up(&db, "lost").await.unwrap_err();
        assert_eq!(error.status, status, "{point:?} {code}: {error}");
        assert!(!error.body.message.contains("closed"));
        assert!(db.health().await.is_err());
        failing::at(Point::Nowhere, 0);
        // Nobody writes, and it is found out nevertheless.
        let until = Instant::now() + Duration::from_secs(10);
        while db.health().await != Ok(None) {
            assert!(Instant::now() < until, "{point:?} {code}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        count_up(&db, "kept").await.unwrap();
    }
    assert_eq!(counts(&db).await, [("first".to_owned(), 1), ("kept".to_owned(), 5)]);
    drop(db);
    migrate::check(&path).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_batch_is_on_the_disk_before_anybody_is_answered() {
    let _alone = failing::ALONE.lock().await;
    failing::install();
    let (db, _path, _folder) = database("failing.db");
    count_up(&db, "first").await.unwrap();
    for _ in 0..20 {
        let before = failing::synced();
        count_up(&db, "one").await.unwrap();
        assert_eq!(failing::synced(), before + 1, "one write is one batch");
    }
    // Fifty that wait share one batch, or two when the last come late.
    let (release, held) = hold(&db);
    let tasks: Vec<_> = (0..50)
        .map(|_| {
            let db = db.clone();
            queued(async move { count_up(&db, "many").await.map(|()| failing::synced()) })
        })
        .collect();
    let before = failing::synced();
    drop(release);
    held.await.unwrap().unwrap();
    for task in tasks {
        assert!(task.await.unwrap().unwrap() > before, "answered before it was on the disk");
    }
    assert!(failing::synced() <= before + 2, "{} for one batch", failing::synced() - before);
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_inside_a_job_fail_that_job_and_no_other_of_its_batch() {
    use rusqlite::ffi::{SQLITE_BUSY, SQLITE_FULL, SQLITE_IOERR_READ, SQLITE_IOERR_WRITE};
    let _alone = failing::ALONE.lock().await;
    failing::install();
    let (db, path, _folder) = database("failing.db");
    // A hundred pages, of which the cache takes ten.
    db.write(|tx| {
        tx.execute("INSERT INTO secrets (name, value) VALUES ('read', randomblob(400000))", [])?;
        Ok(tx.pragma_update(None, "cache_size", 10)?)
    })
    .await
    .unwrap();
    let read = "UPDATE secrets SET value = CAST(value || 'x' AS BLOB) WHERE name = 'read'";
    let spill = "INSERT INTO secrets (name, value) VALUES ('spilled', randomblob(400000))";
    for (point, code, sql, status) in [
        (Point::Read, SQLITE_IOERR_READ, read, StatusCode::SERVICE_UNAVAILABLE),
        (Point::Read, SQLITE_BUSY, read, StatusCode::SERVICE_UNAVAILABLE),
        (Point::Log, SQLITE_IOERR_WRITE, spill, StatusCode::SERVICE_UNAVAILABLE),
        (Point::Log, SQLITE_FULL, spill, StatusCode::INSUFFICIENT_STORAGE),
    ] {
        let (release, held) = hold(&db);
        let start = |name: &'static str| {
            let db = db.clone();
            queued(async move { count_up(&db, name).await })
        };
        let before = start("before");
        let shared = db.clone();
        let failing = queued(async move {
            let job = move |tx: &Tx| {
                // What is in the cache is not read.
                tx.execute_batch("INSERT INTO totals (name, count) VALUES ('lost', 1); PRAGMA shrink_memory")?;
                failing::at(point, code);
                let failed = tx.execute(sql, []);
                failing::at(Point::Nowhere, 0);
                // A job that ignores an error may continue outside the transaction that SQLite has ended.
                let _ = tx.execute("INSERT INTO totals (name, count) VALUES ('stray', 1)", []);
                Ok(failed.map(|_| ())?)
            };
            shared.write(job).await
        });
        let after = start("after");
        drop(release);
        held.await.unwrap().unwrap();
        before.await.unwrap().unwrap();
        let error = failing.await.unwrap().unwrap_err();
        assert_eq!(error.status, status, "{point:?} {code}: {error}");
        after.await.unwrap().unwrap();
        assert_eq!(db.health().await.unwrap(), None, "{point:?} {code}");
    }
    // A commit that fails once: all of its batch run again, each alone.
    let (release, held) = hold(&db);
    failing::times(1, Point::Log, SQLITE_IOERR_WRITE);
    let (a, b) = (db.clone(), db.clone());
    let one = queued(async move { count_up(&a, "before").await });
    let two = queued(async move { count_up(&b, "after").await });
    drop(release);
    for task in [held, one, two] {
        task.await.unwrap().unwrap();
    }
    failing::at(Point::Nowhere, 0);
    assert_eq!(counts(&db).await, [("after".to_owned(), 5), ("before".to_owned(), 5)]);
    drop(db);
    migrate::check(&path).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_file_and_a_full_queue_ask_to_come_again() {
    let app = TestApp::new().await;
    let ada = app.member("Ada").await;
    let other = Connection::open(app.app.db.path()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let started = Instant::now();
    let db = app.app.db.clone();
    let (answer, waiting) = tokio::join!(app.post_as(&ada, "/api/users/me/calendar-feed", json!({})), async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        count_up(&db, "x").await
    });
    assert_eq!(
        (answer.status, answer.header("Retry-After")),
        (StatusCode::SERVICE_UNAVAILABLE, "2"),
        "{}",
        answer.text
    );
    assert_eq!(waiting.unwrap_err().status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(started.elapsed() < Duration::from_secs(5));
    other.execute_batch("ROLLBACK").unwrap();
    count_up(&app.app.db, "x").await.unwrap();

    let (release, held) = hold(&app.app.db);
    let tasks: Vec<_> = (0..1500)
        .map(|_| {
            let db = app.app.db.clone();
            queued(async move { count_up(&db, "many").await })
        })
        .collect();
    let refused = app.post_as(&ada, "/api/users/me/calendar-feed", json!({})).await;
    assert_eq!(
        (refused.status, refused.header("Retry-After")),
        (StatusCode::SERVICE_UNAVAILABLE, "1"),
        "{}",
        refused.text
    );
    // Reading goes on.
    assert_eq!(app.get_as(&ada, "/api/users/me/calendar-feed").await.status, StatusCode::OK);
    drop(release);
    held.await.unwrap().unwrap();
    let mut saved = 0;
    for task in tasks {
        match task.await.unwrap() {
            Ok(()) => saved += 1,
            Err(ApiError { status, .. }) => assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE),
        }
    }
    assert_eq!(app.number("SELECT count FROM totals WHERE name = 'many'").await, saved);
}

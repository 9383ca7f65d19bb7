//! Files that are opened, upgraded, or refused and left unchanged.

use std::path::Path;
use std::time::{Duration, Instant};

use community::exports::db::{Db, migrate};
use rusqlite::Connection;

/// The statements of a schema.
fn schema(conn: &Connection) -> Vec<(String, String, String)> {
    let mut statement = conn
        .prepare("SELECT type, name, coalesce(sql, '') FROM sqlite_schema ORDER BY type, name")
        .unwrap();
    statement
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .unwrap()
        .map(Result::unwrap)
        .collect()
}

#[test]
fn a_new_file_is_private_and_opens_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("community.db");
    let first = schema(&migrate::open(&path).unwrap());
    assert!(first.iter().any(|(_, name, _)| name == "projects"));
    assert_eq!(schema(&migrate::open(&path).unwrap()), first);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

/// Asserts that a file is refused by `serve` and `check` alike, and that nothing in its folder changes.
fn refused(path: &Path) -> String {
    let content = |folder: &Path| {
        let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        // The reader of a log in use rebuilds its index.
        files.retain(|file| !file.to_string_lossy().ends_with("-shm"));
        files.into_iter().map(|file| (std::fs::read(&file).unwrap(), file)).collect::<Vec<_>>()
    };
    let before = content(path.parent().unwrap());
    let message = Db::open(path).err().unwrap();
    assert_eq!(migrate::check(path).unwrap_err(), message);
    assert_eq!(migrate::open(path).unwrap_err(), message);
    assert!(content(path.parent().unwrap()) == before, "something was touched: {message}");
    assert!(!message.contains('\n') && message.contains(&*path.file_name().unwrap().to_string_lossy()));
    message
}

#[test]
fn foreign_and_newer_files_and_empty_shells_are_refused_and_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| {
        let folder = folder.path().join(name);
        std::fs::create_dir(&folder).unwrap();
        folder.join(format!("{name}.db"))
    };
    let foreign = file("foreign");
    Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE theirs (x)").unwrap();
    assert!(refused(&foreign).contains("not a database of Community"));

    let text = file("text");
    std::fs::write(&text, "just a text, long enough to be looked at as a database file by somebody").unwrap();
    assert!(refused(&text).contains("not a database of Community"));

    let newer = file("newer");
    drop(migrate::open(&newer).unwrap());
    Connection::open(&newer)
        .unwrap()
        .pragma_update(None, "user_version", migrate::version() + 1)
        .unwrap();
    assert!(refused(&newer).contains("newer Community"));

    let shell = file("shell");
    let conn = Connection::open(&shell).unwrap();
    conn.pragma_update(None, "application_id", migrate::APPLICATION_ID).unwrap();
    conn.pragma_update(None, "user_version", migrate::version()).unwrap();
    drop(conn);
    assert!(refused(&shell).contains("lacks the table"));

    // Data in the log of another program belongs to that program too.
    let used = file("used");
    let conn = Connection::open(&used).unwrap();
    conn.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)")
        .unwrap();
    let copy = file("copy");
    std::fs::copy(&used, &copy).unwrap();
    std::fs::copy(used.with_extension("db-wal"), copy.with_extension("db-wal")).unwrap();
    assert!(std::fs::metadata(copy.with_extension("db-wal")).unwrap().len() > 0);
    assert!(refused(&copy).contains("not a database of Community"));
    assert!(!copy.with_extension("db-shm").exists());
    assert!(refused(&used).contains("not a database of Community"));
}

#[test]
fn a_file_that_is_cut_short_locked_or_out_of_reach_is_named_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| {
        let folder = folder.path().join(name);
        std::fs::create_dir(&folder).unwrap();
        folder.join(format!("{name}.db"))
    };
    let whole = file("whole");
    drop(migrate::open(&whole).unwrap());
    let bytes = std::fs::read(&whole).unwrap();
    for (name, left) in [("half", bytes.len() / 2), ("page", 4096), ("head", 60)] {
        let cut = file(name);
        std::fs::write(&cut, &bytes[..left]).unwrap();
        let message = migrate::check(&cut).unwrap_err();
        assert!(
            message.contains("is damaged") || message.contains("not a database of Community"),
            "{message}"
        );
        assert_eq!(std::fs::read(&cut).unwrap(), &bytes[..left], "{name}");
    }

    // Another program that keeps the file to itself.
    let conn = Connection::open(&whole).unwrap();
    conn.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE").unwrap();
    let started = Instant::now();
    let message = Db::open(&whole).err().unwrap();
    assert!(
        message.contains("is locked by another program: end that one") && started.elapsed() < Duration::from_secs(20),
        "{message}"
    );
    drop(conn);

    let missing = migrate::open(&folder.path().join("nowhere/community.db")).unwrap_err();
    assert!(missing.contains("does not exist: make it, or set database"), "{missing}");
    // A folder in which nobody makes files.
    #[cfg(target_os = "linux")]
    {
        let message = Db::open(Path::new("/sys/community.db")).err().unwrap();
        assert!(message.contains("is read-only: let this program write to it"), "{message}");
    }
}

#[test]
fn damage_is_found_by_the_check_and_not_looked_for_by_a_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged.db");
    drop(migrate::open(&path).unwrap());
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 8192].fill(0xAB);
    std::fs::write(&path, bytes).unwrap();
    assert!(migrate::check(&path).unwrap_err().contains("damaged"));
}

#[tokio::test]
async fn a_row_that_an_index_lacks_is_found_by_the_check_and_after_an_unclean_stop() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index.db");
    drop(migrate::open(&path).unwrap());
    // While SQLite does not know the index, a row goes into the table alone.
    let conn = Connection::open(&path).unwrap();
    let row: (String, String, i64, String) = conn
        .query_row(
            "SELECT name, tbl_name, rootpage, sql FROM sqlite_schema WHERE name = 'sessions_by_expiry'",
            [],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
        )
        .unwrap();
    conn.execute_batch("PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'sessions_by_expiry'")
        .unwrap();
    drop(conn);
    let conn = Connection::open(&path).unwrap();
    conn.execute_batch(
        "INSERT INTO users (id, name, email, email_key, created_at) VALUES (1, 'Ada', 'ada@example.org', 'ada@example.org', 1);
         INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES (1, 1, 1, 2); PRAGMA writable_schema = ON",
    )
    .unwrap();
    conn.execute(
        "INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('index', ?1, ?2, ?3, ?4)",
        row,
    )
    .unwrap();
    drop(conn);
    let message = migrate::check(&path).unwrap_err();
    assert!(message.contains("damaged") && message.contains("index"), "{message}");
    // A start does not look for it. One after an unclean stop, which leaves a log, does.
    let db = Db::open(&path).unwrap();
    db.write(|tx| Ok(tx.execute("INSERT INTO memos (name, value) VALUES ('a', 'b')", [])?))
        .await
        .unwrap();
    assert_eq!(db.health().await.unwrap(), None);
    let unclean = folder.path().join("unclean.db");
    std::fs::copy(&path, &unclean).unwrap();
    std::fs::copy(folder.path().join("index.db-wal"), folder.path().join("unclean.db-wal")).unwrap();
    let db = Db::open(&unclean).unwrap();
    let until = Instant::now() + Duration::from_secs(20);
    while db.health().await.is_ok() {
        assert!(Instant::now() < until, "nothing is said");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[test]
fn what_a_start_that_was_cut_short_left_is_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("community.db");
    let ends_well = || {
        drop(migrate::open(&path).unwrap());
        assert_eq!(migrate::check(&path), Ok(Some(migrate::version())));
        std::fs::remove_file(&path).unwrap();
    };
    assert_eq!(migrate::check(&path), Ok(None));
    std::fs::write(&path, "").unwrap();
    assert_eq!(migrate::check(&path), Ok(None));
    ends_well();

    // Only a header, as earlier versions left it.
    drop(Connection::open(&path).unwrap().query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())));
    assert!(std::fs::metadata(&path).unwrap().len() > 0);
    assert_eq!(migrate::check(&path), Ok(None));
    ends_well();

    // An interrupted schema: the journal says that the file was empty before.
    let other = folder.path().join("other.db");
    let mut conn = Connection::open(&other).unwrap();
    conn.pragma_update(None, "cache_size", 5).unwrap();
    let tx = conn.transaction().unwrap();
    tx.pragma_update(None, "application_id", migrate::APPLICATION_ID).unwrap();
    tx.execute_batch(migrate::SCHEMA).unwrap();
    std::fs::copy(&other, &path).unwrap();
    std::fs::copy(folder.path().join("other.db-journal"), folder.path().join("community.db-journal")).unwrap();
    assert!(std::fs::metadata(&path).unwrap().len() > 0);
    ends_well();
}

#[test]
fn a_name_that_is_no_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    assert!(migrate::open(folder.path()).unwrap_err().contains("folder"));
    for name in [
        ":memory:",
        "",
        "file:community.db",
        "FILE:x?mode=memory",
        "sqlite://x.db",
        "postgres://localhost/x",
    ] {
        let message = Db::open(Path::new(name)).err().unwrap();
        assert!(message.contains("set database to"), "{name}: {message}");
        assert_eq!(migrate::check(Path::new(name)), Err(message));
    }
    assert!(migrate::open(&folder.path().join("none/community.db")).unwrap_err().contains("folder"));
}

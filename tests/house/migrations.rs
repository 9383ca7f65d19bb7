//! Files of every older version are upgraded to the newest without losing data, and no other files are.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use community::exports::db::migrate;
use community::exports::db::schema::Schema;
use rusqlite::Connection;
use rusqlite::types::Value;

/// The rows of each table, as values by column.
type Rows = BTreeMap<String, Vec<BTreeMap<String, String>>>;

/// A file that an older version has written, with rows in every table.
fn kept(folder: &Path, version: u32) -> PathBuf {
    let packed = std::fs::read(format!("tests/house/kept/version-{version}.db.gz")).unwrap();
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(packed.as_slice()).read_to_end(&mut bytes).unwrap();
    let path = folder.join(format!("version-{version}.db"));
    std::fs::write(&path, bytes).unwrap();
    path
}

fn versions() -> impl Iterator<Item = u32> {
    1..u32::try_from(migrate::version()).unwrap()
}

/// Every row of every ordinary table. For a search index, only its number of rows.
fn rows(conn: &Connection) -> Rows {
    let mut tables = conn
        .prepare("SELECT name, type FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite%'")
        .unwrap();
    let tables: Vec<(String, String)> = tables
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let mut found = Rows::new();
    for (table, kind) in tables {
        let columns = if kind == "virtual" { "rowid" } else { "*" };
        let mut statement = conn
            .prepare(&format!("SELECT {columns} FROM {table} ORDER BY 1, 2 LIMIT -1").replace(", 2", if kind == "virtual" { "" } else { ", 2" }))
            .unwrap();
        let names: Vec<String> = statement.column_names().into_iter().map(str::to_owned).collect();
        let rows = statement
            .query_map([], |row| {
                names
                    .iter()
                    .enumerate()
                    .map(|(at, name)| Ok((name.clone(), format!("{:?}", row.get::<_, Value>(at)?))))
                    .collect()
            })
            .unwrap()
            .map(Result::unwrap)
            .collect();
        found.insert(table, rows);
    }
    found
}

/// Asserts that every row of `before` is in `after`, in the columns that both have. A migration that changes or removes
/// what a file holds says so here.
fn assert_kept(before: &Rows, after: &Rows) {
    // Version 4 stores searches in another way, and the start after an upgrade fills them again.
    for (table, old) in before.iter().filter(|(table, _)| !table.ends_with("_search")) {
        let new = after.get(table).unwrap_or_else(|| panic!("the table {table} is gone"));
        // There may be further counters.
        let is_known = |row: &&BTreeMap<String, String>| table != "totals" || old.iter().any(|before| before["name"] == row["name"]);
        let new: Vec<_> = new.iter().filter(is_known).cloned().collect();
        assert_eq!(old.len(), new.len(), "rows of {table}");
        let shared: Vec<&String> = new[0].keys().filter(|column| old[0].contains_key(*column)).collect();
        let shown = |rows: &[BTreeMap<String, String>]| {
            let mut rows: Vec<Vec<String>> = rows
                .iter()
                .map(|row| shared.iter().map(|column| row[*column].clone()).collect())
                .collect();
            rows.sort();
            rows
        };
        assert!(shown(old) == shown(&new), "a row of {table} has changed in one of {shared:?}");
    }
}

#[test]
fn a_file_of_every_version_becomes_like_a_new_one_and_keeps_its_rows() {
    let folder = tempfile::tempdir().unwrap();
    let fresh = Schema::read(&migrate::open(&folder.path().join("fresh.db")).unwrap()).unwrap();
    for version in versions() {
        let path = kept(folder.path(), version);
        let before = rows(&Connection::open(&path).unwrap());
        let empty: Vec<&String> = before.iter().filter(|(_, rows)| rows.is_empty()).map(|(table, _)| table).collect();
        assert!(empty.is_empty(), "the kept file has no row in {empty:?}");

        let conn = migrate::open(&path).unwrap();
        let schema = Schema::read(&conn).unwrap();
        assert_eq!((schema.difference(&fresh), fresh.difference(&schema)), (None, None));
        assert!(schema == fresh);
        assert_kept(&before, &rows(&conn));
        assert_eq!(
            conn.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0)).unwrap(),
            migrate::version()
        );
        assert_eq!(conn.pragma_query_value(None, "foreign_keys", |row| row.get::<_, i32>(0)).unwrap(), 1);
        drop(conn);
        assert_eq!(migrate::check(&path), Ok(Some(migrate::version())));

        let snapshot = folder.path().join(format!("version-{version}.db.before-version-{}", migrate::version()));
        let copy = Connection::open(&snapshot).unwrap();
        assert_eq!(
            copy.pragma_query_value(None, "user_version", |row| row.get::<_, u32>(0)).unwrap(),
            version
        );
        assert!(rows(&copy) == before);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&snapshot).unwrap().permissions().mode() & 0o777, 0o600);
        }

        // The same file needs no second copy. A different file does not overwrite the first copy.
        drop(migrate::open(&kept(folder.path(), version)).unwrap());
        let second = folder
            .path()
            .join(format!("version-{version}.db.before-version-{}.2", migrate::version()));
        assert!(!second.exists());
        Connection::open(kept(folder.path(), version))
            .unwrap()
            .execute_batch("DELETE FROM daily_counts")
            .unwrap();
        drop(migrate::open(&path).unwrap());
        assert!(second.exists());
        assert!(rows(&Connection::open(&snapshot).unwrap()) == before);
    }
}

#[test]
fn a_migration_that_breaks_a_reference_leaves_the_file_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = kept(folder.path(), 1);
    let conn = Connection::open(&path).unwrap();
    conn.execute_batch("PRAGMA foreign_keys = OFF; UPDATE comments SET user_id = 5 WHERE id = (SELECT min(id) FROM comments)")
        .unwrap();
    let before = rows(&conn);
    drop(conn);
    let message = migrate::open(&path).unwrap_err();
    assert!(
        message.contains("comments") && message.contains("users") && message.contains(".before-version-"),
        "{message}"
    );
    let conn = Connection::open(&path).unwrap();
    assert_eq!(conn.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0)).unwrap(), 1);
    assert!(rows(&conn) == before);
}

#[test]
fn a_file_of_an_unfinished_build_is_named_as_such() {
    let folder = tempfile::tempdir().unwrap();
    for (change, lacks) in [
        (
            "ALTER TABLE registrations DROP COLUMN scan_id",
            "lacks the column scan_id in the table registrations",
        ),
        ("DROP INDEX mails_urgent", "lacks the index mails_urgent"),
        (
            "DROP TRIGGER mails_moved; CREATE TRIGGER mails_moved AFTER UPDATE OF state ON mails BEGIN SELECT 1; END",
            "has a different trigger mails_moved",
        ),
        ("DROP TABLE user_search", "lacks the table user_search"),
    ] {
        let new = folder.path().join("new.db");
        drop(migrate::open(&new).unwrap());
        for path in [kept(folder.path(), 1), new] {
            Connection::open(&path).unwrap().execute_batch(change).unwrap();
            let before = std::fs::read(&path).unwrap();
            let message = migrate::check(&path).unwrap_err();
            assert!(
                message.contains(lacks) && message.contains("says version") && !message.contains('\n'),
                "{message}"
            );
            assert_eq!(migrate::open(&path).unwrap_err(), message);
            assert_eq!(std::fs::read(&path).unwrap(), before);
            std::fs::remove_file(path).unwrap();
        }
    }
}

#[test]
fn a_damaged_file_is_not_upgraded() {
    let folder = tempfile::tempdir().unwrap();
    let path = kept(folder.path(), 1);
    // A mail that is missing from an index. Only the full integrity check finds it.
    let say = |sql: &str| Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    let index = "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE INDEX mails_by_state ON mails (state, id DESC)";
    say(&format!("{index} WHERE id < 0' WHERE name = 'mails_by_state'"));
    say(
        "INSERT INTO mails (message_id, kind, to_email, subject, text, html, next_attempt_at, created_at) VALUES ('<2>', 'x', 'x', 'x', 'x', 'x', 1, 1)",
    );
    say(&format!("{index}' WHERE name = 'mails_by_state'"));
    let before = std::fs::read(&path).unwrap();
    for message in [migrate::check(&path).unwrap_err(), migrate::open(&path).unwrap_err()] {
        assert!(message.contains("damaged") && message.contains("mails_by_state"), "{message}");
    }
    assert_eq!(std::fs::read(&path).unwrap(), before);
    let left: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .filter(|name| name.to_string_lossy().contains("before"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

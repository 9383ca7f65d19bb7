//! Files that are opened, upgraded, or refused and left unchanged.

use std::path::Path;

use community::exports::db::migrate;
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

fn refused(path: &Path) -> String {
    let before = std::fs::read(path).unwrap();
    let message = migrate::open(path).unwrap_err();
    assert_eq!(std::fs::read(path).unwrap(), before, "the file was touched");
    assert!(!message.contains('\n'));
    message
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

#[test]
fn foreign_newer_and_damaged_files_are_refused_and_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let foreign = folder.path().join("foreign.db");
    Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE theirs (x)").unwrap();
    assert!(refused(&foreign).contains("not a database of Community"));

    let text = folder.path().join("text.db");
    std::fs::write(&text, "just a text, long enough to be looked at as a database file by somebody").unwrap();
    assert!(refused(&text).contains("not a database of Community"));

    let newer = folder.path().join("newer.db");
    drop(migrate::open(&newer).unwrap());
    Connection::open(&newer)
        .unwrap()
        .pragma_update(None, "user_version", migrate::version() + 1)
        .unwrap();
    assert!(refused(&newer).contains("newer Community"));

    let damaged = folder.path().join("damaged.db");
    drop(migrate::open(&damaged).unwrap());
    let mut bytes = std::fs::read(&damaged).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 20_000].fill(0xAB);
    std::fs::write(&damaged, bytes).unwrap();
    assert!(refused(&damaged).contains("damaged"));
}

#[test]
fn a_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    assert!(migrate::open(folder.path()).unwrap_err().contains("folder"));
}

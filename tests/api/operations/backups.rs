//! Backups that the server keeps, and putting one in the place of the database.

use std::path::{Path, PathBuf};

use community::exports::app::App;
use community::exports::backups::keeper;
use community::exports::config::{CaptchaProvider, Config};
use community::exports::db::restore::{inspect, restore};
use community::exports::db::{Db, migrate, write_alone};
use community::exports::mail::outbox_store::hold;
use community::exports::mail::transport::{Script, Transport};
use community::exports::mail::worker;
use poem::http::{Method, StatusCode};
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::support::{Signed, TestApp};

const BACKUPS: &str = "/api/admin/backups";

fn folder(app: &TestApp) -> PathBuf {
    app.app.db.path().parent().unwrap().join("backups")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

async fn list(app: &TestApp, admin: &Signed) -> Value {
    app.get_as(admin, BACKUPS).await.json()
}

#[tokio::test]
async fn one_a_day_is_made_checked_and_listed_and_what_is_not_ours_stays() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    app.put_as(&admin, "/api/admin/settings", json!({ "name": "Makers of Ghent" })).await;
    assert_eq!(list(&app, &admin).await["backups"], json!([]), "the folder is not there yet");
    assert!(keeper::look(&app.app).await);
    let first = "makers-of-ghent-2026-11-28T090000Z.community.db";
    let folder = folder(&app);
    assert_eq!(names(&folder), [first]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&folder), mode(&folder.join(first))), (0o700, 0o600));
    }
    // A clock that jumps makes no second one, whichever way.
    for hours in [1, 24 * 365, -24 * 400] {
        app.app.clock.advance_seconds(hours * 3600);
        assert!(keeper::look(&app.app).await);
    }
    app.app.clock.advance_seconds((24 * 35 - 1) * 3600);
    assert_eq!(names(&folder), [first]);

    // What is not ours stays, whatever its age; ours that is damaged is named and stays too.
    for other in ["notes.txt", "makers-2020-01-01.db", "old-2020-01-01T000000Z.demo.db"] {
        std::fs::write(folder.join(other), "theirs").unwrap();
    }
    let bad = "old-2020-01-01T000000Z.community.db";
    std::fs::write(folder.join(bad), "rubbish that is no database at all, and long enough to look like one").unwrap();
    let copies = ["2026-11-01T000000Z", "2026-11-01T120000Z", "2026-11-27T090000Z"].map(|at| format!("a-{at}.community.db"));
    for copy in &copies {
        std::fs::copy(folder.join(first), folder.join(copy)).unwrap();
    }
    assert!(keeper::look(&app.app).await);
    let left = names(&folder);
    assert!(
        !left.contains(&copies[0]) && left.contains(&copies[1]) && left.contains(&copies[2]),
        "{left:?}"
    );
    assert_eq!(left.len(), 7, "{left:?}");
    let listed = list(&app, &admin).await;
    let verdicts: Vec<(&str, &str)> = listed["backups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["name"].as_str().unwrap(), one["verdict"].as_str().unwrap()))
        .collect();
    assert_eq!(
        verdicts,
        [(first, "whole"), (&*copies[2], "whole"), (&*copies[1], "whole"), (bad, "faulty")]
    );
    let to_do = app.get_as(&admin, "/api/admin/to-do").await.json();
    assert!(to_do["lastCopiedAt"].is_string() && to_do["backupProblem"].is_null(), "{to_do}");
}

#[tokio::test]
async fn an_admin_makes_one_and_downloads_it_without_what_lets_somebody_in() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let made = app.call(Method::POST, BACKUPS, Some(&admin.bearer), None).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text);
    let name = made.json()["backup"]["name"].as_str().unwrap().to_owned();
    assert_eq!(made.json()["backup"]["bytes"], list(&app, &admin).await["backups"][0]["bytes"]);
    let complete = std::fs::read(folder(&app).join(&name)).unwrap();
    let holds = |file: &[u8]| file.windows(32).any(|part| part == app.app.keys.session);
    assert!(holds(&complete));

    let download = |name: String| app.post_as(&admin, "/api/admin/backups/download", json!({ "name": name }));
    let offered = download(name.clone()).await.json();
    let url = offered["url"].as_str().unwrap();
    // Looking at the address does not use it up.
    for _ in 0..2 {
        let head = app.call(Method::HEAD, url, None, None).await;
        assert_eq!((head.status, head.bytes.len()), (StatusCode::OK, 0));
        assert_eq!(head.header("content-length"), offered["bytes"].to_string());
    }
    let file = app.get(url).await;
    assert_eq!(file.bytes.len() as u64, offered["bytes"].as_u64().unwrap());
    assert!(!holds(&file.bytes));
    assert_eq!(app.call(Method::HEAD, url, None, None).await.status, StatusCode::NOT_FOUND);
    for other in ["../community.db", "community.db", "", "a-2026-11-28T090000Z.community.db"] {
        assert_eq!(download(other.into()).await.status, StatusCode::NOT_FOUND, "{other}");
    }
    assert_eq!(app.get_as(&member, BACKUPS).await.status, StatusCode::FORBIDDEN);
    let acts = "SELECT count(*) FROM audit_log WHERE action IN ('site.backup', 'site.backup_download')";
    assert_eq!(app.number(acts).await, 2);

    // One that cannot be made is told where admins look, until one succeeds.
    let shelf = folder(&app);
    std::fs::rename(&shelf, shelf.with_extension("away")).unwrap();
    std::fs::write(&shelf, "a file in its place").unwrap();
    app.app.clock.advance_seconds(86_400);
    let again = app.admin("Ada Again").await;
    let refused = app.call(Method::POST, BACKUPS, Some(&again.bearer), None).await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
    let problem = app.get_as(&again, "/api/admin/to-do").await.json()["backupProblem"].clone();
    assert!(problem.as_str().unwrap().contains("cannot be made"), "{problem}");
    assert!(list(&app, &again).await["problem"].is_string());
    std::fs::remove_file(&shelf).unwrap();
    std::fs::rename(shelf.with_extension("away"), &shelf).unwrap();
    assert_eq!(app.call(Method::POST, BACKUPS, Some(&again.bearer), None).await.status, StatusCode::OK);
    assert!(app.get_as(&again, "/api/admin/to-do").await.json()["backupProblem"].is_null());
}

#[tokio::test]
async fn a_download_that_is_broken_off_leaves_nothing() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let export = || app.call(Method::POST, "/api/admin/export", Some(&admin.bearer), None);
    let url = export().await.json()["url"].as_str().unwrap().to_owned();
    let request = poem::Request::builder().uri(url.parse().unwrap()).finish();
    let answer = poem::Endpoint::get_response(&community::exports::http::endpoint(&app.app, poem::endpoint::make_sync(|_| ())), request).await;
    let mut body = answer.into_body().into_async_read();
    let mut start = [0; 16];
    tokio::io::AsyncReadExt::read_exact(&mut body, &mut start).await.unwrap();
    assert_eq!(&start, b"SQLite format 3\0");
    assert_eq!(export().await.status, StatusCode::CONFLICT, "it is on its way");
    drop(body);
    assert_eq!(export().await.status, StatusCode::OK);
    let left = names(app.app.db.path().parent().unwrap());
    assert!(
        left.iter().all(|name| name.starts_with("community.db") && !name.contains("export")),
        "{left:?}"
    );
}

/// A site with two mails that wait, and a complete copy of it.
async fn site_with_copy() -> (TestApp, tempfile::TempDir, PathBuf) {
    let app = TestApp::built(|_| {}, |app| app.mail = Transport::Scripted(Script::default())).await;
    app.admin("Ada Admin").await;
    app.post("/api/auth/email", json!({ "email": "max@example.org", "captchaToken": "" }))
        .await;
    app.execute("INSERT INTO mails (id, message_id, kind, to_email, subject, text, html, next_attempt_at, created_at) VALUES (1, 'x', 'test', 'a@example.org', 's', 't', 'h', 1, 1795856400000)")
        .await;
    let elsewhere = tempfile::tempdir().unwrap();
    let backup = elsewhere.path().join("backup.db");
    community::exports::db::copy::copy(app.app.db.path(), &backup, false).unwrap();
    (app, elsewhere, backup)
}

fn put_back(backup: &Path, database: &Path) -> Result<Option<PathBuf>, String> {
    restore(backup, database, ".before-restore", |conn| {
        let now = community::exports::db::values::Instant::from_millis(1_795_856_400_000);
        write_alone(conn, |tx| Ok(hold(tx, now)?)).map(|_| ()).map_err(|error| error.to_string())
    })
}

#[tokio::test]
async fn a_restored_site_answers_as_before_and_holds_its_mails_until_an_admin_releases_them() {
    let (app, elsewhere, backup) = site_with_copy().await;
    let bytes = std::fs::read(&backup).unwrap();
    let served = put_back(&backup, app.app.db.path()).unwrap_err();
    assert!(served.contains("is served already"), "{served}");

    // Another database, which has changes in its log when it is replaced.
    let database = elsewhere.path().join("site.db");
    let other = Db::open(&database).unwrap();
    other
        .write(|tx| Ok(tx.execute("INSERT INTO memos (name, value) VALUES ('other', '1')", [])?))
        .await
        .unwrap();
    let log = |path: &Path| path.with_extension("db-wal");
    assert!(std::fs::metadata(log(&database)).unwrap().len() > 0);
    let moved = elsewhere.path().join("crashed.db");
    std::fs::copy(&database, &moved).unwrap();
    std::fs::copy(log(&database), log(&moved)).unwrap();
    other.close().unwrap();
    let aside = put_back(&backup, &moved).unwrap().unwrap();
    assert_eq!(std::fs::read(&backup).unwrap(), bytes, "the backup is untouched");
    let kept = Connection::open(&aside).unwrap();
    assert_eq!(
        kept.query_row("SELECT value FROM memos WHERE name = 'other'", [], |row| row.get::<_, String>(0))
            .unwrap(),
        "1"
    );
    assert!(!log(&moved).exists());
    // A second one takes the next free name.
    let next = put_back(&backup, &moved).unwrap().unwrap();
    assert!(next != aside && next.exists());
    drop(kept);

    let mut config = Config {
        database: moved,
        ..Config::default()
    };
    config.captcha.provider = CaptchaProvider::None;
    let mut restored = App::open(config, app.app.clock.clone()).await.unwrap();
    std::sync::Arc::get_mut(&mut restored).unwrap().mail = Transport::Scripted(Script::default());
    assert_eq!(restored.keys.session, app.app.keys.session, "a complete copy brings its keys along");
    assert_eq!(worker::run_once(&restored).await, 0, "nothing leaves");
    let site = TestApp::around(restored);
    let admin = site.admin("Eve Admin").await;
    assert_eq!(site.get("/api/site").await.text, app.get("/api/site").await.text);
    let state = site.get_as(&admin, "/api/admin/mail").await.json();
    assert_eq!(state["held"]["count"], 2, "{state}");
    // One of them leaves when an admin tries it again, also when it was dropped before; the other stays held.
    let press = async |path: &str| site.call(Method::POST, path, Some(&admin.bearer), None).await.status;
    let listed = site.get_as(&admin, "/api/admin/outbox?outcome=waiting").await.json();
    let test = listed.as_array().unwrap().iter().find(|mail| mail["subject"] == "s").unwrap()["_id"].clone();
    let test = format!("/api/admin/outbox/{}", test.as_str().unwrap());
    assert_eq!(press(&format!("{test}/drop")).await, StatusCode::OK);
    assert_eq!(press(&format!("{test}/retry")).await, StatusCode::OK);
    assert_eq!(worker::run_once(&site.app).await, 1);
    assert_eq!(site.get_as(&admin, "/api/admin/mail").await.json()["held"]["count"], 1);
    // A new mail leaves at once.
    site.post("/api/auth/email", json!({ "email": "new@example.org", "captchaToken": "" }))
        .await;
    assert_eq!(worker::run_once(&site.app).await, 1);
    let released = site.call(Method::POST, "/api/admin/outbox/release", Some(&admin.bearer), None).await;
    assert_eq!(released.json()["count"], 1, "{}", released.text);
    assert!(site.get_as(&admin, "/api/admin/mail").await.json()["held"].is_null());
    assert_eq!(worker::run_once(&site.app).await, 1);
    // What is held is told and can be released, also when nobody remembers that a backup was restored.
    site.execute("INSERT INTO mails (id, message_id, kind, to_email, subject, text, html, next_attempt_at, created_at, lane) VALUES (2, 'y', 'test', 'a@example.org', 's', 't', 'h', 1, 7, 'held')")
        .await;
    assert_eq!(site.get_as(&admin, "/api/admin/mail").await.json()["held"]["count"], 1);
    assert_eq!(press("/api/admin/outbox/release").await, StatusCode::OK);
    assert_eq!(worker::run_once(&site.app).await, 1);
}

#[tokio::test]
async fn what_cannot_be_restored_is_named_and_nothing_changes() {
    let (_app, elsewhere, backup) = site_with_copy().await;
    let database = elsewhere.path().join("site.db");
    drop(migrate::open(&database).unwrap());
    let file = |name: &str, bytes: &[u8]| {
        let path = elsewhere.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let whole = std::fs::read(&backup).unwrap();
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2 / 4096 * 4096;
    damaged[middle..middle + 8192].fill(0xAB);
    let newer = file("newer.db", &whole);
    Connection::open(&newer)
        .unwrap()
        .pragma_update(None, "user_version", migrate::version() + 1)
        .unwrap();
    for (path, said) in [
        (
            file("text.db", b"just a text, long enough to be looked at as a database file by somebody"),
            "is not a database of Community",
        ),
        (file("damaged.db", &damaged), "is damaged"),
        (file("cut.db", &whole[..whole.len() / 2]), "is damaged"),
        (file("empty.db", b""), "is empty"),
        (newer, "newer Community"),
        (elsewhere.path().join("missing.db"), "There is no file"),
        (elsewhere.path().to_owned(), "is no file"),
        (database.clone(), "is the database itself"),
    ] {
        let before = (std::fs::read(&database).unwrap(), names(elsewhere.path()));
        let message = put_back(&path, &database).unwrap_err();
        assert!(message.contains(said) && !message.contains('\n'), "{message}");
        assert_eq!((std::fs::read(&database).unwrap(), names(elsewhere.path())), before, "{message}");
        if path != database {
            assert_eq!(inspect(&path).unwrap_err(), message);
        }
    }
    // Another program's file is not replaced, and one of ours that is damaged is.
    let theirs = elsewhere.path().join("theirs.db");
    Connection::open(&theirs).unwrap().execute_batch("CREATE TABLE theirs (x)").unwrap();
    assert!(put_back(&backup, &theirs).unwrap_err().contains("not a database of Community"));
    let ours = file("ours.db", &damaged);
    assert_eq!(std::fs::read(put_back(&backup, &ours).unwrap().unwrap()).unwrap(), damaged);
    assert_eq!(inspect(&ours).unwrap().version, migrate::version());
}

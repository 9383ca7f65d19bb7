//! The export: a whole copy of the database without what lets somebody in, with an address that works once.

use std::sync::Arc;

use community::exports::app::App;
use community::exports::config::{CaptchaProvider, Config};
use community::exports::db::copy::copy;
use community::exports::mail::transport::{Script, Transport};
use poem::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::events::{create, register};
use crate::projects::{approve, project, submit};
use crate::support::{Answer, Signed, TestApp};

const EXPORT: &str = "/api/admin/export";

async fn export(app: &TestApp, admin: &Signed) -> Answer {
    app.call(Method::POST, EXPORT, Some(&admin.bearer), None).await
}

/// A site with something of everything that must not leave, and the words by which it is known.
async fn full() -> (TestApp, Signed, Vec<Vec<u8>>) {
    let app = TestApp::built(|_| {}, |app| app.mail = Transport::Scripted(Script::default())).await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let id = submit(&app, &member, project("Solar clock")).await;
    approve(&app, &admin, &id).await;
    let event = create(&app, &admin, json!({})).await;
    register(&app, &member, &event, false).await;
    app.post("/api/auth/email", json!({ "email": "max@example.org", "captchaToken": "" }))
        .await;
    app.execute(
        "INSERT INTO calendar_feeds (user_id, secret, created_at) SELECT id, 'privatecalendar', 0 FROM users WHERE name = 'Max';
         UPDATE mails SET html = '<p>unsentwords</p>' WHERE state = 'waiting' AND kind = 'sign_in_link';
         UPDATE mails SET state = 'failed', html = '<p>failedwords</p>', finished_at = 1 WHERE kind = 'registration_confirmed'",
    )
    .await;
    let token = app
        .app
        .db
        .read(|conn| {
            let occasion: String = conn.query_row("SELECT occasion FROM mails WHERE kind = 'sign_in_link'", [], |row| row.get(0))?;
            let occasion: Value = serde_json::from_str(&occasion).unwrap();
            Ok(occasion["token"].as_str().unwrap().to_owned())
        })
        .await
        .unwrap();
    let issuer: Vec<u8> = app
        .app
        .db
        .read(|conn| Ok(conn.query_row("SELECT value FROM secrets WHERE name LIKE 'issuer_key:%'", [], |row| row.get(0))?))
        .await
        .unwrap();
    let keys = &app.app.keys;
    let secrets = vec![
        keys.session.clone(),
        keys.captcha.clone(),
        keys.media.clone(),
        keys.unsubscribe.clone(),
        issuer,
        token.into_bytes(),
        b"privatecalendar".to_vec(),
        b"unsentwords".to_vec(),
        b"failedwords".to_vec(),
    ];
    (app, admin, secrets)
}

fn holds(file: &[u8], secret: &[u8]) -> bool {
    file.windows(secret.len()).any(|part| part == secret)
}

async fn number(app: &Arc<App>, sql: &'static str) -> i64 {
    app.db.read(move |conn| Ok(conn.query_row(sql, [], |row| row.get(0))?)).await.unwrap()
}

#[tokio::test]
async fn an_export_serves_as_a_site_and_lets_nobody_in() {
    let (app, admin, secrets) = full().await;
    app.put_as(&admin, "/api/admin/settings", json!({ "name": "Makers of Ghent" })).await;
    let made = export(&app, &admin).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text);
    assert_eq!(made.json()["name"], "makers-of-ghent-2026-11-28.db");
    let url = made.json()["url"].as_str().unwrap().to_owned();
    let folder = app.app.db.path().parent().unwrap().to_owned();
    let exports = || {
        let names = std::fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.contains("export")).count()
    };
    assert_eq!(exports(), 0, "the copy has no name while it waits");

    let file = app.get(&url).await;
    assert_eq!(file.status, StatusCode::OK);
    assert_eq!(
        file.header("content-disposition"),
        "attachment; filename=\"makers-of-ghent-2026-11-28.db\""
    );
    assert_eq!(file.header("cache-control"), "no-store");
    assert_eq!(file.bytes.len() as u64, made.json()["bytes"].as_u64().unwrap());
    assert_eq!(app.get(&url).await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.get("/export/guess").await.status, StatusCode::NOT_FOUND);
    for secret in &secrets {
        assert!(!holds(&file.bytes, secret), "{:?}", String::from_utf8_lossy(secret));
    }
    let entry = "SELECT count(*) FROM audit_log WHERE action = 'site.export' AND json_extract(after, '$.bytes') > 0";
    assert_eq!(app.number(entry).await, 1);
    assert_eq!(app.number("SELECT count(*) FROM memos WHERE name = 'copied'").await, 1);

    // It opens with this program, which makes keys of its own; nobody is signed in, and no mail is sent a second time.
    let elsewhere = tempfile::tempdir().unwrap();
    let path = elsewhere.path().join("copy.db");
    std::fs::write(&path, &file.bytes).unwrap();
    let mut config = Config {
        database: path,
        ..Config::default()
    };
    config.captcha.provider = CaptchaProvider::None;
    let copied = App::open(config, app.app.clock.clone()).await.unwrap();
    assert_ne!(copied.keys.session, app.app.keys.session);
    for (table, rows) in [
        ("SELECT count(*) FROM sessions", 0),
        ("SELECT count(*) FROM sign_in_links", 0),
        ("SELECT count(*) FROM mails WHERE state = 'waiting'", 0),
        ("SELECT count(*) FROM users", 2),
        ("SELECT count(*) FROM projects", 1),
        ("SELECT count(*) FROM registrations", 1),
        ("SELECT count FROM totals WHERE name = 'mails:waiting'", 0),
    ] {
        assert_eq!(number(&copied, table).await, rows, "{table}");
    }
    assert_eq!(copied.calendar_host, app.app.calendar_host);
    copied.db.close().unwrap();
}

#[tokio::test]
async fn there_is_one_export_at_a_time() {
    let (app, admin, _) = full().await;
    let first = export(&app, &admin).await.json()["url"].as_str().unwrap().to_owned();
    // One that nobody fetched gives way.
    let second = export(&app, &admin).await.json()["url"].as_str().unwrap().to_owned();
    assert_eq!(app.get(&first).await.status, StatusCode::NOT_FOUND);
    let (a, b) = tokio::join!(export(&app, &admin), export(&app, &admin));
    let mut statuses = [a.status.as_u16(), b.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "{} {}", a.text, b.text);
    assert_eq!(app.get(&second).await.status, StatusCode::NOT_FOUND);

    let member = app.member("Eve").await;
    assert_eq!(export(&app, &member).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn on_the_shell_a_copy_is_complete_or_shareable() {
    let (app, _, secrets) = full().await;
    let folder = tempfile::tempdir().unwrap();
    let make = |name: &str, is_shareable| {
        let path = folder.path().join(name);
        copy(app.app.db.path(), &path, is_shareable).unwrap();
        std::fs::read(path).unwrap()
    };
    let (complete, shareable) = (make("complete.db", false), make("shareable.db", true));
    for secret in &secrets {
        assert!(
            holds(&complete, secret) && !holds(&shareable, secret),
            "{:?}",
            String::from_utf8_lossy(secret)
        );
    }
    #[cfg(unix)]
    for name in ["complete.db", "shareable.db"] {
        use std::os::unix::fs::PermissionsExt;
        let facts = std::fs::metadata(folder.path().join(name)).unwrap();
        assert_eq!(facts.permissions().mode() & 0o777, 0o600, "{name}");
    }
    let taken = copy(app.app.db.path(), &folder.path().join("complete.db"), false).unwrap_err();
    assert!(taken.contains("is there already"), "{taken}");
    let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(names.len(), 2, "no journal is left: {names:?}");
}

/// Asks, and leaves as soon as this file is there.
async fn leave_when(app: &TestApp, admin: &Signed, path: &str, body: Option<Value>, file: &std::path::Path) {
    let call = app.call(Method::POST, path, Some(&admin.bearer), body);
    tokio::pin!(call);
    loop {
        tokio::select! {
            biased;
            () = tokio::time::sleep(std::time::Duration::from_micros(200)) => if file.exists() { return },
            answer = &mut call => panic!("it ended before: {}", answer.text),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_made_is_recorded_also_when_the_admin_leaves_in_the_middle() {
    let (app, admin, _) = full().await;
    let folder = app.app.db.path().parent().unwrap().to_owned();
    let (exported, made) = (folder.join("community.db.export"), folder.join("backups/community.db.part"));
    leave_when(&app, &admin, "/api/admin/backups", None, &made).await;
    let until = std::time::Instant::now() + std::time::Duration::from_secs(10);
    let recorded = async |sql: &'static str| {
        while app.number(sql).await == 0 {
            assert!(std::time::Instant::now() < until, "{sql}");
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    recorded("SELECT count(*) FROM audit_log WHERE action = 'site.backup'").await;
    let name = app.get_as(&admin, "/api/admin/backups").await.json()["backups"][0]["name"].clone();
    leave_when(&app, &admin, "/api/admin/backups/download", Some(json!({ "name": name })), &exported).await;
    recorded("SELECT count(*) FROM audit_log WHERE action = 'site.backup_download'").await;
    leave_when(&app, &admin, EXPORT, None, &exported).await;
    recorded("SELECT count(*) FROM audit_log WHERE action = 'site.export'").await;
}

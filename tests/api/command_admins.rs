//! `community admin` from a shell, while the app is running.

use std::process::Command;

use serde_json::json;

use crate::support::TestApp;

/// Whether it succeeded, and what it printed.
fn run(database: &std::path::Path, arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_community"))
        .arg("admin")
        .args(arguments)
        .env("COMMUNITY_DATABASE", database)
        .output()
        .unwrap();
    let said = if output.status.success() { output.stdout } else { output.stderr };
    (output.status.success(), String::from_utf8(said).unwrap().trim().to_owned())
}

#[tokio::test]
async fn admins_are_added_and_removed_except_the_last() {
    let app = TestApp::new().await;
    let ada = app.member("Ada").await;
    let run = |arguments: &[&str]| run(app.app.db.path(), arguments);
    assert_eq!(run(&["list"]), (true, "There is no admin.".into()));
    let (_, link) = run(&["setup-link"]);
    let token = json!({ "token": link.split("token=").nth(1).unwrap() });
    assert_eq!(app.post("/api/setup/check", token.clone()).await.json()["valid"], true);

    assert_eq!(
        run(&["grant", "ADA@example.org"]),
        (true, "Ada <ada@example.org> is now an admin.".into())
    );
    assert_eq!(app.get_as(&ada, "/api/admin/verify-admin").await.json()["isAdmin"], true);
    assert_eq!(app.post("/api/setup/check", token).await.json()["valid"], false);
    assert!(!run(&["setup-link"]).0);
    let (done, said) = run(&["revoke", "ada@example.org"]);
    assert!(!done && said.ends_with("is the last admin. Make somebody else an admin first."), "{said}");

    let (done, said) = run(&["grant", "grace.hopper@example.org"]);
    assert!(done && said.ends_with("The account is new."), "{said}");
    assert_eq!(run(&["list"]).1, "Ada <ada@example.org>\nNew member <grace.hopper@example.org>");
    assert!(run(&["revoke", "ada@example.org"]).0);
    assert_eq!(app.get_as(&ada, "/api/admin/verify-admin").await.json()["isAdmin"], false);

    // The log has what the shell did, by nobody.
    let session = app.admin("Reader").await;
    let log = app.get_as(&session, "/api/admin/audit?actor=shell").await;
    let acts = log.json();
    assert_eq!((log.total(), acts[0].get("actor")), (3, None));
    assert_eq!(acts[0]["changes"], json!([{ "field": "role", "before": "admin", "after": "user" }]));
    assert_eq!(acts[1]["changes"], json!([{ "field": "role", "after": "admin" }]));
    assert_eq!(acts[0]["subjectName"], "Ada");
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn no_command_panics_when_its_output_goes_nowhere() {
    let app = TestApp::new().await;
    for arguments in [&["admin", "list"][..], &["admin", "setup-link"], &["check"], &["openapi"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_community"))
            .args(arguments)
            .env("COMMUNITY_DATABASE", app.app.db.path())
            .stdout(std::fs::File::options().write(true).open("/dev/full").unwrap())
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && !error.contains("panic"), "{arguments:?}: {error}");
    }
}

#[tokio::test]
async fn every_refusal_is_a_sentence() {
    let app = TestApp::new().await;
    app.member("Ada").await;
    let run = |arguments: &[&str]| run(app.app.db.path(), arguments);
    assert_eq!(run(&["grant", "ada"]), (false, "\"ada\" is not an e-mail address.".into()));
    assert_eq!(
        run(&["revoke", "eve@example.org"]),
        (false, "No member has the address eve@example.org.".into())
    );
    assert_eq!(
        run(&["revoke", "ada@example.org"]),
        (false, "Ada <ada@example.org> is not an admin.".into())
    );
    app.execute("UPDATE users SET suspended_at = 1").await;
    assert_eq!(
        run(&["grant", "ada@example.org"]),
        (false, "The account ada@example.org is suspended.".into())
    );
}

#[tokio::test]
async fn what_people_typed_does_not_steer_the_terminal() {
    let app = TestApp::new().await;
    app.admin("Ada").await;
    app.execute("UPDATE users SET name = 'Ada' || char(27) || '[2J' || char(10) || 'Eve' || char(8238)")
        .await;
    let (_, said) = run(app.app.db.path(), &["list"]);
    assert_eq!(said, "Ada\\u{1b}[2J\\u{a}Eve\\u{202e} <ada@example.org>");
}

#[test]
fn without_a_database_there_is_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let (done, said) = run(&folder.path().join("none.db"), &["list"]);
    assert!(!done && said.contains("community serve"), "{said}");
    assert!(!folder.path().join("none.db").exists());
}

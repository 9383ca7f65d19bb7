//! `community restore FILE` and `community check --backup FILE`.

use std::path::Path;

use community::exports::audit::store::{ShellAct, insert_shell_act};
use community::exports::backups::rules::stamp;
use community::exports::clock::Clock;
use community::exports::config::Config;
use community::exports::console::say;
use community::exports::db::restore::{Content, inspect, open, restore};
use community::exports::db::values::{Id, Instant};
use community::exports::db::{migrate, write_alone};
use community::exports::mail::outbox_store::hold;
use community::exports::text::printable;
use rusqlite::{Connection, OptionalExtension};
use serde_json::json;

/// The tables that the report names, with their words. They are the same in all versions.
const COUNTED: [(&str, &str); 6] = [
    ("users", "accounts"),
    ("projects", "projects"),
    ("comments", "comments"),
    ("events", "events"),
    ("registrations", "registrations"),
    ("certificates", "certificates"),
];
/// What is told of a backup, in all versions of a file. An id tells when its row was made.
const NAME: &str = "SELECT value ->> '$' FROM settings WHERE name = 'name'";
const NEWEST: &str = "SELECT max(id) >> 20 FROM (SELECT max(id) AS id FROM users UNION ALL SELECT max(id) FROM projects
  UNION ALL SELECT max(id) FROM comments UNION ALL SELECT max(id) FROM audit_log)";
const WAITING: &str = "SELECT count(*) FROM mails WHERE state = 'waiting'";

/// Replaces the database by a backup. What waits in its outbox is held until an admin releases it, because it may have been
/// sent since.
///
/// # Errors
/// One sentence; the database is then as it was.
pub fn run(config: &Config, backup: &Path) -> Result<(), String> {
    let now = Clock::System.now();
    let end = format!(".before-restore-{}", stamp(now));
    let mut held = 0;
    let file = backup.file_name().unwrap_or(backup.as_os_str()).to_string_lossy().into_owned();
    let aside = restore(backup, &config.database, &end, |conn| {
        let done = write_alone(conn, |tx| {
            held = hold(tx, now)?;
            let act = ShellAct {
                action: "site.restore",
                subject_kind: "settings",
                subject: Id(1),
                before: json!({}),
                after: json!({ "file": file }),
            };
            Ok(insert_shell_act(tx, &act, now)?)
        });
        done.map_err(|error| error.to_string())
    })?;
    say(format!("{} is restored from {}.", config.database.display(), backup.display()));
    if let Some(aside) = aside {
        say(format!("The former file is {}.", aside.display()));
    }
    if held > 0 {
        say(format!(
            "{} held until an admin releases it in the outbox, because it may have been sent since.",
            if held == 1 {
                "1 mail is".to_owned()
            } else {
                format!("{held} mails are each")
            }
        ));
    }
    Ok(())
}

/// Says what is in a backup, and what restoring it would do. Nothing is changed.
///
/// # Errors
/// One sentence that says why it cannot be restored.
pub fn tell(config: &Config, backup: &Path) -> Result<(), String> {
    let content = inspect(backup)?;
    let conn = open(backup)?;
    let shown = backup.display();
    let failed = |error: rusqlite::Error| format!("{shown} cannot be read: {error}");
    let name: Option<String> = conn.query_row(NAME, [], |row| row.get(0)).optional().map_err(failed)?;
    let newest: Option<i64> = conn.query_row(NEWEST, [], |row| row.get(0)).map_err(failed)?;
    say(format!("{shown} is a whole database of Community, of version {}.", content.version));
    say(format!(
        "Community: {}.",
        name.map_or_else(|| "not named yet".to_owned(), |name| printable(&name))
    ));
    if let Some(newest) = newest.filter(|millis| *millis > 0) {
        say(format!("The newest entry in it is of {}.", Instant::from_millis(newest)));
    }
    say(format!("It holds {}.", counted(&content)));
    say(would(config, &content, &conn).map_err(failed)?);
    Ok(())
}

fn counted(content: &Content) -> String {
    let count = |table: &str| content.rows.iter().find(|(name, _)| name == table).map_or(0, |(_, count)| *count);
    let all: i64 = content.rows.iter().map(|(_, count)| count).sum();
    let parts: Vec<String> = COUNTED.iter().map(|(table, word)| format!("{word}: {}", count(table))).collect();
    format!("{all} rows ({})", parts.join(", "))
}

/// What a restore would do.
fn would(config: &Config, content: &Content, conn: &Connection) -> rusqlite::Result<String> {
    let waiting: i64 = conn.query_row(WAITING, [], |row| row.get(0))?;
    let mut parts = vec![if config.database.exists() {
        format!("replace {} and keep the former file beside it", config.database.display())
    } else {
        format!("make {}", config.database.display())
    }];
    if content.version < migrate::version() {
        parts.push(format!("bring it from version {} to version {}", content.version, migrate::version()));
    }
    if waiting > 0 {
        parts.push(format!("hold mails that wait in it: {waiting}"));
    }
    Ok(format!("The command restore would {}.", parts.join("; ")))
}

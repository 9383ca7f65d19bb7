//! `community badges …`: what the rules owe. It works while the server is running.

use clap::Subcommand;
use community::exports::audit::store::{ShellAct, insert_shell_act};
use community::exports::badges::guards::{Awarded, award_owed};
use community::exports::badges::store::find_names;
use community::exports::clock::Clock;
use community::exports::config::Config;
use community::exports::console::say;
use community::exports::db::values::Id;
use community::exports::db::{migrate, write_alone};
use community::exports::error::{ApiError, ApiResult};
use community::exports::text::printable;
use rusqlite::Connection;
use serde_json::{Value, json};

#[derive(Subcommand)]
pub enum BadgesCommand {
    /// Award every badge that the rules owe, such as after a newer version has changed them. Takes none back.
    Recompute {
        /// Only say what would be awarded.
        #[arg(long)]
        dry_run: bool,
    },
}

/// Runs the command and prints what it did.
pub fn run(config: &Config, command: &BadgesCommand) -> Result<(), String> {
    super::require_database(config)?;
    let BadgesCommand::Recompute { dry_run } = command;
    let mut lines = Vec::new();
    let done = write_alone(&mut migrate::open(&config.database)?, |tx| {
        let now = Clock::System.now();
        let awarded = award_owed(tx, now)?;
        for badge in &awarded {
            lines.push(line(tx, badge)?);
        }
        let act = ShellAct {
            action: "badge.recompute",
            subject_kind: "settings",
            subject: Id(1),
            before: Value::Null,
            after: json!({ "awarded": awarded.len() }),
        };
        insert_shell_act(tx, &act, now)?;
        // An error takes everything back, so a dry run makes the same decisions as a real one.
        if *dry_run { Err(ApiError::conflict("dry run")) } else { Ok(()) }
    });
    if let (Err(error), false) = (done, *dry_run) {
        return Err(error.to_string());
    }
    lines.push(match (lines.len(), dry_run) {
        (0, _) => "Nobody is owed a badge.".into(),
        (1, true) => "1 badge is owed. Nothing was changed.".into(),
        (count, true) => format!("{count} badges are owed. Nothing was changed."),
        (1, false) => "1 badge was awarded.".into(),
        (count, false) => format!("{count} badges were awarded."),
    });
    say(lines.join("\n"));
    Ok(())
}

/// A badge in a line of terminal output. Members choose names and titles, so control characters are escaped.
fn line(conn: &Connection, badge: &Awarded) -> ApiResult<String> {
    let (member, project) = find_names(conn, badge.user, badge.project)?;
    Ok(format!(
        "{}: {} ({}, {}), for {}",
        printable(&member),
        badge.name,
        badge.family.one(),
        badge.level.label(),
        printable(&project)
    ))
}

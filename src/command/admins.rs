//! `community admin …`: manages admins from the shell. It works while the server is running.

use clap::Subcommand;
use community::exports::audit::store::{ShellAct, insert_shell_act};
use community::exports::clock::Clock;
use community::exports::config::Config;
use community::exports::console::say;
use community::exports::db::values::Instant;
use community::exports::db::{Tx, migrate, write_alone};
use community::exports::error::{ApiError, ApiResult};
use community::exports::members::rules::{Account, NewAccount, Role};
use community::exports::members::store::{count_admins, find_account_by_email, list_admins, set_role};
use community::exports::sessions::accounts::add_account;
use community::exports::setup;
use community::exports::text::{is_email, printable};
use rusqlite::Connection;
use serde_json::{Value, json};

#[derive(Subcommand)]
pub enum AdminsCommand {
    /// Make somebody an admin. Creates the account if there is none.
    Grant { email: String },
    /// Make an admin an ordinary member again.
    Revoke { email: String },
    /// List the admins.
    List,
    /// Print a new set-up link, as long as there is no admin.
    SetupLink,
}

/// Runs the command and prints what it did.
pub fn run(config: &Config, command: &AdminsCommand) -> Result<(), String> {
    super::require_database(config)?;
    let done = if matches!(command, AdminsCommand::List) {
        list(&migrate::open_to_read(&config.database)?)
    } else {
        let now = Clock::System.now();
        write_alone(&mut migrate::open(&config.database)?, |tx| act(tx, config, command, now))
    };
    say(done.map_err(|error| error.to_string())?);
    Ok(())
}

fn list(conn: &Connection) -> ApiResult<String> {
    let admins = list_admins(conn)?;
    let lines = admins.iter().map(|admin| {
        let mark = if admin.is_suspended { " (suspended)" } else { "" };
        format!("{}{mark}", shown(admin))
    });
    let lines: Vec<String> = lines.collect();
    Ok(if lines.is_empty() {
        "There is no admin.".to_owned()
    } else {
        lines.join("\n")
    })
}

fn act(tx: &Tx, config: &Config, command: &AdminsCommand, now: Instant) -> ApiResult<String> {
    match command {
        AdminsCommand::Grant { email } => grant(tx, email.trim(), now),
        AdminsCommand::Revoke { email } => revoke(tx, email.trim(), now),
        AdminsCommand::List => list(tx),
        AdminsCommand::SetupLink => {
            let token = setup::store::renew(tx)?.ok_or_else(|| ApiError::conflict("There is an admin already, so there is nothing to set up."))?;
            Ok(setup::rules::link(&config.site_url(), &token))
        }
    }
}

/// A member in a line of terminal output. Members choose their names, so control characters are escaped.
fn shown(account: &Account) -> String {
    format!("{} <{}>", printable(&account.name), printable(&account.email))
}

fn grant(tx: &Tx, email: &str, now: Instant) -> ApiResult<String> {
    if !is_email(email) {
        return Err(ApiError::invalid("email", format!("\"{}\" is not an e-mail address.", printable(email))));
    }
    let done = match find_account_by_email(tx, email)? {
        Some(account) if account.is_suspended => return Err(ApiError::forbidden(format!("The account {email} is suspended."))),
        Some(account) if account.role == Role::Admin => format!("{} is an admin already.", shown(&account)),
        Some(account) => {
            give_role(tx, &account, Role::Admin, now)?;
            format!("{} is now an admin.", shown(&account))
        }
        None => {
            let new = NewAccount {
                name: None,
                email: email.to_owned(),
                role: Role::Admin,
            };
            let account = add_account(tx, &new, now)?;
            log(tx, &account, Value::Null, Role::Admin, now)?;
            format!("{} is now an admin. The account is new.", shown(&account))
        }
    };
    setup::store::close(tx)?;
    Ok(done)
}

/// Sets the role, and records it.
fn give_role(tx: &Tx, account: &Account, role: Role, now: Instant) -> ApiResult<()> {
    set_role(tx, account.id, role)?;
    log(tx, account, json!({ "role": account.role }), role, now)
}

fn log(tx: &Tx, account: &Account, before: Value, role: Role, now: Instant) -> ApiResult<()> {
    let act = ShellAct {
        action: "user.role",
        subject_kind: "user",
        subject: account.id,
        before,
        after: json!({ "role": role }),
    };
    Ok(insert_shell_act(tx, &act, now)?)
}

fn revoke(tx: &Tx, email: &str, now: Instant) -> ApiResult<String> {
    let account = find_account_by_email(tx, email)?.ok_or_else(|| ApiError::not_found(format!("No member has the address {}.", printable(email))))?;
    if account.role != Role::Admin {
        return Err(ApiError::conflict(format!("{} is not an admin.", shown(&account))));
    }
    if !account.is_suspended && count_admins(tx)? <= 1 {
        return Err(ApiError::conflict(format!(
            "{} is the last admin. Make somebody else an admin first.",
            shown(&account)
        )));
    }
    give_role(tx, &account, Role::User, now)?;
    Ok(format!("{} is no longer an admin.", shown(&account)))
}

//! `community link EMAIL`: prints a sign-in link on the shell, without any mail. It works while the server is running.

use community::exports::app::Keys;
use community::exports::audit::store::{ShellAct, insert_shell_act};
use community::exports::clock::Clock;
use community::exports::config::Config;
use community::exports::console::say;
use community::exports::db::values::Id;
use community::exports::db::{migrate, write_alone};
use community::exports::error::ApiError;
use community::exports::members::store::find_account_by_email;
use community::exports::sessions::links::Issued;
use community::exports::text::{is_email, printable};
use serde_json::Value;

/// Prints a link and its code for an address.
pub fn run(config: &Config, email: &str) -> Result<(), String> {
    super::require_database(config)?;
    let email = email.trim();
    if !is_email(email) {
        return Err(format!("\"{}\" is not an e-mail address.", printable(email)));
    }
    let now = Clock::System.now();
    let made = write_alone(&mut migrate::open(&config.database)?, |tx| {
        let account = find_account_by_email(tx, email)?;
        if account.as_ref().is_some_and(|account| account.is_suspended) {
            return Err(ApiError::forbidden(format!("The account {email} is suspended.")));
        }
        let to = account.as_ref().map_or_else(|| email.to_owned(), |account| account.email.clone());
        let keys = Keys::find_or_make(tx)?;
        let act = ShellAct {
            action: "user.link",
            subject_kind: "user",
            subject: account.as_ref().map_or(Id(0), |account| account.id),
            before: Value::Null,
            after: Value::Null,
        };
        insert_shell_act(tx, &act, now)?;
        Ok((Issued::new(tx, &keys.session, &config.site_url(), &to, None, now)?, to, account.is_some()))
    });
    let (issued, to, is_known) = made.map_err(|error| printable(&error.to_string()))?;
    issued.print(&to);
    if !is_known {
        say("There is no account with this address yet. The link creates one.");
    }
    Ok(())
}

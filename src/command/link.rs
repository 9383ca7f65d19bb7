//! `community link EMAIL`: prints a sign-in link on the shell, without any mail. It works while the server is running.

use community::exports::app::App;
use community::exports::clock::Clock;
use community::exports::config::Config;
use community::exports::console::say;
use community::exports::error::{ApiError, ApiResult};
use community::exports::members::store::find_account_by_email;
use community::exports::sessions::links::Issued;
use community::exports::text::{is_email, printable};

/// Prints a link and its code for an address.
pub async fn run(config: Config, email: String) -> Result<(), String> {
    super::require_database(&config)?;
    let email = email.trim().to_owned();
    if !is_email(&email) {
        return Err(format!("\"{}\" is not an e-mail address.", printable(&email)));
    }
    let app = App::open(config, Clock::System).await?;
    let (shared, now) = (app.clone(), app.clock.now());
    let made = app.db.write(move |tx| -> ApiResult<_> {
        let account = find_account_by_email(tx, &email)?;
        if account.as_ref().is_some_and(|account| account.is_suspended) {
            return Err(ApiError::forbidden(format!("The account {email} is suspended.")));
        }
        let to = account.as_ref().map_or(email, |account| account.email.clone());
        Ok((Issued::new(tx, &shared, &to, None, now)?, to, account.is_some()))
    });
    let (issued, to, is_known) = made.await.map_err(|error| printable(&error.to_string()))?;
    issued.print(&to);
    if !is_known {
        say("There is no account with this address yet. The link creates one.");
    }
    Ok(())
}

//! What `community check` says of a site that runs, or ran: what looks wrong, which mails wait and why, and with `--mail` what
//! the mail server answers.

use community::exports::config::Config;
use community::exports::console::say;
use community::exports::db::migrate;
use community::exports::mail::store::find_waiting;
use community::exports::mail::transport::Transport;
use community::exports::site::memo_store::list_notes;
use community::exports::text::printable;

/// Says what looks wrong in the settings, by itself or by the requests that came.
///
/// # Errors
/// A sentence when the file cannot be read.
pub fn tell_notes(config: &Config) -> Result<(), String> {
    let conn = migrate::open_to_read(&config.database)?;
    let notes = list_notes(&conn, config).map_err(|error| format!("{} cannot be read: {error}", config.database.display()))?;
    for note in notes {
        say(note);
    }
    Ok(())
}

/// Says whether mails are waiting in the database, and what their last error was.
///
/// # Errors
/// A sentence when the outbox cannot be read.
pub fn tell_waiting(config: &Config) -> Result<(), String> {
    let conn = migrate::open_to_read(&config.database)?;
    let waiting = find_waiting(&conn).map_err(|error| format!("The outbox cannot be read: {error}"))?;
    if waiting.count == 0 {
        say("No mail waits.");
        return Ok(());
    }
    let since = waiting.since.map(|since| format!(", since {since}")).unwrap_or_default();
    say(format!("Mails wait to be sent: {}{since}.", waiting.count));
    if config.mail.host.is_empty() {
        say("No mail server is configured: set mail.host.");
    }
    if !waiting.last_error.is_empty() {
        say(format!("What went wrong last: {}", printable(&waiting.last_error)));
    }
    Ok(())
}

/// Connects to the mail server, signs in, and reports what it found.
///
/// # Errors
/// What is wrong and what to check.
pub async fn try_out(config: &Config) -> Result<(), String> {
    let transport = Transport::new(&config.mail, &config.site_url())?;
    match transport.try_out().await {
        Ok(seen) => {
            say(seen);
            Ok(())
        }
        Err(reason) => Err(printable(&reason.text)),
    }
}

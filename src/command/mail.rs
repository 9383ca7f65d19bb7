//! The part of `community check` about mail: the waiting mails and the reason, and with `--mail` the server's answer.

use community::exports::config::Config;
use community::exports::console::say;
use community::exports::db::migrate;
use community::exports::mail::store::find_waiting;
use community::exports::mail::transport::Transport;
use community::exports::text::printable;

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

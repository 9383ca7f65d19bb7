//! `community export FILE`: copies the database into one file while the server works.

use std::path::Path;

use community::exports::clock::Clock;
use community::exports::config::Config;
use community::exports::console::say;
use community::exports::db::copy::copy;
use community::exports::db::{migrate, write_alone};
use community::exports::site::memo_store::set_copied;

/// Copies the file as it is at one moment, with what is still in the log beside it, and checks the copy. `is_shareable` leaves
/// out what lets somebody in, as the export in the browser does.
///
/// # Errors
/// One sentence; a file that was made is then gone again.
pub fn run(config: &Config, to: &Path, is_shareable: bool) -> Result<(), String> {
    super::require_database(config)?;
    copy(&config.database, to, is_shareable)?;
    let mut conn = migrate::open(&config.database)?;
    write_alone(&mut conn, |tx| Ok(set_copied(tx, Clock::System.now())?)).map_err(|error| error.to_string())?;
    say(format!("{} is copied to {}.", config.database.display(), to.display()));
    Ok(())
}

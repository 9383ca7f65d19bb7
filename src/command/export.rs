//! `community export FILE`: copies the database into one file while the server works.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

use community::exports::clock::Clock;
use community::exports::config::Config;
use community::exports::console::say;
use community::exports::db::{migrate, write_alone};
use community::exports::site::memo_store::set_copied;

/// Copies the file as it is at one moment, with what is still in the log beside it, and checks the copy.
///
/// # Errors
/// One sentence; the file that was named is then not there.
pub fn run(config: &Config, to: &Path) -> Result<(), String> {
    super::require_database(config)?;
    let shown = to.display();
    create_private(to).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => format!("{shown} is there already. Name a file that is not."),
        _ => format!("{shown} cannot be created: {error}"),
    })?;
    let copied = copy(config, to);
    if copied.is_err() {
        // What is half a copy helps nobody; the first failure is the one to tell.
        let _ = fs::remove_file(to);
    }
    copied?;
    let mut conn = migrate::open(&config.database)?;
    write_alone(&mut conn, |tx| Ok(set_copied(tx, Clock::System.now())?)).map_err(|error| error.to_string())?;
    say(format!("{} is copied to {shown}.", config.database.display()));
    Ok(())
}

fn copy(config: &Config, to: &Path) -> Result<(), String> {
    let shown = to.display();
    let path = to.to_str().ok_or_else(|| format!("{shown}: the name is no text."))?;
    let conn = migrate::open_to_read(&config.database)?;
    conn.execute("VACUUM INTO ?1", [path])
        .map_err(|error| format!("{shown} cannot be written: {error}"))?;
    File::open(to)
        .and_then(|file| file.sync_all())
        .map_err(|error| format!("{shown} cannot be written: {error}"))?;
    migrate::check(to).map(|_| ())
}

/// Everything that members told the site is in it.
fn create_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(|_| ())
}

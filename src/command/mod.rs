//! What the shell's commands do, for those that are longer than a few lines.
pub mod admins;
pub mod link;
pub mod log;

use community::config::Config;

/// A command beside the server makes no database of its own.
///
/// # Errors
/// A sentence that says what to do when there is none.
fn require_database(config: &Config) -> Result<(), String> {
    if config.database.exists() {
        return Ok(());
    }
    Err(format!(
        "There is no database {}: start the server once with \"community serve\", or name the file in the configuration (COMMUNITY_DATABASE).",
        config.database.display()
    ))
}

//! Shell commands that take more than a few lines.
pub mod admins;
pub mod badges;
pub mod beside;
pub mod export;
pub mod link;
pub mod log;
pub mod report;
pub mod restore;
pub mod verify;

use community::exports::config::Config;

/// Commands that work beside the server do not create a database.
///
/// # Errors
/// One sentence that says what to do when there is no database.
fn require_database(config: &Config) -> Result<(), String> {
    if config.database.exists() {
        return Ok(());
    }
    Err(format!(
        "There is no database {}: start the server once with \"community serve\", or name the file in the configuration (COMMUNITY_DATABASE).",
        config.database.display()
    ))
}

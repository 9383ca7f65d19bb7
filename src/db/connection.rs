//! Set-up that all connections and threads of the database share.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use crate::error::{ApiError, ApiResult};

/// Statements kept prepared per connection.
const STATEMENTS: usize = 256;
/// Bytes on the disk that the log keeps when it restarts.
const LOG_KEPT: u32 = 4 << 20;

/// The settings of every connection.
pub fn configure(conn: &Connection) -> rusqlite::Result<()> {
    conn.busy_timeout(Duration::from_secs(10))?;
    conn.pragma_update(None, "foreign_keys", true)?;
    conn.pragma_update(None, "synchronous", "FULL")?;
    conn.pragma_update(None, "trusted_schema", false)?;
    // What is deleted is overwritten, so that a member who leaves leaves nothing in the file.
    conn.pragma_update(None, "secure_delete", true)?;
    conn.pragma_update(None, "journal_size_limit", LOG_KEPT)?;
    // Without it, every execution with a bound LIMIT prepares its statement again.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    conn.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(())
}

/// A panic in a job is that job's failure, not the thread's end. The panic itself is logged where it happens.
pub fn guarded<T>(job: impl FnOnce() -> ApiResult<T>) -> ApiResult<T> {
    catch_unwind(AssertUnwindSafe(job)).unwrap_or_else(|_| Err(ApiError::failed()))
}

/// The error for whoever asks when the threads have ended.
pub fn stopping() -> ApiError {
    ApiError::unavailable("The server is stopping.", 5, "the threads of the database have ended")
}

/// Starts a thread.
///
/// # Errors
/// One sentence.
pub fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> Result<(), String> {
    std::thread::Builder::new()
        .name(name.to_owned())
        .spawn(run)
        .map(|_| ())
        .map_err(|error| format!("No thread for the database: {error}"))
}

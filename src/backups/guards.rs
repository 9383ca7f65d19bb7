//! Making a backup, for the task and for admins.

use std::sync::Arc;

use super::shelf::Shelf;
use super::views::Backup;
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::site::memo_store::set_backed_up;
use crate::site::store::find_settings;

/// Seconds after which somebody may try again to make a backup.
const PATIENCE: u64 = 60;

/// Works with the folder on a thread of its own, because it may take as long as reading the database does.
///
/// # Errors
/// 500 when the work panics.
pub async fn at_shelf<T: Send + 'static>(app: &Arc<App>, work: impl FnOnce(&Shelf) -> T + Send + 'static) -> ApiResult<T> {
    let app = app.clone();
    let done = tokio::task::spawn_blocking(move || work(&app.backups)).await;
    done.map_err(|_| ApiError::failed())
}

/// Makes a backup now. The work goes on when the caller leaves.
///
/// # Errors
/// 409 while one is being made, 503 when it cannot be made.
pub async fn make(app: &Arc<App>) -> ApiResult<Backup> {
    let Some(turn) = app.backups.turn() else {
        return Err(ApiError::conflict("A backup is being made at this moment. Please wait for it."));
    };
    let now = app.clock.now();
    let name = app.db.read(|conn| Ok(find_settings(conn)?.name.clone())).await?;
    let made = at_shelf(app, move |shelf| {
        let _turn = turn;
        shelf.make(&name, now)
    });
    let backup = made.await?.map_err(|cause| {
        let sentence = "The backup could not be made. Is there as much room on the disk as the database takes?";
        ApiError::unavailable(sentence, PATIENCE, cause)
    })?;
    tracing::info!(name = backup.name, bytes = backup.bytes, "a backup is made");
    app.db.write(move |tx| Ok(set_backed_up(tx, now)?)).await?;
    Ok(backup)
}

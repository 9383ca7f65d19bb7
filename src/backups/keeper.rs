//! The task that makes a backup when one is due, and clears out old ones.

use std::sync::Arc;
use std::time::Duration;

use super::guards::{at_shelf, make};
use super::rules::is_due;
use super::shelf::Shelf;
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::tasks;

/// After the start, before the first look: a start that fails at once, again and again, makes no backup each time.
const FIRST: Duration = Duration::from_secs(60);
/// Between two looks, and after a backup that could not be made.
const LOOK: Duration = Duration::from_secs(60);
const AGAIN: Duration = Duration::from_secs(600);

/// Keeps backups until the program ends.
pub async fn run(app: Arc<App>) {
    tasks::keep("backups", || watch(app.clone())).await;
}

async fn watch(app: Arc<App>) {
    tokio::time::sleep(FIRST).await;
    loop {
        let went_well = look(&app).await;
        tokio::time::sleep(if went_well { LOOK } else { AGAIN }).await;
    }
}

/// Makes a backup if one is due, and clears out. Returns whether that went well; what went wrong is logged.
pub async fn look(app: &Arc<App>) -> bool {
    let due = make_due(app).await;
    if let Err(error) = &due {
        tracing::error!(%error, "no backup was made; it is tried again in ten minutes");
    }
    let now = app.clock.now();
    let tidied = at_shelf(app, move |shelf| shelf.tidy(now)).await;
    let tidied = tidied.and_then(|done| done.map_err(ApiError::internal));
    if let Err(error) = &tidied {
        tracing::error!(%error, "the folder of the backups cannot be tidied");
    }
    due.is_ok() && tidied.is_ok()
}

async fn make_due(app: &Arc<App>) -> ApiResult<()> {
    let (hours, now) = (app.config.backups.hours, app.clock.now());
    if hours == 0 {
        return Ok(());
    }
    let found = at_shelf(app, Shelf::list).await?.map_err(ApiError::internal)?;
    let newest = found.iter().map(|backup| backup.made_at).find(|at| *at <= now);
    if is_due(hours, newest, app.backups.since_last(), now) {
        make(app).await?;
    }
    Ok(())
}

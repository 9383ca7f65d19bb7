//! Regularly deletes expired sign-in data, so that it does not grow without limit.

use std::sync::Arc;
use std::time::Duration;

use super::store;
use crate::app::App;
use crate::db::once;
use crate::limits;

/// Time between two sweeps.
const PAUSE: Duration = Duration::from_secs(600);

/// Sweeps until the program ends.
pub async fn run(app: Arc<App>) {
    let mut ticks = tokio::time::interval(PAUSE);
    loop {
        ticks.tick().await;
        sweep(&app).await;
    }
}

/// Forgets expired sessions, links, failures, used tokens, and uses that no limit counts any more.
pub async fn sweep(app: &App) {
    let now = app.clock.now();
    let swept = app.db.write(move |tx| {
        store::prune(tx, now)?;
        once::prune(tx, now)?;
        Ok(limits::prune(tx, now)?)
    });
    if let Err(error) = swept.await {
        tracing::error!(%error, "expired sign-in data could not be deleted");
    }
}

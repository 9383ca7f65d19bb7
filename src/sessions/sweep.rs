//! Regularly deletes expired sign-in data and pictures that nobody has used, so that they do not grow without limit.

use std::sync::Arc;
use std::time::Duration;

use super::store;
use crate::app::App;
use crate::db::once;
use crate::events::form::picture_store;
use crate::{limits, tasks};

/// Time between two sweeps.
const PAUSE: Duration = Duration::from_secs(600);
/// Time between two looks at the clock: what was made while it ran ahead is bounded as soon as it is set back.
const LOOK: Duration = Duration::from_secs(1);

/// Sweeps until the program ends.
pub async fn run(app: Arc<App>) {
    tasks::keep("sweep", || watch(app.clone())).await;
}

async fn watch(app: Arc<App>) {
    let mut looks = tokio::time::interval(LOOK);
    let (mut last, mut swept): (_, Option<tokio::time::Instant>) = (app.clock.now(), None);
    loop {
        looks.tick().await;
        let now = app.clock.now();
        let is_due = swept.is_none_or(|swept| swept.elapsed() >= PAUSE);
        if is_due || now < last {
            sweep(&app).await;
            swept = Some(tokio::time::Instant::now());
        }
        last = now;
    }
}

/// Bounds what a clock that ran ahead has left in the future, and forgets expired sessions, links, failures, used tokens,
/// and uses that no limit counts any more.
pub async fn sweep(app: &App) {
    let now = app.clock.now();
    let swept = app.db.write(move |tx| {
        store::bound(tx, now)?;
        store::prune(tx, now)?;
        once::prune(tx, now)?;
        picture_store::prune(tx, now)?;
        Ok(limits::prune(tx, now)?)
    });
    if let Err(error) = swept.await {
        tracing::error!(%error, "what has expired could not be deleted");
    }
}

//! Signs what was issued, in the background: see the head of `guards`.

use std::sync::Arc;
use std::time::Duration;

use super::guards::sign_due;
use crate::app::App;
use crate::db::Waiter;
use crate::tasks;

/// How often it looks when nothing is announced.
const LOOK: Duration = Duration::from_secs(60);

/// Signs until the program ends.
pub async fn run(app: Arc<App>) {
    tasks::keep("credentials", || watch(app.clone())).await;
}

async fn watch(app: Arc<App>) {
    loop {
        let mut after = 0;
        loop {
            match sign_due(&app, after).await {
                Ok(Some(last)) => after = last,
                Ok(None) => break,
                Err(error) => {
                    tracing::error!(%error, "credentials cannot be signed");
                    break;
                }
            }
        }
        tokio::select! {
            () = app.db.announced(Waiter::Credentials) => {}
            () = tokio::time::sleep(LOOK) => {}
        }
    }
}

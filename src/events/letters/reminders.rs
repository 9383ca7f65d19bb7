//! Reminds participants once, on the day before their event. It is a background task.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;

use super::notices::{self, Notice};
use super::reminder_store::{self as store, Ahead};
use crate::app::App;
use crate::db::Tx;
use crate::db::values::Instant;
use crate::error::{ApiError, ApiResult};
use crate::events::time_rules;
use crate::site::store::find_zone;
use crate::tasks;

/// The time between two looks.
const TICK: Duration = Duration::from_secs(60);
/// How far it looks ahead, in seconds: a day, and the hours by which clocks may be set back.
const AHEAD: i64 = 30 * 3600;
/// Letters in one transaction. A limit, so that other writes do not wait long.
const BATCH: u32 = 100;

/// The running task. Dropping this ends it.
pub struct Reminders(JoinHandle<()>);

impl Reminders {
    /// Starts the task.
    pub fn start(app: Arc<App>) -> Reminders {
        Reminders(tokio::spawn(async move {
            tasks::keep("reminders", || run(app.clone())).await;
        }))
    }
}

async fn run(app: Arc<App>) {
    loop {
        if let Err(error) = run_once(&app, app.clock.now()).await {
            tracing::error!(%error, "reminders cannot be sent");
        }
        tokio::time::sleep(TICK).await;
    }
}

impl Drop for Reminders {
    /// A batch that has begun is still committed as a whole.
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Queues the reminders that are due at `now`. Returns how many. An event that fails is logged and does not stop the others.
///
/// # Errors
/// 500 when the database fails.
pub async fn run_once(app: &Arc<App>, now: Instant) -> ApiResult<i64> {
    let ahead = app
        .db
        .read(move |conn| Ok(store::list_ahead(conn, now, now.plus_seconds(AHEAD))?))
        .await?;
    let mut sent = 0;
    for event in ahead {
        let id = event.id;
        match remind_all(app, event, now).await {
            Ok(count) => sent += count,
            Err(error) => tracing::error!(event = %id, %error, "the reminders of an event cannot be sent"),
        }
    }
    Ok(sent)
}

async fn remind_all(app: &Arc<App>, event: Ahead, now: Instant) -> ApiResult<i64> {
    let mut sent = 0;
    loop {
        let event = event.clone();
        let count = app.db.write(move |tx| remind(tx, &event, now)).await?;
        sent += count;
        if count < i64::from(BATCH) {
            return Ok(sent);
        }
    }
}

/// Whoever registers less than a day before the event has just read about it and gets no reminder.
fn remind(tx: &Tx, event: &Ahead, now: Instant) -> ApiResult<i64> {
    let zone = find_zone(tx)?;
    let due = time_rules::reminder_at(&event.date, &event.time, &zone).map_err(ApiError::internal)?;
    if now < due {
        return Ok(0);
    }
    let users = store::take_unreminded(tx, event.id, due, BATCH, now)?;
    for user in &users {
        notices::send_to(tx, event.id, *user, &Notice::Reminder, now)?;
    }
    Ok(i64::try_from(users.len()).unwrap_or(i64::MAX))
}

//! Tasks beside the requests. A panic in one is told and ends only what it was doing: the task begins again. And parts of a
//! request that outlive it.

use std::time::Duration;

use tokio::task::JoinSet;

use crate::error::{ApiError, ApiResult, request_number, within};

/// Before a task that panicked begins again.
const PAUSE: Duration = Duration::from_secs(1);

/// Runs a task until it ends by itself; dropped, it ends too.
pub async fn keep<F>(name: &'static str, task: impl Fn() -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    keep_with(PAUSE, name, task).await;
}

/// Does something to its end, also when whoever asked leaves in the middle, such as making a file and recording who has it.
///
/// # Errors
/// Its own; 500 when it panics.
pub async fn through<T: Send + 'static>(task: impl Future<Output = ApiResult<T>> + Send + 'static) -> ApiResult<T> {
    let done = tokio::spawn(within(request_number(), task)).await;
    done.map_err(|_| ApiError::failed())?
}

async fn keep_with<F>(pause: Duration, name: &'static str, task: impl Fn() -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    // A set ends what runs in it when it is dropped.
    let mut running = JoinSet::new();
    loop {
        running.spawn(task());
        match running.join_next().await {
            Some(Err(error)) if error.is_panic() => tracing::error!(task = name, "a task has panicked and begins again"),
            _ => return,
        }
        tokio::time::sleep(pause).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[tokio::test]
    async fn what_panics_begins_again_and_what_ends_has_ended() {
        let begun = Arc::new(AtomicU32::new(0));
        let count = begun.clone();
        keep_with(Duration::ZERO, "test", move || {
            let count = count.clone();
            async move {
                assert!(count.fetch_add(1, Ordering::SeqCst) >= 2, "not yet");
            }
        })
        .await;
        assert_eq!(begun.load(Ordering::SeqCst), 3);
    }
}

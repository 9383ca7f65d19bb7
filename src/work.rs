//! Runs work that would block an async thread for more than a millisecond (Markdown, codes, files) on a few threads of
//! its own. Under load, only those who need such work wait for it.

use tokio::sync::Semaphore;

use crate::error::{ApiError, ApiResult};

/// Pieces of work that run at once.
static PLACES: Semaphore = Semaphore::const_new(2);

/// Runs `job` on another thread and returns its result.
///
/// # Errors
/// 500 when the work panics.
pub async fn aside<T, F>(work: F) -> ApiResult<T>
where
    T: Send + 'static,
    F: FnOnce() -> T + Send + 'static,
{
    let place = PLACES.acquire().await.map_err(ApiError::internal)?;
    let done = tokio::task::spawn_blocking(move || {
        let done = work();
        // The job holds the permit, because the caller may be gone before it ends.
        drop(place);
        done
    });
    done.await.map_err(|_| ApiError::failed())
}

//! Work that would hold an async thread for longer than a millisecond (Markdown, codes, files): done on threads for it, few
//! at a time, so that much of it makes its askers wait and nobody else.

use tokio::sync::Semaphore;

use crate::error::{ApiError, ApiResult};

/// Pieces of work at once.
static PLACES: Semaphore = Semaphore::const_new(2);

/// Does it aside and gives what came of it.
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
        // Kept by the work and not by who asked for it: they may be gone.
        drop(place);
        done
    });
    done.await.map_err(|_| ApiError::failed())
}

//! Limits who may have a picture processed and how many at once, before a byte of the file is read. Files that are
//! being read or decoded share a fixed amount of memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use poem::Body;
use poem::http::StatusCode;
use tokio::sync::Semaphore;

use super::picture::{MAX_BYTES, PictureError, Renditions, render};
use crate::db::values::Id;
use crate::error::{ApiError, ApiResult};

/// Pictures in the queue, in total and per member.
const PLACES: usize = 64;
const PER_MEMBER: usize = 2;
/// Kilobytes of files that are being read or decoded at once.
const KILOBYTES: usize = 32 * 1024;
/// Seconds to wait before retrying when the queue is full.
const AGAIN: u64 = 10;

/// What is made of the bytes of a file.
pub type Make<T> = fn(&[u8]) -> Result<T, PictureError>;

/// All pictures that are being processed.
pub struct Queue {
    /// How many pictures each member has in the queue; nobody has none.
    members: Mutex<HashMap<Id, usize>>,
    files: Arc<Semaphore>,
    /// Pictures are decoded one at a time, because each may need much memory.
    turn: Arc<Semaphore>,
}

/// A place in the queue, returned on drop.
pub struct Entry {
    queue: Arc<Queue>,
    member: Id,
}

impl Default for Queue {
    fn default() -> Queue {
        Queue {
            members: Mutex::default(),
            files: Arc::new(Semaphore::new(KILOBYTES)),
            turn: Arc::new(Semaphore::new(1)),
        }
    }
}

impl Queue {
    fn members(&self) -> MutexGuard<'_, HashMap<Id, usize>> {
        self.members.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reserves a place for a member's picture.
    ///
    /// # Errors
    /// 429 when the member already has two pictures in the queue, 503 when the queue is full.
    pub fn enter(self: &Arc<Queue>, member: Id) -> ApiResult<Entry> {
        let mut members = self.members();
        if members.values().sum::<usize>() >= PLACES {
            return Err(ApiError::unavailable(
                "Many pictures are being processed. Please try again in a moment.",
                AGAIN,
                "the queue of pictures is full",
            ));
        }
        let theirs = members.entry(member).or_default();
        if *theirs >= PER_MEMBER {
            return Err(ApiError::too_many(
                "Two of your pictures are still being processed. Please wait for them.",
                AGAIN,
            ));
        }
        *theirs += 1;
        Ok(Entry { queue: self.clone(), member })
    }
}

impl Queue {
    /// Makes something of a picture off the async threads, when its turn comes. The work continues if the caller
    /// disconnects, and `kept` lives as long as the work.
    ///
    /// # Errors
    /// 500 when the work fails. The inner error says why the file is not an acceptable picture.
    pub async fn make<T: Send + 'static, K: Send + 'static>(
        &self,
        file: impl AsRef<[u8]> + Send + 'static,
        kept: K,
        make: Make<T>,
    ) -> ApiResult<Result<T, PictureError>> {
        let turn = self.turn.clone().acquire_owned().await.map_err(ApiError::internal)?;
        let work = move || {
            let made = make(file.as_ref());
            drop((file, turn, kept));
            made
        };
        tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)
    }
}

impl Entry {
    /// Reads a file and creates its sizes off the async threads. `length` is the Content-Length of the request.
    ///
    /// # Errors
    /// As [`Entry::make`].
    pub async fn render(self, body: Body, length: Option<u64>) -> ApiResult<Result<Renditions, PictureError>> {
        self.make(body, length, render).await
    }

    /// Reads a file and makes something of it off the async threads. `length` is the Content-Length of the request.
    ///
    /// # Errors
    /// 400 or 408 when the body does not arrive, 500 when the work fails. The inner error says why the file is not an
    /// acceptable picture.
    pub async fn make<T: Send + 'static>(self, body: Body, length: Option<u64>, make: Make<T>) -> ApiResult<Result<T, PictureError>> {
        let length = length.map_or(MAX_BYTES, |length| usize::try_from(length).unwrap_or(usize::MAX));
        if length > MAX_BYTES {
            return Ok(Err(PictureError::TooLarge));
        }
        let room = u32::try_from(length / 1024 + 1).unwrap_or(u32::MAX);
        let held = self.queue.files.clone().acquire_many_owned(room).await.map_err(ApiError::internal)?;
        let file = match body.into_bytes_limit(MAX_BYTES).await {
            Ok(file) => file,
            Err(error) => {
                let error = ApiError::from(&error);
                return if error.status == StatusCode::PAYLOAD_TOO_LARGE {
                    Ok(Err(PictureError::TooLarge))
                } else {
                    Err(error)
                };
            }
        };
        let queue = self.queue.clone();
        queue.make(file, (held, self), make).await
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        let mut members = self.queue.members();
        if let Some(theirs) = members.get_mut(&self.member) {
            *theirs = theirs.saturating_sub(1);
        }
        members.retain(|_, theirs| *theirs > 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_and_the_queue_have_their_bounds() {
        let queue = Arc::new(Queue::default());
        let enter = |member: i64| queue.enter(Id(member));
        let status = |member: i64| enter(member).map(drop).map_err(|error| error.status.as_u16());
        let first = [enter(1).unwrap(), enter(1).unwrap()];
        assert_eq!(status(1), Err(429));
        drop(first);
        let others: Vec<Entry> = (2..34).flat_map(|member| [enter(member).unwrap(), enter(member).unwrap()]).collect();
        assert_eq!(status(1), Err(503));
        drop(others);
        assert_eq!(status(1), Ok(()));
        assert!(queue.members().is_empty());
    }
}

//! Limits who may have a picture processed and how many at once, before a byte of the file is read. Files that are
//! being read or decoded share a fixed amount of memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use poem::Body;
use poem::http::StatusCode;
use tokio::sync::Semaphore;

use super::picture::{MAX_BYTES, PictureError, Renditions, render};
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};

/// Pictures in the queue, in total and per member.
const PLACES: usize = 64;
const PER_MEMBER: usize = 2;
/// Pictures per member and hour.
const PER_HOUR: usize = 60;
const HOUR: i64 = 3600;
/// Kilobytes of files that are being read or decoded at once.
const KILOBYTES: usize = 32 * 1024;
/// Seconds to wait before retrying when the queue is full.
const AGAIN: u64 = 10;

/// All pictures that are being processed.
pub struct Queue {
    members: Mutex<HashMap<Id, Theirs>>,
    files: Arc<Semaphore>,
    /// Pictures are decoded one at a time, because each may need much memory.
    turn: Arc<Semaphore>,
}

#[derive(Default)]
struct Theirs {
    waiting: usize,
    /// The times of the pictures in the last hour.
    recent: Vec<Instant>,
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
    fn members(&self) -> MutexGuard<'_, HashMap<Id, Theirs>> {
        self.members.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reserves a place for a member's picture.
    ///
    /// # Errors
    /// 429 when the member already has two pictures in the queue or has sent 60 within the hour, 503 when the queue is
    /// full.
    pub fn enter(self: &Arc<Queue>, member: Id, now: Instant) -> ApiResult<Entry> {
        let mut members = self.members();
        let hour_ago = now.plus_seconds(-HOUR);
        members.retain(|_, theirs| {
            // Times in the future come from before the clock was set back.
            theirs.recent.retain(|at| *at > hour_ago && *at <= now);
            theirs.waiting > 0 || !theirs.recent.is_empty()
        });
        if members.values().map(|theirs| theirs.waiting).sum::<usize>() >= PLACES {
            return Err(ApiError::unavailable(
                "Many pictures are being processed. Please try again in a moment.",
                AGAIN,
                "the queue of pictures is full",
            ));
        }
        let theirs = members.entry(member).or_default();
        if theirs.waiting >= PER_MEMBER {
            return Err(ApiError::too_many(
                "Two of your pictures are still being processed. Please wait for them.",
                AGAIN,
            ));
        }
        if theirs.recent.len() >= PER_HOUR {
            let free_at = theirs.recent.first().map_or(now, |first| first.plus_seconds(HOUR));
            let seconds = u64::try_from((free_at.millis() - now.millis()) / 1000 + 1).unwrap_or(1);
            return Err(ApiError::too_many(
                "You have sent 60 pictures within an hour. Please wait before the next one.",
                seconds,
            ));
        }
        theirs.waiting += 1;
        theirs.recent.push(now);
        Ok(Entry { queue: self.clone(), member })
    }
}

impl Queue {
    /// Creates the sizes of a picture off the async threads, when its turn comes. The work continues if the caller
    /// disconnects, and `kept` lives as long as the work.
    ///
    /// # Errors
    /// 500 when the work fails. The inner error says why the file is not an acceptable picture.
    pub async fn render<K: Send + 'static>(&self, file: impl AsRef<[u8]> + Send + 'static, kept: K) -> ApiResult<Result<Renditions, PictureError>> {
        let turn = self.turn.clone().acquire_owned().await.map_err(ApiError::internal)?;
        let work = move || {
            let made = render(file.as_ref());
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
    /// 400 or 408 when the body does not arrive, 500 when the work fails. The inner error says why the file is not an
    /// acceptable picture.
    pub async fn render(self, body: Body, length: Option<u64>) -> ApiResult<Result<Renditions, PictureError>> {
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
        queue.render(file, (held, self)).await
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        if let Some(theirs) = self.queue.members().get_mut(&self.member) {
            theirs.waiting = theirs.waiting.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_and_the_queue_have_their_bounds() {
        let (queue, now) = (Arc::new(Queue::default()), Instant(jiff::Timestamp::UNIX_EPOCH));
        let status = |member: i64, now: Instant| queue.enter(Id(member), now).map(drop).map_err(|error| error.status.as_u16());
        let first = [queue.enter(Id(1), now).unwrap(), queue.enter(Id(1), now).unwrap()];
        assert_eq!(status(1, now), Err(429));
        drop(first);
        let others: Vec<Entry> = (2..34)
            .flat_map(|member| [queue.enter(Id(member), now).unwrap(), queue.enter(Id(member), now).unwrap()])
            .collect();
        assert_eq!(status(1, now), Err(503));
        drop(others);
        for _ in 2..60 {
            assert_eq!(status(1, now), Ok(()));
        }
        let refused = queue.enter(Id(1), now.plus_seconds(1800)).map(drop).unwrap_err();
        assert_eq!((refused.status.as_u16(), refused.retry_after), (429, Some(1801)));
        assert_eq!(status(1, now.plus_seconds(3600)), Ok(()));
        assert_eq!(queue.members().len(), 1);
    }
}

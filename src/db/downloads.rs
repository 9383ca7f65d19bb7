//! Copies of the database for admins to download. There is one at a time, and its address works once, for a minute.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rand::RngExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::copy::copy;
use super::file::beside;
use super::once::hash;
use crate::error::{ApiError, ApiResult};

/// How long a copy waits to be downloaded.
const PATIENCE: Duration = Duration::from_secs(60);
/// The end of the name of the file while it is made.
const END: &str = ".export";

/// The copy that is being made, waits, or is being downloaded.
pub struct Downloads {
    turn: Arc<Semaphore>,
    waiting: Arc<Mutex<Option<Waiting>>>,
}

struct Waiting {
    token: [u8; 32],
    until: Instant,
    copy: Copy,
}

/// A copy whose file nobody else can open any more. It is gone when this is dropped.
pub struct Copy {
    pub file: File,
    pub name: String,
    pub bytes: u64,
    _turn: OwnedSemaphorePermit,
}

impl Default for Downloads {
    fn default() -> Downloads {
        Downloads {
            turn: Arc::new(Semaphore::new(1)),
            waiting: Arc::default(),
        }
    }
}

impl Downloads {
    /// Copies a database, to be downloaded under `name`, and returns the token of the download and the bytes of the copy. It is
    /// made beside `room`. The work goes on when the caller leaves.
    ///
    /// # Errors
    /// 409 while another copy is made or downloaded, 503 when it cannot be made.
    pub async fn make(&self, database: &Path, room: &Path, name: String) -> ApiResult<(String, u64)> {
        // One that nobody has fetched.
        drop(self.waiting().take());
        let turn = self.turn.clone().try_acquire_owned();
        let turn = turn.map_err(|_| ApiError::conflict("Another copy is being made or downloaded. Please wait for it."))?;
        let (database, room) = (database.to_owned(), room.to_owned());
        let made = tokio::task::spawn_blocking(move || make(&database, &room).map(|(file, bytes)| (file, bytes, turn))).await;
        let (file, bytes, turn) = made.map_err(|_| ApiError::failed())?.map_err(|cause| {
            let sentence = "The copy could not be made. Is there as much room on the disk as the database takes?";
            ApiError::unavailable(sentence, PATIENCE.as_secs(), cause)
        })?;
        let random: [u8; 32] = rand::rng().random();
        let token = BASE64_URL_SAFE_NO_PAD.encode(random);
        let copy = Copy {
            file,
            name,
            bytes,
            _turn: turn,
        };
        *self.waiting() = Some(Waiting {
            token: hash(&token),
            until: Instant::now() + PATIENCE,
            copy,
        });
        let waiting = self.waiting.clone();
        tokio::spawn(async move {
            tokio::time::sleep(PATIENCE).await;
            let mut waiting = locked(&waiting);
            if waiting.as_ref().is_some_and(|one| one.until <= Instant::now()) {
                *waiting = None;
            }
        });
        Ok((token, bytes))
    }

    /// The copy of this token, once.
    pub fn take(&self, token: &str) -> Option<Copy> {
        let token = hash(token);
        let found = self.waiting().take_if(|one| one.token == token && one.until > Instant::now());
        found.map(|one| one.copy)
    }

    /// The name and the bytes of the copy of this token, which goes on waiting.
    pub fn look(&self, token: &str) -> Option<(String, u64)> {
        let token = hash(token);
        let waiting = self.waiting();
        let found = waiting.as_ref().filter(|one| one.token == token && one.until > Instant::now());
        found.map(|one| (one.copy.name.clone(), one.copy.bytes))
    }

    fn waiting(&self) -> MutexGuard<'_, Option<Waiting>> {
        locked(&self.waiting)
    }
}

fn locked(waiting: &Mutex<Option<Waiting>>) -> MutexGuard<'_, Option<Waiting>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the copy beside `room`, and takes its name away at once: so it ends with the last who reads it, even when the
/// machine stops.
fn make(database: &Path, room: &Path) -> Result<(File, u64), String> {
    let path: PathBuf = beside(room, END);
    // Left by a machine that stopped while it was made.
    let _ = fs::remove_file(&path);
    copy(database, &path, true)?;
    let opened = File::open(&path).and_then(|file| file.metadata().map(|facts| (file, facts.len())));
    let removed = fs::remove_file(&path);
    let opened = opened.map_err(|error| error.to_string())?;
    removed.map_err(|error| error.to_string())?;
    Ok(opened)
}

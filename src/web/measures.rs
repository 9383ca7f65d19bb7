//! What is counted of requests while the program runs: how many, how they ended, how long they took. Nothing about clients.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use poem::http::StatusCode;

/// The bounds of the classes of time, in seconds.
pub const SECONDS: [f64; 8] = [0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];
/// The classes of status codes, 1xx to 5xx.
pub const CLASSES: usize = 5;

/// Counts since the start.
#[derive(Default)]
pub struct Measures {
    classes: [AtomicU64; CLASSES],
    /// Requests within each bound, and not within the one before.
    within: [AtomicU64; SECONDS.len()],
    longer: AtomicU64,
    micros: AtomicU64,
}

/// The counts at one moment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Counted {
    /// Answers by the first digit of their status, from 1 on.
    pub classes: [u64; CLASSES],
    /// Requests within each bound, those within a lower bound included.
    pub within: [u64; SECONDS.len()],
    pub all: u64,
    pub seconds: f64,
}

impl Measures {
    /// Counts a request.
    pub fn add(&self, status: StatusCode, took: Duration) {
        let class = usize::from(status.as_u16() / 100).clamp(1, CLASSES) - 1;
        self.classes[class].fetch_add(1, Ordering::Relaxed);
        let place = SECONDS.iter().position(|bound| took.as_secs_f64() <= *bound);
        place.map_or(&self.longer, |place| &self.within[place]).fetch_add(1, Ordering::Relaxed);
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }

    /// What was counted so far.
    pub fn counted(&self) -> Counted {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let mut all = 0;
        let within = std::array::from_fn(|place| {
            all += read(&self.within[place]);
            all
        });
        Counted {
            classes: std::array::from_fn(|class| read(&self.classes[class])),
            within,
            all: all + read(&self.longer),
            seconds: Duration::from_micros(read(&self.micros)).as_secs_f64(),
        }
    }
}

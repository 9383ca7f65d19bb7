//! The current time. The program reads the system clock; tests set their own.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;

use crate::db::values::Instant;

/// The source of `now`.
#[derive(Clone)]
pub enum Clock {
    /// The machine's clock.
    System,
    /// A clock that moves only when a test moves it (milliseconds since 1970).
    Manual(Arc<AtomicI64>),
}

impl Clock {
    /// A manual clock that starts at `millis`.
    pub fn manual(millis: i64) -> Clock {
        Clock::Manual(Arc::new(AtomicI64::new(millis)))
    }

    /// The current instant, in whole milliseconds. Handlers ask once and pass it on.
    pub fn now(&self) -> Instant {
        match self {
            Clock::System => Instant::from_millis(Timestamp::now().as_millisecond()),
            Clock::Manual(millis) => Instant::from_millis(millis.load(Ordering::SeqCst)),
        }
    }

    /// Moves a manual clock. The system clock cannot be moved.
    pub fn advance_seconds(&self, seconds: i64) {
        if let Clock::Manual(millis) = self {
            millis.fetch_add(seconds * 1000, Ordering::SeqCst);
        }
    }
}

//! Seeded chance: the same seed gives the same community.

use rand::rngs::StdRng;
use rand::seq::index;
use rand::{RngExt, SeedableRng};

use crate::db::values::{Id, Instant};

/// Seconds of a day.
pub const DAY: i64 = 86_400;

/// Where everything comes from that only looks accidental.
pub struct Chance {
    rng: StdRng,
    rows: u32,
}

impl Chance {
    /// Chance that begins at a seed.
    pub fn new(seed: u64) -> Chance {
        Chance {
            rng: StdRng::seed_from_u64(seed),
            rows: 0,
        }
    }

    /// An id for a row made at `at`; the running tail keeps those of one millisecond apart and in order.
    pub fn id(&mut self, at: Instant) -> Id {
        self.rows = self.rows.wrapping_add(1);
        Id::at(at, self.rows)
    }

    /// A whole number from `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        if low >= high { low } else { self.rng.random_range(low..=high) }
    }

    /// A place in a list of that length.
    pub fn below(&mut self, length: usize) -> usize {
        if length < 2 { 0 } else { self.rng.random_range(0..length) }
    }

    /// One of them.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// True so many times out of a hundred.
    pub fn percent(&mut self, chance: u32) -> bool {
        self.rng.random_range(0..100) < chance
    }

    /// From 0 up to 1, the small more often.
    pub fn early(&mut self) -> f64 {
        let value: f64 = self.rng.random();
        value * value
    }

    /// An instant from `from` to `to`.
    pub fn instant(&mut self, from: Instant, to: Instant) -> Instant {
        Instant::from_millis(self.between(from.millis(), to.millis()))
    }

    /// An instant from `from` to `to`, rather soon after `from`.
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
    pub fn soon(&mut self, from: Instant, to: Instant) -> Instant {
        let span = (to.millis() - from.millis()).max(0) as f64;
        Instant::from_millis(from.millis() + (span * self.early()) as i64)
    }

    /// An instant within so many seconds before `to`, rather the late ones.
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
    pub fn lately(&mut self, to: Instant, seconds: i64) -> Instant {
        to.plus_seconds(-((seconds as f64 * self.early()) as i64))
    }

    /// So many different places of a list, in no order.
    pub fn some(&mut self, length: usize, count: usize) -> Vec<usize> {
        index::sample(&mut self.rng, length, count.min(length)).into_vec()
    }

    /// Letters and digits that look like a secret.
    pub fn token(&mut self) -> String {
        let bytes: [u8; 16] = self.rng.random();
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// So many decimal digits.
    pub fn digits(&mut self, count: usize) -> String {
        (0..count).map(|_| char::from(b'0' + self.rng.random_range(0..10u8))).collect()
    }
}

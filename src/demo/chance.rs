//! Seeded randomness: the same seed gives the same community.

use rand::rngs::StdRng;
use rand::seq::index;
use rand::{RngExt, SeedableRng};

use crate::db::values::{Id, Instant};

/// Seconds per day.
pub const DAY: i64 = 86_400;

/// The source of everything random in the demo.
pub struct Chance {
    rng: StdRng,
    rows: u32,
}

impl Chance {
    /// Randomness that starts from a seed.
    pub fn new(seed: u64) -> Chance {
        Chance {
            rng: StdRng::seed_from_u64(seed),
            rows: 0,
        }
    }

    /// An id for a row created at `at`. The running tail keeps ids of the same millisecond distinct and in order.
    pub fn id(&mut self, at: Instant) -> Id {
        self.rows = self.rows.wrapping_add(1);
        Id::at(at, self.rows)
    }

    /// A whole number from `low` to `high`, inclusive.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        if low >= high { low } else { self.rng.random_range(low..=high) }
    }

    /// An index into a list of this length.
    pub fn below(&mut self, length: usize) -> usize {
        if length < 2 { 0 } else { self.rng.random_range(0..length) }
    }

    /// A random element.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// True in this percentage of calls.
    pub fn percent(&mut self, chance: u32) -> bool {
        self.rng.random_range(0..100) < chance
    }

    /// A number from 0 up to 1, more often a small one.
    pub fn early(&mut self) -> f64 {
        let value: f64 = self.rng.random();
        value * value
    }

    /// An instant from `from` to `to`.
    pub fn instant(&mut self, from: Instant, to: Instant) -> Instant {
        Instant::from_millis(self.between(from.millis(), to.millis()))
    }

    /// An instant from `from` to `to`, more often close to `from`.
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
    pub fn soon(&mut self, from: Instant, to: Instant) -> Instant {
        let span = (to.millis() - from.millis()).max(0) as f64;
        Instant::from_millis(from.millis() + (span * self.early()) as i64)
    }

    /// An instant within this many seconds before `to`, more often a late one.
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
    pub fn lately(&mut self, to: Instant, seconds: i64) -> Instant {
        to.plus_seconds(-((seconds as f64 * self.early()) as i64))
    }

    /// This many distinct indices of a list, in random order.
    pub fn some(&mut self, length: usize, count: usize) -> Vec<usize> {
        index::sample(&mut self.rng, length, count.min(length)).into_vec()
    }

    /// Letters and digits that look like a secret.
    pub fn token(&mut self) -> String {
        let bytes: [u8; 16] = self.rng.random();
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// This many decimal digits.
    pub fn digits(&mut self, count: usize) -> String {
        (0..count).map(|_| char::from(b'0' + self.rng.random_range(0..10u8))).collect()
    }
}

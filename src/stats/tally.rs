//! Visits since the last time that they were written to the database, so that a page view costs no write of its own. A crash
//! loses those of half a minute.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::rules::Happening;

/// The kind (`view` or `event`) and the name of what is counted. The names are few: pages of the site and happenings.
pub type Counted = (&'static str, &'static str);

/// Counts in memory.
#[derive(Default)]
pub struct Tally(Mutex<HashMap<Counted, i64>>);

impl Tally {
    /// Counts a view of a page, by its address in the syntax of routes.
    pub fn add_view(&self, page: &'static str) {
        self.count(("view", page));
    }

    /// Counts something that happened.
    pub fn add(&self, happening: Happening) {
        self.count(("event", happening.name()));
    }

    /// Counts how something went.
    pub fn add_outcome<T, E>(&self, outcome: &Result<T, E>, done: Happening, failed: Happening) {
        self.add(if outcome.is_ok() { done } else { failed });
    }

    fn count(&self, counted: Counted) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(counted).or_default() += 1;
    }

    /// Takes all counts, and begins at nothing again.
    pub fn take(&self) -> HashMap<Counted, i64> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Puts counts back that could not be written.
    pub fn put_back(&self, counts: &HashMap<Counted, i64>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (counted, count) in counts {
            *kept.entry(*counted).or_default() += count;
        }
    }
}

//! The door as JSON.

use poem_openapi::{Enum, Object};

use crate::db::values::{Id, Instant};
use crate::events::participants::views::Person;

/// Somebody at the door: by their ticket or, found by name, by their id.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct CheckInInput {
    /// What the code says, or the secret alone.
    #[oai(validator(max_length = 1000))]
    pub ticket: Option<String>,
    pub user_id: Option<Id>,
    /// When it was scanned, for scans that waited for the network; never taken for later than now.
    pub scanned_at: Option<Instant>,
    /// Made by the scanner for this scan: sent again, it gets the answer that it got before.
    #[oai(validator(max_length = 100))]
    pub scan_id: Option<String>,
}

/// What a scan found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum CheckInState {
    /// Welcome.
    CheckedIn,
    /// This ticket was used before, at checkedInAt.
    Already,
    /// The ticket is for another event, named in otherEvent.
    WrongEvent,
    /// No ticket of anybody.
    Unknown,
}

/// The answer at the door.
#[derive(Debug, Clone, PartialEq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CheckIn {
    pub state: CheckInState,
    /// The sentence to show.
    pub message: String,
    pub participant: Option<Person>,
    pub checked_in_at: Option<Instant>,
    /// The title of the event that the ticket is for.
    pub other_event: Option<String>,
    /// Participants who came, out of registrationsCount.
    pub checked_in_count: i64,
    pub registrations_count: i64,
}

/// How many came.
#[derive(Debug, Clone, PartialEq, Object)]
#[oai(rename_all = "camelCase")]
pub struct CheckInSummary {
    pub title: String,
    pub checked_in_count: i64,
    pub registrations_count: i64,
    /// Whether tickets are taken: not once the event is cancelled.
    pub open: bool,
}

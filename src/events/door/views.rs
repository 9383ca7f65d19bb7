//! The door as JSON.

use poem_openapi::{Enum, Object};

use crate::db::values::{Id, Instant};
use crate::events::participants::views::Person;

/// A person at the door, named by their ticket or by their member id.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct CheckInInput {
    /// The content of the code, or the secret alone.
    #[oai(validator(max_length = 1000))]
    pub ticket: Option<String>,
    pub user_id: Option<Id>,
    /// When it was scanned, for scans that waited for the network. A time in the future counts as now.
    pub scanned_at: Option<Instant>,
    /// An id that the scanner creates for this scan. Sent again, it gets the same answer as before.
    #[oai(validator(max_length = 100))]
    pub scan_id: Option<String>,
}

/// The result of a scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum CheckInState {
    /// The participant is now checked in.
    CheckedIn,
    /// The ticket was already used, at checkedInAt.
    Already,
    /// The ticket is for another event, named in otherEvent.
    WrongEvent,
    /// Nobody has this ticket.
    Unknown,
}

/// The answer to a check-in.
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

/// The number of participants who came.
#[derive(Debug, Clone, PartialEq, Object)]
#[oai(rename_all = "camelCase")]
pub struct CheckInSummary {
    pub title: String,
    pub checked_in_count: i64,
    pub registrations_count: i64,
    /// Whether check-in is open; false once the event is cancelled.
    pub open: bool,
}

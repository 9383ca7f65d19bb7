//! The door as JSON.

use poem_openapi::{Enum, Object};
use serde::Serialize;

use super::rules::{MAX_SCAN_ID, MAX_TICKET};
use crate::db::values::{Id, Instant};
use crate::events::participants::rules::ParticipantStatus;
use crate::events::participants::views::{Participant, Person, Waiting};
use crate::events::rules::Phase;
use crate::events::views::EventPerson;
use crate::input::Text;
use crate::text::EMAIL_LENGTH;

/// A person at the door, named by their ticket, their member id or their e-mail address.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct CheckInInput {
    /// The content of the code, or the secret alone.
    pub ticket: Option<Text<MAX_TICKET>>,
    pub user_id: Option<Id>,
    pub email: Option<Text<EMAIL_LENGTH>>,
    /// Whether a member without a place gets one, if there is room: from the waiting list or as a walk-in.
    #[oai(default)]
    pub let_in: bool,
    /// When it was scanned, for scans that waited for the network. A time in the future counts as now.
    pub scanned_at: Option<Instant>,
    /// An id that the scanner creates for this scan. Sent again, it gets the same answer as before.
    pub scan_id: Option<Text<MAX_SCAN_ID>>,
}

/// A check-in to undo, named by the scan that made it or by its time, so that a later one stays.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct UndoInput {
    /// The content of the code, or the secret alone.
    pub ticket: Option<Text<MAX_TICKET>>,
    pub user_id: Option<Id>,
    pub email: Option<Text<EMAIL_LENGTH>>,
    pub scan_id: Option<Text<MAX_SCAN_ID>>,
    pub checked_in_at: Option<Instant>,
}

/// The result of a scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum CheckInState {
    /// The participant is now checked in.
    CheckedIn,
    /// The ticket was already used, at checkedInAt.
    Already,
    /// The ticket is for another event, named in otherEvent.
    WrongEvent,
    /// Nobody has this ticket, or the person is not registered.
    Unknown,
    /// The person has no place, and all places are taken.
    NoPlace,
    /// The check-in is undone. A participant who was let in at the door has no place any more, and waits again if they
    /// did before.
    Undone,
}

/// The answer to a check-in.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct CheckIn {
    pub state: CheckInState,
    /// The sentence to show.
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub participant: Option<EventPerson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked_in_at: Option<Instant>,
    /// The title of the event that the ticket is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_event: Option<String>,
    /// Participants who came, out of registrationsCount.
    pub checked_in_count: i64,
    pub registrations_count: i64,
}

/// A member as the caller at the door sees them.
pub fn seen(person: Person, with_address: bool) -> EventPerson {
    EventPerson {
        id: person.id,
        name: person.name,
        profile_picture: person.profile_picture,
        email: with_address.then_some(person.email),
    }
}

/// A participant at the door.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct DoorParticipant {
    pub user: EventPerson,
    pub status: ParticipantStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked_in_at: Option<Instant>,
}

impl DoorParticipant {
    /// A participant as the caller at the door sees them.
    pub fn new(one: Participant, with_address: bool) -> DoorParticipant {
        DoorParticipant {
            user: seen(one.user, with_address),
            status: one.status,
            checked_in_at: one.checked_in_at,
        }
    }
}

/// A member at the door who waits for a place.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct DoorWaiting {
    pub user: EventPerson,
    /// From 1; absent for who is passed over when a place becomes free: who has left or is suspended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<i64>,
}

impl DoorWaiting {
    /// Somebody on the waiting list as the caller at the door sees them.
    pub fn new(one: Waiting, with_address: bool) -> DoorWaiting {
        DoorWaiting {
            user: seen(one.user, with_address),
            position: one.position,
        }
    }
}

/// An event at its door, with the number of participants who came.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct CheckInSummary {
    pub title: String,
    /// YYYY-MM-DD in the community's time zone.
    pub date: String,
    pub end_date: String,
    /// HH:MM in the community's time zone.
    pub time: String,
    /// RFC 3339 with the community's offset.
    pub starts_at: String,
    pub ends_at: String,
    /// What the clock says: `ahead`, `today`, `live` or `over`.
    pub phase: Phase,
    /// Free places; absent when there is no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spots_left: Option<i64>,
    pub checked_in_count: i64,
    pub registrations_count: i64,
    /// Whether check-in is open; false once the event is cancelled.
    pub open: bool,
    /// Whether the caller runs the event, beyond its door.
    pub can_run: bool,
}

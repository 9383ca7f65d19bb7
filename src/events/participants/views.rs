//! Participants as admins see them, as JSON.

use poem_openapi::{Enum, Object};
use serde::Serialize;

use super::rules::{MAX_AT_ONCE, ParticipantStatus};
use crate::certificates::views::IssueOutcome;
use crate::db::values::{Id, Instant};
use crate::events::admin_views::AdminEvent;
use crate::events::form::rules::MAX_LINK;
use crate::events::views::TaskState;
use crate::input::{List, Text};
use crate::text::CHOICE_LENGTH;

/// A column by which the list of participants is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
pub enum ParticipantSort {
    /// By name.
    Name,
    /// By name, from Z to A.
    #[oai(rename = "name-desc")]
    NameDescending,
    /// By the time of registration.
    Registered,
    /// By the time of registration, the last one first.
    #[oai(rename = "registered-desc")]
    RegisteredDescending,
    /// By status, Registered first.
    Status,
    /// By status, Completed first.
    #[oai(rename = "status-desc")]
    StatusDescending,
}

/// A participant in the admins' list.
#[derive(Debug, Clone, PartialEq, Object, serde::Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct Participant {
    pub user: Person,
    pub status: ParticipantStatus,
    pub tasks: Vec<TaskState>,
    pub registered_at: Instant,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked_in_at: Option<Instant>,
}

/// A member waiting for a place.
#[derive(Debug, Clone, PartialEq, Object, serde::Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct Waiting {
    pub user: Person,
    /// From 1; absent for who is passed over when a place becomes free: who has left or is suspended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<i64>,
    pub joined_at: Instant,
}

/// A member as admins see them.
#[derive(Debug, Clone, PartialEq, Object, serde::Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct Person {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub profile_picture: String,
    /// Empty once the member has left.
    pub email: String,
    /// Whether everybody finds a profile of them. Members who have left or are suspended have none.
    pub has_profile: bool,
}

/// The status to set.
#[derive(Debug, Clone, Object)]
pub struct ParticipantStatusInput {
    /// Registered, Attended or Completed.
    pub status: Text<CHOICE_LENGTH>,
}

/// The status to set for several participants.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct ParticipantsStatusInput {
    pub user_ids: List<Id, MAX_AT_ONCE>,
    /// Registered, Attended or Completed.
    pub status: Text<CHOICE_LENGTH>,
}

/// The answer to a change of participants, with the event as it is now.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct ParticipantsChanged {
    /// The sentence to show.
    pub message: String,
    /// The number of participants that changed.
    pub count: i64,
    pub event: AdminEvent,
}

/// The outcomes for all who attended, with the event as it is now.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct ParticipantsCompleted {
    /// The sentence to show.
    pub message: String,
    /// What became of each, in the order of registration.
    pub outcomes: Vec<IssueOutcome>,
    pub event: AdminEvent,
}

/// A member to add by hand.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct ParticipantInput {
    pub user_id: Id,
}

/// Links to an online event. At least one.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct LinksInput {
    /// An http or https address.
    #[oai(default)]
    pub meet_link: Text<MAX_LINK>,
    /// An http or https address.
    #[oai(default)]
    pub whatsapp_link: Text<MAX_LINK>,
}

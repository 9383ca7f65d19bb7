//! Events as JSON.

use poem_openapi::{Enum, Object};
use serde::Serialize;

use crate::db::values::{Id, Instant};

/// Where an event stands by the calendar day in the community's time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize)]
#[oai(rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum EventStatus {
    Upcoming,
    Ongoing,
    Completed,
}

/// A participant's own registration (or, for admins, anybody's).
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct Registration {
    pub user: RegisteredUser,
    /// Registered, Attended or Completed.
    pub status: String,
    pub tasks: Vec<TaskState>,
    pub registered_at: Instant,
}

/// Who registered.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct RegisteredUser {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub profile_picture: String,
    /// Only for admins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}

/// How far a participant is with a task.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct TaskState {
    pub name: String,
    pub completed: bool,
}

/// A task of an event.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct Task {
    pub name: String,
    pub description: String,
    /// Whether it counts for Completed.
    pub required: bool,
}

/// An event in a list.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct EventSummary {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    /// The display id, such as EVT-0007.
    pub event_id: String,
    pub title: String,
    /// The first 300 characters of the description, as plain text.
    pub description: String,
    /// YYYY-MM-DD in the community's time zone.
    pub date: String,
    pub end_date: String,
    /// HH:MM in the community's time zone.
    pub time: String,
    /// RFC 3339 with the community's offset.
    pub starts_at: String,
    pub ends_at: String,
    pub status: EventStatus,
    /// Calendar days until it begins; 0 once it has.
    pub days_to_go: i64,
    /// Online, Offline or Hybrid.
    pub mode: String,
    #[oai(rename = "type")]
    #[serde(rename = "type")]
    pub kind: String,
    pub difficulty: String,
    pub location: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_participants: Option<i64>,
    pub registrations_count: i64,
    /// Free places; absent when there is no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spots_left: Option<i64>,
    pub is_full: bool,
    /// The caller's own entry, if any.
    pub participants: Vec<Id>,
    /// The caller's own registration, if any.
    pub registrations: Vec<Registration>,
    /// Whether the caller is registered.
    pub is_registered: bool,
    pub certificates_offered: bool,
    pub has_rewards: bool,
    /// Minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<i64>,
    pub tags: Vec<String>,
    pub banner_image: String,
    pub is_collaborative: bool,
    pub organization_name: String,
    pub cancelled: bool,
}

/// An event with everything that its page shows.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    /// The display id, such as EVT-0007.
    pub event_id: String,
    pub title: String,
    /// Markdown, as typed.
    pub description: String,
    /// The description as sanitised HTML.
    pub description_html: String,
    /// YYYY-MM-DD in the community's time zone.
    pub date: String,
    pub end_date: String,
    /// HH:MM in the community's time zone.
    pub time: String,
    /// RFC 3339 with the community's offset.
    pub starts_at: String,
    pub ends_at: String,
    pub status: EventStatus,
    /// Calendar days until it begins; 0 once it has.
    pub days_to_go: i64,
    /// Online, Offline or Hybrid.
    pub mode: String,
    #[oai(rename = "type")]
    #[serde(rename = "type")]
    pub kind: String,
    pub difficulty: String,
    pub location: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_participants: Option<i64>,
    pub registrations_count: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spots_left: Option<i64>,
    pub is_full: bool,
    /// Whether registration is open now: not completed, not cancelled, not full, not past its deadline.
    pub registration_open: bool,
    /// YYYY-MM-DDTHH:MM in the community's time zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registration_deadline: Option<String>,
    pub requirements: String,
    /// The caller's own entry, if any.
    pub participants: Vec<Id>,
    /// The caller's own registration, if any; for admins the first 200.
    pub registrations: Vec<Registration>,
    pub is_registered: bool,
    /// The caller's place in the waiting list, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting_position: Option<i64>,
    pub waiting_count: i64,
    pub tasks: Vec<Task>,
    pub certificates_offered: bool,
    pub has_rewards: bool,
    /// Minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<i64>,
    pub tags: Vec<String>,
    pub banner_image: String,
    pub is_collaborative: bool,
    pub organization_name: String,
    pub organization_logo: String,
    pub organization_website: String,
    /// sponsor, co-host, organizer or partner.
    pub partnership_type: String,
    pub send_certificates_immediately: bool,
    pub certificate_delay_reason: String,
    pub custom_certificate_message: String,
    /// Only for registered participants and admins, once an admin has sent them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meet_link: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whatsapp_link: Option<String>,
    pub cancelled: bool,
    pub cancellation_reason: String,
    pub created_at: Instant,
}

/// How many events there are.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct EventCount {
    /// The number of published events.
    pub count: i64,
    /// Of these, those that lie ahead.
    pub upcoming: i64,
    /// Places taken at all of them together.
    pub participants: i64,
}

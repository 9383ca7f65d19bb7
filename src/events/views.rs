//! Events as JSON.

use poem_openapi::Object;
use serde::Serialize;

use super::rules::EventStatus;
use crate::db::values::{Id, Instant};

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
    /// Whether the caller (a guest: once signed in) can register now.
    pub can_register: bool,
    /// Whether the event is full and the caller can join its waiting list.
    pub can_join_waiting_list: bool,
    /// Whether the caller can give back their place, or leave the waiting list.
    pub can_cancel: bool,
    /// Whether the caller can mark tasks as done.
    pub can_complete_tasks: bool,
    /// Whether the caller has a ticket for the door.
    pub has_ticket: bool,
    /// Why nobody can register now: one sentence. Absent while it is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registration_message: Option<String>,
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

/// What became of a registration or a task, with the event as the caller sees it now.
#[derive(Debug, Clone, PartialEq, Object)]
#[oai(rename_all = "camelCase")]
pub struct EventAnswer {
    /// The sentence to show.
    pub message: String,
    pub event: Event,
}

/// A registration for an event.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct RegisterInput {
    /// The captcha widget's answer.
    #[oai(default, validator(max_length = 8192))]
    pub captcha_token: String,
    /// Whether to wait for a place when the event is full.
    #[oai(default)]
    pub waiting_list: bool,
}

/// A participant's own ticket. The code is drawn as one SVG path in a square of `size` units, its quiet zone included:
/// `<svg viewBox="0 0 {size} {size}"><path d="{path}"/></svg>`, dark on white.
#[derive(Debug, Clone, PartialEq, Object)]
#[oai(rename_all = "camelCase")]
pub struct Ticket {
    /// What the code says: an address that an admin's phone opens.
    pub code: String,
    /// The secret alone, for typing it in.
    pub ticket: String,
    pub path: String,
    pub size: u32,
}

/// The secret address of the caller's own calendar feed.
#[derive(Debug, Clone, PartialEq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CalendarFeed {
    /// Absent until one is made.
    pub url: Option<String>,
    pub created_at: Option<Instant>,
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

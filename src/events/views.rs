//! The JSON of events.

use poem_openapi::Object;
use serde::Serialize;

use super::rules::{EventStatus, Phase};
use crate::db::values::{Id, Instant};
use crate::input::Text;
use crate::text::TOKEN_LENGTH;

/// A participant's own registration. Who runs the event sees everybody's.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct Registration {
    pub user: EventPerson,
    /// Registered, Attended or Completed.
    pub status: String,
    pub tasks: Vec<TaskState>,
    pub registered_at: Instant,
}

/// A member who takes part in an event, or waits for a place.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct EventPerson {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub profile_picture: String,
    /// Only for who runs the event, not for helpers. Absent or empty once the member has left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}

/// A participant's progress on a task.
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
    /// Whether a participant must do it to become Completed.
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
    /// What the clock says beside the status: `ahead` of its first day, `today` before it begins, `live` until it ends, or
    /// `over`.
    pub phase: Phase,
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
    /// Whether the caller can register now. For guests: once they sign in.
    pub can_register: bool,
    /// Whether the event is full and the caller can join its waiting list.
    pub can_join_waiting_list: bool,
    /// The caller's entry, if they are registered.
    pub participants: Vec<Id>,
    /// The caller's registration, if they are registered.
    pub registrations: Vec<Registration>,
    /// Whether the caller is registered.
    pub is_registered: bool,
    /// Whether the caller is on the waiting list.
    pub is_waiting: bool,
    /// Whether the caller may check people in at its door.
    pub can_check_in: bool,
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
    /// What the clock says beside the status: `ahead` of its first day, `today` before it begins, `live` until it ends, or
    /// `over`.
    pub phase: Phase,
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
    /// Whether registration is open now: the event is not completed, not cancelled, not full, and its deadline has not
    /// passed.
    pub registration_open: bool,
    /// Whether the caller can register now. For guests: once they sign in.
    pub can_register: bool,
    /// Whether the event is full and the caller can join its waiting list.
    pub can_join_waiting_list: bool,
    /// Whether the caller can give up their place or leave the waiting list.
    pub can_cancel: bool,
    /// Until when the caller can do so, or could (RFC 3339 with the community's offset). Absent when they have no place
    /// and do not wait.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancel_until: Option<String>,
    /// Whether the caller can mark tasks as done.
    pub can_complete_tasks: bool,
    /// Whether the caller has a ticket: they are registered, and the event has a place to come to.
    pub has_ticket: bool,
    /// Why nobody can register now, in one sentence. Absent while registration is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registration_message: Option<String>,
    /// YYYY-MM-DDTHH:MM in the community's time zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registration_deadline: Option<String>,
    /// The same instant in RFC 3339 with the community's offset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registration_closes_at: Option<String>,
    pub requirements: String,
    /// The caller's entry, if they are registered.
    pub participants: Vec<Id>,
    /// The caller's registration, if they are registered. For who runs the event: the first 200 registrations.
    pub registrations: Vec<Registration>,
    pub is_registered: bool,
    /// The caller's place on the waiting list, from 1.
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
    /// Only for registered participants and who runs the event, once the links were sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meet_link: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whatsapp_link: Option<String>,
    /// Whether the caller may check people in at its door.
    pub can_check_in: bool,
    /// Whether the caller runs the event: edits it, and sees its participants.
    pub can_run: bool,
    /// false: a draft, which only its organisers and admins see.
    pub published: bool,
    pub cancelled: bool,
    pub cancellation_reason: String,
    pub created_at: Instant,
}

/// The answer to a change of a registration or a task, with the event as the caller sees it now.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct EventAnswer {
    /// The sentence to show.
    pub message: String,
    pub event: Event,
}

/// A registration for an event.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct RegisterInput {
    /// The answer of the captcha widget.
    #[oai(default)]
    pub captcha_token: Text<TOKEN_LENGTH>,
    /// Whether to join the waiting list when the event is full.
    #[oai(default)]
    pub waiting_list: bool,
}

/// A participant's own ticket. The code is one SVG path in a square of `size` units, including its light margin: `<svg
/// viewBox="0 0 {size} {size}"><path d="{path}"/></svg>`, dark on white.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct Ticket {
    /// The content of the code: an address that opens on the phone of whoever is at the door.
    pub code: String,
    /// The secret alone, for typing it in.
    pub ticket: String,
    pub path: String,
    pub size: u32,
}

/// The secret address of the caller's own calendar feed.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct CalendarFeed {
    /// Absent until an address is created.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Instant>,
}

/// Counts of events.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct EventCount {
    /// The number of published events, without cancelled ones.
    pub count: i64,
    /// The number of upcoming ones, without cancelled ones.
    pub upcoming: i64,
    /// The total number of registrations.
    pub participants: i64,
}

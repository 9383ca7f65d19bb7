//! The JSON of events that admins write and read.

use poem_openapi::{Enum, Object};
use serde::{Serialize, Serializer};

use super::form::fields::{Form, TaskForm, event_fields};
use super::form::inputs::{Nullable, Over, Tags};
use super::form::rules::{
    MAX_DESCRIPTION, MAX_LINK, MAX_LOCATION, MAX_NOTE, MAX_ORGANIZATION, MAX_REASON, MAX_REQUIREMENTS, MAX_TASK, MAX_TASK_DESCRIPTION, MAX_TASKS,
    MAX_TITLE, MAX_WORD,
};
use super::rules::{EventStatus, Phase};
use crate::db::values::{Id, Instant};
use crate::input::{List, Text};
use crate::text::EMAIL_LENGTH;

macro_rules! event_input {
    ($($(#[$doc:meta])* $([$form:meta])? $name:ident: $kind:ty = $default:expr, $sent:ty;)*) => {
        /// What an admin enters for an event. An absent field keeps its value (for a new event: takes its default). `null`
        /// clears duration, maxParticipants, registrationDeadline and endDate.
        #[derive(Debug, Clone, Default, Object)]
        #[oai(rename_all = "camelCase")]
        pub struct EventInput {
            $($(#[$doc])* pub $name: $sent,)*
            /// The updatedAt of the event that was edited. When somebody has saved the event since, 409 says what changed.
            /// Without it, the event is overwritten.
            pub updated_at: Option<Instant>,
        }

        impl EventInput {
            /// Applies what was sent to the existing form.
            pub fn over(self, form: Form) -> Form {
                Form { $($name: self.$name.over(form.$name),)* }
            }
        }
    };
}
event_fields!(event_input);

/// A task of an event.
#[derive(Debug, Clone, Default, Object)]
#[oai(rename_all = "camelCase")]
pub struct TaskInput {
    /// The id of the existing task that this one replaces. Without it, the task is matched by name.
    #[oai(rename = "_id")]
    pub id: Option<Id>,
    /// Unique within the event.
    pub name: Text<MAX_TASK>,
    #[oai(default)]
    pub description: Text<MAX_TASK_DESCRIPTION>,
    /// Whether a participant must do it to become Completed.
    #[oai(default)]
    pub required: bool,
}

/// The answer to a saved event.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct EventSaved {
    /// The sentence to show.
    pub message: String,
    pub event: AdminEvent,
}

/// What a form holds; fields without a value are left out, as everywhere in answers.
fn without_gaps<S: Serializer>(form: &Form, serializer: S) -> Result<S::Ok, S::Error> {
    let mut value = serde_json::to_value(form).map_err(serde::ser::Error::custom)?;
    if let Some(fields) = value.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    value.serialize(serializer)
}

/// An event with all data for its form and its admin page.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct AdminEvent {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    /// The display id, such as EVT-0007.
    pub event_id: String,
    #[oai(flatten)]
    #[serde(flatten, serialize_with = "without_gaps")]
    pub form: Form,
    pub end_date: String,
    /// RFC 3339 with the community's offset.
    pub starts_at: String,
    pub ends_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registration_closes_at: Option<String>,
    pub status: EventStatus,
    /// What the clock says beside the status: `ahead`, `today`, `live` or `over`.
    pub phase: Phase,
    pub tasks: Vec<AdminTask>,
    pub cancelled: bool,
    pub cancellation_reason: String,
    /// Empty until the links are sent.
    pub meet_link: String,
    pub whatsapp_link: String,
    pub registrations_count: i64,
    /// Participants by status. The three counts add up to registrationsCount.
    pub registered_count: i64,
    pub attended_count: i64,
    pub completed_count: i64,
    /// Participants who came: attended plus completed.
    pub checked_in_count: i64,
    pub waiting_count: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spots_left: Option<i64>,
    /// Whether it can be deleted: nobody is registered or on the waiting list.
    pub can_delete: bool,
    /// Whether it can be cancelled: it is neither cancelled nor over.
    pub can_cancel: bool,
    pub created_at: Instant,
    pub updated_at: Instant,
}

/// A task with the number of participants who have done it.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct AdminTask {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub description: String,
    pub required: bool,
    /// Participants who have done it, out of registrationsCount.
    pub completed_count: i64,
}

/// A column by which the admins' list of events is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
pub enum AdminEventSort {
    /// By the first day.
    Date,
    /// By the first day, the last one first.
    #[oai(rename = "date-desc")]
    DateDescending,
    /// By title.
    Title,
    /// By title, from Z to A.
    #[oai(rename = "title-desc")]
    TitleDescending,
    /// Most registrations first.
    Registrations,
    /// Fewest registrations first.
    #[oai(rename = "registrations-asc")]
    RegistrationsAscending,
}

/// An event in the admins' list.
#[derive(Debug, Clone, PartialEq, Object, serde::Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct AdminEventSummary {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    /// The display id, such as EVT-0007.
    pub event_id: String,
    pub title: String,
    pub date: String,
    pub end_date: String,
    pub time: String,
    pub starts_at: String,
    pub ends_at: String,
    /// upcoming (Open), ongoing (Live) or completed (Past).
    pub status: EventStatus,
    /// What the clock says beside the status: `ahead`, `today`, `live` or `over`.
    pub phase: Phase,
    pub mode: String,
    pub event_type: String,
    pub location: String,
    pub published: bool,
    pub cancelled: bool,
    pub registrations_count: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_participants: Option<i64>,
    pub waiting_count: i64,
}

/// The reason for cancelling an event.
#[derive(Debug, Clone, Object)]
pub struct CancelInput {
    /// E-mailed to all participants and to the waiting list, and shown on the event's page.
    #[oai(default)]
    pub reason: Text<MAX_REASON>,
}

/// The sentence to show.
#[derive(Debug, Clone, Object, Serialize)]
pub struct EventDone {
    pub message: String,
}

impl From<List<TaskInput, MAX_TASKS>> for Vec<TaskForm> {
    fn from(tasks: List<TaskInput, MAX_TASKS>) -> Vec<TaskForm> {
        let form = |task: TaskInput| TaskForm {
            id: task.id,
            name: task.name.0,
            description: task.description.0,
            required: task.required,
        };
        tasks.0.into_iter().map(form).collect()
    }
}

/// A picture that was stored for an event.
#[derive(Debug, Object, Serialize)]
pub struct EventPicture {
    /// What `bannerImage` or `organizationLogo` of the event may be.
    pub address: String,
}

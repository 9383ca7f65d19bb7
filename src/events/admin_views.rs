//! The JSON of events that admins write and read.

use poem_openapi::Object;

use super::form::fields::{Form, TaskForm};
use super::form::inputs::{Nullable, Tags};
use super::form::rules::{
    MAX_DESCRIPTION, MAX_LINK, MAX_LOCATION, MAX_NOTE, MAX_ORGANIZATION, MAX_REASON, MAX_REQUIREMENTS, MAX_TASK, MAX_TASK_DESCRIPTION, MAX_TASKS,
    MAX_TITLE,
};
use super::rules::EventStatus;
use crate::db::values::{Id, Instant};
use crate::input::{List, Text};
use crate::text::EMAIL_LENGTH;

/// What an admin enters for an event. An absent field keeps its value (for a new event: takes its default). `null`
/// clears duration, maxParticipants, registrationDeadline and endDate.
#[derive(Debug, Clone, Default, Object)]
#[oai(rename_all = "camelCase")]
pub struct EventInput {
    pub title: Option<Text<MAX_TITLE>>,
    /// Markdown.
    pub description: Option<Text<MAX_DESCRIPTION>>,
    /// YYYY-MM-DD in the community's time zone.
    #[oai(validator(max_length = 40))]
    pub date: Option<String>,
    /// The last day; null: the same as the first.
    #[oai(validator(max_length = 40))]
    pub end_date: Nullable<String>,
    /// HH:MM in the community's time zone.
    #[oai(validator(max_length = 40))]
    pub time: Option<String>,
    /// Minutes per day.
    pub duration: Nullable<i64>,
    /// Online, Offline or Hybrid, in any case. Online by default.
    #[oai(validator(max_length = 40))]
    pub mode: Option<String>,
    /// workshop, hackathon, webinar, competition, conference, networking, seminar or meetup. workshop by default.
    #[oai(validator(max_length = 40))]
    pub event_type: Option<String>,
    /// beginner, intermediate or advanced. beginner by default.
    #[oai(validator(max_length = 40))]
    pub difficulty: Option<String>,
    /// Used when the mode is Offline or Hybrid.
    pub location: Option<Text<MAX_LOCATION>>,
    /// null: no limit.
    pub max_participants: Nullable<i64>,
    /// YYYY-MM-DDTHH:MM in the community's time zone; a date without a time means the end of that day.
    #[oai(validator(max_length = 40))]
    pub registration_deadline: Nullable<String>,
    pub requirements: Option<Text<MAX_REQUIREMENTS>>,
    /// A list, or one text with commas between.
    pub tags: Option<Tags>,
    /// An http or https address.
    pub banner_image: Option<Text<MAX_LINK>>,
    pub has_rewards: Option<bool>,
    pub is_collaborative: Option<bool>,
    /// Required when the event is collaborative.
    pub organization_name: Option<Text<MAX_ORGANIZATION>>,
    /// An http or https address.
    pub organization_logo: Option<Text<MAX_LINK>>,
    /// An http or https address.
    pub organization_website: Option<Text<MAX_LINK>>,
    /// An e-mail address that only admins see.
    pub organization_contact: Option<Text<EMAIL_LENGTH>>,
    /// sponsor, co-host, organizer or partner. sponsor by default.
    #[oai(validator(max_length = 40))]
    pub partnership_type: Option<String>,
    pub certificates_offered: Option<bool>,
    /// corporate, modern, trophy, abstract or default.
    #[oai(validator(max_length = 40))]
    pub certificate_design: Option<String>,
    /// true by default.
    pub send_certificates_immediately: Option<bool>,
    pub certificate_delay_reason: Option<Text<MAX_NOTE>>,
    pub custom_certificate_message: Option<Text<MAX_NOTE>>,
    /// All tasks in their order. A task that is missing here is deleted, together with the participants' progress on
    /// it.
    pub tasks: Option<List<TaskInput, MAX_TASKS>>,
    /// false: a draft that only admins see. true by default.
    pub published: Option<bool>,
    /// The updatedAt of the event that was edited. When it was saved since, 409 says what changed; absent: it is overwritten.
    pub updated_at: Option<Instant>,
}

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
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct EventSaved {
    /// The sentence to show.
    pub message: String,
    pub event: AdminEvent,
}

/// An event with all data for its form and its admin page.
#[derive(Debug, Clone, PartialEq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AdminEvent {
    #[oai(rename = "_id")]
    pub id: Id,
    /// The display id, such as EVT-0007.
    pub event_id: String,
    #[oai(flatten)]
    pub form: Form,
    pub end_date: String,
    /// RFC 3339 with the community's offset.
    pub starts_at: String,
    pub ends_at: String,
    pub status: EventStatus,
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
    pub spots_left: Option<i64>,
    /// Whether it can be deleted: nobody is registered or on the waiting list.
    pub can_delete: bool,
    /// Whether it can be cancelled: it is neither cancelled nor completed.
    pub can_cancel: bool,
    pub created_at: Instant,
    pub updated_at: Instant,
}

/// A task with the number of participants who have done it.
#[derive(Debug, Clone, PartialEq, Object)]
#[oai(rename_all = "camelCase")]
pub struct AdminTask {
    #[oai(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub description: String,
    pub required: bool,
    /// Participants who have done it, out of registrationsCount.
    pub completed_count: i64,
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
    /// upcoming (Open), ongoing (Live) or completed (Past).
    pub status: EventStatus,
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
#[derive(Debug, Clone, Object)]
pub struct EventDone {
    pub message: String,
}

impl EventInput {
    /// Applies what was sent to the existing form.
    pub fn over(self, form: Form) -> Form {
        let tasks = self.tasks.map(|tasks| tasks.0.into_iter().map(TaskInput::form).collect());
        Form {
            title: self.title.map_or(form.title, String::from),
            description: self.description.map_or(form.description, String::from),
            end_date: self.end_date.over(form.end_date),
            date: self.date.unwrap_or(form.date),
            time: self.time.unwrap_or(form.time),
            duration: self.duration.over(form.duration),
            mode: self.mode.unwrap_or(form.mode),
            kind: self.event_type.unwrap_or(form.kind),
            difficulty: self.difficulty.unwrap_or(form.difficulty),
            location: self.location.map_or(form.location, String::from),
            max_participants: self.max_participants.over(form.max_participants),
            registration_deadline: self.registration_deadline.over(form.registration_deadline),
            requirements: self.requirements.map_or(form.requirements, String::from),
            tags: self.tags.map_or(form.tags, |tags| tags.0),
            banner_image: self.banner_image.map_or(form.banner_image, String::from),
            has_rewards: self.has_rewards.unwrap_or(form.has_rewards),
            is_collaborative: self.is_collaborative.unwrap_or(form.is_collaborative),
            organization_name: self.organization_name.map_or(form.organization_name, String::from),
            organization_logo: self.organization_logo.map_or(form.organization_logo, String::from),
            organization_website: self.organization_website.map_or(form.organization_website, String::from),
            organization_contact: self.organization_contact.map_or(form.organization_contact, String::from),
            partnership_type: self.partnership_type.unwrap_or(form.partnership_type),
            certificates_offered: self.certificates_offered.unwrap_or(form.certificates_offered),
            certificate_design: self.certificate_design.unwrap_or(form.certificate_design),
            send_certificates_immediately: self.send_certificates_immediately.unwrap_or(form.send_certificates_immediately),
            certificate_delay_reason: self.certificate_delay_reason.map_or(form.certificate_delay_reason, String::from),
            custom_certificate_message: self.custom_certificate_message.map_or(form.custom_certificate_message, String::from),
            tasks: tasks.unwrap_or(form.tasks),
            published: self.published.unwrap_or(form.published),
        }
    }
}

impl TaskInput {
    fn form(self) -> TaskForm {
        TaskForm {
            id: self.id,
            name: self.name.0,
            description: self.description.0,
            required: self.required,
        }
    }
}

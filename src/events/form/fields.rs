//! The fields of an event's form. What each may hold is decided in rules.rs.

use poem_openapi::Object;
use serde::Serialize;

use crate::db::values::Id;
use crate::text::{one_line, paragraphs, tags};

/// The fields of the event form, listed once. The macro makes two types of them: the stored [`Form`], which is also
/// part of the admins' view of an event, and the `EventInput` that clients send. Each field has its name, its type and
/// its default, then its type in the input. Attributes in brackets are for the [`Form`] alone.
macro_rules! event_fields {
    ($make:ident) => {
        $make! {
            title: String = String::new(), Option<Text<MAX_TITLE>>;
            /// Markdown, as typed.
            description: String = String::new(), Option<Text<MAX_DESCRIPTION>>;
            /// YYYY-MM-DD in the community's time zone.
            date: String = String::new(), Option<Text<MAX_WORD>>;
            /// The last day; null when it is the first, or the one that the event reaches past midnight.
            [oai(skip)] end_date: Option<String> = None, Nullable<Text<MAX_WORD>>;
            /// HH:MM in the community's time zone.
            time: String = String::new(), Option<Text<MAX_WORD>>;
            /// Minutes, on each of its days.
            duration: Option<i64> = None, Nullable<i64>;
            /// Online, Offline or Hybrid, sent in any case. Online by default.
            mode: String = "Online".into(), Option<Text<MAX_WORD>>;
            /// workshop, hackathon, webinar, competition, conference, networking, seminar or meetup. workshop by default.
            event_type: String = "workshop".into(), Option<Text<MAX_WORD>>;
            /// beginner, intermediate or advanced. beginner by default.
            difficulty: String = "beginner".into(), Option<Text<MAX_WORD>>;
            /// Used when the mode is Offline or Hybrid.
            location: String = String::new(), Option<Text<MAX_LOCATION>>;
            /// null: no limit.
            max_participants: Option<i64> = None, Nullable<i64>;
            /// YYYY-MM-DDTHH:MM in the community's time zone; when it is sent without a time, the end of that day is meant.
            registration_deadline: Option<String> = None, Nullable<Text<MAX_WORD>>;
            requirements: String = String::new(), Option<Text<MAX_REQUIREMENTS>>;
            /// Sent as a list, or as one text with commas between.
            tags: Vec<String> = Vec::new(), Option<Tags>;
            /// An https address, or that of a picture which was stored for it.
            banner_image: String = String::new(), Option<Text<MAX_LINK>>;
            has_rewards: bool = false, Option<bool>;
            is_collaborative: bool = false, Option<bool>;
            /// Required when the event is collaborative.
            organization_name: String = String::new(), Option<Text<MAX_ORGANIZATION>>;
            /// An https address, or that of a picture which was stored for it.
            organization_logo: String = String::new(), Option<Text<MAX_LINK>>;
            /// An http or https address.
            organization_website: String = String::new(), Option<Text<MAX_LINK>>;
            /// An e-mail address that only admins see.
            organization_contact: String = String::new(), Option<Text<EMAIL_LENGTH>>;
            /// sponsor, co-host, organizer or partner. sponsor by default.
            partnership_type: String = "sponsor".into(), Option<Text<MAX_WORD>>;
            certificates_offered: bool = false, Option<bool>;
            /// corporate, modern, trophy, abstract or default.
            certificate_design: String = "default".into(), Option<Text<MAX_WORD>>;
            /// true by default.
            send_certificates_immediately: bool = true, Option<bool>;
            certificate_delay_reason: String = String::new(), Option<Text<MAX_NOTE>>;
            custom_certificate_message: String = String::new(), Option<Text<MAX_NOTE>>;
            /// All tasks in their order. A task that is missing here is deleted, together with the participants' progress on
            /// it.
            [oai(skip)] tasks: Vec<TaskForm> = Vec::new(), Option<List<TaskInput, MAX_TASKS>>;
            /// false: a draft that only admins see. true by default.
            published: bool = true, Option<bool>;
        }
    };
}
pub(crate) use event_fields;

macro_rules! form {
    ($($(#[$doc:meta])* $([$form:meta])? $name:ident: $kind:ty = $default:expr, $sent:ty;)*) => {
        /// The form as it is filled in and kept.
        #[derive(Debug, Clone, PartialEq, Eq, Object, Serialize)]
        #[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
        #[serde(rename_all = "camelCase")]
        pub struct Form {
            $($(#[$doc])* $(#[$form])? pub $name: $kind,)*
        }

        impl Default for Form {
            fn default() -> Form {
                Form { $($name: $default,)* }
            }
        }
    };
}
event_fields!(form);

/// A task in the form; `id` is the task that it was before.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct TaskForm {
    #[serde(skip)]
    pub id: Option<Id>,
    pub name: String,
    pub description: String,
    pub required: bool,
}

impl Form {
    /// The form without what nobody sees: blanks around its texts, control characters, empty tags.
    pub fn trimmed(self) -> Form {
        Form {
            title: one_line(&self.title),
            description: paragraphs(&self.description),
            date: self.date.trim().to_owned(),
            end_date: self.end_date.map(|day| day.trim().to_owned()),
            time: self.time.trim().to_owned(),
            mode: self.mode.trim().to_owned(),
            event_type: self.event_type.trim().to_owned(),
            difficulty: self.difficulty.trim().to_owned(),
            location: one_line(&self.location),
            registration_deadline: self.registration_deadline.map(|at| at.trim().to_owned()),
            requirements: paragraphs(&self.requirements),
            tags: tags(&self.tags),
            banner_image: self.banner_image.trim().to_owned(),
            organization_name: one_line(&self.organization_name),
            organization_logo: self.organization_logo.trim().to_owned(),
            organization_website: self.organization_website.trim().to_owned(),
            organization_contact: self.organization_contact.trim().to_owned(),
            partnership_type: self.partnership_type.trim().to_owned(),
            certificate_design: self.certificate_design.trim().to_owned(),
            certificate_delay_reason: paragraphs(&self.certificate_delay_reason),
            custom_certificate_message: paragraphs(&self.custom_certificate_message),
            tasks: self
                .tasks
                .into_iter()
                .map(|task| TaskForm {
                    name: one_line(&task.name),
                    description: paragraphs(&task.description),
                    ..task
                })
                .collect(),
            ..self
        }
    }
}

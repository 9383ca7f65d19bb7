//! The fields of an event's form. What each may hold is decided in rules.rs.

use poem_openapi::Object;
use serde::Serialize;

use crate::db::values::Id;
use crate::text::{one_line, paragraphs, tags};

/// The form as it is filled in and kept: the one list of its fields, of which the admins' view of an event is made.
#[derive(Debug, Clone, PartialEq, Eq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct Form {
    pub title: String,
    /// Markdown, as typed.
    pub description: String,
    pub date: String,
    /// Nothing when it is the first. Whoever reads an event is told the day itself.
    #[oai(skip)]
    pub end_date: Option<String>,
    pub time: String,
    /// Minutes, on each of its days.
    pub duration: Option<i64>,
    pub mode: String,
    #[oai(rename = "eventType")]
    #[serde(rename = "eventType")]
    pub kind: String,
    pub difficulty: String,
    pub location: String,
    pub max_participants: Option<i64>,
    /// YYYY-MM-DDTHH:MM in the community's time zone.
    pub registration_deadline: Option<String>,
    pub requirements: String,
    pub tags: Vec<String>,
    pub banner_image: String,
    pub has_rewards: bool,
    pub is_collaborative: bool,
    pub organization_name: String,
    pub organization_logo: String,
    pub organization_website: String,
    pub organization_contact: String,
    pub partnership_type: String,
    pub certificates_offered: bool,
    pub certificate_design: String,
    pub send_certificates_immediately: bool,
    pub certificate_delay_reason: String,
    pub custom_certificate_message: String,
    #[oai(skip)]
    pub tasks: Vec<TaskForm>,
    pub published: bool,
}

/// A task in the form; `id` is the task that it was before.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct TaskForm {
    #[serde(skip)]
    pub id: Option<Id>,
    pub name: String,
    pub description: String,
    pub required: bool,
}

impl Default for Form {
    fn default() -> Form {
        Form {
            title: String::new(),
            description: String::new(),
            date: String::new(),
            end_date: None,
            time: String::new(),
            duration: None,
            mode: "Online".into(),
            kind: "workshop".into(),
            difficulty: "beginner".into(),
            location: String::new(),
            max_participants: None,
            registration_deadline: None,
            requirements: String::new(),
            tags: Vec::new(),
            banner_image: String::new(),
            has_rewards: false,
            is_collaborative: false,
            organization_name: String::new(),
            organization_logo: String::new(),
            organization_website: String::new(),
            organization_contact: String::new(),
            partnership_type: "sponsor".into(),
            certificates_offered: false,
            certificate_design: "default".into(),
            send_certificates_immediately: true,
            certificate_delay_reason: String::new(),
            custom_certificate_message: String::new(),
            tasks: Vec::new(),
            published: true,
        }
    }
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
            kind: self.kind.trim().to_owned(),
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

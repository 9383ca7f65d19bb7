//! The rules of the event form, checked in the order of its fields. Pure functions of plain values.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use serde::Serialize;

use super::text_rules::spell;
use crate::db::values::{Id, Instant, fold};
use crate::events::rules::TYPES;
use crate::events::time_rules::{clock, day, deadline, times};
use crate::input::grouped;
use crate::markdown::MAX_MARKDOWN;
use crate::text::{cut, is_email, is_web_address, one_line, paragraphs, tags};

/// Modes, difficulties, partnership types and certificate designs, each with its label. The first is the default.
pub const MODES: [(&str, &str); 3] = [("Online", "Online"), ("Offline", "Offline"), ("Hybrid", "Hybrid")];
pub const DIFFICULTIES: [(&str, &str); 3] = [("beginner", "Beginner"), ("intermediate", "Intermediate"), ("advanced", "Advanced")];
pub const PARTNERSHIPS: [(&str, &str); 4] = [
    ("sponsor", "Sponsor"),
    ("co-host", "Co-host"),
    ("organizer", "Joint Organizer"),
    ("partner", "Strategic Partner"),
];
pub const DESIGNS: [(&str, &str); 5] = [
    ("default", "Default"),
    ("corporate", "Corporate"),
    ("modern", "Modern"),
    ("trophy", "Trophy"),
    ("abstract", "Abstract"),
];

/// Maximum days of an event, minutes per day, and participants.
pub const MAX_DAYS: i32 = 366;
pub const MAX_MINUTES: i64 = 30 * 24 * 60;
pub const MAX_PLACES: i64 = 100_000;
/// Maximum tags of an event, and characters of each.
pub const MAX_TAGS: usize = 10;
pub const MAX_TAG: usize = 40;
/// Maximum tasks of an event, and characters of a task's name and description.
pub const MAX_TASKS: usize = 50;
pub const MAX_TASK: usize = 200;
pub const MAX_TASK_DESCRIPTION: usize = 1000;
/// Maximum characters of an event's other texts.
pub const MAX_TITLE: usize = 200;
pub const MAX_DESCRIPTION: usize = MAX_MARKDOWN;
pub const MAX_LOCATION: usize = 300;
pub const MAX_REQUIREMENTS: usize = 2000;
pub const MAX_LINK: usize = 2000;
pub const MAX_ORGANIZATION: usize = 200;
/// The reason for delayed certificates, and the message on certificates.
pub const MAX_NOTE: usize = 500;
/// The reason for cancelling an event.
pub const MAX_REASON: usize = 1000;

/// The suffix of a copy's title.
const COPY: &str = " (copy)";

/// The form as the admin filled it in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Form {
    pub title: String,
    pub description: String,
    pub date: String,
    pub end_date: Option<String>,
    pub time: String,
    pub duration: Option<i64>,
    pub mode: String,
    #[serde(rename = "eventType")]
    pub kind: String,
    pub difficulty: String,
    pub location: String,
    pub max_participants: Option<i64>,
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
    pub tasks: Vec<TaskForm>,
    pub published: bool,
}

/// A task in the form. `id` is that of the existing task, if any.
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
    /// The form of a copy: a draft with new tasks.
    pub fn copy(&self) -> Form {
        let title = cut(&self.title, MAX_TITLE - COPY.chars().count()).trim_end();
        let tasks = self.tasks.iter().map(|task| TaskForm { id: None, ..task.clone() });
        Form {
            title: format!("{title}{COPY}"),
            tasks: tasks.collect(),
            published: false,
            ..self.clone()
        }
    }
}

/// A valid form with the values derived from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Trimmed. Choices have their canonical spelling, days are YYYY-MM-DD, times are HH:MM.
    pub form: Form,
    pub end_date: String,
    pub starts_at: Instant,
    pub ends_at: Instant,
    pub closes_at: Option<Instant>,
}

/// A broken rule: the field and the sentence to show there.
pub type Fault = (&'static str, String);

/// Checks a form in the order of its fields.
///
/// # Errors
/// All broken rules, in that order.
pub fn check(form: Form, zone: &TimeZone) -> Result<Plan, Vec<Fault>> {
    let mut faults: Vec<Fault> = Vec::new();
    let mut fault = |field, sentence: &str| faults.push((field, sentence.to_owned()));
    let mut form = trimmed(form);
    if form.title.is_empty() {
        fault("title", "Event title is required");
    }
    if form.description.is_empty() {
        fault("description", "Event description is required");
    }
    let date = match (form.date.is_empty(), day(&form.date)) {
        (true, _) => {
            fault("date", "Event date is required");
            None
        }
        (false, None) => {
            fault("date", "Event date must be a day of the calendar");
            None
        }
        (false, found) => found,
    };
    let end_date = match form.end_date.as_deref().filter(|text| !text.is_empty()) {
        None => date,
        Some(text) => day(text).or_else(|| {
            fault("endDate", "The last day must be a day of the calendar");
            None
        }),
    };
    if let (Some(date), Some(end_date)) = (date, end_date) {
        if end_date < date {
            fault("endDate", "The last day must not be before the first");
        } else if (end_date - date).get_days() >= MAX_DAYS {
            fault("endDate", "An event can last at most a year");
        }
    }
    let time = match (form.time.is_empty(), clock(&form.time)) {
        (true, _) => {
            fault("time", "Event time is required");
            None
        }
        (false, None) => {
            fault("time", "Event time must be a time such as 18:30");
            None
        }
        (false, found) => found,
    };
    if form.duration.is_some_and(|minutes| !(1..=MAX_MINUTES).contains(&minutes)) {
        fault(
            "duration",
            &format!("Duration must be a whole number of minutes, from 1 to {}", grouped(MAX_MINUTES)),
        );
    }
    if !spell(&mut form.mode, &MODES) {
        fault("mode", "Please choose a mode");
    }
    if !spell(&mut form.kind, &TYPES) {
        fault("eventType", "Please choose a type");
    }
    if !spell(&mut form.difficulty, &DIFFICULTIES) {
        fault("difficulty", "Please choose a difficulty");
    }
    if form.max_participants.is_some_and(|places| !(1..=MAX_PLACES).contains(&places)) {
        fault(
            "maxParticipants",
            &format!("Maximum participants must be a whole number, from 1 to {}", grouped(MAX_PLACES)),
        );
    }
    let closes_at = match form.registration_deadline.as_deref().filter(|text| !text.is_empty()) {
        None => None,
        Some(text) => deadline(text, zone).or_else(|| {
            fault("registrationDeadline", "The registration deadline must be a day and a time");
            None
        }),
    };
    if let (Some(closes_at), Some(end_date)) = (closes_at, end_date)
        && closes_at.date() > end_date
    {
        fault("registrationDeadline", "The registration deadline must not be after the last day");
    }
    for (field, sentence, link) in [
        (
            "bannerImage",
            "Banner image must be a web address that begins with https:// or http://",
            &form.banner_image,
        ),
        (
            "organizationLogo",
            "Organization logo must be a web address that begins with https:// or http://",
            &form.organization_logo,
        ),
        (
            "organizationWebsite",
            "Organization website must be a web address that begins with https:// or http://",
            &form.organization_website,
        ),
    ] {
        if !link.is_empty() && !is_web_address(link) {
            fault(field, sentence);
        }
    }
    if form.is_collaborative && form.organization_name.is_empty() {
        fault("organizationName", "Organization name is required");
    }
    if !form.organization_contact.is_empty() && !is_email(&form.organization_contact) {
        fault("organizationContact", "Organization contact must be an e-mail address");
    }
    if !spell(&mut form.partnership_type, &PARTNERSHIPS) {
        fault("partnershipType", "Please choose a type of partnership");
    }
    if !spell(&mut form.certificate_design, &DESIGNS) {
        form.certificate_design = "default".into();
    }
    if form.tags.len() > MAX_TAGS {
        fault("tags", &format!("An event can have at most {MAX_TAGS} tags"));
    } else if form.tags.iter().any(|tag| tag.chars().count() > MAX_TAG) {
        fault("tags", &format!("A tag can have at most {MAX_TAG} characters"));
    }
    faults.extend(check_tasks(&form.tasks));
    let (Some(date), Some(end_date), Some(time), true) = (date, end_date, time, faults.is_empty()) else {
        return Err(faults);
    };
    plan(form, date, end_date, time, closes_at, zone).ok_or_else(|| vec![("date", "Event date must be a day of the calendar".to_owned())])
}

fn plan(mut form: Form, date: Date, end_date: Date, time: Time, closes_at: Option<DateTime>, zone: &TimeZone) -> Option<Plan> {
    form.date = date.to_string();
    form.time = time.strftime("%H:%M").to_string();
    form.registration_deadline = closes_at.map(|at| at.strftime("%Y-%m-%dT%H:%M").to_string());
    let (starts_at, ends_at) = times(&form.date, &end_date.to_string(), &form.time, form.duration, zone).ok()?;
    let closes_at = match closes_at {
        Some(at) => Some(Instant(at.to_zoned_datetime(zone.clone()).ok()?.timestamp())),
        None => None,
    };
    form.end_date = (end_date != date).then(|| end_date.to_string());
    Some(Plan {
        end_date: end_date.to_string(),
        starts_at,
        ends_at,
        closes_at,
        form,
    })
}

/// Refuses a maximum below the number of registered participants.
///
/// # Errors
/// A sentence with that number.
pub fn check_maximum(maximum: Option<i64>, registered: i64) -> Result<(), String> {
    match maximum {
        Some(maximum) if maximum < registered => Err(format!(
            "{registered} {} already registered, so the maximum cannot be lower than {registered}",
            if registered == 1 { "participant is" } else { "participants are" }
        )),
        _ => Ok(()),
    }
}

fn check_tasks(tasks: &[TaskForm]) -> Option<Fault> {
    let mut known = Vec::new();
    for task in tasks {
        // These two names cannot be part of an address: clients treat them as folders.
        if task.name.is_empty() || task.name == "." || task.name == ".." {
            return Some(("tasks", "Every task needs a name".into()));
        }
        let key = fold(&task.name);
        if known.contains(&key) {
            return Some(("tasks", format!("There are two tasks with the name \"{}\"", task.name)));
        }
        known.push(key);
    }
    None
}

fn trimmed(form: Form) -> Form {
    Form {
        title: one_line(&form.title),
        description: paragraphs(&form.description),
        date: form.date.trim().to_owned(),
        end_date: form.end_date.map(|day| day.trim().to_owned()),
        time: form.time.trim().to_owned(),
        mode: form.mode.trim().to_owned(),
        kind: form.kind.trim().to_owned(),
        difficulty: form.difficulty.trim().to_owned(),
        location: one_line(&form.location),
        registration_deadline: form.registration_deadline.map(|at| at.trim().to_owned()),
        requirements: paragraphs(&form.requirements),
        tags: tags(&form.tags),
        banner_image: form.banner_image.trim().to_owned(),
        organization_name: one_line(&form.organization_name),
        organization_logo: form.organization_logo.trim().to_owned(),
        organization_website: form.organization_website.trim().to_owned(),
        organization_contact: form.organization_contact.trim().to_owned(),
        partnership_type: form.partnership_type.trim().to_owned(),
        certificate_design: form.certificate_design.trim().to_owned(),
        certificate_delay_reason: paragraphs(&form.certificate_delay_reason),
        custom_certificate_message: paragraphs(&form.custom_certificate_message),
        tasks: form
            .tasks
            .into_iter()
            .map(|task| TaskForm {
                name: one_line(&task.name),
                description: paragraphs(&task.description),
                ..task
            })
            .collect(),
        ..form
    }
}

/// Checks links before they are sent: at least one, and each a web address.
///
/// # Errors
/// The field and the sentence to show there.
pub fn check_links(meet_link: &str, whatsapp_link: &str) -> Result<(), Fault> {
    if meet_link.is_empty() && whatsapp_link.is_empty() {
        return Err(("meetLink", "Please provide at least one link to send".into()));
    }
    for (field, link) in [("meetLink", meet_link), ("whatsappLink", whatsapp_link)] {
        if !link.is_empty() && !is_web_address(link) {
            return Err((field, "A link must be a web address that begins with https:// or http://".into()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::events::time_rules::closing;

    fn zone(name: &str) -> TimeZone {
        TimeZone::get(name).unwrap()
    }

    fn form() -> Form {
        Form {
            title: "  Evening  of\u{7} Rust ".into(),
            description: "Words.\r\nMore.\u{0}".into(),
            date: "2027-03-28".into(),
            time: "02:30".into(),
            ..Form::default()
        }
    }

    #[test]
    fn a_plan_is_trimmed_and_spelt_in_one_way() {
        let typed = Form {
            mode: " hybrid".into(),
            kind: "HACKATHON".into(),
            difficulty: String::new(),
            certificate_design: "fancy".into(),
            tags: vec!["Rust".into(), " ".into(), "RUST".into()],
            time: "18:30:59".into(),
            ..form()
        };
        let plan = check(typed, &zone("UTC")).unwrap();
        assert_eq!(
            (plan.form.title.as_str(), plan.form.description.as_str()),
            ("Evening of Rust", "Words.\nMore.")
        );
        assert_eq!(
            (plan.form.mode.as_str(), plan.form.kind.as_str(), plan.form.difficulty.as_str()),
            ("Hybrid", "hackathon", "beginner")
        );
        assert_eq!((plan.form.certificate_design.as_str(), plan.form.time.as_str()), ("default", "18:30"));
        assert_eq!(plan.form.tags, ["Rust"]);
        assert_eq!((plan.end_date.as_str(), plan.form.end_date), ("2027-03-28", None));
    }

    #[test]
    fn a_time_that_the_clocks_skip_is_an_hour_later() {
        let plan = check(form(), &zone("Europe/Berlin")).unwrap();
        assert_eq!(plan.starts_at.to_string(), "2027-03-28T01:30:00Z");
        assert_eq!(plan.ends_at.to_string(), "2027-03-28T03:30:00Z");
    }

    #[test]
    fn an_event_of_several_days_ends_on_the_last_at_its_time() {
        let typed = Form {
            end_date: Some("2027-03-30".into()),
            time: "10:00".into(),
            duration: Some(60),
            ..form()
        };
        let plan = check(typed, &zone("America/New_York")).unwrap();
        assert_eq!(
            (plan.starts_at.to_string(), plan.ends_at.to_string()),
            ("2027-03-28T14:00:00Z".into(), "2027-03-30T15:00:00Z".into())
        );
    }

    #[test]
    fn a_deadline_is_a_day_a_time_or_an_instant() {
        for (typed, kept, instant) in [
            ("2027-03-27", "2027-03-27T23:59", "2027-03-27T22:59:00Z"),
            ("2027-03-27T18:00", "2027-03-27T18:00", "2027-03-27T17:00:00Z"),
            ("2027-03-27T18:00:00.000Z", "2027-03-27T19:00", "2027-03-27T18:00:00Z"),
        ] {
            let typed = Form {
                registration_deadline: Some(typed.into()),
                ..form()
            };
            let plan = check(typed, &zone("Europe/Berlin")).unwrap();
            assert_eq!(plan.form.registration_deadline.as_deref(), Some(kept));
            assert_eq!(plan.closes_at.unwrap().to_string(), instant);
            assert_eq!(closing(Some(kept), &zone("Europe/Berlin")).unwrap(), plan.closes_at);
        }
        for odd in ["soon", "2027-03-29", "2027-02-30T10:00"] {
            let typed = Form {
                registration_deadline: Some(odd.into()),
                ..form()
            };
            assert_eq!(check(typed, &zone("UTC")).unwrap_err()[0].0, "registrationDeadline", "{odd}");
        }
    }

    #[test]
    fn the_maximum_is_told_with_the_number_of_who_is_registered() {
        assert_eq!(check_maximum(Some(1), 1), Ok(()));
        assert_eq!(check_maximum(None, 7), Ok(()));
        assert_eq!(
            check_maximum(Some(0), 1).unwrap_err(),
            "1 participant is already registered, so the maximum cannot be lower than 1"
        );
    }
}

//! The rules of the event form, checked in the order of its fields. Pure functions of plain values.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;

use super::fields::{Form, TaskForm};
use super::text_rules::spell;
use crate::certificates::rules::DESIGNS;
use crate::db::values::{Instant, fold};
use crate::events::rules::TYPES;
use crate::events::time_rules::{chosen_day, clock, day, deadline, last_day, times};
use crate::input::grouped;
use crate::markdown::MAX_MARKDOWN;
use crate::media::rules::id_of;
use crate::text::{cut, is_email, is_web_address};

/// Modes, difficulties, partnership types and certificate designs, each with its label. The first is the default.
pub const MODES: [(&str, &str); 3] = [("Online", "Online"), ("Offline", "Offline"), ("Hybrid", "Hybrid")];
pub const DIFFICULTIES: [(&str, &str); 3] = [("beginner", "Beginner"), ("intermediate", "Intermediate"), ("advanced", "Advanced")];
pub const PARTNERSHIPS: [(&str, &str); 4] = [
    ("sponsor", "Sponsor"),
    ("co-host", "Co-host"),
    ("organizer", "Joint Organizer"),
    ("partner", "Strategic Partner"),
];

/// Maximum days of an event, minutes per day, and participants.
pub const MAX_DAYS: i32 = 366;
pub const MAX_MINUTES: i64 = 30 * 24 * 60;
pub const MAX_PLACES: i64 = 100_000;
/// Maximum tags of an event, and characters of each.
pub const MAX_TAGS: usize = 10;
pub const MAX_TAG: usize = 40;
/// Maximum characters of a choice, a day or a time.
pub const MAX_WORD: usize = 40;
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

/// The form of a copy: a draft with new tasks.
pub fn copy(form: &Form) -> Form {
    let end = " (copy)";
    let title = cut(&form.title, MAX_TITLE - end.len()).trim_end();
    let tasks = form.tasks.iter().map(|task| TaskForm { id: None, ..task.clone() });
    Form {
        title: format!("{title}{end}"),
        tasks: tasks.collect(),
        published: false,
        ..form.clone()
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

/// The rules that are broken, in the order of the fields.
#[derive(Default)]
struct Faults(Vec<Fault>);

impl Faults {
    fn add(&mut self, field: &'static str, sentence: &str) {
        self.0.push((field, sentence.to_owned()));
    }
}

/// Checks a form in the order of its fields.
///
/// # Errors
/// All broken rules, in that order.
pub fn check(form: Form, zone: &TimeZone) -> Result<Plan, Vec<Fault>> {
    let mut faults = Faults::default();
    let mut form = form.trimmed();
    check_words(&form, &mut faults);
    let (date, end_date, time) = check_days(&form, &mut faults);
    check_choices(&mut form, &mut faults);
    let closes_at = check_deadline(&form, end_date, zone, &mut faults);
    check_partner(&mut form, &mut faults);
    check_tags(&form.tags, &mut faults);
    faults.0.extend(check_tasks(&form.tasks));
    let (Some(date), Some(end_date), Some(time), true) = (date, end_date, time, faults.0.is_empty()) else {
        return Err(faults.0);
    };
    plan(form, date, end_date, time, closes_at, zone).ok_or_else(|| vec![("date", "Event date must be a day of the calendar".to_owned())])
}

fn check_words(form: &Form, faults: &mut Faults) {
    if form.title.is_empty() {
        faults.add("title", "Event title is required");
    }
    if form.description.is_empty() {
        faults.add("description", "Event description is required");
    }
}

/// The first day, the last day and the time, each when it can be read.
fn check_days(form: &Form, faults: &mut Faults) -> (Option<Date>, Option<Date>, Option<Time>) {
    let date = match (form.date.is_empty(), day(&form.date)) {
        (true, _) => {
            faults.add("date", "Event date is required");
            None
        }
        (false, None) => {
            faults.add("date", "Event date must be a day of the calendar");
            None
        }
        (false, found) => found,
    };
    let end_date = match form.end_date.as_deref().filter(|text| !text.is_empty()) {
        None => date,
        Some(text) => day(text).or_else(|| {
            faults.add("endDate", "The last day must be a day of the calendar");
            None
        }),
    };
    if let (Some(date), Some(end_date)) = (date, end_date) {
        if end_date < date {
            faults.add("endDate", "The last day must not be before the first");
        } else if (end_date - date).get_days() >= MAX_DAYS {
            faults.add("endDate", "An event can last at most a year");
        }
    }
    let time = match (form.time.is_empty(), clock(&form.time)) {
        (true, _) => {
            faults.add("time", "Event time is required");
            None
        }
        (false, None) => {
            faults.add("time", "Event time must be a time such as 18:30");
            None
        }
        (false, found) => found,
    };
    let reached = date.zip(end_date).zip(time);
    let reached = reached.map(|((date, chosen), time)| last_day(date, chosen, time, form.duration));
    (date, reached.or(end_date), time)
}

/// Its length, its closed words and its places.
fn check_choices(form: &mut Form, faults: &mut Faults) {
    if form.duration.is_some_and(|minutes| !(1..=MAX_MINUTES).contains(&minutes)) {
        faults.add(
            "duration",
            &format!("Duration must be a whole number of minutes, from 1 to {}", grouped(MAX_MINUTES)),
        );
    }
    if !spell(&mut form.mode, &MODES) {
        faults.add("mode", "Please choose a mode");
    }
    if !spell(&mut form.event_type, &TYPES) {
        faults.add("eventType", "Please choose a type");
    }
    if !spell(&mut form.difficulty, &DIFFICULTIES) {
        faults.add("difficulty", "Please choose a difficulty");
    }
    if form.max_participants.is_some_and(|places| !(1..=MAX_PLACES).contains(&places)) {
        faults.add(
            "maxParticipants",
            &format!("Maximum participants must be a whole number, from 1 to {}", grouped(MAX_PLACES)),
        );
    }
}

/// When registration ends, on the clock of the zone.
fn check_deadline(form: &Form, end_date: Option<Date>, zone: &TimeZone, faults: &mut Faults) -> Option<DateTime> {
    let closes_at = match form.registration_deadline.as_deref().filter(|text| !text.is_empty()) {
        None => None,
        Some(text) => deadline(text, zone).or_else(|| {
            faults.add("registrationDeadline", "The registration deadline must be a day and a time");
            None
        }),
    };
    if let (Some(closes_at), Some(end_date)) = (closes_at, end_date)
        && closes_at.date() > end_date
    {
        faults.add("registrationDeadline", "The registration deadline must not be after the last day");
    }
    closes_at
}

/// Whether browsers load a picture from there: the site's policy, and most browsers by themselves, refuse http.
fn is_secure(link: &str) -> bool {
    link.get(..6).is_some_and(|scheme| scheme.eq_ignore_ascii_case("https:"))
}

/// The links, the partner and the design of certificates.
fn check_partner(form: &mut Form, faults: &mut Faults) {
    for (field, sentence, link) in [
        (
            "bannerImage",
            "Banner image must be a web address that begins with https://, because browsers show no others",
            &form.banner_image,
        ),
        (
            "organizationLogo",
            "Organization logo must be a web address that begins with https://, because browsers show no others",
            &form.organization_logo,
        ),
        (
            "organizationWebsite",
            "Organization website must be a web address that begins with https:// or http://",
            &form.organization_website,
        ),
    ] {
        let is_picture = field != "organizationWebsite";
        // Whether a picture of this site may be shown is known to the database alone.
        let is_fine = is_web_address(link) && (!is_picture || is_secure(link)) || is_picture && id_of(link).is_some();
        if !link.is_empty() && !is_fine {
            faults.add(field, sentence);
        }
    }
    if form.is_collaborative && form.organization_name.is_empty() {
        faults.add("organizationName", "Organization name is required");
    }
    if !form.organization_contact.is_empty() && !is_email(&form.organization_contact) {
        faults.add("organizationContact", "Organization contact must be an e-mail address");
    }
    if !spell(&mut form.partnership_type, &PARTNERSHIPS) {
        faults.add("partnershipType", "Please choose a type of partnership");
    }
    if !spell(&mut form.certificate_design, &DESIGNS) {
        form.certificate_design = "default".into();
    }
}

fn check_tags(tags: &[String], faults: &mut Faults) {
    if tags.len() > MAX_TAGS {
        faults.add("tags", &format!("An event can have at most {MAX_TAGS} tags"));
    } else if tags.iter().any(|tag| tag.chars().count() > MAX_TAG) {
        faults.add("tags", &format!("A tag can have at most {MAX_TAG} characters"));
    }
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
    form.end_date = chosen_day(&form.date, end_date.to_string(), &form.time, form.duration);
    Some(Plan {
        end_date: end_date.to_string(),
        starts_at,
        ends_at,
        closes_at,
        form,
    })
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
            event_type: "HACKATHON".into(),
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
            (plan.form.mode.as_str(), plan.form.event_type.as_str(), plan.form.difficulty.as_str()),
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
}

//! Events from events.toml, plus generated ones for larger demos, with tasks, registrations and waiting lists.

use jiff::ToSpan;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use rusqlite::named_params;
use serde::Deserialize;

use super::chance::{Chance, DAY};
use super::people::{ADMIN, HELPER, ORGANISER, People, Person};
use crate::db::Tx;
use crate::db::values::{Id, Instant, fold};
use crate::error::{ApiError, ApiResult};
use crate::events::rules::{TYPES, instant};
use crate::events::store::index_event;
use crate::events::team::rules::Duty;
use crate::events::team::store::set_duty;
use crate::events::time_rules;
use crate::markdown;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    event: Vec<Text>,
    more: More,
}

/// An event as written in the file. Days count from today.
#[derive(Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Text {
    key: String,
    title: String,
    text: String,
    day: i64,
    days: i64,
    time: String,
    minutes: Option<i64>,
    mode: String,
    #[serde(rename = "type")]
    kind: String,
    difficulty: String,
    location: String,
    max: Option<i64>,
    going: usize,
    waiting: usize,
    /// Days before the event on which registration ends.
    closes: Option<i64>,
    requirements: String,
    tags: Vec<String>,
    tasks: Vec<Task>,
    rewards: bool,
    partner: Option<Partner>,
    /// The design of its certificates, if it issues any.
    design: Option<String>,
    held: Option<String>,
    message: String,
    draft: bool,
    cancelled: Option<String>,
}

impl Default for Text {
    fn default() -> Text {
        Text {
            key: String::new(),
            title: String::new(),
            text: String::new(),
            day: 0,
            days: 1,
            time: "18:30".into(),
            minutes: Some(120),
            mode: "Online".into(),
            kind: "workshop".into(),
            difficulty: "beginner".into(),
            location: String::new(),
            max: None,
            going: 0,
            waiting: 0,
            closes: None,
            requirements: String::new(),
            tags: Vec::new(),
            tasks: Vec::new(),
            rewards: false,
            partner: None,
            design: None,
            held: None,
            message: String::new(),
            draft: false,
            cancelled: None,
        }
    }
}

#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Task {
    name: String,
    text: String,
    required: bool,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Partner {
    name: String,
    website: String,
    contact: String,
    role: String,
}

/// The parts that generated events are composed of.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct More {
    subject: Vec<String>,
    form: Vec<String>,
    text: Vec<String>,
    location: Vec<String>,
}

/// The data of an event that the rest of the demo needs.
pub struct Made {
    pub id: Id,
    pub key: String,
    pub title: String,
    pub ended: Option<Instant>,
    /// The design of its certificates, if it issues any.
    pub design: Option<String>,
    /// Whether its certificates are not released yet.
    pub held: bool,
    pub message: String,
    /// The participants who completed it, with their names.
    pub completed: Vec<(Id, String)>,
}

/// The current day and the time zone.
pub struct Day {
    pub zone: TimeZone,
    pub today: Date,
    /// The first instant of the day.
    pub start: Instant,
}

/// When an event takes place.
struct Times {
    date: String,
    end_date: String,
    starts_at: Instant,
    ends_at: Instant,
    created: Instant,
    closes: Option<(String, Instant)>,
}

/// Adds `count` events.
pub fn fill(tx: &Tx, chance: &mut Chance, day: &Day, count: usize, people: &People) -> ApiResult<Vec<Made>> {
    let file: File = toml::from_str(include_str!("events.toml")).map_err(ApiError::internal)?;
    let (admin, organiser, helper) = (people.maker(ADMIN)?, people.maker(ORGANISER)?, people.maker(HELPER)?);
    let mut drafts = Vec::with_capacity(count);
    for number in 0..count {
        let text = file.event.get(number).cloned().unwrap_or_else(|| make(chance, &file.more, people));
        let times = times(chance, &text, day)?;
        drafts.push((text, times));
    }
    drafts.sort_by_key(|(_, times)| times.created);
    let mut made = Vec::with_capacity(count);
    for (number, (text, times)) in (1_i64..).zip(drafts) {
        let id = chance.id(times.created);
        let is_hackathon = text.kind == "hackathon";
        let creator = if is_hackathon { organiser.id } else { admin.id };
        insert(tx, id, number, &text, &times, creator)?;
        set_duty(tx, id, creator, Duty::Organiser, times.created)?;
        if is_hackathon {
            set_duty(tx, id, helper.id, Duty::Helper, times.created)?;
        }
        let tasks = insert_tasks(tx, chance, id, &text, times.created)?;
        let completed = register(tx, chance, id, &text, &times, &tasks, day.start, people)?;
        index_event(tx, id)?;
        made.push(Made {
            id,
            key: text.key,
            title: text.title,
            ended: (times.ends_at < day.start).then_some(times.ends_at),
            design: text.design,
            held: text.held.is_some(),
            message: text.message,
            completed,
        });
    }
    Ok(made)
}

/// A generated event with up to 500 registrations.
fn make(chance: &mut Chance, more: &More, people: &People) -> Text {
    let (subject, form) = (chance.pick(&more.subject).clone(), chance.pick(&more.form).clone());
    let (kind, _) = *chance.pick(&TYPES);
    let mode = *chance.pick(&["Online", "Offline", "Hybrid"]);
    let going = chance.below(500.min(people.all.len()) + 1);
    let limited = chance.percent(40);
    Text {
        title: format!("{form}: {subject}"),
        text: chance.pick(&more.text).clone(),
        day: chance.between(-900, 120),
        time: (*chance.pick(&["09:00", "14:00", "17:30", "18:30", "19:00"])).into(),
        mode: mode.into(),
        kind: kind.into(),
        difficulty: (*chance.pick(&["beginner", "intermediate", "advanced"])).into(),
        location: if mode == "Online" {
            String::new()
        } else {
            chance.pick(&more.location).clone()
        },
        max: limited.then(|| i64::try_from(going).unwrap_or(0) + chance.between(1, 60)),
        going,
        tags: vec![subject],
        ..Text::default()
    }
}

fn times(chance: &mut Chance, text: &Text, day: &Day) -> ApiResult<Times> {
    let date = day.today.checked_add(text.day.days()).map_err(ApiError::internal)?;
    let end_date = date.checked_add((text.days - 1).max(0).days()).map_err(ApiError::internal)?;
    let end_date = time_rules::clock(&text.time).map_or(end_date, |time| time_rules::last_day(date, end_date, time, text.minutes));
    let (starts_at, ends_at) =
        time_rules::times(&date.to_string(), &end_date.to_string(), &text.time, text.minutes, &day.zone).map_err(ApiError::internal)?;
    let announced = day.start.plus_seconds(text.day.min(0) * DAY - chance.between(20 * DAY, 45 * DAY));
    let closes = match text.closes {
        Some(before) => {
            let last = date.checked_sub(before.days()).map_err(ApiError::internal)?.to_string();
            let at = instant(&last, "23:59", &day.zone).map_err(ApiError::internal)?;
            Some((format!("{last}T23:59"), at))
        }
        None => None,
    };
    Ok(Times {
        date: date.to_string(),
        end_date: end_date.to_string(),
        starts_at,
        ends_at,
        created: announced,
        closes,
    })
}

fn insert(tx: &Tx, id: Id, number: i64, text: &Text, times: &Times, creator: Id) -> ApiResult<()> {
    let partner = text.partner.as_ref();
    let of_partner = |field: fn(&Partner) -> &String| partner.map(field).cloned().unwrap_or_default();
    let is_online = text.mode != "Offline";
    tx.prepare_cached(
        "INSERT INTO events (id, number, title, title_key, description, description_html, date, end_date, time, starts_at, ends_at, duration_minutes,
           mode, type, difficulty, location, max_participants, registration_deadline, registration_closes_at, requirements, has_rewards,
           is_collaborative, organization_name, organization_website, organization_contact, partnership_type, certificates_offered,
           certificate_design, send_certificates_immediately, certificate_delay_reason, custom_certificate_message, meet_link, published,
           cancelled_at, cancellation_reason, created_by, created_at, updated_at, published_at)
         VALUES (:id, :number, :title, :title_key, :description, :description_html, :date, :end_date, :time, :starts_at, :ends_at, :duration_minutes,
           :mode, :type, :difficulty, :location, :max_participants, :registration_deadline, :registration_closes_at, :requirements, :has_rewards,
           :is_collaborative, :organization_name, :organization_website, :organization_contact, :partnership_type, :certificates_offered,
           :certificate_design, :send_certificates_immediately, :certificate_delay_reason, :custom_certificate_message, :meet_link, :published,
           :cancelled_at, :cancellation_reason, :created_by, :created_at, :created_at, CASE WHEN :published THEN :created_at END)",
    )?
    .execute(named_params! {
        ":id": id,
        ":number": number,
        ":title": text.title,
        ":title_key": fold(&text.title),
        ":description": text.text.trim(),
        ":description_html": markdown::to_html(text.text.trim()),
        ":date": times.date,
        ":end_date": times.end_date,
        ":time": text.time,
        ":starts_at": times.starts_at,
        ":ends_at": times.ends_at,
        ":duration_minutes": text.minutes,
        ":mode": text.mode,
        ":type": text.kind,
        ":difficulty": text.difficulty,
        ":location": text.location,
        ":max_participants": text.max,
        ":registration_deadline": times.closes.as_ref().map(|(shown, _)| shown),
        ":registration_closes_at": times.closes.as_ref().map(|(_, at)| *at),
        ":requirements": text.requirements.trim(),
        ":has_rewards": text.rewards,
        ":is_collaborative": partner.is_some(),
        ":organization_name": of_partner(|partner| &partner.name),
        ":organization_website": of_partner(|partner| &partner.website),
        ":organization_contact": of_partner(|partner| &partner.contact),
        ":partnership_type": partner.map_or("sponsor", |partner| partner.role.as_str()),
        ":certificates_offered": text.design.is_some(),
        ":certificate_design": text.design.as_deref().unwrap_or("default"),
        ":send_certificates_immediately": text.held.is_none(),
        ":certificate_delay_reason": text.held.as_deref().unwrap_or_default(),
        ":custom_certificate_message": text.message,
        ":meet_link": if is_online { format!("https://meet.example.org/event-{number}") } else { String::new() },
        ":published": !text.draft,
        ":cancelled_at": text.cancelled.as_ref().map(|_| times.created.plus_seconds(15 * DAY)),
        ":cancellation_reason": text.cancelled.as_deref().unwrap_or_default(),
        ":created_by": creator,
        ":created_at": times.created,
    })?;
    let mut insert = tx.prepare_cached("INSERT INTO event_tags (event_id, position, name) VALUES (:event, :position, :name)")?;
    for (position, name) in (0_i64..).zip(&text.tags) {
        insert.execute(named_params! { ":event": id, ":position": position, ":name": name })?;
    }
    Ok(())
}

/// Adds the tasks; returns their ids and whether they are required.
fn insert_tasks(tx: &Tx, chance: &mut Chance, event: Id, text: &Text, created: Instant) -> ApiResult<Vec<(Id, bool)>> {
    let mut insert = tx.prepare_cached(
        "INSERT INTO event_tasks (id, event_id, position, name, description, required) VALUES (:id, :event, :position, :name, :description, :required)",
    )?;
    let mut tasks = Vec::new();
    for (position, task) in (0_i64..).zip(&text.tasks) {
        let id = chance.id(created);
        insert.execute(
            named_params! { ":id": id, ":event": event, ":position": position, ":name": task.name, ":description": task.text, ":required": task.required },
        )?;
        tasks.push((id, task.required));
    }
    Ok(tasks)
}

/// Fills the places and the waiting list; returns who completed the event.
#[allow(clippy::too_many_arguments)]
fn register(
    tx: &Tx,
    chance: &mut Chance,
    event: Id,
    text: &Text,
    times: &Times,
    tasks: &[(Id, bool)],
    now: Instant,
    people: &People,
) -> ApiResult<Vec<(Id, String)>> {
    let last = times.starts_at.min(now).min(times.closes.as_ref().map_or(now, |(_, at)| *at));
    let has_ended = times.ends_at < now && text.cancelled.is_none();
    let known = people.joined_by(last);
    let mut guests: Vec<&Person> = chance
        .some(known, text.going + text.waiting)
        .into_iter()
        .map(|place| &people.all[place])
        .filter(|person| person.active)
        .collect();
    let waiting = guests.split_off(text.going.min(guests.len()));
    let mut insert = tx.prepare_cached(
        "INSERT INTO registrations (event_id, user_id, status, ticket, registered_at, checked_in_at)
         VALUES (:event, :user, :status, :ticket, :registered_at, :checked_in_at)",
    )?;
    let mut completed = Vec::new();
    for person in guests {
        let at = chance.soon(times.created.max(person.joined), last);
        let done = done_tasks(chance, tasks, has_ended, times.starts_at < now);
        let all_required = tasks.iter().zip(&done).all(|((_, required), done)| !required || *done);
        let status = match chance.between(0, 99) {
            0..=34 if has_ended && all_required => "Completed",
            0..=79 if has_ended => "Attended",
            _ => "Registered",
        };
        insert.execute(named_params! {
            ":event": event,
            ":user": person.id,
            ":status": status,
            ":ticket": chance.token(),
            ":registered_at": at,
            ":checked_in_at": (status != "Registered").then(|| times.starts_at.plus_seconds(chance.between(-900, 600))),
        })?;
        for ((task, _), _) in tasks.iter().zip(&done).filter(|(_, done)| **done) {
            let when = chance.instant(at.max(times.starts_at.min(now)), times.ends_at.min(now));
            complete(tx, event, person.id, *task, when)?;
        }
        if status == "Completed" {
            completed.push((person.id, person.name.clone()));
        }
    }
    for person in waiting {
        let at = chance.instant(last.plus_seconds(-3 * DAY).max(person.joined), last);
        tx.prepare_cached("INSERT INTO waiting_list (event_id, user_id, joined_at) VALUES (:event, :user, :joined_at)")?
            .execute(named_params! { ":event": event, ":user": person.id, ":joined_at": at })?;
    }
    Ok(completed)
}

/// The tasks that a participant has done: most after the event, some during it, few before.
fn done_tasks(chance: &mut Chance, tasks: &[(Id, bool)], has_ended: bool, has_begun: bool) -> Vec<bool> {
    let likely = match (has_ended, has_begun) {
        (true, _) => 70,
        (false, true) => 40,
        (false, false) => 10,
    };
    tasks.iter().map(|_| chance.percent(likely)).collect()
}

fn complete(tx: &Tx, event: Id, user: Id, task: Id, at: Instant) -> ApiResult<()> {
    tx.prepare_cached("INSERT INTO task_completions (event_id, user_id, task_id, completed_at) VALUES (:event, :user, :task, :completed_at)")?
        .execute(named_params! { ":event": event, ":user": user, ":task": task, ":completed_at": at })?;
    Ok(())
}

//! SQL that changes events: form, links, cancellation, deletion.

use jiff::tz::TimeZone;
use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::fields::{Form, TaskForm};
use super::picture_store::set_shown;
use super::rules::Plan;
use crate::db::Tx;
use crate::db::values::{Id, Instant, fold};
use crate::error::{ApiError, ApiResult};
use crate::events::store::index_event;
use crate::events::team::rules::Duty;
use crate::events::team::store::set_duty;
use crate::events::time_rules;

/// The data of an event that an edit needs.
pub struct Stored {
    pub form: Form,
    pub starts_at: Instant,
    pub ends_at: Instant,
    pub cancelled: bool,
    pub registered: i64,
    pub waiting: i64,
    pub meet_link: String,
    pub whatsapp_link: String,
    pub updated_at: Instant,
}

/// The saved form of an event.
pub fn find_stored(conn: &Connection, id: Id) -> ApiResult<Option<Stored>> {
    let found = conn
        .prepare_cached("SELECT * FROM events WHERE id = :id")?
        .query_row(named_params! { ":id": id }, stored_from_row)
        .optional()?;
    let Some(mut stored) = found else { return Ok(None) };
    stored.form.tags = conn
        .prepare_cached("SELECT name FROM event_tags WHERE event_id = :id ORDER BY position")?
        .query_map(named_params! { ":id": id }, |row| row.get("name"))?
        .collect::<rusqlite::Result<_>>()?;
    stored.form.tasks = list_task_forms(conn, id)?;
    Ok(Some(stored))
}

fn stored_from_row(row: &Row) -> rusqlite::Result<Stored> {
    Ok(Stored {
        starts_at: row.get("starts_at")?,
        ends_at: row.get("ends_at")?,
        cancelled: row.get::<_, Option<Instant>>("cancelled_at")?.is_some(),
        registered: row.get("registration_count")?,
        waiting: row.get("waiting_count")?,
        meet_link: row.get("meet_link")?,
        whatsapp_link: row.get("whatsapp_link")?,
        updated_at: row.get("updated_at")?,
        form: form_from_row(row)?,
    })
}

/// The form in a row of `events`: all but tags and tasks, which have tables of their own. [`set_event`] stores the same.
pub fn form_from_row(row: &Row) -> rusqlite::Result<Form> {
    let (date, end_date): (String, String) = (row.get("date")?, row.get("end_date")?);
    let (time, duration): (String, Option<i64>) = (row.get("time")?, row.get("duration_minutes")?);
    Ok(Form {
        title: row.get("title")?,
        description: row.get("description")?,
        end_date: time_rules::chosen_day(&date, end_date, &time, duration),
        date,
        time,
        duration,
        mode: row.get("mode")?,
        event_type: row.get("type")?,
        difficulty: row.get("difficulty")?,
        location: row.get("location")?,
        max_participants: row.get("max_participants")?,
        registration_deadline: row.get("registration_deadline")?,
        requirements: row.get("requirements")?,
        tags: Vec::new(),
        banner_image: row.get("banner_image")?,
        has_rewards: row.get("has_rewards")?,
        is_collaborative: row.get("is_collaborative")?,
        organization_name: row.get("organization_name")?,
        organization_logo: row.get("organization_logo")?,
        organization_website: row.get("organization_website")?,
        organization_contact: row.get("organization_contact")?,
        partnership_type: row.get("partnership_type")?,
        certificates_offered: row.get("certificates_offered")?,
        certificate_design: row.get("certificate_design")?,
        send_certificates_immediately: row.get("send_certificates_immediately")?,
        certificate_delay_reason: row.get("certificate_delay_reason")?,
        custom_certificate_message: row.get("custom_certificate_message")?,
        tasks: Vec::new(),
        published: row.get("published")?,
    })
}

/// The rendered description of an event.
pub fn find_description_html(conn: &Connection, id: Id) -> rusqlite::Result<String> {
    conn.prepare_cached("SELECT description_html FROM events WHERE id = :id")?
        .query_row(named_params! { ":id": id }, |row| row.get("description_html"))
}

fn list_task_forms(conn: &Connection, event: Id) -> rusqlite::Result<Vec<TaskForm>> {
    conn.prepare_cached("SELECT id, name, description, required FROM event_tasks WHERE event_id = :event ORDER BY position, id")?
        .query_map(named_params! { ":event": event }, |row| {
            Ok(TaskForm {
                id: Some(row.get("id")?),
                name: row.get("name")?,
                description: row.get("description")?,
                required: row.get("required")?,
            })
        })?
        .collect()
}

/// Stores a new event with its rendered description. Who creates it is its organiser.
pub fn insert_event(tx: &Tx, plan: &Plan, description_html: &str, creator: Id, now: Instant) -> ApiResult<Id> {
    let (id, form) = (Id::new(now), &plan.form);
    tx.prepare_cached(
        "INSERT INTO events (id, number, title, title_key, description, description_html, date, end_date, time, starts_at, ends_at, created_by, created_at, updated_at)
         VALUES (:id, (SELECT last + 1 FROM numbers WHERE name = 'events'), :title, '', '', '', :date, :end_date, :time, :starts_at, :ends_at, :creator, :now, :now)",
    )?
    .execute(named_params! {
        ":id": id, ":title": form.title, ":date": form.date, ":end_date": plan.end_date, ":time": form.time, ":starts_at": plan.starts_at,
        ":ends_at": plan.ends_at, ":creator": creator, ":now": now,
    })?;
    set_event(tx, id, plan, Some(description_html), false, now)?;
    set_duty(tx, id, creator, Duty::Organiser, now)?;
    Ok(id)
}

/// Stores the form of an event, and its rendered description if that has changed. When time or place change, the event
/// gets a new sequence number for calendars.
pub fn set_event(tx: &Tx, id: Id, plan: &Plan, description_html: Option<&str>, moved: bool, now: Instant) -> ApiResult<()> {
    let form = &plan.form;
    tx.prepare_cached(
        "UPDATE events SET title = :title, title_key = :title_key, description = :description,
           description_html = coalesce(:description_html, description_html), date = :date,
           end_date = :end_date, time = :time, starts_at = :starts_at, ends_at = :ends_at, duration_minutes = :duration, mode = :mode, type = :kind,
           difficulty = :difficulty, location = :location, max_participants = :max_participants, registration_deadline = :registration_deadline,
           registration_closes_at = :closes_at, requirements = :requirements, banner_image = :banner_image, has_rewards = :has_rewards,
           is_collaborative = :is_collaborative, organization_name = :organization_name, organization_logo = :organization_logo,
           organization_website = :organization_website, organization_contact = :organization_contact, partnership_type = :partnership_type,
           certificates_offered = :certificates_offered, certificate_design = :certificate_design,
           send_certificates_immediately = :send_certificates_immediately, certificate_delay_reason = :certificate_delay_reason,
           custom_certificate_message = :custom_certificate_message, published = :published,
           published_at = coalesce(published_at, iif(:published, :now, NULL)), sequence = sequence + :moved, updated_at = :now
         WHERE id = :id",
    )?
    .execute(named_params! {
        ":id": id, ":title": form.title, ":title_key": fold(&form.title), ":description": form.description,
        ":description_html": description_html, ":date": form.date, ":end_date": plan.end_date, ":time": form.time,
        ":starts_at": plan.starts_at, ":ends_at": plan.ends_at, ":duration": form.duration, ":mode": form.mode, ":kind": form.event_type,
        ":difficulty": form.difficulty, ":location": form.location, ":max_participants": form.max_participants,
        ":registration_deadline": form.registration_deadline, ":closes_at": plan.closes_at, ":requirements": form.requirements,
        ":banner_image": form.banner_image, ":has_rewards": form.has_rewards, ":is_collaborative": form.is_collaborative,
        ":organization_name": form.organization_name, ":organization_logo": form.organization_logo,
        ":organization_website": form.organization_website, ":organization_contact": form.organization_contact,
        ":partnership_type": form.partnership_type, ":certificates_offered": form.certificates_offered,
        ":certificate_design": form.certificate_design, ":send_certificates_immediately": form.send_certificates_immediately,
        ":certificate_delay_reason": form.certificate_delay_reason, ":custom_certificate_message": form.custom_certificate_message,
        ":published": form.published, ":moved": moved, ":now": now,
    })?;
    set_tags(tx, id, &form.tags)?;
    set_tasks(tx, id, &form.tasks, now)?;
    set_shown(tx, id, form, now)?;
    index_event(tx, id)
}

fn set_tags(tx: &Tx, event: Id, tags: &[String]) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM event_tags WHERE event_id = :event")?
        .execute(named_params! { ":event": event })?;
    let mut insert = tx.prepare_cached("INSERT INTO event_tags (event_id, position, name) VALUES (:event, :position, :name)")?;
    for (position, name) in (0_i64..).zip(tags) {
        insert.execute(named_params! { ":event": event, ":position": position, ":name": name })?;
    }
    Ok(())
}

/// Updates the tasks that match by id or name and keeps participants' progress on them; adds new tasks and deletes the
/// rest.
fn set_tasks(tx: &Tx, event: Id, tasks: &[TaskForm], now: Instant) -> rusqlite::Result<()> {
    let mut left = list_task_forms(tx, event)?;
    let mut take = |matches: &dyn Fn(&TaskForm) -> bool| left.iter().position(matches).and_then(|place| left.swap_remove(place).id);
    let by_id: Vec<Option<Id>> = tasks
        .iter()
        .map(|task| task.id.and_then(|id| take(&|known| known.id == Some(id))))
        .collect();
    let kept: Vec<Option<Id>> = tasks
        .iter()
        .zip(by_id)
        .map(|(task, found)| found.or_else(|| take(&|known| known.name == task.name)))
        .collect();
    for gone in left {
        tx.prepare_cached("DELETE FROM event_tasks WHERE id = :id")?
            .execute(named_params! { ":id": gone.id })?;
    }
    // First rename the old tasks: two tasks must never share a name, and real names contain no control characters.
    tx.prepare_cached("UPDATE event_tasks SET name = char(1) || id WHERE event_id = :event")?
        .execute(named_params! { ":event": event })?;
    for ((position, task), id) in (0_i64..).zip(tasks).zip(kept) {
        tx.prepare_cached(
            "INSERT INTO event_tasks (id, event_id, position, name, description, required) VALUES (:id, :event, :position, :name, :description, :required)
             ON CONFLICT (id) DO UPDATE SET position = :position, name = :name, description = :description, required = :required",
        )?
        .execute(named_params! {
            ":id": id.unwrap_or_else(|| Id::new(now)), ":event": event, ":position": position, ":name": task.name,
            ":description": task.description, ":required": task.required,
        })?;
    }
    Ok(())
}

/// Cancels an event and increases its sequence number for calendars.
pub fn set_cancelled(tx: &Tx, id: Id, reason: &str, now: Instant) -> ApiResult<()> {
    tx.prepare_cached(
        "UPDATE events SET cancelled_at = :now, cancellation_reason = :reason, sequence = sequence + 1, updated_at = max(updated_at + 1, :now) WHERE id = :id",
    )?
    .execute(named_params! { ":id": id, ":reason": reason, ":now": now })?;
    index_event(tx, id)
}

/// Stores the links of an event. An empty link keeps the stored one.
pub fn set_links(tx: &Tx, id: Id, meet_link: &str, whatsapp_link: &str, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE events SET meet_link = CASE WHEN :meet_link = '' THEN meet_link ELSE :meet_link END,
           whatsapp_link = CASE WHEN :whatsapp_link = '' THEN whatsapp_link ELSE :whatsapp_link END, updated_at = max(updated_at + 1, :now)
         WHERE id = :id",
    )?
    .execute(named_params! { ":id": id, ":meet_link": meet_link, ":whatsapp_link": whatsapp_link, ":now": now })
    .map(|_| ())
}

/// Deletes an event with everything that belongs to it.
pub fn delete_event(tx: &Tx, id: Id) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM events WHERE id = :id")?
        .execute(named_params! { ":id": id })
        .map(|_| ())
}

/// Events per step of [`set_zone`].
const STEP: u32 = 500;

/// Moves all events to another time zone. The days and times that people read stay the same; the instants change, and
/// so do the sequence numbers for calendars. Call it in the transaction that changes the community's zone.
pub fn set_zone(tx: &Tx, zone: &TimeZone, now: Instant) -> ApiResult<()> {
    let mut last = Id(0);
    loop {
        let events = list_times(tx, last)?;
        let Some(end) = events.last() else { return Ok(()) };
        last = end.id;
        for event in &events {
            let (starts_at, ends_at) =
                time_rules::times(&event.date, &event.end_date, &event.time, event.duration, zone).map_err(ApiError::internal)?;
            let closes_at = time_rules::closing(event.deadline.as_deref(), zone).map_err(ApiError::internal)?;
            tx.prepare_cached(
                "UPDATE events SET starts_at = :starts_at, ends_at = :ends_at, registration_closes_at = :closes_at, sequence = sequence + 1,
                   updated_at = max(updated_at + 1, :now)
                 WHERE id = :id AND (starts_at <> :starts_at OR ends_at <> :ends_at OR registration_closes_at IS NOT :closes_at)",
            )?
            .execute(named_params! { ":id": event.id, ":starts_at": starts_at, ":ends_at": ends_at, ":closes_at": closes_at, ":now": now })?;
        }
    }
}

/// How many events have not begun.
pub fn count_ahead(conn: &Connection, now: Instant) -> rusqlite::Result<i64> {
    conn.prepare_cached(
        "SELECT count(*) AS count FROM events INDEXED BY events_by_start WHERE published = 1 AND cancelled_at IS NULL AND starts_at > :now",
    )?
    .query_row(named_params! { ":now": now }, |row| row.get("count"))
}

struct Times {
    id: Id,
    date: String,
    end_date: String,
    time: String,
    duration: Option<i64>,
    deadline: Option<String>,
}

fn list_times(conn: &Connection, after: Id) -> rusqlite::Result<Vec<Times>> {
    conn.prepare_cached(
        "SELECT id, date, end_date, time, duration_minutes, registration_deadline FROM events WHERE id > :after ORDER BY id LIMIT :limit",
    )?
    .query_map(named_params! { ":after": after, ":limit": STEP }, |row| {
        Ok(Times {
            id: row.get("id")?,
            date: row.get("date")?,
            end_date: row.get("end_date")?,
            time: row.get("time")?,
            duration: row.get("duration_minutes")?,
            deadline: row.get("registration_deadline")?,
        })
    })?
    .collect()
}

//! SQL of events as visitors and members see them; their lists are in list_store.rs.

use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::participants::store::task_states;
use super::registration::rules::{self as registration_rules, Choices, Facts};
use super::registration::store::find_position;
use super::rules::{self, EventStatus, Phase};
use super::team::rules::{Duty, Reach, reach};
use super::views::{Event, EventPerson, EventSummary, Registration, Task};
use crate::db::columns::{Columns, in_place};
use crate::db::values::{Id, Instant};
use crate::db::{Tx, search};
use crate::error::{ApiError, ApiResult};
use crate::markdown;
use crate::members::rules::Eyes;
use crate::site::rules::Moment;

/// Cards for these ids, in their order.
pub fn list_summaries(conn: &Connection, ids: &[Id], moment: &Moment, eyes: Eyes) -> ApiResult<Vec<EventSummary>> {
    let ids = serde_json::to_string(&ids.iter().map(|id| id.0).collect::<Vec<_>>()).map_err(ApiError::internal)?;
    let found = conn
        .prepare_cached(
            "SELECT page.key AS place, e.date, e.end_date, e.registration_count, e.max_participants, e.cancelled_at, e.mode, e.starts_at, e.ends_at,
               e.registration_closes_at,
               EXISTS (SELECT 1 FROM registrations r WHERE r.event_id = e.id AND r.user_id = :caller) AS is_registered,
               EXISTS (SELECT 1 FROM waiting_list w WHERE w.event_id = e.id AND w.user_id = :caller) AS is_waiting,
               (SELECT json_group_array(t.name) FROM (SELECT name FROM event_tags WHERE event_id = e.id ORDER BY position) t) AS tags,
               (SELECT s.duty FROM event_staff s WHERE s.event_id = e.id AND s.user_id = :caller) AS duty,
               e.id, e.number, e.title, e.excerpt, iif(e.excerpt IS NULL, e.description, '') AS description, e.time, e.type, e.difficulty, e.location,
               e.certificates_offered, e.has_rewards, e.duration_minutes, e.banner_image, e.is_collaborative, e.organization_name
             FROM json_each(:ids) page CROSS JOIN events e ON e.id = page.value",
        )?
        .query_map(named_params! { ":ids": ids, ":caller": eyes.caller }, |row| {
            let row = &Columns::of(row);
            Ok((row.get("place")?, summary_from_row(row, moment, eyes)?))
        })?
        .collect::<rusqlite::Result<_>>()?;
    let mut events = in_place(found);
    for event in events.iter_mut().filter(|event| event.is_registered) {
        event.participants = eyes.caller.into_iter().collect();
        event.registrations = list_registrations(conn, event.id, eyes.caller, false)?;
    }
    Ok(events)
}

/// The values that both views of an event derive from its row.
struct Derived {
    status: EventStatus,
    phase: Phase,
    date: String,
    end_date: String,
    days_to_go: i64,
    starts_at: String,
    ends_at: String,
    registrations_count: i64,
    max_participants: Option<i64>,
    facts: Facts,
    choices: Choices,
    spots_left: Option<i64>,
    mode: String,
    tags: Vec<String>,
    reach: Reach,
}

fn derive(row: &Columns, moment: &Moment, eyes: Eyes) -> rusqlite::Result<Derived> {
    let (date, end_date): (String, String) = (row.get("date")?, row.get("end_date")?);
    let registrations_count: i64 = row.get("registration_count")?;
    let max_participants: Option<i64> = row.get("max_participants")?;
    let spots_left = max_participants.map(|max| (max - registrations_count).max(0));
    let (cancelled_at, mode): (Option<Instant>, String) = (row.get("cancelled_at")?, row.get("mode")?);
    let facts = Facts {
        cancelled: cancelled_at.is_some(),
        is_full: spots_left == Some(0),
        is_online: mode == "Online",
        starts_at: row.get("starts_at")?,
        ends_at: row.get("ends_at")?,
        closes_at: row.get("registration_closes_at")?,
        is_registered: row.get("is_registered")?,
        is_waiting: row.get("is_waiting")?,
    };
    Ok(Derived {
        status: rules::status(&date, &end_date, &moment.today),
        phase: rules::phase(&date, facts.starts_at, facts.ends_at, &moment.today, moment.now),
        days_to_go: rules::days_to_go(&date, &moment.today),
        starts_at: rules::with_offset(facts.starts_at, &moment.zone),
        ends_at: rules::with_offset(facts.ends_at, &moment.zone),
        registrations_count,
        max_participants,
        spots_left,
        choices: registration_rules::choices(&facts, moment.now),
        facts,
        mode,
        tags: row.json("tags")?,
        reach: reach_from_row(row, eyes)?,
        date,
        end_date,
    })
}

fn summary_from_row(row: &Columns, moment: &Moment, eyes: Eyes) -> rusqlite::Result<EventSummary> {
    let derived = derive(row, moment, eyes)?;
    Ok(EventSummary {
        id: row.get("id")?,
        event_id: rules::display_id(row.get("number")?),
        title: row.get("title")?,
        description: markdown::excerpt(row.get("excerpt")?, row.text("description")?),
        date: derived.date,
        end_date: derived.end_date,
        time: row.get("time")?,
        starts_at: derived.starts_at,
        ends_at: derived.ends_at,
        status: derived.status,
        phase: derived.phase,
        days_to_go: derived.days_to_go,
        mode: derived.mode,
        kind: row.get("type")?,
        difficulty: row.get("difficulty")?,
        location: row.get("location")?,
        max_participants: derived.max_participants,
        registrations_count: derived.registrations_count,
        spots_left: derived.spots_left,
        is_full: derived.facts.is_full,
        can_register: derived.choices.can_register,
        can_join_waiting_list: derived.choices.can_join_waiting_list,
        participants: Vec::new(),
        registrations: Vec::new(),
        is_registered: derived.facts.is_registered,
        is_waiting: derived.facts.is_waiting,
        can_check_in: derived.reach >= Reach::Door,
        certificates_offered: row.get("certificates_offered")?,
        has_rewards: row.get("has_rewards")?,
        duration: row.get("duration_minutes")?,
        tags: derived.tags,
        banner_image: row.get("banner_image")?,
        is_collaborative: row.get("is_collaborative")?,
        organization_name: row.get("organization_name")?,
        cancelled: derived.facts.cancelled,
    })
}

/// An event as the viewer may see it. Only who runs it sees a draft.
pub fn find_event(conn: &Connection, id: Id, moment: &Moment, eyes: Eyes) -> ApiResult<Option<Event>> {
    let found = conn
        .prepare_cached(
            "SELECT e.date, e.end_date, e.registration_count, e.max_participants, e.cancelled_at, e.mode, e.starts_at, e.ends_at, e.registration_closes_at,
               EXISTS (SELECT 1 FROM registrations r WHERE r.event_id = e.id AND r.user_id = :caller) AS is_registered,
               EXISTS (SELECT 1 FROM waiting_list w WHERE w.event_id = e.id AND w.user_id = :caller) AS is_waiting,
               (SELECT json_group_array(t.name) FROM (SELECT name FROM event_tags WHERE event_id = e.id ORDER BY position) t) AS tags,
               (SELECT s.duty FROM event_staff s WHERE s.event_id = e.id AND s.user_id = :caller) AS duty,
               e.id, e.number, e.title, e.description, e.description_html, e.time, e.type, e.difficulty, e.location, e.registration_deadline,
               e.requirements, e.waiting_count, e.certificates_offered, e.has_rewards, e.duration_minutes, e.banner_image, e.is_collaborative,
               e.organization_name, e.organization_logo, e.organization_website, e.partnership_type, e.send_certificates_immediately,
               e.certificate_delay_reason, e.custom_certificate_message, e.meet_link, e.whatsapp_link, e.published, e.cancellation_reason, e.created_at
             FROM events e WHERE e.id = :id",
        )?
        .query_row(named_params! { ":id": id, ":caller": eyes.caller }, |row| {
            event_from_row(row, moment, eyes)
        })
        .optional()?;
    let Some(mut event) = found.filter(|event| event.published || event.can_run) else {
        return Ok(None);
    };
    event.tasks = list_tasks(conn, id)?;
    if event.is_registered {
        event.participants = eyes.caller.into_iter().collect();
    } else if let Some(caller) = eyes.caller {
        event.waiting_position = find_position(conn, id, caller)?;
    }
    if event.can_run {
        event.registrations = list_registrations(conn, id, None, true)?;
        event.participants = event.registrations.iter().map(|registration| registration.user.id).collect();
    } else if event.is_registered {
        event.registrations = list_registrations(conn, id, eyes.caller, false)?;
    } else {
        (event.meet_link, event.whatsapp_link) = (None, None);
    }
    Ok(Some(event))
}

fn event_from_row(row: &Row, moment: &Moment, eyes: Eyes) -> rusqlite::Result<Event> {
    let row = &Columns::of(row);
    let derived = derive(row, moment, eyes)?;
    let link = |column: &str| row.get::<String>(column).map(|link| (!link.is_empty()).then_some(link));
    let (facts, choices, reach) = (derived.facts, derived.choices, derived.reach);
    let local = |at: Instant| rules::with_offset(at, &moment.zone);
    Ok(Event {
        id: row.get("id")?,
        event_id: rules::display_id(row.get("number")?),
        title: row.get("title")?,
        description: row.get("description")?,
        description_html: row.get("description_html")?,
        date: derived.date,
        end_date: derived.end_date,
        time: row.get("time")?,
        starts_at: derived.starts_at,
        ends_at: derived.ends_at,
        status: derived.status,
        phase: derived.phase,
        days_to_go: derived.days_to_go,
        mode: derived.mode,
        kind: row.get("type")?,
        difficulty: row.get("difficulty")?,
        location: row.get("location")?,
        max_participants: derived.max_participants,
        registrations_count: derived.registrations_count,
        spots_left: derived.spots_left,
        is_full: facts.is_full,
        registration_open: choices.closed.is_none(),
        can_register: choices.can_register,
        can_join_waiting_list: choices.can_join_waiting_list,
        can_cancel: choices.can_cancel,
        cancel_until: choices.cancel_until.map(local),
        can_complete_tasks: choices.can_complete_tasks,
        has_ticket: choices.has_ticket,
        registration_message: choices.closed.map(|refusal| refusal.to_string()),
        registration_deadline: row.get("registration_deadline")?,
        registration_closes_at: facts.closes_at.map(local),
        requirements: row.get("requirements")?,
        participants: Vec::new(),
        registrations: Vec::new(),
        is_registered: facts.is_registered,
        waiting_position: None,
        waiting_count: row.get("waiting_count")?,
        tasks: Vec::new(),
        certificates_offered: row.get("certificates_offered")?,
        has_rewards: row.get("has_rewards")?,
        duration: row.get("duration_minutes")?,
        tags: derived.tags,
        banner_image: row.get("banner_image")?,
        is_collaborative: row.get("is_collaborative")?,
        organization_name: row.get("organization_name")?,
        organization_logo: row.get("organization_logo")?,
        organization_website: row.get("organization_website")?,
        partnership_type: row.get("partnership_type")?,
        send_certificates_immediately: row.get("send_certificates_immediately")?,
        certificate_delay_reason: row.get("certificate_delay_reason")?,
        custom_certificate_message: row.get("custom_certificate_message")?,
        meet_link: link("meet_link")?,
        whatsapp_link: link("whatsapp_link")?,
        can_check_in: reach >= Reach::Door,
        can_run: reach == Reach::All,
        published: row.get("published")?,
        cancelled: facts.cancelled,
        cancellation_reason: row.get("cancellation_reason")?,
        created_at: row.get("created_at")?,
    })
}

fn reach_from_row(row: &Columns, eyes: Eyes) -> rusqlite::Result<Reach> {
    let duty: Option<String> = row.get("duty")?;
    Ok(reach(eyes.role, duty.as_deref().map(Duty::parse)))
}

fn list_tasks(conn: &Connection, event: Id) -> rusqlite::Result<Vec<Task>> {
    conn.prepare_cached("SELECT name, description, required FROM event_tasks WHERE event_id = :event ORDER BY position, id")?
        .query_map(named_params! { ":event": event }, |row| {
            Ok(Task {
                name: row.get("name")?,
                description: row.get("description")?,
                required: row.get("required")?,
            })
        })?
        .collect()
}

/// One member's registration, or the first 200 of an event, with completed tasks. Only who runs the event gets the addresses.
fn list_registrations(conn: &Connection, event: Id, user: Option<Id>, with_email: bool) -> ApiResult<Vec<Registration>> {
    let sql = match user {
        Some(_) => {
            "SELECT r.user_id, r.status, r.registered_at, u.name, u.picture, u.email,
               (SELECT json_group_array(json_object('name', t.name, 'completed', t.done)) FROM (
                  SELECT k.name, EXISTS (SELECT 1 FROM task_completions c WHERE c.event_id = r.event_id AND c.user_id = r.user_id AND c.task_id = k.id) AS done
                  FROM event_tasks k WHERE k.event_id = r.event_id ORDER BY k.position, k.id) t) AS tasks
             FROM registrations r JOIN users u ON u.id = r.user_id WHERE r.event_id = :event AND r.user_id = :user"
        }
        None => {
            "SELECT r.user_id, r.status, r.registered_at, u.name, u.picture, u.email,
               (SELECT json_group_array(json_object('name', t.name, 'completed', t.done)) FROM (
                  SELECT k.name, EXISTS (SELECT 1 FROM task_completions c WHERE c.event_id = r.event_id AND c.user_id = r.user_id AND c.task_id = k.id) AS done
                  FROM event_tasks k WHERE k.event_id = r.event_id ORDER BY k.position, k.id) t) AS tasks
             FROM registrations r JOIN users u ON u.id = r.user_id WHERE r.event_id = :event AND :user IS NULL ORDER BY r.registered_at, r.user_id LIMIT 200"
        }
    };
    let found = conn
        .prepare_cached(sql)?
        .query_map(named_params! { ":event": event, ":user": user }, |row| {
            registration_from_row(row, with_email)
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(found)
}

fn registration_from_row(row: &Row, with_email: bool) -> rusqlite::Result<Registration> {
    Ok(Registration {
        user: EventPerson {
            id: row.get("user_id")?,
            name: row.get("name")?,
            profile_picture: row.get("picture")?,
            email: if with_email { row.get("email")? } else { None },
        },
        status: row.get("status")?,
        tasks: task_states(&row.get::<_, String>("tasks")?)?,
        registered_at: row.get("registered_at")?,
    })
}

/// Updates the excerpt and the search index for an event. Every change of an event must end with this.
pub fn index_event(tx: &Tx, id: Id) -> ApiResult<()> {
    let found = tx
        .prepare_cached(
            "SELECT e.title, e.description, e.location, e.organization_name, e.type, e.published,
               (SELECT json_group_array(t.name) FROM (SELECT name FROM event_tags WHERE event_id = e.id ORDER BY position) t) AS tags
             FROM events e WHERE e.id = :id",
        )?
        .query_row(named_params! { ":id": id }, indexed_from_row)
        .optional()?;
    let Some(event) = found else { return Ok(()) };
    tx.prepare_cached("UPDATE events SET excerpt = :excerpt WHERE id = :id AND excerpt IS NOT :excerpt")?
        .execute(named_params! { ":id": id, ":excerpt": markdown::to_excerpt(&event.description, markdown::EXCERPT) })?;
    let tags: Vec<String> = serde_json::from_str(&event.tags).map_err(ApiError::internal)?;
    let text: Vec<&str> = [event.description.as_str(), event.location.as_str(), event.organization.as_str()]
        .into_iter()
        .chain(tags.iter().map(String::as_str))
        .collect();
    let mut facets = vec![("type", event.kind.as_str())];
    if event.published {
        facets.push(("published", "yes"));
    }
    search::set_event(
        tx,
        id,
        &search::Entry {
            title: &event.title,
            text: &text,
            facets: &facets,
        },
    )?;
    Ok(())
}

/// The event's data in the search index. The tags are JSON.
struct Indexed {
    title: String,
    description: String,
    location: String,
    organization: String,
    tags: String,
    kind: String,
    published: bool,
}

fn indexed_from_row(row: &Row) -> rusqlite::Result<Indexed> {
    Ok(Indexed {
        title: row.get("title")?,
        description: row.get("description")?,
        location: row.get("location")?,
        organization: row.get("organization_name")?,
        tags: row.get("tags")?,
        kind: row.get("type")?,
        published: row.get("published")?,
    })
}

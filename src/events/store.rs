//! SQL of events and registrations.

use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::participants::store::task_states;
use super::registration::rules::{self as registration_rules, Facts, Outcome};
use super::rules::{self, EventStatus};
use super::views::{Event, EventCount, EventSummary, RegisteredUser, Registration, Task};
use crate::db::Tx;
use crate::db::search::{self, Query};
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::markdown;
use crate::members::rules::Eyes;
use crate::paging::{Page, Paging};
use crate::site::rules::Moment;

/// Characters of a description in a list.
const EXCERPT: usize = 300;

/// The order of a list. The default groups by status and puts the nearest date first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    Default,
    DateAscending,
    DateDescending,
    Popular,
    Alphabetical,
}

/// The parameters of a list of public events.
#[derive(Debug, Clone)]
pub struct Filter {
    pub search: String,
    pub status: Option<EventStatus>,
    pub kind: Option<&'static str>,
    pub sort: Sort,
}

/// A page of published events: always upcoming, then ongoing, then completed, each group in the requested order.
pub fn list_events(conn: &Connection, filter: &Filter, paging: Paging, moment: &Moment, eyes: Eyes) -> ApiResult<Page<EventSummary>> {
    let (ids, total) = if filter.search.trim().is_empty() {
        list_ids(conn, filter, paging, moment)?
    } else {
        search_ids(conn, filter, paging, moment)?
    };
    Ok(Page {
        items: list_summaries(conn, &ids, moment, eyes)?,
        total,
    })
}

/// The groups of a list in order, each with its count. The page may span several groups.
fn list_ids(conn: &Connection, filter: &Filter, paging: Paging, moment: &Moment) -> rusqlite::Result<(Vec<Id>, i64)> {
    let mut ids = Vec::new();
    let (mut skip, mut left, mut total) = (i64::from(paging.offset), i64::from(paging.limit), 0);
    for group in [EventStatus::Upcoming, EventStatus::Ongoing, EventStatus::Completed] {
        if filter.status.is_some_and(|wanted| wanted != group) {
            continue;
        }
        let count = count_group(conn, group, filter.kind, &moment.today)?;
        total += count;
        let skipped = skip.min(count);
        skip -= skipped;
        let take = left.min(count - skipped);
        if take > 0 {
            let found: Vec<Id> = conn
                .prepare_cached(group_sql(group, filter.sort, filter.kind.is_some()))?
                .query_map(
                    named_params! { ":today": moment.today, ":type": filter.kind, ":limit": take, ":offset": skipped },
                    |row| row.get("id"),
                )?
                .collect::<rusqlite::Result<_>>()?;
            left -= i64::try_from(found.len()).unwrap_or(0);
            ids.extend(found);
        }
    }
    Ok((ids, total))
}

/// Counts upcoming and ongoing events. The number of completed ones follows from the counter, because only they grow
/// with time.
fn count_group(conn: &Connection, group: EventStatus, kind: Option<&str>, today: &str) -> rusqlite::Result<i64> {
    let ahead: i64 = conn
        .prepare_cached(match kind {
            None => "SELECT count(*) AS count FROM events WHERE published = 1 AND date > :today AND :type IS NULL",
            Some(_) => "SELECT count(*) AS count FROM events WHERE published = 1 AND type = :type AND date > :today",
        })?
        .query_row(named_params! { ":today": today, ":type": kind }, |row| row.get("count"))?;
    if group == EventStatus::Upcoming {
        return Ok(ahead);
    }
    let unfinished: i64 = conn
        .prepare_cached(match kind {
            None => "SELECT count(*) AS count FROM events WHERE published = 1 AND end_date >= :today AND :type IS NULL",
            Some(_) => "SELECT count(*) AS count FROM events WHERE published = 1 AND type = :type AND end_date >= :today",
        })?
        .query_row(named_params! { ":today": today, ":type": kind }, |row| row.get("count"))?;
    if group == EventStatus::Ongoing {
        return Ok(unfinished - ahead);
    }
    let name = kind.map_or_else(|| "events".to_owned(), |kind| format!("event_type:{kind}"));
    let all: i64 = conn
        .prepare_cached("SELECT count FROM totals WHERE name = :name")?
        .query_row(named_params! { ":name": name }, |row| row.get("count"))
        .optional()?
        .unwrap_or(0);
    Ok(all - unfinished)
}

/// One statement per group and order. `:type` is null for all types.
///
/// Upcoming and ongoing events are few, however old the community is, so they are read and then sorted. Completed
/// events grow with time, so each of their orders walks its own index and skips the few others. The unary plus keeps
/// SQLite from reading all of them by day instead.
fn group_sql(group: EventStatus, sort: Sort, typed: bool) -> &'static str {
    use EventStatus::{Completed, Ongoing, Upcoming};
    match (group, sort, typed) {
        (Upcoming, Sort::Default | Sort::DateAscending, _) => {
            "SELECT id FROM events WHERE published = 1 AND date > :today AND (:type IS NULL OR type = :type) ORDER BY date, id LIMIT :limit OFFSET :offset"
        }
        (Upcoming, Sort::DateDescending, _) => {
            "SELECT id FROM events WHERE published = 1 AND date > :today AND (:type IS NULL OR type = :type) ORDER BY date DESC, id DESC LIMIT :limit OFFSET :offset"
        }
        (Upcoming, Sort::Popular, _) => {
            "SELECT id FROM events WHERE published = 1 AND date > :today AND (:type IS NULL OR type = :type) ORDER BY registration_count DESC, id LIMIT :limit OFFSET :offset"
        }
        (Upcoming, Sort::Alphabetical, _) => {
            "SELECT id FROM events WHERE published = 1 AND date > :today AND (:type IS NULL OR type = :type) ORDER BY title_key, id LIMIT :limit OFFSET :offset"
        }
        (Ongoing, Sort::Default | Sort::DateDescending, _) => {
            "SELECT id FROM events WHERE published = 1 AND end_date >= :today AND +date <= :today AND (:type IS NULL OR type = :type) ORDER BY date DESC, id DESC LIMIT :limit OFFSET :offset"
        }
        (Ongoing, Sort::DateAscending, _) => {
            "SELECT id FROM events WHERE published = 1 AND end_date >= :today AND +date <= :today AND (:type IS NULL OR type = :type) ORDER BY date, id LIMIT :limit OFFSET :offset"
        }
        (Ongoing, Sort::Popular, _) => {
            "SELECT id FROM events WHERE published = 1 AND end_date >= :today AND +date <= :today AND (:type IS NULL OR type = :type) ORDER BY registration_count DESC, id LIMIT :limit OFFSET :offset"
        }
        (Ongoing, Sort::Alphabetical, _) => {
            "SELECT id FROM events WHERE published = 1 AND end_date >= :today AND +date <= :today AND (:type IS NULL OR type = :type) ORDER BY title_key, id LIMIT :limit OFFSET :offset"
        }
        (Completed, Sort::Default | Sort::DateDescending, false) => {
            "SELECT id FROM events WHERE published = 1 AND :type IS NULL AND end_date < :today ORDER BY end_date DESC, date DESC, id DESC LIMIT :limit OFFSET :offset"
        }
        (Completed, Sort::DateAscending, false) => {
            "SELECT id FROM events WHERE published = 1 AND :type IS NULL AND end_date < :today ORDER BY end_date, date, id LIMIT :limit OFFSET :offset"
        }
        (Completed, Sort::Popular, false) => {
            "SELECT id FROM events WHERE published = 1 AND :type IS NULL AND +end_date < :today ORDER BY registration_count DESC, id LIMIT :limit OFFSET :offset"
        }
        (Completed, Sort::Alphabetical, false) => {
            "SELECT id FROM events WHERE published = 1 AND :type IS NULL AND +end_date < :today ORDER BY title_key, id LIMIT :limit OFFSET :offset"
        }
        (Completed, Sort::Default | Sort::DateDescending, true) => {
            "SELECT id FROM events WHERE published = 1 AND type = :type AND end_date < :today ORDER BY end_date DESC, date DESC, id DESC LIMIT :limit OFFSET :offset"
        }
        (Completed, Sort::DateAscending, true) => {
            "SELECT id FROM events WHERE published = 1 AND type = :type AND end_date < :today ORDER BY end_date, date, id LIMIT :limit OFFSET :offset"
        }
        (Completed, Sort::Popular, true) => {
            "SELECT id FROM events WHERE published = 1 AND type = :type AND +end_date < :today ORDER BY registration_count DESC, id LIMIT :limit OFFSET :offset"
        }
        (Completed, Sort::Alphabetical, true) => {
            "SELECT id FROM events WHERE published = 1 AND type = :type AND +end_date < :today ORDER BY title_key, id LIMIT :limit OFFSET :offset"
        }
    }
}

fn search_ids(conn: &Connection, filter: &Filter, paging: Paging, moment: &Moment) -> rusqlite::Result<(Vec<Id>, i64)> {
    let mut query = Query::new().words("text", &filter.search).facet("published", "yes");
    if let Some(kind) = filter.kind {
        query = query.facet("type", kind);
    }
    let expression = query.expression();
    let status = filter.status.map(|status| match status {
        EventStatus::Upcoming => 0,
        EventStatus::Ongoing => 1,
        EventStatus::Completed => 2,
    });
    let order = match filter.sort {
        Sort::Default => "default",
        Sort::DateAscending => "date-asc",
        Sort::DateDescending => "date-desc",
        Sort::Popular => "popular",
        Sort::Alphabetical => "alphabetical",
    };
    let found: Vec<Id> = conn
        .prepare_cached(
            "WITH matches AS MATERIALIZED (SELECT rowid AS id FROM event_search WHERE event_search MATCH :match ORDER BY rowid DESC LIMIT 10000),
             grouped AS (
               SELECT e.*, CASE WHEN e.date > :today THEN 0 WHEN e.end_date >= :today THEN 1 ELSE 2 END AS status_group
               FROM matches JOIN events e USING (id))
             SELECT id FROM grouped WHERE :status IS NULL OR status_group = :status
             ORDER BY status_group,
               CASE WHEN :order = 'date-asc' OR (:order = 'default' AND status_group = 0) THEN date END,
               CASE WHEN :order IN ('date-desc', 'default') THEN date END DESC,
               CASE WHEN :order = 'popular' THEN registration_count END DESC,
               CASE WHEN :order = 'alphabetical' THEN title_key END,
               id",
        )?
        .query_map(
            named_params! { ":match": expression, ":today": moment.today, ":status": status, ":order": order },
            |row| row.get("id"),
        )?
        .collect::<rusqlite::Result<_>>()?;
    let total = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let page = found.into_iter().skip(paging.offset as usize).take(paging.limit as usize).collect();
    Ok((page, total))
}

/// Cards for these ids, in their order.
pub fn list_summaries(conn: &Connection, ids: &[Id], moment: &Moment, eyes: Eyes) -> ApiResult<Vec<EventSummary>> {
    let ids = serde_json::to_string(&ids.iter().map(|id| id.0).collect::<Vec<_>>()).map_err(ApiError::internal)?;
    let mut events: Vec<EventSummary> = conn
        .prepare_cached(
            "SELECT e.*,
               (SELECT json_group_array(t.name) FROM (SELECT name FROM event_tags WHERE event_id = e.id ORDER BY position) t) AS tags,
               EXISTS (SELECT 1 FROM registrations r WHERE r.event_id = e.id AND r.user_id = :caller) AS is_registered
             FROM json_each(:ids) page CROSS JOIN events e ON e.id = page.value ORDER BY page.key",
        )?
        .query_map(named_params! { ":ids": ids, ":caller": eyes.caller }, |row| summary_from_row(row, moment))?
        .collect::<rusqlite::Result<_>>()?;
    for event in events.iter_mut().filter(|event| event.is_registered) {
        event.participants = vec![eyes.caller];
        event.registrations = list_registrations(conn, event.id, Some(eyes.caller), false)?;
    }
    Ok(events)
}

/// The values that both views of an event derive from its row.
struct Derived {
    status: EventStatus,
    date: String,
    end_date: String,
    days_to_go: i64,
    starts_at: String,
    ends_at: String,
    registrations_count: i64,
    max_participants: Option<i64>,
    spots_left: Option<i64>,
    cancelled: bool,
    tags: Vec<String>,
}

fn derive(row: &Row, moment: &Moment) -> rusqlite::Result<Derived> {
    let (date, end_date): (String, String) = (row.get("date")?, row.get("end_date")?);
    let registrations_count: i64 = row.get("registration_count")?;
    let max_participants: Option<i64> = row.get("max_participants")?;
    let tags: String = row.get("tags")?;
    Ok(Derived {
        status: rules::status(&date, &end_date, &moment.today),
        days_to_go: rules::days_to_go(&date, &moment.today),
        starts_at: rules::with_offset(row.get("starts_at")?, &moment.zone),
        ends_at: rules::with_offset(row.get("ends_at")?, &moment.zone),
        registrations_count,
        max_participants,
        spots_left: max_participants.map(|max| (max - registrations_count).max(0)),
        cancelled: row.get::<_, Option<Instant>>("cancelled_at")?.is_some(),
        tags: serde_json::from_str(&tags).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?,
        date,
        end_date,
    })
}

fn summary_from_row(row: &Row, moment: &Moment) -> rusqlite::Result<EventSummary> {
    let derived = derive(row, moment)?;
    let description: String = row.get("description")?;
    Ok(EventSummary {
        id: row.get("id")?,
        event_id: rules::display_id(row.get("number")?),
        title: row.get("title")?,
        description: markdown::to_excerpt(&description, EXCERPT),
        date: derived.date,
        end_date: derived.end_date,
        time: row.get("time")?,
        starts_at: derived.starts_at,
        ends_at: derived.ends_at,
        status: derived.status,
        days_to_go: derived.days_to_go,
        mode: row.get("mode")?,
        kind: row.get("type")?,
        difficulty: row.get("difficulty")?,
        location: row.get("location")?,
        max_participants: derived.max_participants,
        registrations_count: derived.registrations_count,
        spots_left: derived.spots_left,
        is_full: derived.spots_left == Some(0),
        participants: Vec::new(),
        registrations: Vec::new(),
        is_registered: row.get("is_registered")?,
        certificates_offered: row.get("certificates_offered")?,
        has_rewards: row.get("has_rewards")?,
        duration: row.get("duration_minutes")?,
        tags: derived.tags,
        banner_image: row.get("banner_image")?,
        is_collaborative: row.get("is_collaborative")?,
        organization_name: row.get("organization_name")?,
        cancelled: derived.cancelled,
    })
}

/// An event as the viewer may see it. Only admins see drafts.
pub fn find_event(conn: &Connection, id: Id, moment: &Moment, eyes: Eyes) -> ApiResult<Option<Event>> {
    let found = conn
        .prepare_cached(
            "SELECT e.*,
               (SELECT json_group_array(t.name) FROM (SELECT name FROM event_tags WHERE event_id = e.id ORDER BY position) t) AS tags,
               EXISTS (SELECT 1 FROM registrations r WHERE r.event_id = e.id AND r.user_id = :caller) AS is_registered,
               EXISTS (SELECT 1 FROM waiting_list w WHERE w.event_id = e.id AND w.user_id = :caller) AS is_waiting
             FROM events e WHERE e.id = :id AND (e.published = 1 OR :is_admin)",
        )?
        .query_row(named_params! { ":id": id, ":caller": eyes.caller, ":is_admin": eyes.is_admin }, |row| {
            event_from_row(row, moment)
        })
        .optional()?;
    let Some(mut event) = found else { return Ok(None) };
    event.tasks = list_tasks(conn, id)?;
    if event.is_registered {
        event.participants = vec![eyes.caller];
    } else {
        event.waiting_position = find_waiting_position(conn, id, eyes.caller)?;
    }
    if eyes.is_admin {
        event.registrations = list_registrations(conn, id, None, true)?;
        event.participants = event.registrations.iter().map(|registration| registration.user.id).collect();
    } else if event.is_registered {
        event.registrations = list_registrations(conn, id, Some(eyes.caller), false)?;
    } else {
        (event.meet_link, event.whatsapp_link) = (None, None);
    }
    Ok(Some(event))
}

fn event_from_row(row: &Row, moment: &Moment) -> rusqlite::Result<Event> {
    let derived = derive(row, moment)?;
    let link = |column: &str| row.get::<_, String>(column).map(|link| (!link.is_empty()).then_some(link));
    let facts = Facts {
        status: derived.status,
        cancelled: derived.cancelled,
        is_full: derived.spots_left == Some(0),
        starts_at: row.get("starts_at")?,
        closes_at: row.get("registration_closes_at")?,
        is_registered: row.get("is_registered")?,
        is_waiting: row.get("is_waiting")?,
    };
    let closed = registration_rules::closed(&facts, moment.now);
    let may_register = registration_rules::register(&facts, true, moment.now);
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
        days_to_go: derived.days_to_go,
        mode: row.get("mode")?,
        kind: row.get("type")?,
        difficulty: row.get("difficulty")?,
        location: row.get("location")?,
        max_participants: derived.max_participants,
        registrations_count: derived.registrations_count,
        spots_left: derived.spots_left,
        is_full: facts.is_full,
        registration_open: closed.is_none(),
        can_register: may_register == Ok(Outcome::Place),
        can_join_waiting_list: may_register == Ok(Outcome::WaitingList),
        can_cancel: registration_rules::cancel(&facts, moment.now).is_ok(),
        can_complete_tasks: registration_rules::complete_tasks(&facts).is_ok(),
        has_ticket: facts.is_registered && !facts.cancelled,
        registration_message: closed.map(|refusal| refusal.to_string()),
        registration_deadline: row.get("registration_deadline")?,
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
        cancelled: derived.cancelled,
        cancellation_reason: row.get("cancellation_reason")?,
        created_at: row.get("created_at")?,
    })
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

/// The caller's place on the waiting list, from 1.
fn find_waiting_position(conn: &Connection, event: Id, user: Id) -> rusqlite::Result<Option<i64>> {
    conn.prepare_cached(
        "SELECT (SELECT count(*) FROM waiting_list o WHERE o.event_id = w.event_id AND (o.joined_at, o.user_id) <= (w.joined_at, w.user_id)) AS position
         FROM waiting_list w WHERE w.event_id = :event AND w.user_id = :user",
    )?
    .query_row(named_params! { ":event": event, ":user": user }, |row| row.get("position"))
    .optional()
}

/// One member's registration, or the first 200 of an event, with completed tasks. Only admins get the addresses.
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
        user: RegisteredUser {
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

/// The counts on the events page.
pub fn count_events(conn: &Connection, moment: &Moment) -> rusqlite::Result<EventCount> {
    let total = |name: &str| {
        conn.prepare_cached("SELECT count FROM totals WHERE name = :name")?
            .query_row(named_params! { ":name": name }, |row| row.get("count"))
            .optional()
            .map(|found| found.unwrap_or(0))
    };
    Ok(EventCount {
        count: total("events")?,
        upcoming: count_group(conn, EventStatus::Upcoming, None, &moment.today)?,
        participants: total("participants")?,
    })
}

/// Updates the search index for an event. Every change of an event must end with this.
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

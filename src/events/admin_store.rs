//! SQL of the admins' event list and of the admin page of an event.

use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::admin_views::{AdminEvent, AdminEventSort, AdminEventSummary, AdminTask};
use super::column_store;
use super::form::store::form_from_row;
use super::place_store::{self, Listed, Start};
use super::rules;
use crate::db::columns::{Columns, in_place};
use crate::db::search::Query;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::site::rules::Moment;
use crate::web::paging::{MAX_OFFSET, Page, Paging};

/// The filter of the admins' event list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    All,
    /// Neither over nor cancelled, in the order in which they begin.
    Next,
    Upcoming,
    Today,
    Past,
    Drafts,
}

impl Shown {
    fn as_str(self) -> &'static str {
        match self {
            Shown::All => "all",
            Shown::Next => "next",
            Shown::Upcoming => "upcoming",
            Shown::Today => "today",
            Shown::Past => "past",
            Shown::Drafts => "drafts",
        }
    }
}

/// A page of events, filtered by title. Without another order, those of today that are not over stand first, then those
/// ahead in ascending order of date, then all others in descending order; drafts stand alone in descending order. With
/// `of`, only those that this organiser runs.
pub fn list_admin_events(
    conn: &Connection,
    shown: Shown,
    of: Option<Id>,
    search: &str,
    sort: Option<AdminEventSort>,
    paging: &Paging,
    moment: &Moment,
) -> ApiResult<Page<AdminEventSummary>> {
    let start = Start::find(conn, paging, moment, true)?;
    let found = match of {
        Some(organiser) => Some(find_own(conn, shown, organiser, search, &start)?),
        None if !search.trim().is_empty() => Some(find_by_words(conn, shown, search, &start)?),
        None => None,
    };
    let (mut listed, total) = match (found, sort) {
        (Some(found), None) => sort_found(conn, shown, found, paging, moment, &start)?,
        (Some(found), Some(sort)) => column_store::page_of(only_next(conn, shown, found, moment)?, sort, paging, &start),
        (None, Some(sort)) if matches!(shown, Shown::All | Shown::Past) => {
            let is_past = shown == Shown::Past;
            (
                column_store::list(conn, is_past, sort, paging, &start)?,
                count(conn, shown, &start.today)?,
            )
        }
        (None, Some(sort)) => column_store::page_of(list_current(conn, shown, moment, &start)?, sort, paging, &start),
        (None, None) if shown == Shown::Next => place_store::list_next(conn, None, paging, moment)?,
        (None, None) if shown == Shown::All => list_all(conn, paging, &start)?,
        (None, None) => list_ids(conn, shown, paging, &start)?,
    };
    let next = paging.cut(&mut listed, |event| event.place(&start));
    let ids = serde_json::to_string(&listed.iter().map(|event| event.id.0).collect::<Vec<_>>()).map_err(ApiError::internal)?;
    let items = conn
        .prepare_cached(
            "SELECT page.key AS place, e.date, e.end_date, e.starts_at, e.ends_at, e.id, e.number, e.title, e.time, e.mode, e.type, e.location, e.published,
               e.cancelled_at, e.registration_count, e.max_participants, e.waiting_count
             FROM json_each(:ids) page CROSS JOIN events e ON e.id = page.value",
        )?
        .query_map(named_params! { ":ids": ids }, |row| {
            let row = &Columns::of(row);
            Ok((row.get("place")?, summary_from_row(row, moment)?))
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(Page {
        items: in_place(items),
        total,
        next,
    })
}

/// All events: the pinned ones, those ahead with the next one first, and the rest with the newest first.
fn list_all(conn: &Connection, paging: &Paging, start: &Start) -> rusqlite::Result<(Vec<Listed>, i64)> {
    let pinned = start.list_pinned(conn, None)?;
    let in_front = i64::try_from(pinned.len()).unwrap_or(0);
    let ahead: i64 = conn
        .prepare_cached("SELECT count(*) AS count FROM events WHERE date > :today")?
        .query_row(named_params! { ":today": start.today }, |row| row.get("count"))?;
    let mut listed = paging.pick(pinned);
    let skip = (i64::from(paging.offset) - in_front).max(0);
    let today = Listed::after_day(&start.today);
    let seen = start.behind();
    let left = |listed: &[Listed]| i64::from(paging.rows()) - i64::try_from(listed.len()).unwrap_or(0);
    if seen.is_none_or(|seen| seen.date > start.today) {
        let found = place_store::list(
            conn,
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE (date, id) > (:date, :after)
             ORDER BY date, id LIMIT :limit OFFSET :offset",
            seen.unwrap_or(&today),
            named_params! { ":limit": left(&listed), ":offset": skip.min(ahead) },
        )?;
        listed.extend(found);
    }
    let found = place_store::list(
        conn,
        "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE (date, id) < (:date, :after) AND id NOT IN (SELECT value FROM json_each(:pinned))
         ORDER BY date DESC, id DESC LIMIT :limit OFFSET :offset",
        seen.filter(|seen| seen.date <= start.today).unwrap_or(&today),
        named_params! { ":pinned": start.pinned_json(), ":limit": left(&listed), ":offset": (skip - ahead).max(0) },
    )?;
    listed.extend(found);
    Ok((listed, count(conn, Shown::All, &start.today)?))
}

fn list_ids(conn: &Connection, shown: Shown, paging: &Paging, start: &Start) -> rusqlite::Result<(Vec<Listed>, i64)> {
    let (sql, first) = match shown {
        Shown::All | Shown::Next | Shown::Upcoming => (
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND (date, id) > (:date, :after)
             ORDER BY date, id LIMIT :limit OFFSET :offset",
            Listed::after_day(&start.today),
        ),
        Shown::Today => (
            "SELECT id, date, end_date, number, registration_count, title_key FROM events
             WHERE published = 1 AND end_date >= :today AND +date <= :today AND (+date, +id) < (:date, :after) AND id NOT IN (SELECT value FROM json_each(:pinned))
             ORDER BY date DESC, id DESC LIMIT :limit OFFSET :offset",
            Listed::highest(),
        ),
        Shown::Past => (
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND (end_date, date, id) < (:end, :date, :after)
             ORDER BY end_date DESC, date DESC, id DESC LIMIT :limit OFFSET :offset",
            Listed::before_day(&start.today),
        ),
        Shown::Drafts => (
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 0 AND (date, id) < (:date, :after)
             ORDER BY date DESC, id DESC LIMIT :limit OFFSET :offset",
            Listed::highest(),
        ),
    };
    let pinned = if shown == Shown::Today {
        start.list_pinned(conn, None)?
    } else {
        Vec::new()
    };
    let offset = (i64::from(paging.offset) - i64::try_from(pinned.len()).unwrap_or(0)).max(0);
    let mut listed = paging.pick(pinned);
    let left = i64::from(paging.rows()) - i64::try_from(listed.len()).unwrap_or(0);
    let before = start.behind().cloned().unwrap_or(first);
    let page = named_params! { ":today": start.today, ":pinned": start.pinned_json(), ":limit": left, ":offset": offset };
    listed.extend(place_store::list(conn, sql, &before, page)?);
    Ok((listed, count(conn, shown, &start.today)?))
}

/// All events of a filter whose events do not grow with time.
fn list_current(conn: &Connection, shown: Shown, moment: &Moment, start: &Start) -> ApiResult<Vec<Listed>> {
    let whole = Paging::at(MAX_OFFSET, 0);
    if shown == Shown::Next {
        return Ok(place_store::list_next(conn, None, &whole, moment)?.0);
    }
    let from_the_first = Start {
        today: start.today.clone(),
        pinned: Vec::new(),
        after: None,
    };
    Ok(list_ids(conn, shown, &whole, &from_the_first)?.0)
}

/// Counts only the drafts and the events to come. The rest follows from the counter, because only past events grow with
/// time.
fn count(conn: &Connection, shown: Shown, today: &str) -> rusqlite::Result<i64> {
    let one = |sql: &'static str| {
        conn.prepare_cached(sql)?
            .query_row(named_params! { ":today": today }, |row| row.get::<_, i64>("count"))
    };
    let ahead = || one("SELECT count(*) AS count FROM events WHERE published = 1 AND date > :today");
    let unfinished = || one("SELECT count(*) AS count FROM events WHERE published = 1 AND end_date >= :today");
    let drafts = || one("SELECT count(*) AS count FROM events WHERE published = 0 AND :today IS NOT NULL");
    let published = || one("SELECT coalesce((SELECT count FROM totals WHERE name = 'events' AND :today IS NOT NULL), 0) AS count");
    match shown {
        Shown::All => Ok(published()? + drafts()?),
        Shown::Next | Shown::Upcoming => ahead(),
        Shown::Today => Ok(unfinished()? - ahead()?),
        Shown::Past => Ok(published()? - unfinished()?),
        Shown::Drafts => drafts(),
    }
}

fn find_by_words(conn: &Connection, shown: Shown, search: &str, start: &Start) -> rusqlite::Result<Vec<Listed>> {
    let expression = Query::new().words("title", search).expression();
    place_store::list(
        conn,
        "WITH matches AS MATERIALIZED (SELECT rowid AS id FROM event_search WHERE event_search MATCH :match ORDER BY rowid DESC LIMIT 10000),
         grouped AS (
           SELECT e.*, CASE WHEN e.published = 0 THEN 'drafts' WHEN e.date > :today THEN 'upcoming' WHEN e.end_date >= :today THEN 'today' ELSE 'past' END AS shown
           FROM matches JOIN events e USING (id))
         SELECT id, date, end_date, number, registration_count, title_key FROM grouped WHERE :shown IN ('all', 'next') OR shown = :shown",
        &Listed::lowest(),
        named_params! { ":match": expression, ":today": start.today, ":shown": shown.as_str() },
    )
}

/// The events of an organiser, who has few; narrowed by words, if there are any.
fn find_own(conn: &Connection, shown: Shown, organiser: Id, search: &str, start: &Start) -> rusqlite::Result<Vec<Listed>> {
    let mut own = place_store::list(
        conn,
        "WITH matches AS MATERIALIZED (SELECT event_id AS id FROM event_staff WHERE user_id = :organiser AND duty = 'organiser' ORDER BY event_id DESC LIMIT 10000),
         grouped AS (
           SELECT e.*, CASE WHEN e.published = 0 THEN 'drafts' WHEN e.date > :today THEN 'upcoming' WHEN e.end_date >= :today THEN 'today' ELSE 'past' END AS shown
           FROM matches JOIN events e USING (id))
         SELECT id, date, end_date, number, registration_count, title_key FROM grouped WHERE :shown IN ('all', 'next') OR shown = :shown",
        &Listed::lowest(),
        named_params! { ":organiser": organiser, ":today": start.today, ":shown": shown.as_str() },
    )?;
    if !search.trim().is_empty() {
        let matching = find_by_words(conn, shown, search, start)?;
        own.retain(|event| matching.contains(event));
    }
    Ok(own)
}

/// What of it is neither over nor cancelled, in the order in which it begins, if the list shows only that.
fn only_next(conn: &Connection, shown: Shown, found: Vec<Listed>, moment: &Moment) -> ApiResult<Vec<Listed>> {
    if shown != Shown::Next {
        return Ok(found);
    }
    let (mut next, _) = place_store::list_next(conn, None, &Paging::at(MAX_OFFSET, 0), moment)?;
    next.retain(|event| found.contains(event));
    Ok(next)
}

/// A page of what was found, in the order of the list.
fn sort_found(
    conn: &Connection,
    shown: Shown,
    mut found: Vec<Listed>,
    paging: &Paging,
    moment: &Moment,
    start: &Start,
) -> ApiResult<(Vec<Listed>, i64)> {
    if shown == Shown::Next {
        return place_store::page_of(only_next(conn, shown, found, moment)?, paging);
    }
    let compare = |one: &Listed, other: &Listed| {
        let days = (&one.date, one.id).cmp(&(&other.date, other.id));
        let pins = start.rank(one.id).cmp(&start.rank(other.id));
        let is_ahead = |event: &Listed| shown != Shown::Drafts && event.date > start.today;
        let sides = is_ahead(other).cmp(&is_ahead(one));
        pins.then(sides).then(if is_ahead(one) { days } else { days.reverse() })
    };
    found.sort_by(compare);
    let total = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let page = found
        .into_iter()
        .filter(|event| start.after.as_ref().is_none_or(|seen| compare(event, seen).is_gt()));
    Ok((paging.pick(page), total))
}

fn summary_from_row(row: &Columns, moment: &Moment) -> rusqlite::Result<AdminEventSummary> {
    let (date, end_date): (String, String) = (row.get("date")?, row.get("end_date")?);
    let (starts_at, ends_at): (Instant, Instant) = (row.get("starts_at")?, row.get("ends_at")?);
    Ok(AdminEventSummary {
        id: row.get("id")?,
        event_id: rules::display_id(row.get("number")?),
        title: row.get("title")?,
        status: rules::status(&date, &end_date, &moment.today),
        phase: rules::phase(&date, starts_at, ends_at, &moment.today, moment.now),
        date,
        end_date,
        time: row.get("time")?,
        starts_at: rules::with_offset(starts_at, &moment.zone),
        ends_at: rules::with_offset(ends_at, &moment.zone),
        mode: row.get("mode")?,
        event_type: row.get("type")?,
        location: row.get("location")?,
        published: row.get("published")?,
        cancelled: row.get::<Option<Instant>>("cancelled_at")?.is_some(),
        registrations_count: row.get("registration_count")?,
        max_participants: row.get("max_participants")?,
        waiting_count: row.get("waiting_count")?,
    })
}

/// Whether the event exists; drafts count too.
pub fn exists(conn: &Connection, id: Id) -> rusqlite::Result<bool> {
    conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM events WHERE id = :id) AS found")?
        .query_row(named_params! { ":id": id }, |row| row.get("found"))
}

/// An event for its form and its admin page.
pub fn find_admin_event(conn: &Connection, id: Id, moment: &Moment) -> ApiResult<Option<AdminEvent>> {
    let found = conn
        .prepare_cached(
            "SELECT e.*,
               (SELECT json_group_array(t.name) FROM (SELECT name FROM event_tags WHERE event_id = e.id ORDER BY position) t) AS tags,
               (SELECT count(*) FROM registrations r WHERE r.event_id = e.id AND r.status = 'Registered') AS registered_count,
               (SELECT count(*) FROM registrations r WHERE r.event_id = e.id AND r.status = 'Attended') AS attended_count
             FROM events e WHERE e.id = :id",
        )?
        .query_row(named_params! { ":id": id }, |row| admin_event_from_row(row, moment))
        .optional()?;
    let Some(mut event) = found else { return Ok(None) };
    event.tasks = list_admin_tasks(conn, id)?;
    Ok(Some(event))
}

fn admin_event_from_row(row: &Row, moment: &Moment) -> rusqlite::Result<AdminEvent> {
    let mut form = form_from_row(row)?;
    let tags: String = row.get("tags")?;
    form.tags = serde_json::from_str(&tags).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
    let end_date: String = row.get("end_date")?;
    let (starts_at, ends_at): (Instant, Instant) = (row.get("starts_at")?, row.get("ends_at")?);
    let phase = rules::phase(&form.date, starts_at, ends_at, &moment.today, moment.now);
    let cancelled = row.get::<_, Option<Instant>>("cancelled_at")?.is_some();
    let (count, waiting_count): (i64, i64) = (row.get("registration_count")?, row.get("waiting_count")?);
    let (registered_count, attended_count): (i64, i64) = (row.get("registered_count")?, row.get("attended_count")?);
    Ok(AdminEvent {
        id: row.get("id")?,
        event_id: rules::display_id(row.get("number")?),
        status: rules::status(&form.date, &end_date, &moment.today),
        phase,
        end_date,
        starts_at: rules::with_offset(starts_at, &moment.zone),
        ends_at: rules::with_offset(ends_at, &moment.zone),
        registration_closes_at: row
            .get::<_, Option<Instant>>("registration_closes_at")?
            .map(|at| rules::with_offset(at, &moment.zone)),
        tasks: Vec::new(),
        cancelled,
        cancellation_reason: row.get("cancellation_reason")?,
        meet_link: row.get("meet_link")?,
        whatsapp_link: row.get("whatsapp_link")?,
        registrations_count: count,
        registered_count,
        attended_count,
        completed_count: count - registered_count - attended_count,
        checked_in_count: count - registered_count,
        waiting_count,
        spots_left: form.max_participants.map(|maximum| (maximum - count).max(0)),
        can_delete: rules::is_unasked(count, waiting_count),
        can_cancel: rules::cancel(cancelled, phase).is_ok(),
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
        form,
    })
}

fn list_admin_tasks(conn: &Connection, event: Id) -> rusqlite::Result<Vec<AdminTask>> {
    conn.prepare_cached(
        "SELECT t.id, t.name, t.description, t.required, (SELECT count(*) FROM task_completions c WHERE c.task_id = t.id) AS completed_count
         FROM event_tasks t WHERE t.event_id = :event ORDER BY t.position, t.id",
    )?
    .query_map(named_params! { ":event": event }, |row| {
        Ok(AdminTask {
            id: row.get("id")?,
            name: row.get("name")?,
            description: row.get("description")?,
            required: row.get("required")?,
            completed_count: row.get("completed_count")?,
        })
    })?
    .collect()
}

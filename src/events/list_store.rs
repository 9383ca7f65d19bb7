//! SQL of the public lists of events: which events a page has, and how many there are.

use rusqlite::{Connection, OptionalExtension, named_params};

use super::rules::EventStatus;
use super::store::list_summaries;
use super::views::{EventCount, EventSummary};
use crate::db::search::Query;
use crate::db::values::Id;
use crate::error::ApiResult;
use crate::members::rules::Eyes;
use crate::site::rules::Moment;
use crate::web::paging::{Page, Paging};

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

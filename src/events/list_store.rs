//! SQL of the public lists of events: which events a page has, and how many there are.

use std::cmp::Ordering;

use rusqlite::{Connection, OptionalExtension, named_params};

use super::place_store::{self, Listed, Start};
use super::rules::EventStatus;
use super::store::list_summaries;
use super::views::{EventCount, EventSummary};
use crate::db::search::Query;
use crate::db::values::Id;
use crate::error::ApiResult;
use crate::members::rules::Eyes;
use crate::site::rules::Moment;
use crate::web::paging::{MAX_OFFSET, Page, Paging};

/// The order of a list. The default groups by status and puts the nearest date first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    Default,
    DateAscending,
    DateDescending,
    Popular,
    Alphabetical,
}

/// The part of all events that a list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    All,
    Status(EventStatus),
    /// Neither over nor cancelled.
    Next,
}

impl Shown {
    fn has(self, status: EventStatus) -> bool {
        self == Shown::All || self == Shown::Status(status)
    }
}

/// The parameters of a list of public events.
#[derive(Debug, Clone)]
pub struct Filter {
    pub search: String,
    pub shown: Shown,
    pub kind: Option<&'static str>,
    pub sort: Sort,
}

impl Filter {
    /// Which of two events comes first in a list.
    fn compare(&self, one: &Listed, other: &Listed, start: &Start) -> Ordering {
        let today = &start.today;
        use EventStatus::{Completed, Ongoing, Upcoming};
        let group = one.status(today);
        let days = || (&one.date, one.id).cmp(&(&other.date, other.id));
        let ends = || (&one.end_date, &one.date, one.id).cmp(&(&other.end_date, &other.date, other.id));
        let pins = start.rank(one.id).cmp(&start.rank(other.id));
        let groups = || rank(group).cmp(&rank(other.status(today)));
        pins.then_with(groups).then_with(|| match (group, self.sort) {
            (Upcoming, Sort::Default | Sort::DateAscending) | (Ongoing, Sort::DateAscending) => days(),
            (Upcoming, Sort::DateDescending) | (Ongoing, Sort::Default | Sort::DateDescending) => days().reverse(),
            (Completed, Sort::DateAscending) => ends(),
            (Completed, Sort::Default | Sort::DateDescending) => ends().reverse(),
            (_, Sort::Popular) => (other.size, other.number).cmp(&(one.size, one.number)),
            (_, Sort::Alphabetical) => (&one.title_key, one.id).cmp(&(&other.title_key, other.id)),
        })
    }
}

/// The place of a group in the list.
fn rank(group: EventStatus) -> u8 {
    match group {
        EventStatus::Upcoming => 0,
        EventStatus::Ongoing => 1,
        EventStatus::Completed => 2,
    }
}

/// A page of published events: always those of today that are not over, then upcoming, then the other ones of today, then
/// completed, each group in the requested order. The next ones are in the order in which they begin.
pub fn list_events(conn: &Connection, filter: &Filter, paging: &Paging, moment: &Moment, eyes: Eyes) -> ApiResult<Page<EventSummary>> {
    let start = Start::find(conn, paging, moment, false)?;
    let (mut listed, total) = if !filter.search.trim().is_empty() {
        search_ids(conn, filter, paging, moment, &start)?
    } else if filter.shown == Shown::Next {
        place_store::list_next(conn, filter.kind, paging, moment)?
    } else {
        list_ids(conn, filter, paging, &start)?
    };
    let next = paging.cut(&mut listed, |event| event.place(&start));
    let ids: Vec<Id> = listed.into_iter().map(|event| event.id).collect();
    Ok(Page {
        items: list_summaries(conn, &ids, moment, eyes)?,
        total,
        next,
    })
}

/// The groups of a list in order, each with its count. The page may span several groups.
fn list_ids(conn: &Connection, filter: &Filter, paging: &Paging, start: &Start) -> rusqlite::Result<(Vec<Listed>, i64)> {
    let pinned = if filter.shown.has(EventStatus::Ongoing) {
        start.list_pinned(conn, filter.kind)?
    } else {
        Vec::new()
    };
    let (in_front, pinned_json) = (i64::try_from(pinned.len()).unwrap_or(0), start.pinned_json());
    let mut listed = paging.pick(pinned);
    let taken = i64::try_from(listed.len()).unwrap_or(0);
    let (mut skip, mut left, mut total) = ((i64::from(paging.offset) - in_front).max(0), i64::from(paging.rows()) - taken, 0);
    let last_seen = start.behind().map(|event| event.status(&start.today));
    for group in [EventStatus::Upcoming, EventStatus::Ongoing, EventStatus::Completed] {
        if !filter.shown.has(group) {
            continue;
        }
        let count = count_group(conn, group, filter.kind, &start.today)?;
        total += count;
        let others = if group == EventStatus::Ongoing {
            (count - in_front).max(0)
        } else {
            count
        };
        let skipped = skip.min(others);
        skip -= skipped;
        let take = left.min(others - skipped);
        let is_behind = last_seen.is_some_and(|seen| rank(group) < rank(seen));
        if take > 0 && !is_behind {
            let before = start.behind().cloned().filter(|_| last_seen == Some(group));
            let before = before.unwrap_or_else(|| first(group, filter.sort, &start.today));
            let found = place_store::list(
                conn,
                group_sql(group, filter.sort, filter.kind.is_some()),
                &before,
                named_params! { ":today": start.today, ":type": filter.kind, ":pinned": pinned_json, ":limit": take, ":offset": skipped },
            )?;
            left -= i64::try_from(found.len()).unwrap_or(0);
            listed.extend(found);
        }
    }
    Ok((listed, total))
}

/// What stands before the first event of a group.
fn first(group: EventStatus, sort: Sort, today: &str) -> Listed {
    use EventStatus::{Completed, Ongoing, Upcoming};
    match (group, sort) {
        (Upcoming, Sort::Default | Sort::DateAscending) => Listed::after_day(today),
        (Completed, Sort::Default | Sort::DateDescending) => Listed::before_day(today),
        (Upcoming | Ongoing, Sort::DateDescending) | (Ongoing, Sort::Default) | (_, Sort::Popular) => Listed::highest(),
        (Ongoing | Completed, Sort::DateAscending) | (_, Sort::Alphabetical) => Listed::lowest(),
    }
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

/// One statement per group and order, for the events behind a place. `:type` is null for all types.
///
/// Upcoming and ongoing events are few, however old the community is, so they are read and then sorted. Completed
/// events grow with time, so each of their orders walks its own index and skips the few others. The unary plus keeps
/// SQLite from reading all of them by day instead.
fn group_sql(group: EventStatus, sort: Sort, typed: bool) -> &'static str {
    use EventStatus::{Completed, Ongoing, Upcoming};
    match (group, sort, typed) {
        (Upcoming, Sort::Default | Sort::DateAscending, _) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND (date, id) > (:date, :after) AND (:type IS NULL OR type = :type)
             ORDER BY date, id LIMIT :limit OFFSET :offset"
        }
        (Upcoming, Sort::DateDescending, _) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND date > :today AND (:type IS NULL OR type = :type) AND (+date, +id) < (:date, :after)
             ORDER BY date DESC, id DESC LIMIT :limit OFFSET :offset"
        }
        (Upcoming, Sort::Popular, _) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND date > :today AND (:type IS NULL OR type = :type) AND (+registration_count, +number) < (:size, :number)
             ORDER BY registration_count DESC, number DESC LIMIT :limit OFFSET :offset"
        }
        (Upcoming, Sort::Alphabetical, _) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND date > :today AND (:type IS NULL OR type = :type) AND (+title_key, +id) > (:title, :after)
             ORDER BY title_key, id LIMIT :limit OFFSET :offset"
        }
        (Ongoing, Sort::Default | Sort::DateDescending, _) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND end_date >= :today AND +date <= :today AND (:type IS NULL OR type = :type) AND id NOT IN (SELECT value FROM json_each(:pinned)) AND (+date, +id) < (:date, :after)
             ORDER BY date DESC, id DESC LIMIT :limit OFFSET :offset"
        }
        (Ongoing, Sort::DateAscending, _) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND end_date >= :today AND +date <= :today AND (:type IS NULL OR type = :type) AND id NOT IN (SELECT value FROM json_each(:pinned)) AND (+date, +id) > (:date, :after)
             ORDER BY date, id LIMIT :limit OFFSET :offset"
        }
        (Ongoing, Sort::Popular, _) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND end_date >= :today AND +date <= :today AND (:type IS NULL OR type = :type) AND id NOT IN (SELECT value FROM json_each(:pinned)) AND (+registration_count, +number) < (:size, :number)
             ORDER BY registration_count DESC, number DESC LIMIT :limit OFFSET :offset"
        }
        (Ongoing, Sort::Alphabetical, _) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND end_date >= :today AND +date <= :today AND (:type IS NULL OR type = :type) AND id NOT IN (SELECT value FROM json_each(:pinned)) AND (+title_key, +id) > (:title, :after)
             ORDER BY title_key, id LIMIT :limit OFFSET :offset"
        }
        (Completed, Sort::Default | Sort::DateDescending, false) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND :type IS NULL AND (end_date, date, id) < (:end, :date, :after)
             ORDER BY end_date DESC, date DESC, id DESC LIMIT :limit OFFSET :offset"
        }
        (Completed, Sort::DateAscending, false) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND :type IS NULL AND end_date < :today AND (end_date, date, id) > (:end, :date, :after)
             ORDER BY end_date, date, id LIMIT :limit OFFSET :offset"
        }
        (Completed, Sort::Popular, false) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND :type IS NULL AND +end_date < :today AND (registration_count, number) < (:size, :number)
             ORDER BY registration_count DESC, number DESC LIMIT :limit OFFSET :offset"
        }
        (Completed, Sort::Alphabetical, false) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND :type IS NULL AND +end_date < :today AND (title_key, id) > (:title, :after)
             ORDER BY title_key, id LIMIT :limit OFFSET :offset"
        }
        (Completed, Sort::Default | Sort::DateDescending, true) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND type = :type AND (end_date, date, id) < (:end, :date, :after)
             ORDER BY end_date DESC, date DESC, id DESC LIMIT :limit OFFSET :offset"
        }
        (Completed, Sort::DateAscending, true) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND type = :type AND end_date < :today AND (end_date, date, id) > (:end, :date, :after)
             ORDER BY end_date, date, id LIMIT :limit OFFSET :offset"
        }
        (Completed, Sort::Popular, true) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND type = :type AND +end_date < :today AND (registration_count, number) < (:size, :number)
             ORDER BY registration_count DESC, number DESC LIMIT :limit OFFSET :offset"
        }
        (Completed, Sort::Alphabetical, true) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND type = :type AND +end_date < :today AND (title_key, id) > (:title, :after)
             ORDER BY title_key, id LIMIT :limit OFFSET :offset"
        }
    }
}

fn search_ids(conn: &Connection, filter: &Filter, paging: &Paging, moment: &Moment, start: &Start) -> ApiResult<(Vec<Listed>, i64)> {
    let mut query = Query::new().words("text", &filter.search).facet("published", "yes");
    if let Some(kind) = filter.kind {
        query = query.facet("type", kind);
    }
    let mut found = place_store::list(
        conn,
        "WITH matches AS MATERIALIZED (SELECT rowid AS id FROM event_search WHERE event_search MATCH :match ORDER BY rowid DESC LIMIT 10000)
         SELECT e.id, e.date, e.end_date, e.number, e.registration_count, e.title_key FROM matches JOIN events e USING (id)",
        &Listed::lowest(),
        named_params! { ":match": query.expression() },
    )?;
    if filter.shown == Shown::Next {
        let whole = Paging::at(MAX_OFFSET, 0);
        let (mut next, _) = place_store::list_next(conn, filter.kind, &whole, moment)?;
        next.retain(|event| found.contains(event));
        return place_store::page_of(next, paging);
    }
    found.retain(|event| filter.shown.has(event.status(&start.today)));
    found.sort_by(|one, other| filter.compare(one, other, start));
    let total = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let is_ahead = |event: &Listed| start.after.as_ref().is_none_or(|seen| filter.compare(event, seen, start).is_gt());
    let page = found.into_iter().filter(is_ahead);
    Ok((paging.pick(page), total))
}

/// A page of the events that a member is registered for or waits for: those that are neither over nor cancelled, in the
/// order in which they begin, then the others, latest first.
pub fn list_events_of(conn: &Connection, user: Id, paging: &Paging, moment: &Moment, eyes: Eyes) -> ApiResult<Page<EventSummary>> {
    let start = Start::find(conn, paging, moment, false)?;
    let all = place_store::list(
        conn,
        "WITH grouped AS (
           SELECT e.*, e.ends_at > :now AND e.cancelled_at IS NULL AS is_next
           FROM registrations r CROSS JOIN events e ON e.id = r.event_id WHERE r.user_id = :user AND e.published = 1
           UNION ALL
           SELECT e.*, e.ends_at > :now AND e.cancelled_at IS NULL AS is_next
           FROM waiting_list w CROSS JOIN events e ON e.id = w.event_id WHERE w.user_id = :user AND e.published = 1)
         SELECT id, date, end_date, number, registration_count, title_key FROM grouped
         ORDER BY is_next DESC, CASE WHEN is_next THEN starts_at ELSE -starts_at END, id",
        &Listed::lowest(),
        named_params! { ":user": user, ":now": moment.now },
    )?;
    let (mut listed, total) = place_store::page_of(all, paging)?;
    let next = paging.cut(&mut listed, |event| event.place(&start));
    let ids: Vec<Id> = listed.into_iter().map(|event| event.id).collect();
    Ok(Page {
        items: list_summaries(conn, &ids, moment, eyes)?,
        total,
        next,
    })
}

/// The counts on the events page. Cancelled events count as neither.
pub fn count_events(conn: &Connection, moment: &Moment) -> rusqlite::Result<EventCount> {
    let total = |name: &str| {
        conn.prepare_cached("SELECT count FROM totals WHERE name = :name")?
            .query_row(named_params! { ":name": name }, |row| row.get("count"))
            .optional()
            .map(|found| found.unwrap_or(0))
    };
    let upcoming = conn
        .prepare_cached("SELECT count(*) AS count FROM events WHERE published = 1 AND date > :today AND cancelled_at IS NULL")?
        .query_row(named_params! { ":today": moment.today }, |row| row.get("count"))?;
    Ok(EventCount {
        count: total("events:hosted")?,
        upcoming,
        participants: total("participants")?,
    })
}

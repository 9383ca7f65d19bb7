//! SQL of the admins' list of events when it is sorted by one of its columns.

use std::cmp::Ordering;

use rusqlite::{Connection, named_params};

use super::admin_views::AdminEventSort;
use super::place_store::{self, Listed, Start};
use crate::web::paging::Paging;

fn is_descending(sort: AdminEventSort) -> bool {
    use AdminEventSort::{DateDescending, Registrations, TitleDescending};
    matches!(sort, DateDescending | TitleDescending | Registrations)
}

/// The rows of a page of all events, or of those that are over. Each order walks an index.
pub fn list(conn: &Connection, is_past: bool, sort: AdminEventSort, paging: &Paging, start: &Start) -> rusqlite::Result<Vec<Listed>> {
    use AdminEventSort::{Date, DateDescending, Registrations, RegistrationsAscending, Title, TitleDescending};
    let first = if is_descending(sort) { Listed::highest() } else { Listed::lowest() };
    let sql = match (is_past, sort) {
        (false, Date) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE (date, id) > (:date, :after)
             ORDER BY date, id LIMIT :limit OFFSET :offset"
        }
        (false, DateDescending) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE (date, id) < (:date, :after)
             ORDER BY date DESC, id DESC LIMIT :limit OFFSET :offset"
        }
        (false, Title) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE (title_key, id) > (:title, :after)
             ORDER BY title_key, id LIMIT :limit OFFSET :offset"
        }
        (false, TitleDescending) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE (title_key, id) < (:title, :after)
             ORDER BY title_key DESC, id DESC LIMIT :limit OFFSET :offset"
        }
        (false, Registrations) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE (registration_count, number) < (:size, :number)
             ORDER BY registration_count DESC, number DESC LIMIT :limit OFFSET :offset"
        }
        (false, RegistrationsAscending) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE (registration_count, number) > (:size, :number)
             ORDER BY registration_count, number LIMIT :limit OFFSET :offset"
        }
        (true, Date) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND (date, id) > (:date, :after) AND +end_date < :today
             ORDER BY date, id LIMIT :limit OFFSET :offset"
        }
        (true, DateDescending) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND (date, id) < (:date, :after) AND +end_date < :today
             ORDER BY date DESC, id DESC LIMIT :limit OFFSET :offset"
        }
        (true, Title) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND (title_key, id) > (:title, :after) AND +end_date < :today
             ORDER BY title_key, id LIMIT :limit OFFSET :offset"
        }
        (true, TitleDescending) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND (title_key, id) < (:title, :after) AND +end_date < :today
             ORDER BY title_key DESC, id DESC LIMIT :limit OFFSET :offset"
        }
        (true, Registrations) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND (registration_count, number) < (:size, :number) AND +end_date < :today
             ORDER BY registration_count DESC, number DESC LIMIT :limit OFFSET :offset"
        }
        (true, RegistrationsAscending) => {
            "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE published = 1 AND (registration_count, number) > (:size, :number) AND +end_date < :today
             ORDER BY registration_count, number LIMIT :limit OFFSET :offset"
        }
    };
    place_store::list(
        conn,
        sql,
        start.after.as_ref().unwrap_or(&first),
        named_params! { ":today": start.today, ":limit": paging.rows(), ":offset": paging.offset },
    )
}

/// A page of events that were read whole, in this order, and how many there are.
pub fn page_of(mut all: Vec<Listed>, sort: AdminEventSort, paging: &Paging, start: &Start) -> (Vec<Listed>, i64) {
    use AdminEventSort::{Date, DateDescending, Registrations, RegistrationsAscending, Title, TitleDescending};
    let compare = |one: &Listed, other: &Listed| -> Ordering {
        let ascending = match sort {
            Date | DateDescending => (&one.date, one.id).cmp(&(&other.date, other.id)),
            Title | TitleDescending => (&one.title_key, one.id).cmp(&(&other.title_key, other.id)),
            Registrations | RegistrationsAscending => (one.size, one.number).cmp(&(other.size, other.number)),
        };
        if is_descending(sort) { ascending.reverse() } else { ascending }
    };
    all.sort_by(compare);
    let total = i64::try_from(all.len()).unwrap_or(i64::MAX);
    let behind = all
        .into_iter()
        .filter(|event| start.after.as_ref().is_none_or(|seen| compare(event, seen).is_gt()));
    (paging.pick(behind), total)
}

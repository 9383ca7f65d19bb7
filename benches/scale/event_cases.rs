//! Cases about events.

use community::exports::db::values::Id;
use community::exports::error::ApiResult;
use community::exports::events::admin_store::{Shown, find_admin_event, list_admin_events};
use community::exports::events::calendar::rules::{Source, calendar};
use community::exports::events::calendar::store as calendar_store;
use community::exports::events::door::store as door_store;
use community::exports::events::list_store::{Filter, Shown as Listed, Sort, count_events, list_events};
use community::exports::events::participants::rules::ParticipantStatus;
use community::exports::events::participants::store::{Wanted, list_all_participants, list_participants, list_waiting};
use community::exports::events::rules::EventStatus;
use community::exports::events::store::find_event;
use community::exports::members::rules::{Eyes, Role};
use community::exports::site::store::moment;
use community::exports::web::paging::Paging;
use rusqlite::Connection;

use crate::Case;
use crate::database::now;

/// Today, and the day one year ago, on which the public calendar begins.
const TODAY: &str = "2026-11-28";
const SINCE: &str = "2025-11-28";

fn case(name: impl Into<String>, call: impl Fn(&Connection) -> ApiResult<usize> + 'static) -> Case {
    (name.into(), Box::new(call))
}

fn page(offset: u32) -> Paging {
    Paging::at(24, offset)
}

/// The calls of visitors, members and admins about events, with the data of this database.
pub fn cases(conn: &Connection) -> Vec<Case> {
    let first = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, Id>(0)).unwrap();
    let event = first("SELECT max(id) FROM events WHERE published = 1");
    let member = first("SELECT max(user_id) FROM registrations WHERE event_id = (SELECT max(id) FROM events WHERE published = 1)");
    let ticket: String = conn
        .query_row(
            "SELECT ticket FROM registrations WHERE event_id = ?1 ORDER BY user_id LIMIT 1 OFFSET 250",
            [event],
            |row| row.get(0),
        )
        .unwrap();
    let eyes = |caller, is_admin| Eyes {
        caller: Some(caller),
        role: if is_admin { Role::Admin } else { Role::User },
    };
    let mut cases = lists(eyes(member, false));
    for (who, eyes) in [
        ("a guest", Eyes::GUEST),
        ("a participant", eyes(member, false)),
        ("an admin", eyes(Id(1), true)),
    ] {
        cases.push(case(format!("event, seen by {who}"), move |conn| {
            Ok(usize::from(find_event(conn, event, &moment(conn, now())?, eyes)?.is_some()))
        }));
    }
    cases.push(case("events, counts", |conn| {
        count_events(conn, &moment(conn, now())?)?;
        Ok(1)
    }));
    cases.extend(admin_lists());
    cases.push(case("admin, event", move |conn| {
        Ok(usize::from(find_admin_event(conn, event, &moment(conn, now())?)?.is_some()))
    }));
    cases.extend(participants(event));
    cases.push(case("door, a ticket", move |conn| {
        Ok(usize::from(door_store::find_by_ticket(conn, &ticket)?.is_some()))
    }));
    cases.push(case("door, who came", move |conn| {
        Ok(usize::from(door_store::find_door(conn, event)?.is_some()))
    }));
    cases.extend(calendars(member));
    cases
}

fn lists(eyes: Eyes) -> Vec<Case> {
    let list = |name: String, filter: Filter, offset| {
        case(name, move |conn| {
            Ok(list_events(conn, &filter, &page(offset), &moment(conn, now())?, eyes)?.items.len())
        })
    };
    let filter = |search: &str, shown, kind, sort| Filter {
        search: search.into(),
        shown,
        kind,
        sort,
    };
    let groups = [
        ("all", Listed::All),
        ("next", Listed::Next),
        ("upcoming", Listed::Status(EventStatus::Upcoming)),
        ("live", Listed::Status(EventStatus::Ongoing)),
        ("completed", Listed::Status(EventStatus::Completed)),
    ];
    let sorts = [
        ("default", Sort::Default),
        ("date-asc", Sort::DateAscending),
        ("date-desc", Sort::DateDescending),
        ("popular", Sort::Popular),
        ("alphabetical", Sort::Alphabetical),
    ];
    let mut cases = Vec::new();
    for (group, status) in groups {
        for (order, sort) in sorts {
            cases.push(list(format!("events, {group}, {order}"), filter("", status, None, sort), 0));
        }
    }
    for (order, sort) in sorts {
        cases.push(list(
            format!("events, completed workshops, {order}"),
            filter("", Listed::Status(EventStatus::Completed), Some("workshop"), sort),
            0,
        ));
    }
    cases.push(list(
        "events, completed, alphabetical, page at 5,000".into(),
        filter("", Listed::Status(EventStatus::Completed), None, Sort::Alphabetical),
        5_000,
    ));
    for (words, status, sort) in [
        ("rust", Listed::All, Sort::Default),
        ("the", Listed::All, Sort::Default),
        ("the", Listed::Status(EventStatus::Upcoming), Sort::Default),
        ("e", Listed::All, Sort::Popular),
        ("zzqxj", Listed::All, Sort::Default),
    ] {
        cases.push(list(
            format!("events, search for {words}, {status:?}, {sort:?}"),
            filter(words, status, None, sort),
            0,
        ));
    }
    cases
}

fn admin_lists() -> Vec<Case> {
    let list = |shown: Shown, search: &'static str, offset| {
        case(format!("admin, events, {shown:?}, search {search:?}, from {offset}"), move |conn| {
            Ok(list_admin_events(conn, shown, None, search, None, &page(offset), &moment(conn, now())?)?
                .items
                .len())
        })
    };
    let all = [Shown::All, Shown::Upcoming, Shown::Today, Shown::Past, Shown::Drafts];
    let mut cases: Vec<Case> = all.into_iter().map(|shown| list(shown, "", 0)).collect();
    cases.push(list(Shown::All, "", 5_000));
    cases.extend(all.into_iter().map(|shown| list(shown, "in", 0)));
    cases.push(list(Shown::All, "zzqxj", 0));
    cases
}

fn participants(event: Id) -> Vec<Case> {
    let list = |search: &'static str, status: Option<ParticipantStatus>, offset| {
        case(format!("participants, search {search:?}, {status:?}, from {offset}"), move |conn| {
            Ok(list_participants(conn, event, &Wanted { search, status, sort: None }, &page(offset))?
                .items
                .len())
        })
    };
    vec![
        list("", None, 0),
        list("", None, 400),
        list("", Some(ParticipantStatus::Attended), 0),
        list("an", None, 0),
        list("an", Some(ParticipantStatus::Attended), 0),
        list("example.org", None, 0),
        list("zzqxj", None, 0),
        case("participants, the file", move |conn| Ok(list_all_participants(conn, event)?.len())),
        case("waiting list", move |conn| Ok(list_waiting(conn, event, &page(0))?.items.len())),
    ]
}

fn calendars(member: Id) -> Vec<Case> {
    let source = Source {
        url: "https://makers.example",
        host: "makers.example",
    };
    vec![
        case("events.ics, read", |conn| Ok(calendar_store::list_entries(conn, SINCE, TODAY)?.len())),
        case("events.ics, read and written", move |conn| {
            let entries = calendar_store::list_entries(conn, SINCE, TODAY)?;
            Ok(calendar(Some("Events"), &entries, source).len().min(entries.len()))
        }),
        case("own calendar", move |conn| {
            Ok(calendar_store::list_entries_of(conn, member, SINCE, TODAY)?.len())
        }),
        case("events.atom", |conn| Ok(calendar_store::list_newest(conn, 50)?.len())),
    ]
}

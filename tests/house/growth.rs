//! Reading events does not get slower with the number of past events or members. Counts the steps of SQLite for every
//! list, in a young and in an old community with the same upcoming events.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use community::exports::db::values::{Id, Instant};
use community::exports::db::{configure, migrate, write_alone};
use community::exports::events::admin_store::{Shown, find_admin_event, list_admin_events};
use community::exports::events::admin_views::AdminEventSort;
use community::exports::events::calendar::store as calendar_store;
use community::exports::events::door::store as door_store;
use community::exports::events::list_store::{Filter, Shown as Listed, Sort, count_events, list_events, list_events_of};
use community::exports::events::participants::rules::ParticipantStatus;
use community::exports::events::participants::store::{Wanted, list_participants, list_waiting};
use community::exports::events::rules::EventStatus;
use community::exports::events::store::find_event;
use community::exports::members::rules::{Eyes, Role};
use community::exports::projects::comment_store::list_comments;
use community::exports::projects::list_store as projects;
use community::exports::projects::store::index_project;
use community::exports::site::rules::Moment;
use community::exports::web::paging::{After, Paging};
use jiff::tz::TimeZone;
use rusqlite::Connection;

static STEPS: AtomicU64 = AtomicU64::new(0);
/// Held by the test that counts.
static COUNTING: Mutex<()> = Mutex::new(());

/// A community with this many members and past events, 50 of them in the last year; 20 upcoming events and 5 ongoing
/// ones. Event 1 is upcoming and has 40 participants and 10 waiting members. Member 1 took part in 10 past events.
fn community(size: u32) -> Connection {
    let mut conn = Connection::open_in_memory().unwrap();
    migrate::create(&mut conn).unwrap();
    configure(&conn).unwrap();
    conn.execute_batch(&format!(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {size} + 60)
           INSERT INTO users (id, name, email, email_key, created_at) SELECT i, 'Member ' || i, i || '@example.org', i || '@example.org', 0 FROM n;
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {size} + 25),
         day (i, first, last) AS (
           SELECT i, CASE WHEN i <= 20 THEN i WHEN i <= 25 THEN -1 WHEN i <= 75 THEN 20 - i ELSE -400 - i END, i > 20 AND i <= 25 FROM n)
           INSERT INTO events (id, number, title, title_key, description, description_html, date, end_date, time, starts_at, ends_at, type, created_at, updated_at)
           SELECT i, i, 'Event', printf('%08d', i * 7919 % 10007), 'Text', '', date('2026-11-28', first || ' days'),
             date('2026-11-28', (first + 2 * last) || ' days'), '18:00', unixepoch('2026-11-28 18:00', first || ' days') * 1000,
             unixepoch('2026-11-28 20:00', (first + 2 * last) || ' days') * 1000, CASE i % 3 WHEN 0 THEN 'webinar' ELSE 'workshop' END, 0, 0 FROM day;
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
           INSERT INTO registrations (event_id, user_id, ticket, registered_at, status)
           SELECT 1, i, 'a' || i, i, CASE i % 2 WHEN 0 THEN 'Attended' ELSE 'Registered' END FROM n WHERE i <= 40
           UNION ALL SELECT 30 + i, 1, 'b' || i, i, 'Attended' FROM n WHERE i <= 10;
         INSERT INTO waiting_list SELECT 1, id, id FROM users WHERE id > 40 AND id <= 50;"
    ))
    .unwrap();
    conn.progress_handler(
        1,
        Some(|| {
            STEPS.fetch_add(1, Ordering::Relaxed);
            false
        }),
    )
    .unwrap();
    conn
}

/// The orders of the admins' list.
const ADMIN_SORTS: [Option<AdminEventSort>; 7] = [
    None,
    Some(AdminEventSort::Date),
    Some(AdminEventSort::DateDescending),
    Some(AdminEventSort::Title),
    Some(AdminEventSort::TitleDescending),
    Some(AdminEventSort::Registrations),
    Some(AdminEventSort::RegistrationsAscending),
];

fn moment() -> Moment {
    Moment {
        now: Instant("2026-11-28T12:00:00Z".parse().unwrap()),
        today: "2026-11-28".into(),
        zone: TimeZone::UTC,
    }
}

/// The steps of each query.
fn steps(conn: &Connection) -> Vec<(String, u64)> {
    let mut counted = Vec::new();
    let mut count = |name: String, ask: &dyn Fn() -> usize| {
        STEPS.store(0, Ordering::Relaxed);
        let entries = ask();
        let steps = STEPS.load(Ordering::Relaxed);
        assert!(entries > 0 && steps > 0, "{name}: {entries} entries in {steps} steps");
        counted.push((name, steps));
    };
    let (eyes, admin) = (
        Eyes {
            caller: Some(Id(1)),
            role: Role::User,
        },
        Eyes {
            caller: Some(Id(2)),
            role: Role::Admin,
        },
    );
    let page = Paging::at(24, 0);
    for shown in [
        Listed::All,
        Listed::Next,
        Listed::Status(EventStatus::Upcoming),
        Listed::Status(EventStatus::Ongoing),
        Listed::Status(EventStatus::Completed),
    ] {
        for kind in [None, Some("webinar")] {
            for sort in [
                Sort::Default,
                Sort::DateAscending,
                Sort::DateDescending,
                Sort::Popular,
                Sort::Alphabetical,
            ] {
                let filter = Filter {
                    search: String::new(),
                    shown,
                    kind,
                    sort,
                };
                count(format!("{filter:?}"), &|| {
                    list_events(conn, &filter, &page, &moment(), eyes).unwrap().items.len()
                });
            }
        }
    }
    for shown in [Shown::All, Shown::Next, Shown::Upcoming, Shown::Today, Shown::Past] {
        for sort in ADMIN_SORTS {
            count(format!("admin {shown:?} {sort:?}"), &|| {
                list_admin_events(conn, shown, None, "", sort, &page, &moment()).unwrap().items.len()
            });
        }
    }
    for (search, status) in [
        ("", None),
        ("", Some(ParticipantStatus::Attended)),
        ("member 2", None),
        ("org", Some(ParticipantStatus::Attended)),
    ] {
        count(format!("participants {search} {status:?}"), &|| {
            list_participants(conn, Id(1), &Wanted { search, status, sort: None }, &page)
                .unwrap()
                .items
                .len()
        });
    }
    for eyes in [Eyes::GUEST, eyes, admin] {
        count(format!("event, {eyes:?}"), &|| {
            usize::from(find_event(conn, Id(1), &moment(), eyes).unwrap().is_some())
        });
    }
    let some = |found: bool| usize::from(found);
    count("admin event".into(), &|| {
        some(find_admin_event(conn, Id(1), &moment()).unwrap().is_some())
    });
    count("waiting list".into(), &|| list_waiting(conn, Id(1), &page).unwrap().items.len());
    count("door".into(), &|| some(door_store::find_door(conn, Id(1)).unwrap().is_some()));
    count("ticket".into(), &|| some(door_store::find_by_ticket(conn, "a7").unwrap().is_some()));
    count("counts".into(), &|| {
        usize::try_from(count_events(conn, &moment()).unwrap().count).unwrap()
    });
    count("own events".into(), &|| {
        list_events_of(conn, Id(1), &page, &moment(), eyes).unwrap().items.len()
    });
    count("events.ics".into(), &|| {
        calendar_store::list_entries(conn, "2025-11-28", "2026-11-28").unwrap().len()
    });
    count("own calendar".into(), &|| {
        calendar_store::list_entries_of(conn, Id(1), "2025-11-28", "2026-11-28").unwrap().len()
    });
    count("events.atom".into(), &|| calendar_store::list_newest(conn, 50).unwrap().len());
    counted
}

/// A project with this many comments, in a showcase of as many projects.
fn showcase(conn: &Connection, size: u32) {
    conn.execute_batch(&format!(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {size})
           INSERT INTO projects (id, number, title, title_key, description, description_html, category, github_link, submitted_by, status, upvote_count, created_at, updated_at)
           SELECT i, i, 'Project', printf('%08d', i * 7919 % 10007), 'Text', '', 'web', 'https://a.example', 1, 'Approved', i % 10, i, i FROM n;
         INSERT INTO showcase (facet, project_id, upvote_count, title_key) SELECT 'all', id, upvote_count, title_key FROM projects;
         INSERT INTO comments (id, project_id, user_id, text, created_at) SELECT id, 1, 1, 'Text', id FROM projects;"
    ))
    .unwrap();
}

#[test]
fn a_page_after_an_entry_costs_the_same_at_any_depth() {
    let _alone = COUNTING.lock().unwrap_or_else(PoisonError::into_inner);
    let conn = community(5_000);
    showcase(&conn, 5_000);
    type Ask<'a> = Box<dyn Fn(&Paging) -> (usize, Option<After>) + 'a>;
    let mut lists: Vec<(String, Ask)> = Vec::new();
    for sort in [
        Sort::Default,
        Sort::DateAscending,
        Sort::DateDescending,
        Sort::Popular,
        Sort::Alphabetical,
    ] {
        for kind in [None, Some("webinar")] {
            let filter = Filter {
                search: String::new(),
                shown: Listed::Status(EventStatus::Completed),
                kind,
                sort,
            };
            let conn = &conn;
            lists.push((
                format!("{filter:?}"),
                Box::new(move |page| {
                    let page = list_events(conn, &filter, page, &moment(), Eyes::GUEST).unwrap();
                    (page.items.len(), page.next)
                }),
            ));
        }
    }
    for shown in [Shown::All, Shown::Past] {
        for sort in ADMIN_SORTS {
            let conn = &conn;
            lists.push((
                format!("admin {shown:?} {sort:?}"),
                Box::new(move |page| {
                    let page = list_admin_events(conn, shown, None, "", sort, page, &moment()).unwrap();
                    (page.items.len(), page.next)
                }),
            ));
        }
    }
    for sort in [projects::Sort::Recent, projects::Sort::Popular, projects::Sort::Alphabetical] {
        let filter = projects::Filter {
            search: String::new(),
            category: None,
            tag: String::new(),
            featured: false,
            sort,
        };
        let conn = &conn;
        lists.push((
            format!("{filter:?}"),
            Box::new(move |page| {
                let page = projects::list_projects(conn, &filter, page, Eyes::GUEST).unwrap();
                (page.items.len(), page.next)
            }),
        ));
    }
    lists.push((
        "comments".into(),
        Box::new(|page| {
            let page = list_comments(&conn, Id(1), page, Eyes::GUEST).unwrap();
            (page.items.len(), page.next)
        }),
    ));
    for (name, list) in lists {
        let (mut paging, mut costs, mut entries) = (Paging::at(200, 0), Vec::new(), 0);
        loop {
            STEPS.store(0, Ordering::Relaxed);
            let (found, next) = list(&paging);
            costs.push(STEPS.load(Ordering::Relaxed));
            entries += found;
            let Some(next) = next else { break };
            paging.after = Some(next);
        }
        assert!(entries > 1_500 && costs.len() > 8, "{name}: {entries} entries on {} pages", costs.len());
        let whole = &costs[..costs.len() - 1];
        let (least, most) = (whole.iter().min().unwrap(), whole.iter().max().unwrap());
        assert!(*most < least + least / 2, "{name}: {costs:?}");
    }
}

/// A showcase of as many projects, each with the word "project" in it.
fn searchable(size: u32) -> Connection {
    let mut conn = community(200);
    showcase(&conn, size);
    write_alone(&mut conn, |tx| (1..=i64::from(size)).try_for_each(|id| index_project(tx, Id(id)))).unwrap();
    conn
}

fn matching(search: &str, sort: projects::Sort) -> projects::Filter {
    projects::Filter {
        search: search.into(),
        category: None,
        tag: String::new(),
        featured: false,
        sort,
    }
}

#[test]
fn a_word_of_all_projects_costs_the_same_in_a_large_showcase() {
    let _alone = COUNTING.lock().unwrap_or_else(PoisonError::into_inner);
    let steps = |size: u32| {
        let conn = searchable(size);
        let filter = matching("project", projects::Sort::Recent);
        let list = || projects::list_projects(&conn, &filter, &Paging::at(24, 0), Eyes::GUEST).unwrap();
        assert_eq!((list().items.len(), list().total), (24, 1001));
        STEPS.store(0, Ordering::Relaxed);
        list();
        STEPS.load(Ordering::Relaxed)
    };
    let (few, many) = (steps(1_200), steps(3_600));
    assert!(many < few + few / 10, "{few} steps, and {many} in a large showcase");
}

/// Many matches are picked out of the list, few are sorted: both ways give its order.
#[test]
fn the_matches_of_a_search_come_in_the_order_of_the_list() {
    let conn = searchable(1_200);
    let ids = |search: &str, sort, paging: &Paging| {
        let page = projects::list_projects(&conn, &matching(search, sort), paging, Eyes::GUEST).unwrap();
        (page.items.into_iter().map(|project| project.id).collect::<Vec<_>>(), page.next)
    };
    for sort in [projects::Sort::Popular, projects::Sort::Alphabetical] {
        // Far into the list, sorting is the cheaper way.
        for offset in [0, 24, 900, 1_190] {
            let paging = Paging::at(24, offset);
            assert_eq!(ids("project", sort, &paging), ids("", sort, &paging), "{sort:?} at {offset}");
        }
        let mut paging = Paging::at(24, 0);
        paging.after = ids("", sort, &paging).1;
        assert!(paging.after.is_some());
        assert_eq!(ids("project", sort, &paging), ids("", sort, &paging), "{sort:?}");
    }
}

#[test]
fn no_list_reads_past_events() {
    let _alone = COUNTING.lock().unwrap_or_else(PoisonError::into_inner);
    let (young, old) = (steps(&community(200)), steps(&community(5_000)));
    assert!(young.len() > 50);
    let grown: Vec<String> = young
        .iter()
        .zip(&old)
        .filter(|((_, few), (_, many))| *many > few + few / 10)
        .map(|((name, few), (_, many))| format!("{name}: {few} steps, and {many} in an old community"))
        .collect();
    assert!(grown.is_empty(), "{}", grown.join("\n"));
}

//! Whether the cost of a call grows with the community: every list, search and detail on a small and on a large demo, side
//! by side, with the time it takes, the steps that SQLite makes (the same at every run), and the plans of its statements.
//!
//!     cargo bench --bench scale [-- [SMALL LARGE] [--plans]]
//!
//! The demos are kept in target/scale, for the large one takes a while to make.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant as Stopwatch};

use community::db::configure;
use community::db::values::{Id, Instant};
use community::demo::{self, Options};
use community::error::ApiResult;
use community::events::{self, api::moment, views::EventStatus};
use community::members::{self, views::Eyes};
use community::paging::Paging;
use community::projects::{self, review_store, store::Filter, views::ProjectStatus};
use community::stats;
use rusqlite::Connection;

/// Counted runs of each case.
const RUNS: usize = 15;
static STEPS: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static STATEMENTS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// What one case cost.
struct Cost {
    median: Duration,
    steps: u64,
    plans: Vec<Plan>,
}

/// A line of a statement's plan, and whether the statement stops at its LIMIT.
struct Plan {
    line: String,
    stops: bool,
}

/// Runs a call and says how many entries came.
type Call = Box<dyn Fn(&Connection) -> ApiResult<usize>>;
type Case = (&'static str, Call);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let with_plans = arguments.iter().any(|argument| argument == "--plans");
    let sizes: Vec<usize> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    let (small, large) = match sizes.as_slice() {
        [small, large] => (*small, *large),
        _ => (1_000, 100_000),
    };
    let (small_db, large_db) = (open(small), open(large));
    println!(
        "{:<44} {:>12} {:>12} {:>12} {:>12}",
        "case",
        format!("{small}: ms"),
        "steps",
        format!("{large}: ms"),
        "steps"
    );
    let mut scans = Vec::new();
    for ((name, small_case), (_, large_case)) in cases(&small_db).into_iter().zip(cases(&large_db)) {
        let (few, many) = (measure(&small_db, &small_case), measure(&large_db, &large_case));
        println!(
            "{name:<44} {:>12.3} {:>12} {:>12.3} {:>12}",
            milliseconds(few.median),
            few.steps,
            milliseconds(many.median),
            many.steps
        );
        if with_plans {
            many.plans.iter().for_each(|plan| println!("    {}", plan.line));
        }
        scans.extend(
            many.plans
                .iter()
                .filter(|plan| is_full_scan(plan))
                .map(|plan| format!("{name}: {}", plan.line)),
        );
    }
    println!("\nfull scans: {}", if scans.is_empty() { "none".to_owned() } else { scans.join("\n  ") });
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// A whole table, when nothing stops the walk: no LIMIT, or an order that is sorted only afterwards.
fn is_full_scan(plan: &Plan) -> bool {
    let small = ["page", "matches", "grouped", "t", "settings", "(subquery", "CONSTANT"];
    let scans = plan.line.starts_with("SCAN ") && !plan.line.contains("VIRTUAL TABLE") && !small.iter().any(|name| plan.line[5..].starts_with(name));
    scans && !plan.stops
}

fn open(projects: usize) -> Connection {
    let path = path_of(projects);
    if !path.exists() {
        let started = Stopwatch::now();
        // Tenths of the projects are events, each with up to some hundred registrations; ten votes a project.
        let options = Options {
            projects,
            members: (projects / 5).max(1_240),
            events: (projects / 10).max(30),
            ..Options::new(now())
        };
        demo::make(&path, &options).unwrap_or_else(|message| panic!("{message}"));
        println!("made a demo of {projects} projects in {:.1} s", started.elapsed().as_secs_f64());
    }
    let conn = Connection::open(&path).unwrap();
    configure(&conn).unwrap();
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

fn path_of(projects: usize) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scale");
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(format!("{projects}.db"))
}

fn now() -> Instant {
    Instant("2026-11-28T09:00:00Z".parse().unwrap())
}

fn measure(conn: &Connection, case: &dyn Fn(&Connection) -> ApiResult<usize>) -> Cost {
    case(conn).unwrap();
    STEPS.store(0, Ordering::Relaxed);
    case(conn).unwrap();
    let steps = STEPS.load(Ordering::Relaxed);
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let started = Stopwatch::now();
            case(conn).unwrap();
            started.elapsed()
        })
        .collect();
    times.sort_unstable();
    Cost {
        median: times[RUNS / 2],
        steps,
        plans: plans(conn, case),
    }
}

/// The plans of the statements that a case runs.
fn plans(conn: &Connection, case: &dyn Fn(&Connection) -> ApiResult<usize>) -> Vec<Plan> {
    STATEMENTS.with_borrow_mut(Vec::clear);
    conn.trace_v2(
        rusqlite::trace::TraceEventCodes::SQLITE_TRACE_STMT,
        Some(|event| {
            if let rusqlite::trace::TraceEvent::Stmt(statement, _) = event {
                STATEMENTS.with_borrow_mut(|known| known.push(statement.sql().to_string()));
            }
        }),
    );
    case(conn).unwrap();
    conn.trace_v2(rusqlite::trace::TraceEventCodes::empty(), None);
    let mut statements = STATEMENTS.with_borrow_mut(std::mem::take);
    statements.dedup();
    let mut found = Vec::new();
    for sql in statements {
        let Ok(mut plan) = conn.prepare(&format!("EXPLAIN QUERY PLAN {sql}")) else {
            continue;
        };
        let mut rows = plan.raw_query();
        let mut lines: Vec<String> = Vec::new();
        while let Ok(Some(row)) = rows.next() {
            lines.push(row.get("detail").unwrap_or_default());
        }
        let stops = sql.contains("LIMIT") && !lines.iter().any(|line| line.contains("TEMP B-TREE FOR ORDER BY"));
        found.extend(lines.into_iter().map(|line| Plan { line, stops }));
    }
    found
}

/// Every call that a visitor, member or admin makes, on what this database holds.
fn cases(conn: &Connection) -> Vec<Case> {
    let first = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, Id>(0)).unwrap();
    let project = first("SELECT project_id FROM showcase WHERE facet = 'all' ORDER BY upvote_count DESC LIMIT 1");
    let event = first("SELECT id FROM events WHERE published = 1 ORDER BY registration_count DESC LIMIT 1");
    let member = first("SELECT submitted_by FROM projects ORDER BY id DESC LIMIT 1");
    let eyes = Eyes {
        caller: member,
        is_admin: false,
    };
    let page = |offset| Paging { limit: 24, offset };
    let filter = || Filter {
        search: String::new(),
        category: None,
        tag: String::new(),
        featured: false,
        sort: projects::store::Sort::Recent,
    };
    let list = move |filter: Filter, offset: u32| -> Call {
        Box::new(move |conn| Ok(projects::store::list_projects(conn, &filter, page(offset), eyes)?.items.len()))
    };
    let search = move |words: &str, sort| {
        list(
            Filter {
                search: words.into(),
                sort,
                ..filter()
            },
            0,
        )
    };
    let event_filter = |status, sort| events::store::Filter {
        search: String::new(),
        status,
        kind: None,
        sort,
    };
    let event_list = move |filter: events::store::Filter, offset: u32| -> Call {
        Box::new(move |conn| {
            Ok(events::store::list_events(conn, &filter, page(offset), &moment(conn, now())?, eyes)?
                .items
                .len())
        })
    };
    use events::store::Sort as EventSort;
    use projects::store::Sort;
    vec![
        ("projects, recent", list(filter(), 0)),
        ("projects, recent, page at 10,000", list(filter(), 10_000)),
        (
            "projects, popular",
            list(
                Filter {
                    sort: Sort::Popular,
                    ..filter()
                },
                0,
            ),
        ),
        (
            "projects, alphabetical",
            list(
                Filter {
                    sort: Sort::Alphabetical,
                    ..filter()
                },
                0,
            ),
        ),
        (
            "projects, category, popular",
            list(
                Filter {
                    category: Some("web"),
                    sort: Sort::Popular,
                    ..filter()
                },
                0,
            ),
        ),
        ("projects, featured", list(Filter { featured: true, ..filter() }, 0)),
        (
            "projects, tag",
            list(
                Filter {
                    tag: "rust".into(),
                    ..filter()
                },
                0,
            ),
        ),
        ("projects, search: a frequent word", search("rust", Sort::Recent)),
        ("projects, search: a frequent word, popular", search("rust", Sort::Popular)),
        ("projects, search: two letters", search("te", Sort::Recent)),
        ("projects, search: one letter", search("e", Sort::Recent)),
        ("projects, search: nothing", search("zzqxj", Sort::Recent)),
        (
            "projects, search: with category and featured",
            list(
                Filter {
                    search: "rust".into(),
                    category: Some("web"),
                    featured: true,
                    ..filter()
                },
                0,
            ),
        ),
        (
            "project",
            Box::new(move |conn| Ok(usize::from(projects::store::find_project(conn, project, eyes)?.is_some()))),
        ),
        (
            "project, comments",
            Box::new(move |conn| Ok(projects::store::list_comments(conn, project, page(0), eyes)?.items.len())),
        ),
        (
            "project, similar",
            Box::new(move |conn| Ok(projects::store::list_similar(conn, project, eyes)?.len())),
        ),
        (
            "own projects",
            Box::new(move |conn| Ok(projects::store::list_own_projects(conn, eyes, page(0))?.items.len())),
        ),
        (
            "admin, review queue",
            Box::new(move |conn| {
                Ok(review_store::list_admin_projects(conn, Some(ProjectStatus::InReview), "", page(0))?
                    .items
                    .len())
            }),
        ),
        (
            "admin, all projects",
            Box::new(move |conn| Ok(review_store::list_admin_projects(conn, None, "", page(0))?.items.len())),
        ),
        (
            "admin, search by title",
            Box::new(move |conn| Ok(review_store::list_admin_projects(conn, None, "the", page(0))?.items.len())),
        ),
        ("events", event_list(event_filter(None, EventSort::Default), 0)),
        (
            "events, completed",
            event_list(event_filter(Some(EventStatus::Completed), EventSort::Default), 0),
        ),
        ("events, popular", event_list(event_filter(None, EventSort::Popular), 0)),
        (
            "events, alphabetical, completed",
            event_list(event_filter(Some(EventStatus::Completed), EventSort::Alphabetical), 0),
        ),
        (
            "events, type",
            event_list(
                events::store::Filter {
                    kind: Some("workshop"),
                    ..event_filter(None, EventSort::Default)
                },
                0,
            ),
        ),
        (
            "events, search",
            event_list(
                events::store::Filter {
                    search: "rust".into(),
                    ..event_filter(None, EventSort::Default)
                },
                0,
            ),
        ),
        (
            "event",
            Box::new(move |conn| {
                Ok(usize::from(
                    events::store::find_event(conn, event, &moment(conn, now())?, eyes)?.is_some(),
                ))
            }),
        ),
        (
            "profile",
            Box::new(move |conn| Ok(usize::from(members::store::find_profile(conn, member, false)?.is_some()))),
        ),
        (
            "members, search by name",
            Box::new(move |conn| Ok(members::store::search_members(conn, "an", member, 10)?.len())),
        ),
        (
            "counts",
            Box::new(|conn| Ok(usize::try_from(stats::store::find_total(conn, "projects:all")?).unwrap_or(0))),
        ),
    ]
}

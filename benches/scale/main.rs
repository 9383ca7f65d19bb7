//! Measures whether the cost of a call grows with the community. Runs every list, search and detail on a small and on a
//! large demo and prints side by side the time, the steps of SQLite (the same in every run), and the query plans.
//!
//!     cargo bench --bench scale [-- [SMALL LARGE] [--plans]]
//!
//! The demos are kept in target/tmp/scale, because the large one takes a while to create.

mod database;
mod event_cases;
mod project_cases;

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant as Stopwatch};

use community::exports::error::ApiResult;
use rusqlite::Connection;

/// Counted runs of each case.
const RUNS: usize = 15;
static STEPS: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static STATEMENTS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// The cost of one case.
struct Cost {
    median: Duration,
    steps: u64,
    plans: Vec<Plan>,
}

/// A line of a query plan, and whether the statement stops at its LIMIT.
struct Plan {
    line: String,
    stops: bool,
}

/// Runs a call and returns the number of entries.
type Call = Box<dyn Fn(&Connection) -> ApiResult<usize>>;
type Case = (String, Call);

/// All calls of visitors, members and admins, with the data of this database.
fn cases(conn: &Connection) -> Vec<Case> {
    let mut cases = project_cases::cases(conn);
    cases.extend(event_cases::cases(conn));
    cases
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let with_plans = arguments.iter().any(|argument| argument == "--plans");
    let sizes: Vec<usize> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    let (small, large) = match sizes.as_slice() {
        [small, large] => (*small, *large),
        _ => (1_000, 100_000),
    };
    let (small_db, large_db) = (counting(database::open(small)), counting(database::open(large)));
    println!(
        "{:<52} {:>12} {:>12} {:>12} {:>12}",
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
            "{name:<52} {:>12.3} {:>12} {:>12.3} {:>12}",
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

/// Scans of a whole table that nothing stops: there is no LIMIT, or the sorting comes only afterwards.
fn is_full_scan(plan: &Plan) -> bool {
    let small = ["page", "matches", "grouped", "t", "settings", "(subquery", "CONSTANT"];
    let scans = plan.line.starts_with("SCAN ") && !plan.line.contains("VIRTUAL TABLE") && !small.iter().any(|name| plan.line[5..].starts_with(name));
    scans && !plan.stops
}

/// Counts every step from now on.
fn counting(conn: Connection) -> Connection {
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

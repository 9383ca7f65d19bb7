//! The communities to measure: demos with projects and members in proportion to their size, and 500 participants per
//! event.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::Instant as Stopwatch;

use community::exports::db::values::Instant;
use community::exports::db::{configure, migrate};
use community::exports::demo::{self, Options};
use rusqlite::Connection;

/// No community has more, and five million participants say of a call what fifty would.
const MOST_EVENTS: usize = 10_000;

/// The day of the demos.
pub fn now() -> Instant {
    Instant("2026-11-28T09:00:00Z".parse().unwrap())
}

/// Opens the community with that many projects. Creates it if it does not exist, which takes a while for a large one.
pub fn open(projects: usize) -> Connection {
    let path = path_of(projects);
    if !path.exists() {
        let started = Stopwatch::now();
        // An unfinished file must not be mistaken for a finished one.
        let unfinished = path.with_extension("part");
        let _ = std::fs::remove_file(&unfinished);
        // A tenth of the projects are events, each with 500 participants; there are ten votes per project.
        let options = Options {
            projects,
            members: (projects / 5).max(1_240),
            events: (projects / 10).clamp(30, MOST_EVENTS),
            ..Options::new(now())
        };
        demo::make(&unfinished, &options).unwrap_or_else(|message| panic!("{message}"));
        fill_events(&unfinished).unwrap();
        std::fs::rename(&unfinished, &path).unwrap();
        println!("made a demo of {projects} projects in {:.1} s", started.elapsed().as_secs_f64());
    }
    let conn = Connection::open(&path).unwrap();
    configure(&conn).unwrap();
    let count = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    println!(
        "{projects} projects: {} members, {} events, {} registrations",
        count("SELECT count(*) FROM users"),
        count("SELECT count(*) FROM events"),
        count("SELECT sum(registration_count) FROM events"),
    );
    conn
}

/// The name contains a hash of the schema, because a file with another schema is of no use.
fn path_of(projects: usize) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scale");
    std::fs::create_dir_all(&folder).unwrap();
    let mut hasher = DefaultHasher::new();
    include_str!("../../schema.sql").hash(&mut hasher);
    let path = folder.join(format!("{projects}-{:016x}.db", hasher.finish()));
    for entry in std::fs::read_dir(&folder).unwrap().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path() != path && name.split(['-', '.']).next() == Some(&projects.to_string()) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
    path
}

/// Fills every event up to 500 participants. Those of the last event have tasks, half of them done, and 200 more
/// members are on its waiting list. The counters are set once instead of five million times.
fn fill_events(path: &Path) -> rusqlite::Result<()> {
    let mut conn = migrate::open(path).unwrap();
    conn.pragma_update(None, "cache_size", -800_000)?;
    let tx = conn.transaction()?;
    let trigger: String = tx.query_row("SELECT sql FROM sqlite_schema WHERE name = 'registrations_added'", [], |row| row.get(0))?;
    tx.execute_batch(
        "DROP TRIGGER registrations_added;
         CREATE TEMP TABLE numbered AS SELECT row_number() OVER (ORDER BY id) AS number, id FROM users;
         CREATE UNIQUE INDEX temp.numbered_by_number ON numbered (number);
         UPDATE events SET max_participants = max(max_participants, 500) WHERE max_participants IS NOT NULL;
         WITH RECURSIVE place (number) AS (SELECT 0 UNION ALL SELECT number + 1 FROM place WHERE number < 699)
           INSERT OR IGNORE INTO registrations (event_id, user_id, status, ticket, registered_at, checked_in_at)
           SELECT event_id, user_id, status, ticket, registered_at, CASE status WHEN 'Registered' THEN NULL ELSE starts_at END FROM (
             SELECT e.id AS event_id, n.id AS user_id, printf('%016x%016x', e.number, place.number) AS ticket, e.starts_at - 86400000 + place.number AS registered_at,
               e.starts_at, CASE place.number % 3 WHEN 0 THEN 'Registered' WHEN 1 THEN 'Attended' ELSE 'Completed' END AS status,
               row_number() OVER (PARTITION BY e.id ORDER BY place.number) AS nth, 500 - e.registration_count AS missing
             FROM events e CROSS JOIN place CROSS JOIN numbered n ON n.number = 1 + (e.number * 31 + place.number) % (SELECT count(*) FROM users)
             WHERE place.number < 700 AND NOT EXISTS (SELECT 1 FROM registrations r WHERE r.event_id = e.id AND r.user_id = n.id))
           WHERE nth <= missing;
         UPDATE events SET registration_count = (SELECT count(*) FROM registrations WHERE event_id = events.id);
         UPDATE totals SET count = (SELECT sum(registration_count) FROM events WHERE published = 1) WHERE name = 'participants';
         WITH RECURSIVE task (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM task WHERE number < 5)
           INSERT INTO event_tasks (id, event_id, position, name) SELECT 10 + number, (SELECT max(id) FROM events WHERE published = 1), 10 + number, 'Task ' || number FROM task;
         INSERT INTO task_completions SELECT r.event_id, r.user_id, t.id, 0 FROM event_tasks t JOIN registrations r USING (event_id) WHERE t.id BETWEEN 11 AND 15 AND r.user_id % 2 = 0;
         INSERT INTO waiting_list
           SELECT e.id, n.id, n.number FROM (SELECT max(id) AS id FROM events WHERE published = 1) e CROSS JOIN numbered n
           WHERE NOT EXISTS (SELECT 1 FROM registrations r WHERE r.event_id = e.id AND r.user_id = n.id) AND NOT EXISTS (SELECT 1 FROM waiting_list w WHERE w.event_id = e.id AND w.user_id = n.id)
           ORDER BY n.number LIMIT 200;
         DROP TABLE numbered;
         -- Hundreds of thousands of signatures would be made while others are measured.
         DELETE FROM credentials_due WHERE id < (SELECT max(id) FROM credentials_due) - 1000;",
    )?;
    tx.execute_batch(&trigger)?;
    tx.commit()?;
    conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
}

//! The demo community: reproducible by seed and day, consistent with its own counters, and with one of everything.

use std::collections::BTreeMap;

use community::exports::db::values::{Id, Instant};
use community::exports::db::{configure, migrate, write_alone};
use community::exports::demo::{self, Options};
use community::exports::members::rules::Eyes;
use community::exports::projects::list_store::{Filter, Sort, list_projects};
use community::exports::projects::rules;
use community::exports::projects::store::index_project;
use community::exports::site::category_rules::FIRST;
use community::exports::web::paging::Paging;
use rusqlite::Connection;

fn options() -> Options {
    Options::new(Instant(crate::support::NOW.parse().unwrap()))
}

/// A database in memory with a demo in it.
fn filled(options: &Options) -> Connection {
    let mut conn = Connection::open_in_memory().unwrap();
    configure(&conn).unwrap();
    migrate::create(&mut conn).unwrap();
    write_alone(&mut conn, |tx| demo::fill(tx, options)).unwrap();
    conn
}

/// A few members and their votes, for tests in which the number does not matter.
fn small() -> Options {
    Options { members: 60, ..options() }
}

/// The single number of a query.
fn number(conn: &Connection, sql: &str) -> i64 {
    conn.query_row(sql, [], |row| row.get(0)).unwrap()
}

/// The first column of a query.
fn texts(conn: &Connection, sql: &str) -> Vec<String> {
    let mut statement = conn.prepare(sql).unwrap();
    statement
        .query_map([], |row| row.get(0))
        .unwrap()
        .collect::<rusqlite::Result<_>>()
        .unwrap()
}

/// Every row of every table, but for what is random on purpose.
fn rows(conn: &Connection) -> BTreeMap<String, Vec<String>> {
    let tables = texts(
        conn,
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' AND name <> 'settings_version'",
    );
    let dump = |table: &String| {
        let mut statement = conn.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let width = statement.column_count();
        let found = statement
            .query_map([], |row| {
                (0..width)
                    .map(|column| Ok(format!("{:?}", row.get_ref(column)?)))
                    .collect::<rusqlite::Result<Vec<_>>>()
            })
            .unwrap();
        found.map(|row| row.unwrap().join("|")).collect()
    };
    tables.iter().map(|table| (table.clone(), dump(table))).collect()
}

/// The counters as counted from the rows.
fn counted(conn: &Connection) -> BTreeMap<String, i64> {
    let mut statement = conn
        .prepare(
            "SELECT 'members', count(*) FROM users WHERE suspended_at IS NULL AND deleted_at IS NULL
             UNION ALL SELECT 'events', count(*) FROM events WHERE published = 1
             UNION ALL SELECT 'events:hosted', count(*) FROM events WHERE published = 1 AND cancelled_at IS NULL
             UNION ALL SELECT 'participants', count(*) FROM registrations r JOIN events e ON e.id = r.event_id WHERE e.published = 1
             UNION ALL SELECT 'event_type:' || type, count(*) FROM events WHERE published = 1 GROUP BY type
             UNION ALL SELECT 'project_status:' || status, count(*) FROM projects GROUP BY status
             UNION ALL SELECT 'projects:' || facet, count(*) FROM showcase GROUP BY facet
             UNION ALL SELECT 'certificates:' || type, count(*) FROM certificates GROUP BY type
             UNION ALL SELECT 'mails:' || state, count(*) FROM mails GROUP BY state
             UNION ALL SELECT 'badges:' || family, count(*) FROM badges GROUP BY family
             UNION ALL SELECT 'users:' || role, count(*) FROM users WHERE deleted_at IS NULL GROUP BY role
             UNION ALL SELECT 'users:suspended', count(*) FROM users WHERE suspended_at IS NOT NULL AND deleted_at IS NULL",
        )
        .unwrap();
    statement
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .collect::<rusqlite::Result<_>>()
        .unwrap()
}

fn totals(conn: &Connection) -> BTreeMap<String, i64> {
    let mut statement = conn.prepare("SELECT name, count FROM totals WHERE count > 0").unwrap();
    statement
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .collect::<rusqlite::Result<_>>()
        .unwrap()
}

#[test]
fn a_seed_and_a_day_make_the_same_community() {
    let first = rows(&filled(&small()));
    assert!(first.values().map(Vec::len).sum::<usize>() > 3000);
    let later = Options {
        now: small().now.plus_seconds(3600),
        ..small()
    };
    for (table, rows) in rows(&filled(&later)) {
        assert!(first[&table] == rows, "{table} differs");
    }
    let other = rows(&filled(&Options { seed: 2, ..small() }));
    assert!(first["upvotes"] != other["upvotes"]);
}

#[test]
fn a_dozen_projects_have_screenshots_of_the_size_that_is_said() {
    let conn = filled(&small());
    let shown = "FROM project_pictures pp JOIN showcase s ON s.facet = 'all' AND s.project_id = pp.project_id";
    assert_eq!(
        number(&conn, &format!("SELECT count(DISTINCT s.project_id) {shown} WHERE length(pp.alt) > 20")),
        12
    );

    let sql = format!("SELECT m.bytes, m.width, m.height {shown} JOIN media m ON m.id IN (pp.card, pp.full)");
    let mut statement = conn.prepare(&sql).unwrap();
    let pictures = statement
        .query_map([], |row| Ok((row.get::<_, Vec<u8>>(0)?, row.get(1)?, row.get(2)?)))
        .unwrap();
    for (bytes, width, height) in pictures.map(Result::unwrap) {
        let found = image::load_from_memory(&bytes).unwrap();
        assert_eq!((found.width(), found.height()), (width, height));
    }
}

#[test]
fn counters_equal_what_is_counted() {
    let conn = filled(&options());
    assert_eq!(totals(&conn), counted(&conn));
    for sql in [
        "SELECT count(*) FROM projects p WHERE upvote_count <> (SELECT count(*) FROM upvotes v WHERE v.project_id = p.id)",
        "SELECT count(*) FROM projects p WHERE comment_count <> (SELECT count(*) FROM comments c WHERE c.project_id = p.id)",
        "SELECT count(*) FROM showcase s JOIN projects p ON p.id = s.project_id WHERE s.upvote_count <> p.upvote_count",
        "SELECT count(*) FROM users u WHERE project_count <> (SELECT count(*) FROM projects p WHERE p.submitted_by = u.id)",
        "SELECT count(*) FROM events e WHERE registration_count <> (SELECT count(*) FROM registrations r WHERE r.event_id = e.id)",
        "SELECT count(*) FROM events e WHERE waiting_count <> (SELECT count(*) FROM waiting_list w WHERE w.event_id = e.id)",
    ] {
        assert_eq!(number(&conn, sql), 0, "{sql}");
    }
}

#[test]
fn there_is_one_of_everything() {
    let conn = filled(&options());
    for (sql, expected) in [
        ("SELECT count(*) FROM users", 1240),
        ("SELECT count(*) FROM projects", 60),
        ("SELECT count(*) FROM events", 30),
        ("SELECT count(DISTINCT status) FROM projects", 3),
        ("SELECT count(DISTINCT category) FROM projects WHERE status = 'Approved'", 9),
        ("SELECT count(DISTINCT mode) FROM events WHERE published = 1", 3),
        ("SELECT count(DISTINCT type) FROM events WHERE published = 1", 8),
        ("SELECT count(DISTINCT difficulty) FROM events", 3),
        ("SELECT count(DISTINCT level) FROM badges WHERE family = 'upvote'", 5),
        ("SELECT count(DISTINCT level) FROM badges WHERE family = 'project'", 4),
        ("SELECT count(DISTINCT family) FROM badges", 4),
        ("SELECT count(DISTINCT design) FROM certificates WHERE released_at IS NOT NULL", 4),
        ("SELECT count(*) FROM events WHERE published = 0", 1),
        ("SELECT count(*) FROM events WHERE cancelled_at IS NOT NULL", 1),
        (
            "SELECT count(*) FROM events WHERE waiting_count > 0 AND registration_count = max_participants",
            1,
        ),
        ("SELECT count(*) FROM events WHERE date < '2026-11-28' AND end_date > '2026-11-28'", 1),
        ("SELECT count(*) FROM users WHERE suspended_at IS NOT NULL", 1),
        ("SELECT count(*) FROM users WHERE role = 'admin'", 1),
        ("SELECT count(*) FROM users WHERE role = 'organiser'", 1),
        ("SELECT count(DISTINCT user_id) FROM event_staff WHERE duty = 'helper'", 1),
        (
            "SELECT count(*) FROM events e WHERE NOT EXISTS (SELECT 1 FROM event_staff s WHERE s.event_id = e.id AND s.duty = 'organiser' AND s.user_id = e.created_by)",
            0,
        ),
        ("SELECT count(*) FROM certificates WHERE is_private = 1", 1),
        ("SELECT count(*) FROM certificates WHERE revoked_at IS NOT NULL", 1),
        ("SELECT count(*) FROM projects WHERE upvote_count > 1000", 1),
        (
            "SELECT count(*) FROM mailings WHERE recipients = (SELECT count(*) FROM mails WHERE mailing_id = mailings.id)",
            3,
        ),
        ("SELECT count(DISTINCT state) FROM invitations", 4),
        // A demo sends nothing.
        ("SELECT count(*) FROM mails WHERE state = 'waiting' OR unsent = 'refused'", 0),
        // Nothing may contradict itself.
        (
            "SELECT count(*) FROM projects p JOIN users u ON u.id = p.submitted_by WHERE p.created_at < u.created_at",
            0,
        ),
        (
            "SELECT count(*) FROM upvotes v JOIN users u ON u.id = v.user_id WHERE v.created_at < u.created_at",
            0,
        ),
        (
            "SELECT count(*) FROM comments c JOIN users u ON u.id = c.user_id WHERE c.created_at < u.created_at",
            0,
        ),
        (
            "SELECT count(*) FROM registrations r JOIN users u ON u.id = r.user_id WHERE r.registered_at < u.created_at",
            0,
        ),
        (
            "SELECT count(*) FROM registrations r JOIN event_tasks t ON t.event_id = r.event_id AND t.required = 1
             LEFT JOIN task_completions c ON c.event_id = r.event_id AND c.user_id = r.user_id AND c.task_id = t.id
             WHERE r.status = 'Completed' AND c.task_id IS NULL",
            0,
        ),
        (
            "SELECT count(*) FROM registrations r JOIN events e ON e.id = r.event_id
             WHERE r.status = 'Completed' AND e.certificates_offered = 1
               AND NOT EXISTS (SELECT 1 FROM certificates c WHERE c.user_id = r.user_id AND c.event_id = r.event_id)",
            0,
        ),
        (
            "SELECT count(*) FROM projects p WHERE (SELECT count(*) FROM badges b WHERE b.project_id = p.id AND b.family = 'upvote')
               <> (p.upvote_count >= 10) + (p.upvote_count >= 100) + (p.upvote_count >= 250) + (p.upvote_count >= 500) + (p.upvote_count >= 1000)",
            0,
        ),
    ] {
        assert_eq!(number(&conn, sql), expected, "{sql}");
    }
    for sql in [
        "SELECT count(*) FROM events WHERE is_collaborative = 1 AND published = 1",
        "SELECT count(*) FROM certificates WHERE released_at IS NULL",
        "SELECT max(length(title)) > 180 FROM projects",
        "SELECT count(*) FROM users WHERE bio = '' AND github = '' AND project_count = 0 AND name = 'Lee'",
        "SELECT count(*) FROM events WHERE date > '2026-11-28'",
        "SELECT count(*) FROM events WHERE end_date < '2026-11-28'",
        "SELECT count(*) FROM task_completions",
        "SELECT count(*) FROM comments",
    ] {
        assert!(number(&conn, sql) > 0, "{sql}");
    }
    assert_eq!(tiers(&conn), [10, 100, 250, 500, 1000]);
}

/// The upvote tiers of the projects.
fn tiers(conn: &Connection) -> Vec<i64> {
    let mut found: Vec<i64> = texts(conn, "SELECT CAST(upvote_count AS TEXT) FROM projects")
        .iter()
        .filter_map(|count| Some(community::exports::badges::rules::tier(count.parse().unwrap())?.0))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn names_come_in_many_scripts() {
    let conn = filled(&small());
    let names = texts(&conn, "SELECT name FROM users").concat();
    for (script, sample) in [
        ("Latin with marks", 'ö'..='ö'),
        ("Greek", 'α'..='ω'),
        ("Cyrillic", 'а'..='я'),
        ("Hebrew", 'א'..='ת'),
        ("Arabic", 'ا'..='ي'),
        ("Devanagari", 'अ'..='ह'),
        ("Bengali", 'অ'..='হ'),
        ("Tamil", 'அ'..='ஹ'),
        ("Thai", 'ก'..='ฮ'),
        ("Korean", '가'..='힣'),
        ("Chinese", '一'..='鿿'),
    ] {
        assert!(names.chars().any(|letter| sample.contains(&letter)), "{script}");
    }
}

#[test]
fn lists_and_counters_follow_every_change_of_a_project() {
    let mut conn = filled(&small());
    for change in [
        "UPDATE projects SET featured = 1 WHERE id = (SELECT min(id) FROM projects WHERE status = 'Approved' AND featured = 0)",
        "UPDATE projects SET featured = 0 WHERE id = (SELECT min(id) FROM projects WHERE featured = 1)",
        "UPDATE projects SET category = 'blockchain' WHERE id = (SELECT max(id) FROM projects WHERE category = 'web' AND status = 'Approved')",
        "UPDATE projects SET status = 'Rejected', rejection_reason = 'no', featured = 0 WHERE id = (SELECT min(id) FROM projects WHERE featured = 1)",
        "UPDATE projects SET status = 'Approved' WHERE id = (SELECT max(id) FROM projects WHERE status = 'In Review')",
    ] {
        let id: Id = write_alone(&mut conn, |tx| {
            let id = tx.query_row(&format!("{change} RETURNING id"), [], |row| row.get(0))?;
            index_project(tx, id)?;
            Ok(id)
        })
        .unwrap();
        assert_eq!(totals(&conn), counted(&conn), "{change}");
        for category in std::iter::once(None).chain(FIRST.iter().map(|(name, _)| Some(*name))) {
            for featured in [false, true] {
                let total = listed(&conn, category, featured, "");
                assert_eq!(total, expected(&conn, category, featured), "{change}: {category:?} {featured}");
                assert!(listed(&conn, category, featured, "e") <= total, "{change}");
            }
        }
        let title: String = conn
            .query_row("SELECT title FROM projects WHERE id = ?1", [id], |row| row.get(0))
            .unwrap();
        let is_public = number(&conn, &format!("SELECT status = 'Approved' FROM projects WHERE id = {}", id.0));
        assert_eq!(listed(&conn, None, false, &title), is_public, "{change}: {title}");
    }
}

/// The counts according to the list.
fn listed(conn: &Connection, category: Option<&str>, featured: bool, search: &str) -> i64 {
    let filter = Filter {
        search: search.to_owned(),
        category: category.map(str::to_owned),
        tag: String::new(),
        featured,
        sort: Sort::Recent,
    };
    let page = list_projects(conn, &filter, &Paging::at(200, 0), Eyes::GUEST).unwrap();
    assert_eq!(i64::try_from(page.items.len()).unwrap(), page.total);
    page.total
}

/// The counts according to the rows.
fn expected(conn: &Connection, category: Option<&str>, featured: bool) -> i64 {
    let mut statement = conn
        .prepare(
            "SELECT category, coalesce((SELECT json_group_array(name) FROM project_technologies WHERE project_id = id), '[]')
             FROM projects WHERE status = 'Approved' AND featured >= ?1",
        )
        .unwrap();
    let found = statement
        .query_map([featured], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))
        .unwrap()
        .map(Result::unwrap)
        .filter(|(own, technologies)| {
            let technologies: Vec<String> = serde_json::from_str(technologies).unwrap();
            category.is_none_or(|category| rules::categories_of(own, &technologies).contains(&category))
        })
        .count();
    i64::try_from(found).unwrap()
}

#[test]
fn a_file_with_people_in_it_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("demo.db");
    let tiny = Options {
        members: 40,
        projects: 5,
        events: 5,
        ..options()
    };
    demo::make(&path, &tiny).unwrap();
    let refusal = demo::make(&path, &tiny).unwrap_err();
    assert!(refusal.ends_with("already has members. The demo needs a file of its own."), "{refusal}");
    // An existing demo is served again. A real community's file is not mistaken for one.
    assert_eq!(demo::ensure(&path, tiny.now), Ok(None));
    let note = demo::ensure(&path, tiny.now.plus_seconds(86_400)).unwrap().unwrap();
    assert!(note.contains("is a demo of 2026-11-28"), "{note}");
    let own = folder.path().join("community.db");
    let conn = migrate::open(&own).unwrap();
    conn.execute(
        "INSERT INTO users (id, name, email, email_key, created_at) VALUES (1, 'A', 'a@example.org', 'a@example.org', 0)",
        [],
    )
    .unwrap();
    drop(conn);
    assert!(demo::ensure(&own, tiny.now).is_err());
    assert_eq!(number(&migrate::open(&own).unwrap(), "SELECT count(*) FROM users"), 1);
}

#[tokio::test]
async fn each_printed_link_signs_in_once() {
    let app = crate::support::TestApp::new().await;
    let now = app.app.clock.now();
    let links = app
        .app
        .db
        .write(move |tx| {
            demo::fill(tx, &small())?;
            demo::sign_in_links(tx, "http://127.0.0.1:8080", now)
        })
        .await
        .unwrap();
    let mut roles = Vec::new();
    for (_, link) in links {
        let token = link.strip_prefix("http://127.0.0.1:8080/login#token=").unwrap().to_owned();
        let answer = app.post("/api/auth/email/verify", serde_json::json!({ "token": token })).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        roles.push(answer.json()["user"]["role"].as_str().unwrap().to_owned());
        assert_ne!(
            app.post("/api/auth/email/verify", serde_json::json!({ "token": token })).await.status,
            200
        );
    }
    assert_eq!(roles, ["user", "user", "admin"]);
}

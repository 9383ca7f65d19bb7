//! What is asked: every read of the API document, the feeds and pages, some lists in their orders and searches, and the
//! most frequent writes.

use community::exports::db::values::Id;
use rusqlite::Connection;
use serde_json::Value;

use crate::client::Request;

/// Who has to ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    Guest,
    Member,
    Admin,
}

/// A read.
pub struct Call {
    pub name: String,
    pub path: String,
    pub takes_gzip: bool,
}

/// Things of a community that addresses name.
pub struct Things {
    project: Id,
    event: Id,
    badge: Id,
    mailing: Option<Id>,
    certificate: String,
    credential: Option<Id>,
    pub member: Id,
    pub admin: Id,
    /// Members who write, and projects and events that they write about.
    pub writers: Vec<Id>,
    pub projects: Vec<Id>,
}

impl Things {
    /// The most popular project, the fullest event that is not over, one of its participants, and so on.
    pub fn find(conn: &Connection) -> Things {
        let first = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, Id>(0));
        let all = |sql: &str| -> Vec<Id> {
            let mut statement = conn.prepare(sql).unwrap();
            let rows = statement.query_map([], |row| row.get(0)).unwrap();
            rows.collect::<Result<_, _>>().unwrap()
        };
        Things {
            project: first("SELECT project_id FROM showcase WHERE facet = 'all' ORDER BY upvote_count DESC LIMIT 1").unwrap(),
            event: first("SELECT max(id) FROM events WHERE published = 1").unwrap(),
            badge: first("SELECT max(id) FROM badges").unwrap(),
            mailing: first("SELECT max(id) FROM mailings").ok(),
            certificate: conn
                .query_row(
                    "SELECT certificate_id FROM certificates WHERE released_at IS NOT NULL AND revoked_at IS NULL AND is_private = 0 ORDER BY id DESC LIMIT 1",
                    [],
                    |row| row.get(0),
                )
                .unwrap(),
            credential: first("SELECT max(id) FROM credentials").ok(),
            member: first("SELECT user_id FROM registrations WHERE event_id = (SELECT max(id) FROM events WHERE published = 1) ORDER BY user_id LIMIT 1").unwrap(),
            admin: first("SELECT min(id) FROM users WHERE role = 'admin'").unwrap(),
            writers: all("SELECT id FROM users WHERE role = 'user' AND suspended_at IS NULL AND deleted_at IS NULL AND needs_name = 0 ORDER BY id LIMIT 1000"),
            projects: all("SELECT project_id FROM showcase WHERE facet = 'all' ORDER BY project_id DESC LIMIT 500"),
        }
    }

    /// The most popular project.
    pub fn project(&self) -> Id {
        self.project
    }

    fn filled(&self, path: &str) -> Option<String> {
        let id = if path.contains("/certificates/") {
            self.certificate.clone()
        } else if path.contains("/badges/") {
            self.badge.to_string()
        } else if path.contains("/events/") {
            self.event.to_string()
        } else if path.contains("/mailings/") {
            self.mailing?.to_string()
        } else if path.contains("/users/") {
            self.member.to_string()
        } else {
            self.project.to_string()
        };
        let path = path.replace("{id}", &id).replace("{certificateId}", &id).replace("{name}", "privacy");
        match path.as_str() {
            "/api/transparency/consistency" => Some(format!("{path}?from=1&to=2")),
            "/api/transparency/inclusion" => Some(format!("{path}?credential={}", self.credential?)),
            "/api/users/search" => Some(format!("{path}?q=an")),
            _ => Some(path),
        }
    }
}

/// Lists as people ask for them, beside their first page.
const LISTS: &[(&str, &str)] = &[
    ("24 projects", "/api/projects?limit=24"),
    ("24 projects, by upvotes", "/api/projects?limit=24&sort=popular"),
    ("24 projects of a category", "/api/projects?limit=24&category=web"),
    ("24 projects with a tag", "/api/projects?limit=24&tag=rust"),
    ("24 projects, from 10,000 on", "/api/projects?limit=24&offset=10000"),
    ("projects, a frequent word", "/api/projects?limit=24&search=rust"),
    ("projects, a frequent word, by upvotes", "/api/projects?limit=24&search=rust&sort=popular"),
    (
        "projects, a frequent word, by title",
        "/api/projects?limit=24&search=rust&sort=alphabetical",
    ),
    ("projects, two frequent words", "/api/projects?limit=24&search=small%20tested"),
    ("projects, four words", "/api/projects?limit=24&search=a%20small%20and%20the"),
    (
        "projects, eight words",
        "/api/projects?limit=24&search=a%20small%20the%20and%20in%20for%20with%20of",
    ),
    ("projects, a rare word", "/api/projects?limit=24&search=zzqxj"),
    ("24 events", "/api/events?limit=24"),
    (
        "24 events, completed, by participants",
        "/api/events?limit=24&status=completed&sort=popular",
    ),
    ("events, a frequent word", "/api/events?limit=24&search=rust"),
    ("admin: users, a word", "/api/admin/users?limit=24&search=an"),
    ("admin: projects, a word", "/api/admin/projects?limit=24&search=the"),
];

/// What is read beside the API.
const BESIDE: &[&str] = &["/", "/projects", "/events", "/events.ics", "/events.atom", "/projects.atom", "/healthz"];

/// All reads.
pub fn reads(document: &Value, things: &Things) -> Vec<Call> {
    let call = |name: &str, path: String| Call {
        name: name.to_owned(),
        path,
        takes_gzip: false,
    };
    let mut calls: Vec<Call> = LISTS.iter().map(|(name, path)| call(name, (*path).to_owned())).collect();
    calls.insert(
        1,
        Call {
            takes_gzip: true,
            ..call("24 projects, compressed", "/api/projects?limit=24".into())
        },
    );
    calls.extend(BESIDE.iter().map(|path| call(path, (*path).to_owned())));
    for page in [format!("/projects/{}", things.project), format!("/events/{}", things.event)] {
        calls.push(call(page.rsplit_once('/').map_or(&page, |(folder, _)| folder), page.clone()));
        if let Some(last) = calls.last_mut() {
            last.name.push_str("/{id}");
        }
    }
    for (path, methods) in document["paths"].as_object().unwrap() {
        let Some(name) = methods["get"]["operationId"].as_str() else {
            continue;
        };
        if let Some(filled) = things.filled(path) {
            calls.push(call(name, format!("/api{}", filled.strip_prefix("/api").unwrap_or(&filled))));
        }
    }
    calls
}

/// A write: its name, and the request with a number by one of the writers.
pub type Write = (&'static str, Box<dyn Fn(u64) -> Request + Sync>);

/// The most frequent writes. Each writer takes turns, because a member may do little in a minute.
pub fn writes(things: &Things, bearers: &[String], admin: &str) -> Vec<Write> {
    let send = |method: &'static str, path: fn(&str, &str) -> String, body: fn(u64) -> String| {
        let (projects, bearers, event) = (things.projects.clone(), bearers.to_vec(), things.event.to_string());
        move |number: u64| {
            let (turn, place) = (number as usize % bearers.len(), number as usize / bearers.len());
            let project = projects[(turn * 7 + place) % projects.len()].to_string();
            Request {
                method,
                body: body(number),
                ..Request::get(path(&project, &event)).by(&bearers[turn])
            }
        }
    };
    let admin = admin.to_owned();
    let projects = things.projects.clone();
    vec![
        (
            "create_comment",
            Box::new(send(
                "POST",
                |project, _| format!("/api/projects/{project}/comment"),
                |number| format!(r#"{{"text":"Comment {number}"}}"#),
            )),
        ),
        (
            "upvote_project",
            Box::new(send(
                "POST",
                |project, _| format!("/api/projects/{project}/upvote"),
                |number| format!(r#"{{"upvoted":{}}}"#, number % 3 != 0),
            )),
        ),
        (
            "edit_own_profile",
            Box::new(send(
                "PUT",
                |_, _| "/api/users/profile".into(),
                |number| format!(r#"{{"bio":"Number {number}"}}"#),
            )),
        ),
        (
            "count_visit",
            Box::new(send("POST", |_, _| "/api/analytics".into(), |_| r#"{"page":"/projects"}"#.into())),
        ),
        (
            "set_project_featured",
            Box::new(move |number| Request {
                method: "PUT",
                body: format!(r#"{{"featured":{}}}"#, number % 2 == 0),
                ..Request::get(format!("/api/admin/projects/{}/feature", projects[number as usize % projects.len()])).by(&admin)
            }),
        ),
    ]
}

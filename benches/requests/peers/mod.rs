//! The same calls asked of other programs with the same projects, when `PEERS` names a folder where they are installed:
//! Express with better-sqlite3 (node_modules), and PocketBase (the executable pocketbase).

use std::path::{Path, PathBuf};
use std::process::Command;

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::calls::{Things, writes};
use crate::client::{Request, ask};
use crate::site::{Cost, Server, free_address};

/// A row of the table: 24 projects, one project, a comment, an upvote.
type Costs = [Option<f64>; 4];

const ADDRESS: &str = "bench@peers.example";
const PASSWORD: &str = "for-the-bench-only";

fn micros(cost: Cost, what: &str) -> Option<f64> {
    assert!(cost.status < 300, "{what}: {}", cost.status);
    Some(cost.micros)
}

/// Prints the table. `file` is a database that nobody else uses.
pub fn compare(ours: &Server, file: &Path, things: &Things, bearers: &[String], admin: &str, bare: f64) {
    let Some(folder) = std::env::var_os("PEERS").map(PathBuf::from) else {
        println!("\nNo other program beside it: PEERS names no folder.");
        return;
    };
    let conn = Connection::open(file).unwrap();
    println!("\n| Program | 24 projects | A project | A comment | An upvote |\n| --- | --- | --- | --- | --- |");
    line("Ours, for members and anew for guests", bare, community(ours, things, bearers, admin));
    line("Ours, kept for guests", bare, kept(ours, things));
    if folder.join("node_modules/better-sqlite3").exists() {
        line("Express with better-sqlite3", bare, express(&folder, file, things, admin));
    }
    if folder.join("pocketbase").exists() {
        line("PocketBase", bare, pocketbase(&folder.join("pocketbase"), &conn));
    }
}

fn line(name: &str, bare: f64, costs: Costs) {
    let columns = costs.map(|cost| cost.map(|micros| format!("{micros:.0} ({:.1}×)", micros / bare)).unwrap_or_default());
    println!("| {name} | {} |", columns.join(" | "));
}

fn community(server: &Server, things: &Things, bearers: &[String], admin: &str) -> Costs {
    let mut writes = writes(things, bearers, admin).into_iter().map(|(_, make)| make);
    let read = |path: String| server.measure(0, move |number| Request::get(format!("{path}unkept={number}")));
    [
        micros(read("/api/projects?limit=24&".into()), "our list"),
        micros(read(format!("/api/projects/{}?", things.project())), "our project"),
        // The first of them were sent before.
        writes.next().and_then(|make| micros(server.measure(1_000_000, make), "our comment")),
        writes.next().and_then(|make| micros(server.measure(1_000_000, make), "our upvote")),
    ]
}

fn kept(server: &Server, things: &Things) -> Costs {
    let read = |path: String| server.measure(0, move |_| Request::get(path.clone()));
    [
        micros(read("/api/projects?limit=24".into()), "our list"),
        micros(read(format!("/api/projects/{}", things.project())), "our project"),
        None,
        None,
    ]
}

/// Takes the same file, and the same statements where it has them.
fn express(folder: &Path, file: &Path, things: &Things, admin: &str) -> Costs {
    let address = free_address();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/requests/peers/express.mjs");
    let mut node = Command::new("node");
    node.arg(program).arg(file).arg(address.port().to_string()).env("PEERS", folder);
    let server = Server::start(&mut node, address, "Serving");
    // Whoever writes says who they are.
    let writers: Vec<String> = things.writers.iter().map(ToString::to_string).collect();
    community(&server, things, &writers, admin)
}

/// Gets the projects through its API. Its file is not made to last with every write.
fn pocketbase(program: &Path, conn: &Connection) -> Costs {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let data = format!("--dir={}", folder.path().display());
    let account = ["superuser", "upsert", ADDRESS, PASSWORD, &data];
    assert!(Command::new(program).args(account).output().unwrap().status.success());
    let address = free_address();
    let server = Server::start(
        Command::new(program).args(["serve", &data, &format!("--http={address}")]),
        address,
        "Server started",
    );
    let post = |path: &str, bearer: Option<&str>, body: &Value| {
        let request = Request {
            method: "POST",
            body: body.to_string(),
            ..Request::get(path)
        };
        let answer = ask(address, &bearer.map_or(request.clone(), |bearer| request.by(bearer)));
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        assert!(answer.status < 300, "{path}: {} {text}", answer.status);
        serde_json::from_str::<Value>(&text).unwrap()
    };
    let signed_in = post(
        "/api/collections/_superusers/auth-with-password",
        None,
        &json!({ "identity": ADDRESS, "password": PASSWORD }),
    );
    let admin = signed_in["token"].as_str().map(str::to_owned);
    let field = |name: &str, kind: &str| json!({ "name": name, "type": kind, "max": 0 });
    let texts = ["title", "short", "excerpt", "github", "demo", "category", "maker"];
    let mut fields: Vec<Value> = texts.iter().map(|name| field(name, "text")).collect();
    fields.extend([
        json!({ "name": "technologies", "type": "json" }),
        json!({ "name": "votes", "type": "number" }),
    ]);
    let open = |name: &str, fields: Vec<Value>| {
        let rules = json!({ "name": name, "type": "base", "fields": fields, "listRule": "", "viewRule": "", "createRule": "", "updateRule": "" });
        post("/api/collections", admin.as_deref(), &rules);
    };
    open("projects", fields);
    open("comments", vec![field("project", "text"), field("text", "text")]);
    let mut rows = conn
        .prepare(
            "SELECT p.title, p.short_description, coalesce(p.excerpt, ''), p.github_link, p.demo_link, p.category, u.name,
               (SELECT json_group_array(name) FROM project_technologies WHERE project_id = p.id), p.upvote_count
             FROM projects p JOIN users u ON u.id = p.submitted_by ORDER BY p.id LIMIT 1000",
        )
        .unwrap();
    let mut rows = rows.query([]).unwrap();
    let mut last = String::new();
    while let Some(row) = rows.next().unwrap() {
        let mut record: serde_json::Map<String, Value> = texts
            .iter()
            .enumerate()
            .map(|(at, name)| ((*name).to_owned(), row.get::<_, String>(at).unwrap().into()))
            .collect();
        record.insert(
            "technologies".into(),
            serde_json::from_str(&row.get::<_, String>(texts.len()).unwrap()).unwrap(),
        );
        record.insert("votes".into(), row.get::<_, i64>(texts.len() + 1).unwrap().into());
        let made = post("/api/collections/projects/records", None, &record.into());
        last = made["id"].as_str().unwrap_or_default().to_owned();
    }
    let records = "/api/collections/projects/records";
    let write = |method: &'static str, path: String, body: fn(u64, &str) -> Value| {
        let last = last.clone();
        server.measure(0, move |number| Request {
            method,
            body: body(number, &last).to_string(),
            ..Request::get(path.clone())
        })
    };
    [
        micros(
            server.measure(0, |_| Request::get(format!("{records}?perPage=24&sort=-@rowid"))),
            "its list",
        ),
        micros(server.measure(0, |_| Request::get(format!("{records}/{last}"))), "its project"),
        micros(
            write(
                "POST",
                "/api/collections/comments/records".into(),
                |number, project| json!({ "project": project, "text": format!("Comment {number}") }),
            ),
            "its comment",
        ),
        micros(write("PATCH", format!("{records}/{last}"), |_, _| json!({ "votes+": 1 })), "its upvote"),
    ]
}

//! Looks for leaks: walks through a full demo as a guest and as a member, in every call that is not for admins only,
//! every calendar, feed and page head, and searches the answers for data that the caller must not see. The calls come
//! from the API document, so new ones are included automatically. The same walk as an admin must find data of each
//! kind; otherwise the test would prove nothing.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use community::db::values::{Id, fold};
use community::demo::{self, Options};
use community::head::PageHead;
use poem::http::StatusCode;
use rusqlite::{Connection, named_params};
use serde_json::Value;

use crate::support::{Signed, TestApp};

/// Entries per page: few, so that every list has several pages.
const PAGE: usize = 9;
/// Members whose profiles are read, including those of the makers.
const PROFILES: usize = 60;
/// Members of the demo: enough for every event to have participants.
const MEMBERS: usize = 120;

/// Data that must not be seen: a word or phrase that gives it away, and its kind.
#[derive(Default)]
struct Secrets {
    /// Letters and digits only, in lower case.
    words: HashMap<String, &'static str>,
    /// Folded texts.
    phrases: Vec<(String, &'static str)>,
    /// Addresses that may be seen. Everything else that looks like an address may not.
    published: HashSet<String>,
}

/// The walk of one caller.
struct Crawl<'a> {
    app: &'a TestApp,
    caller: Option<&'a Signed>,
    id: String,
    own_projects: Vec<String>,
    secrets: Secrets,
    /// The possible values of each kind of path parameter.
    ids: &'a BTreeMap<&'static str, Vec<String>>,
    /// Answers per operation: all, and those with status 200.
    answers: BTreeMap<String, (usize, usize)>,
    found_ids: BTreeSet<String>,
    addresses: BTreeSet<String>,
    findings: BTreeMap<&'static str, Vec<String>>,
}

#[tokio::test]
async fn nobody_sees_data_that_is_not_for_them() {
    let app = TestApp::with(|config| config.captcha.provider = community::config::CaptchaProvider::Builtin).await;
    fill(&app).await;
    let document: Value = app.get("/api/openapi.json").await.json();
    let ids = app.app.db.read(|conn| Ok(ids(conn)?)).await.unwrap();
    assert!(
        ids["events"].len() == 30 && ids["projects"].len() == 60 && ids["users"].len() == PROFILES,
        "the demo is another one"
    );

    let member = app.session_of(somebody(&app, MEMBER).await).await;
    let admin = app
        .session_of(somebody(&app, "SELECT id FROM users WHERE role = 'admin' LIMIT 1").await)
        .await;
    let mut walks = Vec::new();
    for caller in [None, Some(&member), Some(&admin)] {
        // The admin's answers are searched for data that a guest must not see.
        let knows = caller.filter(|caller| caller.id != admin.id).map_or(Id(0), |caller| caller.id);
        let mut crawl = Crawl {
            app: &app,
            caller,
            id: knows.to_string(),
            own_projects: app.app.db.read(move |conn| Ok(own_projects(conn, knows)?)).await.unwrap(),
            secrets: secrets(&app, knows).await,
            ids: &ids,
            answers: BTreeMap::new(),
            found_ids: BTreeSet::new(),
            addresses: BTreeSet::new(),
            findings: BTreeMap::new(),
        };
        crawl.walk(&document).await;
        if caller.is_some_and(|caller| caller.id == admin.id) {
            for id in &ids["events"] {
                crawl.read("get_admin_event", &format!("/api/admin/events/{id}")).await;
            }
        }
        walks.push(crawl);
    }
    let [guest, member, admin] = walks.as_slice() else { unreachable!() };
    for crawl in [guest, member] {
        assert!(crawl.findings.is_empty(), "{:#?}", crawl.findings);
        let total: usize = crawl.answers.values().map(|(all, _)| all).sum();
        assert!(total > 450, "only {total} answers were read");
        let unanswered: Vec<&String> = crawl.answers.iter().filter(|(_, (_, good))| *good == 0).map(|(name, _)| name).collect();
        assert!(unanswered.is_empty(), "never answered: {unanswered:?}");
        for (kind, enough) in [("events", 29), ("projects", 40), ("users", 40)] {
            let known = ids[kind].iter().filter(|id| crawl.found_ids.contains(*id)).count();
            assert!(known >= enough, "only {known} {kind} were found");
        }
    }
    assert_eq!(guest.addresses, BTreeSet::from(["hello@example.org".to_owned()]));
    assert_eq!(member.addresses.len(), 2, "the contact and one's own: {:?}", member.addresses);
    assert!(member.own_projects.len() > 1 && !member.id.starts_with("0000000"));
    let told: Vec<&str> = admin.findings.keys().copied().collect();
    for kind in [ADDRESS, CONTACT, LINK, PARTICIPANT, PROJECT, PROJECT_STATE, DRAFT, SECRET] {
        assert!(
            told.contains(&kind),
            "an admin was not told of {kind}, so nobody would be missed: {told:?}"
        );
    }
}

const ADDRESS: &str = "an address";
const CONTACT: &str = "a partner's address";
const LINK: &str = "a link to a meeting";
const PARTICIPANT: &str = "somebody who takes part or voted";
const PROJECT: &str = "a hidden project";
const PROJECT_STATE: &str = "a state of a project other than Approved";
const DRAFT: &str = "a draft of an event";
const SECRET: &str = "a secret";

/// A member with a hidden project, a vote, and a place at an event that has links.
const MEMBER: &str = "SELECT u.id FROM users u WHERE u.role = 'user' AND u.suspended_at IS NULL
    AND EXISTS (SELECT 1 FROM projects p WHERE p.submitted_by = u.id AND p.status <> 'Approved')
    AND EXISTS (SELECT 1 FROM upvotes v WHERE v.user_id = u.id)
    AND EXISTS (SELECT 1 FROM registrations r JOIN events e ON e.id = r.event_id WHERE r.user_id = u.id AND e.cancelled_at IS NULL)
    LIMIT 1";

async fn somebody(app: &TestApp, sql: &'static str) -> Id {
    app.app.db.read(move |conn| Ok(conn.query_row(sql, [], |row| row.get(0))?)).await.unwrap()
}

/// The demo, with links for every event, a calendar feed for every member, and a pending sign-in link.
async fn fill(app: &TestApp) {
    let options = Options {
        members: MEMBERS,
        ..Options::new(app.app.clock.now())
    };
    app.write(move |tx| {
        demo::fill(tx, &options)?;
        demo::sign_in_links(tx, "http://127.0.0.1:8080", options.now)?;
        for (id, _) in rows(tx, "SELECT id, '' FROM events")? {
            tx.execute(
                "UPDATE events SET meet_link = :meet, whatsapp_link = :chat WHERE id = :id",
                named_params! { ":id": id, ":meet": format!("https://meet.example.org/meet{id}"), ":chat": format!("https://chat.example.org/chat{id}") },
            )?;
        }
        for (id, _) in rows(tx, "SELECT id, '' FROM users")? {
            tx.execute(
                "INSERT INTO calendar_feeds (user_id, secret, created_at) VALUES (:id, :secret, 0)",
                named_params! { ":id": id, ":secret": format!("feed{id}") },
            )?;
        }
        Ok(())
    })
    .await;
}

/// Ids with a text.
fn rows(conn: &Connection, sql: &str) -> rusqlite::Result<Vec<(Id, String)>> {
    conn.prepare(sql)?.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// The values that can follow this word in a path. They include hidden objects, because anybody may ask for their
/// address.
fn ids(conn: &Connection) -> rusqlite::Result<BTreeMap<&'static str, Vec<String>>> {
    let of = |sql| Ok::<_, rusqlite::Error>(rows(conn, sql)?.into_iter().map(|(id, _)| id.to_string()).collect::<Vec<_>>());
    let mut users = of("SELECT id, '' FROM users ORDER BY project_count DESC, id")?;
    users.truncate(PROFILES);
    Ok(BTreeMap::from([
        ("events", of("SELECT id, '' FROM events")?),
        ("projects", of("SELECT id, '' FROM projects")?),
        ("users", users),
    ]))
}

/// The caller's own projects, in any state.
fn own_projects(conn: &Connection, caller: Id) -> rusqlite::Result<Vec<String>> {
    conn.prepare("SELECT id FROM projects WHERE submitted_by = ?1 UNION SELECT project_id FROM project_members WHERE user_id = ?1")?
        .query_map([caller], |row| Ok(row.get::<_, Id>(0)?.to_string()))?
        .collect()
}

/// Everything that this member (a guest: 0) must not see.
async fn secrets(app: &TestApp, caller: Id) -> Secrets {
    let keys = [
        &app.app.keys.session,
        &app.app.keys.captcha,
        &app.app.keys.media,
        &app.app.keys.unsubscribe,
    ]
    .map(|key| key.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    app.app
        .db
        .read(move |conn| {
            let mut secrets = Secrets::default();
            let mut add = |what, enough: usize, words: Vec<String>| {
                assert!(words.len() >= enough, "only {} of {what}", words.len());
                assert!(
                    words
                        .iter()
                        .all(|word| word.len() > 12 && word.bytes().all(|byte| byte.is_ascii_alphanumeric()))
                );
                secrets.words.extend(words.into_iter().map(|word| (word.to_lowercase(), what)));
            };
            let texts = |sql: &str| -> rusqlite::Result<Vec<String>> { conn.prepare(sql)?.query_map([caller], |row| row.get(0))?.collect() };
            let ids = |sql: &str| -> rusqlite::Result<Vec<String>> {
                conn.prepare(sql)?
                    .query_map([caller], |row| Ok(row.get::<_, Id>(0)?.to_string()))?
                    .collect()
            };
            let elsewhere = ids("SELECT id FROM events WHERE id NOT IN (SELECT event_id FROM registrations WHERE user_id = ?1)")?;
            add(LINK, 10, elsewhere.iter().map(|id| format!("meet{id}")).collect());
            add(LINK, 10, elsewhere.iter().map(|id| format!("chat{id}")).collect());
            let others = ids("SELECT id FROM users WHERE id <> ?1")?;
            add(SECRET, MEMBERS - 1, others.iter().map(|id| format!("feed{id}")).collect());
            add(SECRET, 300, texts("SELECT ticket FROM registrations WHERE user_id <> ?1")?);
            add(SECRET, 1, ids("SELECT id FROM sessions WHERE user_id <> ?1")?);
            add(SECRET, 3, texts("SELECT lower(hex(token_hash)) FROM sign_in_links WHERE ?1 IS NOT NULL")?);
            add(SECRET, 4, keys.to_vec());
            let mine = own_projects(conn, caller)?;
            let hidden: Vec<(Id, String)> = rows(conn, "SELECT id, title FROM projects WHERE status <> 'Approved'")?
                .into_iter()
                .filter(|(id, _)| !mine.contains(&id.to_string()))
                .collect();
            let drafts = rows(conn, "SELECT id, title FROM events WHERE published = 0")?;
            add(PROJECT, 3, hidden.iter().map(|(id, _)| id.to_string()).collect());
            add(DRAFT, 1, drafts.iter().map(|(id, _)| id.to_string()).collect());
            let titles = hidden.into_iter().map(|(_, title)| (fold(&title), PROJECT));
            secrets.phrases = titles.chain(drafts.into_iter().map(|(_, title)| (fold(&title), DRAFT))).collect();
            assert!(secrets.phrases.iter().all(|(title, _)| title.len() > 3));
            let contacts = texts("SELECT organization_contact FROM events WHERE organization_contact <> '' AND ?1 IS NOT NULL")?;
            assert!(contacts.len() >= 2);
            secrets.phrases.extend(contacts.iter().map(|address| (fold(address), CONTACT)));

            secrets.published = texts("SELECT email_key FROM users WHERE id = ?1")?.into_iter().collect();
            secrets.published.insert("hello@example.org".into());
            Ok(secrets)
        })
        .await
        .unwrap()
}

impl Crawl<'_> {
    async fn walk(&mut self, document: &Value) {
        let mut calls = 0;
        for (path, operations) in document["paths"].as_object().unwrap() {
            let operation = &operations["get"];
            if operation.is_null() || !self.may_call(operation) {
                continue;
            }
            calls += 1;
            let name = operation["operationId"].as_str().unwrap();
            let parameters: Vec<&Value> = operation["parameters"].as_array().into_iter().flatten().collect();
            let is_list = parameters.iter().any(|parameter| parameter["name"] == "offset");
            for path in self.filled(path) {
                if is_list {
                    self.read_pages(name, &path).await;
                } else {
                    self.read(name, &path).await;
                }
                for parameter in parameters.iter().filter(|parameter| parameter["in"] == "query") {
                    for value in values(parameter) {
                        let limit = if is_list { "&limit=200" } else { "" };
                        let query = format!("{path}?{}={value}{limit}", parameter["name"].as_str().unwrap());
                        self.read(name, &query).await;
                    }
                }
            }
        }
        assert!(calls >= 14, "only {calls} calls");
        for path in ["/events.ics", "/events.atom", "/projects.atom"] {
            self.read(path, path).await;
        }
        for id in &self.ids["events"] {
            self.read("calendar.ics", &format!("/events/{id}/calendar.ics")).await;
        }
        if self.caller.is_some() && self.id != Id(0).to_string() {
            self.read("own calendar", &format!("/calendar/feed{}.ics", self.id)).await;
        }
        for (folder, kind) in [("events", "events"), ("projects", "projects"), ("profile", "users")] {
            for id in &self.ids[kind] {
                let head = PageHead::find(&self.app.app, &format!("{folder}/{id}")).await.unwrap();
                let text = head.fill("<title>Community</title><meta name=\"description\" content=\"\"><!--head-->");
                assert!(text.contains("og:title"));
                self.look(folder, &format!("/{folder}/{id}"), head.found, &text);
            }
        }
    }

    /// Guests: calls that need no session. Members: all calls that are not for admins only.
    fn may_call(&self, operation: &Value) -> bool {
        let Some(ways) = operation["security"].as_array() else { return true };
        ways.iter()
            .any(|way| way.as_object().unwrap().is_empty() || (self.caller.is_some() && way.get("Member").is_some()))
    }

    /// The path with every id that fits.
    fn filled(&self, path: &str) -> Vec<String> {
        let mut paths = vec![String::new()];
        let mut kind = "";
        for part in path.split('/').skip(1) {
            let choices = if part.starts_with('{') {
                let known = self.ids.get(kind);
                known
                    .unwrap_or_else(|| panic!("{path}: say in tests/api/crawl.rs which {kind} there are"))
                    .clone()
            } else {
                kind = part;
                vec![part.to_owned()]
            };
            paths = paths
                .iter()
                .flat_map(|start| choices.iter().map(move |choice| format!("{start}/{choice}")))
                .collect();
        }
        paths
    }

    /// Reads a list to its end. It must contain as many entries as it says, each once.
    async fn read_pages(&mut self, name: &str, path: &str) {
        let mut ids = Vec::new();
        let mut total = 0;
        for offset in (0..).step_by(PAGE) {
            let Some((entries, count)) = self.read(name, &format!("{path}?limit={PAGE}&offset={offset}")).await else {
                return;
            };
            total = count;
            ids.extend(entries);
            if offset + PAGE >= usize::try_from(total).unwrap_or(0) {
                break;
            }
        }
        let distinct: BTreeSet<&String> = ids.iter().collect();
        assert!(
            ids.len() == distinct.len() && i64::try_from(ids.len()) == Ok(total),
            "{path}: {} of {total}",
            ids.len()
        );
    }

    /// Reads one answer; returns its top-level ids and its count, if it is a list.
    async fn read(&mut self, name: &str, path: &str) -> Option<(Vec<String>, i64)> {
        let answer = match self.caller {
            Some(caller) => self.app.get_as(caller, path).await,
            None => self.app.get(path).await,
        };
        let is_good = answer.status == StatusCode::OK;
        assert!(
            is_good || answer.status == StatusCode::NOT_FOUND,
            "{path}: {} {}",
            answer.status,
            answer.text
        );
        self.look(name, path, is_good, &answer.text);
        is_good.then(|| (answer.ids(), answer.total()))
    }

    /// Looks for data that the caller must not see.
    fn look(&mut self, name: &str, path: &str, is_good: bool, text: &str) {
        let count = self.answers.entry(name.to_owned()).or_default();
        *count = (count.0 + 1, count.1 + usize::from(is_good));
        let mut found = Vec::new();
        let json: Option<Value> = serde_json::from_str(text).ok();
        let text = match &json {
            Some(json) => {
                let mut texts = Vec::new();
                self.look_at_json(json, &mut texts, &mut found);
                texts.join("\n")
            }
            None => text.to_owned(),
        };
        let text = plain(&text);
        for word in text.split(|character: char| !character.is_ascii_alphanumeric()) {
            if let Some(what) = self.secrets.words.get(word)
                && !path.contains(word)
            {
                found.push((*what, word.to_owned()));
            }
        }
        for (phrase, what) in &self.secrets.phrases {
            if text.contains(phrase) {
                found.push((what, phrase.clone()));
            }
        }
        for address in addresses(&text) {
            let is_name = address.strip_suffix(&format!("@{}", self.app.app.calendar_host)).map(str::len) == Some(13);
            if self.secrets.published.contains(address) {
                self.addresses.insert(address.to_owned());
            } else if !is_name {
                found.push((ADDRESS, address.to_owned()));
            }
        }
        for (what, word) in found {
            self.findings.entry(what).or_default().push(format!("{path}: {word}"));
        }
    }

    /// Collects the texts of an answer and checks which people its lists name.
    fn look_at_json(&mut self, json: &Value, texts: &mut Vec<String>, found: &mut Vec<(&'static str, String)>) {
        match json {
            Value::String(text) => texts.push(text.clone()),
            Value::Array(entries) => entries.iter().for_each(|entry| self.look_at_json(entry, texts, found)),
            Value::Object(fields) => {
                let id = fields.get("_id").and_then(Value::as_str).unwrap_or_default();
                if !id.is_empty() {
                    self.found_ids.insert(id.to_owned());
                }
                if let Some(state) = fields.get("status").filter(|state| *state == "In Review" || *state == "Rejected")
                    && !self.own_projects.iter().any(|own| own == id)
                {
                    found.push((PROJECT_STATE, format!("{id} is {state}")));
                }
                for (name, value) in fields {
                    let people: Vec<&Value> = match (name.as_str(), value.as_array()) {
                        ("participants", Some(list)) => list.iter().collect(),
                        ("registrations", Some(list)) => list.iter().map(|entry| &entry["user"]["_id"]).collect(),
                        ("upvotes", Some(list)) => list.iter().map(|entry| &entry["user"]).collect(),
                        _ => Vec::new(),
                    };
                    let others = people.iter().filter(|person| ***person != Value::String(self.id.clone()));
                    found.extend(others.map(|person| (PARTICIPANT, format!("{name}: {person}"))));
                    self.look_at_json(value, texts, found);
                }
            }
            _ => {}
        }
    }
}

/// Values for a query parameter: the words that its description names, or search words.
fn values(parameter: &Value) -> Vec<String> {
    let name = parameter["name"].as_str().unwrap();
    if name == "limit" || name == "offset" {
        return Vec::new();
    }
    if parameter["schema"]["type"] == "boolean" {
        return vec!["true".into()];
    }
    if ["search", "q"].contains(&name) {
        return vec!["an".into(), "example".into(), "example.org".into()];
    }
    let description = parameter["description"].as_str().unwrap_or_default();
    let mut named: Vec<String> = description.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    if named.is_empty() {
        named.push("rust".into());
    }
    named
}

/// A text without the escapes of calendars, XML and addresses, folded.
fn plain(text: &str) -> String {
    let mut text = text
        .replace("\r\n ", "")
        .replace("\\n", "\n")
        .replace("\\,", ",")
        .replace("\\;", ";")
        .replace("%40", "@");
    // Feeds contain HTML as text.
    for _ in 0..2 {
        for (written, meant) in [
            ("&lt;", "<"),
            ("&gt;", ">"),
            ("&quot;", "\""),
            ("&#64;", "@"),
            ("&#x40;", "@"),
            ("&amp;", "&"),
        ] {
            text = text.replace(written, meant);
        }
    }
    fold(&text)
}

/// Everything that looks like an e-mail address.
fn addresses(text: &str) -> Vec<&str> {
    let is_local = |character: char| character.is_ascii_alphanumeric() || "._%+-".contains(character);
    let is_host = |character: char| character.is_ascii_alphanumeric() || ".-".contains(character);
    text.match_indices('@')
        .filter_map(|(at, _)| {
            let start = at - text[..at].chars().rev().take_while(|character| is_local(*character)).count();
            let end = at + 1 + text[at + 1..].chars().take_while(|character| is_host(*character)).count();
            let (local, host) = (&text[start..at], text[at + 1..end].trim_end_matches(['.', '-']));
            (!local.is_empty() && host.contains('.')).then(|| &text[start..at + 1 + host.len()])
        })
        .collect()
}

#[test]
fn an_address_is_found_in_any_wrapping() {
    let text = plain("mailto:Max%40Example.org, &lt;a&gt;b&amp;#64;c.de&lt;/a&gt; /@nobody.example a@localhost x\r\n @y.org.");
    assert_eq!(addresses(&text), ["max@example.org", "b@c.de", "x@y.org"]);
}

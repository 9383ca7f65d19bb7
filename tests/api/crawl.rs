//! Looks for leaks: walks through a full demo as a guest and as a member, in every call that is not for admins only,
//! every calendar, feed and page head, and searches the answers for data that the caller must not see. The calls come
//! from the API document, so new ones are included automatically. The same walk as an admin must find data of each
//! kind; otherwise the test would prove nothing.

use std::collections::{BTreeMap, BTreeSet};

use community::exports::db::values::{Id, fold};
use community::exports::head::PageHead;
use poem::http::StatusCode;
use serde_json::Value;

use crate::secrets::{
    ADDRESS, CONTACT, DRAFT, LINK, MEMBER, PARTICIPANT, PROFILES, PROJECT, PROJECT_STATE, SECRET, Secrets, fill, ids, own_projects, secrets, somebody,
};
use crate::support::{Signed, TestApp};

/// Entries per page: few, so that every list has several pages.
const PAGE: usize = 9;

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
    let app = TestApp::with(|config| config.captcha.provider = community::exports::config::CaptchaProvider::Builtin).await;
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
        // It answers only whoever has a link that we signed.
        assert_eq!(unanswered, ["get_unsubscription"], "never answered");
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
            // They answer nothing without a hash or sizes; tests/api/credentials/transparency.rs reads them.
            if ["find_in_transparency_log", "prove_transparency"].contains(&name) {
                continue;
            }
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
                let text = head.fill("<title>Community</title><meta name=\"description\" content=\"\"><!--head--><!--shell-->");
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
        if self.caller.is_none() {
            let kept = self.app.get_kept(path).await;
            assert!(kept.bytes == answer.bytes || answer.header("Cache-Control") != "no-cache", "{path}");
        }
        let is_good = answer.status == StatusCode::OK;
        assert!(
            is_good || answer.status == StatusCode::NOT_FOUND || (path.contains("/certificates/") && answer.status == StatusCode::FORBIDDEN),
            "{path}: {} {}",
            answer.status,
            answer.text
        );
        // Pixels and compressed streams hold no words, and look like addresses now and then.
        let is_text = !["image/png", "application/pdf", "application/zip"].contains(&answer.header("Content-Type"));
        self.look(name, path, is_good, if is_text { &answer.text } else { "" });
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
    if ["limit", "offset", "after"].contains(&name) {
        return Vec::new();
    }
    if parameter["schema"]["type"] == "boolean" {
        return vec!["true".into()];
    }
    if ["search", "q"].contains(&name) {
        return vec!["an".into(), "example".into(), "example.org".into()];
    }
    if name == "scale" || name == "from" {
        return vec!["1".into()];
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

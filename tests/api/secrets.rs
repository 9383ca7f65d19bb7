//! The data of a full demo that not everybody may see.

use std::collections::{BTreeMap, HashMap, HashSet};

use community::exports::db::values::{Id, fold};
use community::exports::demo::{self, Options};
use rusqlite::{Connection, named_params};

use crate::support::TestApp;

/// Members whose profiles are read, including those of the makers.
pub const PROFILES: usize = 60;
/// Members of the demo: enough for every event to have participants.
pub const MEMBERS: usize = 120;

/// Data that must not be seen: a word or phrase that gives it away, and its kind.
#[derive(Default)]
pub struct Secrets {
    /// Letters and digits only, in lower case.
    pub words: HashMap<String, &'static str>,
    /// Folded texts.
    pub phrases: Vec<(String, &'static str)>,
    /// Addresses that may be seen. Everything else that looks like an address may not.
    pub published: HashSet<String>,
}

pub const ADDRESS: &str = "an address";
pub const CONTACT: &str = "a partner's address";
pub const LINK: &str = "a link to a meeting";
pub const PARTICIPANT: &str = "somebody who takes part or voted";
pub const PROJECT: &str = "a hidden project";
pub const PROJECT_STATE: &str = "a state of a project other than Approved";
pub const DRAFT: &str = "a draft of an event";
pub const SECRET: &str = "a secret";

/// A member with a hidden project, a vote, and a place at an event that has links.
pub const MEMBER: &str = "SELECT u.id FROM users u WHERE u.role = 'user' AND u.suspended_at IS NULL
    AND EXISTS (SELECT 1 FROM projects p WHERE p.submitted_by = u.id AND p.status <> 'Approved')
    AND EXISTS (SELECT 1 FROM upvotes v WHERE v.user_id = u.id)
    AND EXISTS (SELECT 1 FROM registrations r JOIN events e ON e.id = r.event_id WHERE r.user_id = u.id AND e.cancelled_at IS NULL)
    LIMIT 1";

pub async fn somebody(app: &TestApp, sql: &'static str) -> Id {
    app.app.db.read(move |conn| Ok(conn.query_row(sql, [], |row| row.get(0))?)).await.unwrap()
}

/// The demo, with links for every event, a calendar feed for every member, and a pending sign-in link.
pub async fn fill(app: &TestApp) {
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
        tx.execute("INSERT OR REPLACE INTO settings (name, value) VALUES ('termsHtml', '\"<p>Ours</p>\"')", [])?;
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
pub fn rows(conn: &Connection, sql: &str) -> rusqlite::Result<Vec<(Id, String)>> {
    conn.prepare(sql)?.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// The values that can follow this word in a path. They include hidden objects, because anybody may ask for their
/// address.
pub fn ids(conn: &Connection) -> rusqlite::Result<BTreeMap<&'static str, Vec<String>>> {
    let of = |sql| Ok::<_, rusqlite::Error>(rows(conn, sql)?.into_iter().map(|(id, _)| id.to_string()).collect::<Vec<_>>());
    let mut users = of("SELECT id, '' FROM users ORDER BY project_count DESC, id")?;
    users.truncate(PROFILES);
    // One that counts, and one each that is held, revoked and private.
    let mut select = conn.prepare("SELECT certificate_id, min(id) FROM certificates GROUP BY released_at IS NULL, revoked_at IS NULL, is_private")?;
    let certificates = select.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    Ok(BTreeMap::from([
        ("events", of("SELECT id, '' FROM events")?),
        ("projects", of("SELECT id, '' FROM projects")?),
        ("users", users),
        // One of each family and level, for things that everybody may see and for others.
        (
            "badges",
            of("SELECT min(b.id), '' FROM badges b LEFT JOIN projects p ON p.id = b.project_id GROUP BY b.family, b.level, p.status")?,
        ),
        ("public", certificates),
        ("texts", vec!["terms".to_owned()]),
    ]))
}

/// The caller's own projects, in any state.
pub fn own_projects(conn: &Connection, caller: Id) -> rusqlite::Result<Vec<String>> {
    conn.prepare("SELECT id FROM projects WHERE submitted_by = ?1 UNION SELECT project_id FROM project_members WHERE user_id = ?1")?
        .query_map([caller], |row| Ok(row.get::<_, Id>(0)?.to_string()))?
        .collect()
}

/// Everything that this member (a guest: 0) must not see.
pub async fn secrets(app: &TestApp, caller: Id) -> Secrets {
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

//! What a copy to hand on may hold of each column that could let somebody in.

use community::exports::db::copy::copy;
use rusqlite::Connection;
use rusqlite::types::Value;

use crate::secrets::fill;
use crate::support::TestApp;

/// A column with one of these in its name, or with bytes, may hold what lets somebody in.
const WORDS: [&str; 18] = [
    "code", "hash", "key", "link", "multi", "nonce", "pass", "proof", "request", "scan", "seal", "secret", "seed", "sign", "ticket", "token", "url",
    "value",
];
/// What no copy to hand on holds.
const LET_IN: [&str; 11] = [
    "calendar_feeds.secret",
    "email_changes.new_hash",
    "email_changes.old_hash",
    "mail_attachments.bytes",
    "mails.unsubscribe_url",
    "registrations.ticket",
    "secrets.value",
    "sign_in_links.code_hash",
    "sign_in_links.email_key",
    "sign_in_links.token_hash",
    "used_tokens.hash",
];
/// What may be handed on, and why.
const MAY_STAY: [(&str, &str); 25] = [
    ("certificates.design", "a choice"),
    ("credentials.hash", "published in the log"),
    ("events.certificate_design", "a choice"),
    ("events.meet_link", "part of the event, as its place is"),
    ("events.title_key", "a folded title"),
    ("events.whatsapp_link", "part of the event, as its place is"),
    ("invitations.email_hash", "its key stays behind"),
    ("issuer_keys.multikey", "the public half"),
    ("mailings.request", "names a request that is done"),
    ("media.bytes", "pictures"),
    ("memos.value", "times and addresses of proxies"),
    ("project_technologies.name_key", "a folded name"),
    ("projects.demo_link", "public"),
    ("projects.github_link", "public"),
    ("projects.title_key", "a folded title"),
    ("registrations.scan_id", "names a scan that is done"),
    ("settings.value", "what admins set"),
    ("showcase.title_key", "a folded title"),
    ("status_lists.signed_version", "a count"),
    ("transparency_entries.hash", "published"),
    ("transparency_heads.multikey", "the public half"),
    ("transparency_heads.root", "published"),
    ("transparency_heads.signature", "published"),
    ("transparency_nodes.hash", "published"),
    ("users.email_key", "a folded address, which admins see"),
];
/// Names that hold a word and mean something else.
const OTHER: [&str; 1] = ["users.linked_in"];
/// Secrets that are no keys: by them calendars keep their ids.
const KEPT: &str = "SELECT value FROM secrets WHERE name NOT IN ('calendar_host', 'demo', 'search_folding')";

/// All columns that may hold what lets somebody in.
fn suspects(conn: &Connection) -> Vec<String> {
    let sql = "SELECT t.name || '.' || c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
               WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%' AND t.name NOT LIKE '%\\_search\\_%' ESCAPE '\\'
                 AND (c.type = 'BLOB' OR EXISTS (SELECT 1 FROM json_each(?1) w WHERE instr(c.name, w.value) > 0)) ORDER BY 1";
    let words = serde_json::to_string(&WORDS).unwrap();
    let mut select = conn.prepare(sql).unwrap();
    select.query_map([words], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

fn values(conn: &Connection, column: &str) -> Vec<Vec<u8>> {
    let (table, name) = column.split_once('.').unwrap();
    let sql = if column == "secrets.value" {
        KEPT.to_owned()
    } else {
        format!("SELECT {name} FROM {table}")
    };
    let mut select = conn.prepare(&sql).unwrap();
    let found = select.query_map([], |row| row.get::<_, Value>(0)).unwrap().map(Result::unwrap);
    let bytes = found.filter_map(|value| match value {
        Value::Text(text) => Some(text.into_bytes()),
        Value::Blob(bytes) => Some(bytes),
        _ => None,
    });
    bytes.filter(|bytes| !bytes.is_empty()).collect()
}

#[tokio::test]
async fn every_column_that_could_let_somebody_in_is_known_and_none_does() {
    let app = TestApp::new().await;
    fill(&app).await;
    app.execute(
        "INSERT INTO email_changes (user_id, email, old_hash, new_hash, created_at, expires_at)
           SELECT id, 'next@example.org', x'1122334455667788', x'8877665544332211', 1, 2 FROM users LIMIT 1;
         INSERT INTO used_tokens (hash, expires_at) VALUES (x'0123456789abcdef', 1);
         UPDATE sign_in_links SET code_hash = x'a1b2c3d4e5f60718', email_key = 'waits@elsewhere.example';
         UPDATE mails SET unsubscribe_url = 'https://makers.example/unsubscribe/' || id;
         INSERT INTO mail_attachments (mail_id, position, file_name, content_type, bytes)
           SELECT max(id), 0, 'a.png', 'image/png', CAST('attachedbytes' AS BLOB) FROM mails",
    )
    .await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("copy.db");
    copy(app.app.db.path(), &path, true).unwrap();
    let original = Connection::open(app.app.db.path()).unwrap();
    let known =
        |column: &String| LET_IN.contains(&column.as_str()) || OTHER.contains(&column.as_str()) || MAY_STAY.iter().any(|(name, _)| name == column);
    let suspects = suspects(&original);
    let unknown: Vec<&String> = suspects.iter().filter(|column| !known(column)).collect();
    assert!(
        unknown.is_empty(),
        "what becomes of {unknown:?} in a copy to hand on? Name it here, and in src/db/copy.rs"
    );
    assert_eq!(suspects.len(), LET_IN.len() + MAY_STAY.len() + OTHER.len(), "{suspects:?}");

    let shared = Connection::open(&path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    for column in LET_IN {
        let (before, after) = (values(&original, column), values(&shared, column));
        assert!(!before.is_empty(), "{column}: nothing to look for");
        assert!(before.iter().all(|value| !after.contains(value)), "{column}");
        for value in before.iter().filter(|value| value.len() >= 8).take(20) {
            assert!(
                !bytes.windows(value.len()).any(|part| part == value),
                "{column}: {}",
                String::from_utf8_lossy(value)
            );
        }
    }
    // Everybody who is registered has a ticket, and it is another.
    let tickets = values(&shared, "registrations.ticket");
    assert_eq!(tickets.len(), values(&original, "registrations.ticket").len());
    assert!(
        tickets
            .iter()
            .all(|ticket| ticket.len() == 32 && ticket.iter().all(u8::is_ascii_hexdigit))
    );
}

//! SQL of all that is stored about a member, for the member.

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde_json::{Map, Value};

use crate::db::values::{Id, Instant};
use crate::error::ApiResult;

/// Each part of the file: its name, and its rows. Columns become fields of the same name; those that end with `_at` are instants,
/// and those that end with `_json` are JSON.
const PARTS: &[(&str, &str)] = &[
    (
        "profile",
        "SELECT name, email, role, picture, bio, github, linked_in, twitter, portfolio, discord, status, best_achievement, worst_bug_ever,
           favorite_language, dream_project, programming_superpowers, created_at, suspended_at, suspension_reason FROM users WHERE id = :user",
    ),
    (
        "mail_choices",
        "SELECT wants_news, wants_events, mails_on_reviews, mails_on_comments, mails_on_badges FROM users WHERE id = :user",
    ),
    ("sign_in", "SELECT issuer, subject, created_at FROM identities WHERE user_id = :user"),
    ("sessions", "SELECT device, created_at, seen_at, expires_at FROM sessions WHERE user_id = :user ORDER BY id"),
    (
        "change_of_address",
        "SELECT email, old_confirmed_at, new_confirmed_at, created_at, expires_at FROM email_changes WHERE user_id = :user",
    ),
    (
        "sign_in_links",
        "SELECT email, created_at, expires_at, used_at FROM sign_in_links WHERE email_key = (SELECT email_key FROM users WHERE id = :user)",
    ),
    (
        "projects",
        "SELECT p.id AS _id, p.number, p.title, p.short_description, p.description, p.category, p.github_link, p.demo_link, p.status, p.rejection_reason, p.featured,
           p.upvote_count, p.comment_count, p.created_at, p.updated_at, p.reviewed_at,
           (SELECT e.title FROM events e WHERE e.id = p.event_id) AS event,
           (SELECT json_group_array(t.name) FROM (SELECT name FROM project_technologies WHERE project_id = p.id ORDER BY position) t) AS technologies_json,
           (SELECT json_group_array(json_object('picture', '/media/' || x.full, 'alt', x.alt)) FROM project_pictures x WHERE x.project_id = p.id) AS pictures_json,
           (SELECT d.content FROM project_decisions d WHERE d.project_id = p.id) AS as_decided_json
         FROM projects p WHERE p.submitted_by = :user ORDER BY p.id",
    ),
    (
        "teams",
        "SELECT p.id AS _id, p.title AS project, p.status FROM project_members m JOIN projects p ON p.id = m.project_id WHERE m.user_id = :user ORDER BY p.id",
    ),
    (
        "comments",
        "SELECT p.title AS project, c.text, c.created_at, c.edited_at FROM comments c JOIN projects p ON p.id = c.project_id WHERE c.user_id = :user ORDER BY c.id",
    ),
    (
        "upvoted_projects",
        "SELECT p.title AS project, v.created_at FROM upvotes v JOIN projects p ON p.id = v.project_id WHERE v.user_id = :user ORDER BY v.project_id",
    ),
    (
        "places_at_events",
        "SELECT e.title AS event, e.date, r.status, r.ticket, r.registered_at, r.checked_in_at, r.reminded_at, r.let_in, r.waited_since AS waited_since_at
         FROM registrations r JOIN events e ON e.id = r.event_id WHERE r.user_id = :user ORDER BY r.event_id",
    ),
    (
        "tasks",
        "SELECT e.title AS event, t.name AS task, c.completed_at FROM registrations r CROSS JOIN task_completions c ON c.event_id = r.event_id AND c.user_id = r.user_id
           JOIN event_tasks t ON t.id = c.task_id JOIN events e ON e.id = c.event_id WHERE r.user_id = :user ORDER BY c.completed_at",
    ),
    (
        "waiting_lists",
        "SELECT e.title AS event, w.joined_at FROM waiting_list w JOIN events e ON e.id = w.event_id WHERE w.user_id = :user ORDER BY w.joined_at",
    ),
    (
        "teams_of_events",
        "SELECT e.title AS event, s.duty, s.added_at FROM event_staff s JOIN events e ON e.id = s.event_id WHERE s.user_id = :user ORDER BY s.event_id",
    ),
    (
        "badges",
        "SELECT name, description, family, level, issued_at, project_title AS project, event_title AS event,
           (SELECT x.document FROM credentials x WHERE x.badge_id = badge_details.id) AS credential
         FROM badge_details WHERE user_id = :user ORDER BY id",
    ),
    (
        "certificates",
        "SELECT certificate_id, title, recipient_name, achievement, type, design, custom_message, is_private, issued_at, released_at, revoked_at, revocation_reason,
           (SELECT x.document FROM credentials x WHERE x.certificate_id = certificates.id) AS credential
         FROM certificates WHERE user_id = :user ORDER BY id",
    ),
    ("calendar_address", "SELECT secret, created_at FROM calendar_feeds WHERE user_id = :user"),
    (
        "mails",
        "SELECT kind, to_email, to_name, subject, text, state, attempts, last_error, created_at, finished_at FROM mails WHERE user_id = :user ORDER BY id",
    ),
    (
        "mails_to_the_address",
        "SELECT kind, to_email, to_name, subject, text, state, attempts, last_error, created_at, finished_at FROM mails
         WHERE lower(to_email) = (SELECT lower(email) FROM users WHERE id = :user) AND user_id IS NULL ORDER BY id",
    ),
    (
        "counted_uses",
        "SELECT name, at AS used_at, expires_at FROM limited_uses WHERE name IN (SELECT value FROM json_each(:limits)) AND who IN (:own_id, (SELECT email_key FROM users WHERE id = :user)) ORDER BY at",
    ),
    (
        "log_of_what_you_did_as_an_admin",
        "SELECT action, subject_kind, subject_id, at AS done_at, before AS before_json, after AS after_json FROM audit_log WHERE actor_id = :user ORDER BY id",
    ),
    (
        "log_of_what_admins_did_to_you",
        "SELECT action, at AS done_at, before AS before_json, after AS after_json FROM audit_log WHERE subject_kind = 'user' AND subject_id = :own_id ORDER BY id",
    ),
];

/// All that is stored about a member, as JSON text.
///
/// # Errors
/// 500 when the database fails.
pub fn find_data(conn: &Connection, user: Id, now: Instant) -> ApiResult<String> {
    let mut data = Map::new();
    data.insert("made_at".into(), now.to_string().into());
    for (name, sql) in PARTS {
        data.insert((*name).into(), rows(conn, sql, user)?);
    }
    serde_json::to_string_pretty(&Value::Object(data)).map_err(crate::error::ApiError::internal)
}

fn rows(conn: &Connection, sql: &str, user: Id) -> rusqlite::Result<Value> {
    let mut select = conn.prepare(sql)?;
    let names: Vec<String> = select.column_names().into_iter().map(str::to_owned).collect();
    let limits: Vec<&str> = crate::limits::ALL.iter().map(|limit| limit.name).collect();
    let (own_id, limits) = (user.to_string(), Value::from(limits).to_string());
    for (parameter, value) in [(":user", &user as &dyn rusqlite::ToSql), (":own_id", &own_id), (":limits", &limits)] {
        if let Some(index) = select.parameter_index(parameter)? {
            select.raw_bind_parameter(index, value)?;
        }
    }
    let mut found = select.raw_query();
    let mut entries = Vec::new();
    while let Some(row) = found.next()? {
        let mut entry = Map::new();
        for (place, name) in names.iter().enumerate() {
            let value = value(name, row.get_ref(place)?);
            entry.insert(name.trim_end_matches("_json").to_owned(), value);
        }
        entries.push(Value::Object(entry));
    }
    Ok(entries.into())
}

fn value(name: &str, stored: ValueRef) -> Value {
    match stored {
        ValueRef::Null | ValueRef::Blob(_) => Value::Null,
        // A session that was used in its first hour only.
        ValueRef::Integer(0) if name.ends_with("_at") => Value::Null,
        ValueRef::Integer(id) if name == "_id" => Id(id).to_string().into(),
        ValueRef::Integer(millis) if name.ends_with("_at") => Instant::from_millis(millis).to_string().into(),
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(number) => number.into(),
        ValueRef::Text(bytes) => {
            let text = String::from_utf8_lossy(bytes).into_owned();
            if name.ends_with("_json") {
                serde_json::from_str(&text).unwrap_or(Value::String(text))
            } else {
                text.into()
            }
        }
    }
}

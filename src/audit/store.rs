//! SQL of the audit log.

use std::collections::HashMap;

use rusqlite::{Connection, Row, named_params};
use serde_json::Value;

use super::rules::changes;
use super::views::{Actor, AuditEntry};
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::web::paging::{After, Page, Paging};

/// One action of an admin, or of somebody in the team of an event.
pub struct Act<'a> {
    pub actor: Id,
    /// A verb, such as `project.approve`.
    pub action: &'a str,
    /// The kind of object that was changed, such as `project`.
    pub subject_kind: &'a str,
    pub subject: Id,
    pub before: Value,
    pub after: Value,
}

/// One action of the operator, who works in the shell and is no member.
pub struct ShellAct<'a> {
    pub action: &'a str,
    pub subject_kind: &'a str,
    pub subject: Id,
    pub before: Value,
    pub after: Value,
}

/// Records an action in the transaction that performs it.
pub fn insert_act(tx: &Tx, act: &Act, now: Instant) -> rusqlite::Result<()> {
    let Act {
        actor,
        action,
        subject_kind,
        subject,
        before,
        after,
    } = act;
    insert(tx, Some(*actor), (action, subject_kind, *subject), (before, after), now)
}

/// Records an action of the operator in the transaction that performs it.
pub fn insert_shell_act(tx: &Tx, act: &ShellAct, now: Instant) -> rusqlite::Result<()> {
    let ShellAct {
        action,
        subject_kind,
        subject,
        before,
        after,
    } = act;
    insert(tx, None, (action, subject_kind, *subject), (before, after), now)
}

fn insert(
    tx: &Tx,
    actor: Option<Id>,
    (action, subject_kind, subject): (&str, &str, Id),
    (before, after): (&Value, &Value),
    now: Instant,
) -> rusqlite::Result<()> {
    let (what, to, by) = (
        action.to_owned(),
        format!("{subject_kind} {subject}"),
        actor.map(|actor| actor.to_string()),
    );
    tx.afterwards(move |request| {
        tracing::info!(
            id = request,
            action = what,
            subject = to,
            by = by.as_deref().unwrap_or("the shell"),
            "an admin's action"
        );
    });
    tx.prepare_cached(
        "INSERT INTO audit_log (id, at, actor_id, action, subject_kind, subject_id, before, after)
         VALUES (:id, :now, :actor, :action, :subject_kind, :subject, :before, :after)",
    )?
    .execute(named_params! {
        ":id": Id::new(now),
        ":now": now,
        ":actor": actor,
        ":action": action,
        ":subject_kind": subject_kind,
        ":subject": subject.to_string(),
        ":before": before.to_string(),
        ":after": after.to_string(),
    })
    .map(|_| ())
}

/// What was done to something after `since`, oldest first: who did it, and what is after it (JSON).
pub fn list_acts_since(conn: &Connection, subject_kind: &str, subject: Id, since: Instant) -> rusqlite::Result<Vec<(String, String)>> {
    conn.prepare_cached(
        "SELECT coalesce(u.name, '') AS name, a.after FROM audit_log a LEFT JOIN users u ON u.id = a.actor_id
         WHERE a.subject_kind = :subject_kind AND a.subject_id = :subject AND a.at > :since ORDER BY a.id LIMIT 50",
    )?
    .query_map(
        named_params! { ":subject_kind": subject_kind, ":subject": subject.to_string(), ":since": since },
        |row| Ok((row.get("name")?, row.get("after")?)),
    )?
    .collect()
}

/// Which actions are listed.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    pub actor: Option<Id>,
    /// Only those of the operator in the shell.
    pub is_shell: bool,
    pub kind: Option<String>,
    /// At this instant or later.
    pub from: Option<Instant>,
    /// Before this instant.
    pub before: Option<Instant>,
}

/// A page of the log, newest first, and how many entries there are, up to 10,000. The ids grow with time, so the times are
/// ranges of ids.
pub fn list_acts(conn: &Connection, filter: &Filter, paging: &Paging) -> ApiResult<Page<AuditEntry>> {
    let first = filter.from.map_or(Id(0), Id::first);
    let end = filter.before.map_or(Id(i64::MAX), Id::first);
    let (page, count) = match (filter.actor.is_some() || filter.is_shell, filter.kind.is_some()) {
        (true, _) => (
            "SELECT a.*, u.name AS actor_name, u.deleted_at IS NOT NULL AS actor_left FROM audit_log a LEFT JOIN users u ON u.id = a.actor_id
             WHERE a.actor_id IS :actor AND (:kind IS NULL OR a.subject_kind = :kind) AND a.id >= :first AND a.id < :end AND a.id < :after
             ORDER BY a.id DESC LIMIT :limit OFFSET :offset",
            "SELECT count(*) AS count FROM (SELECT 1 FROM audit_log a WHERE a.actor_id IS :actor AND (:kind IS NULL OR a.subject_kind = :kind) AND a.id >= :first AND a.id < :end LIMIT 10000)",
        ),
        (false, true) => (
            "SELECT a.*, u.name AS actor_name, u.deleted_at IS NOT NULL AS actor_left FROM audit_log a LEFT JOIN users u ON u.id = a.actor_id
             WHERE a.subject_kind = :kind AND :actor IS NULL AND a.id >= :first AND a.id < :end AND a.id < :after
             ORDER BY a.id DESC LIMIT :limit OFFSET :offset",
            "SELECT count(*) AS count FROM (SELECT 1 FROM audit_log a WHERE a.subject_kind = :kind AND :actor IS NULL AND a.id >= :first AND a.id < :end LIMIT 10000)",
        ),
        (false, false) => (
            "SELECT a.*, u.name AS actor_name, u.deleted_at IS NOT NULL AS actor_left FROM audit_log a LEFT JOIN users u ON u.id = a.actor_id
             WHERE a.id >= :first AND a.id < :end AND a.id < :after AND :kind IS NULL AND :actor IS NULL
             ORDER BY a.id DESC LIMIT :limit OFFSET :offset",
            "SELECT count(*) AS count FROM (SELECT 1 FROM audit_log a WHERE a.id >= :first AND a.id < :end AND :kind IS NULL AND :actor IS NULL LIMIT 10000)",
        ),
    };
    let mut items = conn
        .prepare_cached(page)?
        .query_map(
            named_params! {
                ":actor": filter.actor, ":kind": filter.kind, ":first": first, ":end": end, ":after": paging.after_id(Id(i64::MAX)),
                ":limit": paging.rows(), ":offset": paging.offset,
            },
            entry_from_row,
        )?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    let next = paging.cut(&mut items, |entry| After::id(entry.id));
    name_subjects(conn, &mut items)?;
    let total = conn.prepare_cached(count)?.query_row(
        named_params! { ":actor": filter.actor, ":kind": filter.kind, ":first": first, ":end": end },
        |row| row.get("count"),
    )?;
    Ok(Page { items, total, next })
}

fn entry_from_row(row: &Row) -> rusqlite::Result<AuditEntry> {
    let json = |column: &str| -> rusqlite::Result<Value> {
        serde_json::from_str(&row.get::<_, String>(column)?).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
    };
    let actor: Option<Id> = row.get("actor_id")?;
    let name: Option<String> = row.get("actor_name")?;
    let has_left: bool = row.get("actor_left")?;
    Ok(AuditEntry {
        id: row.get("id")?,
        at: row.get("at")?,
        actor: actor.zip(name).map(|(id, name)| Actor {
            id,
            name,
            has_profile: !has_left,
        }),
        action: row.get("action")?,
        subject_kind: row.get("subject_kind")?,
        subject_id: row.get("subject_id")?,
        subject_name: None,
        subject_left: false,
        changes: changes(&json("before")?, &json("after")?),
    })
}

/// Adds the present names of what has one, with one query for all: that of a certificate is its id.
fn name_subjects(conn: &Connection, entries: &mut [AuditEntry]) -> ApiResult<()> {
    let ids: Vec<i64> = entries.iter().filter_map(|entry| Id::parse(&entry.subject_id)).map(|id| id.0).collect();
    let ids = serde_json::to_string(&ids).map_err(ApiError::internal)?;
    let names = conn
        .prepare_cached(
            "SELECT 'user' AS kind, id, name, deleted_at IS NOT NULL AS has_left FROM users WHERE id IN (SELECT value FROM json_each(:ids))
             UNION ALL SELECT 'project', id, title, 0 FROM projects WHERE id IN (SELECT value FROM json_each(:ids))
             UNION ALL SELECT 'event', id, title, 0 FROM events WHERE id IN (SELECT value FROM json_each(:ids))
             UNION ALL SELECT 'badge', id, name, 0 FROM badges WHERE id IN (SELECT value FROM json_each(:ids))
             UNION ALL SELECT 'certificate', id, certificate_id, 0 FROM certificates WHERE id IN (SELECT value FROM json_each(:ids))
             UNION ALL SELECT 'mailing', id, subject, 0 FROM mailings WHERE id IN (SELECT value FROM json_each(:ids))",
        )?
        .query_map(named_params! { ":ids": ids }, |row| {
            let key = (row.get("kind")?, row.get::<_, Id>("id")?.to_string());
            Ok((key, (row.get("name")?, row.get("has_left")?)))
        })?
        .collect::<rusqlite::Result<HashMap<(String, String), (String, bool)>>>()?;
    for entry in entries {
        if let Some((name, has_left)) = names.get(&(entry.subject_kind.clone(), entry.subject_id.clone())) {
            (entry.subject_name, entry.subject_left) = (Some(name.clone()), *has_left);
        }
    }
    Ok(())
}

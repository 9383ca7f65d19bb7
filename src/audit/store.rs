//! SQL of the audit log.

use rusqlite::{Connection, named_params};
use serde_json::Value;

use crate::db::Tx;
use crate::db::values::{Id, Instant};

/// One action of an admin.
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

/// Records an action in the transaction that performs it.
pub fn insert_act(tx: &Tx, act: &Act, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO audit_log (id, at, actor_id, action, subject_kind, subject_id, before, after)
         VALUES (:id, :now, :actor, :action, :subject_kind, :subject, :before, :after)",
    )?
    .execute(named_params! {
        ":id": Id::new(now),
        ":now": now,
        ":actor": act.actor,
        ":action": act.action,
        ":subject_kind": act.subject_kind,
        ":subject": act.subject.to_string(),
        ":before": act.before.to_string(),
        ":after": act.after.to_string(),
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

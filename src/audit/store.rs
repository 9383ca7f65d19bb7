//! SQL of the audit log.

use rusqlite::named_params;
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

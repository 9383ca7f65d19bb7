//! SQL of decisions that can be taken back for some seconds.

use rusqlite::{OptionalExtension, named_params};

use super::rules::UNDO_SECONDS;
use super::store::index_project;
use crate::credentials::store::{Subject, revoke_credential};
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::mail::store::take_back;

/// Keeps what a project is now, before it is decided on.
pub fn keep_before(tx: &Tx, project: Id, admin: Id, now: Instant) -> ApiResult<()> {
    tx.prepare_cached("DELETE FROM decision_undos WHERE decided_at <= :over")?
        .execute(named_params! { ":over": now.plus_seconds(-UNDO_SECONDS) })?;
    tx.prepare_cached(
        "INSERT OR REPLACE INTO decision_undos (project_id, decided_by, decided_at, before, badges)
         SELECT p.id, :admin, :now, json_object(
           'status', p.status, 'reason', p.rejection_reason, 'featured', p.featured, 'reviewedBy', p.reviewed_by, 'reviewedAt', p.reviewed_at,
           'updatedAt', p.updated_at, 'decision', (
             SELECT json_object('status', d.status, 'reason', d.reason, 'by', d.decided_by, 'at', d.decided_at, 'content', d.content)
             FROM project_decisions d WHERE d.project_id = p.id)), '[]'
         FROM projects p WHERE p.id = :project",
    )?
    .execute(named_params! { ":project": project, ":admin": admin, ":now": now })?;
    Ok(())
}

/// Keeps what the decision has caused: these badges, and this mail about it.
pub fn keep_effects(tx: &Tx, project: Id, badges: &[Id], mail: Option<Id>) -> ApiResult<()> {
    let badges = serde_json::to_string(&badges.iter().map(|id| id.0).collect::<Vec<_>>()).map_err(ApiError::internal)?;
    tx.prepare_cached("UPDATE decision_undos SET badges = :badges, mail_id = :mail WHERE project_id = :project")?
        .execute(named_params! { ":project": project, ":badges": badges, ":mail": mail })?;
    Ok(())
}

/// The badges that the decision has earned.
fn list_badges(tx: &Tx, project: Id) -> rusqlite::Result<Vec<Id>> {
    tx.prepare_cached("SELECT b.value AS badge FROM decision_undos u, json_each(u.badges) b WHERE u.project_id = :project")?
        .query_map(named_params! { ":project": project }, |row| row.get("badge"))?
        .collect()
}

/// Makes a project what it was before this admin's decision. False when that is no longer possible: the time is over, the
/// mail about it is on its way, or the project has been edited or decided on again.
pub fn restore(tx: &Tx, project: Id, admin: Id, now: Instant) -> ApiResult<bool> {
    let found: Option<Option<Id>> = tx
        .prepare_cached(
            "SELECT u.mail_id FROM decision_undos u JOIN projects p ON p.id = u.project_id
             WHERE u.project_id = :project AND u.decided_by = :admin AND u.decided_at > :over AND u.decided_at <= :now
               AND p.reviewed_at = u.decided_at AND p.updated_at = u.decided_at",
        )?
        .query_row(
            named_params! { ":project": project, ":admin": admin, ":over": now.plus_seconds(-UNDO_SECONDS), ":now": now },
            |row| row.get("mail_id"),
        )
        .optional()?;
    let Some(mail) = found else { return Ok(false) };
    if let Some(mail) = mail
        && !take_back(tx, mail)?
    {
        return Ok(false);
    }
    tx.prepare_cached(
        "UPDATE projects SET status = before ->> '$.status', rejection_reason = before ->> '$.reason', featured = before ->> '$.featured',
           reviewed_by = before ->> '$.reviewedBy', reviewed_at = before ->> '$.reviewedAt', updated_at = before ->> '$.updatedAt'
         FROM decision_undos u WHERE projects.id = u.project_id AND u.project_id = :project",
    )?
    .execute(named_params! { ":project": project })?;
    tx.prepare_cached("DELETE FROM project_decisions WHERE project_id = :project")?
        .execute(named_params! { ":project": project })?;
    tx.prepare_cached(
        "INSERT INTO project_decisions (project_id, status, reason, decided_by, decided_at, content)
         SELECT project_id, before ->> '$.decision.status', before ->> '$.decision.reason', before ->> '$.decision.by', before ->> '$.decision.at',
           before ->> '$.decision.content'
         FROM decision_undos WHERE project_id = :project AND before ->> '$.decision.status' IS NOT NULL",
    )?
    .execute(named_params! { ":project": project })?;
    // They may have been signed, and even fetched, by now.
    for badge in list_badges(tx, project)? {
        revoke_credential(tx, Subject::Badge(badge), now)?;
        tx.prepare_cached("DELETE FROM badges WHERE id = :badge")?
            .execute(named_params! { ":badge": badge })?;
    }
    tx.prepare_cached("DELETE FROM decision_undos WHERE project_id = :project")?
        .execute(named_params! { ":project": project })?;
    index_project(tx, project)?;
    Ok(true)
}

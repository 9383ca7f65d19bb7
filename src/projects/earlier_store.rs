//! SQL of what a reviewer saw when a project was last decided on.

use rusqlite::{Connection, OptionalExtension, named_params};

use super::earlier_rules::Content;
use super::rules::ProjectStatus;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};

/// The last decision about a project.
pub struct Decision {
    pub status: ProjectStatus,
    pub reason: Option<String>,
    pub decided_at: Instant,
    /// The name of the admin who decided.
    pub decided_by: Option<String>,
    /// The project as it was then.
    pub content: Content,
}

/// What the project contains now.
pub fn find_content(conn: &Connection, project: Id) -> ApiResult<Option<Content>> {
    let found: Option<String> = conn
        .prepare_cached(
            "SELECT json_object(
               'title', p.title, 'shortDescription', p.short_description, 'description', p.description, 'category', p.category,
               'techStack', (SELECT json_group_array(t.name) FROM (SELECT name FROM project_technologies WHERE project_id = p.id ORDER BY position) t),
               'githubLink', p.github_link, 'demoLink', p.demo_link,
               'event', (SELECT json_object('id', e.id, 'name', e.title) FROM events e WHERE e.id = p.event_id),
               'team', (SELECT json_group_array(json_object('id', t.user_id, 'name', t.name))
                        FROM (SELECT m.user_id, u.name FROM project_members m JOIN users u ON u.id = m.user_id WHERE m.project_id = p.id ORDER BY m.user_id) t),
               'pictures', (SELECT json_group_array(json_object('id', t.id, 'name', t.alt))
                            FROM (SELECT id, alt FROM project_pictures WHERE project_id = p.id ORDER BY position) t)
             ) AS content FROM projects p WHERE p.id = :project",
        )?
        .query_row(named_params! { ":project": project }, |row| row.get("content"))
        .optional()?;
    found.map(|json| serde_json::from_str(&json).map_err(ApiError::internal)).transpose()
}

/// Keeps what a decided project contains, once for each decision. Call it after a decision, and before the edit that
/// sends the project back to review, in case the decision is older than this table.
pub fn keep_decision(tx: &Tx, project: Id) -> ApiResult<()> {
    let Some(content) = find_content(tx, project)? else { return Ok(()) };
    let content = serde_json::to_string(&content).map_err(ApiError::internal)?;
    tx.prepare_cached(
        "INSERT INTO project_decisions (project_id, status, reason, decided_by, decided_at, content)
         SELECT id, status, rejection_reason, reviewed_by, coalesce(reviewed_at, updated_at), :content
         FROM projects WHERE id = :project AND status <> 'In Review'
         ON CONFLICT (project_id) DO UPDATE SET status = excluded.status, reason = excluded.reason, decided_by = excluded.decided_by,
           decided_at = excluded.decided_at, content = excluded.content
         WHERE excluded.decided_at <> decided_at OR excluded.status <> status",
    )?
    .execute(named_params! { ":project": project, ":content": content })?;
    Ok(())
}

/// The last decision about a project that is in review again.
pub fn find_decision(conn: &Connection, project: Id) -> ApiResult<Option<Decision>> {
    conn.prepare_cached(
        "SELECT d.status, d.reason, d.decided_at, d.content, u.name AS decided_by
         FROM project_decisions d JOIN projects p ON p.id = d.project_id LEFT JOIN users u ON u.id = d.decided_by
         WHERE d.project_id = :project AND p.status = 'In Review'",
    )?
    .query_row(named_params! { ":project": project }, |row| {
        let content: String = row.get("content")?;
        Ok((
            content,
            row.get("status")?,
            row.get("reason")?,
            row.get("decided_at")?,
            row.get("decided_by")?,
        ))
    })
    .optional()?
    .map(|(content, status, reason, decided_at, decided_by)| {
        Ok(Decision {
            status,
            reason,
            decided_at,
            decided_by,
            content: serde_json::from_str(&content).map_err(ApiError::internal)?,
        })
    })
    .transpose()
}

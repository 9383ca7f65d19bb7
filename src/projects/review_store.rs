//! SQL of the review: the queue, the admins' list, decisions.

use rusqlite::{Connection, OptionalExtension, named_params};

use super::earlier_store::keep_decision;
use super::rules::ProjectStatus;
use super::store::{index_project, status_from_row};
use super::views::{AdminProject, ProjectCounts, Submitter};
use crate::db::Tx;
use crate::db::search::Query;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::web::paging::{After, Page, Paging};

/// A page of the projects in one state or in all, newest first (the queue: oldest first), filtered by title.
pub fn list_admin_projects(conn: &Connection, status: Option<ProjectStatus>, search: &str, paging: &Paging) -> ApiResult<Page<AdminProject>> {
    let (mut ids, total) = if search.trim().is_empty() {
        list_ids(conn, status, paging)?
    } else {
        search_ids(conn, status, search, paging)?
    };
    let next = paging.cut(&mut ids, |id| After::id(*id));
    let ids = serde_json::to_string(&ids.iter().map(|id| id.0).collect::<Vec<_>>()).map_err(ApiError::internal)?;
    let items = conn
        .prepare_cached(
            "SELECT p.id, p.number, p.title, p.status, p.category, p.featured, p.upvote_count, p.created_at, p.submitted_by, u.name, u.email, u.picture
             FROM json_each(:ids) page CROSS JOIN projects p ON p.id = page.value JOIN users u ON u.id = p.submitted_by ORDER BY page.key",
        )?
        .query_map(named_params! { ":ids": ids }, |row| {
            Ok(AdminProject {
                id: row.get("id")?,
                project_id: super::rules::display_id(row.get("number")?),
                title: row.get("title")?,
                status: status_from_row(row)?,
                category: row.get("category")?,
                featured: row.get("featured")?,
                upvote_count: row.get("upvote_count")?,
                submission_date: row.get("created_at")?,
                submitted_by: Submitter {
                    id: row.get("submitted_by")?,
                    name: row.get("name")?,
                    profile_picture: row.get("picture")?,
                    email: row.get("email")?,
                },
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(Page { items, total, next })
}

fn list_ids(conn: &Connection, status: Option<ProjectStatus>, paging: &Paging) -> rusqlite::Result<(Vec<Id>, i64)> {
    let first = if status == Some(ProjectStatus::InReview) { Id(0) } else { Id(i64::MAX) };
    let sql = match status {
        // The project that has waited longest is reviewed first.
        Some(ProjectStatus::InReview) => "SELECT id FROM projects WHERE status = :status AND id > :after ORDER BY id LIMIT :limit OFFSET :offset",
        Some(_) => "SELECT id FROM projects WHERE status = :status AND id < :after ORDER BY id DESC LIMIT :limit OFFSET :offset",
        None => "SELECT id FROM projects WHERE :status IS NULL AND id < :after ORDER BY id DESC LIMIT :limit OFFSET :offset",
    };
    let ids = conn
        .prepare_cached(sql)?
        .query_map(
            named_params! { ":status": status.map(ProjectStatus::as_str), ":after": paging.after_id(first), ":limit": paging.rows(), ":offset": paging.offset },
            |row| row.get("id"),
        )?
        .collect::<rusqlite::Result<_>>()?;
    let counts = count_by_status(conn)?;
    let total = match status {
        Some(ProjectStatus::InReview) => counts.in_review,
        Some(ProjectStatus::Approved) => counts.approved,
        Some(ProjectStatus::Rejected) => counts.rejected,
        None => counts.all,
    };
    Ok((ids, total))
}

fn search_ids(conn: &Connection, status: Option<ProjectStatus>, search: &str, paging: &Paging) -> rusqlite::Result<(Vec<Id>, i64)> {
    let mut query = Query::new().words("title", search);
    if let Some(status) = status {
        query = query.facet("status", status.as_str());
    }
    let expression = query.expression();
    let ids = conn
        .prepare_cached(
            "SELECT rowid AS id FROM project_search WHERE project_search MATCH :match AND rowid < :after ORDER BY rowid DESC LIMIT :limit OFFSET :offset",
        )?
        .query_map(
            named_params! { ":match": expression, ":after": paging.after_id(Id(i64::MAX)), ":limit": paging.rows(), ":offset": paging.offset },
            |row| row.get("id"),
        )?
        .collect::<rusqlite::Result<_>>()?;
    let total = conn
        .prepare_cached("SELECT count(*) AS count FROM (SELECT rowid FROM project_search WHERE project_search MATCH :match LIMIT 10000)")?
        .query_row(named_params! { ":match": expression }, |row| row.get("count"))?;
    Ok((ids, total))
}

/// How many projects are in each state.
pub fn count_by_status(conn: &Connection) -> rusqlite::Result<ProjectCounts> {
    let count = |status: ProjectStatus| {
        conn.prepare_cached("SELECT count FROM totals WHERE name = 'project_status:' || :status")?
            .query_row(named_params! { ":status": status.as_str() }, |row| row.get::<_, i64>("count"))
            .optional()
            .map(|found| found.unwrap_or(0))
    };
    let (in_review, approved, rejected) = (
        count(ProjectStatus::InReview)?,
        count(ProjectStatus::Approved)?,
        count(ProjectStatus::Rejected)?,
    );
    Ok(ProjectCounts {
        all: in_review + approved + rejected,
        in_review,
        approved,
        rejected,
    })
}

/// The projects before and after one in the list of its state, in the order of that list.
pub fn find_neighbours(conn: &Connection, id: Id, status: ProjectStatus) -> rusqlite::Result<(Option<Id>, Option<Id>)> {
    let older = conn
        .prepare_cached("SELECT id FROM projects WHERE status = :status AND id < :id ORDER BY id DESC LIMIT 1")?
        .query_row(named_params! { ":status": status.as_str(), ":id": id }, |row| row.get("id"))
        .optional()?;
    let newer = conn
        .prepare_cached("SELECT id FROM projects WHERE status = :status AND id > :id ORDER BY id LIMIT 1")?
        .query_row(named_params! { ":status": status.as_str(), ":id": id }, |row| row.get("id"))
        .optional()?;
    Ok(if status == ProjectStatus::InReview {
        (older, newer)
    } else {
        (newer, older)
    })
}

/// The data of a project that a decision needs.
pub struct Reviewed {
    pub title: String,
    pub status: ProjectStatus,
    pub featured: bool,
    pub rejection_reason: Option<String>,
    /// The admin who decided last.
    pub reviewer: Option<String>,
    pub submitter: Id,
    pub submitter_name: String,
    /// Absent if the submitter has left.
    pub submitter_email: Option<String>,
}

/// Reads a project for a decision.
pub fn find_reviewed(conn: &Connection, id: Id) -> rusqlite::Result<Option<Reviewed>> {
    conn.prepare_cached(
        "SELECT p.title, p.status, p.featured, p.rejection_reason, p.submitted_by, u.name, u.email, r.name AS reviewer
         FROM projects p JOIN users u ON u.id = p.submitted_by LEFT JOIN users r ON r.id = p.reviewed_by WHERE p.id = :id",
    )?
    .query_row(named_params! { ":id": id }, |row| {
        Ok(Reviewed {
            title: row.get("title")?,
            status: status_from_row(row)?,
            featured: row.get("featured")?,
            rejection_reason: row.get("rejection_reason")?,
            reviewer: row.get("reviewer")?,
            submitter: row.get("submitted_by")?,
            submitter_name: row.get("name")?,
            submitter_email: row.get("email")?,
        })
    })
    .optional()
}

/// Stores a decision. A project that is no longer approved also stops being featured.
pub fn set_status(tx: &Tx, id: Id, status: ProjectStatus, reason: Option<&str>, reviewer: Id, now: Instant) -> ApiResult<()> {
    tx.prepare_cached(
        "UPDATE projects SET status = :status, rejection_reason = :reason, featured = featured AND :status = 'Approved', reviewed_by = :reviewer,
           reviewed_at = :now, updated_at = :now WHERE id = :id",
    )?
    .execute(named_params! { ":id": id, ":status": status.as_str(), ":reason": reason, ":reviewer": reviewer, ":now": now })?;
    keep_decision(tx, id)?;
    index_project(tx, id)
}

/// Features a project or stops featuring it.
pub fn set_featured(tx: &Tx, id: Id, featured: bool, now: Instant) -> ApiResult<()> {
    tx.prepare_cached("UPDATE projects SET featured = :featured, updated_at = :now WHERE id = :id")?
        .execute(named_params! { ":id": id, ":featured": featured, ":now": now })?;
    index_project(tx, id)
}

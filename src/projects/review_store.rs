//! SQL of the review: the queue, the admins' list, decisions.

use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::earlier_store::keep_decision;
use super::list_store::count_matches;
use super::rules::ProjectStatus;
use super::store::index_project;
use super::views::{AdminProject, ProjectCounts, ReviewSort, Submitter};
use crate::db::Tx;
use crate::db::columns::Columns;
use crate::db::search::Query;
use crate::db::values::{Id, Instant, LAST_TEXT};
use crate::error::{ApiError, ApiResult};
use crate::web::paging::{After, Page, Paging};

/// A project in the admins' list, and what its order goes by besides the id: the key of the title, or nothing.
struct Listed {
    id: Id,
    order: String,
}

/// A page of the projects in one state or in all, filtered by title. Without an order, the queue begins with the oldest and
/// every other list with the newest.
pub fn list_admin_projects(
    conn: &Connection,
    status: Option<ProjectStatus>,
    search: &str,
    sort: Option<ReviewSort>,
    paging: &Paging,
) -> ApiResult<Page<AdminProject>> {
    let sort = sort.unwrap_or(match status {
        // The project that has waited longest is reviewed first.
        Some(ProjectStatus::InReview) => ReviewSort::Oldest,
        _ => ReviewSort::Recent,
    });
    let before = before(conn, sort, paging)?;
    let (mut listed, total) = if search.trim().is_empty() {
        list_ids(conn, status, sort, &before, paging)?
    } else {
        search_ids(conn, status, search, sort, &before, paging)?
    };
    let next = paging.cut(&mut listed, |project| After {
        id: project.id,
        order: (!project.order.is_empty()).then(|| project.order.clone()).into_iter().collect(),
    });
    let ids = serde_json::to_string(&listed.iter().map(|project| project.id.0).collect::<Vec<_>>()).map_err(ApiError::internal)?;
    let items = conn
        .prepare_cached(
            "SELECT p.id, p.number, p.title, p.status, p.category, p.featured, p.upvote_count, p.created_at, p.submitted_by, u.name, u.picture,
               u.email IS NOT NULL AS has_address, u.email
             FROM json_each(:ids) page CROSS JOIN projects p ON p.id = page.value JOIN users u ON u.id = p.submitted_by ORDER BY page.key",
        )?
        .query_map(named_params! { ":ids": ids }, |row| {
            let row = Columns::of(row);
            Ok(AdminProject {
                id: row.get("id")?,
                project_id: super::rules::display_id(row.get("number")?),
                title: row.get("title")?,
                status: row.get("status")?,
                category: row.get("category")?,
                featured: row.get("featured")?,
                upvote_count: row.get("upvote_count")?,
                submission_date: row.get("created_at")?,
                submitted_by: Submitter {
                    id: row.get("submitted_by")?,
                    name: row.get("name")?,
                    profile_picture: row.get("picture")?,
                    // Who has left has no address either.
                    has_profile: row.get("has_address")?,
                    email: row.get("email")?,
                },
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(Page { items, total, next })
}

/// The project that stands before the page, or what stands before all.
fn before(conn: &Connection, sort: ReviewSort, paging: &Paging) -> ApiResult<Listed> {
    let Some(after) = &paging.after else {
        let (id, order) = match sort {
            ReviewSort::Recent => (i64::MAX, ""),
            ReviewSort::Oldest | ReviewSort::Title => (0, ""),
            ReviewSort::TitleDescending => (i64::MAX, LAST_TEXT),
        };
        return Ok(Listed {
            id: Id(id),
            order: order.to_owned(),
        });
    };
    let order = match (sort, after.order.as_slice()) {
        (ReviewSort::Recent | ReviewSort::Oldest, _) => String::new(),
        (_, [title]) => title.clone(),
        _ => conn
            .prepare_cached("SELECT title_key FROM projects WHERE id = :id")?
            .query_row(named_params! { ":id": after.id }, |row| row.get("title_key"))
            .optional()?
            .ok_or_else(After::gone)?,
    };
    Ok(Listed { id: after.id, order })
}

fn list_ids(
    conn: &Connection,
    status: Option<ProjectStatus>,
    sort: ReviewSort,
    before: &Listed,
    paging: &Paging,
) -> rusqlite::Result<(Vec<Listed>, i64)> {
    let sql = match (status, sort) {
        (Some(_), ReviewSort::Recent) => {
            "SELECT id, '' AS place FROM projects WHERE status = :status AND id < :after AND :title IS NOT NULL ORDER BY id DESC LIMIT :limit OFFSET :offset"
        }
        (Some(_), ReviewSort::Oldest) => {
            "SELECT id, '' AS place FROM projects WHERE status = :status AND id > :after AND :title IS NOT NULL ORDER BY id LIMIT :limit OFFSET :offset"
        }
        (Some(_), ReviewSort::Title) => {
            "SELECT id, title_key AS place FROM projects WHERE status = :status AND (title_key, id) > (:title, :after) ORDER BY title_key, id LIMIT :limit OFFSET :offset"
        }
        (Some(_), ReviewSort::TitleDescending) => {
            "SELECT id, title_key AS place FROM projects WHERE status = :status AND (title_key, id) < (:title, :after) ORDER BY title_key DESC, id DESC LIMIT :limit OFFSET :offset"
        }
        (None, ReviewSort::Recent) => {
            "SELECT id, '' AS place FROM projects WHERE :status IS NULL AND id < :after AND :title IS NOT NULL ORDER BY id DESC LIMIT :limit OFFSET :offset"
        }
        (None, ReviewSort::Oldest) => {
            "SELECT id, '' AS place FROM projects WHERE :status IS NULL AND id > :after AND :title IS NOT NULL ORDER BY id LIMIT :limit OFFSET :offset"
        }
        (None, ReviewSort::Title) => {
            "SELECT id, title_key AS place FROM projects WHERE :status IS NULL AND (title_key, id) > (:title, :after) ORDER BY title_key, id LIMIT :limit OFFSET :offset"
        }
        (None, ReviewSort::TitleDescending) => {
            "SELECT id, title_key AS place FROM projects WHERE :status IS NULL AND (title_key, id) < (:title, :after) ORDER BY title_key DESC, id DESC LIMIT :limit OFFSET :offset"
        }
    };
    let listed = conn
        .prepare_cached(sql)?
        .query_map(
            named_params! { ":status": status.map(ProjectStatus::as_str), ":after": before.id, ":title": before.order, ":limit": paging.rows(), ":offset": paging.offset },
            listed_from_row,
        )?
        .collect::<rusqlite::Result<_>>()?;
    let counts = count_by_status(conn)?;
    let total = match status {
        Some(ProjectStatus::InReview) => counts.in_review,
        Some(ProjectStatus::Approved) => counts.approved,
        Some(ProjectStatus::Rejected) => counts.rejected,
        None => counts.all,
    };
    Ok((listed, total))
}

fn search_ids(
    conn: &Connection,
    status: Option<ProjectStatus>,
    search: &str,
    sort: ReviewSort,
    before: &Listed,
    paging: &Paging,
) -> rusqlite::Result<(Vec<Listed>, i64)> {
    let mut query = Query::new().words("title", search);
    if let Some(status) = status {
        query = query.facet("status", status.as_str());
    }
    let expression = query.expression();
    let sql = match sort {
        ReviewSort::Recent => {
            "SELECT rowid AS id, '' AS place FROM project_search WHERE project_search MATCH :match AND rowid < :after AND :title IS NOT NULL
             ORDER BY rowid DESC LIMIT :limit OFFSET :offset"
        }
        ReviewSort::Oldest => {
            "SELECT rowid AS id, '' AS place FROM project_search WHERE project_search MATCH :match AND rowid > :after AND :title IS NOT NULL
             ORDER BY rowid LIMIT :limit OFFSET :offset"
        }
        ReviewSort::Title => {
            "WITH matches AS MATERIALIZED (SELECT rowid AS id FROM project_search WHERE project_search MATCH :match ORDER BY rowid DESC LIMIT 10000)
             SELECT p.id, p.title_key AS place FROM matches JOIN projects p USING (id) WHERE (p.title_key, p.id) > (:title, :after)
             ORDER BY p.title_key, p.id LIMIT :limit OFFSET :offset"
        }
        ReviewSort::TitleDescending => {
            "WITH matches AS MATERIALIZED (SELECT rowid AS id FROM project_search WHERE project_search MATCH :match ORDER BY rowid DESC LIMIT 10000)
             SELECT p.id, p.title_key AS place FROM matches JOIN projects p USING (id) WHERE (p.title_key, p.id) < (:title, :after)
             ORDER BY p.title_key DESC, p.id DESC LIMIT :limit OFFSET :offset"
        }
    };
    let listed: Vec<Listed> = conn
        .prepare_cached(sql)?
        .query_map(
            named_params! { ":match": expression, ":after": before.id, ":title": before.order, ":limit": paging.rows(), ":offset": paging.offset },
            listed_from_row,
        )?
        .collect::<rusqlite::Result<_>>()?;
    let total = count_matches(conn, &expression, paging, listed.len())?;
    Ok((listed, total))
}

fn listed_from_row(row: &Row) -> rusqlite::Result<Listed> {
    Ok(Listed {
        id: row.get("id")?,
        order: row.get("place")?,
    })
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
            status: row.get("status")?,
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

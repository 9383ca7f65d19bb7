//! SQL of the lists of projects: which projects a page has, and how many there are.

use rusqlite::{Connection, OptionalExtension, named_params};

use super::rules::{self, ProjectStatus};
use super::store::{list_summaries, status_from_row};
use super::views::{MyProject, ProjectSummary};
use crate::db::search::Query;
use crate::db::values::Id;
use crate::error::ApiResult;
use crate::members::rules::Eyes;
use crate::web::paging::{Page, Paging};

/// The order of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    Recent,
    Popular,
    Alphabetical,
}

/// The parameters of a list of public projects.
#[derive(Debug, Clone)]
pub struct Filter {
    pub search: String,
    pub category: Option<&'static str>,
    pub tag: String,
    pub featured: bool,
    pub sort: Sort,
}

/// A page of public projects. The ids come from an index; only the rows of that page are joined.
pub fn list_projects(conn: &Connection, filter: &Filter, paging: Paging, eyes: Eyes) -> ApiResult<Page<ProjectSummary>> {
    let (ids, total) = if filter.search.trim().is_empty() && filter.tag.trim().is_empty() {
        list_facet(conn, &rules::facet(filter.category, filter.featured), filter.sort, paging)?
    } else {
        search_ids(conn, filter, paging)?
    };
    Ok(Page {
        items: list_summaries(conn, &ids, eyes)?,
        total,
    })
}

fn list_facet(conn: &Connection, facet: &str, sort: Sort, paging: Paging) -> rusqlite::Result<(Vec<Id>, i64)> {
    let sql = match sort {
        Sort::Recent => "SELECT project_id AS id FROM showcase WHERE facet = :facet ORDER BY project_id DESC LIMIT :limit OFFSET :offset",
        Sort::Popular => {
            "SELECT project_id AS id FROM showcase WHERE facet = :facet ORDER BY upvote_count DESC, project_id DESC LIMIT :limit OFFSET :offset"
        }
        Sort::Alphabetical => "SELECT project_id AS id FROM showcase WHERE facet = :facet ORDER BY title_key, project_id LIMIT :limit OFFSET :offset",
    };
    let ids = conn
        .prepare_cached(sql)?
        .query_map(
            named_params! { ":facet": facet, ":limit": paging.limit, ":offset": paging.offset },
            |row| row.get("id"),
        )?
        .collect::<rusqlite::Result<_>>()?;
    let total = conn
        .prepare_cached("SELECT count FROM totals WHERE name = 'projects:' || :facet")?
        .query_row(named_params! { ":facet": facet }, |row| row.get("count"))
        .optional()?;
    Ok((ids, total.unwrap_or(0)))
}

fn search_ids(conn: &Connection, filter: &Filter, paging: Paging) -> rusqlite::Result<(Vec<Id>, i64)> {
    let mut query = Query::new()
        .words("text", &filter.search)
        .facet("status", ProjectStatus::Approved.as_str());
    if let Some(category) = filter.category {
        query = query.facet("category", category);
    }
    if !filter.tag.trim().is_empty() {
        query = query.facet("tag", filter.tag.trim());
    }
    if filter.featured {
        query = query.facet("featured", "yes");
    }
    let expression = query.expression();
    let sql = match filter.sort {
        Sort::Recent => "SELECT rowid AS id FROM project_search WHERE project_search MATCH :match ORDER BY rowid DESC LIMIT :limit OFFSET :offset",
        Sort::Popular => {
            "WITH matches AS MATERIALIZED (SELECT rowid AS id FROM project_search WHERE project_search MATCH :match ORDER BY rowid DESC LIMIT 10000)
             SELECT p.id FROM matches JOIN projects p USING (id) ORDER BY p.upvote_count DESC, p.id DESC LIMIT :limit OFFSET :offset"
        }
        Sort::Alphabetical => {
            "WITH matches AS MATERIALIZED (SELECT rowid AS id FROM project_search WHERE project_search MATCH :match ORDER BY rowid DESC LIMIT 10000)
             SELECT p.id FROM matches JOIN projects p USING (id) ORDER BY p.title_key, p.id LIMIT :limit OFFSET :offset"
        }
    };
    let ids = conn
        .prepare_cached(sql)?
        .query_map(
            named_params! { ":match": expression, ":limit": paging.limit, ":offset": paging.offset },
            |row| row.get("id"),
        )?
        .collect::<rusqlite::Result<_>>()?;
    let total = conn
        .prepare_cached("SELECT count(*) AS count FROM (SELECT rowid FROM project_search WHERE project_search MATCH :match LIMIT 10000)")?
        .query_row(named_params! { ":match": expression }, |row| row.get("count"))?;
    Ok((ids, total))
}

/// The featured projects, newest first.
pub fn list_featured(conn: &Connection, paging: Paging, eyes: Eyes) -> ApiResult<Page<ProjectSummary>> {
    let (ids, total) = list_facet(conn, &rules::facet(None, true), Sort::Recent, paging)?;
    Ok(Page {
        items: list_summaries(conn, &ids, eyes)?,
        total,
    })
}

/// A page of the projects that a member submitted or works on in a team, newest first.
pub fn list_own_projects(conn: &Connection, eyes: Eyes, paging: Paging) -> ApiResult<Page<MyProject>> {
    let items = conn
        .prepare_cached(
            "SELECT p.* FROM (
               SELECT id FROM projects WHERE submitted_by = :caller
               UNION SELECT project_id FROM project_members WHERE user_id = :caller
               ORDER BY 1 DESC LIMIT :limit OFFSET :offset) page
             CROSS JOIN projects p ON p.id = page.id ORDER BY p.id DESC",
        )?
        .query_map(
            named_params! { ":caller": eyes.caller, ":limit": paging.limit, ":offset": paging.offset },
            |row| {
                Ok(MyProject {
                    id: row.get("id")?,
                    project_id: rules::display_id(row.get("number")?),
                    title: row.get("title")?,
                    short_description: row.get("short_description")?,
                    category: row.get("category")?,
                    status: status_from_row(row)?,
                    rejection_reason: row.get("rejection_reason")?,
                    upvote_count: row.get("upvote_count")?,
                    comment_count: row.get("comment_count")?,
                    featured: row.get("featured")?,
                    is_owner: Some(row.get::<_, Id>("submitted_by")?) == eyes.caller,
                    submission_date: row.get("created_at")?,
                })
            },
        )?
        .collect::<rusqlite::Result<_>>()?;
    let total = conn
        .prepare_cached(
            "SELECT (SELECT count(*) FROM projects WHERE submitted_by = :caller)
               + (SELECT count(*) FROM project_members t JOIN projects p ON p.id = t.project_id WHERE t.user_id = :caller AND p.submitted_by <> :caller) AS count",
        )?
        .query_row(named_params! { ":caller": eyes.caller }, |row| row.get("count"))?;
    Ok(Page { items, total })
}

/// How many of the newest projects per technology are candidates for similar projects.
const LOOKED_AT: u32 = 30;

/// The public projects that share the most technologies with this one, at most 3. Ties go to the newest.
pub fn list_similar(conn: &Connection, id: Id, eyes: Eyes) -> ApiResult<Vec<ProjectSummary>> {
    let keys: Vec<String> = conn
        .prepare_cached("SELECT name_key FROM project_technologies WHERE project_id = :id ORDER BY position")?
        .query_map(named_params! { ":id": id }, |row| row.get("name_key"))?
        .collect::<rusqlite::Result<_>>()?;
    let mut shared: std::collections::BTreeMap<Id, usize> = std::collections::BTreeMap::new();
    let mut newest = conn.prepare_cached(
        "SELECT t.project_id FROM project_technologies t WHERE t.name_key = :key AND t.project_id <> :id
           AND EXISTS (SELECT 1 FROM showcase s WHERE s.facet = 'all' AND s.project_id = t.project_id)
         ORDER BY t.project_id DESC LIMIT :limit",
    )?;
    for key in keys {
        let found = newest.query_map(named_params! { ":key": key, ":id": id, ":limit": LOOKED_AT }, |row| {
            row.get::<_, Id>("project_id")
        })?;
        for project in found {
            *shared.entry(project?).or_default() += 1;
        }
    }
    let mut ranked: Vec<(usize, Id)> = shared.into_iter().map(|(project, count)| (count, project)).collect();
    ranked.sort_unstable_by(|a, b| b.cmp(a));
    let ids: Vec<Id> = ranked.into_iter().take(3).map(|(_, project)| project).collect();
    list_summaries(conn, &ids, eyes)
}

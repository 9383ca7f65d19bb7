//! SQL of the lists of projects: which projects a page has, and how many there are.

use rusqlite::{Connection, OptionalExtension, ToSql, named_params};

use super::rules::{self, ProjectStatus};
use super::store::list_summaries;
use super::views::{MyProject, ProjectSummary};
use crate::db::columns::Columns;
use crate::db::search::{COUNTED, Query};
use crate::db::values::Id;
use crate::error::ApiResult;
use crate::members::rules::Eyes;
use crate::web::paging::{After, Page, Paging};

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
    pub category: Option<String>,
    pub tag: String,
    pub featured: bool,
    pub sort: Sort,
}

/// A project in a list, and what its order goes by.
struct Listed {
    id: Id,
    /// Empty, the number of upvotes, or the key of the title.
    order: String,
}

impl Listed {
    fn place(&self) -> After {
        After {
            id: self.id,
            order: (!self.order.is_empty()).then(|| self.order.clone()).into_iter().collect(),
        }
    }
}

/// Where a page begins.
struct Start {
    votes: i64,
    title: String,
    id: Id,
}

impl Start {
    /// The place of the last entry that the reader has seen, or the one before all entries.
    fn find(conn: &Connection, sort: Sort, paging: &Paging) -> ApiResult<Start> {
        let Some(after) = &paging.after else {
            return Ok(Start {
                votes: i64::MAX,
                title: String::new(),
                id: if sort == Sort::Alphabetical { Id(0) } else { Id(i64::MAX) },
            });
        };
        let start = |votes: i64, title: String| Start { votes, title, id: after.id };
        match (sort, after.order.as_slice()) {
            (Sort::Recent, _) => Ok(start(0, String::new())),
            (Sort::Popular, [votes]) => Ok(start(votes.parse().map_err(|_| After::gone())?, String::new())),
            (Sort::Alphabetical, [title]) => Ok(start(0, title.clone())),
            _ => conn
                .prepare_cached("SELECT upvote_count, title_key FROM projects WHERE id = :id AND status = 'Approved'")?
                .query_row(named_params! { ":id": after.id }, |row| {
                    Ok(start(row.get("upvote_count")?, row.get("title_key")?))
                })
                .optional()?
                .ok_or_else(After::gone),
        }
    }
}

/// A page of public projects. The ids come from an index; only the rows of that page are joined.
pub fn list_projects(conn: &Connection, filter: &Filter, paging: &Paging, eyes: Eyes) -> ApiResult<Page<ProjectSummary>> {
    let start = Start::find(conn, filter.sort, paging)?;
    let (listed, total) = if filter.search.trim().is_empty() && filter.tag.trim().is_empty() {
        list_facet(
            conn,
            &rules::facet(filter.category.as_deref(), filter.featured),
            filter.sort,
            &start,
            paging,
        )?
    } else {
        search_ids(conn, filter, &start, paging)?
    };
    summaries(conn, listed, total, paging, eyes)
}

/// The featured projects, newest first.
pub fn list_featured(conn: &Connection, paging: &Paging, eyes: Eyes) -> ApiResult<Page<ProjectSummary>> {
    let start = Start::find(conn, Sort::Recent, paging)?;
    let (listed, total) = list_facet(conn, &rules::facet(None, true), Sort::Recent, &start, paging)?;
    summaries(conn, listed, total, paging, eyes)
}

fn summaries(conn: &Connection, mut listed: Vec<Listed>, total: i64, paging: &Paging, eyes: Eyes) -> ApiResult<Page<ProjectSummary>> {
    let next = paging.cut(&mut listed, Listed::place);
    let ids: Vec<Id> = listed.into_iter().map(|listed| listed.id).collect();
    Ok(Page {
        items: list_summaries(conn, &ids, eyes)?,
        total,
        next,
    })
}

fn listed(conn: &Connection, sql: &str, parameters: &[(&str, &dyn ToSql)]) -> rusqlite::Result<Vec<Listed>> {
    conn.prepare_cached(sql)?
        .query_map(parameters, |row| {
            Ok(Listed {
                id: row.get("id")?,
                order: row.get("place")?,
            })
        })?
        .collect()
}

/// Goes through a list in its order, from a place on, as long as `take` wants to go on.
fn go_through(
    conn: &Connection,
    facet: &str,
    sort: Sort,
    start: &Start,
    (limit, offset): (Option<u32>, u32),
    mut take: impl FnMut(Listed) -> rusqlite::Result<bool>,
) -> rusqlite::Result<()> {
    // To SQLite, a negative limit is none.
    let limit = limit.map_or(-1, i64::from);
    let (sql, parameters): (&str, &[(&str, &dyn ToSql)]) = match sort {
        Sort::Recent => (
            "SELECT project_id AS id, '' AS place FROM showcase WHERE facet = :facet AND project_id < :after
             ORDER BY project_id DESC LIMIT :limit OFFSET :offset",
            named_params! { ":facet": facet, ":after": start.id, ":limit": limit, ":offset": offset },
        ),
        Sort::Popular => (
            "SELECT project_id AS id, CAST(upvote_count AS TEXT) AS place FROM showcase WHERE facet = :facet AND (upvote_count, project_id) < (:votes, :after)
             ORDER BY upvote_count DESC, project_id DESC LIMIT :limit OFFSET :offset",
            named_params! { ":facet": facet, ":votes": start.votes, ":after": start.id, ":limit": limit, ":offset": offset },
        ),
        Sort::Alphabetical => (
            "SELECT project_id AS id, title_key AS place FROM showcase WHERE facet = :facet AND (title_key, project_id) > (:title, :after)
             ORDER BY title_key, project_id LIMIT :limit OFFSET :offset",
            named_params! { ":facet": facet, ":title": start.title, ":after": start.id, ":limit": limit, ":offset": offset },
        ),
    };
    let mut statement = conn.prepare_cached(sql)?;
    let mut rows = statement.query(parameters)?;
    while let Some(row) = rows.next()? {
        let listed = Listed {
            id: row.get(0)?,
            order: row.get(1)?,
        };
        if !take(listed)? {
            break;
        }
    }
    Ok(())
}

fn list_facet(conn: &Connection, facet: &str, sort: Sort, start: &Start, paging: &Paging) -> rusqlite::Result<(Vec<Listed>, i64)> {
    let mut found = Vec::new();
    go_through(conn, facet, sort, start, (Some(paging.rows()), paging.offset), |listed| {
        found.push(listed);
        Ok(true)
    })?;
    Ok((found, count_facet(conn, facet)?))
}

fn count_facet(conn: &Connection, facet: &str) -> rusqlite::Result<i64> {
    let total = conn
        .prepare_cached("SELECT count FROM totals WHERE name = 'projects:' || :facet")?
        .query_row(named_params! { ":facet": facet }, |row| row.get("count"))
        .optional()?;
    Ok(total.unwrap_or(0))
}

/// The most matches that are sorted, the newest ones, and the most texts that are read instead: both take about as long.
const SORTED: u32 = 10_000;

/// A page of what matches, in the order of a list, found by reading one text after the other. `None` when that would take longer
/// than asking the index, or while the texts of an older file are still being written.
fn read_in_order(conn: &Connection, query: &Query, facet: &str, sort: Sort, start: &Start, paging: &Paging) -> rusqlite::Result<Option<Vec<Listed>>> {
    let mut statement = conn.prepare_cached("SELECT text, facets FROM project_texts WHERE project_id = :id")?;
    let mut matches = |id: Id| -> rusqlite::Result<Option<bool>> {
        let mut rows = statement.query(named_params! { ":id": id })?;
        let Some(row) = rows.next()? else { return Ok(None) };
        Ok(Some(query.matches(row.get_ref(0)?.as_bytes()?, row.get_ref(1)?.as_bytes()?)))
    };
    let (rows, mut before, mut left) = (paging.rows() as usize, paging.offset, SORTED);
    let (mut found, mut gives_up) = (Vec::with_capacity(rows), false);
    go_through(conn, facet, sort, start, (None, 0), |listed| {
        let read = if left > 0 { matches(listed.id)? } else { None };
        let Some(is_match) = read else {
            gives_up = true;
            return Ok(false);
        };
        left -= 1;
        if is_match && before > 0 {
            before -= 1;
        } else if is_match {
            found.push(listed);
        }
        Ok(found.len() < rows)
    })?;
    Ok((!gives_up).then_some(found))
}

fn search_ids(conn: &Connection, filter: &Filter, start: &Start, paging: &Paging) -> rusqlite::Result<(Vec<Listed>, i64)> {
    let mut query = Query::new()
        .words("text", &filter.search)
        .facet("status", ProjectStatus::Approved.as_str());
    if let Some(category) = &filter.category {
        query = query.facet("category", category);
    }
    if !filter.tag.trim().is_empty() {
        query = query.facet("tag", filter.tag.trim());
    }
    if filter.featured {
        query = query.facet("featured", "yes");
    }
    if filter.sort != Sort::Recent {
        return search_in_order(conn, &query, filter, start, paging);
    }
    let expression = query.expression();
    let found = listed(
        conn,
        "SELECT rowid AS id, '' AS place FROM project_search WHERE project_search MATCH :match AND rowid < :after
         ORDER BY rowid DESC LIMIT :limit OFFSET :offset",
        named_params! { ":match": expression, ":after": start.id, ":limit": paging.rows(), ":offset": paging.offset },
    )?;
    let total = count_matches(conn, &expression, paging, found.len())?;
    Ok((found, total))
}

/// How many projects match, one more than [`COUNTED`] at most, when this many rows were found for a page.
pub fn count_matches(conn: &Connection, expression: &str, paging: &Paging, found: usize) -> rusqlite::Result<i64> {
    // Rare matches cost the most to count, and a first page that is not full has them all.
    if paging.offset == 0 && paging.after.is_none() && found <= paging.limit as usize {
        return Ok(found as i64);
    }
    conn.prepare_cached("SELECT count(*) AS count FROM (SELECT rowid FROM project_search WHERE project_search MATCH :match LIMIT :most)")?
        .query_row(named_params! { ":match": expression, ":most": COUNTED + 1 }, |row| row.get("count"))
}

/// A page of the matches by upvotes or title. Where many match, the first ones of the list's order are soon found; where few do, they
/// are soon sorted.
fn search_in_order(conn: &Connection, query: &Query, filter: &Filter, start: &Start, paging: &Paging) -> rusqlite::Result<(Vec<Listed>, i64)> {
    let expression = query.expression();
    // All that match, unless there are more: in the order in which the index has them, which costs half.
    let mut matches: Vec<Id> = conn
        .prepare_cached("SELECT rowid AS id FROM project_search WHERE project_search MATCH :match LIMIT :most")?
        .query_map(named_params! { ":match": expression, ":most": COUNTED + 1 }, |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let many = matches.len() as u64;
    let total = i64::try_from(many).unwrap_or(i64::MAX);
    let facet = rules::facet(filter.category.as_deref(), filter.featured);
    let (limit, offset) = (paging.rows(), paging.offset);
    // So many entries of the list are passed over, if the matches lie evenly in it.
    let passed = (u64::from(offset) + u64::from(limit)) * count_facet(conn, &facet)?.unsigned_abs() / many.max(1);
    let are_all_known = many <= u64::from(COUNTED);
    if (passed < many || !are_all_known)
        && let Some(found) = read_in_order(conn, query, &facet, filter.sort, start, paging)?
    {
        return Ok((found, total));
    }
    if !are_all_known {
        matches = conn
            .prepare_cached("SELECT rowid AS id FROM project_search WHERE project_search MATCH :match ORDER BY rowid DESC LIMIT :most")?
            .query_map(named_params! { ":match": expression, ":most": SORTED }, |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
    }
    let ids = serde_json::to_string(&matches.iter().map(|id| id.0).collect::<Vec<_>>())
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
    let found = if filter.sort == Sort::Popular {
        listed(
            conn,
            "SELECT s.project_id AS id, CAST(s.upvote_count AS TEXT) AS place FROM json_each(:ids) page CROSS JOIN showcase s ON s.facet = 'all' AND s.project_id = page.value
             WHERE (s.upvote_count, s.project_id) < (:votes, :after) ORDER BY s.upvote_count DESC, s.project_id DESC LIMIT :limit OFFSET :offset",
            named_params! { ":ids": ids, ":votes": start.votes, ":after": start.id, ":limit": limit, ":offset": offset },
        )?
    } else {
        listed(
            conn,
            "SELECT s.project_id AS id, s.title_key AS place FROM json_each(:ids) page CROSS JOIN showcase s ON s.facet = 'all' AND s.project_id = page.value
             WHERE (s.title_key, s.project_id) > (:title, :after) ORDER BY s.title_key, s.project_id LIMIT :limit OFFSET :offset",
            named_params! { ":ids": ids, ":title": start.title, ":after": start.id, ":limit": limit, ":offset": offset },
        )?
    };
    Ok((found, total))
}

/// A page of the projects that a member submitted or works on in a team, newest first.
pub fn list_own_projects(conn: &Connection, eyes: Eyes, paging: &Paging) -> ApiResult<Page<MyProject>> {
    let mut items: Vec<MyProject> = conn
        .prepare_cached(
            "SELECT p.id, p.number, p.title, p.short_description, p.category, p.status, p.rejection_reason, p.upvote_count, p.comment_count, p.featured,
               p.submitted_by, p.created_at FROM (
               SELECT id FROM projects WHERE submitted_by = :caller AND id < :after
               UNION SELECT project_id FROM project_members WHERE user_id = :caller AND project_id < :after
               ORDER BY 1 DESC LIMIT :limit OFFSET :offset) page
             CROSS JOIN projects p ON p.id = page.id ORDER BY p.id DESC",
        )?
        .query_map(
            named_params! { ":caller": eyes.caller, ":after": paging.after_id(Id(i64::MAX)), ":limit": paging.rows(), ":offset": paging.offset },
            |row| {
                let row = Columns::of(row);
                Ok(MyProject {
                    id: row.get("id")?,
                    project_id: rules::display_id(row.get("number")?),
                    title: row.get("title")?,
                    short_description: row.get("short_description")?,
                    category: row.get("category")?,
                    status: row.get("status")?,
                    rejection_reason: row.get("rejection_reason")?,
                    upvote_count: row.get("upvote_count")?,
                    comment_count: row.get("comment_count")?,
                    featured: row.get("featured")?,
                    is_owner: Some(row.get::<Id>("submitted_by")?) == eyes.caller,
                    submission_date: row.get("created_at")?,
                })
            },
        )?
        .collect::<rusqlite::Result<_>>()?;
    let next = paging.cut(&mut items, |project| After::id(project.id));
    let total = conn
        .prepare_cached(
            "SELECT (SELECT count(*) FROM projects WHERE submitted_by = :caller)
               + (SELECT count(*) FROM project_members t JOIN projects p ON p.id = t.project_id WHERE t.user_id = :caller AND p.submitted_by <> :caller) AS count",
        )?
        .query_row(named_params! { ":caller": eyes.caller }, |row| row.get("count"))?;
    Ok(Page { items, total, next })
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

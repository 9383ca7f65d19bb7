//! SQL of projects, comments and upvotes.

use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::rules::{self, ProjectStatus};
use super::views::{Comment, EventRef, MyProject, Picture, Project, ProjectSummary, Submitter, Upvote, UpvoteTier};
use crate::badges::rules::tier;
use crate::db::Tx;
use crate::db::search::{self, Query};
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::markdown;
use crate::media::rules::address;
use crate::members::rules::Eyes;
use crate::members::views::MemberRef;
use crate::paging::{Page, Paging};

/// Characters of a description in a list.
const EXCERPT: usize = 300;

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
        search(conn, filter, paging)?
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

fn search(conn: &Connection, filter: &Filter, paging: Paging) -> rusqlite::Result<(Vec<Id>, i64)> {
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

/// Cards for these ids, in their order.
pub fn list_summaries(conn: &Connection, ids: &[Id], eyes: Eyes) -> ApiResult<Vec<ProjectSummary>> {
    let ids = serde_json::to_string(&ids.iter().map(|id| id.0).collect::<Vec<_>>()).map_err(ApiError::internal)?;
    let mut statement = conn.prepare_cached(
        "SELECT p.*, u.name AS user_name, u.picture AS user_picture,
           (SELECT json_group_array(t.name) FROM (SELECT name FROM project_technologies WHERE project_id = p.id ORDER BY position) t) AS tech_stack,
           EXISTS (SELECT 1 FROM upvotes v WHERE v.project_id = p.id AND v.user_id = :caller) AS has_upvoted,
           pp.id AS picture_id, pp.alt, pp.card, pp.full, m.width, m.height
         FROM json_each(:ids) page
         CROSS JOIN projects p ON p.id = page.value
         JOIN users u ON u.id = p.submitted_by
         LEFT JOIN project_pictures pp ON pp.project_id = p.id AND pp.position = 0
         LEFT JOIN media m ON m.id = pp.full
         ORDER BY page.key",
    )?;
    let found = statement
        .query_map(named_params! { ":ids": ids, ":caller": eyes.caller }, |row| summary_from_row(row, eyes))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(found)
}

fn summary_from_row(row: &Row, eyes: Eyes) -> rusqlite::Result<ProjectSummary> {
    let has_upvoted: bool = row.get("has_upvoted")?;
    let upvote_count: i64 = row.get("upvote_count")?;
    let description: String = row.get("description")?;
    Ok(ProjectSummary {
        id: row.get("id")?,
        project_id: rules::display_id(row.get("number")?),
        title: row.get("title")?,
        short_description: row.get("short_description")?,
        description: markdown::to_excerpt(&description, EXCERPT),
        tech_stack: list_from_json(row, "tech_stack")?,
        github_link: row.get("github_link")?,
        demo_link: row.get("demo_link")?,
        category: row.get("category")?,
        submitted_by: MemberRef {
            id: row.get("submitted_by")?,
            name: row.get("user_name")?,
            profile_picture: row.get("user_picture")?,
        },
        upvotes: own_upvote(has_upvoted, eyes),
        upvote_count,
        has_upvoted,
        comment_count: row.get("comment_count")?,
        featured: row.get("featured")?,
        status: status_from_row(row)?,
        popular: upvote_count >= rules::POPULAR,
        cover: picture_from_row(row)?,
        submission_date: row.get("created_at")?,
        created_at: row.get("created_at")?,
    })
}

fn own_upvote(has_upvoted: bool, eyes: Eyes) -> Vec<Upvote> {
    if has_upvoted {
        vec![Upvote {
            user: eyes.caller,
            name: None,
            email: None,
        }]
    } else {
        Vec::new()
    }
}

/// The state in a row.
pub fn status_from_row(row: &Row) -> rusqlite::Result<ProjectStatus> {
    let word: String = row.get("status")?;
    ProjectStatus::parse(&word).ok_or_else(|| rusqlite::Error::InvalidColumnName(word))
}

/// A list of texts from the JSON that a query aggregates.
fn list_from_json(row: &Row, column: &str) -> rusqlite::Result<Vec<String>> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

fn picture_from_row(row: &Row) -> rusqlite::Result<Option<Picture>> {
    let Some(id) = row.get::<_, Option<Id>>("picture_id")? else {
        return Ok(None);
    };
    let (card, full): (Id, Id) = (row.get("card")?, row.get("full")?);
    Ok(Some(Picture {
        id,
        alt: row.get("alt")?,
        card_url: address(card),
        full_url: address(full),
        width: row.get("width")?,
        height: row.get("height")?,
    }))
}

/// A project as the viewer may see it; `None` when it does not exist or is hidden from the viewer.
pub fn find_project(conn: &Connection, id: Id, eyes: Eyes) -> ApiResult<Option<Project>> {
    let mut statement = conn.prepare_cached(
        "SELECT p.*, u.name AS user_name, u.picture AS user_picture, u.email AS user_email, e.title AS event_title,
           (SELECT json_group_array(t.name) FROM (SELECT name FROM project_technologies WHERE project_id = p.id ORDER BY position) t) AS tech_stack,
           EXISTS (SELECT 1 FROM upvotes v WHERE v.project_id = p.id AND v.user_id = :caller) AS has_upvoted,
           EXISTS (SELECT 1 FROM project_members t WHERE t.project_id = p.id AND t.user_id = :caller) AS is_team_member,
           EXISTS (SELECT 1 FROM badges b WHERE b.project_id = p.id AND b.family = 'project') AS badge_issued,
           (SELECT json_group_array(b.level) FROM badges b WHERE b.project_id = p.id AND b.family = 'upvote') AS upvote_badges
         FROM projects p JOIN users u ON u.id = p.submitted_by LEFT JOIN events e ON e.id = p.event_id AND e.published = 1
         WHERE p.id = :id",
    )?;
    let found = statement
        .query_row(named_params! { ":id": id, ":caller": eyes.caller }, |row| project_from_row(row, eyes))
        .optional()?;
    let Some(mut project) = found else { return Ok(None) };
    let is_insider = project.can_edit || project.is_team_member || eyes.is_admin;
    if project.status != ProjectStatus::Approved && !is_insider {
        return Ok(None);
    }
    if !is_insider {
        project.rejection_reason = None;
    }
    project.team = list_team(conn, id)?;
    project.pictures = list_pictures(conn, id)?;
    if eyes.is_admin {
        project.upvotes = list_upvotes(conn, id)?;
    }
    Ok(Some(project))
}

fn project_from_row(row: &Row, eyes: Eyes) -> rusqlite::Result<Project> {
    let has_upvoted: bool = row.get("has_upvoted")?;
    let upvote_count: i64 = row.get("upvote_count")?;
    let submitted_by: Id = row.get("submitted_by")?;
    let badges = list_from_json(row, "upvote_badges")?;
    let event = row.get::<_, Option<Id>>("event_id")?.zip(row.get::<_, Option<String>>("event_title")?);
    Ok(Project {
        id: row.get("id")?,
        project_id: rules::display_id(row.get("number")?),
        title: row.get("title")?,
        short_description: row.get("short_description")?,
        description: row.get("description")?,
        description_html: row.get("description_html")?,
        tech_stack: list_from_json(row, "tech_stack")?,
        github_link: row.get("github_link")?,
        demo_link: row.get("demo_link")?,
        category: row.get("category")?,
        submitted_by: Submitter {
            id: submitted_by,
            name: row.get("user_name")?,
            profile_picture: row.get("user_picture")?,
            email: if eyes.is_admin { row.get("user_email")? } else { None },
        },
        team: Vec::new(),
        event_id: event.map(|(id, title)| EventRef { id, title }),
        upvotes: own_upvote(has_upvoted, eyes),
        upvote_count,
        has_upvoted,
        comment_count: row.get("comment_count")?,
        featured: row.get("featured")?,
        status: status_from_row(row)?,
        rejection_reason: row.get("rejection_reason")?,
        popular: upvote_count >= rules::POPULAR,
        badge_issued: row.get("badge_issued")?,
        upvote_tier: tier(upvote_count).map(|(threshold, level)| UpvoteTier {
            level: level.to_owned(),
            threshold,
            issued: badges.iter().any(|badge| badge == level),
        }),
        pictures: Vec::new(),
        can_edit: submitted_by == eyes.caller,
        is_team_member: row.get("is_team_member")?,
        submission_date: row.get("created_at")?,
        created_at: row.get("created_at")?,
    })
}

fn list_team(conn: &Connection, project: Id) -> rusqlite::Result<Vec<MemberRef>> {
    conn.prepare_cached(
        "SELECT u.id, u.name, u.picture FROM project_members t JOIN users u ON u.id = t.user_id WHERE t.project_id = :project ORDER BY t.user_id",
    )?
    .query_map(named_params! { ":project": project }, |row| {
        Ok(MemberRef {
            id: row.get("id")?,
            name: row.get("name")?,
            profile_picture: row.get("picture")?,
        })
    })?
    .collect()
}

fn list_pictures(conn: &Connection, project: Id) -> rusqlite::Result<Vec<Picture>> {
    let found: Vec<Option<Picture>> = conn
        .prepare_cached(
            "SELECT pp.id AS picture_id, pp.alt, pp.card, pp.full, m.width, m.height
             FROM project_pictures pp JOIN media m ON m.id = pp.full WHERE pp.project_id = :project ORDER BY pp.position",
        )?
        .query_map(named_params! { ":project": project }, picture_from_row)?
        .collect::<rusqlite::Result<_>>()?;
    Ok(found.into_iter().flatten().collect())
}

/// The newest 200 voters with name and e-mail address, for admins.
fn list_upvotes(conn: &Connection, project: Id) -> rusqlite::Result<Vec<Upvote>> {
    conn.prepare_cached(
        "SELECT u.id, u.name, u.email FROM upvotes v JOIN users u ON u.id = v.user_id WHERE v.project_id = :project ORDER BY v.user_id DESC LIMIT 200",
    )?
    .query_map(named_params! { ":project": project }, |row| Ok(Upvote { user: row.get("id")?, name: row.get("name")?, email: row.get("email")? }))?
    .collect()
}

/// A page of comments, oldest first, with their count.
pub fn list_comments(conn: &Connection, project: Id, paging: Paging, eyes: Eyes) -> ApiResult<Page<Comment>> {
    let items = conn
        .prepare_cached(
            "SELECT c.id, c.user_id, c.text, c.created_at, c.edited_at, u.name, u.picture
             FROM comments c JOIN users u ON u.id = c.user_id WHERE c.project_id = :project ORDER BY c.id LIMIT :limit OFFSET :offset",
        )?
        .query_map(
            named_params! { ":project": project, ":limit": paging.limit, ":offset": paging.offset },
            |row| comment_from_row(row, eyes),
        )?
        .collect::<rusqlite::Result<_>>()?;
    let total = conn
        .prepare_cached("SELECT comment_count FROM projects WHERE id = :project")?
        .query_row(named_params! { ":project": project }, |row| row.get("comment_count"))?;
    Ok(Page { items, total })
}

/// One comment.
pub fn find_comment(conn: &Connection, id: Id, eyes: Eyes) -> rusqlite::Result<Option<Comment>> {
    conn.prepare_cached(
        "SELECT c.id, c.user_id, c.text, c.created_at, c.edited_at, u.name, u.picture FROM comments c JOIN users u ON u.id = c.user_id WHERE c.id = :id",
    )?
    .query_row(named_params! { ":id": id }, |row| comment_from_row(row, eyes))
    .optional()
}

fn comment_from_row(row: &Row, eyes: Eyes) -> rusqlite::Result<Comment> {
    let author: Id = row.get("user_id")?;
    let edited_at: Option<Instant> = row.get("edited_at")?;
    Ok(Comment {
        id: row.get("id")?,
        user: MemberRef {
            id: author,
            name: row.get("name")?,
            profile_picture: row.get("picture")?,
        },
        text: row.get("text")?,
        timestamp: row.get("created_at")?,
        edited_at,
        can_edit: author == eyes.caller,
        can_delete: author == eyes.caller || eyes.is_admin,
    })
}

/// Whether the viewer may see the project.
pub fn is_visible(conn: &Connection, id: Id, eyes: Eyes) -> rusqlite::Result<bool> {
    conn.prepare_cached(
        "SELECT p.status = 'Approved' OR p.submitted_by = :caller OR :is_admin
           OR EXISTS (SELECT 1 FROM project_members t WHERE t.project_id = p.id AND t.user_id = :caller) AS visible
         FROM projects p WHERE p.id = :id",
    )?
    .query_row(named_params! { ":id": id, ":caller": eyes.caller, ":is_admin": eyes.is_admin }, |row| {
        row.get("visible")
    })
    .optional()
    .map(|found| found.unwrap_or(false))
}

/// Updates the public lists and the search index for a project. Every change of a project must end with this.
pub fn index_project(tx: &Tx, id: Id) -> ApiResult<()> {
    tx.prepare_cached("DELETE FROM showcase WHERE project_id = :id")?
        .execute(named_params! { ":id": id })?;
    let found = tx
        .prepare_cached(
            "SELECT p.*, (SELECT json_group_array(t.name) FROM (SELECT name FROM project_technologies WHERE project_id = p.id ORDER BY position) t) AS tech_stack
             FROM projects p WHERE p.id = :id",
        )?
        .query_row(named_params! { ":id": id }, indexed_from_row)
        .optional()?;
    let Some(project) = found else { return Ok(()) };
    let categories = rules::categories_of(&project.category, &project.technologies);
    if project.status == ProjectStatus::Approved {
        let mut insert =
            tx.prepare_cached("INSERT INTO showcase (facet, project_id, upvote_count, title_key) VALUES (:facet, :id, :upvote_count, :title_key)")?;
        for facet in rules::facets_of(&categories, project.featured) {
            insert.execute(named_params! { ":facet": facet, ":id": id, ":upvote_count": project.upvote_count, ":title_key": project.title_key })?;
        }
    }
    let mut facets = vec![("status", project.status.as_str())];
    facets.extend(categories.iter().map(|category| ("category", *category)));
    facets.extend(project.technologies.iter().map(|technology| ("tag", technology.as_str())));
    if project.featured {
        facets.push(("featured", "yes"));
    }
    let text: Vec<&str> = [project.short_description.as_str(), project.description.as_str()]
        .into_iter()
        .chain(project.technologies.iter().map(String::as_str))
        .collect();
    search::set_project(
        tx,
        id,
        &search::Entry {
            title: &project.title,
            text: &text,
            facets: &facets,
        },
    )?;
    Ok(())
}

/// The project's data for lists and search.
struct Indexed {
    title: String,
    title_key: String,
    short_description: String,
    description: String,
    category: String,
    technologies: Vec<String>,
    status: ProjectStatus,
    featured: bool,
    upvote_count: i64,
}

fn indexed_from_row(row: &Row) -> rusqlite::Result<Indexed> {
    Ok(Indexed {
        title: row.get("title")?,
        title_key: row.get("title_key")?,
        short_description: row.get("short_description")?,
        description: row.get("description")?,
        category: row.get("category")?,
        technologies: list_from_json(row, "tech_stack")?,
        status: status_from_row(row)?,
        featured: row.get("featured")?,
        upvote_count: row.get("upvote_count")?,
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
                    is_owner: row.get::<_, Id>("submitted_by")? == eyes.caller,
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

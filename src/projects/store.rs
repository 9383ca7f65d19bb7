//! SQL of projects as visitors and members see them; their lists are in list_store.rs, comments in comment_store.rs.

use std::collections::BTreeMap;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, named_params};
use serde::Deserialize;

use super::rules::{self, ProjectStatus, Relation};
use super::views::{EventRef, Picture, Project, ProjectBadge, ProjectSummary, Submitter, Upvote, UpvoteTier};
use crate::badges::rules::tier;
use crate::db::columns::{Columns, in_place};
use crate::db::values::Id;
use crate::db::{Tx, search};
use crate::error::{ApiError, ApiResult};
use crate::markdown;
use crate::media::rules::address;
use crate::members::rules::Eyes;
use crate::members::views::MemberRef;

/// Cards for these ids, in their order.
pub fn list_summaries(conn: &Connection, ids: &[Id], eyes: Eyes) -> ApiResult<Vec<ProjectSummary>> {
    let ids = serde_json::to_string(&ids.iter().map(|id| id.0).collect::<Vec<_>>()).map_err(ApiError::internal)?;
    let mut statement = conn.prepare_cached(
        "SELECT page.key AS place, EXISTS (SELECT 1 FROM upvotes v WHERE v.project_id = p.id AND v.user_id = :caller) AS has_upvoted, p.upvote_count, p.created_at,
           p.id, p.number, p.title, p.short_description, p.excerpt, iif(p.excerpt IS NULL, p.description, '') AS description,
           (SELECT json_group_array(t.name) FROM (SELECT name FROM project_technologies WHERE project_id = p.id ORDER BY position) t) AS tech_stack,
           p.github_link, p.demo_link, p.category, p.submitted_by, u.name AS user_name, u.picture AS user_picture,
           u.suspended_at IS NOT NULL AS is_suspended, u.deleted_at IS NOT NULL AS is_deleted, p.comment_count, p.featured, p.status,
           pp.id AS picture_id, pp.card, pp.full, pp.alt, m.width, m.height
         FROM json_each(:ids) page
         CROSS JOIN projects p ON p.id = page.value
         JOIN users u ON u.id = p.submitted_by
         LEFT JOIN project_pictures pp ON pp.project_id = p.id AND pp.position = 0
         LEFT JOIN media m ON m.id = pp.full",
    )?;
    let found = statement
        .query_map(named_params! { ":ids": ids, ":caller": eyes.caller }, |row| {
            let row = &Columns::of(row);
            Ok((row.get("place")?, summary_from_row(row, eyes)?))
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(in_place(found))
}

fn summary_from_row(row: &Columns, eyes: Eyes) -> rusqlite::Result<ProjectSummary> {
    let (has_upvoted, upvote_count, created_at) = (row.get("has_upvoted")?, row.get("upvote_count")?, row.get("created_at")?);
    Ok(ProjectSummary {
        id: row.get("id")?,
        project_id: rules::display_id(row.get("number")?),
        title: row.get("title")?,
        short_description: row.get("short_description")?,
        description: markdown::excerpt(row.get("excerpt")?, row.text("description")?),
        tech_stack: row.json("tech_stack")?,
        github_link: row.get("github_link")?,
        demo_link: row.get("demo_link")?,
        category: row.get("category")?,
        submitted_by: MemberRef {
            id: row.get("submitted_by")?,
            name: row.get("user_name")?,
            profile_picture: row.get("user_picture")?,
            has_profile: eyes.see_profile(row.get("is_suspended")?, row.get("is_deleted")?),
        },
        upvotes: own_upvote(has_upvoted, eyes),
        upvote_count,
        has_upvoted,
        comment_count: row.get("comment_count")?,
        featured: row.get("featured")?,
        status: row.get("status")?,
        popular: upvote_count >= rules::POPULAR,
        cover: picture_from_row(row)?,
        submission_date: created_at,
        created_at,
    })
}

fn own_upvote(has_upvoted: bool, eyes: Eyes) -> Vec<Upvote> {
    let voter = eyes.caller.filter(|_| has_upvoted);
    let upvote = voter.map(|user| Upvote {
        user,
        name: None,
        email: None,
    });
    upvote.into_iter().collect()
}

impl FromSql for ProjectStatus {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<ProjectStatus> {
        ProjectStatus::parse(value.as_str()?).ok_or(FromSqlError::InvalidType)
    }
}

fn picture_from_row(row: &Columns) -> rusqlite::Result<Option<Picture>> {
    let Some(id) = row.get::<Option<Id>>("picture_id")? else {
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
        "SELECT p.status, p.submitted_by AS owner, EXISTS (SELECT 1 FROM project_members t WHERE t.project_id = p.id AND t.user_id = :caller) AS is_team_member,
           EXISTS (SELECT 1 FROM upvotes v WHERE v.project_id = p.id AND v.user_id = :caller) AS has_upvoted, p.upvote_count,
           (SELECT json_group_object(b.level, b.id) FROM badges b WHERE b.project_id = p.id AND b.family = 'upvote' AND b.threshold > 0) AS upvote_badges,
           (SELECT json_object('id', b.id, 'level', b.level, 'name', b.name) FROM badges b WHERE b.project_id = p.id AND b.family = 'project'
              ORDER BY b.threshold DESC, b.id LIMIT 1) AS project_badge,
           e.id AS event_id, e.title AS event_title, e.cancelled_at IS NOT NULL AS event_cancelled, p.created_at,
           p.id, p.number, p.title, p.short_description, p.description, p.description_html,
           (SELECT json_group_array(t.name) FROM (SELECT name FROM project_technologies WHERE project_id = p.id ORDER BY position) t) AS tech_stack,
           p.github_link, p.demo_link, p.category, p.submitted_by, u.name AS user_name, u.picture AS user_picture,
           u.suspended_at IS NOT NULL AS is_suspended, u.deleted_at IS NOT NULL AS is_deleted, u.email AS user_email,
           p.comment_count, p.featured, p.rejection_reason
         FROM projects p JOIN users u ON u.id = p.submitted_by LEFT JOIN events e ON e.id = p.event_id AND e.published = 1
         WHERE p.id = :id",
    )?;
    let found = statement
        .query_row(named_params! { ":id": id, ":caller": eyes.caller }, |row| {
            let row = &Columns::of(row);
            let relation = relation_from_row(row, eyes)?;
            Ok((relation, project_from_row(row, relation, eyes)?))
        })
        .optional()?;
    let Some((relation, mut project)) = found.filter(|(relation, _)| relation.sees()) else {
        return Ok(None);
    };
    if !relation.is_insider() {
        project.rejection_reason = None;
    }
    project.team = list_team(conn, id, eyes)?;
    project.pictures = list_pictures(conn, id)?;
    if eyes.is_admin() {
        project.upvotes = list_upvotes(conn, id)?;
    }
    Ok(Some(project))
}

/// A project badge as the statement gives it.
#[derive(Deserialize)]
struct CompletionBadge {
    id: i64,
    name: String,
    level: String,
}

fn project_from_row(row: &Columns, relation: Relation, eyes: Eyes) -> rusqlite::Result<Project> {
    let (has_upvoted, upvote_count) = (row.get("has_upvoted")?, row.get("upvote_count")?);
    let badges: BTreeMap<String, i64> = row.json("upvote_badges")?;
    let completion_badge: Option<CompletionBadge> = row.optional_json("project_badge")?;
    let event = row.get::<Option<Id>>("event_id")?.zip(row.get::<Option<String>>("event_title")?);
    let (is_event_cancelled, created_at) = (row.get("event_cancelled")?, row.get("created_at")?);
    Ok(Project {
        id: row.get("id")?,
        project_id: rules::display_id(row.get("number")?),
        title: row.get("title")?,
        short_description: row.get("short_description")?,
        description: row.get("description")?,
        description_html: row.get("description_html")?,
        tech_stack: row.json("tech_stack")?,
        github_link: row.get("github_link")?,
        demo_link: row.get("demo_link")?,
        category: row.get("category")?,
        submitted_by: Submitter {
            id: row.get("submitted_by")?,
            name: row.get("user_name")?,
            profile_picture: row.get("user_picture")?,
            has_profile: eyes.see_profile(row.get("is_suspended")?, row.get("is_deleted")?),
            email: if eyes.is_admin() { row.get("user_email")? } else { None },
        },
        team: Vec::new(),
        event_id: event.map(|(id, title)| EventRef {
            id,
            title,
            cancelled: is_event_cancelled,
        }),
        upvotes: own_upvote(has_upvoted, eyes),
        upvote_count,
        has_upvoted,
        comment_count: row.get("comment_count")?,
        featured: row.get("featured")?,
        status: relation.status,
        rejection_reason: row.get("rejection_reason")?,
        popular: upvote_count >= rules::POPULAR,
        badge_issued: completion_badge.is_some(),
        completion_badge: completion_badge.map(|badge| ProjectBadge {
            id: Id(badge.id),
            name: badge.name,
            level: badge.level,
        }),
        upvote_tier: tier(upvote_count).map(|(threshold, level)| UpvoteTier {
            level: level.as_str().to_owned(),
            threshold,
            issued: badges.contains_key(level.as_str()),
            badge: badges.get(level.as_str()).copied().map(Id),
        }),
        pictures: Vec::new(),
        can_edit: relation.is_owner,
        is_team_member: relation.is_team_member,
        submission_date: created_at,
        created_at,
    })
}

fn list_team(conn: &Connection, project: Id, eyes: Eyes) -> rusqlite::Result<Vec<MemberRef>> {
    conn.prepare_cached(
        "SELECT u.id, u.name, u.picture, u.suspended_at IS NOT NULL AS is_suspended, u.deleted_at IS NOT NULL AS is_deleted
         FROM project_members t JOIN users u ON u.id = t.user_id WHERE t.project_id = :project ORDER BY t.user_id",
    )?
    .query_map(named_params! { ":project": project }, |row| {
        let row = Columns::of(row);
        Ok(MemberRef {
            id: row.get("id")?,
            name: row.get("name")?,
            profile_picture: row.get("picture")?,
            has_profile: eyes.see_profile(row.get("is_suspended")?, row.get("is_deleted")?),
        })
    })?
    .collect()
}

fn list_pictures(conn: &Connection, project: Id) -> rusqlite::Result<Vec<Picture>> {
    let found: Vec<Option<Picture>> = conn
        .prepare_cached(
            "SELECT pp.id AS picture_id, pp.card, pp.full, pp.alt, m.width, m.height
             FROM project_pictures pp JOIN media m ON m.id = pp.full WHERE pp.project_id = :project ORDER BY pp.position",
        )?
        .query_map(named_params! { ":project": project }, |row| picture_from_row(&Columns::of(row)))?
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

/// Whether the viewer may see the project.
pub fn is_visible(conn: &Connection, id: Id, eyes: Eyes) -> rusqlite::Result<bool> {
    conn.prepare_cached(
        "SELECT p.status, p.submitted_by AS owner,
           EXISTS (SELECT 1 FROM project_members t WHERE t.project_id = p.id AND t.user_id = :caller) AS is_team_member
         FROM projects p WHERE p.id = :id",
    )?
    .query_row(named_params! { ":id": id, ":caller": eyes.caller }, |row| {
        relation_from_row(&Columns::of(row), eyes)
    })
    .optional()
    .map(|found| found.is_some_and(Relation::sees))
}

/// What these eyes are to the project of a row with its state, its owner and whether they are in its team.
fn relation_from_row(row: &Columns, eyes: Eyes) -> rusqlite::Result<Relation> {
    Ok(Relation {
        status: row.get("status")?,
        is_owner: Some(row.get::<Id>("owner")?) == eyes.caller,
        is_team_member: row.get("is_team_member")?,
        is_admin: eyes.is_admin(),
    })
}

/// Updates the excerpt, the public lists and the search index for a project. Every change of a project must end with this.
pub fn index_project(tx: &Tx, id: Id) -> ApiResult<()> {
    tx.prepare_cached("DELETE FROM showcase WHERE project_id = :id")?
        .execute(named_params! { ":id": id })?;
    let found = tx
        .prepare_cached(
            "SELECT p.title, p.title_key, p.short_description, p.description, p.category,
               (SELECT json_group_array(t.name) FROM (SELECT name FROM project_technologies WHERE project_id = p.id ORDER BY position) t) AS tech_stack,
               p.status, p.featured, p.upvote_count
             FROM projects p WHERE p.id = :id",
        )?
        .query_row(named_params! { ":id": id }, indexed_from_row)
        .optional()?;
    let Some(project) = found else { return Ok(()) };
    tx.prepare_cached("UPDATE projects SET excerpt = :excerpt WHERE id = :id AND excerpt IS NOT :excerpt")?
        .execute(named_params! { ":id": id, ":excerpt": markdown::to_excerpt(&project.description, markdown::EXCERPT) })?;
    let makers = list_makers(tx, id)?;
    let categories = rules::categories_of(&project.category, &project.technologies);
    if project.status.is_public() {
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
        .chain(makers.iter().map(String::as_str))
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

/// The names of who made a project: of the submitter and the team, as far as they are members.
fn list_makers(conn: &Connection, project: Id) -> rusqlite::Result<Vec<String>> {
    conn.prepare_cached(
        "SELECT u.name FROM (SELECT submitted_by AS user_id FROM projects WHERE id = :id
           UNION SELECT user_id FROM project_members WHERE project_id = :id) page
         CROSS JOIN users u ON u.id = page.user_id WHERE u.deleted_at IS NULL",
    )?
    .query_map(named_params! { ":id": project }, |row| row.get("name"))?
    .collect()
}

/// Updates the search after a change of a member's name: searches find projects by who made them.
pub fn index_projects_of(tx: &Tx, user: Id) -> ApiResult<()> {
    let projects = tx
        .prepare_cached("SELECT id FROM projects WHERE submitted_by = :user UNION SELECT project_id FROM project_members WHERE user_id = :user")?
        .query_map(named_params! { ":user": user }, |row| row.get("id"))?
        .collect::<rusqlite::Result<Vec<Id>>>()?;
    projects.into_iter().try_for_each(|project| index_project(tx, project))
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
    let row = Columns::of(row);
    Ok(Indexed {
        title: row.get("title")?,
        title_key: row.get("title_key")?,
        short_description: row.get("short_description")?,
        description: row.get("description")?,
        category: row.get("category")?,
        technologies: row.json("tech_stack")?,
        status: row.get("status")?,
        featured: row.get("featured")?,
        upvote_count: row.get("upvote_count")?,
    })
}

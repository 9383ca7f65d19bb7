//! SQL that changes projects: submission, edits, withdrawal, team, pictures, upvotes.

use rusqlite::{Connection, OptionalExtension, named_params};

use super::draft_rules::Submission;
use super::rules::ProjectStatus;
use super::store::index_project;
use crate::db::Tx;
use crate::db::values::{Id, Instant, fold};
use crate::error::ApiResult;

/// The facts that decide about a change of a project.
pub struct Facts {
    pub submitted_by: Id,
    pub status: ProjectStatus,
    pub title: String,
    pub short_description: String,
    pub description: String,
    pub github_link: String,
    pub demo_link: String,
    pub category: String,
    pub event: Option<Id>,
}

/// Reads these facts.
pub fn find_facts(conn: &Connection, id: Id) -> rusqlite::Result<Option<Facts>> {
    conn.prepare_cached("SELECT * FROM projects WHERE id = :id")?
        .query_row(named_params! { ":id": id }, |row| {
            Ok(Facts {
                submitted_by: row.get("submitted_by")?,
                status: row.get("status")?,
                title: row.get("title")?,
                short_description: row.get("short_description")?,
                description: row.get("description")?,
                github_link: row.get("github_link")?,
                demo_link: row.get("demo_link")?,
                category: row.get("category")?,
                event: row.get("event_id")?,
            })
        })
        .optional()
}

/// Stores a new submission with its rendered description, in review.
pub fn insert_project(tx: &Tx, submission: &Submission, description_html: &str, submitter: Id, now: Instant) -> ApiResult<Id> {
    let id = Id::new(now);
    tx.prepare_cached(
        "INSERT INTO projects (id, number, title, title_key, short_description, description, description_html, category, github_link, demo_link,
           submitted_by, event_id, created_at, updated_at)
         VALUES (:id, (SELECT last + 1 FROM numbers WHERE name = 'projects'), :title, :title_key, :short_description, :description, :description_html, :category,
           :github_link, :demo_link, :submitter, :event, :now, :now)",
    )?
    .execute(named_params! {
        ":id": id, ":title": submission.title, ":title_key": fold(&submission.title), ":short_description": submission.short_description,
        ":description": submission.description, ":description_html": description_html, ":category": submission.category,
        ":github_link": submission.github_link, ":demo_link": submission.demo_link, ":submitter": submitter, ":event": submission.event, ":now": now,
    })?;
    set_lists(tx, id, submission)?;
    index_project(tx, id)?;
    Ok(id)
}

/// Stores an edit with its rendered description, and the new state.
pub fn set_project(tx: &Tx, id: Id, submission: &Submission, description_html: &str, status: ProjectStatus, now: Instant) -> ApiResult<()> {
    tx.prepare_cached(
        "UPDATE projects SET title = :title, title_key = :title_key, short_description = :short_description, description = :description,
           description_html = :description_html, category = :category, github_link = :github_link, demo_link = :demo_link, event_id = :event, updated_at = :now,
           status = :status, rejection_reason = CASE WHEN :status = 'Rejected' THEN rejection_reason END, featured = featured AND :status = 'Approved'
         WHERE id = :id",
    )?
    .execute(named_params! {
        ":id": id, ":title": submission.title, ":title_key": fold(&submission.title), ":short_description": submission.short_description,
        ":description": submission.description, ":description_html": description_html, ":category": submission.category,
        ":github_link": submission.github_link, ":demo_link": submission.demo_link, ":event": submission.event, ":now": now, ":status": status.as_str(),
    })?;
    set_lists(tx, id, submission)?;
    index_project(tx, id)
}

/// Replaces technologies and team.
fn set_lists(tx: &Tx, id: Id, submission: &Submission) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM project_technologies WHERE project_id = :id")?
        .execute(named_params! { ":id": id })?;
    let mut insert =
        tx.prepare_cached("INSERT INTO project_technologies (project_id, position, name, name_key) VALUES (:id, :position, :name, :name_key)")?;
    for (position, name) in submission.tech_stack.iter().enumerate() {
        insert.execute(named_params! { ":id": id, ":position": i64::try_from(position).unwrap_or(0), ":name": name, ":name_key": fold(name) })?;
    }
    tx.prepare_cached("DELETE FROM project_members WHERE project_id = :id")?
        .execute(named_params! { ":id": id })?;
    let mut insert = tx.prepare_cached("INSERT INTO project_members (project_id, user_id) VALUES (:id, :user)")?;
    for user in &submission.team {
        insert.execute(named_params! { ":id": id, ":user": user })?;
    }
    Ok(())
}

/// Deletes a project with everything that belongs to it.
pub fn delete_project(tx: &Tx, id: Id) -> rusqlite::Result<()> {
    for picture in list_picture_media(tx, id)? {
        delete_picture(tx, id, picture.0)?;
    }
    tx.prepare_cached("DELETE FROM projects WHERE id = :id")?
        .execute(named_params! { ":id": id })
        .map(|_| ())
}

/// Removes a member from a team; returns whether they were in it.
pub fn delete_team_member(tx: &Tx, project: Id, user: Id) -> rusqlite::Result<bool> {
    tx.prepare_cached("DELETE FROM project_members WHERE project_id = :project AND user_id = :user")?
        .execute(named_params! { ":project": project, ":user": user })
        .map(|rows| rows > 0)
}

/// Which of these ids are members who can join a team.
pub fn count_active_members(conn: &Connection, users: &[Id]) -> rusqlite::Result<usize> {
    let ids = format!("[{}]", users.iter().map(|id| id.0.to_string()).collect::<Vec<_>>().join(","));
    conn.prepare_cached(
        "SELECT count(*) AS count FROM json_each(:ids) page CROSS JOIN users u ON u.id = page.value WHERE u.suspended_at IS NULL AND u.deleted_at IS NULL",
    )?
    .query_row(named_params! { ":ids": ids }, |row| row.get::<_, u32>("count"))
    .map(|count| count as usize)
}

/// Whether a project may name this event: it is published, and its last day is not before `today`.
pub fn is_open_event(conn: &Connection, event: Id, today: &str) -> rusqlite::Result<bool> {
    conn.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM events WHERE id = :event AND published = 1 AND cancelled_at IS NULL AND end_date >= :today) AS found",
    )?
    .query_row(named_params! { ":event": event, ":today": today }, |row| row.get("found"))
}

/// Whether the member's latest submission has the same content.
pub fn is_repetition(conn: &Connection, user: Id, submission: &Submission) -> rusqlite::Result<bool> {
    conn.prepare_cached(
        "SELECT title = :title AND description = :description AS same FROM projects WHERE submitted_by = :user ORDER BY id DESC LIMIT 1",
    )?
    .query_row(
        named_params! { ":user": user, ":title": submission.title, ":description": submission.description },
        |row| row.get("same"),
    )
    .optional()
    .map(|found| found.unwrap_or(false))
}

/// Sets or removes an upvote; without `wanted`, toggles it. Returns whether it is set now, and how many there are.
pub fn set_upvote(tx: &Tx, project: Id, user: Id, wanted: Option<bool>, now: Instant) -> rusqlite::Result<(bool, i64)> {
    let stands: bool = tx
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM upvotes WHERE project_id = :project AND user_id = :user) AS stands")?
        .query_row(named_params! { ":project": project, ":user": user }, |row| row.get("stands"))?;
    let wanted = wanted.unwrap_or(!stands);
    if wanted && !stands {
        tx.prepare_cached("INSERT INTO upvotes (project_id, user_id, created_at) VALUES (:project, :user, :now)")?
            .execute(named_params! { ":project": project, ":user": user, ":now": now })?;
    } else if stands && !wanted {
        tx.prepare_cached("DELETE FROM upvotes WHERE project_id = :project AND user_id = :user")?
            .execute(named_params! { ":project": project, ":user": user })?;
    }
    let count = tx
        .prepare_cached("SELECT upvote_count FROM projects WHERE id = :project")?
        .query_row(named_params! { ":project": project }, |row| row.get("upvote_count"))?;
    Ok((wanted, count))
}

/// A project's pictures in order: picture, card, full.
pub fn list_picture_media(conn: &Connection, project: Id) -> rusqlite::Result<Vec<(Id, Id, Id)>> {
    conn.prepare_cached("SELECT id, card, full FROM project_pictures WHERE project_id = :project ORDER BY position")?
        .query_map(named_params! { ":project": project }, |row| {
            Ok((row.get("id")?, row.get("card")?, row.get("full")?))
        })?
        .collect()
}

/// Whether nothing shows the project: no repository, no demo, no picture.
pub fn is_bare(conn: &Connection, project: Id) -> rusqlite::Result<bool> {
    conn.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM projects WHERE id = :project AND github_link = '' AND demo_link = '')
           AND NOT EXISTS (SELECT 1 FROM project_pictures WHERE project_id = :project) AS is_bare",
    )?
    .query_row(named_params! { ":project": project }, |row| row.get("is_bare"))
}

/// Whether the project has this picture already.
pub fn has_picture(conn: &Connection, project: Id, full: &[u8]) -> rusqlite::Result<bool> {
    conn.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM project_pictures pp JOIN media m ON m.id = pp.full WHERE pp.project_id = :project AND m.bytes = :full) AS found",
    )?
    .query_row(named_params! { ":project": project, ":full": full }, |row| row.get("found"))
}

/// Appends a picture.
pub fn insert_picture(tx: &Tx, project: Id, alt: &str, card: Id, full: Id, now: Instant) -> rusqlite::Result<Id> {
    let id = Id::new(now);
    tx.prepare_cached(
        "INSERT INTO project_pictures (id, project_id, position, alt, card, full)
         VALUES (:id, :project, (SELECT coalesce(max(position), -1) + 1 FROM project_pictures WHERE project_id = :project), :alt, :card, :full)",
    )?
    .execute(named_params! { ":id": id, ":project": project, ":alt": alt, ":card": card, ":full": full })?;
    Ok(id)
}

/// Sets the order and alt texts. The list contains all pictures of the project.
pub fn set_pictures(tx: &Tx, project: Id, pictures: &[(Id, String)]) -> rusqlite::Result<()> {
    // First move all positions out of the way: two pictures must never share one.
    tx.prepare_cached("UPDATE project_pictures SET position = -1 - position WHERE project_id = :project")?
        .execute(named_params! { ":project": project })?;
    let mut update = tx.prepare_cached("UPDATE project_pictures SET position = :position, alt = :alt WHERE project_id = :project AND id = :id")?;
    for (position, (id, alt)) in pictures.iter().enumerate() {
        update.execute(named_params! { ":project": project, ":id": id, ":alt": alt, ":position": i64::try_from(position).unwrap_or(0) })?;
    }
    Ok(())
}

/// Deletes a picture and closes the gap; returns whether it existed.
pub fn delete_picture(tx: &Tx, project: Id, picture: Id) -> rusqlite::Result<bool> {
    let pictures = list_picture_media(tx, project)?;
    let Some((_, card, full)) = pictures.iter().find(|(id, _, _)| *id == picture) else {
        return Ok(false);
    };
    tx.prepare_cached("DELETE FROM project_pictures WHERE id = :picture")?
        .execute(named_params! { ":picture": picture })?;
    for medium in [card, full] {
        tx.prepare_cached("DELETE FROM media WHERE id = :medium")?
            .execute(named_params! { ":medium": medium })?;
    }
    let mut update = tx.prepare_cached("UPDATE project_pictures SET position = :position WHERE id = :id")?;
    for (position, (id, _, _)) in pictures.iter().filter(|(id, _, _)| *id != picture).enumerate() {
        update.execute(named_params! { ":id": id, ":position": i64::try_from(position).unwrap_or(0) })?;
    }
    Ok(true)
}

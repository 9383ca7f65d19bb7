//! SQL of badges. The schema guarantees that each is awarded once; badges are never taken back.

use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::rules::{self, Family, Level};
use super::views::Badge;
use crate::certificates::views::Origin;
use crate::db::Tx;
use crate::db::search::{Query, holds};
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::members::rules::Eyes;
use crate::members::views::MemberRef;
use crate::web::paging::{After, Page, Paging};

/// A badge to insert.
pub struct NewBadge<'a> {
    pub family: Family,
    pub level: Level,
    pub name: &'a str,
    pub description: &'a str,
    /// The count that earned it; 0 when an admin gives it.
    pub threshold: i64,
    pub user: Id,
    pub project: Option<Id>,
    pub event: Option<Id>,
    /// The admin; absent when a rule awards it.
    pub issued_by: Option<Id>,
}

/// Inserts a badge. None when it has been awarded already.
pub fn insert_badge(tx: &Tx, new: &NewBadge, now: Instant) -> rusqlite::Result<Option<Id>> {
    let id = Id::new(now);
    let given_for = if new.threshold > 0 { None } else { new.event.or(new.project) };
    let inserted = tx
        .prepare_cached(
            "INSERT INTO badges (id, family, level, name, description, threshold, user_id, project_id, event_id, issued_by, issued_at, given_for)
             VALUES (:id, :family, :level, :name, :description, :threshold, :user, :project, :event, :issued_by, :now, coalesce(:given_for, 0))
             ON CONFLICT DO NOTHING",
        )?
        .execute(named_params! {
            ":id": id, ":family": new.family.as_str(), ":level": new.level.as_str(), ":name": new.name, ":description": new.description,
            ":threshold": new.threshold, ":user": new.user, ":project": new.project, ":event": new.event, ":issued_by": new.issued_by,
            ":now": now, ":given_for": given_for,
        })?;
    // Its credential is signed now.
    tx.announce();
    Ok((inserted > 0).then_some(id))
}

/// A badge as the viewer may see it. Whoever left or is suspended shows no badges, except to themselves and to admins.
pub fn find_badge(conn: &Connection, id: Id, eyes: Eyes, site_url: &str) -> rusqlite::Result<Option<Badge>> {
    conn.prepare_cached("SELECT * FROM badge_details WHERE id = :id AND NOT is_deleted AND (NOT is_suspended OR :is_admin OR user_id = :caller)")?
        .query_row(named_params! { ":id": id, ":is_admin": eyes.is_admin(), ":caller": eyes.caller }, |row| {
            from_row(row, eyes.is_admin(), site_url)
        })
        .optional()
}

/// `with_hidden`: also names a project or an event that not everybody may see.
fn from_row(row: &Row, with_hidden: bool, site_url: &str) -> rusqlite::Result<Badge> {
    let (family, level): (String, String) = (row.get("family")?, row.get("level")?);
    let id: Id = row.get("id")?;
    let family = Family::named(&family).unwrap_or(Family::Achievement);
    let level = Level::named(&level).unwrap_or(Level::Troposphere);
    let threshold: i64 = row.get("threshold")?;
    let origin = |id: &str, title: &str, shown: &str| -> rusqlite::Result<Option<Origin>> {
        let is_shown = row.get::<_, Option<bool>>(shown)?.unwrap_or(false) || with_hidden;
        let found = row.get::<_, Option<Id>>(id)?.zip(row.get::<_, Option<String>>(title)?);
        Ok(found.filter(|_| is_shown).map(|(id, title)| Origin { id, title }))
    };
    Ok(Badge {
        id,
        name: row.get("name")?,
        description: row.get("description")?,
        badge_type: family,
        level,
        rank: level.rank().into(),
        issued_to: MemberRef {
            id: row.get("user_id")?,
            name: row.get("user_name")?,
            profile_picture: row.get("user_picture")?,
            // Of suspended members, only admins see badges, and they see the profile too.
            has_profile: !row.get::<_, bool>("is_deleted")?,
        },
        issue_date: row.get("issued_at")?,
        project: origin("project_id", "project_title", "project_shown")?,
        event: origin("event_id", "event_title", "event_shown")?,
        upvote_threshold: if family == Family::Upvote { threshold } else { 0 },
        count: (threshold > 0).then_some(threshold),
        rule: rules::rule(family, threshold),
        image_url: format!("{site_url}{}", rules::picture(family, level)),
        image_alt: rules::alt(family, level),
        shareable_link: format!("{site_url}/badges/{id}"),
    })
}

/// A page of all badges, newest first, by family and by words in their name or in that of their recipient.
pub fn list_badges(conn: &Connection, words: &str, family: Option<Family>, paging: &Paging, site_url: &str) -> ApiResult<Page<Badge>> {
    let family = family.map(Family::as_str);
    let (page, count) = if words.trim().is_empty() {
        (
            "SELECT id FROM badges WHERE (:family IS NULL OR family = :family) AND :words IS NOT NULL AND :names IS NOT NULL AND id < :after
             ORDER BY id DESC LIMIT :limit OFFSET :offset",
            "SELECT coalesce(sum(count), 0) AS count FROM totals WHERE name IN ('badges:upvote', 'badges:project', 'badges:event', 'badges:achievement')
               AND (:family IS NULL OR name = 'badges:' || :family) AND :words IS NOT NULL AND :names IS NOT NULL",
        )
    } else {
        (
            "WITH page (word, id) AS (
               SELECT json_extract(n.value, '$[0]'), b.id FROM json_each(:names) n JOIN badges b ON b.name = json_extract(n.value, '$[1]')
               UNION SELECT w.key, b.id FROM json_each(:words) w JOIN user_search ON user_search MATCH w.value JOIN badges b ON b.user_id = user_search.rowid)
             SELECT page.id FROM page JOIN badges b ON b.id = page.id WHERE page.id < :after AND (:family IS NULL OR b.family = :family)
             GROUP BY page.id HAVING count(*) = json_array_length(:words) ORDER BY page.id DESC LIMIT :limit OFFSET :offset",
            "WITH page (word, id) AS (
               SELECT json_extract(n.value, '$[0]'), b.id FROM json_each(:names) n JOIN badges b ON b.name = json_extract(n.value, '$[1]')
               UNION SELECT w.key, b.id FROM json_each(:words) w JOIN user_search ON user_search MATCH w.value JOIN badges b ON b.user_id = user_search.rowid)
             SELECT count(*) AS count FROM (SELECT page.id FROM page JOIN badges b ON b.id = page.id WHERE (:family IS NULL OR b.family = :family)
               GROUP BY page.id HAVING count(*) = json_array_length(:words))",
        )
    };
    let (expressions, names) = matches(conn, words)?;
    let after = paging.after_id(Id(i64::MAX));
    let mut ids = conn
        .prepare_cached(page)?
        .query_map(
            named_params! {
                ":words": expressions, ":names": names, ":family": family, ":after": after, ":limit": paging.rows(), ":offset": paging.offset,
            },
            |row| row.get("id"),
        )?
        .collect::<rusqlite::Result<Vec<Id>>>()?;
    let next = paging.cut(&mut ids, |id| After::id(*id));
    let ids = serde_json::to_string(&ids.iter().map(|id| id.0).collect::<Vec<_>>()).map_err(ApiError::internal)?;
    let items = conn
        .prepare_cached("SELECT * FROM badge_details WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY id DESC")?
        .query_map(named_params! { ":ids": ids }, |row| from_row(row, true, site_url))?
        .collect::<rusqlite::Result<_>>()?;
    let total = conn
        .prepare_cached(count)?
        .query_row(named_params! { ":words": expressions, ":names": names, ":family": family }, |row| {
            row.get("count")
        })?;
    Ok(Page { items, total, next })
}

/// For each word, the expression that finds members with it in their name; and all pairs of a word's place and a name of
/// badges that has it. Both as JSON.
fn matches(conn: &Connection, words: &str) -> ApiResult<(String, String)> {
    let words: Vec<&str> = words.split_whitespace().collect();
    // Few badges have names of their own, so the names are compared, not the badges.
    let names: Vec<String> = if words.is_empty() {
        Vec::new()
    } else {
        conn.prepare_cached(
            "WITH RECURSIVE page (name) AS (
               SELECT (SELECT b.name FROM badges b WHERE b.name >= '' ORDER BY b.name LIMIT 1)
               UNION ALL SELECT (SELECT b.name FROM badges b WHERE b.name > page.name ORDER BY b.name LIMIT 1) FROM page WHERE page.name IS NOT NULL)
             SELECT name FROM page WHERE name IS NOT NULL",
        )?
        .query_map([], |row| row.get("name"))?
        .collect::<rusqlite::Result<_>>()?
    };
    let pairs: Vec<(usize, &String)> = words
        .iter()
        .enumerate()
        .flat_map(|(place, word)| names.iter().filter(|name| holds(name, word)).map(move |name| (place, name)))
        .collect();
    let expressions: Vec<String> = words.iter().map(|word| Query::new().words("title", word).expression()).collect();
    Ok((
        serde_json::to_string(&expressions).map_err(ApiError::internal)?,
        serde_json::to_string(&pairs).map_err(ApiError::internal)?,
    ))
}

/// Those badges that a member has, oldest first.
pub fn list_own(conn: &Connection, user: Id, badges: &[Id], site_url: &str) -> ApiResult<Vec<Badge>> {
    let ids = serde_json::to_string(&badges.iter().map(|id| id.0).collect::<Vec<_>>()).map_err(ApiError::internal)?;
    let found = conn
        .prepare_cached("SELECT * FROM badge_details WHERE id IN (SELECT value FROM json_each(:ids)) AND user_id = :user ORDER BY id")?
        .query_map(named_params! { ":ids": ids, ":user": user }, |row| from_row(row, false, site_url))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(found)
}

/// The name of a member and the title of a project.
///
/// # Errors
/// When one of them is not there.
pub fn find_names(conn: &Connection, user: Id, project: Id) -> rusqlite::Result<(String, String)> {
    conn.prepare_cached("SELECT u.name, p.title FROM users u, projects p WHERE u.id = :user AND p.id = :project")?
        .query_row(named_params! { ":user": user, ":project": project }, |row| {
            Ok((row.get("name")?, row.get("title")?))
        })
}

/// Whether an approved project has this id.
pub fn is_approved_project(conn: &Connection, project: Id) -> rusqlite::Result<bool> {
    conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM projects WHERE id = :project AND status = 'Approved') AS found")?
        .query_row(named_params! { ":project": project }, |row| row.get("found"))
}

/// Whether an event has this id.
pub fn is_event(conn: &Connection, event: Id) -> rusqlite::Result<bool> {
    conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM events WHERE id = :event) AS found")?
        .query_row(named_params! { ":event": event }, |row| row.get("found"))
}

/// The approved projects with at least that many upvotes: id, submitter, upvotes.
pub fn list_upvoted(conn: &Connection, least: i64) -> rusqlite::Result<Vec<(Id, Id, i64)>> {
    conn.prepare_cached(
        "SELECT p.id, p.submitted_by, p.upvote_count FROM projects p JOIN users u ON u.id = p.submitted_by
         WHERE p.status = 'Approved' AND p.upvote_count >= :least AND u.deleted_at IS NULL ORDER BY p.id",
    )?
    .query_map(named_params! { ":least": least }, |row| {
        Ok((row.get("id")?, row.get("submitted_by")?, row.get("upvote_count")?))
    })?
    .collect()
}

/// A member's approved projects in the order of their approval.
pub fn list_approved_of(conn: &Connection, user: Id) -> rusqlite::Result<Vec<Id>> {
    conn.prepare_cached("SELECT id FROM projects WHERE submitted_by = :user AND status = 'Approved' ORDER BY coalesce(reviewed_at, created_at), id")?
        .query_map(named_params! { ":user": user }, |row| row.get("id"))?
        .collect()
}

/// All approved projects, member by member in the order of their approval: id, submitter.
pub fn list_approved(conn: &Connection) -> rusqlite::Result<Vec<(Id, Id)>> {
    conn.prepare_cached(
        "SELECT p.id, p.submitted_by FROM projects p JOIN users u ON u.id = p.submitted_by
         WHERE p.status = 'Approved' AND u.deleted_at IS NULL ORDER BY p.submitted_by, coalesce(p.reviewed_at, p.created_at), p.id",
    )?
    .query_map([], |row| Ok((row.get("id")?, row.get("submitted_by")?)))?
    .collect()
}

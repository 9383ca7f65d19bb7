//! SQL of members for admins.

use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::admin_views::{AdminUser, UserFilter, UserSort};
use super::rules::Role;
use super::store::index_user;
use crate::db::Tx;
use crate::db::columns::Columns;
use crate::db::search::Query;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::web::paging::{Page, Paging};

/// A page of the users who are not deleted, by words of their name or address, and by role or suspension.
pub fn list_users(conn: &Connection, words: &str, filter: UserFilter, sort: UserSort, paging: &Paging) -> ApiResult<Page<AdminUser>> {
    let role = match filter {
        UserFilter::User => Some(Role::User.as_str()),
        UserFilter::Organiser => Some(Role::Organiser.as_str()),
        UserFilter::Admin => Some(Role::Admin.as_str()),
        UserFilter::All | UserFilter::Suspended => None,
    };
    let is_suspended = filter == UserFilter::Suspended;
    let has_words = !words.trim().is_empty();
    // All and those without a role are many: they walk the index of the order. Others are few, so they are sorted.
    let page = match (has_words, filter, sort) {
        (true, ..) => {
            "SELECT u.id FROM user_search s JOIN users u ON u.id = s.rowid
             WHERE user_search MATCH :match AND u.deleted_at IS NULL AND (:role IS NULL OR u.role = :role) AND (u.suspended_at IS NOT NULL OR NOT :is_suspended)
             ORDER BY CASE :sort WHEN 'name' THEN u.name END COLLATE NOCASE, CASE :sort WHEN 'name-desc' THEN u.name END COLLATE NOCASE DESC,
               CASE :sort WHEN 'projects' THEN -u.project_count WHEN 'projects-asc' THEN u.project_count END, CASE WHEN :sort IN ('oldest', 'name', 'projects-asc') THEN u.id ELSE -u.id END
             LIMIT :limit OFFSET :offset"
        }
        (false, UserFilter::Admin | UserFilter::Organiser, _) => {
            "SELECT id FROM users WHERE role = :role AND deleted_at IS NULL AND :match IS NOT NULL AND :is_suspended IS NOT NULL
             ORDER BY CASE :sort WHEN 'name' THEN name END COLLATE NOCASE, CASE :sort WHEN 'name-desc' THEN name END COLLATE NOCASE DESC,
               CASE :sort WHEN 'projects' THEN -project_count WHEN 'projects-asc' THEN project_count END, CASE WHEN :sort IN ('oldest', 'name', 'projects-asc') THEN id ELSE -id END
             LIMIT :limit OFFSET :offset"
        }
        (false, UserFilter::Suspended, _) => {
            "SELECT id FROM users WHERE suspended_at > 0 AND deleted_at IS NULL AND :match IS NOT NULL AND :role IS NULL AND :is_suspended
             ORDER BY CASE :sort WHEN 'name' THEN name END COLLATE NOCASE, CASE :sort WHEN 'name-desc' THEN name END COLLATE NOCASE DESC,
               CASE :sort WHEN 'projects' THEN -project_count WHEN 'projects-asc' THEN project_count END, CASE WHEN :sort IN ('oldest', 'name', 'projects-asc') THEN id ELSE -id END
             LIMIT :limit OFFSET :offset"
        }
        (false, UserFilter::All | UserFilter::User, UserSort::Recent) => {
            "SELECT id FROM users
             WHERE deleted_at IS NULL AND (:role IS NULL OR role = :role) AND :match IS NOT NULL AND NOT :is_suspended AND :sort IS NOT NULL
             ORDER BY id DESC LIMIT :limit OFFSET :offset"
        }
        (false, UserFilter::All | UserFilter::User, UserSort::Oldest) => {
            "SELECT id FROM users
             WHERE deleted_at IS NULL AND (:role IS NULL OR role = :role) AND :match IS NOT NULL AND NOT :is_suspended AND :sort IS NOT NULL
             ORDER BY id LIMIT :limit OFFSET :offset"
        }
        (false, UserFilter::All | UserFilter::User, UserSort::Name) => {
            "SELECT id FROM users INDEXED BY users_by_name
             WHERE deleted_at IS NULL AND (:role IS NULL OR role = :role) AND :match IS NOT NULL AND NOT :is_suspended AND :sort IS NOT NULL
             ORDER BY name COLLATE NOCASE, id LIMIT :limit OFFSET :offset"
        }
        (false, UserFilter::All | UserFilter::User, UserSort::NameDescending) => {
            "SELECT id FROM users INDEXED BY users_by_name
             WHERE deleted_at IS NULL AND (:role IS NULL OR role = :role) AND :match IS NOT NULL AND NOT :is_suspended AND :sort IS NOT NULL
             ORDER BY name COLLATE NOCASE DESC, id DESC LIMIT :limit OFFSET :offset"
        }
        (false, UserFilter::All | UserFilter::User, UserSort::Projects) => {
            "SELECT id FROM users INDEXED BY users_by_projects
             WHERE deleted_at IS NULL AND (:role IS NULL OR role = :role) AND :match IS NOT NULL AND NOT :is_suspended AND :sort IS NOT NULL
             ORDER BY project_count DESC, id DESC LIMIT :limit OFFSET :offset"
        }
        (false, UserFilter::All | UserFilter::User, UserSort::ProjectsAscending) => {
            "SELECT id FROM users INDEXED BY users_by_projects
             WHERE deleted_at IS NULL AND (:role IS NULL OR role = :role) AND :match IS NOT NULL AND NOT :is_suspended AND :sort IS NOT NULL
             ORDER BY project_count, id LIMIT :limit OFFSET :offset"
        }
    };
    let expression = Query::new().words("text", words).expression();
    let mut ids = conn
        .prepare_cached(page)?
        .query_map(
            named_params! {
                ":match": expression, ":role": role, ":is_suspended": is_suspended, ":sort": sort.as_str(), ":limit": paging.rows(), ":offset": paging.offset,
            },
            |row| row.get("id"),
        )?
        .collect::<rusqlite::Result<Vec<Id>>>()?;
    paging.cut(&mut ids, |id| crate::web::paging::After::id(*id));
    let ids = serde_json::to_string(&ids.iter().map(|id| id.0).collect::<Vec<_>>()).map_err(ApiError::internal)?;
    let items = conn
        .prepare_cached(
            "SELECT u.id, u.name, u.email, u.picture, u.role,
               (SELECT json_group_array(p.id) FROM (SELECT id FROM projects WHERE submitted_by = u.id ORDER BY id DESC LIMIT 100) p) AS projects,
               u.project_count, u.created_at, u.suspended_at, u.suspension_reason
             FROM json_each(:ids) page JOIN users u ON u.id = page.value ORDER BY page.key",
        )?
        .query_map(named_params! { ":ids": ids }, from_row)?
        .collect::<rusqlite::Result<_>>()?;
    let count = if has_words {
        "SELECT count(*) AS count FROM user_search s JOIN users u ON u.id = s.rowid
         WHERE user_search MATCH :match AND u.deleted_at IS NULL AND (:role IS NULL OR u.role = :role) AND (u.suspended_at IS NOT NULL OR NOT :is_suspended)"
    } else {
        "SELECT coalesce(sum(count), 0) AS count FROM totals WHERE name = CASE WHEN :is_suspended THEN 'users:suspended' ELSE 'users:' || :role END
         OR (:role IS NULL AND NOT :is_suspended AND name IN ('users:user', 'users:organiser', 'users:admin') AND :match IS NOT NULL)"
    };
    let total = conn.prepare_cached(count)?.query_row(
        named_params! { ":match": expression, ":role": role, ":is_suspended": is_suspended },
        |row| row.get("count"),
    )?;
    Ok(Page { items, total, next: None })
}

/// A user who is not deleted.
pub fn find_user(conn: &Connection, id: Id) -> rusqlite::Result<Option<AdminUser>> {
    conn.prepare_cached(
        "SELECT u.id, u.name, u.email, u.picture, u.role,
               (SELECT json_group_array(p.id) FROM (SELECT id FROM projects WHERE submitted_by = u.id ORDER BY id DESC LIMIT 100) p) AS projects,
               u.project_count, u.created_at, u.suspended_at, u.suspension_reason
         FROM users u WHERE u.id = :id AND u.deleted_at IS NULL",
    )?
    .query_row(named_params! { ":id": id }, from_row)
    .optional()
}

fn from_row(row: &Row) -> rusqlite::Result<AdminUser> {
    let row = Columns::of(row);
    Ok(AdminUser {
        id: row.get("id")?,
        name: row.get("name")?,
        email: row.get::<Option<String>>("email")?.unwrap_or_default(),
        profile_picture: row.get("picture")?,
        role: Role::parse(row.text("role")?),
        submitted_projects: row.json::<Vec<i64>>("projects")?.into_iter().map(Id).collect(),
        project_count: row.get("project_count")?,
        created_at: row.get("created_at")?,
        suspended_at: row.get("suspended_at")?,
        suspension_reason: row.get("suspension_reason")?,
    })
}

/// Suspends a member, or ends their suspension (`None`).
pub fn set_suspension(tx: &Tx, id: Id, suspension: Option<(Instant, &str)>) -> ApiResult<()> {
    let (at, reason) = suspension.unzip();
    tx.prepare_cached("UPDATE users SET suspended_at = :at, suspension_reason = :reason WHERE id = :id")?
        .execute(named_params! { ":id": id, ":at": at, ":reason": reason })?;
    index_user(tx, id)
}

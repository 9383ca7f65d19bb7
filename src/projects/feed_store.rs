//! SQL of the feed.

use rusqlite::{Connection, named_params};

use crate::db::values::{Id, Instant};

/// A public project in the feed.
pub struct Published {
    pub id: Id,
    pub title: String,
    pub short_description: String,
    pub description_html: String,
    pub category: String,
    pub submitter: String,
    pub published_at: Instant,
    pub updated_at: Instant,
}

/// The projects that became public most recently.
pub fn list_newest(conn: &Connection, limit: u32) -> rusqlite::Result<Vec<Published>> {
    conn.prepare_cached(
        "SELECT p.id, p.title, p.short_description, p.description_html, p.category, p.updated_at, coalesce(p.reviewed_at, p.created_at) AS published_at, u.name
         FROM projects p INDEXED BY projects_by_publication CROSS JOIN users u ON u.id = p.submitted_by WHERE p.status = 'Approved'
         ORDER BY coalesce(p.reviewed_at, p.created_at) DESC, p.id DESC LIMIT :limit",
    )?
    .query_map(named_params! { ":limit": limit }, |row| {
        Ok(Published {
            id: row.get("id")?,
            title: row.get("title")?,
            short_description: row.get("short_description")?,
            description_html: row.get("description_html")?,
            category: row.get("category")?,
            submitter: row.get("name")?,
            published_at: row.get("published_at")?,
            updated_at: row.get("updated_at")?,
        })
    })?
    .collect()
}

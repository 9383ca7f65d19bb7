//! SQL of pictures.

use rusqlite::{Connection, OptionalExtension, named_params};

use super::picture::Rendition;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::projects::rules::ProjectStatus;

/// A stored picture.
pub struct Medium {
    pub content_type: String,
    pub bytes: Vec<u8>,
    /// Whether everybody may see it. False for pictures of a project that is not approved.
    pub is_public: bool,
    /// Whether `is_public` may change: true for pictures of projects.
    pub is_fleeting: bool,
}

/// Stores one size of a picture.
pub fn insert_medium(tx: &Tx, rendition: &Rendition, now: Instant) -> rusqlite::Result<Id> {
    let id = Id::new(now);
    tx.prepare_cached(
        "INSERT INTO media (id, content_type, width, height, bytes, created_at) VALUES (:id, :content_type, :width, :height, :bytes, :now)",
    )?
    .execute(named_params! {
        ":id": id, ":content_type": rendition.content_type, ":width": rendition.width, ":height": rendition.height, ":bytes": rendition.bytes, ":now": now,
    })?;
    Ok(id)
}

/// A picture by its id.
pub fn find_medium(conn: &Connection, id: Id) -> rusqlite::Result<Option<Medium>> {
    conn.prepare_cached(
        "SELECT m.content_type, m.bytes,
           (SELECT p.status FROM project_pictures pp JOIN projects p ON p.id = pp.project_id WHERE pp.card = m.id OR pp.full = m.id) AS project_status
         FROM media m WHERE m.id = :id",
    )?
    .query_row(named_params! { ":id": id }, |row| {
        let status: Option<String> = row.get("project_status")?;
        Ok(Medium {
            content_type: row.get("content_type")?,
            bytes: row.get("bytes")?,
            is_fleeting: status.is_some(),
            is_public: status.is_none_or(|word| ProjectStatus::parse(&word).is_some_and(ProjectStatus::is_public)),
        })
    })
    .optional()
}

/// Stores the same picture once more.
pub fn copy_medium(tx: &Tx, id: Id, now: Instant) -> rusqlite::Result<Id> {
    let copy = Id::new(now);
    tx.prepare_cached(
        "INSERT INTO media (id, content_type, width, height, bytes, created_at)
         SELECT :copy, content_type, width, height, bytes, :now FROM media WHERE id = :id",
    )?
    .execute(named_params! { ":copy": copy, ":id": id, ":now": now })?;
    Ok(copy)
}

/// Deletes a picture.
pub fn delete_medium(tx: &Tx, id: Id) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM media WHERE id = :id")?
        .execute(named_params! { ":id": id })
        .map(|_| ())
}

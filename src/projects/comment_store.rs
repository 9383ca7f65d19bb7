//! SQL that changes comments.

use rusqlite::{Connection, OptionalExtension, named_params};

use crate::db::Tx;
use crate::db::values::{Id, Instant};

/// Whether the member's latest comment has the same text and is on the same project.
pub fn is_repetition(conn: &Connection, project: Id, user: Id, text: &str) -> rusqlite::Result<bool> {
    conn.prepare_cached("SELECT project_id = :project AND text = :text AS same FROM comments WHERE user_id = :user ORDER BY id DESC LIMIT 1")?
        .query_row(named_params! { ":project": project, ":user": user, ":text": text }, |row| row.get("same"))
        .optional()
        .map(|found| found.unwrap_or(false))
}

/// Stores a comment.
pub fn insert_comment(tx: &Tx, project: Id, user: Id, text: &str, now: Instant) -> rusqlite::Result<Id> {
    let id = Id::new(now);
    tx.prepare_cached("INSERT INTO comments (id, project_id, user_id, text, created_at) VALUES (:id, :project, :user, :text, :now)")?
        .execute(named_params! { ":id": id, ":project": project, ":user": user, ":text": text, ":now": now })?;
    Ok(id)
}

/// The author and text of a comment on a project.
pub fn find_author(conn: &Connection, project: Id, comment: Id) -> rusqlite::Result<Option<(Id, String)>> {
    conn.prepare_cached("SELECT user_id, text FROM comments WHERE id = :comment AND project_id = :project")?
        .query_row(named_params! { ":comment": comment, ":project": project }, |row| {
            Ok((row.get("user_id")?, row.get("text")?))
        })
        .optional()
}

/// Changes a comment's text.
pub fn set_comment(tx: &Tx, comment: Id, text: &str, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE comments SET text = :text, edited_at = :now WHERE id = :comment")?
        .execute(named_params! { ":comment": comment, ":text": text, ":now": now })
        .map(|_| ())
}

/// Deletes a comment.
pub fn delete_comment(tx: &Tx, comment: Id) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM comments WHERE id = :comment")?
        .execute(named_params! { ":comment": comment })
        .map(|_| ())
}

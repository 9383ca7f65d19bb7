//! SQL of comments.

use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::rules;
use super::views::Comment;
use crate::db::Tx;
use crate::db::columns::Columns;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;
use crate::members::rules::{Account, Eyes};
use crate::members::store::find_account;
use crate::members::views::MemberRef;
use crate::web::paging::{After, Page, Paging};

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

/// The owner of a project, if somebody else's comment is to be mailed to them.
pub fn find_owner_to_tell(conn: &Connection, project: Id, author: Id) -> rusqlite::Result<Option<Account>> {
    let owner: Option<Id> = conn
        .prepare_cached(
            "SELECT u.id FROM projects p JOIN users u ON u.id = p.submitted_by
             WHERE p.id = :project AND u.id <> :author AND u.mails_on_comments = 1 AND u.suspended_at IS NULL AND u.deleted_at IS NULL",
        )?
        .query_row(named_params! { ":project": project, ":author": author }, |row| row.get("id"))
        .optional()?;
    owner.map_or(Ok(None), |owner| find_account(conn, owner))
}

/// Comments on a project since `since` by others than its owner: how many, and the last one's author and text.
pub fn find_news(conn: &Connection, project: Id, owner: Id, since: Instant) -> rusqlite::Result<(i64, Option<(String, String)>)> {
    let count = conn
        .prepare_cached("SELECT count(*) AS count FROM comments WHERE project_id = :project AND id >= :since AND user_id <> :owner")?
        .query_row(
            named_params! { ":project": project, ":since": Id::at(since, 0), ":owner": owner },
            |row| row.get("count"),
        )?;
    let latest = conn
        .prepare_cached(
            "SELECT u.name, c.text FROM comments c JOIN users u ON u.id = c.user_id
             WHERE c.project_id = :project AND c.id >= :since AND c.user_id <> :owner ORDER BY c.id DESC LIMIT 1",
        )?
        .query_row(
            named_params! { ":project": project, ":since": Id::at(since, 0), ":owner": owner },
            |row| Ok((row.get("name")?, row.get("text")?)),
        )
        .optional()?;
    Ok((count, latest))
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

/// A page of comments, oldest first, with their count.
pub fn list_comments(conn: &Connection, project: Id, paging: &Paging, eyes: Eyes) -> ApiResult<Page<Comment>> {
    let mut items: Vec<Comment> = conn
        .prepare_cached(
            "SELECT c.user_id, c.edited_at, c.id, u.name, u.picture, u.suspended_at IS NOT NULL AS is_suspended, u.deleted_at IS NOT NULL AS is_deleted,
               c.text, c.created_at
             FROM comments c JOIN users u ON u.id = c.user_id WHERE c.project_id = :project AND c.id > :after ORDER BY c.id LIMIT :limit OFFSET :offset",
        )?
        .query_map(
            named_params! { ":project": project, ":after": paging.after_id(Id(0)), ":limit": paging.rows(), ":offset": paging.offset },
            |row| comment_from_row(row, eyes),
        )?
        .collect::<rusqlite::Result<_>>()?;
    let next = paging.cut(&mut items, |comment| After::id(comment.id));
    let total = conn
        .prepare_cached("SELECT comment_count FROM projects WHERE id = :project")?
        .query_row(named_params! { ":project": project }, |row| row.get("comment_count"))?;
    Ok(Page { items, total, next })
}

/// One comment.
pub fn find_comment(conn: &Connection, id: Id, eyes: Eyes) -> rusqlite::Result<Option<Comment>> {
    conn.prepare_cached(
        "SELECT c.user_id, c.edited_at, c.id, u.name, u.picture, u.suspended_at IS NOT NULL AS is_suspended, u.deleted_at IS NOT NULL AS is_deleted,
           c.text, c.created_at
         FROM comments c JOIN users u ON u.id = c.user_id WHERE c.id = :id",
    )?
    .query_row(named_params! { ":id": id }, |row| comment_from_row(row, eyes))
    .optional()
}

fn comment_from_row(row: &Row, eyes: Eyes) -> rusqlite::Result<Comment> {
    let row = Columns::of(row);
    let (author, edited_at): (Id, Option<Instant>) = (row.get("user_id")?, row.get("edited_at")?);
    Ok(Comment {
        id: row.get("id")?,
        user: MemberRef {
            id: author,
            name: row.get("name")?,
            profile_picture: row.get("picture")?,
            has_profile: eyes.see_profile(row.get("is_suspended")?, row.get("is_deleted")?),
        },
        text: row.get("text")?,
        timestamp: row.get("created_at")?,
        edited_at,
        can_edit: rules::may_edit_comment(author, eyes),
        can_delete: rules::may_delete_comment(author, eyes),
    })
}

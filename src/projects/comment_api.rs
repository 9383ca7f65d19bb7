//! Writing, editing and deleting comments.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use serde_json::{Value, json};

use super::guards::not_found;
use super::inputs::CommentInput;
use super::views::{CommentSaved, Done};
use super::{comment_store, letters, rules, store};
use crate::app::App;
use crate::audit::store::{Act, insert_act};
use crate::auth::Member;
use crate::db::values::Id;
use crate::error::{ApiError, ApiResult};
use crate::input::Input;
use crate::limits;
use crate::site::store::find_settings;
use crate::text::paragraphs;
use crate::web::document::Tag;
use crate::web::item::Item;

pub struct CommentsApi(pub Arc<App>);

fn no_comment() -> ApiError {
    ApiError::not_found("There is no such comment.")
}

/// The text to store: trimmed and not empty.
fn text(input: &CommentInput) -> ApiResult<String> {
    let text = paragraphs(&input.text);
    if text.is_empty() {
        return Err(ApiError::invalid("text", "Please write a comment"));
    }
    Ok(text)
}

#[OpenApi(tag = "Tag::Projects")]
impl CommentsApi {
    /// Comment on a project
    ///
    /// At most {COMMENTS}, or what the community has set; the same text twice in a row is refused.
    #[oai(path = "/projects/:id/comment", method = "post", operation_id = "create_comment")]
    async fn create_comment(&self, member: Member, id: Path<Id>, input: Input<CommentInput>) -> ApiResult<Item<CommentSaved>> {
        let (caller, id, now, text) = (member.0, id.0, self.0.clock.now(), text(&input.0)?);
        self.0
            .db
            .write(move |tx| {
                if !store::is_visible(tx, id, caller.eyes())? {
                    return Err(not_found());
                }
                limits::COMMENTS
                    .at_most(find_settings(tx)?.comments_per_minute)
                    .take(tx, &caller.id.to_string(), now)?;
                if comment_store::is_repetition(tx, id, caller.id, &text)? {
                    return Err(ApiError::conflict("You have just posted this comment."));
                }
                let comment = comment_store::insert_comment(tx, id, caller.id, &text, now)?;
                letters::tell_owner(tx, id, caller.id, now)?;
                let comment = comment_store::find_comment(tx, comment, caller.eyes())?.ok_or_else(no_comment)?;
                Ok(Item(CommentSaved { comment }))
            })
            .await
    }

    /// Edit a comment
    ///
    /// Only its author may edit it.
    #[oai(path = "/projects/:id/comments/:comment", method = "put", operation_id = "edit_comment")]
    async fn edit_comment(&self, member: Member, id: Path<Id>, comment: Path<Id>, input: Input<CommentInput>) -> ApiResult<Item<CommentSaved>> {
        let (caller, id, comment, now) = (member.0, id.0, comment.0, self.0.clock.now());
        self.0
            .db
            .write(move |tx| {
                if !store::is_visible(tx, id, caller.eyes())? {
                    return Err(no_comment());
                }
                let (author, _) = comment_store::find_author(tx, id, comment)?.ok_or_else(no_comment)?;
                if !rules::may_edit_comment(author, caller.eyes()) {
                    return Err(ApiError::forbidden("Only its author may edit a comment."));
                }
                comment_store::set_comment(tx, comment, &text(&input.0)?, now)?;
                let comment = comment_store::find_comment(tx, comment, caller.eyes())?.ok_or_else(no_comment)?;
                Ok(Item(CommentSaved { comment }))
            })
            .await
    }

    /// Delete a comment
    ///
    /// Only its author or an admin may delete it.
    #[oai(path = "/projects/:id/comments/:comment", method = "delete", operation_id = "delete_comment")]
    async fn delete_comment(&self, member: Member, id: Path<Id>, comment: Path<Id>) -> ApiResult<Item<Done>> {
        let (caller, id, comment, now) = (member.0, id.0, comment.0, self.0.clock.now());
        self.0
            .db
            .write(move |tx| {
                if !store::is_visible(tx, id, caller.eyes())? {
                    return Err(no_comment());
                }
                let (author, text) = comment_store::find_author(tx, id, comment)?.ok_or_else(no_comment)?;
                if !rules::may_delete_comment(author, caller.eyes()) {
                    return Err(ApiError::forbidden("Only its author or an administrator may delete a comment."));
                }
                if author != caller.id {
                    let before = json!({ "author": author.to_string(), "text": text });
                    let act = Act {
                        actor: caller.id,
                        action: "comment.delete",
                        subject_kind: "comment",
                        subject: comment,
                        before,
                        after: Value::Null,
                    };
                    insert_act(tx, &act, now)?;
                }
                comment_store::delete_comment(tx, comment)?;
                Ok(Item(Done {
                    message: "Comment deleted.".into(),
                }))
            })
            .await
    }
}

//! Shared by several calls about one project: who may see it, who may change it, and how it is sent.

use rusqlite::Connection;

use super::edit_store::{self, Facts};
use super::store;
use super::views::Project;
use crate::app::App;
use crate::db::values::Id;
use crate::error::{ApiError, ApiResult};
use crate::media::rules::keyed;
use crate::members::rules::Caller;

/// The 404 for projects that do not exist and for hidden ones, which must look alike.
pub fn not_found() -> ApiError {
    ApiError::not_found("Project Not Found")
}

/// Prepares a project for sending: addresses of pictures get a key if the project is not public.
pub fn shown(app: &App, mut project: Project) -> Project {
    if !project.status.is_public() {
        for picture in &mut project.pictures {
            picture.card_url = keyed(&picture.card_url, &app.keys.media);
            picture.full_url = keyed(&picture.full_url, &app.keys.media);
        }
    }
    project
}

/// The project, if the caller may change it. The owner may; its team and admins get 403, everybody else 404.
pub fn require_owner(conn: &Connection, id: Id, caller: &Caller) -> ApiResult<Facts> {
    let facts = edit_store::find_facts(conn, id)?.ok_or_else(not_found)?;
    if facts.submitted_by == caller.id {
        return Ok(facts);
    }
    if store::is_visible(conn, id, caller.eyes())? {
        Err(ApiError::forbidden("Only the owner of a project may change it."))
    } else {
        Err(not_found())
    }
}

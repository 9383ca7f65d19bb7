//! What several calls about one project share: who may see it, who may change it, and how it leaves.

use rusqlite::Connection;

use super::edit_store::{self, Facts};
use super::rules::ProjectStatus;
use super::store;
use super::views::Project;
use crate::app::App;
use crate::db::values::Id;
use crate::error::{ApiError, ApiResult};
use crate::media::rules::keyed;
use crate::members::rules::Caller;

/// What a hidden project and one that never was answer alike.
pub fn not_found() -> ApiError {
    ApiError::not_found("Project Not Found")
}

/// A project as it leaves: the pictures of one that is not public carry their key.
pub fn shown(app: &App, mut project: Project) -> Project {
    if project.status != ProjectStatus::Approved {
        for picture in &mut project.pictures {
            picture.card_url = keyed(&picture.card_url, &app.keys.media);
            picture.full_url = keyed(&picture.full_url, &app.keys.media);
        }
    }
    project
}

/// The project if the caller may change it: the owner; its team and admins learn 403, everybody else 404.
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

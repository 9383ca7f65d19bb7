//! Badges for everybody: look one up.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;

use super::store::find_badge;
use super::views::Badge;
use crate::app::App;
use crate::auth::Viewer;
use crate::db::values::Id;
use crate::error::{ApiError, ApiResult};
use crate::web::document::Tag;

pub struct BadgesApi(pub Arc<App>);

#[OpenApi(tag = "Tag::Badges")]
impl BadgesApi {
    /// Get a badge
    ///
    /// What it was given for, to whom, when, and by which rule.
    #[oai(path = "/badges/:id", method = "get", operation_id = "get_badge")]
    async fn get_badge(&self, viewer: Viewer, id: Path<Id>) -> ApiResult<Json<Badge>> {
        let (eyes, id, site_url) = (viewer.eyes(), id.0, self.0.config.site_url());
        let found = self.0.db.read(move |conn| Ok(find_badge(conn, id, eyes, &site_url)?)).await?;
        found.map(Json).ok_or_else(|| ApiError::not_found("Badge not found"))
    }
}

//! Badges for everybody: look one up, its picture with the signed credential in it.

use std::sync::Arc;

use poem_openapi::param::Path;
use poem_openapi::payload::Binary;
use poem_openapi::{ApiResponse, OpenApi};

use super::pictures::picture;
use super::store::find_badge;
use super::views::Badge;
use crate::app::App;
use crate::auth::Viewer;
use crate::credentials::files::{bake_png, bake_svg};
use crate::credentials::guards::find_signed;
use crate::credentials::rules::disposition;
use crate::credentials::store::{Credential, Subject};
use crate::credentials::views::{CredentialFile, UNSIGNED};
use crate::db::values::Id;
use crate::error::{ApiError, ApiResult};
use crate::members::rules::Eyes;
use crate::text::file_stem;
use crate::web::document::Tag;
use crate::web::item::Item;

pub struct BadgesApi(pub Arc<App>);

/// A badge in pixels.
#[derive(ApiResponse)]
pub enum BadgePicture {
    /// The picture, with the signed credential in it.
    #[oai(status = 200, content_type = "image/png")]
    Ok(
        Binary<Vec<u8>>,
        #[oai(header = "Cache-Control")] String,
        #[oai(header = "Content-Disposition")] String,
    ),
}

/// A badge in lines.
#[derive(ApiResponse)]
pub enum BadgeDrawing {
    /// The picture, with the signed credential in it.
    #[oai(status = 200, content_type = "image/svg+xml")]
    Ok(
        Binary<Vec<u8>>,
        #[oai(header = "Cache-Control")] String,
        #[oai(header = "Content-Disposition")] String,
    ),
}

const CACHE: &str = "private, no-cache";

impl BadgesApi {
    async fn find(&self, id: Id, eyes: Eyes) -> ApiResult<Badge> {
        let site_url = self.0.config.site_url();
        let found = self.0.db.read(move |conn| Ok(find_badge(conn, id, eyes, &site_url)?)).await?;
        found.ok_or_else(|| ApiError::not_found("Badge not found"))
    }

    async fn find_with_credential(&self, id: Id, eyes: Eyes) -> ApiResult<(Badge, Credential)> {
        let badge = self.find(id, eyes).await?;
        let credential = find_signed(&self.0, Subject::Badge(id)).await?;
        Ok((badge, credential.ok_or_else(|| ApiError::not_found(UNSIGNED))?))
    }
}

/// The name of a file of a badge: its own, and its recipient's.
fn file_name(badge: &Badge, ending: &str) -> String {
    format!("{}.{ending}", file_stem(&format!("{} {}", badge.issued_to.name, badge.name)))
}

#[OpenApi(tag = "Tag::Badges")]
impl BadgesApi {
    /// Get a badge
    ///
    /// What it was given for, to whom, when, and by which rule.
    #[oai(path = "/badges/:id", method = "get", operation_id = "get_badge")]
    async fn get_badge(&self, viewer: Viewer, id: Path<Id>) -> ApiResult<Item<Badge>> {
        Ok(Item(self.find(id.0, viewer.eyes()).await?))
    }

    /// Get the signed credential of a badge
    ///
    /// An Open Badge 3.0, byte for byte as it was signed. Anybody can check it without this site.
    #[oai(path = "/badges/:id/credential.json", method = "get", operation_id = "get_badge_credential")]
    async fn get_badge_credential(&self, viewer: Viewer, id: Path<Id>) -> ApiResult<CredentialFile> {
        let (badge, credential) = self.find_with_credential(id.0, viewer.eyes()).await?;
        Ok(CredentialFile::new(credential.document, &file_name(&badge, "json")))
    }

    /// Get the picture of a badge
    ///
    /// 512 pixels wide, with the signed credential in it.
    #[oai(path = "/badges/:id/image.png", method = "get", operation_id = "get_badge_picture")]
    async fn get_badge_picture(&self, viewer: Viewer, id: Path<Id>) -> ApiResult<BadgePicture> {
        let (badge, credential) = self.find_with_credential(id.0, viewer.eyes()).await?;
        let picture = picture(badge.badge_type, badge.level, "png").ok_or_else(|| ApiError::internal("a badge has no picture"))?;
        let baked = bake_png(&picture, &credential.document).map_err(ApiError::internal)?;
        Ok(BadgePicture::Ok(
            Binary(baked),
            CACHE.into(),
            disposition("inline", &file_name(&badge, "png")),
        ))
    }

    /// Get the picture of a badge in lines
    ///
    /// With the signed credential in it.
    #[oai(path = "/badges/:id/image.svg", method = "get", operation_id = "get_badge_drawing")]
    async fn get_badge_drawing(&self, viewer: Viewer, id: Path<Id>) -> ApiResult<BadgeDrawing> {
        let (badge, credential) = self.find_with_credential(id.0, viewer.eyes()).await?;
        let drawing = picture(badge.badge_type, badge.level, "svg").and_then(|drawing| String::from_utf8(drawing).ok());
        let drawing = drawing.ok_or_else(|| ApiError::internal("a badge has no drawing"))?;
        let baked = bake_svg(&drawing, &credential.document).map_err(ApiError::internal)?;
        Ok(BadgeDrawing::Ok(
            Binary(baked.into_bytes()),
            CACHE.into(),
            disposition("inline", &file_name(&badge, "svg")),
        ))
    }
}

//! The community's own pictures: its logo, and the picture for link previews.

use std::sync::Arc;

use poem::{Body, Request};
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Binary;

use super::guards::{change_settings, find_admin_settings};
use super::rules::Settings;
use super::settings_views::SettingsSaved;
use super::store::find_settings;
use crate::app::App;
use crate::auth::Admin;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::limits;
use crate::media::picture::Rendition;
use crate::media::site_pictures::{mark, preview};
use crate::media::store::{delete_medium, insert_medium};
use crate::web::body::length_of;
use crate::web::document::Tag;
use crate::web::item::Item;

pub struct SitePicturesApi(pub Arc<App>);

/// Which of the community's pictures.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    Logo,
    Preview,
}

impl Which {
    fn read(word: &str) -> ApiResult<Which> {
        match word {
            "logo" => Ok(Which::Logo),
            "preview" => Ok(Which::Preview),
            _ => Err(ApiError::not_found("There is no such picture.")),
        }
    }

    /// The settings with this picture, and the one that it replaces.
    fn set(self, before: &Settings, picture: Option<Id>, is_square: bool) -> (Settings, Option<i64>) {
        let (mut after, id) = (before.clone(), picture.map(|picture| picture.0));
        let replaced = match self {
            Which::Logo => {
                after.logo_is_square = is_square;
                std::mem::replace(&mut after.logo, id)
            }
            Which::Preview => std::mem::replace(&mut after.preview_picture, id),
        };
        (after, replaced)
    }
}

#[OpenApi(tag = "Tag::Site")]
impl SitePicturesApi {
    /// Set a picture of the community
    ///
    /// `logo`: in the header, in mails and on certificates; a square one is the icon of the site as well. `preview`: in link
    /// previews of pages that have no picture of their own. The body is a PNG, JPEG or WebP file of at most {MAX_BYTES}. It
    /// counts among the pictures of its sender: {PICTURES}.
    #[oai(path = "/admin/settings/:which/picture", method = "post", operation_id = "set_site_picture")]
    async fn set_site_picture(&self, admin: Admin, request: &Request, which: Path<String>, file: Binary<Body>) -> ApiResult<Item<SettingsSaved>> {
        let (admin, now, which) = (admin.0, self.0.clock.now(), Which::read(&which.0)?);
        let (entry, who) = (self.0.pictures.enter(admin.id)?, admin.id.to_string());
        self.0
            .db
            .write(move |tx| limits::PICTURES.at_most(find_settings(tx)?.pictures_per_hour).take(tx, &who, now))
            .await?;
        let make = if which == Which::Logo { mark } else { preview };
        let picture = entry.make(file.0, length_of(request), make).await?;
        let picture = picture.map_err(|error| ApiError::invalid("picture", error.to_string()))?;
        self.0
            .db
            .write(move |tx| change(tx, admin.id, which, Some(&picture), now).map(Item))
            .await
    }

    /// Remove a picture of the community
    #[oai(path = "/admin/settings/:which/picture", method = "delete", operation_id = "remove_site_picture")]
    async fn remove_site_picture(&self, admin: Admin, which: Path<String>) -> ApiResult<Item<SettingsSaved>> {
        let (admin, now, which) = (admin.0, self.0.clock.now(), Which::read(&which.0)?);
        self.0.db.write(move |tx| change(tx, admin.id, which, None, now).map(Item)).await
    }
}

fn change(tx: &Tx, admin: Id, which: Which, picture: Option<&Rendition>, now: Instant) -> ApiResult<SettingsSaved> {
    let stored = picture.map(|picture| insert_medium(tx, picture, now)).transpose()?;
    let is_square = picture.is_some_and(|picture| picture.width == picture.height);
    let before = find_settings(tx)?;
    let (after, replaced) = which.set(&before, stored, is_square);
    change_settings(tx, admin, &before, &after, now)?;
    if let Some(replaced) = replaced {
        delete_medium(tx, Id(replaced))?;
    }
    Ok(SettingsSaved {
        message: if stored.is_some() { "Picture saved." } else { "Picture removed." }.into(),
        settings: find_admin_settings(tx, now)?,
    })
}

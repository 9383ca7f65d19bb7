//! Pictures for the form of an event.

use std::sync::Arc;

use poem::{Body, Request};
use poem_openapi::OpenApi;
use poem_openapi::payload::Binary;

use super::picture_store::insert_picture;
use crate::app::App;
use crate::auth::Organiser;
use crate::error::{ApiError, ApiResult};
use crate::events::admin_views::EventPicture;
use crate::limits;
use crate::media::picture::banner;
use crate::site::store::find_settings;
use crate::web::body::length_of;
use crate::web::document::Tag;
use crate::web::item::Item;

pub struct EventPicturesApi(pub Arc<App>);

#[OpenApi(tag = "Tag::Events")]
impl EventPicturesApi {
    /// Store a picture for an event
    ///
    /// For the banner, or the logo of the partner. The body is a PNG, JPEG or WebP file of at most {MAX_BYTES}. It counts
    /// among the pictures of its sender: {PICTURES}. Whoever knows the address can see it, and one that no event shows is
    /// deleted after a day.
    #[oai(path = "/admin/pictures", method = "post", operation_id = "store_event_picture")]
    async fn store_event_picture(&self, organiser: Organiser, request: &Request, file: Binary<Body>) -> ApiResult<Item<EventPicture>> {
        let (id, now) = (organiser.0.id, self.0.clock.now());
        let (entry, who) = (self.0.pictures.enter(id)?, id.to_string());
        self.0
            .db
            .write(move |tx| limits::PICTURES.at_most(find_settings(tx)?.pictures_per_hour).take(tx, &who, now))
            .await?;
        let picture = entry.make(file.0, length_of(request), banner).await?;
        let picture = picture.map_err(|error| ApiError::invalid("picture", error.to_string()))?;
        let address = self.0.db.write(move |tx| Ok(insert_picture(tx, &picture, now)?)).await?;
        Ok(Item(EventPicture { address }))
    }
}

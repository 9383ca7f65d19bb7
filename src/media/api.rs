//! Serves pictures at /media/{id}: unchanging, so cached for ever. Those of hidden projects need the key that the answers
//! to people with a right carry in the address, since a browser sends no bearer for a picture.

use std::sync::Arc;

use poem::http::header;
use poem::{Endpoint, IntoResponse, Request, Response};

use super::rules::opens;
use super::store::find_medium;
use crate::app::App;
use crate::db::values::Id;
use crate::error::ApiError;

/// GET /media/{id}.
pub struct Media(pub Arc<App>);

impl Endpoint for Media {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        let id = request.raw_path_param("id").map_or(Id(0), Id::parse);
        let given = request
            .uri()
            .query()
            .and_then(|query| query.strip_prefix("key="))
            .unwrap_or("")
            .to_owned();
        let not_found = || ApiError::not_found("There is no such picture.");
        let medium = self.0.db.read(move |conn| Ok(find_medium(conn, id)?)).await?.ok_or_else(not_found)?;
        if !medium.is_public && !opens(&given, id, &self.0.keys.media) {
            return Err(not_found().into());
        }
        let cache = if medium.is_public {
            "public, max-age=31536000, immutable"
        } else {
            "private, max-age=31536000, immutable"
        };
        Ok(medium
            .bytes
            .with_content_type(medium.content_type)
            .with_header(header::CACHE_CONTROL, cache)
            .into_response())
    }
}

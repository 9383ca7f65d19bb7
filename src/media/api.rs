//! Serves pictures at /media/{id}. A picture never changes, so it is cached forever. Pictures of projects are
//! different, because a project may stop being public: only browsers cache them, and they ask again after an hour.
//! Pictures of hidden projects need a key in the address, since a browser sends no bearer token for a picture. Only
//! callers who may see the project get addresses with the key.

use std::sync::Arc;

use poem::http::{StatusCode, header};
use poem::{Endpoint, IntoResponse, Request, Response};

use super::rules::opens;
use super::store::find_medium;
use crate::app::App;
use crate::db::values::Id;
use crate::error::ApiError;
use crate::web::caching::is_known;

/// GET /media/{id}.
pub struct Media(pub Arc<App>);

impl Endpoint for Media {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        let given = request
            .uri()
            .query()
            .and_then(|query| query.strip_prefix("key="))
            .unwrap_or("")
            .to_owned();
        let not_found = || ApiError::not_found("There is no such picture.");
        let id = request.raw_path_param("id").and_then(Id::parse).ok_or_else(not_found)?;
        let medium = self.0.db.read(move |conn| Ok(find_medium(conn, id)?)).await?.ok_or_else(not_found)?;
        if !medium.is_public && !opens(&given, id, &self.0.keys.media) {
            return Err(not_found().into());
        }
        let cache = if medium.is_fleeting {
            "private, max-age=3600"
        } else {
            "public, max-age=31536000, immutable"
        };
        let etag = format!("\"{id}\"");
        if is_known(request.headers(), &etag) {
            let unchanged = StatusCode::NOT_MODIFIED.with_header(header::ETAG, etag);
            return Ok(unchanged.with_header(header::CACHE_CONTROL, cache).into_response());
        }
        Ok(medium
            .bytes
            .with_content_type(medium.content_type)
            .with_header(header::ETAG, etag)
            .with_header(header::CACHE_CONTROL, cache)
            .into_response())
    }
}

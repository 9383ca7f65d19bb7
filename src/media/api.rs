//! Serves pictures at /media/{id}: unchanging, so cached for ever. Those of hidden projects need the key that the answers
//! to people with a right carry in the address, since a browser sends no bearer for a picture.

use std::sync::Arc;

use hmac::{Hmac, Mac};
use poem::http::header;
use poem::{Endpoint, IntoResponse, Request, Response};
use sha2::Sha256;

use super::store::{address, find_medium};
use crate::app::App;
use crate::db::values::Id;
use crate::error::ApiError;

/// The address of a picture of a hidden project.
pub fn keyed(address: &str, key: &[u8]) -> String {
    format!("{address}?key={}", signature(key, address))
}

fn signature(key: &[u8], address: &str) -> String {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else {
        return String::new();
    };
    mac.update(address.as_bytes());
    mac.finalize().into_bytes().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

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
        // Compared as hashes: the time it takes tells nothing about the key.
        let is_keyed = {
            use sha2::Digest;
            Sha256::digest(given.as_bytes()) == Sha256::digest(signature(&self.0.keys.media, &address(id)).as_bytes())
        };
        if !medium.is_public && !is_keyed {
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

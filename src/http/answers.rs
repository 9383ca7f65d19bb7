//! Responses: one shape for every failure, and ETags.

use std::io::Write;
use std::sync::Arc;

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use poem::error::{MethodNotAllowedError, NotFoundError, ReadBodyError};
use poem::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use poem::{Endpoint, IntoResponse, Request, Response};
use poem_openapi::error::{ContentTypeError, ParseParamError, ParsePathError, ParseRequestPayloadError};

use super::bodies::not_allowed;
use super::docs::accepts;
use crate::error::ApiError;
use crate::text::cut;
use crate::web::caching::{etag, is_known, packed_etag};
use crate::work::aside;

/// Converts every failure, including the framework's, to our error shape. Finished responses pass through unchanged.
pub async fn render_error(error: poem::Error) -> Response {
    if error.is_from_response() {
        return error.into_response();
    }
    let status = error.status();
    let known = if let Some(error) = error.downcast_ref::<ParseParamError>() {
        ApiError::bad_request(format!("The parameter {} is invalid: {}", error.name, plain(&error.reason)))
    } else if error.is::<ParsePathError>() {
        // The only parts that can be wrong are ids: what has no id is not there.
        ApiError::not_found("Not found. The address may be mistyped.")
    } else if let Some(error) = error.downcast_ref::<ParseRequestPayloadError>() {
        too_long(&error.reason).unwrap_or_else(|| ApiError::bad_request(format!("The request cannot be read: {}", plain(&error.reason))))
    } else if error.is::<ContentTypeError>() {
        ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "The request must be sent as application/json.")
    } else if error.is::<NotFoundError>() {
        ApiError::not_found("There is no such call.")
    } else if error.is::<MethodNotAllowedError>() {
        // Calls under /api return specific errors themselves. Other addresses are only read.
        return not_allowed("GET, HEAD");
    } else if let Some(error) = error.downcast_ref::<ReadBodyError>() {
        ApiError::from(error)
    } else if status == StatusCode::UNAUTHORIZED {
        ApiError::unauthorized()
    } else if status.is_client_error() {
        ApiError::new(status, status.canonical_reason().unwrap_or("Bad request"))
    } else {
        ApiError::internal(error)
    };
    known.into_response()
}

/// The error for a text or list that exceeds the maximum in the API document, reported at its field.
fn too_long(reason: &str) -> Option<ApiError> {
    let (field, rule) = reason.split_once("field `")?.1.split_once("` verification failed. ")?;
    let (kind, rest) = rule.split_once('(')?;
    let limit = rest.split([')', ',']).next()?;
    match kind {
        "maxLength" => Some(ApiError::invalid(field, format!("This can have at most {limit} characters"))),
        "maxItems" => Some(ApiError::invalid(field, format!("There can be at most {limit} of these"))),
        _ => None,
    }
}

/// What the framework says is wrong, without the types around it: `failed to parse "string": … (occurred while parsing …)`.
fn plain(reason: &str) -> String {
    let reason = reason.lines().next().unwrap_or_default();
    let reason = reason.split(" (occurred while parsing ").next().unwrap_or_default();
    let reason = reason.strip_prefix("failed to parse ").unwrap_or(reason);
    let reason = match reason.strip_prefix('"').and_then(|rest| rest.split_once("\": ")) {
        Some((_, said)) => said,
        None => reason,
    };
    cut(reason, 200).to_owned()
}

/// Bytes from which an answer is compressed, and from which that happens on another thread.
const PACKED_FROM: usize = 1024;
const PACKED_ASIDE_FROM: usize = 32 * 1024;

/// Whether the client reads gzip.
pub fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepts(accepted.unwrap_or_default(), "gzip")
}

/// Whether an answer is a text that is not compressed yet.
fn is_compressible(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let is_text = kind.starts_with("text/") || ["json", "xml"].iter().any(|word| kind.contains(word));
    is_text && !headers.contains_key(header::CONTENT_ENCODING)
}

/// The compressed form: fast rather than small when it is made for one reader, a tenth smaller when it is kept for all guests.
/// Requests carry no cookie, so no other site can make a reader's browser ask for secrets and learn from their size.
async fn packed(body: Bytes, is_private: bool) -> poem::Result<Vec<u8>> {
    let level = if is_private { Compression::fast() } else { Compression::default() };
    let pack = move |body: &[u8]| -> std::io::Result<Vec<u8>> {
        let mut encoder = GzEncoder::new(Vec::with_capacity(body.len() / 3), level);
        encoder.write_all(body)?;
        encoder.finish()
    };
    let packed = if body.len() < PACKED_ASIDE_FROM {
        pack(&body)
    } else {
        aside(move || pack(&body)).await?
    };
    Ok(packed.map_err(ApiError::internal)?)
}

/// Sets ETag, 304 and Cache-Control on answers to GET, and compresses texts.
pub async fn validated<E: Endpoint>(endpoint: Arc<E>, request: Request) -> poem::Result<Response> {
    let is_get = request.method() == Method::GET;
    let is_private = request.headers().contains_key(header::AUTHORIZATION);
    let known = request.headers().clone();
    let mut response = endpoint.call(request).await?.into_response();
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("Authorization, Accept-Encoding"));
    if !is_get || response.status() != StatusCode::OK {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        return Ok(response);
    }
    if !response.headers().contains_key(header::CACHE_CONTROL) {
        let value = if is_private { "private, no-cache" } else { "no-cache" };
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(value));
    }
    let body = response.take_body().into_bytes().await?;
    let is_packed = body.len() >= PACKED_FROM && accepts_gzip(&known) && is_compressible(response.headers());
    // Each form has its own validator (RFC 9110, 8.8.3.3).
    let etag = if is_packed { packed_etag(&body) } else { etag(&body) };
    if is_known(&known, &etag) {
        response.set_status(StatusCode::NOT_MODIFIED);
        response.headers_mut().remove(header::CONTENT_TYPE);
    } else if is_packed {
        response.set_body(packed(body, is_private).await?);
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    } else {
        response.set_body(body);
    }
    if let Ok(value) = HeaderValue::from_str(&etag) {
        response.headers_mut().insert(header::ETAG, value);
    }
    Ok(response)
}

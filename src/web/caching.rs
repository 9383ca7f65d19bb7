//! Validators that let a browser ask whether its cached copy is still current.

use std::hash::{DefaultHasher, Hash, Hasher};

use poem::http::{HeaderMap, header};

/// A strong validator of these bytes.
pub fn etag(body: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    body.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

/// The validator of the compressed form of these bytes.
pub fn packed_etag(body: &[u8]) -> String {
    format!("{}-gz\"", etag(body).trim_end_matches('"'))
}

/// Whether If-None-Match contains this validator or its weak form (RFC 9110, 13.1.2).
pub fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    let lists = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    lists
        .flat_map(|list| list.split(','))
        .map(str::trim)
        .any(|tag| tag == "*" || tag.trim_start_matches("W/") == etag)
}

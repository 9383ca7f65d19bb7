//! Validators, by which a browser asks whether what it has is still right.

use std::hash::{DefaultHasher, Hash, Hasher};

use poem::http::{HeaderMap, header};

/// A strong validator of these bytes.
pub fn etag(body: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    body.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

/// Whether If-None-Match names this validator, or a weak form of it (RFC 9110, 13.1.2).
pub fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    let lists = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    lists
        .flat_map(|list| list.split(','))
        .map(str::trim)
        .any(|tag| tag == "*" || tag.trim_start_matches("W/") == etag)
}

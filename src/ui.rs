//! Serves the React build that is part of the executable: hashed assets are cached forever, other files have an ETag,
//! and files are precompressed for browsers that accept it. Every page address gets index.html with its head filled in.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use community::exports::app::App;
use community::exports::error::{ApiError, ApiResult};
use community::exports::head::{Allowed, PageHead, inline_source};
use community::exports::http::accepts;
use community::exports::listen::Built;
use community::exports::pages;
use community::exports::web::caching::is_known;
use poem::error::MethodNotAllowedError;
use poem::http::{HeaderMap, Method, StatusCode, header};
use poem::{Body, Endpoint, IntoResponse, Request, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/ui"]
struct Files;

/// Names in this folder contain a hash of the content.
const HASHED: &str = "assets/app/";

/// The page that every address gets, and the files of each page by its address in [`pages::PAGES`].
const INDEX: &str = "index.html";
const PAGE_FILES: &str = "pages.json";

/// Serves the UI.
pub struct Ui(Arc<App>);

impl Ui {
    pub fn new(app: Arc<App>) -> Ui {
        Ui(app)
    }
}

impl Endpoint for Ui {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        if request.method() != Method::GET {
            return Err(MethodNotAllowedError.into());
        }
        let path = request.uri().path().trim_start_matches('/').to_owned();
        if [INDEX, PAGE_FILES].contains(&path.as_str()) || path.ends_with(".br") || path.ends_with(".gz") {
            return Err(ApiError::not_found("Page Not Found").into());
        }
        match file(&path, request.headers()) {
            Some(response) => Ok(response),
            None if path.starts_with("assets/") || path.starts_with("api/") => Err(ApiError::not_found("Page Not Found").into()),
            None => Ok(page(&self.0, request.uri().path()).await?),
        }
    }
}

fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let file = Files::get(path)?;
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    let packed = [("br", "br"), ("gzip", "gz")].into_iter().find_map(|(encoding, suffix)| {
        let packed = accepts(accepted, encoding).then(|| Files::get(&format!("{path}.{suffix}")))?;
        Some((encoding, packed?))
    });
    let etag = etag(&file.metadata.sha256_hash(), packed.as_ref().map(|(encoding, _)| *encoding));
    let cache = if path.starts_with(HASHED) {
        "public, max-age=31536000, immutable"
    } else {
        "public, max-age=3600"
    };
    let builder = Response::builder()
        .header(header::ETAG, &etag)
        .header(header::CACHE_CONTROL, cache)
        .header(header::VARY, "Accept-Encoding");
    if is_known(headers, &etag) {
        return Some(builder.status(StatusCode::NOT_MODIFIED).finish());
    }
    let builder = builder.content_type(file.metadata.mimetype()).extension(Built);
    Some(match packed {
        Some((encoding, packed)) => builder.header(header::CONTENT_ENCODING, encoding).body(body(packed.data)),
        None => builder.body(body(file.data)),
    })
}

/// The same bytes under the same validator: each encoding has one of its own (RFC 9110, 8.8.3).
fn etag(hash: &[u8], encoding: Option<&str>) -> String {
    let mut etag = hash.iter().take(8).fold("\"".to_owned(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    });
    if let Some(encoding) = encoding {
        etag.push('-');
        etag.push_str(encoding);
    }
    etag.push('"');
    etag
}

/// The executable's own bytes are not copied for every request.
fn body(data: Cow<'static, [u8]>) -> Body {
    match data {
        Cow::Borrowed(bytes) => Body::from(bytes),
        Cow::Owned(bytes) => Body::from(bytes),
    }
}

/// index.html with the title, description and preview picture of the page at this address.
async fn page(app: &Arc<App>, path: &str) -> ApiResult<Response> {
    let index = Files::get(INDEX).ok_or_else(|| ApiError::internal("the build contains no index.html"))?;
    let html = String::from_utf8_lossy(&index.data).into_owned();
    let head = PageHead::find(app, path).await?;
    let status = if head.found { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let html = head.fill(&html).replacen("</head>", &format!("{}</head>", preloads(path)), 1);
    let mut response = html
        .with_content_type("text/html; charset=utf-8")
        .with_header(header::CACHE_CONTROL, "no-cache")
        .with_status(status)
        .into_response();
    response.extensions_mut().insert(Allowed {
        script: head.script,
        style: &FIRST_STYLE,
    });
    Ok(response)
}

/// The source of the style in index.html, for the policy; empty when there is none.
static FIRST_STYLE: LazyLock<String> = LazyLock::new(|| {
    let index = Files::get(INDEX)
        .map(|index| String::from_utf8_lossy(&index.data).into_owned())
        .unwrap_or_default();
    let style = index.split("<style>").nth(1).and_then(|rest| rest.split("</style>").next());
    style.map(inline_source).unwrap_or_default()
});

/// Links to the files of the page at this address, so that the browser asks for them together with the first one instead
/// of after it, and after what the first picture needs.
fn preloads(path: &str) -> String {
    static FILES: LazyLock<HashMap<String, Vec<String>>> = LazyLock::new(|| {
        let file = Files::get(PAGE_FILES);
        file.and_then(|file| serde_json::from_slice(&file.data).ok()).unwrap_or_default()
    });
    let files = pages::find(path).and_then(|(page, _)| FILES.get(page.address));
    files.into_iter().flatten().fold(String::new(), |mut links, file| {
        let _ = write!(links, r#"<link rel="modulepreload" fetchpriority="low" crossorigin href="/{file}">"#);
        links
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_encoding_has_a_validator_of_its_own() {
        let plain = etag(&[1, 2, 3, 4, 5, 6, 7, 255, 9], None);
        let packed = etag(&[1, 2, 3, 4, 5, 6, 7, 255, 9], Some("br"));
        assert_eq!((plain.as_str(), packed.as_str()), ("\"01020304050607ff\"", "\"01020304050607ff-br\""));
        let mut headers = HeaderMap::new();
        headers.insert(header::IF_NONE_MATCH, plain.parse().unwrap());
        assert!(is_known(&headers, &plain) && !is_known(&headers, &packed));
    }
}

//! The React build inside the executable: hashed assets for ever, the rest with an ETag, precompressed where the browser
//! takes it, and index.html with its head filled in for every address of the site.

use std::fmt::Write as _;
use std::sync::Arc;

use community::app::App;
use community::error::{ApiError, ApiResult};
use community::head::PageHead;
use poem::http::{HeaderMap, Method, StatusCode, header};
use poem::{Endpoint, IntoResponse, Request, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/ui"]
struct Files;

/// Names under this folder carry a hash of their content.
const HASHED: &str = "assets/app/";

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
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return Err(ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "Only GET is answered here.").into());
        }
        let path = request.uri().path().trim_start_matches('/').to_owned();
        if path == "index.html" || path.ends_with(".br") || path.ends_with(".gz") {
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
    let etag = format!(
        "\"{}\"",
        file.metadata.sha256_hash().iter().take(8).fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    );
    let cache = if path.starts_with(HASHED) {
        "public, max-age=31536000, immutable"
    } else {
        "public, max-age=3600"
    };
    let builder = Response::builder()
        .header(header::ETAG, &etag)
        .header(header::CACHE_CONTROL, cache)
        .header(header::VARY, "Accept-Encoding");
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == etag.as_str()) {
        return Some(builder.status(StatusCode::NOT_MODIFIED).finish());
    }
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    let builder = builder.content_type(file.metadata.mimetype());
    for (encoding, suffix) in [("br", "br"), ("gzip", "gz")] {
        if accepts(accepted, encoding)
            && let Some(packed) = Files::get(&format!("{path}.{suffix}"))
        {
            return Some(builder.header(header::CONTENT_ENCODING, encoding).body(packed.data.into_owned()));
        }
    }
    Some(builder.body(file.data.into_owned()))
}

/// Whether an Accept-Encoding header takes this encoding.
fn accepts(header: &str, encoding: &str) -> bool {
    header.split(',').any(|part| {
        let mut pieces = part.split(';').map(str::trim);
        pieces.next() == Some(encoding) && !pieces.any(|quality| matches!(quality, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

/// index.html for an address of the site, with title, description and preview picture of what is there.
async fn page(app: &Arc<App>, path: &str) -> ApiResult<Response> {
    let index = Files::get("index.html").ok_or_else(|| ApiError::internal("the build holds no index.html"))?;
    let html = String::from_utf8_lossy(&index.data).into_owned();
    let head = PageHead::find(app, path).await?;
    let status = if head.found { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let html = head.fill(&html);
    Ok(html
        .with_content_type("text/html; charset=utf-8")
        .with_header(header::CACHE_CONTROL, "no-cache")
        .with_status(status)
        .into_response())
}

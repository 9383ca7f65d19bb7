//! The API document and its viewer: one page that loads nothing from elsewhere. Each is built and compressed once.

use std::io::Write;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use poem::http::header;
use poem::{Endpoint, Request, Response};

use super::calls::{document, service};
use crate::app::App;
use crate::error::ApiError;

/// A text that is the same for everybody while the program runs.
struct Text {
    plain: Bytes,
    gzip: Bytes,
}

/// Serves one of the two.
pub struct Docs {
    app: Arc<App>,
    text: &'static OnceLock<Text>,
    make: fn(&Arc<App>) -> String,
    content_type: &'static str,
}

impl Docs {
    /// The document.
    pub fn document(app: &Arc<App>) -> Docs {
        static TEXT: OnceLock<Text> = OnceLock::new();
        Docs {
            app: app.clone(),
            text: &TEXT,
            make: |app| document(app).to_owned(),
            content_type: "application/json; charset=utf-8",
        }
    }

    /// Its viewer.
    pub fn viewer(app: &Arc<App>) -> Docs {
        static TEXT: OnceLock<Text> = OnceLock::new();
        Docs {
            app: app.clone(),
            text: &TEXT,
            make: |app| {
                let service = service(app);
                service.swagger_ui_html().replace(&service.spec(), document(app))
            },
            content_type: "text/html; charset=utf-8",
        }
    }
}

impl Endpoint for Docs {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        let (app, text, make) = (self.app.clone(), self.text, self.make);
        let text = match text.get() {
            Some(text) => text,
            None => tokio::task::spawn_blocking(move || text.get_or_init(|| Text::new(make(&app))))
                .await
                .map_err(ApiError::internal)?,
        };
        let accepted = request.headers().get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        let response = Response::builder().content_type(self.content_type);
        Ok(if accepts(accepted.unwrap_or_default(), "gzip") {
            response.header(header::CONTENT_ENCODING, "gzip").body(text.gzip.clone())
        } else {
            response.body(text.plain.clone())
        })
    }
}

impl Text {
    fn new(plain: String) -> Text {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing into memory does not fail. If it did, the uncompressed text would be served.
        let gzip = encoder.write_all(plain.as_bytes()).and_then(|()| encoder.finish()).unwrap_or_default();
        Text {
            plain: plain.into(),
            gzip: gzip.into(),
        }
    }
}

/// Whether an Accept-Encoding header allows this encoding.
pub fn accepts(header: &str, encoding: &str) -> bool {
    header.split(',').any(|part| {
        let mut pieces = part.split(';').map(str::trim);
        pieces.next() == Some(encoding) && !pieces.any(|quality| matches!(quality, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

//! The export: an admin asks for a copy of the database, and downloads it with an address of its own, because a browser sends
//! no bearer token with a download.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use poem::http::header;
use poem::{Body, Endpoint, IntoResponse, Request, Response};
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;
use serde_json::json;
use tokio::io::{AsyncRead, ReadBuf};

use super::memo_store::set_copied;
use super::rules::export_name;
use super::settings_views::Export;
use super::store::find_settings;
use crate::app::App;
use crate::audit::store::{Act, insert_act};
use crate::auth::Admin;
use crate::db::downloads;
use crate::db::values::Id;
use crate::error::{ApiError, ApiResult};
use crate::web::document::Tag;

pub struct ExportApi(pub Arc<App>);

#[OpenApi(tag = "Tag::Site")]
impl ExportApi {
    /// Export the database
    ///
    /// Makes a copy of the database as it is at one moment, while the site works, and answers where to download it. The address
    /// works once, for a minute. The copy holds no sessions, no links or codes to sign in, no keys, and no text of mails. There
    /// is one at a time.
    #[oai(path = "/admin/export", method = "post", operation_id = "export_database")]
    async fn export_database(&self, admin: Admin) -> ApiResult<Json<Export>> {
        let (admin, now) = (admin.0, self.0.clock.now());
        let name = self
            .0
            .db
            .read(move |conn| {
                let settings = find_settings(conn)?;
                Ok(export_name(&settings.name, &settings.today(now)))
            })
            .await?;
        let (token, bytes) = self.0.downloads.make(self.0.db.path(), name.clone()).await?;
        tracing::info!(admin = %admin.id, bytes, "the database is exported");
        let file = name.clone();
        self.0
            .db
            .write(move |tx| {
                set_copied(tx, now)?;
                let act = Act {
                    actor: admin.id,
                    action: "site.export",
                    subject_kind: "settings",
                    subject: Id(1),
                    before: json!({}),
                    after: json!({ "file": file, "bytes": bytes }),
                };
                Ok(insert_act(tx, &act, now)?)
            })
            .await?;
        Ok(Json(Export {
            url: format!("/export/{token}"),
            name,
            bytes,
        }))
    }
}

/// GET /export/{token}: the copy, once.
pub struct ExportFile(pub Arc<App>);

impl Endpoint for ExportFile {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        let copy = request.raw_path_param("token").and_then(|token| self.0.downloads.take(token));
        let copy = copy.ok_or_else(|| ApiError::not_found("This address worked once, or for a minute. Export again under Settings."))?;
        let (name, bytes) = (copy.name.clone(), copy.bytes);
        let file = tokio::fs::File::from_std(copy.file.try_clone().map_err(ApiError::internal)?);
        Ok(Body::from_async_read(Download { file, _copy: copy })
            .with_content_type("application/vnd.sqlite3")
            .with_header(header::CONTENT_LENGTH, bytes)
            .with_header(header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""))
            .with_header(header::CACHE_CONTROL, "no-store")
            .into_response())
    }
}

/// A copy on its way. It is gone with the client.
struct Download {
    file: tokio::fs::File,
    _copy: downloads::Copy,
}

impl AsyncRead for Download {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.file).poll_read(context, buffer)
    }
}

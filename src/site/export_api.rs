//! The export: an admin asks for a copy of the database, and downloads it with an address of its own, because a browser sends
//! no bearer token with a download.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use poem::http::header;
use poem::{Body, Endpoint, IntoResponse, Request, Response};
use poem_openapi::OpenApi;
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
use crate::tasks::through;
use crate::web::body::OnlyHead;
use crate::web::document::Tag;
use crate::web::item::Item;

pub struct ExportApi(pub Arc<App>);

#[OpenApi(tag = "Tag::Site")]
impl ExportApi {
    /// Export the database
    ///
    /// Makes a copy of the database as it is at one moment, while the site works, and answers where to download it. The address
    /// works once, for a minute. The copy holds no sessions, no links or codes to sign in, no keys, and no text of mails. There
    /// is one at a time.
    #[oai(path = "/admin/export", method = "post", operation_id = "export_database")]
    async fn export_database(&self, admin: Admin) -> ApiResult<Item<Export>> {
        through(export(self.0.clone(), admin.0.id)).await.map(Item)
    }
}

/// Makes the copy and records it.
async fn export(app: Arc<App>, admin: Id) -> ApiResult<Export> {
    let now = app.clock.now();
    let named = app.db.read(move |conn| {
        let settings = find_settings(conn)?;
        Ok(export_name(&settings.name, &settings.today(now)))
    });
    let name = named.await?;
    let (token, bytes) = app.downloads.make(app.db.path(), app.db.path(), name.clone()).await?;
    tracing::info!(%admin, bytes, "the database is exported");
    let file = name.clone();
    let recorded = app.db.write(move |tx| {
        set_copied(tx, now)?;
        let act = Act {
            actor: admin,
            action: "site.export",
            subject_kind: "settings",
            subject: Id(1),
            before: json!({}),
            after: json!({ "file": file, "bytes": bytes }),
        };
        Ok(insert_act(tx, &act, now)?)
    });
    recorded.await?;
    Ok(Export {
        url: format!("/export/{token}"),
        name,
        bytes,
    })
}

/// GET /export/{token}: the copy, once. HEAD says what GET would send, and leaves it there.
pub struct ExportFile(pub Arc<App>);

impl Endpoint for ExportFile {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        let token = request.raw_path_param("token").unwrap_or_default();
        let gone = || ApiError::not_found("This address worked once, or for a minute. Export again under Settings.");
        let answer = |body: Body, name: &str, bytes: u64| {
            body.with_content_type("application/vnd.sqlite3")
                .with_header(header::CONTENT_LENGTH, bytes)
                .with_header(header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""))
                .with_header(header::CACHE_CONTROL, "no-store")
                .into_response()
        };
        if request.data::<OnlyHead>().is_some() {
            let (name, bytes) = self.0.downloads.look(token).ok_or_else(gone)?;
            return Ok(answer(Body::empty(), &name, bytes));
        }
        let copy = self.0.downloads.take(token).ok_or_else(gone)?;
        let (name, bytes) = (copy.name.clone(), copy.bytes);
        let file = tokio::fs::File::from_std(copy.file.try_clone().map_err(ApiError::internal)?);
        Ok(answer(Body::from_async_read(Download { file, _copy: copy }), &name, bytes))
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

//! GET /metrics, on an address of its own: whoever reaches that may read it.

use std::sync::Arc;

use poem::{Endpoint, EndpointExt, IntoResponse, Response, Route};

use super::rules::{MEDIA_TYPE, Measured, text};
use super::store::find_content;
use crate::app::App;
use crate::db::values::Instant;
use crate::error::ApiResult;

/// Only /metrics; everything else is 404.
pub fn endpoint(app: &Arc<App>) -> impl Endpoint<Output = Response> + 'static {
    let (app, started_at) = (app.clone(), app.clock.now());
    let page = poem::endpoint::make(move |_| {
        let app = app.clone();
        async move {
            measured(&app, started_at)
                .await
                .map(|found| text(&found).with_content_type(MEDIA_TYPE).into_response())
        }
    });
    Route::new().at("/metrics", poem::get(page)).map_to_response()
}

async fn measured(app: &Arc<App>, started_at: Instant) -> poem::Result<Measured> {
    let content = app.db.read(|conn| Ok(find_content(conn)?)).await.ok();
    let (database_bytes, log_bytes) = app.db.bytes();
    let newest = newest_backup(app).await?;
    Ok(Measured {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        sqlite: rusqlite::version().to_owned(),
        started_at,
        requests: app.measures.counted(),
        is_up: content.is_some() && app.db.health().await.is_ok(),
        database_bytes,
        log_bytes,
        content,
        mail_is_up: app.mail.is_on().then(|| app.mail_trouble.down().is_none()),
        backed_up_at: newest,
        backup_failed: app.backups.problem().is_some(),
    })
}

/// A folder that cannot be read has none; the problem is told elsewhere.
async fn newest_backup(app: &Arc<App>) -> ApiResult<Option<Instant>> {
    let found = crate::backups::guards::at_shelf(app, crate::backups::shelf::Shelf::list).await?;
    Ok(found.ok().and_then(|all| all.first().map(|newest| newest.made_at)))
}

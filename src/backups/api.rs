//! The backups for admins: which there are, one more, and a download.

use std::sync::Arc;

use poem_openapi::OpenApi;
use serde_json::{Value, json};

use super::guards::{at_shelf, make};
use super::shelf::Shelf;
use super::views::{BackupChoice, BackupList, BackupMade, Verdict};
use crate::app::App;
use crate::audit::store::{Act, insert_act};
use crate::auth::Admin;
use crate::db::migrate;
use crate::db::values::Id;
use crate::error::{ApiError, ApiResult};
use crate::input::Input;
use crate::limits;
use crate::site::settings_views::Export;
use crate::tasks::through;
use crate::web::document::Tag;
use crate::web::item::Item;

pub struct BackupsApi(pub Arc<App>);

#[OpenApi(tag = "Tag::Site")]
impl BackupsApi {
    /// List the backups
    #[oai(path = "/admin/backups", method = "get", operation_id = "list_backups")]
    async fn list_backups(&self, _admin: Admin) -> ApiResult<Item<BackupList>> {
        let listed = at_shelf(&self.0, Shelf::list).await?;
        let keep = &self.0.config.backups;
        let (backups, unreadable) = match listed {
            Ok(backups) => (backups, None),
            Err(error) => (Vec::new(), Some(format!("The folder of the backups cannot be read: {error}"))),
        };
        Ok(Item(BackupList {
            folder: self.0.backups.folder().display().to_string(),
            hours: keep.hours,
            daily: keep.daily,
            weekly: keep.weekly,
            monthly: keep.monthly,
            problem: unreadable.or_else(|| self.0.backups.problem()),
            backups: backups.into_iter().map(Into::into).collect(),
        }))
    }

    /// Make a backup
    ///
    /// Now, besides those that the server makes by itself. It is complete, and checked before it counts.
    #[oai(path = "/admin/backups", method = "post", operation_id = "make_backup")]
    async fn make_backup(&self, admin: Admin) -> ApiResult<Item<BackupMade>> {
        let (admin, now) = (admin.0.id, self.0.clock.now());
        self.0.db.write(move |tx| limits::BACKUPS.take(tx, &admin.to_string(), now)).await?;
        let app = self.0.clone();
        let made = async move {
            let backup = make(&app).await?;
            let file = json!({ "file": backup.name, "bytes": backup.bytes });
            record(&app, admin, "site.backup", file).await?;
            Ok(backup)
        };
        let backup = through(made).await?;
        Ok(Item(BackupMade {
            message: "The backup is made, and it is whole.".into(),
            backup: backup.into(),
        }))
    }

    /// Download a backup
    ///
    /// Answers where. The address works once, for a minute. What is downloaded holds no sessions, no links or codes to sign in,
    /// no keys, and no text of mails; the complete file stays on the server.
    #[oai(path = "/admin/backups/download", method = "post", operation_id = "download_backup")]
    async fn download_backup(&self, admin: Admin, input: Input<BackupChoice>) -> ApiResult<Item<Export>> {
        let name = input.0.name.0;
        let listed = at_shelf(&self.0, Shelf::list).await?.map_err(ApiError::internal)?;
        // Only what is listed: a name of another file leads nowhere.
        let backup = listed.into_iter().find(|backup| backup.name == name);
        let backup = backup.ok_or_else(|| ApiError::not_found("There is no such backup any more."))?;
        match &backup.verdict {
            Verdict::Faulty(_) => return Err(ApiError::conflict("This backup is no good. Choose another one.")),
            Verdict::Whole(version) if *version != migrate::version() => {
                return Err(ApiError::conflict(
                    "An older version of the program has made this backup. Fetch the file from its folder on the server.",
                ));
            }
            Verdict::Whole(_) | Verdict::Unknown => {}
        }
        let (app, admin, name) = (self.0.clone(), admin.0.id, backup.name);
        let made = async move {
            let path = app.backups.path(&name);
            let (token, bytes) = app.downloads.make(&path, app.db.path(), name.clone()).await?;
            let file = json!({ "file": name, "bytes": bytes });
            record(&app, admin, "site.backup_download", file).await?;
            Ok(Export {
                url: format!("/export/{token}"),
                name,
                bytes,
            })
        };
        through(made).await.map(Item)
    }
}

async fn record(app: &App, actor: Id, action: &'static str, after: Value) -> ApiResult<()> {
    let now = app.clock.now();
    let recorded = app.db.write(move |tx| {
        let act = Act {
            actor,
            action,
            subject_kind: "settings",
            subject: Id(1),
            before: json!({}),
            after: after.clone(),
        };
        Ok(insert_act(tx, &act, now)?)
    });
    recorded.await
}

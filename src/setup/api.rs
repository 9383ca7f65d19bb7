//! The calls of the first run.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

use super::views::{Setup, SetupCheck, SetupToken};
use super::{rules, store};
use crate::app::App;
use crate::db::Tx;
use crate::db::values::Instant;
use crate::error::{ApiError, ApiResult};
use crate::input::Input;
use crate::members::rules::{ProfileEdit, Role};
use crate::members::store::{find_account, find_account_by_email, set_role, update_profile};
use crate::sessions::accounts::{add_account, begin_session};
use crate::sessions::views::SignedIn;
use crate::site::store::{find_settings, set_settings};
use crate::web::document::Tag;

pub struct SetupApi(pub Arc<App>);

#[OpenApi(tag = "Tag::Setup")]
impl SetupApi {
    /// Check a set-up link
    #[oai(path = "/setup/check", method = "post", operation_id = "check_setup")]
    async fn check_setup(&self, body: Input<SetupToken>) -> ApiResult<Json<SetupCheck>> {
        let valid = self.0.db.read(move |conn| Ok(store::is_good(conn, &body.0.token)?)).await?;
        Ok(Json(SetupCheck { valid }))
    }

    /// Set the community up
    ///
    /// Names the community, creates its first admin and signs them in. Afterwards the link stops working.
    #[oai(path = "/setup", method = "post", operation_id = "set_up")]
    async fn set_up(&self, body: Input<Setup>) -> ApiResult<Json<SignedIn>> {
        let (app, now) = (self.0.clone(), self.0.clock.now());
        self.0.db.write(move |tx| set_up(tx, &app, &body.0, now).map(Json)).await
    }
}

fn set_up(tx: &Tx, app: &App, setup: &Setup, now: Instant) -> ApiResult<SignedIn> {
    if !store::is_good(tx, &setup.token)? {
        return Err(ApiError::forbidden(
            "This set-up link is not valid. The newest one is printed where the server was started.",
        ));
    }
    let (settings, admin) = rules::read(&setup.answers(), find_settings(tx)?.as_ref().clone()).map_err(ApiError::invalid_fields)?;
    set_settings(tx, &settings)?;
    let account = match find_account_by_email(tx, &admin.email)? {
        Some(account) if account.is_suspended => return Err(ApiError::forbidden("This account is suspended.")),
        Some(account) => {
            let name = admin.name.filter(|_| account.needs_name);
            update_profile(
                tx,
                account.id,
                &ProfileEdit {
                    name,
                    ..ProfileEdit::default()
                },
            )?;
            set_role(tx, account.id, Role::Admin)?;
            find_account(tx, account.id)?.unwrap_or(account)
        }
        None => add_account(tx, &admin, now)?,
    };
    store::close(tx)?;
    begin_session(tx, app, account, now)
}

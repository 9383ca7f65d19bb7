//! The calls of the first run.

use std::sync::Arc;

use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;
use rusqlite::Connection;

use super::views::{FirstStep, FirstSteps, FirstStepsInput, Setup, SetupCheck, SetupToken};
use super::{rules, store};
use crate::app::App;
use crate::auth::{Admin, device};
use crate::db::Tx;
use crate::db::values::Instant;
use crate::error::{ApiError, ApiResult};
use crate::input::Input;
use crate::members::rules::{ProfileEdit, Role};
use crate::members::store::{find_account, find_account_by_email, set_role, update_profile};
use crate::sessions::accounts::{add_account, begin_session};
use crate::sessions::views::SignedIn;
use crate::site::guards::{change_settings, put_settings};
use crate::site::memo_store::{find_copied, list_notes, was_reached};
use crate::site::rules::Settings;
use crate::site::store::find_settings;
use crate::stats::store::find_total;
use crate::web::document::Tag;
use crate::web::item::Item;

pub struct SetupApi(pub Arc<App>);

#[OpenApi(tag = "Tag::Setup")]
impl SetupApi {
    /// Check a set-up link
    #[oai(path = "/setup/check", method = "post", operation_id = "check_setup")]
    async fn check_setup(&self, body: Input<SetupToken>) -> ApiResult<Item<SetupCheck>> {
        let valid = self.0.db.read(move |conn| Ok(store::is_good(conn, &body.0.token)?)).await?;
        Ok(Item(SetupCheck { valid }))
    }

    /// Set the community up
    ///
    /// Names the community, creates its first admin and signs them in. Afterwards the link stops working.
    #[oai(path = "/setup", method = "post", operation_id = "set_up")]
    async fn set_up(&self, request: &Request, body: Input<Setup>) -> ApiResult<Item<SignedIn>> {
        let (app, device, now) = (self.0.clone(), device(request), self.0.clock.now());
        self.0.db.write(move |tx| set_up(tx, &app, &body.0, &device, now).map(Item)).await
    }

    /// Get the first steps of a new community
    #[oai(path = "/admin/first-steps", method = "get", operation_id = "get_first_steps")]
    async fn get_first_steps(&self, _admin: Admin) -> ApiResult<Item<FirstSteps>> {
        let app = self.0.clone();
        self.0.db.read(move |conn| find_first_steps(conn, &app).map(Item)).await
    }

    /// Put the list of first steps away, or get it out again
    #[oai(path = "/admin/first-steps", method = "put", operation_id = "put_first_steps_away")]
    async fn put_first_steps_away(&self, admin: Admin, input: Json<FirstStepsInput>) -> ApiResult<Item<FirstSteps>> {
        let (admin, app, now, is_put_away) = (admin.0, self.0.clone(), self.0.clock.now(), input.0.is_put_away);
        self.0
            .db
            .write(move |tx| {
                let before = find_settings(tx)?;
                let after = Settings {
                    first_steps_put_away: is_put_away,
                    ..before.as_ref().clone()
                };
                change_settings(tx, admin.id, &before, &after, now)?;
                find_first_steps(tx, &app).map(Item)
            })
            .await
    }
}

fn find_first_steps(conn: &Connection, app: &App) -> ApiResult<FirstSteps> {
    let settings = find_settings(conn)?;
    let sent = find_total(conn, "mails:sent")?;
    let start = rules::Start {
        mails_leave: app.mail.is_on() && sent > 0 && app.mail_trouble.down().is_none(),
        was_reached: was_reached(conn, &app.config.site_url())?,
        proxy_is_doubtful: !list_notes(conn, &app.config)?.is_empty(),
        contact_email: &settings.contact_email,
        events: find_total(conn, "events")?,
        members: find_total(conn, "members")?,
        was_copied: find_copied(conn)?.is_some(),
    };
    let steps = rules::first_steps(&start).map(|(id, done)| FirstStep { id: id.to_owned(), done });
    Ok(FirstSteps {
        steps: steps.into(),
        is_put_away: settings.first_steps_put_away,
    })
}

fn set_up(tx: &Tx, app: &App, setup: &Setup, device: &str, now: Instant) -> ApiResult<SignedIn> {
    if !store::is_good(tx, &setup.token)? {
        return Err(ApiError::forbidden(
            "This set-up link is not valid. The newest one is printed where the server was started.",
        ));
    }
    let before = find_settings(tx)?;
    let (settings, admin) = rules::read(&setup.answers(), before.as_ref().clone()).map_err(ApiError::invalid_fields)?;
    put_settings(tx, &before, &settings, now)?;
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
    begin_session(tx, app, account, device, now)
}

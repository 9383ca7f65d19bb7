//! The settings of the community, and the state of the machine, for admins.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::types::ToJSON;
use serde_json::{Map, Value};

use super::guards::{change_settings, find_admin_settings};
use super::memo_store::was_reached;
use super::settings_views::{AdminSettings, LegalInput, Machine, SettingsInput, SettingsSaved};
use super::store::{find_settings, find_version};
use super::views::MarkdownPreview;
use super::{edit_rules, machine_rules};
use crate::app::App;
use crate::auth::Admin;
use crate::clock::zones;
use crate::error::{ApiError, ApiResult};
use crate::input::Input;
use crate::markdown::to_html;
use crate::text::paragraphs;
use crate::web::document::Tag;
use crate::web::item::Item;
use crate::work::aside;

pub struct SettingsApi(pub Arc<App>);

#[OpenApi(tag = "Tag::Site")]
impl SettingsApi {
    /// Get the settings of the community
    #[oai(path = "/admin/settings", method = "get", operation_id = "get_settings")]
    async fn get_settings(&self, _admin: Admin) -> ApiResult<Item<AdminSettings>> {
        let now = self.0.clock.now();
        self.0.db.read(move |conn| find_admin_settings(conn, now).map(Item)).await
    }

    /// Change settings of the community
    ///
    /// What is absent stays. A change holds at once, without a restart. A new time zone moves the instants of all events,
    /// their calendars and their reminders; the days and times that people read stay.
    #[oai(path = "/admin/settings", method = "put", operation_id = "edit_settings")]
    async fn edit_settings(&self, admin: Admin, input: Input<SettingsInput>) -> ApiResult<Item<SettingsSaved>> {
        let (admin, now, input) = (admin.0, self.0.clock.now(), input.0);
        let version = input.settings_version.clone();
        let given = given(&input);
        let [terms_html, privacy_html] = rendered(&input).await?;
        self.0
            .db
            .write(move |tx| {
                if version
                    .as_ref()
                    .is_some_and(|version| find_version(tx).is_ok_and(|now| version.0 != now.to_string()))
                {
                    return Err(ApiError::conflict(
                        "Somebody else has changed the settings in the meantime. Look at them again, then save.",
                    ));
                }
                let before = find_settings(tx)?;
                let wanted = edit_rules::with(&before, given.clone()).map_err(ApiError::internal)?;
                let names: Vec<&str> = given.keys().map(String::as_str).collect();
                let mut after = edit_rules::check(&wanted, &names).map_err(ApiError::invalid_fields)?;
                let today = after.today(now);
                if after.terms != before.terms {
                    (after.terms_html, after.terms_changed) = (terms_html.clone(), today.clone());
                }
                if after.privacy != before.privacy {
                    (after.privacy_html, after.privacy_changed) = (privacy_html.clone(), today);
                }
                change_settings(tx, admin.id, &before, &after, now)?;
                Ok(Item(SettingsSaved {
                    message: "Settings saved.".into(),
                    settings: find_admin_settings(tx, now)?,
                }))
            })
            .await
    }

    /// Preview a legal text
    ///
    /// The HTML for it as visitors will see it.
    #[oai(path = "/admin/settings/preview", method = "post", operation_id = "preview_legal_text")]
    async fn preview_legal_text(&self, _admin: Admin, input: Input<LegalInput>) -> ApiResult<Item<MarkdownPreview>> {
        let html = aside(move || to_html(&input.0.text)).await?;
        Ok(Item(MarkdownPreview { html }))
    }

    /// Get the state of the machine
    ///
    /// What its configuration comes to, in words: sign-in, captcha, mail, https, zone data, database, version.
    #[oai(path = "/admin/settings/machine", method = "get", operation_id = "get_machine")]
    async fn get_machine(&self, _admin: Admin) -> ApiResult<Item<Machine>> {
        let app = self.0.clone();
        self.0
            .db
            .read(move |conn| {
                let seen = machine_rules::Seen {
                    was_reached: was_reached(conn, &app.config.site_url())?,
                    mail_problem: &app.mail_trouble.down().map(|down| down.text).unwrap_or_default(),
                    bytes: std::fs::metadata(&app.config.database).map_or(0, |file| file.len()),
                };
                let facts = machine_rules::facts(&app.config, zones(), &seen).into_iter();
                Ok(Item(Machine {
                    facts: facts.map(Into::into).collect(),
                }))
            })
            .await
    }
}

/// The fields that the client has sent, by the names of the settings.
fn given(input: &SettingsInput) -> Map<String, Value> {
    let unversioned = SettingsInput {
        settings_version: None,
        ..input.clone()
    };
    match unversioned.to_json() {
        Some(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// The legal texts as HTML, made before the transaction because that is slow.
async fn rendered(input: &SettingsInput) -> ApiResult<[String; 2]> {
    let texts = [&input.terms, &input.privacy].map(|text| text.clone().map(String::from).unwrap_or_default());
    aside(move || texts.map(|text| to_html(&paragraphs(&text)))).await
}

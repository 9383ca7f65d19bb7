//! GET /api/site.

use std::sync::Arc;

use super::guards::change_settings;
use super::memo_store::list_notes;
use super::rules::Settings;
use super::store;
use super::views::{
    Contact, MarkdownInput, MarkdownPreview, Notes, OwnText, SignInWays, Site, SiteAnalytics, SiteCaptcha, SiteCategory, SiteLink, picture_url,
};
use crate::app::App;
use crate::auth::{Admin, Member};
use crate::config::{CaptchaProvider, Config};
use crate::error::{ApiError, ApiResult};
use crate::input::{Input, Text};
use crate::markdown::to_html;
use crate::text::is_email;
use crate::web::document::Tag;
use crate::web::item::Item;
use crate::work::aside;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;

pub struct SiteApi(pub Arc<App>);

#[OpenApi(tag = "Tag::Site")]
impl SiteApi {
    /// Get the site
    ///
    /// Everything that the interface needs before anybody signs in.
    #[oai(path = "/site", method = "get", operation_id = "get_site")]
    async fn get_site(&self) -> ApiResult<Item<Site>> {
        let app = self.0.clone();
        self.0
            .db
            .read(move |conn| {
                let settings = store::find_settings(conn)?;
                let setup_open = !crate::members::store::admin_exists(conn)?;
                Ok(Item(site(&settings, &app.config, setup_open)))
            })
            .await
    }

    /// Get a legal text of the community's own
    ///
    /// `terms` or `privacy`; 404 while the program's own text holds.
    #[oai(path = "/site/texts/:name", method = "get", operation_id = "get_legal_text")]
    async fn get_legal_text(&self, name: Path<String>) -> ApiResult<Item<OwnText>> {
        let settings = self.0.db.read(store::find_settings).await?;
        let (html, changed_on) = match name.0.as_str() {
            "terms" => (&settings.terms_html, &settings.terms_changed),
            "privacy" => (&settings.privacy_html, &settings.privacy_changed),
            _ => return Err(ApiError::not_found("There is no such text.")),
        };
        if html.is_empty() {
            return Err(ApiError::not_found("The community has no text of its own."));
        }
        Ok(Item(OwnText {
            html: html.clone(),
            changed_on: changed_on.clone(),
        }))
    }

    /// Preview Markdown
    ///
    /// The HTML for a description as it will be shown.
    #[oai(path = "/markdown", method = "post", operation_id = "preview_markdown")]
    async fn preview_markdown(&self, _member: Member, input: Input<MarkdownInput>) -> ApiResult<Item<MarkdownPreview>> {
        let html = aside(move || to_html(&input.0.text)).await?;
        Ok(Item(MarkdownPreview { html }))
    }

    /// Get what looks wrong in the settings of the machine
    ///
    /// By itself, or by the requests that come: a proxy in front that nobody named. The command `check` says the same.
    #[oai(path = "/admin/notes", method = "get", operation_id = "get_notes")]
    async fn get_notes(&self, _admin: Admin) -> ApiResult<Item<Notes>> {
        let app = self.0.clone();
        self.0
            .db
            .read(move |conn| {
                Ok(Item(Notes {
                    notes: list_notes(conn, &app.config)?,
                }))
            })
            .await
    }

    /// Set the address for visitors' mail
    ///
    /// An empty one takes it away.
    #[oai(path = "/admin/contact", method = "put", operation_id = "set_contact")]
    async fn set_contact(&self, admin: Admin, input: Input<Contact>) -> ApiResult<Item<Contact>> {
        let (admin, now, contact_email) = (admin.0, self.0.clock.now(), input.0.contact_email.trim().to_owned());
        if !contact_email.is_empty() && !is_email(&contact_email) {
            return Err(ApiError::invalid("contactEmail", "A valid e-mail address is required"));
        }
        self.0
            .db
            .write(move |tx| {
                let before = store::find_settings(tx)?;
                let after = Settings {
                    contact_email: contact_email.clone(),
                    ..before.as_ref().clone()
                };
                change_settings(tx, admin.id, &before, &after, now)?;
                Ok(Item(Contact {
                    contact_email: Text(contact_email.clone()),
                }))
            })
            .await
    }
}

fn site(settings: &Settings, config: &Config, setup_open: bool) -> Site {
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Site {
        name: settings.name.clone(),
        tagline: settings.tagline.clone(),
        about: settings.about.clone(),
        contact_email: settings.contact_email.clone(),
        social_links: SiteLink::of(settings),
        accent_colour: settings.accent_colour.clone(),
        has_own_terms: !settings.terms_html.is_empty(),
        has_own_privacy: !settings.privacy_html.is_empty(),
        repository_required: settings.repository_required,
        categories: SiteCategory::of(settings),
        logo_url: picture_url(settings.logo),
        time_zone: settings.time_zone.clone(),
        url: config.site_url(),
        sign_in: SignInWays {
            email: true,
            google_client_id: some(&config.google.client_id),
        },
        captcha: SiteCaptcha {
            provider: match config.captcha.provider {
                CaptchaProvider::Builtin => "builtin",
                CaptchaProvider::Recaptcha => "recaptcha",
                CaptchaProvider::Hcaptcha => "hcaptcha",
                CaptchaProvider::Turnstile => "turnstile",
                CaptchaProvider::None => "none",
            }
            .to_owned(),
            site_key: some(&config.captcha.site_key),
        },
        analytics: some(&settings.analytics_script).map(|script| SiteAnalytics {
            script,
            site_id: settings.analytics_site_id.clone(),
        }),
        setup_open,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

//! GET /api/site.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

use super::rules::Settings;
use super::store;
use super::views::{MarkdownInput, MarkdownPreview, SignInWays, Site, SiteAnalytics, SiteCaptcha, SiteLink};
use crate::app::App;
use crate::auth::Member;
use crate::config::{CaptchaProvider, Config};
use crate::error::ApiResult;
use crate::input::Input;
use crate::markdown::to_html;
use crate::web::document::Tag;
use crate::work::aside;

pub struct SiteApi(pub Arc<App>);

#[OpenApi(tag = "Tag::Site")]
impl SiteApi {
    /// Get the site
    ///
    /// Everything that the interface needs before anybody signs in.
    #[oai(path = "/site", method = "get", operation_id = "get_site")]
    async fn get_site(&self) -> ApiResult<Json<Site>> {
        let app = self.0.clone();
        self.0
            .db
            .read(move |conn| {
                let settings = store::find_settings(conn)?;
                let setup_open = !crate::members::store::admin_exists(conn)?;
                Ok(Json(site(&settings, &app.config, setup_open)))
            })
            .await
    }

    /// Preview Markdown
    ///
    /// The HTML for a description as it will be shown.
    #[oai(path = "/markdown", method = "post", operation_id = "preview_markdown")]
    async fn preview_markdown(&self, _member: Member, input: Input<MarkdownInput>) -> ApiResult<Json<MarkdownPreview>> {
        let html = aside(move || to_html(&input.0.text)).await?;
        Ok(Json(MarkdownPreview { html }))
    }
}

fn site(settings: &Settings, config: &Config, setup_open: bool) -> Site {
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Site {
        name: settings.name.clone(),
        tagline: settings.tagline.clone(),
        about: settings.about.clone(),
        contact_email: settings.contact_email.clone(),
        social_links: settings
            .social_links
            .iter()
            .map(|link| SiteLink {
                name: link.name.clone(),
                url: link.url.clone(),
            })
            .collect(),
        accent_colour: settings.accent_colour.clone(),
        logo_url: settings.logo.map(|id| format!("/media/{}", crate::db::values::Id(id))),
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

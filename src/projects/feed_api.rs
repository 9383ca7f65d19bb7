//! The Atom feed of projects.

use std::sync::Arc;

use poem::{Endpoint, IntoResponse, Request, Response};

use super::feed_store::{Published, list_newest};
use crate::app::App;
use crate::atom::{Channel, Item, feed};
use crate::error::ApiError;
use crate::markdown::with_whole_links;
use crate::site::category_rules::{Category, find as find_category};
use crate::site::store::find_settings;
use crate::work::aside;

/// Entries in the feed.
const ENTRIES: u32 = 50;

/// GET /projects.atom: the newest public projects.
pub struct ProjectsFeed(pub Arc<App>);

impl Endpoint for ProjectsFeed {
    type Output = Response;

    async fn call(&self, _request: Request) -> poem::Result<Response> {
        let (settings, projects) = self.0.db.read(|conn| Ok((find_settings(conn)?, list_newest(conn, ENTRIES)?))).await?;
        let app = self.0.clone();
        let text = aside(move || {
            let site_url = app.config.site_url();
            let channel = Channel {
                title: settings.feed_title("Projects"),
                subtitle: settings.tagline.clone(),
                author: &settings.name,
                url: format!("{site_url}/projects.atom"),
                page: format!("{site_url}/projects"),
            };
            let items: Vec<Item> = projects
                .into_iter()
                .map(|project| item(project, &settings.categories, &site_url, &app.calendar_host))
                .collect();
            feed(&channel, &items).map_err(ApiError::internal)
        })
        .await??;
        Ok(text.with_content_type("application/atom+xml; charset=utf-8").into_response())
    }
}

fn item(project: Published, categories: &[Category], site_url: &str, host: &str) -> Item {
    let link = format!("{site_url}/projects/{}", project.id);
    let html = with_whole_links(&project.description_html, &link);
    Item {
        id: format!("tag:{host},2026:projects/{}", project.id),
        title: project.title,
        link,
        author: Some(project.submitter),
        summary: project.short_description,
        html,
        category_label: find_category(categories, &project.category).map(|one| one.label.clone()),
        category: project.category,
        published: project.published_at,
        updated: project.updated_at,
    }
}

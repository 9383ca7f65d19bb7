//! The Atom feed of events.

use std::sync::Arc;

use poem::{Endpoint, IntoResponse, Request, Response};

use super::rules::{Entry, place, when};
use super::store::list_newest;
use crate::app::App;
use crate::atom::{Channel, Item, feed};
use crate::error::ApiError;
use crate::markdown::with_whole_links;
use crate::site::store::find_settings;
use crate::work::aside;

/// Entries in the feed.
const ENTRIES: u32 = 50;

/// GET /events.atom: the events that became public most recently.
pub struct EventsFeed(pub Arc<App>);

impl Endpoint for EventsFeed {
    type Output = Response;

    async fn call(&self, _request: Request) -> poem::Result<Response> {
        let (settings, entries) = self.0.db.read(|conn| Ok((find_settings(conn)?, list_newest(conn, ENTRIES)?))).await?;
        let app = self.0.clone();
        let text = aside(move || {
            let site_url = app.config.site_url();
            let channel = Channel {
                title: settings.feed_title("Events"),
                subtitle: settings.tagline.clone(),
                author: &settings.name,
                url: format!("{site_url}/events.atom"),
                page: format!("{site_url}/events"),
            };
            let items: Vec<Item> = entries
                .into_iter()
                .map(|entry| item(entry, &site_url, &app.calendar_host, &settings.time_zone))
                .collect();
            feed(&channel, &items).map_err(ApiError::internal)
        })
        .await??;
        Ok(text.with_content_type("application/atom+xml; charset=utf-8").into_response())
    }
}

fn item(entry: Entry, site_url: &str, host: &str, zone_name: &str) -> Item {
    let facts = format!("{}. {}.", when(&entry, zone_name), place(&entry.mode, &entry.location));
    let link = format!("{site_url}/events/{}", entry.id);
    let html = with_whole_links(&entry.description_html, &link);
    Item {
        id: format!("tag:{host},2026:events/{}", entry.id),
        title: if entry.cancelled {
            format!("Cancelled: {}", entry.title)
        } else {
            entry.title
        },
        link,
        author: None,
        summary: format!("{facts} {}", entry.description),
        html,
        category: entry.kind,
        category_label: None,
        published: entry.published_at.unwrap_or(entry.created_at),
        updated: entry.updated_at,
    }
}

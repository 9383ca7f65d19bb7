//! Title, description and preview picture of every page address, for search engines and link previews. src/pages.rs
//! lists the addresses that are pages; ui/ draws the rest of a page.

use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rusqlite::Connection;
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::badges::store::find_badge;
use crate::certificates::guards::require_certificate;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;
use crate::events::store::find_event;
use crate::markdown::to_excerpt;
use crate::members::rules::Eyes;
use crate::members::store::find_profile;
use crate::pages::{self, Page};
use crate::projects::store::find_project;
use crate::shell::{First, escape, shell};
use crate::site::store::find_settings;
use crate::site::store::moment;
use crate::site::views::picture_url;

/// Characters of a description.
const DESCRIPTION: usize = 160;

/// Sets theme and accent before the first paint. It stands in the page, because a file of its own would keep the first paint
/// waiting; the content security policy allows it by its hash.
pub const THEME_SCRIPT: &str = include_str!("../ui/public/assets/theme.js");

/// In a page's response: what its policy allows beside the files of the site.
#[derive(Debug, Clone, Default)]
pub struct Allowed {
    /// The address of the external script; empty when there is none.
    pub script: String,
    /// The source of the style that stands in the page, as [`inline_source`] says it.
    pub style: &'static str,
}

/// How a policy names a script or a style that stands in a page.
pub fn inline_source(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)))
}

/// The contents of a page's head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageHead {
    /// Whether the address is a page. If not, the 404 page is served.
    pub found: bool,
    pub title: String,
    pub description: String,
    /// The page's own address.
    pub url: String,
    /// The address of the preview picture.
    pub image: String,
    /// The address of the community's logo, when it is a square; empty for the program's icon.
    pub icon: String,
    /// The address of the external script that counts page views; empty when there is none.
    pub script: String,
    /// The feeds of the page: type, title, address.
    pub feeds: Vec<(&'static str, String, String)>,
    /// The first picture of the page, as HTML.
    pub shell: String,
}

/// What a page is about.
#[derive(Default)]
struct About {
    title: String,
    /// Empty to use the community's own.
    description: String,
    /// The address of the preview picture; empty to use the community's own.
    image: String,
    first: First,
}

impl PageHead {
    /// The head of the page at `path`, as a guest may see it.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn find(app: &Arc<App>, path: &str) -> ApiResult<PageHead> {
        let path = path.to_owned();
        let site_url = app.config.site_url();
        let now = app.clock.now();
        app.db
            .read(move |conn| {
                let settings = find_settings(conn)?;
                let page = pages::find(&path);
                let about = page.as_ref().map_or(Ok(None), |(page, id)| about(conn, page, id, &site_url, now))?;
                let found = about.is_some();
                let page = page.map(|(page, _)| page);
                let About {
                    title,
                    description,
                    image,
                    first,
                } = about.unwrap_or_else(|| About {
                    title: missing(page),
                    ..About::default()
                });
                let feed = |kind, noun, file: &str| (kind, settings.feed_title(noun), format!("{site_url}/{file}"));
                Ok(PageHead {
                    found,
                    shell: shell(page, &first, &settings),
                    script: settings.analytics_script.clone(),
                    feeds: vec![
                        feed("application/atom+xml", "Projects", "projects.atom"),
                        feed("application/atom+xml", "Events", "events.atom"),
                        feed("text/calendar", "Events", "events.ics"),
                    ],
                    title: if title.is_empty() {
                        settings.name.clone()
                    } else {
                        format!("{title} · {}", settings.name)
                    },
                    description: if description.is_empty() { settings.tagline.clone() } else { description },
                    url: format!("{site_url}{path}"),
                    image: match (image.is_empty(), picture_url(settings.preview_picture)) {
                        (false, _) => image,
                        (true, Some(own)) => format!("{site_url}{own}"),
                        (true, None) => format!("{site_url}/assets/og-default.png"),
                    },
                    icon: picture_url(settings.logo.filter(|_| settings.logo_is_square)).unwrap_or_default(),
                })
            })
            .await
    }

    /// index.html with its head filled in.
    pub fn fill(&self, index: &str) -> String {
        let (title, description) = (escape(&self.title), escape(&self.description));
        let (url, image) = (escape(&self.url), escape(&self.image));
        let feeds: String = self.feeds.iter().map(|(kind, title, address)| alternate(kind, title, address)).collect();
        let tags = format!(
            "<meta property=\"og:type\" content=\"website\"><meta property=\"og:title\" content=\"{title}\">\
             <meta property=\"og:description\" content=\"{description}\"><meta property=\"og:url\" content=\"{url}\">\
             <meta property=\"og:image\" content=\"{image}\"><meta name=\"twitter:card\" content=\"summary_large_image\">{feeds}"
        );
        let index = if self.icon.is_empty() {
            index.to_owned()
        } else {
            let icon = escape(&self.icon);
            index
                .replacen(
                    "href=\"/favicon.svg\" type=\"image/svg+xml\"",
                    &format!("href=\"{icon}\" type=\"image/png\""),
                    1,
                )
                .replacen("href=\"/apple-touch-icon.png\"", &format!("href=\"{icon}\""), 1)
        };
        index
            .replacen("<title>Community</title>", &format!("<title>{title}</title>"), 1)
            .replacen(
                "<meta name=\"description\" content=\"\">",
                &format!("<meta name=\"description\" content=\"{description}\">"),
                1,
            )
            .replacen("<!--head-->", &tags, 1)
            .replacen("<!--shell-->", &self.shell, 1)
            .replacen(
                "<script src=\"/assets/theme.js\"></script>",
                &format!("<script>{THEME_SCRIPT}</script>"),
                1,
            )
    }
}

/// The title when what a page would show is not there; in the words of the interface.
fn missing(page: Option<&Page>) -> String {
    let subject = match page.map(|page| page.address) {
        Some("/projects/:id") => "Project",
        Some("/events/:id") => "Event",
        Some("/profile/:id") => "Profile",
        Some("/certificates/:id") => "Certificate",
        Some("/badges/:id") => "Badge",
        _ => "Page",
    };
    format!("{subject} Not Found")
}

/// What a page is about; `None` when a guest cannot see its subject.
fn about(conn: &Connection, page: &Page, id: &str, site_url: &str, now: Instant) -> ApiResult<Option<About>> {
    let plain = |title: String, description: String| About {
        title,
        description,
        ..About::default()
    };
    Ok(match (page.address, Id::parse(id)) {
        ("/projects/:id", Some(id)) => find_project(conn, id, Eyes::GUEST)?.map(|found| {
            let description = if found.short_description.is_empty() {
                to_excerpt(&found.description, DESCRIPTION)
            } else {
                found.short_description.clone()
            };
            About {
                first: First::Project {
                    title: found.title.clone(),
                    lead: found.short_description,
                    picture: found.pictures.into_iter().next(),
                },
                ..plain(found.title, description)
            }
        }),
        ("/events/:id", Some(id)) => find_event(conn, id, &moment(conn, now)?, Eyes::GUEST)?.map(|found| {
            let title = if found.cancelled {
                format!("Cancelled: {}", found.title)
            } else {
                found.title.clone()
            };
            About {
                first: First::Event { title: found.title },
                ..plain(title, to_excerpt(&found.description, DESCRIPTION))
            }
        }),
        ("/profile/:id", Some(id)) => find_profile(conn, id, false)?.map(|found| plain(found.name, to_excerpt(&found.bio, DESCRIPTION))),
        ("/badges/:id", Some(id)) => find_badge(conn, id, Eyes::GUEST, site_url)?.map(|found| {
            let title = format!("{}: {}", found.name, found.issued_to.name);
            About {
                description: format!("{}. {}", found.reason().trim_end_matches('.'), found.rule),
                image: found.image_url,
                ..plain(title, String::new())
            }
        }),
        ("/projects/:id" | "/events/:id" | "/profile/:id" | "/badges/:id", None) => None,
        ("/certificates/:id", _) => require_certificate(conn, id, Eyes::GUEST, site_url).ok().map(|found| About {
            first: First::Certificate {
                drawing: (found.verified && !found.is_private).then(|| format!("/api/certificates/public/{}/image.svg", found.certificate_id)),
                title: found.title,
            },
            image: if found.verified { found.image_url } else { String::new() },
            ..plain(format!("{}: {}", found.heading, found.recipient_name), found.context.name)
        }),
        _ => Some(plain(page.title.to_owned(), String::new())),
    })
}

fn alternate(kind: &str, title: &str, address: &str) -> String {
    format!(
        "<link rel=\"alternate\" type=\"{kind}\" title=\"{}\" href=\"{}\">",
        escape(title),
        escape(address)
    )
}

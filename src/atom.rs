//! Builds Atom feeds (RFC 4287) from plain entries, whatever they describe.

use atom_syndication::{Category, Content, Entry, Feed, FixedDateTime, Generator, Link, Person, Text};

use crate::db::values::Instant;

/// A feed without its entries.
pub struct Channel<'a> {
    pub title: String,
    pub subtitle: String,
    /// The author of the feed.
    pub author: &'a str,
    /// The feed's own address, which is also its id.
    pub url: String,
    /// The page that the feed belongs to.
    pub page: String,
}

/// One entry of a feed.
pub struct Item {
    /// A URI that never changes.
    pub id: String,
    pub title: String,
    pub link: String,
    pub author: Option<String>,
    /// Plain text.
    pub summary: String,
    /// Sanitised HTML.
    pub html: String,
    pub category: String,
    /// The category as people read it, if that is something else.
    pub category_label: Option<String>,
    pub published: Instant,
    pub updated: Instant,
}

/// The feed as XML. Its update time is that of its newest entry.
///
/// # Errors
/// When the XML cannot be written.
pub fn feed(channel: &Channel, items: &[Item]) -> Result<String, String> {
    let updated = items.iter().map(|item| item.updated).max().unwrap_or(Instant::from_millis(0));
    let feed = Feed {
        title: Text::plain(clean(&channel.title)),
        subtitle: Some(Text::plain(clean(&channel.subtitle))),
        id: channel.url.clone(),
        updated: date(updated)?,
        authors: vec![person(channel.author)],
        links: vec![
            link("self", &channel.url, "application/atom+xml"),
            link("alternate", &channel.page, "text/html"),
        ],
        generator: Some(Generator {
            value: "Community".into(),
            ..Generator::default()
        }),
        entries: items.iter().map(entry).collect::<Result<_, _>>()?,
        ..Feed::default()
    };
    let bytes = feed.write_to(Vec::new()).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

fn entry(item: &Item) -> Result<Entry, String> {
    Ok(Entry {
        title: Text::plain(clean(&item.title)),
        id: item.id.clone(),
        updated: date(item.updated)?,
        published: Some(date(item.published)?),
        authors: item.author.iter().map(|name| person(name)).collect(),
        links: vec![link("alternate", &item.link, "text/html")],
        categories: vec![Category {
            term: item.category.clone(),
            label: item.category_label.as_deref().map(clean),
            ..Category::default()
        }],
        summary: Some(Text::plain(clean(&item.summary))),
        content: Some(Content {
            value: Some(clean(&item.html)),
            content_type: Some("html".into()),
            ..Content::default()
        }),
        ..Entry::default()
    })
}

fn person(name: &str) -> Person {
    Person {
        name: clean(name),
        ..Person::default()
    }
}

fn link(rel: &str, href: &str, mime_type: &str) -> Link {
    Link {
        rel: rel.into(),
        href: href.into(),
        mime_type: Some(mime_type.into()),
        ..Link::default()
    }
}

fn date(at: Instant) -> Result<FixedDateTime, String> {
    at.to_string().parse().map_err(|_| format!("{at} is not a date"))
}

/// Removes the characters that XML cannot represent.
fn clean(text: &str) -> String {
    let fits =
        |character: &char| matches!(character, '\t' | '\n' | '\r') || !(character.is_control() || matches!(character, '\u{fffe}' | '\u{ffff}'));
    text.chars().filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_put_in_stays_text() {
        let channel = Channel {
            title: "Makers <3 & \u{1}friends".into(),
            subtitle: String::new(),
            author: "Makers",
            url: "https://makers.example/events.atom".into(),
            page: "https://makers.example/events".into(),
        };
        let item = Item {
            id: "tag:makers.example,2026:events/1".into(),
            title: "A </title> & \u{b}more ]]>".into(),
            link: "https://makers.example/events/1?a=1&b=2".into(),
            author: None,
            summary: "<b>plain</b>".into(),
            html: "<p>bold &amp; <strong>brave</strong></p>".into(),
            category: "workshop".into(),
            category_label: Some("Workshop".into()),
            published: Instant::from_millis(1_000),
            updated: Instant::from_millis(2_500),
        };
        let text = feed(&channel, &[item]).unwrap();
        assert!(
            text.contains("Makers &lt;3 &amp; friends") && text.contains("A &lt;/title&gt; &amp; more ]]&gt;"),
            "{text}"
        );
        assert!(text.contains("&lt;p&gt;bold &amp;amp; &lt;strong&gt;"), "{text}");
        assert!(text.contains("<updated>1970-01-01T00:00:02.500+00:00</updated>"), "{text}");
        assert!(feed(&channel, &[]).unwrap().contains("<updated>1970-01-01T00:00:00+00:00</updated>"));
    }
}

//! Renders members' Markdown to safe HTML, and to plain text for previews.

use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd, TextMergeStream, html};
use url::Url;

use crate::text::{cut, pieces};

/// Maximum characters of a Markdown text.
pub const MAX_MARKDOWN: usize = 10_000;
/// Characters of it in a list.
pub const EXCERPT: usize = 300;

static SANITIZER: LazyLock<Builder<'static>> = LazyLock::new(sanitizer);

/// What rendered text may contain: structure, emphasis and links that pass on no ranking, but no pictures.
fn sanitizer() -> Builder<'static> {
    let mut builder = Builder::default();
    builder
        .tags(
            [
                "p",
                "br",
                "hr",
                "h2",
                "h3",
                "h4",
                "h5",
                "h6",
                "ul",
                "ol",
                "li",
                "blockquote",
                "pre",
                "code",
                "em",
                "strong",
                "del",
                "a",
                "table",
                "thead",
                "tbody",
                "tr",
                "th",
                "td",
            ]
            .into(),
        )
        .url_schemes(["http", "https", "mailto"].into())
        .link_rel(Some("nofollow ugc noopener"));
    builder
}

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH
}

/// How deep quotes, lists, emphasis and the like may be nested. Deeper levels are shown without their markup, because
/// the time to sanitise grows with the square of the depth.
const DEPTH: usize = 20;
/// Bytes of a text that are rendered. Every field allows fewer.
const BYTES: usize = 128 * 1024;

/// Sanitised HTML. Raw HTML appears as text, pictures as their alt text, and typed addresses become links. Headings
/// start at the second level, because the page has its own first-level heading. This takes milliseconds: call it off
/// the async threads and before a transaction.
pub fn to_html(markdown: &str) -> String {
    let markdown = markdown.get(..markdown.floor_char_boundary(BYTES)).unwrap_or_default();
    let events = Parser::new_ext(markdown, options()).filter_map(|event| match event {
        Event::Html(raw) | Event::InlineHtml(raw) => Some(Event::Text(raw)),
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
        Event::Start(Tag::Heading { level, id, classes, attrs }) => Some(Event::Start(Tag::Heading {
            level: lower(level),
            id,
            classes,
            attrs,
        })),
        Event::End(TagEnd::Heading(level)) => Some(Event::End(TagEnd::Heading(lower(level)))),
        other => Some(other),
    });
    let mut rendered = String::with_capacity(markdown.len() * 3 / 2);
    html::push_html(&mut rendered, linked(TextMergeStream::new(shallow(events))));
    SANITIZER.clean(&rendered).to_string()
}

/// The events without the starts and ends of levels that are nested too deeply.
fn shallow<'e>(events: impl Iterator<Item = Event<'e>>) -> impl Iterator<Item = Event<'e>> {
    let mut depth = 0;
    events.filter(move |event| match event {
        Event::Start(_) => {
            depth += 1;
            depth <= DEPTH
        }
        Event::End(_) => {
            depth -= 1;
            depth < DEPTH
        }
        _ => true,
    })
}

/// Turns typed addresses into links, except inside links and code.
fn linked<'a>(events: impl Iterator<Item = Event<'a>>) -> impl Iterator<Item = Event<'a>> {
    let mut within = 0_u32;
    events.flat_map(move |event| {
        match &event {
            Event::Start(Tag::Link { .. } | Tag::CodeBlock(_)) => within += 1,
            Event::End(TagEnd::Link | TagEnd::CodeBlock) => within -= 1,
            Event::Text(text) if within == 0 => return with_links(text),
            _ => {}
        }
        vec![event]
    })
}

fn with_links<'a>(text: &str) -> Vec<Event<'a>> {
    let mut events = Vec::new();
    for (piece, link) in pieces(text) {
        let piece = Event::Text(piece.to_owned().into());
        let Some(link) = link else {
            events.push(piece);
            continue;
        };
        let start = Tag::Link {
            link_type: LinkType::Autolink,
            dest_url: link.into(),
            title: "".into(),
            id: "".into(),
        };
        events.extend([Event::Start(start), piece, Event::End(TagEnd::Link)]);
    }
    events
}

fn lower(level: pulldown_cmark::HeadingLevel) -> pulldown_cmark::HeadingLevel {
    use pulldown_cmark::HeadingLevel::{H1, H2, H3, H4, H5, H6};
    match level {
        H1 => H2,
        H2 => H3,
        H3 => H4,
        H4 => H5,
        H5 | H6 => H6,
    }
}

/// Sanitised HTML for use outside a page, such as in a feed: links relative to `page` become absolute.
pub fn with_whole_links(html: &str, page: &str) -> String {
    match Url::parse(page) {
        Ok(page) => sanitizer().url_relative(UrlRelative::RewriteWithBase(page)).clean(html).to_string(),
        Err(_) => html.to_owned(),
    }
}

/// What a list shows of a text: the stored excerpt, or one that is made now, because older versions stored none.
pub fn excerpt(stored: Option<String>, markdown: &str) -> String {
    stored.unwrap_or_else(|| to_excerpt(markdown, EXCERPT))
}

/// The first `limit` characters without markup, on one line, with an ellipsis if the text was cut.
pub fn to_excerpt(markdown: &str, limit: usize) -> String {
    let mut text = String::new();
    for event in Parser::new_ext(markdown, options()) {
        match event {
            Event::Text(part) | Event::Code(part) | Event::Html(part) | Event::InlineHtml(part) => text.push_str(&part),
            Event::SoftBreak | Event::HardBreak | Event::End(_) => {
                if matches!(
                    event,
                    Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
                ) {
                    continue;
                }
                text.push(' ');
            }
            _ => {}
        }
        if text.len() > limit * 8 {
            break;
        }
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let kept = cut(&text, limit);
    if kept.len() < text.len() {
        format!("{}…", kept.trim_end())
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_dangerous_comes_through() {
        for (markdown, absent) in [
            ("<script>alert(1)</script>", "<script"),
            ("[x](javascript:alert(1))", "javascript:"),
            ("[x](data:text/html,hi)", "data:"),
            ("![pixel](https://elsewhere.example/p.png)", "<img"),
            ("<img src=x onerror=alert(1)>", "<img"),
            ("[a](https://x.example \"t\" onclick)", "onclick="),
            ("<a href='javascript:1'>x</a>", "<a"),
        ] {
            let html = to_html(markdown);
            assert!(!html.contains(absent), "{html}");
        }
    }

    #[test]
    fn depth_costs_nothing() {
        let started = std::time::Instant::now();
        for deep in [
            ">".repeat(10_000),
            "> ".repeat(5_000) + "text",
            "- ".repeat(5_000) + "text",
            "1. ".repeat(3_000) + "text",
            "*a _b ".repeat(1_600),
            "[".repeat(10_000),
            "![a](b".repeat(1_600),
            "`".repeat(10_000),
            "<a".repeat(5_000),
            (0..100).map(|depth| " ".repeat(depth * 2) + "- item\n").collect(),
        ] {
            let html = to_html(&deep);
            assert!(
                html.matches("<blockquote>").count() <= DEPTH && html.matches("<ul>").count() <= DEPTH * 10,
                "{html}"
            );
        }
        // Each of these took more than a third of a second. Now all of them take less, even in a debug build.
        assert!(started.elapsed().as_millis() < 1500, "{:?}", started.elapsed());
        assert!(to_html(&(">".repeat(50) + " words")).contains("words"));
        assert!(to_html(&"é".repeat(BYTES)).len() < BYTES + 100);
    }

    #[test]
    fn structure_is_kept() {
        let html = to_html("# Title\n\n**bold** [site](https://a.example)\n\n- one\n- two\n\n`a<b`");
        assert!(html.contains("<h2>Title</h2>") && html.contains("<strong>bold</strong>") && html.contains("<li>one</li>"));
        assert!(html.contains("rel=\"nofollow ugc noopener\"") && html.contains("<code>a&lt;b</code>"));
    }

    #[test]
    fn an_excerpt_is_plain_and_cut_between_characters() {
        assert_eq!(to_excerpt("# Hi\n\nsome **bold** text\nnext", 100), "Hi some bold text next");
        assert_eq!(to_excerpt("社区网站项目", 3), "社区网…");
        assert_eq!(to_excerpt("Us 👩‍👩‍👧‍👦 all", 6), "Us…");
    }

    #[test]
    fn a_typed_address_is_a_link() {
        assert!(to_html("At www.a.example/x_y_z.").contains(">www.a.example/x_y_z</a>."));
        let html = to_html("See https://a.example/x_y_z?q=(1)&r=2, or write to ada@a.example.");
        assert!(
            html.contains(
                "<a href=\"https://a.example/x_y_z?q=(1)&amp;r=2\" rel=\"nofollow ugc noopener\">https://a.example/x_y_z?q=(1)&amp;r=2</a>, or"
            ),
            "{html}"
        );
        assert!(
            html.contains("<a href=\"mailto:ada@a.example\"") && html.ends_with("</a>.</p>\n"),
            "{html}"
        );
        for markdown in [
            "`https://a.example`",
            "```\nhttps://a.example\n```",
            "`www.a.example`",
            "javascript://alert(1)",
            "ftp://a.example",
            "https://ada:secret@a.example",
            "a.example",
        ] {
            assert!(!to_html(markdown).contains("<a "), "{markdown}");
        }
        let once = to_html("[https://b.example](https://a.example) <https://c.example>");
        assert_eq!(once.matches("<a ").count(), 2, "{once}");
    }

    #[test]
    fn links_in_a_feed_are_whole() {
        let html = to_html("[up](../events) [here](/projects/1) [out](https://b.example/) [mark](#x)");
        let whole = with_whole_links(&html, "https://a.example/projects/7");
        for link in [
            "https://a.example/events",
            "https://a.example/projects/1",
            "https://b.example/",
            "https://a.example/projects/7#x",
        ] {
            assert!(whole.contains(&format!("<a href=\"{link}\"")), "{whole}");
        }
    }
}

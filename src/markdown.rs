//! Markdown as members write it, to HTML that is safe to show and to plain text for previews.

use std::sync::LazyLock;

use ammonia::Builder;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

/// What may stand in rendered text: structure and emphasis, links that lead out without a recommendation, no pictures.
static SANITIZER: LazyLock<Builder<'static>> = LazyLock::new(|| {
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
});

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH
}

/// Sanitised HTML. Raw HTML shows as text, pictures as their alt text; headings begin at the second level, for the page
/// has its own first.
pub fn to_html(markdown: &str) -> String {
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
    html::push_html(&mut rendered, events);
    SANITIZER.clean(&rendered).to_string()
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

/// The first `limit` characters without markup, in one line, with an ellipsis where something was cut.
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
    match text.char_indices().nth(limit) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text,
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
    fn structure_is_kept() {
        let html = to_html("# Title\n\n**bold** [site](https://a.example)\n\n- one\n- two\n\n`a<b`");
        assert!(html.contains("<h2>Title</h2>") && html.contains("<strong>bold</strong>") && html.contains("<li>one</li>"));
        assert!(html.contains("rel=\"nofollow ugc noopener\"") && html.contains("<code>a&lt;b</code>"));
    }

    #[test]
    fn an_excerpt_is_plain_and_cut_between_characters() {
        assert_eq!(to_excerpt("# Hi\n\nsome **bold** text\nnext", 100), "Hi some bold text next");
        assert_eq!(to_excerpt("社区网站项目", 3), "社区网…");
    }
}

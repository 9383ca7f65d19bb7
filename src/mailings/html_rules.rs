//! The HTML of an admin's message: what of it is kept, and the same as plain text.

use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};
use html2text::config;

use crate::mail::markup_rules::LINE;

static SANITIZER: LazyLock<Builder<'static>> = LazyLock::new(sanitizer);

/// What mail programs show: structure, emphasis, tables, links and pictures from the web. A link or picture must be a
/// whole address, because a mail has no page that it could be relative to.
fn sanitizer() -> Builder<'static> {
    let mut builder = Builder::default();
    builder
        .url_schemes(["http", "https", "mailto"].into())
        .url_relative(UrlRelative::Deny)
        .add_generic_attributes(["align", "dir", "lang"])
        .link_rel(None);
    builder
}

/// The message without scripts, styles, forms, and whatever else a mail must not contain. This takes milliseconds.
pub fn clean(html: &str) -> String {
    SANITIZER.clean(html).to_string()
}

/// Sanitised HTML as plain text in lines of a mail's length. The addresses of links stand at the end, by number.
pub fn to_text(html: &str) -> String {
    config::plain()
        .no_link_wrapping()
        .no_table_borders()
        .allow_width_overflow()
        .string_from_read(html.as_bytes(), LINE)
        // What cannot be laid out in lines is its text alone.
        .unwrap_or_else(|_| Builder::empty().clean(html).to_string())
        .lines()
        .map(str::trim_end)
        .collect::<Vec<_>>()
        .join("\n")
        .trim()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mailings::rules::MAX_TAGS;

    #[test]
    fn nothing_that_runs_or_leads_elsewhere_is_kept() {
        let html = clean(
            "<h1 onclick=\"x()\">Hi</h1><script>alert(1)</script><style>p{}</style><p style=\"position:fixed\">A <b>word</b></p>\
             <a href=\"javascript:alert(1)\">x</a><a href=\"/here\">y</a><form><input name=q></form><iframe src=\"https://e.example\"></iframe>\
             <img src=\"https://e.example/a.png\" alt=\"A\" onerror=\"x()\"><a href=\"https://e.example/\">z</a>",
        );
        for gone in ["onclick", "script", "style", "position", "/here", "form", "input", "iframe", "onerror"] {
            assert!(!html.contains(gone), "{gone} in {html}");
        }
        assert!(html.contains("<h1>Hi</h1>") && html.contains("<b>word</b>") && html.contains("<a href=\"https://e.example/\">z</a>"));
        assert!(html.contains("<img src=\"https://e.example/a.png\" alt=\"A\">"), "{html}");
    }

    #[test]
    fn the_text_says_the_same_in_short_lines() {
        let text = to_text(&clean(&format!(
            "<h2>News</h2><p>{}</p><ul><li>One</li><li>Two &amp; three</li></ul><p><a href=\"https://makers.example/events/1\">See it</a></p>",
            "word ".repeat(40)
        )));
        assert!(text.contains("News") && text.contains("* One") && text.contains("Two & three"), "{text}");
        assert!(text.contains("See it") && text.contains("https://makers.example/events/1"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= LINE), "{text}");
        assert_eq!(to_text(""), "");
    }

    #[test]
    fn the_most_markup_takes_no_long_time() {
        let began = std::time::Instant::now();
        to_text(&clean(&"<div><b>".repeat(MAX_TAGS / 2)));
        assert!(began.elapsed().as_secs() < 2, "{:?}", began.elapsed());
    }
}

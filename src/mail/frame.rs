//! The frame of every letter: the text and the HTML are made from one description. It knows no occasion.

use super::markup_rules::{LINE, escape};
use super::views::Letter;
use crate::db::values::Id;
use crate::media::rules::address;
use crate::site::rules::{Settings, is_colour, readable_on};
use crate::text::{one_line, pieces};

/// The look of the community in a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    pub name: String,
    /// The site's address, without a slash at the end.
    pub url: String,
    /// The address of the logo; empty when there is none.
    pub logo_url: String,
    /// #rrggbb
    pub accent: String,
    /// The colour of text on the accent: the more readable one of white and near black.
    pub on_accent: &'static str,
}

impl Look {
    /// The look according to the settings.
    pub fn new(settings: &Settings, site_url: &str) -> Look {
        let accent = if is_colour(&settings.accent_colour) {
            settings.accent_colour.clone()
        } else {
            Settings::default().accent_colour
        };
        Look {
            name: one_line(&settings.name),
            logo_url: settings
                .logo
                .map(|id| format!("{}{}", site_url.trim_end_matches('/'), address(Id(id))))
                .unwrap_or_default(),
            url: site_url.trim_end_matches('/').to_owned(),
            on_accent: readable_on(&accent),
            accent,
        }
    }
}

/// The content of a letter, before it becomes text and HTML.
pub struct Draft<'a> {
    pub subject: String,
    /// The line that an inbox shows beside the subject.
    pub preheader: String,
    /// The name in the greeting; empty for none.
    pub name: &'a str,
    /// Whether the frame greets. A letter that is all somebody's own words greets for itself.
    pub greets: bool,
    pub parts: Vec<Part>,
    /// Small print under the parts.
    pub fine_print: Vec<String>,
    /// Where to unsubscribe from mails of this kind, if that is possible.
    pub unsubscribe_url: Option<&'a str>,
}

/// A piece of a letter. All texts are plain, and the frame escapes them, except those of `Html`.
pub enum Part {
    /// Sanitised HTML, and the same as plain text.
    Html {
        html: String,
        text: String,
    },
    Paragraph(String),
    /// Somebody's own words, in one or several lines.
    Quote(String),
    /// Pairs such as "When" and a date. A web address becomes a link.
    Facts(Vec<(String, String)>),
    Button {
        label: String,
        link: String,
    },
}

/// A paragraph.
pub fn paragraph(text: impl Into<String>) -> Part {
    Part::Paragraph(text.into())
}

/// A button.
pub fn button(label: &str, link: &str) -> Part {
    Part::Button {
        label: label.to_owned(),
        link: link.to_owned(),
    }
}

/// Makes the text and the HTML of a draft.
pub fn letter(look: &Look, draft: &Draft) -> Letter {
    Letter {
        subject: one_line(&draft.subject),
        text: text(look, draft),
        html: html(look, draft),
    }
}

fn greeting(name: &str) -> String {
    let name = one_line(name);
    if name.is_empty() { "Hello,".into() } else { format!("Hello {name},") }
}

// ── Text ────────────────────────────────────────────────────────────────────────────────────────────────────────

fn text(look: &Look, draft: &Draft) -> String {
    let mut blocks = Vec::new();
    if draft.greets {
        blocks.push(wrap(&greeting(draft.name), ""));
    }
    blocks.extend(draft.parts.iter().map(text_part));
    blocks.extend(draft.fine_print.iter().map(|line| wrap(line, "")));
    let mut foot = format!("-- \n{}\n{}", look.name, look.url);
    if let Some(url) = draft.unsubscribe_url {
        foot.push_str("\nUnsubscribe: ");
        foot.push_str(url);
    }
    blocks.push(foot);
    let mut text = blocks.join("\n\n");
    text.push('\n');
    text
}

fn text_part(part: &Part) -> String {
    match part {
        Part::Html { text, .. } => text.trim_end().to_owned(),
        Part::Paragraph(text) => wrap(text, ""),
        Part::Quote(text) => wrap(text, "> "),
        Part::Facts(facts) => facts
            .iter()
            .map(|(name, value)| format!("{}: {}", one_line(name), one_line(value)))
            .collect::<Vec<_>>()
            .join("\n"),
        Part::Button { label, link } => format!("{label}:\n{link}"),
    }
}

/// Breaks lines between words. A word that is longer than a line, such as a link, stays whole.
fn wrap(text: &str, prefix: &str) -> String {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let length = prefix.chars().count() + line.chars().count() + 1 + word.chars().count();
            if !line.is_empty() && length > LINE {
                lines.push(format!("{prefix}{line}"));
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(format!("{prefix}{line}").trim_end().to_owned());
    }
    lines.join("\n")
}

// ── HTML ────────────────────────────────────────────────────────────────────────────────────────────────────────

const FONT: &str = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/// The dark colours, for mail clients that honour them. The colours in the elements are the light ones.
const STYLE: &str = "\
:root{color-scheme:light dark;supported-color-schemes:light dark}\
@media (prefers-color-scheme:dark){\
.page{background:#18181b!important}.card{background:#27272a!important}\
.ink,.ink a{color:#fafafa!important}.soft{color:#a1a1aa!important}.rule{border-color:#52525b!important}}";

fn html(look: &Look, draft: &Draft) -> String {
    let (subject, name, url) = (escape(&one_line(&draft.subject)), escape(&look.name), escape(&look.url));
    let preheader = escape(&one_line(&draft.preheader));
    let greeting = if draft.greets {
        html_paragraph(&escape(&greeting(draft.name)))
    } else {
        String::new()
    };
    let parts: String = draft.parts.iter().map(|part| html_part(look, part)).collect();
    let fine_print: String = draft
        .fine_print
        .iter()
        .map(|line| {
            format!(
                "<p class=\"soft\" dir=\"auto\" style=\"margin:0 0 8px;{FONT};font-size:13px;line-height:20px;color:#52525b\">{}</p>\n",
                escape(line)
            )
        })
        .collect();
    let unsubscribe = draft
        .unsubscribe_url
        .filter(|url| is_web(url))
        .map(|url| format!(" · <a class=\"soft\" href=\"{}\" style=\"color:#52525b\">Unsubscribe</a>", escape(url)))
        .unwrap_or_default();
    let accent = &look.accent;
    // The name stands beside it, for clients that show no pictures.
    let logo = if look.logo_url.is_empty() {
        String::new()
    } else {
        format!(
            "<img src=\"{}\" alt=\"\" height=\"32\" style=\"height:32px;max-width:160px;vertical-align:middle;margin-right:10px;border:0\">",
            escape(&look.logo_url)
        )
    };
    format!(
        "<!doctype html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<meta name=\"color-scheme\" content=\"light dark\">
<meta name=\"supported-color-schemes\" content=\"light dark\">
<title>{subject}</title>
<style>{STYLE}</style>
</head>
<body class=\"page\" style=\"margin:0;padding:0;background:#f4f4f5\">
<div style=\"display:none;max-height:0;overflow:hidden\">{preheader}</div>
<table role=\"presentation\" class=\"page\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"background:#f4f4f5\">
<tr><td align=\"center\" style=\"padding:24px 12px\">
<table role=\"presentation\" class=\"card\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" \
style=\"max-width:560px;background:#ffffff;border-top:4px solid {accent};border-radius:8px\">
<tr><td class=\"ink\" dir=\"auto\" style=\"padding:24px 32px 0;{FONT};font-size:18px;font-weight:700;color:#18181b\">{logo}{name}</td></tr>
<tr><td align=\"left\" style=\"padding:20px 32px 24px\">
{greeting}{parts}{fine_print}</td></tr>
</table>
<p class=\"soft\" style=\"margin:16px 0 0;{FONT};font-size:13px;line-height:20px;color:#52525b\">\
<a class=\"soft\" href=\"{url}\" style=\"color:#52525b\">{name}</a>{unsubscribe}</p>
</td></tr>
</table>
</body>
</html>
"
    )
}

fn html_part(look: &Look, part: &Part) -> String {
    match part {
        Part::Html { html, .. } => format!(
            "<div class=\"ink\" dir=\"auto\" style=\"margin:0 0 16px;{FONT};font-size:16px;line-height:24px;color:#18181b;word-break:break-word\">{html}</div>\n"
        ),
        Part::Paragraph(text) => html_paragraph(&lines(text)),
        Part::Quote(text) => format!(
            "<blockquote class=\"ink rule\" dir=\"auto\" style=\"margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid #d4d4d8;\
             {FONT};font-size:16px;line-height:24px;color:#18181b\">{}</blockquote>\n",
            lines(text)
        ),
        Part::Facts(facts) => {
            let rows: String = facts.iter().map(|(name, value)| html_fact(name, value)).collect();
            format!("<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"margin:0 0 16px\">\n{rows}</table>\n")
        }
        Part::Button { label, link } => html_button(look, label, link),
    }
}

fn html_paragraph(inner: &str) -> String {
    format!("<p class=\"ink\" dir=\"auto\" style=\"margin:0 0 16px;{FONT};font-size:16px;line-height:24px;color:#18181b\">{inner}</p>\n")
}

fn html_fact(name: &str, value: &str) -> String {
    let shown = escape(&one_line(value));
    let value = if is_web(value) {
        format!("<a class=\"ink\" href=\"{shown}\" style=\"color:#18181b\">{shown}</a>")
    } else {
        shown
    };
    let cell = format!("{FONT};font-size:16px;line-height:24px");
    format!(
        "<tr><td class=\"soft\" valign=\"top\" style=\"padding:0 16px 4px 0;{cell};color:#52525b\">{}</td>\
         <td class=\"ink\" dir=\"auto\" style=\"padding:0 0 4px;{cell};color:#18181b;word-break:break-word\">{value}</td></tr>\n",
        escape(&one_line(name))
    )
}

/// A button that also works where styles do not, with its address under it for those who cannot click.
fn html_button(look: &Look, label: &str, link: &str) -> String {
    if !is_web(link) {
        return String::new();
    }
    let (label, link, accent, ink) = (escape(label), escape(link), &look.accent, look.on_accent);
    format!(
        "<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"margin:8px 0 16px\">\n\
         <tr><td bgcolor=\"{accent}\" style=\"border-radius:6px;background:{accent}\">\
         <a href=\"{link}\" style=\"display:inline-block;padding:12px 24px;{FONT};font-size:16px;line-height:24px;font-weight:600;\
         color:{ink};text-decoration:none\">{label}</a></td></tr>\n</table>\n\
         <p class=\"soft\" style=\"margin:0 0 16px;{FONT};font-size:13px;line-height:20px;color:#52525b;word-break:break-all\">\
         Or open <a class=\"soft\" href=\"{link}\" style=\"color:#52525b\">{link}</a></p>\n"
    )
}

/// A text as HTML, with its line breaks, and with links for the addresses in it.
fn lines(text: &str) -> String {
    let html: String = pieces(text.trim())
        .map(|(piece, link)| match link {
            Some(link) => format!(
                "<a class=\"ink\" href=\"{}\" style=\"color:#18181b\">{}</a>",
                escape(&link),
                escape(piece)
            ),
            None => escape(piece),
        })
        .collect();
    html.lines().collect::<Vec<_>>().join("<br>\n")
}

fn is_web(link: &str) -> bool {
    link.starts_with("https://") || link.starts_with("http://")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look() -> Look {
        Look::new(&Settings::default(), "https://makers.example/")
    }

    fn draft(parts: Vec<Part>) -> Letter {
        letter(
            &look(),
            &Draft {
                subject: "Sub\r\nBcc: x@y.z".into(),
                preheader: "Pre <b>".into(),
                name: "<Ada> & \"Co\"",
                greets: true,
                parts,
                fine_print: vec!["Fine 'print'".into()],
                unsubscribe_url: Some("https://makers.example/unsubscribe?a=1&b=2"),
            },
        )
    }

    #[test]
    fn whatever_is_put_in_stays_text() {
        let evil = "<script>alert(1)</script> & \"quoted\" 'x'";
        let letter = draft(vec![
            paragraph(evil),
            Part::Quote(evil.into()),
            Part::Facts(vec![(evil.into(), evil.into()), ("Link".into(), "https://x.example/\"><i>".into())]),
            button(evil, "https://x.example/\"><i>"),
        ]);
        assert!(!letter.html.contains("<script") && !letter.html.contains("<i>") && !letter.html.contains("<Ada>"));
        assert!(letter.html.contains("&lt;script&gt;") && letter.html.contains("Pre &lt;b&gt;"));
        assert!(letter.text.contains(evil) && letter.text.starts_with("Hello <Ada> & \"Co\","));
        assert_eq!(letter.subject, "Sub Bcc: x@y.z");
    }

    #[test]
    fn only_web_addresses_become_links() {
        let letter = draft(vec![
            button("Go", "javascript:alert(1)"),
            Part::Facts(vec![("At".into(), "javascript:alert(1)".into())]),
        ]);
        assert!(!letter.html.contains("href=\"javascript"));
    }

    #[test]
    fn links_are_whole_in_both_forms() {
        let link = format!("https://makers.example/login?token={}&next=/x", "a".repeat(120));
        let letter = draft(vec![button("Sign in", &link)]);
        assert!(letter.text.lines().any(|line| line == link));
        assert_eq!(letter.html.matches(&link.replace('&', "&amp;")).count(), 3);
        assert!(letter.text.contains("Unsubscribe: https://makers.example/unsubscribe?a=1&b=2"));
        assert!(letter.html.contains("unsubscribe?a=1&amp;b=2"));
    }

    #[test]
    fn the_text_is_wrapped_between_words() {
        let letter = draft(vec![
            paragraph("word ".repeat(60)),
            Part::Quote(format!("one\n\n{}", "Wörter ".repeat(30))),
        ]);
        assert!(letter.text.lines().all(|line| line.chars().count() <= LINE), "{}", letter.text);
        assert!(letter.text.contains("> one\n>\n> Wörter"));
    }

    #[test]
    fn the_buttons_text_is_readable() {
        for (accent, expected) in [("#c2410c", "#ffffff"), ("#fde047", "#18181b"), ("#000000", "#ffffff"), ("red", "#ffffff")] {
            let settings = Settings {
                accent_colour: accent.into(),
                ..Settings::default()
            };
            assert_eq!(Look::new(&settings, "").on_accent, expected, "{accent}");
        }
    }
}

//! Texts that people type: how they are cleaned, and what counts as an e-mail address, a web address or a tag. Each
//! rule is here once, for all features.

use std::net::IpAddr;
use std::sync::LazyLock;

use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory, PrependedConcatenationMark};
use icu_properties::{CodePointMapData, CodePointSetData};
use linkify::{LinkFinder, LinkKind};
use unicode_segmentation::UnicodeSegmentation;
use url::{Host, Url};

use crate::db::values::fold;

/// Maximum bytes of an e-mail address (RFC 5321, the length of a path).
pub const EMAIL_LENGTH: usize = 254;
/// Maximum characters of what somebody searches for.
pub const SEARCH_LENGTH: usize = 100;
/// Maximum characters of a value out of a short list, such as a status. No choice is longer.
pub const CHOICE_LENGTH: usize = 40;
/// Maximum characters of an ID token and of a captcha's answer.
pub const TOKEN_LENGTH: usize = 8192;

/// A text on one line, for names, titles and headers: single spaces, no control characters, and only those format
/// characters that some script needs. Empty when nothing visible remains.
pub fn one_line(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|character| if character.is_control() { ' ' } else { character })
        .filter(|character| !is_hidden(*character))
        .collect();
    seen(plain.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A text of several lines: trimmed, with `\n` as line break and no other control characters except tabs. Empty when
/// nothing visible remains.
pub fn paragraphs(text: &str) -> String {
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    let plain: String = lines
        .chars()
        .filter(|character| matches!(character, '\n' | '\t') || !character.is_control())
        .collect();
    seen(plain.trim().to_owned())
}

/// Cleans tags: each on one line, no empty ones, no duplicates in any case, in the order in which they were typed.
pub fn tags(typed: &[String]) -> Vec<String> {
    let mut known = Vec::new();
    let mut kept = Vec::new();
    for tag in typed.iter().map(|tag| one_line(tag)).filter(|tag| !tag.is_empty()) {
        let key = fold(&tag);
        if !known.contains(&key) {
            known.push(key);
            kept.push(tag);
        }
    }
    kept
}

/// Whether `text` is a single e-mail address that mail can be sent to: no quotes, no blanks, and a host with a dot or
/// localhost.
pub fn is_email(text: &str) -> bool {
    let odd = |character: char| character.is_whitespace() || is_formatting(character) || character == '"';
    text.len() <= EMAIL_LENGTH
        && !text.contains(odd)
        && text
            .parse::<lettre::Address>()
            .is_ok_and(|address| is_host_name(address.domain()) && address.domain().parse::<IpAddr>().is_err())
}

/// The form in which e-mail addresses are compared: lower case, nothing else. A character that only looks like another
/// (full width, or the Kelvin sign) stays different, so it cannot open somebody else's account.
pub fn email_key(email: &str) -> String {
    let lower = |letter: char| {
        let folded: String = letter.to_lowercase().collect();
        let is_pair = folded.chars().flat_map(char::to_uppercase).eq(std::iter::once(letter));
        if is_pair { folded } else { letter.to_string() }
    };
    email.chars().map(lower).collect()
}

/// Whether a link is a web address that is safe to show: http or https, a host with a dot or localhost, and no
/// credentials. No other links are stored or shown.
pub fn is_web_address(link: &str) -> bool {
    find_host(link).is_some_and(|host| match host {
        Host::Domain(name) => is_host_name(name.strip_suffix('.').unwrap_or(&name)),
        Host::Ipv4(_) => authority(link).is_some_and(|typed| typed.contains('.')),
        Host::Ipv6(_) => true,
    })
}

/// Whether an operator's setting is a web address. Hosts inside a network may have names without a dot.
pub fn is_server_address(link: &str) -> bool {
    find_host(link).is_some()
}

/// The host of a web address, in the form that browsers use.
pub fn host(link: &str) -> Option<String> {
    find_host(link).map(|host| host.to_string())
}

/// How many characters of a text count against its maximum: it is stored without blanks around it, and a line break is
/// one character whether it was sent as `\n` or as `\r\n`.
pub fn length(typed: &str) -> usize {
    let typed = typed.trim();
    typed.chars().count() - typed.matches("\r\n").count()
}

/// Splits a text into pieces. Pieces that are web or e-mail addresses come with their link. An address without a scheme
/// begins with www., as in GitHub's Markdown.
pub fn pieces(text: &str) -> impl Iterator<Item = (&str, Option<String>)> {
    static FINDER: LazyLock<LinkFinder> = LazyLock::new(|| {
        let mut finder = LinkFinder::new();
        finder.url_must_have_scheme(false);
        finder
    });
    FINDER.spans(text).map(|span| {
        let piece = span.as_str();
        let link = match span.kind() {
            Some(LinkKind::Url) if piece.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www.")) => {
                Some(format!("http://{piece}")).filter(|link| is_web_address(link))
            }
            Some(LinkKind::Url) if is_web_address(piece) => Some(piece.to_owned()),
            Some(LinkKind::Email) if is_email(piece) => Some(format!("mailto:{piece}")),
            _ => None,
        };
        (piece, link)
    })
}

/// The beginning of a text, at most `limit` characters long. It never splits what readers see as one character (a
/// letter with accents, a combined emoji), unless that alone exceeds the limit.
pub fn cut(text: &str, limit: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(limit) else { return text };
    match text
        .grapheme_indices(true)
        .map(|(start, _)| start)
        .take_while(|start| *start <= end)
        .last()
    {
        Some(start) if start > 0 => text.get(..start).unwrap_or_default(),
        _ => text.get(..end).unwrap_or_default(),
    }
}

/// A text for a terminal, with control sequences escaped.
pub fn printable(text: &str) -> String {
    let is_steering = |character: char| is_hidden(character) || matches!(character, '\u{2028}' | '\u{2029}');
    text.chars()
        .map(|character| {
            if is_steering(character) {
                character.escape_unicode().to_string()
            } else {
                character.to_string()
            }
        })
        .collect()
}

/// The host of an http or https address without credentials.
fn find_host(link: &str) -> Option<Host> {
    let odd = |character: char| character.is_whitespace() || is_hidden(character) || character == '\\';
    let authority = authority(link)?;
    if authority.is_empty() || authority.contains('@') || link.contains(odd) {
        return None;
    }
    Url::parse(link).ok()?.host().map(|host| host.to_owned())
}

/// The part between the scheme and the path of an http or https address, as it was typed.
fn authority(link: &str) -> Option<&str> {
    let (scheme, rest) = link.split_once("://")?;
    let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    is_web.then(|| rest.split(['/', '?', '#', '\\']).next().unwrap_or_default())
}

fn is_host_name(host: &str) -> bool {
    let labels = host.split('.').count();
    (labels > 1 || host.eq_ignore_ascii_case("localhost")) && host.split('.').all(|label| !label.is_empty() && !label.contains(['[', ']', ':']))
}

/// The text, or an empty one if no character of it is visible.
fn seen(text: String) -> String {
    if text.chars().any(is_visible) { text } else { String::new() }
}

fn is_visible(character: char) -> bool {
    let is_blank = matches!(
        category(character),
        GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::Unassigned
            | GeneralCategory::SpaceSeparator
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
            | GeneralCategory::NonspacingMark
            | GeneralCategory::EnclosingMark
    );
    // Unicode counts the braille pattern without dots as a symbol, but it looks blank.
    !is_blank && character != '\u{2800}' && !CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(character)
}

/// Control and format characters that no script needs. These stay: joiners (emoji, Persian, Indic scripts), the
/// Mongolian vowel separator, the joiners of hieroglyphs, and signs such as the Arabic number sign.
fn is_hidden(character: char) -> bool {
    let is_needed = matches!(character, '\u{200c}' | '\u{200d}' | '\u{180e}' | '\u{13430}'..='\u{1343f}')
        || CodePointSetData::new::<PrependedConcatenationMark>().contains(character);
    is_formatting(character) && !is_needed
}

fn is_formatting(character: char) -> bool {
    matches!(category(character), GeneralCategory::Control | GeneralCategory::Format)
}

fn category(character: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(character)
}

/// A name for a file, without its ending: underscores for what file systems refuse, and for spaces.
pub fn file_stem(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_addresses_are_links() {
        for link in [
            "javascript:alert(1)",
            "data:text/html,x",
            "//host",
            "https://",
            "http:///x",
            "https:///a.example/x",
            "https:a.example",
            "github.com/x",
            "https://a b",
            "https://a.example/\u{202e}moc",
            "https://a.example\\@b.example",
            "ftp://a.example",
            "https://intranet/x",
            "https://.example",
            "https://a..example",
            "https://ada@a.example",
            "https://ada:secret@a.example",
            "https://@a.example",
            "https://a.example:port",
            "http://2130706433/",
            "",
        ] {
            assert!(!is_web_address(link), "{link}");
        }
        for link in [
            "HTTPS://例え.example/路?x=1#y",
            "http://localhost:3000",
            "https://a.example.?at=@b",
            "http://192.168.0.7/x",
            "http://[::1]:8080/",
        ] {
            assert!(is_web_address(link), "{link}");
        }
        assert!(is_server_address("http://keycloak:8080/certs") && !is_server_address("keycloak:8080"));
        assert!(!is_server_address("https://ada:secret@a.example"));
    }

    #[test]
    fn an_address_has_one_at_no_blanks_and_a_host() {
        for text in [
            "ada@example.org",
            "ada.lovelace+x@mail.example.org",
            "a.b+c@d-e.example",
            "ada@localhost",
            "élise@bücher.example",
        ] {
            assert!(is_email(text), "{text}");
        }
        for text in [
            "",
            "ada",
            "ada@",
            "@example.org",
            "a b@example.org",
            "\"a\nb\"@example.org",
            "\"ab\"@example.org",
            "a@b@c.example",
            "a@b",
            "a@.example",
            "a@example.",
            "a@127.0.0.1",
            "a@[127.0.0.1]",
            "a@b.example,c@d.example",
            "a\u{200d}@b.example",
            "<a@b.example>",
            "Ada <ada@example.org>",
        ] {
            assert!(!is_email(text), "{text:?}");
        }
        assert!(!is_email(&format!("{}@example.org", "a".repeat(300))));
    }

    #[test]
    fn addresses_differ_by_more_than_case() {
        assert_eq!(email_key("ADA@Example.ORG"), "ada@example.org");
        assert_eq!(email_key("ÉLISE@Σ.example"), email_key("élise@σ.example"));
        for other in ["ａda@example.org", "ada@example.org\u{301}", "ﬁ@example.org"] {
            assert_eq!(email_key(other), other);
        }
        assert_ne!(email_key("\u{212a}im@example.org"), "kim@example.org");
    }

    #[test]
    fn a_line_has_no_breaks_and_single_spaces() {
        assert_eq!(one_line("  Solar\n  clock\t\u{0}2 "), "Solar clock 2");
    }

    #[test]
    fn a_name_keeps_what_its_script_needs_and_nothing_else_unseen() {
        assert_eq!(one_line("A\u{200b}d\u{ad}a \u{202e}\u{2066}x\u{feff}"), "Ada x");
        for needed in ["نامه\u{200c}ای", "क्\u{200d}ष", "👩\u{200d}💻\u{fe0f}", "\u{600}12", "ᠠ\u{180e}ᠠ"] {
            assert_eq!(one_line(needed), needed);
        }
    }

    #[test]
    fn what_nobody_can_see_is_empty() {
        for text in [
            "",
            " \u{a0}\u{3000}",
            "\u{200d}\u{200c}",
            "\u{2800}",
            "\u{3164}\u{115f}",
            "\u{301}",
            "\u{e0041}",
            "\u{fe0f}",
        ] {
            assert_eq!((one_line(text).as_str(), paragraphs(text).as_str()), ("", ""), "{text:?}");
        }
        assert_eq!(paragraphs(" a\r\nb\u{0}\rc\t. "), "a\nb\nc\t.");
    }

    #[test]
    fn a_tag_counts_once_whatever_its_case() {
        let typed = [" Rust ", "rust", "", "\u{200b}", "RUST", "Web  GL"].map(str::to_owned);
        assert_eq!(tags(&typed), ["Rust", "Web GL"]);
    }

    #[test]
    fn blanks_around_a_text_do_not_count_and_a_line_break_counts_once() {
        for (typed, count) in [(" a\r\nb\n", 3), ("a\nb", 3), ("e\u{301}", 2), ("👩‍👩‍👧‍👦", 7), (" \r\n ", 0)] {
            assert_eq!(length(typed), count, "{typed:?}");
        }
    }

    #[test]
    fn addresses_in_a_text_are_found() {
        let links = |text: &str| {
            pieces(text)
                .filter_map(|(piece, link)| Some(format!("{piece} {}", link?)))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            links("See www.a.example/x?y=(1), WWW.B.example. or https://c.example; ada@d.example or e.example!"),
            [
                "www.a.example/x?y=(1) http://www.a.example/x?y=(1)",
                "WWW.B.example http://WWW.B.example",
                "https://c.example https://c.example",
                "ada@d.example mailto:ada@d.example",
            ]
        );
        assert_eq!(
            links("www. www.. wwww.a.example ftp://www.a.example javascript:alert(1) e.g. a.rs"),
            [""; 0]
        );
    }

    #[test]
    fn nothing_steers_a_terminal() {
        assert_eq!(printable("Ada\u{1b}[2J\u{202e}\r é"), "Ada\\u{1b}[2J\\u{202e}\\u{d} é");
    }

    #[test]
    fn a_text_is_cut_between_what_readers_take_for_characters() {
        for (text, limit, kept) in [
            ("Grüße", 3, "Grü"),
            ("e\u{301}e\u{301}", 3, "e\u{301}"),
            ("a👩‍👩‍👧‍👦b", 4, "a"),
            ("a👩‍👩‍👧‍👦b", 8, "a👩‍👩‍👧‍👦"),
            ("🇩🇪🇫🇷", 3, "🇩🇪"),
            ("e\u{301}\u{302}\u{303}", 2, "e\u{301}"),
            ("short", 9, "short"),
        ] {
            assert_eq!(cut(text, limit), kept, "{text}, {limit}");
        }
    }
}

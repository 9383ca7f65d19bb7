//! Texts as people type them: one line of it, and what may become a link. Used by the rules of every feature.

/// A text without line breaks, runs of spaces and control characters, as titles, headers and greetings need it.
pub fn one_line(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|character| if character.is_control() { ' ' } else { character })
        .collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a link is an absolute http or https address with a host: nothing else is ever stored or shown as a link.
pub fn is_web_address(link: &str) -> bool {
    let lower = link.to_ascii_lowercase();
    let rest = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://"));
    rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['/', '.', ':', '?', '#']))
        && !link.chars().any(|character| character.is_whitespace() || character.is_control())
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
            "github.com/x",
            "https://a b",
            "ftp://a.example",
            "",
        ] {
            assert!(!is_web_address(link), "{link}");
        }
        assert!(is_web_address("HTTPS://例え.example/路?x=1#y"));
    }

    #[test]
    fn a_line_has_no_breaks_and_single_spaces() {
        assert_eq!(one_line("  Solar\n  clock\t\u{0}2 "), "Solar clock 2");
    }
}

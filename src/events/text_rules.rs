//! What people type: trimmed, without what cannot be seen; addresses, words of a closed list.

use crate::db::values::fold;

/// A text without line breaks, runs of spaces and control characters.
pub fn one_line(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|character| if character.is_control() { ' ' } else { character })
        .collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text with its lines, without other control characters.
pub fn text(text: &str) -> String {
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    let plain: String = lines
        .chars()
        .filter(|character| matches!(character, '\n' | '\t') || !character.is_control())
        .collect();
    plain.trim().to_owned()
}

/// Tags trimmed, without empty ones, each once whatever its case.
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

/// Puts a word in the spelling of its list, an empty one in that of the first; says whether it is there.
pub fn spell(word: &mut String, list: &[&'static str]) -> bool {
    let found = list
        .iter()
        .find(|known| known.eq_ignore_ascii_case(word))
        .or_else(|| list.first().filter(|_| word.is_empty()));
    if let Some(known) = found {
        (*known).clone_into(word);
    }
    found.is_some()
}

/// Whether a link is an absolute http or https address with a host.
pub fn is_web_address(link: &str) -> bool {
    let lower = link.to_ascii_lowercase();
    let rest = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://"));
    rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['/', '.', ':', '?', '#']))
        && !link.chars().any(|character| character.is_whitespace() || character.is_control())
}

pub fn is_email(text: &str) -> bool {
    let odd = |character: char| character.is_whitespace() || character.is_control() || matches!(character, ',' | ';' | '<' | '>' | '"');
    match text.split_once('@') {
        Some((name, host)) => {
            !name.is_empty() && host.contains('.') && !host.starts_with('.') && !host.ends_with('.') && !host.contains('@') && !text.contains(odd)
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_addresses_are_what_they_say() {
        for link in [
            "javascript:alert(1)",
            "data:text/html,x",
            "//host",
            "https://",
            "http:///x",
            "https://a b",
            "ftp://a.example",
        ] {
            assert!(!is_web_address(link), "{link}");
        }
        assert!(is_web_address("HTTPS://例え.example/路?x=1#y"));
        for text in ["a@b.example", "a.b+c@d-e.example"] {
            assert!(is_email(text), "{text}");
        }
        for text in [
            "a",
            "a@b",
            "@b.example",
            "a@.example",
            "a@b.example,c@d.example",
            "<a@b.example>",
            "a@b@c.example",
        ] {
            assert!(!is_email(text), "{text}");
        }
    }
}

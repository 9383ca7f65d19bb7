//! What people type: trimmed, without what cannot be seen; addresses, words of a closed list.

use crate::db::values::fold;
use crate::text::one_line;

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

/// Whether a text is one e-mail address.
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
    fn addresses_are_what_they_say() {
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

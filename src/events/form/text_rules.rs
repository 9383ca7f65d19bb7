//! Choices from a fixed list, as people type them.

/// Replaces a word by its spelling in the list, and an empty word by the first entry. Returns whether the word is in
/// the list.
pub fn spell(word: &mut String, list: &[(&'static str, &'static str)]) -> bool {
    let found = list
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(word))
        .or_else(|| list.first().filter(|_| word.is_empty()));
    if let Some((known, _)) = found {
        (*known).clone_into(word);
    }
    found.is_some()
}

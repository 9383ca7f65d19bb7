//! Words of a closed list, as people type them.

/// Puts a word in the spelling of its list, an empty one in that of the first; says whether it is there.
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

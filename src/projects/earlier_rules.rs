//! What has changed in a project since it was last decided on, field by field. Pure functions of plain values.

use std::time::Duration;

use poem_openapi::Enum;
use serde::{Deserialize, Serialize};
use similar::{ChangeTag, TextDiff};

use crate::db::values::Id;

/// The longest time for comparing two texts. After it, the comparison is correct but coarser.
const PATIENCE: Duration = Duration::from_millis(200);

/// Everything of a project that a reviewer looks at.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Content {
    pub title: String,
    pub short_description: String,
    pub description: String,
    pub category: String,
    pub tech_stack: Vec<String>,
    pub github_link: String,
    pub demo_link: String,
    pub event: Option<Named>,
    pub team: Vec<Named>,
    /// The pictures with their alt texts.
    pub pictures: Vec<Named>,
}

/// Something with an id, and its name for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    pub id: i64,
    pub name: String,
}

/// Whether a piece of text stands in both versions or in one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize)]
#[oai(rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum PieceKind {
    Same,
    Added,
    Removed,
}

/// The pieces of a field, in reading order.
pub type Pieces = Vec<(PieceKind, String)>;

/// The fields that differ, in the order of the form, by their names in the API.
pub fn changes(before: &Content, after: &Content) -> Vec<(&'static str, Pieces)> {
    let texts = [
        ("title", &before.title, &after.title),
        ("category", &before.category, &after.category),
        ("shortDescription", &before.short_description, &after.short_description),
        ("description", &before.description, &after.description),
    ];
    let links = [
        ("githubLink", &before.github_link, &after.github_link),
        ("demoLink", &before.demo_link, &after.demo_link),
    ];
    let mut found: Vec<(&'static str, Pieces)> = texts
        .iter()
        .filter(|(_, was, is)| was != is)
        .map(|(field, was, is)| (*field, if *field == "category" { replaced(was, is) } else { words(was, is) }))
        .collect();
    found.extend(list("techStack", &words_of(&before.tech_stack), &words_of(&after.tech_stack)));
    found.extend(list("team", &people_of(&before.team), &people_of(&after.team)));
    found.extend(list("eventId", &people_of(before.event.as_slice()), &people_of(after.event.as_slice())));
    found.extend(
        links
            .iter()
            .filter(|(_, was, is)| was != is)
            .map(|(field, was, is)| (*field, replaced(was, is))),
    );
    found.extend(list("pictures", &pictures_of(&before.pictures), &pictures_of(&after.pictures)));
    found
}

/// The pictures that were added since.
pub fn new_pictures(before: &Content, after: &Content) -> Vec<Id> {
    let known: Vec<i64> = before.pictures.iter().map(|picture| picture.id).collect();
    after
        .pictures
        .iter()
        .map(|picture| picture.id)
        .filter(|id| !known.contains(id))
        .map(Id)
        .collect()
}

/// Two texts, compared word by word.
fn words(was: &str, is: &str) -> Pieces {
    let diff = TextDiff::configure().timeout(PATIENCE).diff_words(was, is);
    let mut pieces: Pieces = Vec::new();
    for change in diff.iter_all_changes() {
        let kind = match change.tag() {
            ChangeTag::Equal => PieceKind::Same,
            ChangeTag::Insert => PieceKind::Added,
            ChangeTag::Delete => PieceKind::Removed,
        };
        match pieces.last_mut() {
            Some((last, text)) if *last == kind => text.push_str(change.value()),
            _ => pieces.push((kind, change.value().to_owned())),
        }
    }
    pieces
}

fn replaced(was: &str, is: &str) -> Pieces {
    [(PieceKind::Removed, was), (PieceKind::Added, is)]
        .into_iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(kind, text)| (kind, text.to_owned()))
        .collect()
}

fn words_of(words: &[String]) -> Vec<(&str, &str)> {
    words.iter().map(|word| (word.as_str(), word.as_str())).collect()
}

/// Another name is no change: it is theirs, not the project's.
fn people_of(named: &[Named]) -> Vec<(i64, &str)> {
    named.iter().map(|one| (one.id, one.name.as_str())).collect()
}

/// Another alt text is a change.
fn pictures_of(pictures: &[Named]) -> Vec<((i64, &str), &str)> {
    pictures.iter().map(|one| ((one.id, one.name.as_str()), one.name.as_str())).collect()
}

/// One piece for each entry of a list; nothing when both have the same keys in the same order.
fn list<K: PartialEq>(field: &'static str, was: &[(K, &str)], is: &[(K, &str)]) -> Option<(&'static str, Pieces)> {
    if was.iter().map(|(key, _)| key).eq(is.iter().map(|(key, _)| key)) {
        return None;
    }
    let has = |entries: &[(K, &str)], key: &K| entries.iter().any(|(other, _)| other == key);
    let gone = was
        .iter()
        .filter(|(key, _)| !has(is, key))
        .map(|(_, name)| (PieceKind::Removed, (*name).to_owned()));
    let there = is.iter().map(|(key, name)| {
        let kind = if has(was, key) { PieceKind::Same } else { PieceKind::Added };
        (kind, (*name).to_owned())
    });
    Some((field, gone.chain(there).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(id: i64, name: &str) -> Named {
        Named { id, name: name.into() }
    }

    #[test]
    fn only_what_differs_is_told_in_the_order_of_the_form() {
        let before = Content {
            title: "Solar clock".into(),
            description: "It shows the sun and the moon.".into(),
            category: "web".into(),
            tech_stack: vec!["Rust".into(), "WASM".into()],
            demo_link: "https://a.example".into(),
            pictures: vec![named(1, "The dial")],
            ..Content::default()
        };
        assert_eq!(changes(&before, &before), []);
        let after = Content {
            description: "It shows the sun and all planets.".into(),
            category: "tool".into(),
            tech_stack: vec!["WASM".into(), "Svelte".into()],
            demo_link: String::new(),
            pictures: vec![named(1, "The dial"), named(2, "")],
            ..before.clone()
        };
        let found = changes(&before, &after);
        let fields: Vec<&str> = found.iter().map(|(field, _)| *field).collect();
        assert_eq!(fields, ["category", "description", "techStack", "demoLink", "pictures"]);
        let piece = |kind, text: &str| (kind, text.to_owned());
        assert_eq!(
            found[1].1,
            [
                piece(PieceKind::Same, "It shows the sun and "),
                piece(PieceKind::Removed, "the"),
                piece(PieceKind::Added, "all"),
                piece(PieceKind::Same, " "),
                piece(PieceKind::Removed, "moon."),
                piece(PieceKind::Added, "planets."),
            ]
        );
        assert_eq!(
            found[2].1,
            [
                piece(PieceKind::Removed, "Rust"),
                piece(PieceKind::Same, "WASM"),
                piece(PieceKind::Added, "Svelte")
            ]
        );
        assert_eq!(found[3].1, [piece(PieceKind::Removed, "https://a.example")]);
        assert_eq!(new_pictures(&before, &after), [Id(2)]);
    }
}

//! The categories of projects, which an admin renames, hides and adds to. No IO here.

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use crate::db::values::fold;
use crate::text::{CHOICE_LENGTH, one_line};

/// Maximum number of categories, hidden ones included, and maximum characters of a label.
pub const MAX_CATEGORIES: usize = 30;
pub const MAX_LABEL: usize = 40;

/// The categories of a new community by id, with their labels, in the order of the menus.
pub const FIRST: [(&str, &str); 9] = [
    ("web", "Web Development"),
    ("mobile", "Mobile App"),
    ("desktop", "Desktop"),
    ("ai", "AI & ML"),
    ("blockchain", "Blockchain"),
    ("game", "Game Development"),
    ("api", "API"),
    ("tool", "Tool"),
    ("other", "Other"),
];

/// The list of all projects has this name where categories have theirs.
const ALL: &str = "all";

/// A category of projects.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Category {
    /// What projects and addresses name; it never changes. Empty in a list that comes in: the category is new.
    pub id: String,
    pub label: String,
    /// Whether it is no longer offered. Projects that have it keep it.
    pub hidden: bool,
}

/// The categories of a new community.
pub fn first() -> Vec<Category> {
    let first = FIRST.iter();
    first
        .map(|(id, label)| Category {
            id: (*id).to_owned(),
            label: (*label).to_owned(),
            hidden: false,
        })
        .collect()
}

/// The category of that name ("ai/ml" is ai), if there is one.
pub fn find<'a>(categories: &'a [Category], name: &str) -> Option<&'a Category> {
    let name = if name.eq_ignore_ascii_case("ai/ml") { "ai" } else { name };
    categories.iter().find(|one| one.id.eq_ignore_ascii_case(name))
}

/// The id of the category that somebody chooses for a project which has `now`: one that is offered, or the one that it
/// has. Nothing chosen means web, or the first one where web is hidden.
pub fn choose<'a>(categories: &'a [Category], wanted: &str, now: Option<&str>) -> Option<&'a str> {
    let may = |one: &&Category| !one.hidden || now == Some(one.id.as_str());
    let chosen = if wanted.is_empty() {
        let web = find(categories, "web").filter(may);
        web.or_else(|| categories.iter().find(may))
    } else {
        find(categories, wanted).filter(may)
    };
    chosen.map(|one| one.id.as_str())
}

/// The list after a change. What names an id takes the place of the category that has it; the rest is new and comes
/// last, with an id made from its label, unless its label is blank. Nothing is removed: projects may have it.
pub fn merged(before: &[Category], given: &[Category]) -> Vec<Category> {
    let tidy = |one: &Category, id: String| Category {
        id,
        label: one_line(&one.label),
        hidden: one.hidden,
    };
    let mut list: Vec<Category> = before
        .iter()
        .map(|known| {
            given
                .iter()
                .find(|one| one.id == known.id)
                .map_or_else(|| known.clone(), |one| tidy(one, known.id.clone()))
        })
        .collect();
    for one in given.iter().filter(|one| !before.iter().any(|known| known.id == one.id)) {
        let added = tidy(one, new_id(&one.label, &list));
        if !added.label.is_empty() {
            list.push(added);
        }
    }
    list
}

/// What is wrong with a list, as a sentence.
pub fn fault(categories: &[Category]) -> Option<String> {
    if categories.len() > MAX_CATEGORIES {
        return Some(format!("There can be at most {MAX_CATEGORIES} categories, hidden ones included"));
    }
    if let Some(unnamed) = categories.iter().find(|one| one.label.is_empty()) {
        return Some(format!("Name the category “{}”", unnamed.id));
    }
    let keys: Vec<String> = categories.iter().map(|one| fold(&one.label)).collect();
    let twice = categories.iter().enumerate().find(|(at, _)| keys[..*at].contains(&keys[*at]));
    if let Some((_, one)) = twice {
        return Some(format!("Two categories are called “{}”", one.label));
    }
    categories
        .iter()
        .all(|one| one.hidden)
        .then(|| "At least one category must be offered".to_owned())
}

/// An id that no category has: the Latin letters and digits of the label, without accents and in lower case.
fn new_id(label: &str, known: &[Category]) -> String {
    let plain: String = label
        .nfkd()
        .filter(|letter| letter.is_ascii())
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    let words: Vec<&str> = plain
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let mut made = words.join("-");
    made.truncate(CHOICE_LENGTH - 4);
    let made = if made.is_empty() { "category" } else { made.trim_end_matches('-') };
    let is_free = |id: &String| id != ALL && find(known, id).is_none();
    let numbered = (2..=known.len() + 3).map(|number| format!("{made}-{number}"));
    std::iter::once(made.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(label: &str) -> Category {
        Category {
            label: label.into(),
            ..Category::default()
        }
    }

    fn hidden(id: &str) -> Vec<Category> {
        let mut list = first();
        list.iter_mut().filter(|one| one.id == id).for_each(|one| one.hidden = true);
        list
    }

    #[test]
    fn ai_has_two_spellings_and_case_does_not_matter() {
        let id = |name| find(&first(), name).map(|one| one.id.clone());
        assert_eq!(id("ai/ml").as_deref(), Some("ai"));
        assert_eq!(id("WEB").as_deref(), Some("web"));
        assert_eq!(id("all"), None);
    }

    #[test]
    fn a_hidden_category_is_chosen_by_nobody_who_does_not_have_it() {
        let list = hidden("web");
        assert_eq!(choose(&first(), "", None), Some("web"));
        assert_eq!(choose(&list, "", None), Some("mobile"));
        assert_eq!(choose(&list, "web", None), None);
        assert_eq!(choose(&list, "web", Some("web")), Some("web"));
        assert_eq!(choose(&list, "", Some("web")), Some("web"));
        assert_eq!(choose(&list, "web", Some("game")), None);
        assert_eq!(choose(&list, "knitting", Some("knitting")), None);
    }

    #[test]
    fn ids_stay_and_new_ones_are_made_from_the_label() {
        let given = [
            Category {
                id: "web".into(),
                label: "  Sites &\nApps ".into(),
                hidden: true,
            },
            new("Électronique"),
            new("Web!"),
            new("社区"),
            new("社区 二"),
            new("All"),
            new(" "),
            new(&"Very long words ".repeat(4)),
        ];
        let list = merged(&first(), &given);
        assert_eq!(
            (list[0].id.as_str(), list[0].label.as_str(), list[0].hidden),
            ("web", "Sites & Apps", true)
        );
        assert_eq!(list[1..9], first()[1..9]);
        let ids: Vec<&str> = list[9..].iter().map(|one| one.id.as_str()).collect();
        assert_eq!(
            ids,
            [
                "electronique",
                "web-2",
                "category",
                "category-2",
                "all-2",
                "very-long-words-very-long-words-very"
            ]
        );
        assert_eq!(merged(&list, &[]), list);
    }

    #[test]
    fn a_list_at_fault_has_its_sentence() {
        assert_eq!(fault(&first()), None);
        assert!(fault(&merged(&first(), &[new("BLOCKCHAIN")])).unwrap().contains("BLOCKCHAIN"));
        let mut list = first();
        list[0].label = String::new();
        assert!(fault(&list).unwrap().contains("“web”"));
        list = first();
        list.iter_mut().for_each(|one| one.hidden = true);
        assert!(fault(&list).is_some());
        let many: Vec<Category> = (0..MAX_CATEGORIES).map(|number| new(&format!("No {number}"))).collect();
        assert!(fault(&merged(&first(), &many)).is_some());
        assert_eq!(fault(&merged(&first(), &many[..MAX_CATEGORIES - 9])), None);
    }
}

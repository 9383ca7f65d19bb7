//! Decisions about projects: categories, facets, tiers, marks. Plain values in and out.

use crate::db::values::fold;

/// The categories with their labels, in the order of the menus.
pub const CATEGORIES: [(&str, &str); 9] = [
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

/// Upvotes at which a project carries the Popular mark.
pub const POPULAR: i64 = 10;

/// The tiers of upvotes, lowest first.
pub const TIERS: [(i64, &str); 5] = [
    (10, "troposphere"),
    (100, "stratosphere"),
    (250, "mesosphere"),
    (500, "thermosphere"),
    (1000, "exosphere"),
];

/// The category of that name ("ai/ml" is ai), if there is one.
pub fn category(name: &str) -> Option<&'static str> {
    let name = if name.eq_ignore_ascii_case("ai/ml") { "ai" } else { name };
    CATEGORIES.iter().map(|(known, _)| *known).find(|known| known.eq_ignore_ascii_case(name))
}

/// Under which categories a project is found: its own, and each whose name occurs in a technology.
pub fn categories_of(own: &str, technologies: &[String]) -> Vec<&'static str> {
    let technologies: Vec<String> = technologies.iter().map(|name| fold(name)).collect();
    CATEGORIES
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| *name == own || technologies.iter().any(|technology| technology.contains(name)))
        .collect()
}

/// The lists that an approved project stands in: all, its categories, and the same among the featured.
pub fn facets_of(categories: &[&str], featured: bool) -> Vec<String> {
    let plain = std::iter::once("all").chain(categories.iter().copied());
    plain
        .flat_map(|name| std::iter::once(name.to_owned()).chain(featured.then(|| format!("featured:{name}"))))
        .collect()
}

/// The list that a filter asks for.
pub fn facet(category: Option<&str>, featured: bool) -> String {
    let name = category.unwrap_or("all");
    if featured { format!("featured:{name}") } else { name.to_owned() }
}

/// The highest tier that so many upvotes reach.
pub fn tier(upvotes: i64) -> Option<(i64, &'static str)> {
    TIERS.iter().rev().copied().find(|(threshold, _)| upvotes >= *threshold)
}

/// The id that people read, such as PRJ-0042.
pub fn display_id(number: i64) -> String {
    format!("PRJ-{number:04}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_is_found_under_its_category_and_its_technologies() {
        let technologies = vec!["WebGL".to_owned(), "Rust".to_owned(), "REST API".to_owned()];
        assert_eq!(categories_of("game", &technologies), ["web", "game", "api"]);
        assert_eq!(facets_of(&["web"], false), ["all", "web"]);
        assert_eq!(facets_of(&["web"], true), ["all", "featured:all", "web", "featured:web"]);
    }

    #[test]
    fn tiers_begin_at_their_threshold() {
        assert_eq!(tier(9), None);
        assert_eq!(tier(10), Some((10, "troposphere")));
        assert_eq!(tier(249), Some((100, "stratosphere")));
        assert_eq!(tier(5000), Some((1000, "exosphere")));
    }

    #[test]
    fn ai_has_two_spellings() {
        assert_eq!(category("ai/ml"), Some("ai"));
        assert_eq!(category("WEB"), Some("web"));
        assert_eq!(category("all"), None);
    }
}

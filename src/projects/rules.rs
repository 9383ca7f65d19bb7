//! Decisions about projects: categories, facets, tiers, marks. Pure functions of plain values.

use std::fmt;

use poem_openapi::Enum;
use serde::Serialize;

use crate::db::values::{Id, fold};
use crate::markdown::MAX_MARKDOWN;
use crate::text::{is_web_address, one_line, paragraphs, tags};

/// The review state of a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize)]
pub enum ProjectStatus {
    #[oai(rename = "In Review")]
    #[serde(rename = "In Review")]
    InReview,
    Approved,
    Rejected,
}

impl ProjectStatus {
    /// The value in the database and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            ProjectStatus::InReview => "In Review",
            ProjectStatus::Approved => "Approved",
            ProjectStatus::Rejected => "Rejected",
        }
    }

    /// The state for a value in the database.
    pub fn parse(word: &str) -> Option<ProjectStatus> {
        [ProjectStatus::InReview, ProjectStatus::Approved, ProjectStatus::Rejected]
            .into_iter()
            .find(|status| status.as_str() == word)
    }
}

/// Characters of a project's texts at most.
pub const MAX_TITLE: usize = 120;
pub const MAX_SHORT_DESCRIPTION: usize = 150;
pub const MAX_DESCRIPTION: usize = MAX_MARKDOWN;
pub const MAX_LINK: usize = 500;
/// Technologies of a project, and characters of each.
pub const MAX_TECHNOLOGIES: usize = 20;
pub const MAX_TECHNOLOGY: usize = 40;
/// Members of a team besides its submitter.
pub const MAX_TEAM: usize = 10;
/// Maximum screenshots of a project, and characters of their alt texts.
pub const MAX_PICTURES: usize = 5;
pub const MAX_ALT: usize = 200;
/// Characters of a comment, and of the reason of a rejection.
pub const MAX_COMMENT: usize = 2000;
pub const MAX_REASON: usize = 2000;

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

/// The orders of a list with their labels; the first is the default.
pub const SORTS: [(&str, &str); 3] = [("recent", "Most Recent"), ("popular", "Most Popular"), ("alphabetical", "Alphabetical")];

/// Upvotes at which a project gets the Popular mark.
pub const POPULAR: i64 = 10;

/// The category of that name ("ai/ml" is ai), if there is one.
pub fn category(name: &str) -> Option<&'static str> {
    let name = if name.eq_ignore_ascii_case("ai/ml") { "ai" } else { name };
    CATEGORIES.iter().map(|(known, _)| *known).find(|known| known.eq_ignore_ascii_case(name))
}

/// The categories that a project belongs to: its own, and each whose name occurs in one of its technologies.
pub fn categories_of(own: &str, technologies: &[String]) -> Vec<&'static str> {
    let technologies: Vec<String> = technologies.iter().map(|name| fold(name)).collect();
    CATEGORIES
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| *name == own || technologies.iter().any(|technology| technology.contains(name)))
        .collect()
}

/// The lists that contain an approved project: the list of all, those of its categories, and the featured version of
/// each.
pub fn facets_of(categories: &[&str], featured: bool) -> Vec<String> {
    let plain = std::iter::once("all").chain(categories.iter().copied());
    plain
        .flat_map(|name| std::iter::once(name.to_owned()).chain(featured.then(|| format!("featured:{name}"))))
        .collect()
}

/// The list for a filter.
pub fn facet(category: Option<&str>, featured: bool) -> String {
    let name = category.unwrap_or("all");
    if featured { format!("featured:{name}") } else { name.to_owned() }
}

/// The id for people, such as PRJ-0042.
pub fn display_id(number: i64) -> String {
    format!("PRJ-{number:04}")
}

/// What a member submits or edits, before the checks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    pub title: String,
    pub short_description: String,
    pub description: String,
    pub tech_stack: Vec<String>,
    pub github_link: String,
    pub demo_link: String,
    pub category: String,
    pub event: Option<Id>,
    pub team: Vec<Id>,
}

/// A valid draft, trimmed and without duplicates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    pub title: String,
    pub short_description: String,
    pub description: String,
    pub tech_stack: Vec<String>,
    pub github_link: String,
    pub demo_link: String,
    pub category: &'static str,
    pub event: Option<Id>,
    pub team: Vec<Id>,
}

/// Why a draft is refused; `Display` is the sentence to show at the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DraftError {
    Title,
    ShortDescription,
    Description,
    Technologies,
    Github,
    GithubAddress,
    DemoAddress,
    Category,
}

impl DraftError {
    /// The faulty field.
    pub fn field(self) -> &'static str {
        match self {
            DraftError::Title => "title",
            DraftError::ShortDescription => "shortDescription",
            DraftError::Description => "description",
            DraftError::Technologies => "techStack",
            DraftError::Github | DraftError::GithubAddress => "githubLink",
            DraftError::DemoAddress => "demoLink",
            DraftError::Category => "category",
        }
    }
}

impl fmt::Display for DraftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DraftError::Title => f.write_str("Project title is required"),
            DraftError::ShortDescription => f.write_str("Project short description is required"),
            DraftError::Description => f.write_str("Project description is required"),
            DraftError::Technologies => f.write_str("At least one technology must be added"),
            DraftError::Github => f.write_str("GitHub link is required"),
            DraftError::GithubAddress => f.write_str("GitHub link must be a web address that begins with https:// or http://"),
            DraftError::DemoAddress => f.write_str("Demo link must be a web address that begins with https:// or http://"),
            DraftError::Category => f.write_str("Please choose a category"),
        }
    }
}

/// Checks a draft in the order of the form: title, description, technologies, GitHub link, then the rest. Returns what
/// to store, or all errors. `submitter` is removed from the team.
///
/// # Errors
/// All broken rules, in that order.
pub fn check(draft: &Draft, submitter: Id) -> Result<Submission, Vec<DraftError>> {
    let mut errors = Vec::new();
    let (title, description) = (one_line(&draft.title), paragraphs(&draft.description));
    if title.is_empty() {
        errors.push(DraftError::Title);
    }
    if description.is_empty() {
        errors.push(DraftError::Description);
    }
    let tech_stack = tags(&draft.tech_stack);
    if tech_stack.is_empty() {
        errors.push(DraftError::Technologies);
    }
    let (github_link, demo_link) = (draft.github_link.trim().to_owned(), draft.demo_link.trim().to_owned());
    if github_link.is_empty() {
        errors.push(DraftError::Github);
    } else if !is_web_address(&github_link) {
        errors.push(DraftError::GithubAddress);
    }
    let short_description = one_line(&draft.short_description);
    if short_description.is_empty() {
        errors.push(DraftError::ShortDescription);
    }
    if !demo_link.is_empty() && !is_web_address(&demo_link) {
        errors.push(DraftError::DemoAddress);
    }
    let category = category(if draft.category.is_empty() { "web" } else { &draft.category });
    if category.is_none() {
        errors.push(DraftError::Category);
    }
    let mut team = draft.team.clone();
    team.retain(|member| *member != submitter);
    team.sort_unstable();
    team.dedup();
    match category {
        Some(category) if errors.is_empty() => Ok(Submission {
            title,
            short_description,
            description,
            tech_stack,
            github_link,
            demo_link,
            category,
            event: draft.event,
            team,
        }),
        _ => Err(errors),
    }
}

/// The state of a project after an edit: a rejected project goes back to review, an approved one only if the community
/// reviews edits.
pub fn status_after_edit(status: ProjectStatus, content_changed: bool, review_edits: bool) -> ProjectStatus {
    use ProjectStatus::{Approved, InReview, Rejected};
    match status {
        Rejected => InReview,
        Approved if content_changed && review_edits => InReview,
        other => other,
    }
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
    fn ai_has_two_spellings() {
        assert_eq!(category("ai/ml"), Some("ai"));
        assert_eq!(category("WEB"), Some("web"));
        assert_eq!(category("all"), None);
    }

    fn draft() -> Draft {
        Draft {
            title: "  Solar  clock ".into(),
            short_description: "A clock for the roof".into(),
            description: "It shows the sun.".into(),
            tech_stack: vec![" Rust ".into(), "rust".into(), String::new(), "WASM".into()],
            github_link: "https://github.com/example/solar".into(),
            ..Draft::default()
        }
    }

    #[test]
    fn a_draft_is_trimmed_and_deduplicated() {
        let submission = check(
            &Draft {
                team: vec![Id(5), Id(1), Id(5)],
                ..draft()
            },
            Id(1),
        )
        .unwrap();
        assert_eq!((submission.title.as_str(), submission.category), ("Solar clock", "web"));
        assert_eq!(submission.tech_stack, ["Rust", "WASM"]);
        assert_eq!(submission.team, [Id(5)]);
    }

    #[test]
    fn what_is_missing_is_told_in_the_order_of_the_form() {
        let sentences: Vec<String> = check(&Draft::default(), Id(1)).unwrap_err().iter().map(ToString::to_string).collect();
        assert_eq!(
            sentences,
            [
                "Project title is required",
                "Project description is required",
                "At least one technology must be added",
                "GitHub link is required",
                "Project short description is required"
            ]
        );
    }

    #[test]
    fn links_are_web_addresses() {
        for link in ["javascript:alert(1)", "github.com/x"] {
            assert_eq!(
                check(
                    &Draft {
                        github_link: link.into(),
                        ..draft()
                    },
                    Id(1)
                ),
                Err(vec![DraftError::GithubAddress]),
                "{link}"
            );
            assert_eq!(
                check(
                    &Draft {
                        demo_link: link.into(),
                        ..draft()
                    },
                    Id(1)
                ),
                Err(vec![DraftError::DemoAddress]),
                "{link}"
            );
        }
    }

    #[test]
    fn an_edit_sends_back_to_review_where_the_rule_says_so() {
        use super::ProjectStatus::{Approved, InReview, Rejected};
        assert_eq!(status_after_edit(Rejected, false, false), InReview);
        assert_eq!(status_after_edit(Approved, true, false), Approved);
        assert_eq!(status_after_edit(Approved, true, true), InReview);
        assert_eq!(status_after_edit(Approved, false, true), Approved);
    }
}

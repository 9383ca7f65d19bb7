//! Decisions about projects: facets, tiers, marks. Pure functions of plain values.

use poem_openapi::Enum;
use serde::Serialize;

use crate::db::values::{Id, fold};
use crate::markdown::MAX_MARKDOWN;
use crate::members::rules::Eyes;
use crate::site::category_rules::FIRST;

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

    /// Whether everybody may see a project in this state, and its pictures.
    pub fn is_public(self) -> bool {
        self == ProjectStatus::Approved
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
/// Seconds in which an admin can take back a decision. The mail about it waits as long.
pub const UNDO_SECONDS: i64 = 12;
/// Members of a team besides its submitter.
pub const MAX_TEAM: usize = 10;
/// Maximum screenshots of a project, and characters of their alt texts.
pub const MAX_PICTURES: usize = 5;
pub const MAX_ALT: usize = 200;
/// Characters of a comment, and of the reason of a rejection.
pub const MAX_COMMENT: usize = 2000;
pub const MAX_REASON: usize = 2000;

/// What somebody is to a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relation {
    pub status: ProjectStatus,
    pub is_owner: bool,
    pub is_team_member: bool,
    pub is_admin: bool,
}

impl Relation {
    /// Whether they may know what the public may not: those who made it, and admins.
    pub fn is_insider(self) -> bool {
        self.is_owner || self.is_team_member || self.is_admin
    }

    /// Whether they may see it at all.
    pub fn sees(self) -> bool {
        self.status.is_public() || self.is_insider()
    }
}

/// Whether they may edit a comment: its author.
pub fn may_edit_comment(author: Id, eyes: Eyes) -> bool {
    eyes.caller == Some(author)
}

/// Whether they may delete a comment: its author and admins.
pub fn may_delete_comment(author: Id, eyes: Eyes) -> bool {
    eyes.caller == Some(author) || eyes.is_admin()
}

/// The orders of a list with their labels; the first is the default.
pub const SORTS: [(&str, &str); 3] = [("recent", "Most Recent"), ("popular", "Most Popular"), ("alphabetical", "Alphabetical")];

/// Upvotes at which a project gets the Popular mark.
pub const POPULAR: i64 = 10;

/// The categories that a project belongs to: its own, and each of a new community's whose id occurs in one of its
/// technologies. Categories that an admin has added contain only the projects for which they were chosen.
pub fn categories_of<'a>(own: &'a str, technologies: &[String]) -> Vec<&'a str> {
    let technologies: Vec<String> = technologies.iter().map(|name| fold(name)).collect();
    let named = FIRST.iter().map(|(id, _)| *id);
    std::iter::once(own)
        .chain(named.filter(|id| *id != own && technologies.iter().any(|technology| technology.contains(id))))
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
    use crate::members::rules::Role;

    #[test]
    fn a_project_in_review_is_seen_by_its_makers_and_admins() {
        let nobody = Relation {
            status: ProjectStatus::InReview,
            is_owner: false,
            is_team_member: false,
            is_admin: false,
        };
        assert!(!nobody.sees());
        for insider in [
            Relation { is_owner: true, ..nobody },
            Relation {
                is_team_member: true,
                ..nobody
            },
            Relation { is_admin: true, ..nobody },
        ] {
            assert!(insider.sees());
        }
        let approved = Relation {
            status: ProjectStatus::Approved,
            ..nobody
        };
        assert!(approved.sees() && !approved.is_insider());
    }

    #[test]
    fn a_comment_is_its_authors_and_admins_may_delete_it() {
        let eyes = |caller, is_admin| Eyes {
            caller,
            role: if is_admin { Role::Admin } else { Role::User },
        };
        let (author, other) = (Id(1), Id(2));
        assert!(may_edit_comment(author, eyes(Some(author), false)) && may_delete_comment(author, eyes(Some(author), false)));
        assert!(!may_edit_comment(author, eyes(Some(other), true)) && may_delete_comment(author, eyes(Some(other), true)));
        assert!(!may_delete_comment(author, eyes(Some(other), false)) && !may_delete_comment(author, Eyes::GUEST));
    }

    #[test]
    fn a_project_is_found_under_its_category_and_its_technologies() {
        let technologies = vec!["WebGL".to_owned(), "Rust".to_owned(), "REST API".to_owned()];
        assert_eq!(categories_of("game", &technologies), ["game", "web", "api"]);
        assert_eq!(categories_of("rust", &technologies), ["rust", "web", "api"]);
        assert_eq!(facets_of(&["web"], false), ["all", "web"]);
        assert_eq!(facets_of(&["web"], true), ["all", "featured:all", "web", "featured:web"]);
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

//! Projects and comments as JSON.

use poem_openapi::{Enum, Object};
use serde::Serialize;

use crate::db::values::{Id, Instant};
use crate::members::views::MemberRef;

/// The state of a project's review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize)]
pub enum ProjectStatus {
    #[oai(rename = "In Review")]
    #[serde(rename = "In Review")]
    InReview,
    Approved,
    Rejected,
}

impl ProjectStatus {
    /// The word in the database and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            ProjectStatus::InReview => "In Review",
            ProjectStatus::Approved => "Approved",
            ProjectStatus::Rejected => "Rejected",
        }
    }

    /// The state of that word.
    pub fn parse(word: &str) -> Option<ProjectStatus> {
        [ProjectStatus::InReview, ProjectStatus::Approved, ProjectStatus::Rejected]
            .into_iter()
            .find(|status| status.as_str() == word)
    }
}

/// The event that a project belongs to.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct EventRef {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub title: String,
}

/// An upvote: the caller's own, or any when an admin asks.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct Upvote {
    /// The voter's id.
    pub user: Id,
    /// Only for admins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Only for admins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}

/// A picture of a project in its two sizes.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct Picture {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    /// What it shows, in words.
    pub alt: String,
    /// The address of the size for cards.
    pub card_url: String,
    /// The address of the full size.
    pub full_url: String,
    /// Pixels of the full size.
    pub width: u32,
    pub height: u32,
}

/// A project in a list.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct ProjectSummary {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    /// The display id, such as PRJ-0042.
    pub project_id: String,
    pub title: String,
    pub short_description: String,
    /// The first 300 characters of the description, as plain text.
    pub description: String,
    pub tech_stack: Vec<String>,
    pub github_link: String,
    pub demo_link: String,
    pub category: String,
    pub submitted_by: MemberRef,
    /// The caller's own upvote, if any.
    pub upvotes: Vec<Upvote>,
    pub upvote_count: i64,
    /// Whether the caller has upvoted it.
    pub has_upvoted: bool,
    pub comment_count: i64,
    pub featured: bool,
    pub status: ProjectStatus,
    /// Whether it has enough upvotes for the Popular mark.
    pub popular: bool,
    /// The first picture, when there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cover: Option<Picture>,
    pub submission_date: Instant,
    pub created_at: Instant,
}

/// The tier that a project's upvotes reach.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct UpvoteTier {
    /// troposphere, stratosphere, mesosphere, thermosphere or exosphere.
    pub level: String,
    /// The upvotes that it takes.
    pub threshold: i64,
    /// Whether the badge has been issued.
    pub issued: bool,
}

/// A project with everything that its page shows.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct Project {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    /// The display id, such as PRJ-0042.
    pub project_id: String,
    pub title: String,
    pub short_description: String,
    /// Markdown, as typed.
    pub description: String,
    /// The description as sanitised HTML.
    pub description_html: String,
    pub tech_stack: Vec<String>,
    pub github_link: String,
    pub demo_link: String,
    pub category: String,
    pub submitted_by: MemberRef,
    pub team: Vec<MemberRef>,
    /// The event that it was made for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event_id: Option<EventRef>,
    /// The caller's own upvote, if any; for admins the newest 200.
    pub upvotes: Vec<Upvote>,
    pub upvote_count: i64,
    pub has_upvoted: bool,
    pub comment_count: i64,
    pub featured: bool,
    pub status: ProjectStatus,
    /// Why it was rejected: for its owner, its team and admins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejection_reason: Option<String>,
    pub popular: bool,
    /// Whether a badge of the family project names it.
    pub badge_issued: bool,
    /// The highest tier that its upvotes reach.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upvote_tier: Option<UpvoteTier>,
    pub pictures: Vec<Picture>,
    /// Whether the caller may edit and withdraw it.
    pub can_edit: bool,
    /// Whether the caller is in its team (and may leave it).
    pub is_team_member: bool,
    pub submission_date: Instant,
    pub created_at: Instant,
}

/// The author of a comment.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct Comment {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub user: MemberRef,
    /// As typed.
    pub text: String,
    pub timestamp: Instant,
    /// When it was last edited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edited_at: Option<Instant>,
    /// Whether the caller wrote it.
    pub can_edit: bool,
    /// Whether the caller may delete it.
    pub can_delete: bool,
}

/// A count.
#[derive(Debug, Clone, Object)]
pub struct ProjectCount {
    /// The number of public projects.
    pub count: i64,
}

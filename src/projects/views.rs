//! The JSON of projects and comments.

use poem_openapi::{Enum, Object};
use serde::Serialize;

use super::rules::ProjectStatus;
use crate::db::values::{Id, Instant};
use crate::media::picture::CARD;
use crate::members::views::MemberRef;

/// The event that a project was made for.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct EventRef {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub title: String,
    /// Whether the event was cancelled.
    pub cancelled: bool,
}

/// An upvote. Members see their own, admins see all.
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
    /// The alt text: what the picture shows.
    pub alt: String,
    /// The address of the size for cards.
    pub card_url: String,
    /// The address of the full size.
    pub full_url: String,
    /// Pixels of the full size.
    pub width: u32,
    pub height: u32,
}

impl Picture {
    /// Pixels of the size for cards.
    pub fn card_width(&self) -> u32 {
        let longest = self.width.max(self.height).max(1);
        self.width.min((self.width * CARD + longest / 2) / longest)
    }
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
    /// The first picture, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cover: Option<Picture>,
    pub submission_date: Instant,
    pub created_at: Instant,
}

/// The tier of a project by its upvotes.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct UpvoteTier {
    /// troposphere, stratosphere, mesosphere, thermosphere or exosphere.
    pub level: String,
    /// The upvotes that the tier needs.
    pub threshold: i64,
    /// Whether the badge has been issued.
    pub issued: bool,
    /// The badge, when it has been issued.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub badge: Option<Id>,
}

/// A project badge that names a project.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct ProjectBadge {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    /// troposphere, stratosphere, mesosphere, thermosphere or exosphere.
    pub level: String,
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
    pub submitted_by: Submitter,
    pub team: Vec<MemberRef>,
    /// The event that it was made for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event_id: Option<EventRef>,
    /// The caller's own upvote, if any. For admins: the newest 200.
    pub upvotes: Vec<Upvote>,
    pub upvote_count: i64,
    pub has_upvoted: bool,
    pub comment_count: i64,
    pub featured: bool,
    pub status: ProjectStatus,
    /// Why it was rejected. Only for its owner, its team and admins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejection_reason: Option<String>,
    pub popular: bool,
    /// Whether a project badge names this project.
    pub badge_issued: bool,
    /// The project badge that names this project; of several, the highest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completion_badge: Option<ProjectBadge>,
    /// The highest tier that its upvotes reach.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upvote_tier: Option<UpvoteTier>,
    pub pictures: Vec<Picture>,
    /// Whether the caller may edit and withdraw it.
    pub can_edit: bool,
    /// Whether the caller is in its team and may leave it.
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

/// The member who submitted a project.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct Submitter {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub profile_picture: String,
    /// Whether the caller finds a profile of them. Members who have left have none.
    pub has_profile: bool,
    /// Only for admins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}

/// A count.
#[derive(Debug, Clone, Object, Serialize)]
pub struct ProjectCount {
    /// The number of public projects.
    pub count: i64,
}

/// A stored project, with the sentence to show.
#[derive(Debug, Clone, Object, Serialize)]
pub struct ProjectSaved {
    pub message: String,
    pub project: Project,
}

/// The sentence to show after an action.
#[derive(Debug, Clone, Object, Serialize)]
pub struct Done {
    pub message: String,
}

/// The number of upvotes, and whether the caller's is among them.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct UpvoteAnswer {
    pub upvote_count: i64,
    pub has_upvoted: bool,
}

/// A stored comment.
#[derive(Debug, Clone, Object, Serialize)]
pub struct CommentSaved {
    pub comment: Comment,
}

/// One of the caller's own projects, with details for its team.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct MyProject {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub project_id: String,
    pub title: String,
    pub short_description: String,
    pub category: String,
    pub status: ProjectStatus,
    /// Why it was rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejection_reason: Option<String>,
    pub upvote_count: i64,
    pub comment_count: i64,
    pub featured: bool,
    /// Whether the caller submitted it. Otherwise they are in its team.
    pub is_owner: bool,
    pub submission_date: Instant,
}

/// The pictures of a project after a change.
#[derive(Debug, Clone, Object, Serialize)]
pub struct PictureSaved {
    pub pictures: Vec<Picture>,
}

/// A project as the admins' list shows it.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct AdminProject {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub project_id: String,
    pub title: String,
    pub status: ProjectStatus,
    pub category: String,
    pub featured: bool,
    pub upvote_count: i64,
    pub submission_date: Instant,
    pub submitted_by: Submitter,
}

/// The order of the admins' list of projects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
pub enum ReviewSort {
    /// Newest first.
    Recent,
    Oldest,
    /// By title.
    Title,
    /// By title, from Z to A.
    #[oai(rename = "title-desc")]
    TitleDescending,
}

/// How many projects are in each state.
#[derive(Debug, Clone, PartialEq, Eq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct ProjectCounts {
    pub all: i64,
    pub in_review: i64,
    pub approved: i64,
    pub rejected: i64,
}

/// The projects before and after one.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(skip_serializing_if_is_none)]
pub struct Neighbours {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<Id>,
}

/// A project's state after a decision.
#[derive(Debug, Clone, Object, Serialize)]
pub struct Decided {
    pub message: String,
    pub status: ProjectStatus,
    pub featured: bool,
}

//! What members and admins send about projects, as JSON.

use poem_openapi::Object;

use super::draft_rules::Draft;
use super::rules::{
    MAX_ALT, MAX_COMMENT, MAX_DESCRIPTION, MAX_LINK, MAX_PICTURES, MAX_REASON, MAX_SHORT_DESCRIPTION, MAX_TEAM, MAX_TECHNOLOGIES, MAX_TECHNOLOGY,
    MAX_TITLE, ProjectStatus,
};
use crate::db::values::Id;
use crate::input::{List, Text};
use crate::text::{CHOICE_LENGTH, TOKEN_LENGTH};

/// What a member submits or edits. Other fields are ignored.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct ProjectInput {
    #[oai(default)]
    pub title: Text<MAX_TITLE>,
    #[oai(default)]
    pub short_description: Text<MAX_SHORT_DESCRIPTION>,
    /// Markdown.
    #[oai(default)]
    pub description: Text<MAX_DESCRIPTION>,
    /// Repetitions are dropped.
    #[oai(default)]
    pub tech_stack: List<Text<MAX_TECHNOLOGY>, MAX_TECHNOLOGIES>,
    /// An http or https address. Empty only where the community asks for no repository: then a demo or a picture is needed.
    #[oai(default)]
    pub github_link: Text<MAX_LINK>,
    /// An http or https address, or empty.
    #[oai(default)]
    pub demo_link: Text<MAX_LINK>,
    /// The id of a category that is offered, or that the project has already; `web` when empty.
    #[oai(default)]
    pub category: Text<CHOICE_LENGTH>,
    /// The event that it was made for, which must be today or later. Empty: none.
    #[oai(default)]
    pub event_id: Text<CHOICE_LENGTH>,
    /// Ids of the members who made it with the submitter.
    #[oai(default)]
    pub team: List<Id, MAX_TEAM>,
    /// Whether pictures are sent right after a submission. The project is not approved before there is one, if it has no
    /// links.
    #[oai(default)]
    pub pictures_follow: bool,
    /// The captcha's answer. Not needed for editing.
    #[oai(default)]
    pub captcha_token: Text<TOKEN_LENGTH>,
}

impl ProjectInput {
    /// What the rules look at.
    pub fn draft(&self) -> Draft {
        Draft {
            title: self.title.0.clone(),
            short_description: self.short_description.0.clone(),
            description: self.description.0.clone(),
            tech_stack: self.tech_stack.0.iter().map(|name| name.0.clone()).collect(),
            github_link: self.github_link.0.clone(),
            demo_link: self.demo_link.0.clone(),
            category: self.category.0.clone(),
            event: self.event_id.0.clone(),
            team: self.team.0.clone(),
        }
    }
}

/// The wanted state of the caller's upvote.
#[derive(Debug, Clone, Object)]
pub struct UpvoteInput {
    /// Whether the caller upvotes the project. If absent, the upvote is toggled.
    pub upvoted: Option<bool>,
}

/// A comment to write.
#[derive(Debug, Clone, Object)]
pub struct CommentInput {
    #[oai(default)]
    pub text: Text<MAX_COMMENT>,
}

/// A project's pictures in their new order.
#[derive(Debug, Clone, Object)]
pub struct PictureOrder {
    pub pictures: List<PictureInput, MAX_PICTURES>,
}

/// A picture and its alt text.
#[derive(Debug, Clone, Object)]
pub struct PictureInput {
    #[oai(rename = "_id")]
    pub id: Id,
    #[oai(default)]
    pub alt: Text<MAX_ALT>,
}

/// A decision about a project.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct StatusInput {
    /// `Approved` or `Rejected`.
    #[oai(default)]
    pub status: Text<CHOICE_LENGTH>,
    /// Required for a rejection. It is e-mailed to the submitter.
    #[oai(default)]
    pub rejection_reason: Text<MAX_REASON>,
    /// The state that the admin saw.
    pub expected: Option<ProjectStatus>,
}

/// Whether to feature a project.
#[derive(Debug, Clone, Object)]
pub struct FeatureInput {
    pub featured: bool,
}

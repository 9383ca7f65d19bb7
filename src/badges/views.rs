//! The JSON of badges.

use poem_openapi::Object;
use serde::Serialize;

use super::rules::{Family, Level, MAX_DESCRIPTION, MAX_MEMBERS, MAX_NAME};
use crate::certificates::views::Origin;
use crate::db::values::{Id, Instant};
use crate::input::{List, Text};
use crate::members::views::MemberRef;
use crate::text::CHOICE_LENGTH;

/// A badge.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct Badge {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    /// What it was given for.
    pub description: String,
    pub badge_type: Family,
    pub level: Level,
    /// The other name of the level: Basic, Intermediate, Advanced, Expert or Master.
    pub rank: String,
    pub issued_to: MemberRef,
    pub issue_date: Instant,
    /// The project that it names, while everybody may see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<Origin>,
    /// The event that it names, while everybody may see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<Origin>,
    /// The upvotes that earned it; 0 when something else did.
    pub upvote_threshold: i64,
    /// The upvotes or approved projects that earned it; absent when an admin gave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<i64>,
    /// The rule by which it was awarded, in words.
    pub rule: String,
    /// The address of its picture, 512 pixels wide.
    pub image_url: String,
    /// The alternative text of the picture.
    pub image_alt: String,
    /// The address of its page.
    pub shareable_link: String,
}

impl Badge {
    /// What it was given for, with the project that earned it.
    pub fn reason(&self) -> String {
        match (&self.project, self.count) {
            (Some(project), Some(_)) => format!("{}: {}", self.description, project.title),
            _ => self.description.clone(),
        }
    }
}

/// A badge to give to one member, or to several.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct BadgeInput {
    #[oai(default)]
    pub name: Text<MAX_NAME>,
    /// What it is given for.
    #[oai(default)]
    pub description: Text<MAX_DESCRIPTION>,
    /// `achievement` when it is not given.
    #[oai(default)]
    pub badge_type: Text<CHOICE_LENGTH>,
    /// `troposphere` when it is not given.
    #[oai(default)]
    pub level: Text<CHOICE_LENGTH>,
    /// The member who gets it.
    pub user: Option<Text<CHOICE_LENGTH>>,
    /// The members who get it, when there are several.
    #[oai(default)]
    pub users: List<Id, MAX_MEMBERS>,
    /// The approved project that an upvote or project badge names. Other badges name none.
    pub project: Option<Text<CHOICE_LENGTH>>,
    /// The event that an event badge names. Other badges name none.
    pub event: Option<Text<CHOICE_LENGTH>>,
}

/// What became of one member.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct BadgeOutcome {
    pub user: Id,
    /// Empty when there is no such member.
    pub name: String,
    /// Given, or why not.
    pub outcome: String,
    /// The id of the new badge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub badge: Option<Id>,
}

/// The badges that were given, and what became of each member.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct BadgesGiven {
    pub message: String,
    /// The badge; of several, the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub badge: Option<Badge>,
    /// The number of badges that were given now.
    pub count: i64,
    pub outcomes: Vec<BadgeOutcome>,
}

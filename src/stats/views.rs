//! The JSON of the community's counts.

use poem_openapi::Object;
use serde::Serialize;

use super::rules::MAX_PATH;
use crate::db::values::Instant;
use crate::input::Text;

/// The three counts on the home page.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    /// Members, without suspended and deleted ones.
    pub user_count: i64,
    /// Public projects.
    pub project_count: i64,
    /// Published events, without cancelled ones.
    pub event_count: i64,
}

/// A count.
#[derive(Debug, Clone, Object, Serialize)]
pub struct UserCount {
    /// The number of members.
    pub count: i64,
}

/// What is to do, in numbers.
#[derive(Debug, Clone, Default, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct ToDo {
    /// Projects that wait for review.
    pub reviews_waiting: i64,
    /// Certificates that are held until somebody releases them.
    pub held_certificates: i64,
    /// Mails that could not be delivered.
    pub failed_mails: i64,
    /// Published events that begin within the next 7 days.
    pub events_this_week: i64,
    /// Events that are not published yet.
    pub drafts: i64,
    /// Valid certificates, of the newest 200, whose names have characters that no font has.
    pub unprintable_names: i64,
    /// When the database was last exported or backed up; absent when never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_copied_at: Option<Instant>,
    /// Why the last backup could not be made; absent when it could.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backup_problem: Option<String>,
}

/// A month in numbers.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct Month {
    /// YYYY-MM.
    pub month: String,
    /// Accounts made in the month, and by its end. Those that were deleted later count too.
    pub new_users: i64,
    pub total_users: i64,
    /// Projects submitted in the month. Those that were withdrawn later count too.
    pub submitted_projects: i64,
}

/// How the community grows.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct Growth {
    pub months: Vec<Month>,
    /// Projects by state, now.
    pub approved: i64,
    pub in_review: i64,
    pub rejected: i64,
}

/// A visit to count.
#[derive(Debug, Clone, Object)]
pub struct Visit {
    /// The path of the page that is viewed.
    pub page: Option<Text<MAX_PATH>>,
    /// Whether the interface has just started in this browser.
    #[oai(default)]
    pub started: bool,
}

/// Whether something was counted.
#[derive(Debug, Clone, Object, Serialize)]
pub struct Counted {
    pub counted: bool,
}

/// A number for a name.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
pub struct NamedCount {
    /// A page in the syntax of routes (`/projects/:id`), or what happened (`user_action:login_success`).
    pub name: String,
    pub count: i64,
}

/// The page views of a day.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
pub struct DayViews {
    /// YYYY-MM-DD in the community's time zone.
    pub day: String,
    pub views: i64,
}

/// The page views and happenings of a time.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
pub struct Analytics {
    /// The first and the last day, YYYY-MM-DD in the community's time zone.
    pub from: String,
    pub until: String,
    /// Every day in order, those without a view too.
    pub days: Vec<DayViews>,
    /// Views by page, most first.
    pub pages: Vec<NamedCount>,
    /// What happened how often, most often first.
    pub events: Vec<NamedCount>,
}

//! The JSON of members for admins, with their addresses.

use poem_openapi::{Enum, Object};
use serde::Serialize;

use super::rules::{MAX_SUSPENSION_REASON, Role};
use crate::db::values::{Id, Instant};
use crate::input::Text;

/// A member in the list of users.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct AdminUser {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub email: String,
    /// The address of a picture, or empty.
    pub profile_picture: String,
    pub role: Role,
    /// The ids of the projects that the member submitted, newest first: at most 100. `projectCount` counts all.
    pub submitted_projects: Vec<Id>,
    pub project_count: i64,
    pub created_at: Instant,
    /// Since when the member is suspended; absent for others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suspended_at: Option<Instant>,
    /// Why the member is suspended; absent for others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suspension_reason: Option<String>,
}

/// The order of the list of users.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
pub enum UserSort {
    /// Newest first.
    #[default]
    Recent,
    Oldest,
    /// By name.
    Name,
    /// By name, from Z to A.
    #[oai(rename = "name-desc")]
    NameDescending,
    /// Most projects first.
    Projects,
    /// Fewest projects first.
    #[oai(rename = "projects-asc")]
    ProjectsAscending,
}

impl UserSort {
    /// The name that statements know it by.
    pub fn as_str(self) -> &'static str {
        match self {
            UserSort::Recent => "recent",
            UserSort::Oldest => "oldest",
            UserSort::Name => "name",
            UserSort::NameDescending => "name-desc",
            UserSort::Projects => "projects",
            UserSort::ProjectsAscending => "projects-asc",
        }
    }
}

/// Which users are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
pub enum UserFilter {
    #[default]
    All,
    /// Members without a role.
    User,
    Organiser,
    Admin,
    /// Suspended members of any role.
    Suspended,
}

/// The role to give.
#[derive(Debug, Clone, Object)]
pub struct RoleInput {
    pub role: Role,
}

/// Why a member is suspended.
#[derive(Debug, Clone, Object)]
pub struct SuspensionInput {
    /// The member reads it in the mail that tells them.
    pub reason: Text<MAX_SUSPENSION_REASON>,
}

/// The outcome of a change of a user.
#[derive(Debug, Clone, Object, Serialize)]
pub struct UserChanged {
    pub message: String,
    pub user: AdminUser,
}

//! Members as JSON. Nothing here but the owner's own view holds an e-mail address.

use poem_openapi::{Enum, Object};
use serde::Serialize;

use crate::db::values::{Id, Instant};

/// A member as others see one next to a project, a comment or a certificate.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct MemberRef {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    /// An address of a picture, or empty.
    pub profile_picture: String,
}

/// What a member may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize)]
#[oai(rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Role {
    User,
    Admin,
}

impl Role {
    /// The word in the database and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::User => "user",
            Role::Admin => "admin",
        }
    }

    /// The role of that word in the database.
    pub fn parse(word: &str) -> Role {
        if word == "admin" { Role::Admin } else { Role::User }
    }
}

/// The member behind a request, as the database knows them now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    pub id: Id,
    pub name: String,
    pub role: Role,
    pub session: Id,
}

impl Caller {
    /// What the caller may see.
    pub fn eyes(&self) -> Eyes {
        Eyes {
            caller: self.id,
            is_admin: self.role == Role::Admin,
        }
    }
}

/// Who looks, and what that lets them see.
#[derive(Debug, Clone, Copy)]
pub struct Eyes {
    /// The caller's id; of nobody for a guest.
    pub caller: Id,
    pub is_admin: bool,
}

impl Eyes {
    /// Who has not signed in.
    pub const GUEST: Eyes = Eyes {
        caller: Id(0),
        is_admin: false,
    };
}

/// The signed-in member, as the sign-in answers.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct SessionUser {
    pub id: Id,
    pub name: String,
    pub email: String,
    pub role: Role,
    pub profile_picture: String,
}

/// A member as sign-in and administration know one; never sent as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub id: Id,
    pub name: String,
    pub email: String,
    pub picture: String,
    pub role: Role,
    pub is_suspended: bool,
}

/// What an account is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAccount {
    pub name: String,
    pub email: String,
    /// An https address, or empty.
    pub picture: String,
    pub role: Role,
}

impl From<Account> for SessionUser {
    fn from(account: Account) -> SessionUser {
        SessionUser {
            id: account.id,
            name: account.name,
            email: account.email,
            role: account.role,
            profile_picture: account.picture,
        }
    }
}

/// The five interest answers of a profile.
#[derive(Debug, Clone, Default, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct InterestQuestions {
    pub best_achievement: String,
    pub worst_bug_ever: String,
    pub favorite_language: String,
    pub dream_project: String,
    pub programming_superpowers: String,
}

/// What a profile tells everybody.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Profile {
    #[oai(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub profile_picture: String,
    pub bio: String,
    pub github: String,
    pub linked_in: String,
    pub twitter: String,
    pub portfolio: String,
    pub discord: String,
    /// What the member is up for; "available" by default.
    pub status: String,
    pub interest_questions: InterestQuestions,
    /// The member's public projects, newest first, at most 100; the owner and admins see those in other states too.
    pub submitted_projects: Vec<ProfileProject>,
    /// Newest first, at most 100.
    pub badges: Vec<ProfileBadge>,
    /// Certificates that anybody may see, newest first, at most 100.
    pub certificates: Vec<ProfileCertificate>,
    /// Events that the member registered for, newest first, at most 100: the owner's own to see.
    pub events: Vec<ProfileEvent>,
    /// The sum of the upvotes of the submitted projects.
    pub total_upvotes: i64,
    pub created_at: Instant,
    /// Only in the owner's own answer and for admins.
    pub email: Option<String>,
    /// Only in the owner's own answer and for admins.
    pub role: Option<Role>,
}

/// A project on a profile.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct ProfileProject {
    #[oai(rename = "_id")]
    pub id: Id,
    pub title: String,
    pub short_description: String,
    pub description: String,
    pub category: String,
    /// `In Review`, `Approved` or `Rejected`.
    pub status: String,
    pub tech_stack: Vec<String>,
    pub github_link: String,
    pub demo_link: String,
    pub upvote_count: i64,
    pub featured: bool,
    pub submission_date: Instant,
}

/// A badge on a profile.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct ProfileBadge {
    #[oai(rename = "_id")]
    pub id: Id,
    pub name: String,
    /// upvote, project, event or achievement.
    pub badge_type: String,
    /// troposphere, stratosphere, mesosphere, thermosphere or exosphere.
    pub level: String,
    pub issue_date: Instant,
}

/// A certificate on a profile.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct ProfileCertificate {
    #[oai(rename = "_id")]
    pub id: Id,
    pub certificate_id: String,
    pub title: String,
    /// event or project.
    #[oai(rename = "type")]
    pub kind: String,
    /// corporate, modern, trophy or abstract.
    pub design: String,
    pub recipient_name: String,
    /// What it was given for.
    pub achievement: String,
    pub verified: bool,
    pub issue_date: Instant,
}

/// An event on a profile.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct ProfileEvent {
    #[oai(rename = "_id")]
    pub id: Id,
    pub title: String,
    pub description: String,
    /// YYYY-MM-DD in the community's time zone.
    pub date: String,
}

/// Whether the caller is an admin.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct AdminCheck {
    pub is_admin: bool,
}

//! The JSON of members. Only the member's own view and the admins' view contain an e-mail address.

use poem_openapi::Object;
use serde::Serialize;

use super::rules::{ANSWER_LENGTH, Account, BIO_LENGTH, MAX_HANDLE, MAX_PORTFOLIO, MAX_STATUS, NAME_LENGTH, ProfileEdit, Role};
use crate::db::values::{Id, Instant};
use crate::input::Text;

/// A member as others see them next to a project, a comment or a certificate.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct MemberRef {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    /// The address of a picture, or empty.
    pub profile_picture: String,
    /// Whether the caller finds a profile of them. Members who have left have none.
    pub has_profile: bool,
}

/// A member who was found by name.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct FoundMember {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    /// The address of a picture, or empty.
    pub profile_picture: String,
    /// Only for admins, who tell namesakes apart by it, and for organisers when the member takes part in an event of theirs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}

/// The signed-in member, as returned by the sign-in.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct SessionUser {
    pub id: Id,
    pub name: String,
    pub email: String,
    pub role: Role,
    pub profile_picture: String,
    /// Whether the member still has to choose a name. Until then, everybody sees a neutral one.
    pub needs_name: bool,
    /// A name to suggest while the member needs one; may be empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposed_name: Option<String>,
}

/// Which mails a member wants, besides those about their own actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Object, Serialize)]
pub struct MailChoices {
    /// That projects are waiting for review; at most once an hour, to admins only.
    pub reviews: bool,
    /// That somebody commented on the member's project; at most once an hour per project.
    pub comments: bool,
    /// That the member has earned badges; several at once are one mail.
    pub badges: bool,
    /// News from the community, as admins write them to members.
    pub news: bool,
    /// Announcements of events, as admins write them to members.
    pub events: bool,
}

impl From<Account> for SessionUser {
    fn from(account: Account) -> SessionUser {
        SessionUser {
            proposed_name: account.needs_name.then(|| account.proposal()),
            needs_name: account.needs_name,
            id: account.id,
            name: account.name,
            email: account.email,
            role: account.role,
            profile_picture: account.picture,
        }
    }
}

/// The five interests in a profile.
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

/// The fields of a profile to change. Absent fields stay as they are.
#[derive(Debug, Clone, Default, Object)]
#[oai(rename_all = "camelCase")]
pub struct ProfileInput {
    pub name: Option<Text<NAME_LENGTH>>,
    pub bio: Option<Text<BIO_LENGTH>>,
    /// The user name there, or a web address. The same applies to the next two fields.
    pub github: Option<Text<MAX_HANDLE>>,
    pub linked_in: Option<Text<MAX_HANDLE>>,
    pub twitter: Option<Text<MAX_HANDLE>>,
    /// A web address.
    pub portfolio: Option<Text<MAX_PORTFOLIO>>,
    /// A numeric id or any name.
    pub discord: Option<Text<NAME_LENGTH>>,
    /// What the member is available for. Empty: "available".
    pub status: Option<Text<MAX_STATUS>>,
    pub interest_questions: Option<InterestAnswers>,
}

impl From<ProfileInput> for ProfileEdit {
    fn from(input: ProfileInput) -> ProfileEdit {
        let answers = input.interest_questions.unwrap_or_default();
        ProfileEdit {
            name: input.name.map(String::from),
            bio: input.bio.map(String::from),
            github: input.github.map(String::from),
            linked_in: input.linked_in.map(String::from),
            twitter: input.twitter.map(String::from),
            portfolio: input.portfolio.map(String::from),
            discord: input.discord.map(String::from),
            status: input.status.map(String::from),
            best_achievement: answers.best_achievement.map(String::from),
            worst_bug_ever: answers.worst_bug_ever.map(String::from),
            favorite_language: answers.favorite_language.map(String::from),
            dream_project: answers.dream_project.map(String::from),
            programming_superpowers: answers.programming_superpowers.map(String::from),
        }
    }
}

/// The interests to change. Absent fields stay as they are.
#[derive(Debug, Clone, Default, Object)]
#[oai(rename_all = "camelCase")]
pub struct InterestAnswers {
    pub best_achievement: Option<Text<ANSWER_LENGTH>>,
    pub worst_bug_ever: Option<Text<ANSWER_LENGTH>>,
    pub favorite_language: Option<Text<ANSWER_LENGTH>>,
    pub dream_project: Option<Text<ANSWER_LENGTH>>,
    pub programming_superpowers: Option<Text<ANSWER_LENGTH>>,
}

/// A profile as everybody sees it.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub profile_picture: String,
    pub bio: String,
    pub github: String,
    pub linked_in: String,
    pub twitter: String,
    pub portfolio: String,
    pub discord: String,
    /// What the member is available for; "available" by default.
    pub status: String,
    pub interest_questions: InterestQuestions,
    /// The member's public projects, newest first, at most 100. The member and admins see projects in all states.
    pub submitted_projects: Vec<ProfileProject>,
    /// Newest first, at most 100.
    pub badges: Vec<ProfileBadge>,
    /// Public certificates, newest first, at most 100.
    pub certificates: Vec<ProfileCertificate>,
    /// Events that the member has registered for, newest first, at most 100. Only the member and admins see them.
    pub events: Vec<ProfileEvent>,
    /// Whether `events` is empty because the caller may not see them.
    pub events_hidden: bool,
    /// The total upvotes of the projects that the member submitted.
    pub total_upvotes: i64,
    pub created_at: Instant,
    /// Only for the member and admins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Only for the member and admins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// Whether the member still has to choose a name. Only for the member and admins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs_name: Option<bool>,
    /// A name to suggest while the member needs one; may be empty. Only for the member and admins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposed_name: Option<String>,
}

/// A project on a profile.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct ProfileProject {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
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
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct ProfileBadge {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    /// upvote, project, event or achievement.
    pub badge_type: String,
    /// troposphere, stratosphere, mesosphere, thermosphere or exosphere.
    pub level: String,
    pub issue_date: Instant,
}

/// A certificate on a profile.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct ProfileCertificate {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub certificate_id: String,
    pub title: String,
    /// event or project.
    #[oai(rename = "type")]
    #[serde(rename = "type")]
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
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct ProfileEvent {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub title: String,
    pub description: String,
    /// YYYY-MM-DD in the community's time zone.
    pub date: String,
    pub end_date: String,
    pub cancelled: bool,
}

/// How far the caller reaches into the admin area.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct AdminCheck {
    pub is_admin: bool,
    /// Whether the caller has the role of an organiser.
    pub is_organiser: bool,
    /// Whether the caller helps at the door of any event.
    pub is_helper: bool,
}

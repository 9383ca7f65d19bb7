//! The JSON of the audit log.

use poem_openapi::Object;
use serde::Serialize;

use super::rules::Change;
use crate::db::values::{Id, Instant};

/// Somebody who did something.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct Actor {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    /// Whether they have a profile: members who have left have none.
    pub has_profile: bool,
}

/// Something that an admin did, or the operator in the shell.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct AuditEntry {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub at: Instant,
    /// Who did it; absent for the operator, who works in the shell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actor: Option<Actor>,
    /// A verb, such as `project.approve`.
    pub action: String,
    /// The kind of what was changed, such as `project`.
    pub subject_kind: String,
    pub subject_id: String,
    /// The present name of a member, project, event, badge or certificate, or the subject of a message; absent for what has none or is
    /// gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject_name: Option<String>,
    /// Whether what was changed is a member who has left, and so has no profile.
    pub subject_left: bool,
    pub changes: Vec<Change>,
}

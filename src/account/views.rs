//! The JSON of the account. Only its member gets it.

use poem_openapi::Object;
use serde::Serialize;

use crate::db::values::{Id, Instant};
use crate::input::Text;
use crate::members::rules::NAME_LENGTH;
use crate::sessions::rules::MAX_LINK_TOKEN;
use crate::text::EMAIL_LENGTH;

/// How the member signs in, and where they are signed in.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    pub name: String,
    /// The address for sign-in links and mails.
    pub email: String,
    /// Since when the account can be opened with a Google account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub google_since: Option<Instant>,
    /// The valid sessions, the last used one first; at most 100.
    pub sessions: Vec<SessionInfo>,
    /// A change of the address that is not confirmed yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_change: Option<EmailChange>,
    /// Whether the member is the only admin, who can be neither demoted nor deleted.
    pub is_last_admin: bool,
}

/// A place where the member is signed in.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct SessionInfo {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    /// The browser and system in words; empty when they are not known.
    pub device: String,
    pub created_at: Instant,
    /// To the hour.
    pub seen_at: Instant,
    /// Whether it is the session of this call.
    pub is_this: bool,
}

/// A change of the address that waits for confirmations.
#[derive(Debug, Clone, PartialEq, Eq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct EmailChange {
    /// The new address.
    pub email: String,
    /// Whether the present address has confirmed it.
    pub old_confirmed: bool,
    /// Whether the new address has confirmed it.
    pub new_confirmed: bool,
    pub expires_at: Instant,
}

/// The wanted address.
#[derive(Debug, Clone, Object)]
pub struct EmailInput {
    pub email: Text<EMAIL_LENGTH>,
}

/// The token of a link.
#[derive(Debug, Clone, Object)]
pub struct AddressToken {
    pub token: Text<MAX_LINK_TOKEN>,
}

/// Where a change of the address stands.
#[derive(Debug, Clone, Object, Serialize)]
pub struct AddressAnswer {
    pub message: String,
    /// Whether the account has its new address now.
    pub done: bool,
}

/// Confirms the deletion of the account.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct DeletionInput {
    /// The member's name.
    pub confirmation: Text<NAME_LENGTH>,
    /// Whether approved projects and comments are deleted, too. Otherwise they stay under "Deleted member".
    #[oai(default)]
    pub with_content: bool,
}

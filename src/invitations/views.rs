//! Invitations as JSON.

use poem_openapi::Object;
use serde::Serialize;

use super::rules::{MAX_LIST, MAX_ROWS};
use crate::db::values::{Id, Instant};
use crate::input::{List, Text};

/// Whom to invite.
#[derive(Debug, Clone, Object)]
pub struct InviteInput {
    /// One address, or a CSV of names and addresses; quoted fields, a head, commas, semicolons and tabs are understood.
    #[oai(default)]
    pub list: Text<MAX_LIST>,
}

/// A row of a list, and what becomes of it.
#[derive(Debug, Clone, Object, Serialize)]
pub struct InviteRow {
    pub name: String,
    pub email: String,
    /// `invited`, `member`, `invited_before`, `no_address` or `twice`.
    pub outcome: String,
    /// The same for people.
    pub label: String,
}

/// What becomes of a list.
#[derive(Debug, Clone, Object, Serialize)]
pub struct InvitePreview {
    pub rows: Vec<InviteRow>,
    /// Rows that are invited.
    pub count: i64,
}

/// What became of a list.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct Invited {
    /// The sentence to show.
    pub message: String,
    /// The new invitations, which can be taken back until they are sent.
    pub invitations: Vec<Id>,
    pub rows: Vec<InviteRow>,
}

/// Invitations to take back.
#[derive(Debug, Clone, Object)]
pub struct WithdrawInput {
    pub invitations: List<Id, MAX_ROWS>,
}

/// What was taken back.
#[derive(Debug, Clone, Object, Serialize)]
pub struct Withdrawn {
    /// The sentence to show.
    pub message: String,
    pub count: i64,
}

/// An invitation.
#[derive(Debug, Clone, PartialEq, Eq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    /// Empty once it has ended: the address goes.
    pub email: String,
    /// `pending` (it can be taken back), `waiting` (for the mail server), `sent`, `failed`, `joined`, `withdrawn`, `declined` or
    /// `expired`.
    pub state: String,
    /// Why its mail was not sent, or waits; empty when there is nothing to say.
    pub reason: String,
    pub invited_by: String,
    pub invited_at: Instant,
    /// Until when it can be taken back.
    pub sends_at: Instant,
}

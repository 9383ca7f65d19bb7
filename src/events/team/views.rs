//! The teams of events as JSON. No address is in it: organisers see those of participants only.

use poem_openapi::Object;
use serde::Serialize;

use super::rules::Duty;
use crate::db::values::{Id, Instant};
use crate::events::rules::Phase;

/// Somebody in the team of an event.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct TeamMember {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    /// The address of a picture, or empty.
    pub profile_picture: String,
    /// Whether they have a profile to link to: nobody has while they are suspended.
    pub has_profile: bool,
    pub duty: Duty,
    /// Whether the duty gives them anything now. It does not while they are suspended, nor an organiser's without the role.
    pub active: bool,
    pub added_at: Instant,
}

/// Somebody to add to the team of an event. Whoever is in it gets the new duty.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct TeamInput {
    pub user_id: Id,
    pub duty: Duty,
}

/// The answer to a change of a team, with the team as it is now.
#[derive(Debug, Clone, Object, Serialize)]
pub struct TeamChanged {
    /// The sentence to show.
    pub message: String,
    pub team: Vec<TeamMember>,
}

/// An event at whose door the caller works.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct OwnDoor {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub title: String,
    /// YYYY-MM-DD in the community's time zone.
    pub date: String,
    pub end_date: String,
    /// HH:MM in the community's time zone.
    pub time: String,
    /// RFC 3339 with the community's offset.
    pub starts_at: String,
    pub ends_at: String,
    /// What the clock says: `ahead`, `today` or `live`.
    pub phase: Phase,
}

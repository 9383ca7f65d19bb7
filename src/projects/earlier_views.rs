//! The JSON of a project's earlier review.

use poem_openapi::Object;
use serde::Serialize;

use super::earlier_rules::{Content, PieceKind, Pieces, changes};
use super::rules::ProjectStatus;
use crate::db::values::{Id, Instant};

/// What reviewers of a project know from before.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(skip_serializing_if_is_none)]
pub struct ReviewHistory {
    /// The last decision; absent when this is the first review.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub earlier: Option<EarlierReview>,
}

/// The last decision about a project, and what has changed since.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct EarlierReview {
    /// `Approved` or `Rejected`.
    pub status: ProjectStatus,
    /// The reason of a rejection.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejection_reason: Option<String>,
    pub decided_at: Instant,
    /// The name of the admin who decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<String>,
    /// The fields that differ, in the order of the form.
    pub changes: Vec<FieldChange>,
    /// The pictures that were added since.
    pub new_pictures: Vec<Id>,
}

/// A field that has changed.
#[derive(Debug, Clone, Object, Serialize)]
pub struct FieldChange {
    /// The name of the field in a submission, or `pictures`.
    pub field: String,
    /// Old and new text in reading order. Of a list, one piece for each entry.
    pub pieces: Vec<Piece>,
}

impl FieldChange {
    /// The changes between two states of a project.
    pub fn between(before: &Content, after: &Content) -> Vec<FieldChange> {
        let field_change = |(field, pieces): (&'static str, Pieces)| FieldChange {
            field: field.to_owned(),
            pieces: pieces.into_iter().map(|(kind, text)| Piece { kind, text }).collect(),
        };
        changes(before, after).into_iter().map(field_change).collect()
    }
}

/// A piece of a field.
#[derive(Debug, Clone, Object, Serialize)]
pub struct Piece {
    pub kind: PieceKind,
    pub text: String,
}

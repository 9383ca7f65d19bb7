//! The JSON of certificates.

use poem_openapi::Object;
use serde::Serialize;

use super::rules::{Design, Kind, MAX_MESSAGE, MAX_REASON, MAX_TITLE, Standing};
use crate::db::values::{Id, Instant};
use crate::input::Text;
use crate::members::rules::NAME_LENGTH;
use crate::members::views::MemberRef;

/// What a certificate was given for.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct Context {
    pub name: String,
}

/// An event or a project that a certificate belongs to.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct Origin {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub title: String,
}

/// A certificate.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct Certificate {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    /// CERT, the community's prefix and twelve digits.
    pub certificate_id: String,
    pub title: String,
    /// The name as it is printed.
    pub recipient_name: String,
    /// The member; absent when they have left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issued_to: Option<MemberRef>,
    #[oai(rename = "type")]
    #[serde(rename = "type")]
    pub kind: Kind,
    /// What it was given for: the name of the event or the project on the day of issue.
    pub context: Context,
    /// The name of the event, when it was given for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event_name: Option<String>,
    /// The name of the project, when it was given for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project_name: Option<String>,
    /// The event, while it exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<Origin>,
    /// The project, while it exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<Origin>,
    pub design: Design,
    /// The words at its top, such as "Certificate of Excellence".
    pub heading: String,
    /// A message to the recipient; empty when there is none.
    pub custom_message: String,
    pub status: Standing,
    /// Whether it counts: released and not revoked.
    pub verified: bool,
    /// Whether only the recipient and admins see it.
    pub is_private: bool,
    pub issue_date: Instant,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<Instant>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revocation_reason: Option<String>,
    /// The id of the certificate that took its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaced_by: Option<String>,
    /// The address of its page.
    pub shareable_link: String,
    /// The address that its QR code opens.
    pub verify_link: String,
    /// The address of its picture.
    pub image_url: String,
    /// The address of its document.
    pub pdf_url: String,
}

/// A certificate as admins see it in their list.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct AdminCertificate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub certificate: Certificate,
    /// Characters of the name that no font has, so that they are missing in print.
    pub missing_characters: Vec<String>,
}

/// A certificate to issue. `event` or `project` says what for.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct CertificateInput {
    /// What the certificate is called in lists.
    #[oai(default)]
    pub title: Text<MAX_TITLE>,
    /// The member who gets it.
    pub user: Option<Id>,
    pub event: Option<Id>,
    pub project: Option<Id>,
    /// The design; that of the event, or Modern, when it is not given.
    #[oai(default)]
    pub design: String,
    /// A message to the recipient.
    #[oai(default)]
    pub message: Text<MAX_MESSAGE>,
    /// Whether it is held until an admin releases it. Nobody is told before.
    #[oai(default)]
    pub hold: bool,
}

/// Why a certificate is revoked.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct RevokeInput {
    #[oai(default)]
    pub reason: Text<MAX_REASON>,
}

/// The name that should have been printed.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct CorrectInput {
    #[oai(default)]
    pub name: Text<NAME_LENGTH>,
}

/// A name to look at.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct NameInput {
    pub name: Text<NAME_LENGTH>,
}

/// What no font has of a name.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct NameChecked {
    pub missing_characters: Vec<String>,
}

/// Who sees a certificate.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct VisibilityInput {
    pub is_private: bool,
}

/// A certificate after a change, and what happened.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct CertificateChanged {
    pub message: String,
    pub certificate: Certificate,
}

/// The outcome for one participant.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct IssueOutcome {
    pub user: Id,
    pub name: String,
    /// Issued, or why not.
    pub outcome: String,
    /// The id of the new certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate_id: Option<String>,
}

/// The outcomes for all participants.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct CertificatesIssued {
    pub message: String,
    /// The number of certificates that were issued now.
    pub count: i64,
    pub outcomes: Vec<IssueOutcome>,
}

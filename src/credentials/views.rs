//! What is read of certificates and badges to sign them, and the JSON of keys and the log.

use poem_openapi::{ApiResponse, Object};
use serde::Serialize;

use super::key::encode;
use super::rules::{Evidence, Facts, disposition};
use super::tree::head_text;
use crate::badges::rules::{self as badge_rules, Family, Level};
use crate::certificates::rules::{Design, Kind, reason};
use crate::db::values::{Id, Instant};
use crate::web::body::Written;

/// Why there is no credential although what it is about stands.
pub const UNSIGNED: &str = "This has no signed credential.";

/// A signed credential as a file.
#[derive(ApiResponse)]
pub enum CredentialFile {
    /// The credential, byte for byte as it was signed.
    #[oai(status = 200, content_type = "application/vc+ld+json")]
    Ok(
        Written,
        #[oai(header = "Cache-Control")] String,
        #[oai(header = "Content-Disposition")] String,
    ),
}

impl CredentialFile {
    /// The file with this name.
    pub fn new(document: String, name: &str) -> CredentialFile {
        CredentialFile::Ok(Written(document), "private, no-cache".into(), disposition("attachment", name))
    }
}

/// A certificate that is to be signed.
pub struct CertificateRow {
    pub certificate_id: String,
    pub title: String,
    pub recipient: String,
    pub email: Option<String>,
    pub achievement: String,
    pub kind: Kind,
    pub design: Design,
    pub message: String,
    pub issued_at: Instant,
    pub event: Option<Id>,
    pub project: Option<Id>,
    /// The tasks of the event that were done.
    pub tasks: Vec<String>,
}

impl CertificateRow {
    /// What its credential says.
    pub fn facts(self, site_url: &str) -> Facts {
        let origin = match (self.event, self.project) {
            (Some(event), _) => Some(format!("{site_url}/events/{event}")),
            (None, Some(project)) => Some(format!("{site_url}/projects/{project}")),
            (None, None) => None,
        };
        let page = format!("{site_url}/certificates/{}", self.certificate_id);
        let narrative = match self.kind {
            Kind::Event if !self.tasks.is_empty() => format!("Tasks done: {}.", self.tasks.join("; ")),
            Kind::Event => format!("Took part in {}.", self.achievement),
            Kind::Project => format!("Made {}.", self.achievement),
        };
        let description = format!("{} {} {}.", self.design.heading(), reason(self.design, self.kind), self.achievement);
        Facts {
            title: self.title,
            recipient: self.recipient,
            email: self.email.filter(|email| !email.is_empty()),
            issued_at: self.issued_at,
            achievement: format!("{}#certificate", origin.as_ref().unwrap_or(&page)),
            kind: match self.kind {
                Kind::Event => "CertificateOfCompletion",
                Kind::Project => "Certificate",
            },
            description: if self.message.is_empty() {
                description
            } else {
                format!("{description} {}", self.message)
            },
            criteria: match self.kind {
                Kind::Event => format!("Complete {}.", self.achievement),
                Kind::Project => format!("Make {}, and have it recognised by the community.", self.achievement),
            },
            image: None,
            evidence: origin.map(|address| Evidence {
                address,
                name: self.achievement.clone(),
                narrative,
            }),
            name: self.achievement,
        }
    }
}

/// A badge that is to be signed.
pub struct BadgeRow {
    pub id: Id,
    pub family: Family,
    pub level: Level,
    pub name: String,
    pub description: String,
    pub threshold: i64,
    pub recipient: String,
    pub email: Option<String>,
    pub issued_at: Instant,
    /// The project that it names, and its title, when everybody may see it.
    pub project: Option<(Id, String)>,
    pub event: Option<(Id, String)>,
}

impl BadgeRow {
    /// What its credential says.
    pub fn facts(self, site_url: &str) -> Facts {
        let evidence = match (self.project, self.event) {
            (Some((id, title)), _) => Some((format!("{site_url}/projects/{id}"), title)),
            (None, Some((id, title))) => Some((format!("{site_url}/events/{id}"), title)),
            (None, None) => None,
        };
        Facts {
            title: self.name.clone(),
            recipient: self.recipient,
            email: self.email.filter(|email| !email.is_empty()),
            issued_at: self.issued_at,
            achievement: format!("{site_url}/badges/{}#achievement", self.id),
            kind: "Badge",
            name: self.name,
            criteria: badge_rules::rule(self.family, self.threshold),
            image: Some(format!("{site_url}{}", badge_rules::picture(self.family, self.level))),
            evidence: evidence.map(|(address, name)| Evidence {
                address,
                name,
                narrative: self.description.clone(),
            }),
            description: self.description,
        }
    }
}

/// A key with which the community signs, or has signed.
#[derive(Debug, Clone, PartialEq, Eq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct IssuerKey {
    /// The public key, as a Multikey.
    pub multikey: String,
    pub since: Instant,
    /// When another took its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Instant>,
}

/// The issuer of credentials as admins see it.
#[derive(Debug, Clone, PartialEq, Eq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct IssuerState {
    /// Its id: an address of this site, or a `did:key`.
    pub issuer: String,
    /// The key that signs today.
    pub key: IssuerKey,
    /// The keys before it, the last one first. What they signed stays valid.
    pub earlier: Vec<IssuerKey>,
    /// Whether others ask this site for the key.
    pub is_published: bool,
    /// How the key is published and why, in a sentence.
    pub why: String,
    /// The last head of the log; absent while nothing was issued.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<Head>,
}

/// Whether others reach the issuer.
#[derive(Debug, Clone, PartialEq, Eq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct IssuerReach {
    pub is_reached: bool,
    pub message: String,
}

/// A signed head of the log: who keeps it can tell later whether the log was bent.
#[derive(Debug, Clone, PartialEq, Eq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct Head {
    /// The number of entries.
    pub size: i64,
    pub at: Instant,
    /// The root of the Merkle tree over the entries (RFC 9162), in hexadecimal digits.
    pub root: String,
    /// The key that signed it, as a Multikey.
    pub key: String,
    /// What is signed: the key, the size, the root and the time, each with a line break.
    pub text: String,
    /// The Ed25519 signature, in base58btc after `z`.
    pub signature: String,
}

impl Head {
    /// A head with what is signed of it.
    pub fn new(size: i64, at: Instant, root: &str, key: String, signature: &[u8]) -> Head {
        Head {
            size,
            at,
            root: root.to_owned(),
            text: head_text(&key, size, root, &at.to_string()),
            key,
            signature: encode(signature),
        }
    }
}

/// An entry of the log.
#[derive(Debug, Clone, PartialEq, Eq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct LogEntry {
    /// Its place, from 0.
    pub place: i64,
    /// The text that the tree holds: when what happened to which credential, named by the SHA-256 of its document.
    pub entry: String,
}

/// The log of credentials.
#[derive(Debug, Clone, PartialEq, Eq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct Transparency {
    /// The id of the issuer.
    pub issuer: String,
    /// The keys that have signed heads and credentials, the present one first.
    pub keys: Vec<IssuerKey>,
    /// The last head; absent while nothing was issued.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<Head>,
}

/// The proof that an entry is in the log.
#[derive(Debug, Clone, PartialEq, Eq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct Inclusion {
    pub place: i64,
    pub entry: String,
    /// The size of the head for which it holds.
    pub size: i64,
    /// The hashes beside the way from the entry to the root, in hexadecimal digits (RFC 9162, 2.1.3).
    pub path: Vec<String>,
}

/// What the log says of a credential.
#[derive(Debug, Clone, PartialEq, Eq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct Logged {
    /// The head for which the proofs hold.
    pub head: Head,
    /// Its issue, and its revocation if there is one.
    pub entries: Vec<Inclusion>,
}

/// The proof that the log only grew between two sizes.
#[derive(Debug, Clone, PartialEq, Eq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct Consistency {
    pub from: i64,
    pub to: i64,
    /// The hashes that lead from one root to the other, in hexadecimal digits (RFC 9162, 2.1.4).
    pub path: Vec<String>,
}

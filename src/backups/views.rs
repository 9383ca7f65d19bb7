//! The JSON of the backups.

use poem_openapi::Object;
use serde::Serialize;

use crate::db::values::Instant;
use crate::input::Text;

/// Characters of a name at most.
pub const MAX_FILE_NAME: usize = 300;

/// Whether a backup is good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Nobody has looked yet.
    Unknown,
    /// Every page is as it should be. The version of the file.
    Whole(i32),
    /// The sentence about what is wrong.
    Faulty(String),
}

/// A backup in the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    pub name: String,
    pub made_at: Instant,
    pub bytes: u64,
    pub verdict: Verdict,
}

/// The backups that the server keeps.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct BackupList {
    /// The folder on the server.
    pub folder: String,
    /// Hours from one to the next; 0 when none is made by itself.
    pub hours: u16,
    /// How many days, weeks and months keep their last one.
    pub daily: u16,
    pub weekly: u16,
    pub monthly: u16,
    /// Why the last one could not be made; absent when it could.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Newest first.
    pub backups: Vec<BackupFile>,
}

/// A backup.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct BackupFile {
    /// The name of the file.
    pub name: String,
    pub made_at: Instant,
    pub bytes: u64,
    /// `whole`, `faulty`, or `unknown` while nobody has looked.
    pub verdict: String,
    /// What is wrong with it; absent when nothing is known to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// A backup that was made.
#[derive(Debug, Clone, PartialEq, Object, Serialize)]
pub struct BackupMade {
    /// The sentence to show.
    pub message: String,
    pub backup: BackupFile,
}

/// The backup to download.
#[derive(Debug, Clone, Object)]
pub struct BackupChoice {
    /// The name of the file.
    pub name: Text<MAX_FILE_NAME>,
}

impl From<Backup> for BackupFile {
    fn from(backup: Backup) -> BackupFile {
        let (verdict, fault) = match backup.verdict {
            Verdict::Unknown => ("unknown", None),
            Verdict::Whole(_) => ("whole", None),
            Verdict::Faulty(fault) => ("faulty", Some(fault)),
        };
        BackupFile {
            name: backup.name,
            made_at: backup.made_at,
            bytes: backup.bytes,
            verdict: verdict.to_owned(),
            fault,
        }
    }
}

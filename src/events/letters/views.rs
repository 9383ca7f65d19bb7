//! Letters to participants as JSON.

use poem_openapi::Object;
use serde::Serialize;

use super::rules::MAX_SUBJECT;
use crate::db::values::{Id, Instant};
use crate::events::participants::rules::ParticipantStatus;
use crate::input::Text;
use crate::markdown::MAX_MARKDOWN;
use crate::text::{CHOICE_LENGTH, EMAIL_LENGTH};

/// Who gets a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    Participants,
    Status(ParticipantStatus),
    Waiting,
}

impl Audience {
    /// The word in the database and in calls.
    pub fn as_str(self) -> &'static str {
        match self {
            Audience::Participants => "all",
            Audience::Status(status) => status.as_str(),
            Audience::Waiting => "Waiting",
        }
    }

    /// The audience for this word, in any case.
    pub fn parse(word: &str) -> Option<Audience> {
        match word.trim().to_ascii_lowercase().as_str() {
            "" | "all" => Some(Audience::Participants),
            "waiting" => Some(Audience::Waiting),
            _ => ParticipantStatus::parse(word).map(Audience::Status),
        }
    }
}

/// A letter that can be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    pub audience: Audience,
    pub subject: String,
    pub text: String,
    /// Where answers go; empty for the sender of all mails.
    pub reply_to: String,
}

/// What to write to participants.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct MessageInput {
    #[oai(default)]
    pub subject: Text<MAX_SUBJECT>,
    /// Plain text. Blank lines separate paragraphs.
    #[oai(default)]
    pub message: Text<MAX_MARKDOWN>,
    /// `Registered`, `Attended`, `Completed`: only to those with this status. `Waiting`: to the waiting list. Nothing
    /// or `all`: to all participants.
    pub status: Option<Text<CHOICE_LENGTH>>,
    /// Where answers go; empty for the sender of all mails.
    #[oai(default)]
    pub reply_to: Text<EMAIL_LENGTH>,
}

/// A letter as its first reader will get it.
#[derive(Debug, Clone, Object, Serialize)]
pub struct MessagePreview {
    pub subject: String,
    pub text: String,
    pub html: String,
    /// How many people would get it now.
    pub count: i64,
}

/// How many people a letter was sent to.
#[derive(Debug, Clone, Object, Serialize)]
pub struct MessageSent {
    /// The sentence to show.
    pub message: String,
    pub count: i64,
}

/// A letter that was sent, and its delivery.
#[derive(Debug, Clone, PartialEq, Eq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct LetterSent {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    /// `all`, `Registered`, `Attended`, `Completed` or `Waiting`.
    pub audience: String,
    pub subject: String,
    pub message: String,
    pub reply_to: String,
    /// The name of the organiser or admin.
    pub sent_by: String,
    pub sent_at: Instant,
    /// Mails that the mail server has accepted.
    pub sent: i64,
    /// Mails that are still to be sent.
    pub waiting: i64,
    /// Mails that were refused, or no longer applied.
    pub failed: i64,
    /// The last error; empty when there was none.
    pub problem: String,
}

//! Letters to participants as JSON.

use poem_openapi::Object;

use crate::db::values::{Id, Instant};
use crate::events::participants::rules::ParticipantStatus;

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

    /// The audience of that word, in any case.
    pub fn parse(word: &str) -> Option<Audience> {
        match word.trim().to_ascii_lowercase().as_str() {
            "" | "all" => Some(Audience::Participants),
            "waiting" => Some(Audience::Waiting),
            _ => ParticipantStatus::parse(word).map(Audience::Status),
        }
    }
}

/// A letter that is fit to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    pub audience: Audience,
    pub subject: String,
    pub text: String,
    /// Empty: answers go to the sender of all mails.
    pub reply_to: String,
}

/// What to write to participants.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct MessageInput {
    #[oai(default, validator(max_length = 200))]
    pub subject: String,
    /// Plain text; blank lines part its paragraphs.
    #[oai(default, validator(max_length = 10000))]
    pub message: String,
    /// `Registered`, `Attended`, `Completed`: only to those with this status. `Waiting`: to those who wait for a place. Nothing
    /// or `all`: to all participants.
    #[oai(validator(max_length = 40))]
    pub status: Option<String>,
    /// Where answers go; nothing: to the sender of all mails.
    #[oai(default, validator(max_length = 254))]
    pub reply_to: String,
}

/// A letter as its first reader would get it.
#[derive(Debug, Clone, Object)]
pub struct MessagePreview {
    pub subject: String,
    pub text: String,
    pub html: String,
    /// How many would get it now.
    pub count: i64,
}

/// How many were written to.
#[derive(Debug, Clone, Object)]
pub struct MessageSent {
    /// The sentence to show.
    pub message: String,
    pub count: i64,
}

/// A letter that was sent, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct LetterSent {
    #[oai(rename = "_id")]
    pub id: Id,
    /// `all`, `Registered`, `Attended`, `Completed` or `Waiting`.
    pub audience: String,
    pub subject: String,
    pub message: String,
    pub reply_to: String,
    /// The admin's name.
    pub sent_by: String,
    pub sent_at: Instant,
    /// Mails that the mail server has accepted.
    pub sent: i64,
    /// Mails that are still to be sent.
    pub waiting: i64,
    /// Mails that were refused, or no longer applied.
    pub failed: i64,
    /// What went wrong last; empty when nothing did.
    pub problem: String,
}

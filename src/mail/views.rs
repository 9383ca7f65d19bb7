//! A mail before and in the outbox. No `Debug`: letters hold sign-in links and addresses, which no log may show.

use crate::db::values::{Id, Instant};

/// What a mail says, in both forms.
#[derive(Clone, PartialEq, Eq)]
pub struct Letter {
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// The content type, within the outbox, of a text that is sent as the picture of a code.
pub const CODE: &str = "application/x-code";

/// A file that goes with a mail.
#[derive(Clone, PartialEq, Eq)]
pub struct Attachment {
    pub file_name: String,
    /// A MIME type such as `text/calendar`.
    pub content_type: String,
    pub bytes: Vec<u8>,
}

/// A mail to one person, to be queued.
#[derive(Clone, PartialEq, Eq)]
pub struct NewMail {
    /// What it is about, such as `sign_in_link`: for lists and for what rules.rs knows of it.
    pub kind: &'static str,
    /// The member it is for, when there is one already.
    pub user_id: Option<Id>,
    pub to_email: String,
    pub to_name: String,
    pub letter: Letter,
    pub attachments: Vec<Attachment>,
    /// Where one click ends mails of this kind; `None` for notices that are always sent.
    pub unsubscribe_url: Option<String>,
}

/// A mail in the outbox that is due.
#[derive(Clone, PartialEq, Eq)]
pub struct DueMail {
    pub id: Id,
    /// The same in every attempt, without the angle brackets; complete from the first attempt on.
    pub message_id: String,
    pub kind: String,
    pub to_email: String,
    pub to_name: String,
    pub letter: Letter,
    pub attachments: Vec<Attachment>,
    pub unsubscribe_url: Option<String>,
    /// Attempts that were begun.
    pub attempts: u32,
    pub created_at: Instant,
}

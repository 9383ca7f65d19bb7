//! A mail before and in the outbox. There is no `Debug`, because a log must not show sign-in links and addresses.

use poem_openapi::Object;
use serde::Serialize;

use super::occasion::Occasion;
use crate::certificates::print::scene::Order;
use crate::db::values::{Id, Instant};

/// The subject and both forms of a letter.
#[derive(Clone, PartialEq, Eq)]
pub struct Letter {
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// An attached file.
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
    /// The reader, if they are a member already. Their name and address are looked up on the day it is sent.
    pub user_id: Option<Id>,
    pub to_email: String,
    /// The name in the greeting; empty for none.
    pub to_name: String,
    pub occasion: Occasion,
}

/// A mail in the outbox that is due.
#[derive(Clone, PartialEq, Eq)]
pub struct DueMail {
    pub id: Id,
    /// The Message-ID without the angle brackets. It is complete from the first attempt on, and the same in each.
    pub message_id: String,
    pub kind: String,
    /// Whether it is one of a mail to many.
    pub is_bulk: bool,
    pub user_id: Option<Id>,
    pub to_email: String,
    pub to_name: String,
    /// An [`Occasion`] as JSON; empty in mails of older versions, which were rendered when they were queued.
    pub occasion: String,
    /// Empty until it is rendered.
    pub letter: Letter,
    pub attachments: Vec<Attachment>,
    pub reply_to: String,
    pub unsubscribe_url: Option<String>,
    /// Attempts so far.
    pub attempts: u32,
    /// Why the last attempt failed; empty when none has.
    pub last_error: String,
    pub created_at: Instant,
}

/// The reader of a letter on the day it is sent.
#[derive(Clone, PartialEq, Eq)]
pub struct Reader {
    /// The name in the greeting; empty for none.
    pub name: String,
    pub email: String,
}

/// A letter with its attachments.
pub struct Sheet {
    pub letter: Letter,
    pub attachments: Vec<Attachment>,
    /// The content of the reader's ticket code. It is drawn later, because that takes a while.
    pub ticket: Option<String>,
    /// The certificate to attach; it is drawn later, too.
    pub certificate: Option<Order>,
    /// Where answers go; empty for the sender.
    pub reply_to: String,
    /// Where to unsubscribe; for mails to many only.
    pub unsubscribe_url: Option<String>,
}

impl From<Letter> for Sheet {
    fn from(letter: Letter) -> Sheet {
        Sheet {
            letter,
            attachments: Vec::new(),
            ticket: None,
            certificate: None,
            reply_to: String::new(),
            unsubscribe_url: None,
        }
    }
}

/// A letter, or the reason why it no longer applies.
pub type Written = Result<Sheet, &'static str>;

/// A mail in the outbox as admins see it, without its words.
#[derive(Clone, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct OutboxMail {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    /// What it is, such as "Registration confirmed".
    pub about: String,
    /// Its subject where that is known: of a message of an admin's, and of a mail that was sent. Never that of a sign-in link.
    pub subject: String,
    pub name: String,
    pub email: String,
    /// `waiting`, `sent`, `failed` (refused), `unsubscribed`, `pointless` (it no longer applied) or `dropped` (by an admin).
    pub outcome: String,
    /// Why it waits or was not sent, in words, with what the mail server said; empty when there is nothing to say.
    pub reason: String,
    /// Whether it waits because an admin has paused its message, or because a backup was restored.
    pub held: bool,
    pub attempts: u32,
    pub queued_at: Instant,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Instant>,
    /// When it is tried, while it waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_attempt_at: Option<Instant>,
}

/// What was done in the outbox.
#[derive(Clone, Object, Serialize)]
pub struct MailDone {
    /// The sentence to show.
    pub message: String,
    /// The mails that it concerns.
    pub count: i64,
}

/// What the mail server said to a test.
#[derive(Clone, Object, Serialize)]
pub struct ServerTest {
    /// Whether it took the mail.
    pub accepted: bool,
    /// The same in words, with what to look at when it did not.
    pub message: String,
}

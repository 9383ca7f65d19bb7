//! A mail before and in the outbox. No `Debug`: letters hold sign-in links and addresses, which no log may show.

use super::occasion::Occasion;
use crate::db::values::{Id, Instant};

/// What a mail says, in both forms.
#[derive(Clone, PartialEq, Eq)]
pub struct Letter {
    pub subject: String,
    pub text: String,
    pub html: String,
}

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
    /// The member it is for, when there is one already: their name and address are those of the day it is sent.
    pub user_id: Option<Id>,
    pub to_email: String,
    /// How it greets; empty: nobody by name.
    pub to_name: String,
    pub occasion: Occasion,
}

/// A mail in the outbox that is due.
#[derive(Clone, PartialEq, Eq)]
pub struct DueMail {
    pub id: Id,
    /// The same in every attempt, without the angle brackets; complete from the first attempt on.
    pub message_id: String,
    pub kind: String,
    pub user_id: Option<Id>,
    pub to_email: String,
    pub to_name: String,
    /// An [`Occasion`] as JSON; empty in mails of older versions, which were finished when they were queued.
    pub occasion: String,
    /// Empty until it is rendered.
    pub letter: Letter,
    pub attachments: Vec<Attachment>,
    pub reply_to: String,
    pub unsubscribe_url: Option<String>,
    /// Attempts that were begun and counted.
    pub attempts: u32,
    /// Whether nothing has gone wrong with it yet.
    pub is_first: bool,
    pub created_at: Instant,
}

/// Whom a letter is for, as they are on the day it is sent.
#[derive(Clone, PartialEq, Eq)]
pub struct Reader {
    /// How it greets them; empty: nobody by name.
    pub name: String,
    pub email: String,
}

/// A letter and what goes with it.
pub struct Sheet {
    pub letter: Letter,
    pub attachments: Vec<Attachment>,
    /// What the picture of the reader's ticket says; it is drawn later, for that takes a while.
    pub ticket: Option<String>,
    /// Empty: answers go to the sender.
    pub reply_to: String,
}

impl From<Letter> for Sheet {
    fn from(letter: Letter) -> Sheet {
        Sheet {
            letter,
            attachments: Vec::new(),
            ticket: None,
            reply_to: String::new(),
        }
    }
}

/// A letter; or why there is none, for what it would say no longer applies.
pub type Written = Result<Sheet, &'static str>;

//! A mail before it is queued.

use crate::db::values::Id;

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
    pub content_type: String,
    pub bytes: Vec<u8>,
}

/// A mail to one person, to be queued.
#[derive(Clone, PartialEq, Eq)]
pub struct NewMail {
    pub kind: &'static str,
    pub user_id: Option<Id>,
    pub to_email: String,
    pub to_name: String,
    pub letter: Letter,
    pub attachments: Vec<Attachment>,
    pub unsubscribe_url: Option<String>,
}

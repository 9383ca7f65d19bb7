//! What mails are about. There is no `Debug`, because a log must not show sign-in links.

use serde::{Deserialize, Serialize};

use super::rules::{ADDRESS_CHANGE, SIGN_IN_LINK};
use crate::db::values::Id;

/// What a mail is about. The outbox keeps this as JSON; names, times and links are looked up when the mail is sent.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "snake_case")]
pub enum Occasion {
    SignIn {
        token: String,
        code: String,
        return_to: Option<String>,
    },
    Welcome,
    /// An admin tries whether mail arrives.
    Test,
    /// To a new address of a member: the token confirms it.
    AddressAsked {
        token: String,
    },
    /// To the present address of a member who wants another one: the token confirms or refuses it.
    AddressToLeave {
        token: String,
        email: String,
    },
    /// To an address that has an account already, although somebody else wants to use it for theirs.
    AddressTaken,
    /// The account is suspended.
    Suspended {
        reason: String,
    },
    ProjectApproved {
        project: Id,
    },
    ProjectRejected {
        project: Id,
        reason: String,
    },
    /// Projects are waiting for review.
    ReviewWaits,
    /// A project has new comments since this time (milliseconds).
    Commented {
        project: Id,
        since: i64,
    },
    CertificateIssued {
        certificate: Id,
    },
    /// A member has new badges, oldest first.
    BadgesEarned {
        badges: Vec<Id>,
    },
    Event {
        event: Id,
        notice: Notice,
    },
    /// Somebody who is not a member is invited.
    Invitation {
        invitation: Id,
    },
    /// A message from an admin to members.
    Mailing {
        mailing: Id,
    },
    /// Such a message as a test to its author.
    MailingTrial {
        subject: String,
        html: String,
        event: Option<Id>,
        choice: String,
    },
}

/// What happened at an event.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Notice {
    Registered,
    /// The member gave up their place.
    Left,
    Promoted,
    Reminder,
    /// It has a new time or place.
    Changed {
        was: Plan,
    },
    Cancelled {
        reason: String,
    },
    /// How to join online, according to the event when the letter is sent.
    Links,
    /// An admin's own words to participants.
    Message {
        mailing: Id,
    },
    /// The same words as a test to their author.
    Trial {
        subject: String,
        text: String,
        reply_to: String,
    },
}

/// When and where an event is, in words.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    pub when: String,
    pub until: String,
    pub place: String,
}

impl Occasion {
    /// Its name in lists, logs and rules.rs.
    pub fn kind(&self) -> &'static str {
        match self {
            Occasion::SignIn { .. } => SIGN_IN_LINK,
            Occasion::Welcome => "welcome",
            Occasion::Test => "test",
            Occasion::AddressAsked { .. } | Occasion::AddressToLeave { .. } => ADDRESS_CHANGE,
            Occasion::AddressTaken => "address_taken",
            Occasion::Suspended { .. } => "account_suspended",
            Occasion::ProjectApproved { .. } => "project_approved",
            Occasion::ProjectRejected { .. } => "project_rejected",
            Occasion::ReviewWaits => "review_waits",
            Occasion::Commented { .. } => "project_commented",
            Occasion::CertificateIssued { .. } => "certificate_issued",
            Occasion::BadgesEarned { .. } => "badges_earned",
            Occasion::Event { notice, .. } => notice.kind(),
            Occasion::Invitation { .. } => "invitation",
            Occasion::Mailing { .. } => "mailing",
            Occasion::MailingTrial { .. } => "mailing_trial",
        }
    }
}

impl Notice {
    fn kind(&self) -> &'static str {
        match self {
            Notice::Registered => "registration_confirmed",
            Notice::Left => "registration_cancelled",
            Notice::Promoted => "promoted_from_waiting_list",
            Notice::Reminder => "event_reminder",
            Notice::Changed { .. } => "event_changed",
            Notice::Cancelled { .. } => "event_cancelled",
            Notice::Links => "meeting_links",
            Notice::Message { .. } => "event_message",
            Notice::Trial { .. } => "event_message_trial",
        }
    }
}

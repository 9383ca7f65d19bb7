//! Messages to members as JSON.

use poem_openapi::Object;
use serde::Serialize;

use super::rules::{MAX_MESSAGE, MAX_RECIPIENTS, MAX_SUBJECT};
use crate::db::values::{Id, Instant};
use crate::input::{List, Text};
use crate::text::{CHOICE_LENGTH, EMAIL_LENGTH, TOKEN_LENGTH};

/// A message to members.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct MailingInput {
    /// The addresses of members. Others get nothing.
    #[oai(default)]
    pub recipients: List<Text<EMAIL_LENGTH>, MAX_RECIPIENTS>,
    #[oai(default)]
    pub subject: Text<MAX_SUBJECT>,
    /// HTML, with placeholders such as `{{name}}`. Scripts, styles and forms are taken out.
    #[oai(default)]
    pub message: Text<MAX_MESSAGE>,
    /// Whether it goes to all members, instead of to `recipients`.
    #[oai(default)]
    pub all: bool,
    /// To all members with this role, instead of to `recipients`.
    #[oai(default)]
    pub role: Text<CHOICE_LENGTH>,
    /// To the participants of this event, instead of to `recipients`.
    #[oai(default)]
    pub participants_of: Text<CHOICE_LENGTH>,
    /// `news` (by default) or `events`: what a member unsubscribes from.
    #[oai(default)]
    pub kind: Text<CHOICE_LENGTH>,
    /// The event that the message is about.
    #[oai(default)]
    pub event: Text<CHOICE_LENGTH>,
}

/// What became of a request to send a message.
#[derive(Debug, Clone, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct EmailSent {
    /// The sentence to show.
    pub message: String,
    /// The mailing, under which its progress is found.
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    /// Members who get it.
    pub count: i64,
    /// Members who do not want such mails.
    pub unsubscribed: i64,
    /// Addresses of nobody who is a member, at most 20.
    pub unknown: Vec<String>,
}

/// A message as the first of its readers gets it.
#[derive(Debug, Clone, Object, Serialize)]
pub struct EmailPreview {
    pub subject: String,
    pub html: String,
    /// The same for mail programs that show no HTML.
    pub text: String,
    /// Members who would get it now.
    pub count: i64,
    /// Members who would not, because they do not want such mails.
    pub unsubscribed: i64,
    /// Addresses of nobody who is a member, at most 20.
    pub unknown: Vec<String>,
}

/// A sentence to show.
#[derive(Debug, Clone, Object, Serialize)]
pub struct EmailDone {
    pub message: String,
}

/// A member who can get mail.
#[derive(Debug, Clone, PartialEq, Eq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct EmailMember {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub email: String,
    /// The address of a picture, or empty.
    pub profile_picture: String,
}

/// The addresses of members.
#[derive(Debug, Clone, Object, Serialize)]
pub struct EmailAddresses {
    pub addresses: Vec<String>,
}

/// A message that was sent to members, and how far it has come.
#[derive(Debug, Clone, PartialEq, Eq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct Mailing {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    pub subject: String,
    /// The HTML as it was typed.
    pub message: String,
    /// `all`, `selection`, `participants`, or the word `role:` and a role.
    pub audience: String,
    /// `news` or `events`.
    pub kind: String,
    /// The title of the event that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The name of who sent it.
    pub sent_by: String,
    pub sent_at: Instant,
    /// Mails that were queued.
    pub total: i64,
    /// Mails that the mail server has accepted.
    pub sent: i64,
    /// Mails that are still to be sent.
    pub waiting: i64,
    /// Mails that the mail server refuses.
    pub failed: i64,
    /// Members who had unsubscribed when it was their turn.
    pub unsubscribed: i64,
    /// Mails that were not sent for another reason, such as that the member has left.
    pub skipped: i64,
    /// Whether an admin has stopped it for now.
    pub paused: bool,
}

/// One mail of a mailing, or in the outbox.
#[derive(Debug, Clone, PartialEq, Eq, Object, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct MailOutcome {
    #[oai(rename = "_id")]
    #[serde(rename = "_id")]
    pub id: Id,
    /// The member, unless they have left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<Id>,
    pub name: String,
    pub email: String,
    /// `waiting`, `sent`, `failed`, `unsubscribed`, `pointless` (it no longer applied) or `dropped` (by an admin).
    pub outcome: String,
    /// Why it waits or was not sent, in words; empty when there is nothing to say.
    pub reason: String,
    /// When that became known, or when it was queued.
    pub at: Instant,
}

/// What a link in a mail unsubscribes from.
#[derive(Debug, Clone, PartialEq, Eq, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct Unsubscription {
    /// `news`, `events` or `invitations`.
    pub kind: String,
    /// Its name for people.
    pub label: String,
    /// Whether such mails still come.
    pub subscribed: bool,
}

/// The token of a link in a mail.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct UnsubscribeInput {
    pub token: Text<TOKEN_LENGTH>,
    /// Whether such mails are to come again.
    #[oai(default)]
    pub subscribe: bool,
}

/// How many mails to many leave in a minute.
#[derive(Debug, Clone, Copy, Object, Serialize)]
#[oai(rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub struct MailRate {
    /// At most 10,000; 0 for no limit. Mails to one person do not wait, and count.
    pub mails_per_minute: u32,
}

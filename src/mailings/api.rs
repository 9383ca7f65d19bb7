//! Writing to members: the message, its preview, a test, and who can get it.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::{Header, Query};
use rusqlite::Connection;
use serde_json::{Value, json};

use super::letters::{Message, compose};
use super::rules::{self, MAX_RECIPIENTS, MAX_REQUEST};
use super::store::{self, Filter, NewMailing};
use super::unsubscribe_rules::Choice;
use super::views::{EmailAddresses, EmailDone, EmailMember, EmailPreview, EmailSent, MailingInput};
use crate::app::App;
use crate::audit::store::{Act, insert_act};
use crate::auth::Admin;
use crate::db::once::hash;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::events::calendar::store::find_entry;
use crate::input::{Input, Text};
use crate::mail::frame::Look;
use crate::mail::occasion::Occasion;
use crate::mail::store::queue;
use crate::mail::views::NewMail;
use crate::members::rules::Role;
use crate::members::store::find_account;
use crate::site::store::find_settings;
use crate::text::{CHOICE_LENGTH, SEARCH_LENGTH, email_key};
use crate::web::document::Tag;
use crate::web::item::Item;
use crate::web::paging::{Page, Paging, Place};

pub struct MailingsApi(pub Arc<App>);

/// Addresses of nobody that an answer names.
const UNKNOWN_NAMED: usize = 20;

/// A message that was checked.
#[derive(Clone)]
struct Words {
    subject: String,
    message: String,
    choice: Choice,
    event: Option<Id>,
    audience: Audience,
}

/// To whom it goes.
#[derive(Clone)]
enum Audience {
    Filter(Filter, String),
    /// The members with these addresses (as keys).
    Addresses(Vec<String>),
}

/// The members that a message goes to.
struct Readers {
    ids: Vec<Id>,
    unsubscribed: i64,
    unknown: Vec<String>,
}

impl Readers {
    /// Those who want it.
    fn count(&self) -> i64 {
        i64::try_from(self.ids.len()).unwrap_or(i64::MAX) - self.unsubscribed
    }
}

/// The role for a word, if there is such a one.
fn role(word: &str) -> ApiResult<&'static str> {
    let role = Role::parse(word).as_str();
    (role == word)
        .then_some(role)
        .ok_or_else(|| ApiError::invalid("role", "There is no such role"))
}

fn event(word: &str, field: &str) -> ApiResult<Id> {
    Id::parse(word).ok_or_else(|| ApiError::invalid(field, "There is no such event"))
}

/// The message, or all fields at fault.
fn words(input: &MailingInput) -> ApiResult<Words> {
    let subject = rules::subject(&input.subject);
    let about = input.event.trim();
    let faults = rules::faults(&subject, &input.message, !about.is_empty());
    if !faults.is_empty() {
        return Err(ApiError::invalid_fields(faults));
    }
    let kind = input.kind.trim();
    let choice = if kind.is_empty() { Some(Choice::News) } else { Choice::parse(kind) };
    Ok(Words {
        subject,
        message: input.message.to_string(),
        choice: choice.ok_or_else(|| ApiError::invalid("kind", "There is no such kind of mail"))?,
        event: if about.is_empty() { None } else { Some(event(about, "event")?) },
        audience: audience(input)?,
    })
}

fn audience(input: &MailingInput) -> ApiResult<Audience> {
    let (word, participants_of) = (input.role.trim(), input.participants_of.trim());
    let filter = |filter, name: String| Ok(Audience::Filter(filter, name));
    if input.all {
        filter(Filter::default(), "all".into())
    } else if !word.is_empty() {
        let role = Some(role(word)?);
        filter(Filter { role, ..Filter::default() }, format!("role:{word}"))
    } else if !participants_of.is_empty() {
        let event = Some(event(participants_of, "participantsOf")?);
        filter(Filter { event, ..Filter::default() }, "participants".into())
    } else {
        let mut keys: Vec<String> = Vec::new();
        let mut known = std::collections::HashSet::new();
        for address in &input.recipients.0 {
            let key = email_key(address.trim());
            if !key.is_empty() && known.insert(key.clone()) {
                keys.push(key);
            }
        }
        if keys.is_empty() {
            return Err(ApiError::invalid(
                "recipients",
                "Please select at least one recipient or choose to send to all users",
            ));
        }
        Ok(Audience::Addresses(keys))
    }
}

/// Who gets the message now. Nobody who is not a member does.
fn find_readers(conn: &Connection, words: &Words) -> ApiResult<Readers> {
    if let Some(event) = words.event
        && find_entry(conn, event, false)?.is_none()
    {
        return Err(ApiError::invalid("event", "There is no such public event"));
    }
    let (ids, unknown) = match &words.audience {
        Audience::Filter(filter, _) => (store::list_ids(conn, filter, u32::MAX)?, Vec::new()),
        Audience::Addresses(keys) => {
            let (ids, found): (Vec<Id>, std::collections::HashSet<String>) = store::find_by_addresses(conn, keys)?.into_iter().unzip();
            let unknown = keys.iter().filter(|key| !found.contains(*key)).take(UNKNOWN_NAMED).cloned().collect();
            (ids, unknown)
        }
    };
    if ids.is_empty() {
        return Err(ApiError::invalid("recipients", "No valid recipients found"));
    }
    Ok(Readers {
        unsubscribed: store::count_unsubscribed(conn, &ids, words.choice)?,
        ids,
        unknown,
    })
}

/// What a request is known by when it comes again: the client's own name for it, or all that it asks for.
fn request_key(admin: Id, named: Option<&str>, input: &MailingInput) -> (String, bool) {
    let text = match named {
        Some(name) => format!("named {admin} {name}"),
        None => json!({
            "by": admin.to_string(), "subject": *input.subject, "message": *input.message, "all": input.all, "role": *input.role,
            "participantsOf": *input.participants_of, "kind": *input.kind, "event": *input.event,
            "recipients": input.recipients.0.iter().map(|address| address.0.as_str()).collect::<Vec<_>>(),
        })
        .to_string(),
    };
    (hash(&text).iter().map(|byte| format!("{byte:02x}")).collect(), named.is_some())
}

#[OpenApi(tag = "Tag::Mail")]
impl MailingsApi {
    /// Write to members
    ///
    /// To all of them (`all`), to those with a role, to the participants of an event, or to the members with these addresses.
    /// Each gets a mail of their own, in which the placeholders are filled, with a link to unsubscribe. The answer comes at
    /// once; the mails follow. The same request again, within a minute or with the same `Idempotency-Key`, sends nothing more.
    #[oai(path = "/admin/send-email", method = "post", operation_id = "send_email")]
    async fn send_email(
        &self,
        admin: Admin,
        /// The client's own name for this request.
        #[oai(name = "Idempotency-Key")]
        key: Header<Option<Text<MAX_REQUEST>>>,
        input: Input<MailingInput>,
    ) -> ApiResult<Item<EmailSent>> {
        let (admin, now, words) = (admin.0, self.0.clock.now(), words(&input.0)?);
        let (request, is_named) = request_key(admin.id, key.0.as_ref().map(|key| key.trim()).filter(|key| !key.is_empty()), &input.0);
        let since = if is_named {
            Instant::from_millis(0)
        } else {
            now.plus_seconds(-rules::SAME_REQUEST)
        };
        self.0
            .db
            .write(move |tx| {
                let readers = find_readers(tx, &words)?;
                if let Some((id, count)) = store::find_request(tx, &request, since)? {
                    return Ok(Item(sent(id, count, &readers)));
                }
                let audience = match &words.audience {
                    Audience::Filter(_, name) => name,
                    Audience::Addresses(_) => "selection",
                };
                let new = NewMailing {
                    audience,
                    choice: words.choice,
                    event: words.event,
                    subject: &words.subject,
                    message: &words.message,
                    count: readers.count(),
                    sent_by: admin.id,
                    request: &request,
                };
                let id = store::insert_mailing(tx, &new, &readers.ids, now)?;
                let act = Act {
                    actor: admin.id,
                    action: "email.send",
                    subject_kind: "mailing",
                    subject: id,
                    before: Value::Null,
                    after: json!({
                        "subject": words.subject, "message": words.message, "to": audience, "kind": words.choice.as_str(),
                        "event": words.event.map(|id| id.to_string()), "recipients": readers.count(),
                    }),
                };
                insert_act(tx, &act, now)?;
                Ok(Item(sent(id, readers.count(), &readers)))
            })
            .await
    }

    /// Preview a message to members
    ///
    /// As its first reader gets it, with the number of members who would get it now. Nothing is sent.
    #[oai(path = "/admin/send-email/preview", method = "post", operation_id = "preview_email")]
    async fn preview_email(&self, admin: Admin, input: Input<MailingInput>) -> ApiResult<Item<EmailPreview>> {
        let (app, admin, now, words) = (self.0.clone(), admin.0.id, self.0.clock.now(), words(&input.0)?);
        self.0
            .db
            .read(move |conn| {
                let readers = find_readers(conn, &words)?;
                let first = readers.ids.first().copied().unwrap_or(admin);
                let name = find_account(conn, first)?.map(|account| account.greeting().to_owned());
                let settings = find_settings(conn)?;
                let look = Look::new(&settings, &app.config.site_url());
                let message = Message {
                    subject: &words.subject,
                    html: &words.message,
                    event: words.event,
                    choice: words.choice,
                    // A link in a preview concerns the admin who looks at it.
                    reader: admin,
                    name: name.as_deref().unwrap_or_default(),
                };
                let (letter, _) = compose(conn, &app, &look, &message, now)?.map_err(|why| ApiError::invalid("event", sentence(why)))?;
                Ok(Item(EmailPreview {
                    subject: letter.subject,
                    html: letter.html,
                    text: letter.text,
                    count: readers.count(),
                    unsubscribed: readers.unsubscribed,
                    unknown: readers.unknown,
                }))
            })
            .await
    }

    /// Send a message to yourself as a test
    #[oai(path = "/admin/send-email/test", method = "post", operation_id = "test_email")]
    async fn test_email(&self, admin: Admin, mut input: Input<MailingInput>) -> ApiResult<Item<EmailDone>> {
        // Whoever else is chosen does not matter.
        input.0.all = true;
        let (admin, now, words) = (admin.0, self.0.clock.now(), words(&input.0)?);
        self.0
            .db
            .write(move |tx| {
                let account = find_account(tx, admin.id)?.ok_or_else(ApiError::unauthorized)?;
                let mail = NewMail {
                    user_id: Some(admin.id),
                    to_email: account.email,
                    to_name: account.name,
                    occasion: Occasion::MailingTrial {
                        subject: words.subject.clone(),
                        html: words.message.clone(),
                        event: words.event,
                        choice: words.choice.as_str().into(),
                    },
                };
                queue(tx, &mail, now)?;
                Ok(Item(EmailDone {
                    message: "A test is on its way to you.".into(),
                }))
            })
            .await
    }

    /// List the members who can get mail
    ///
    /// Newest first.
    #[oai(path = "/admin/send-email/members", method = "get", operation_id = "list_email_members")]
    #[allow(clippy::too_many_arguments)]
    async fn list_email_members(
        &self,
        _admin: Admin,
        /// Parts of the name or the address.
        search: Query<Option<Text<SEARCH_LENGTH>>>,
        /// Only those with this role.
        role: Query<Option<Text<CHOICE_LENGTH>>>,
        /// Only the participants of this event.
        event: Query<Option<Text<CHOICE_LENGTH>>>,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
        /// The last entry seen, instead of an offset: its `_id`, or the `X-Next` of its page.
        after: Query<Option<Place>>,
    ) -> ApiResult<Page<EmailMember>> {
        let paging = Paging::new(limit.0, offset.0, after.0.as_deref())?;
        let filter = filter(search.0, role.0, event.0)?;
        let words = filter.search.clone();
        self.0.db.search(&words, move |conn| store::list_members(conn, &filter, &paging)).await
    }

    /// List the addresses of members who can get mail
    ///
    /// Those of the list of members, without its pages; at most 10,000.
    #[oai(path = "/admin/send-email/addresses", method = "get", operation_id = "list_email_addresses")]
    async fn list_email_addresses(
        &self,
        _admin: Admin,
        /// Parts of the name or the address.
        search: Query<Option<Text<SEARCH_LENGTH>>>,
        /// Only those with this role.
        role: Query<Option<Text<CHOICE_LENGTH>>>,
        /// Only the participants of this event.
        event: Query<Option<Text<CHOICE_LENGTH>>>,
    ) -> ApiResult<Item<EmailAddresses>> {
        let filter = filter(search.0, role.0, event.0)?;
        let words = filter.search.clone();
        self.0
            .db
            .search(&words, move |conn| {
                let ids = store::list_ids(conn, &filter, u32::try_from(MAX_RECIPIENTS).unwrap_or(u32::MAX))?;
                Ok(Item(EmailAddresses {
                    addresses: store::list_addresses(conn, &ids)?,
                }))
            })
            .await
    }
}

fn sent(id: Id, count: i64, readers: &Readers) -> EmailSent {
    EmailSent {
        message: rules::sent(count),
        id,
        count,
        unsubscribed: readers.unsubscribed,
        unknown: readers.unknown.clone(),
    }
}

/// "The event was cancelled"
fn sentence(why: &str) -> String {
    let mut letters = why.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

type Word = Option<Text<CHOICE_LENGTH>>;

fn filter(search: Option<Text<SEARCH_LENGTH>>, by_role: Word, of_event: Word) -> ApiResult<Filter> {
    let given = |word: Word| word.map(|word| word.trim().to_owned()).filter(|word| !word.is_empty());
    Ok(Filter {
        search: search.unwrap_or_default().0,
        role: given(by_role).map(|word| role(&word)).transpose()?,
        event: given(of_event).map(|word| event(&word, "event")).transpose()?,
    })
}

//! Admins' letters to participants: links and their own words.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use rusqlite::Connection;
use serde_json::{Value, json};

use super::mailing_store;
use super::notices::{self, Notice};
use super::render::{self, Desk};
use super::rules;
use super::views::{Audience, LetterSent, MessageInput, MessagePreview, MessageSent, Words};
use crate::app::App;
use crate::auth::EventRunner;
use crate::db::values::Id;
use crate::error::{ApiError, ApiResult};
use crate::events::calendar::store::find_entry;
use crate::events::form::store as form_store;
use crate::events::guards::{act, not_found};
use crate::events::participants::store as participants_store;
use crate::events::participants::views::{LinksInput, Person};
use crate::input::Input;
use crate::mail::templates::Look;
use crate::site::store::{find_settings, find_zone};
use crate::text::{is_email, one_line, paragraphs};
use crate::web::document::Tag;
use crate::web::item::Item;

pub struct LettersApi(pub Arc<App>);

/// The letter that an admin wrote, or the field at fault.
fn words(input: &MessageInput) -> ApiResult<Words> {
    let (subject, text, reply_to) = (one_line(&input.subject), paragraphs(&input.message), input.reply_to.trim().to_owned());
    if subject.is_empty() || text.is_empty() {
        return Err(ApiError::invalid(
            if subject.is_empty() { "subject" } else { "message" },
            "Subject and message are required",
        ));
    }
    if !reply_to.is_empty() && !is_email(&reply_to) {
        return Err(ApiError::invalid("replyTo", "This is not an e-mail address"));
    }
    let audience = Audience::parse(input.status.as_deref().unwrap_or_default()).ok_or_else(|| ApiError::invalid("status", "Unknown status"))?;
    Ok(Words {
        audience,
        subject,
        text,
        reply_to,
    })
}

fn list_readers(conn: &Connection, event: Id, audience: Audience) -> rusqlite::Result<Vec<Person>> {
    match audience {
        Audience::Participants => participants_store::list_recipients(conn, event, None),
        Audience::Status(status) => participants_store::list_recipients(conn, event, Some(status)),
        Audience::Waiting => participants_store::list_waiting_recipients(conn, event),
    }
}

#[OpenApi(tag = "Tag::Events")]
impl LettersApi {
    /// Send the meeting links to all participants
    ///
    /// They are stored with the event, where those who are registered see them.
    #[oai(path = "/admin/events/:id/send-links", method = "post", operation_id = "send_links")]
    async fn send_links(&self, runner: EventRunner, id: Path<Id>, input: Input<LinksInput>) -> ApiResult<Item<MessageSent>> {
        let (caller, id, now) = (runner.0, id.0, self.0.clock.now());
        let (meet_link, whatsapp_link) = (input.0.meet_link.trim().to_owned(), input.0.whatsapp_link.trim().to_owned());
        rules::check_links(&meet_link, &whatsapp_link).map_err(|(field, sentence)| ApiError::invalid(field, sentence))?;
        self.0
            .db
            .write(move |tx| {
                let before = form_store::find_stored(tx, id)?.ok_or_else(not_found)?;
                form_store::set_links(tx, id, &meet_link, &whatsapp_link, now)?;
                let participants = participants_store::list_recipients(tx, id, None)?;
                let count = notices::send(tx, id, &participants, &Notice::Links, now)?;
                let was = json!({ "meetLink": before.meet_link, "whatsappLink": before.whatsapp_link });
                let is = json!({ "meetLink": meet_link, "whatsappLink": whatsapp_link, "recipients": count });
                act(tx, caller.id, "event.send_links", id, was, is, now)?;
                Ok(Item(MessageSent {
                    message: "Links sent successfully to all participants!".into(),
                    count,
                }))
            })
            .await
    }

    /// Write to the participants, to those with a status, or to the waiting list
    #[oai(path = "/admin/events/:id/send-email", method = "post", operation_id = "send_event_email")]
    async fn send_event_email(&self, runner: EventRunner, id: Path<Id>, input: Input<MessageInput>) -> ApiResult<Item<MessageSent>> {
        let (caller, id, now, words) = (runner.0, id.0, self.0.clock.now(), words(&input.0)?);
        self.0
            .db
            .write(move |tx| {
                form_store::find_stored(tx, id)?.ok_or_else(not_found)?;
                let readers = list_readers(tx, id, words.audience)?;
                let mailing = mailing_store::insert_mailing(tx, id, &words, caller.id, now)?;
                let count = notices::send(tx, id, &readers, &Notice::Message { mailing }, now)?;
                let sent = json!({ "subject": words.subject, "message": words.text, "status": words.audience.as_str(), "recipients": count });
                act(tx, caller.id, "event.send_email", id, Value::Null, sent, now)?;
                Ok(Item(MessageSent {
                    message: if words.audience == Audience::Waiting {
                        "Email sent successfully to the waiting list!".into()
                    } else {
                        "Email sent successfully to all participants!".into()
                    },
                    count,
                }))
            })
            .await
    }

    /// Preview a letter
    ///
    /// The preview greets the first reader. Nothing is sent.
    #[oai(path = "/admin/events/:id/send-email/preview", method = "post", operation_id = "preview_event_email")]
    async fn preview_event_email(&self, _runner: EventRunner, id: Path<Id>, input: Input<MessageInput>) -> ApiResult<Item<MessagePreview>> {
        let (app, id, words) = (self.0.clone(), id.0, words(&input.0)?);
        self.0
            .db
            .read(move |conn| {
                let entry = find_entry(conn, id, true)?.ok_or_else(not_found)?;
                let readers = list_readers(conn, id, words.audience)?;
                let (settings, site_url) = (find_settings(conn)?, app.config.site_url());
                let look = Look::new(&settings, &site_url);
                let desk = Desk {
                    look: &look,
                    zone: &find_zone(conn)?,
                    zone_name: &settings.time_zone,
                    calendar_host: &app.calendar_host,
                };
                let name = readers.first().map_or("…", |reader| reader.name.as_str());
                let letter = render::message(&desk, name, &entry, &words, words.audience == Audience::Waiting);
                Ok(Item(MessagePreview {
                    subject: letter.subject,
                    text: letter.text,
                    html: letter.html,
                    count: i64::try_from(readers.len()).unwrap_or(i64::MAX),
                }))
            })
            .await
    }

    /// Send a letter to yourself as a test
    #[oai(path = "/admin/events/:id/send-email/test", method = "post", operation_id = "test_event_email")]
    async fn test_event_email(&self, runner: EventRunner, id: Path<Id>, input: Input<MessageInput>) -> ApiResult<Item<MessageSent>> {
        let (caller, id, now, words) = (runner.0, id.0, self.0.clock.now(), words(&input.0)?);
        self.0
            .db
            .write(move |tx| {
                form_store::find_stored(tx, id)?.ok_or_else(not_found)?;
                let notice = Notice::Trial {
                    subject: words.subject.clone(),
                    text: words.text.clone(),
                    reply_to: words.reply_to.clone(),
                };
                notices::send_to(tx, id, caller.id, &notice, now)?;
                Ok(Item(MessageSent {
                    message: "A test is on its way to you.".into(),
                    count: 1,
                }))
            })
            .await
    }

    /// List the letters that were written about an event, with their delivery
    ///
    /// The newest 100, newest first.
    #[oai(path = "/admin/events/:id/letters", method = "get", operation_id = "list_event_letters")]
    async fn list_event_letters(&self, _runner: EventRunner, id: Path<Id>) -> ApiResult<Item<Vec<LetterSent>>> {
        let id = id.0;
        self.0
            .db
            .read(move |conn| {
                form_store::find_stored(conn, id)?.ok_or_else(not_found)?;
                Ok(Item(mailing_store::list_mailings(conn, id)?))
            })
            .await
    }
}

//! What admins write to participants: the links, their own words.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use serde_json::{Value, json};

use super::notices::{self, Notice};
use super::rules;
use crate::app::App;
use crate::auth::Admin;
use crate::db::values::Id;
use crate::document::Tag;
use crate::error::{ApiError, ApiResult};
use crate::events::form::store as form_store;
use crate::events::guards::{act, not_found};
use crate::events::participants::guards::status_filter;
use crate::events::participants::rules::ParticipantStatus;
use crate::events::participants::store as participants_store;
use crate::events::participants::views::{LinksInput, MessageInput, MessageSent};
use crate::input::Input;
use crate::text::{one_line, paragraphs};

pub struct LettersApi(pub Arc<App>);

/// The links that were given, by name.
fn named_links(meet_link: &str, whatsapp_link: &str) -> Vec<(String, String)> {
    [("Meeting", meet_link), ("WhatsApp group", whatsapp_link)]
        .into_iter()
        .filter(|(_, link)| !link.is_empty())
        .map(|(name, link)| (name.to_owned(), link.to_owned()))
        .collect()
}

#[OpenApi(tag = "Tag::Events")]
impl LettersApi {
    /// Send the meeting links to all participants
    ///
    /// They are kept with the event, visible to those registered.
    #[oai(path = "/admin/events/:id/send-links", method = "post", operation_id = "send_links")]
    async fn send_links(&self, admin: Admin, id: Path<Id>, input: Input<LinksInput>) -> ApiResult<Json<MessageSent>> {
        let (app, admin, id, now) = (self.0.clone(), admin.0, id.0, self.0.clock.now());
        let (meet_link, whatsapp_link) = (input.0.meet_link.trim().to_owned(), input.0.whatsapp_link.trim().to_owned());
        rules::check_links(&meet_link, &whatsapp_link).map_err(|(field, sentence)| ApiError::invalid(field, sentence))?;
        self.0
            .db
            .write(move |tx| {
                let before = form_store::find_stored(tx, id)?.ok_or_else(not_found)?;
                form_store::set_links(tx, id, &meet_link, &whatsapp_link, now)?;
                let links = named_links(&meet_link, &whatsapp_link);
                let participants = participants_store::list_recipients(tx, id, None)?;
                let count = notices::send(tx, &app, id, &participants, Notice::Links(&links), now)?;
                let was = json!({ "meetLink": before.meet_link, "whatsappLink": before.whatsapp_link });
                let is = json!({ "meetLink": meet_link, "whatsappLink": whatsapp_link, "recipients": count });
                act(tx, admin.id, "event.send_links", id, was, is, now)?;
                Ok(Json(MessageSent {
                    message: "Links sent successfully to all participants!".into(),
                    count,
                }))
            })
            .await
    }

    /// Write to the participants, all or those with a status
    #[oai(path = "/admin/events/:id/send-email", method = "post", operation_id = "send_event_email")]
    async fn send_event_email(&self, admin: Admin, id: Path<Id>, input: Input<MessageInput>) -> ApiResult<Json<MessageSent>> {
        let (app, admin, id, now) = (self.0.clone(), admin.0, id.0, self.0.clock.now());
        let (subject, message) = (one_line(&input.0.subject), paragraphs(&input.0.message));
        if subject.is_empty() || message.is_empty() {
            return Err(ApiError::invalid(
                if subject.is_empty() { "subject" } else { "message" },
                "Subject and message are required",
            ));
        }
        let status = status_filter(input.0.status.as_deref())?;
        self.0
            .db
            .write(move |tx| {
                form_store::find_stored(tx, id)?.ok_or_else(not_found)?;
                let participants = participants_store::list_recipients(tx, id, status)?;
                let words = Notice::Message {
                    subject: &subject,
                    text: &message,
                };
                let count = notices::send(tx, &app, id, &participants, words, now)?;
                let sent = json!({ "subject": subject, "message": message, "status": status.map(ParticipantStatus::as_str), "recipients": count });
                act(tx, admin.id, "event.send_email", id, Value::Null, sent, now)?;
                Ok(Json(MessageSent {
                    message: "Email sent successfully to all participants!".into(),
                    count,
                }))
            })
            .await
    }
}

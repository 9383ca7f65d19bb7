//! SQL of messages to members: who gets one, the message, and its mails in the outbox.

use rusqlite::{Connection, OptionalExtension, named_params};

use super::unsubscribe_rules::Choice;
use super::views::EmailMember;
use crate::db::Tx;
use crate::db::search::Query;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::mail::occasion::Occasion;
use crate::web::paging::{After, Page, Paging};

/// Members who can get mail, narrowed by words in their name or address, by role, and to the participants of an event.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    pub search: String,
    pub role: Option<&'static str>,
    pub event: Option<Id>,
}

impl Filter {
    fn expression(&self) -> String {
        let query = Query::new().words("text", &self.search).facet("active", "yes");
        match self.role {
            Some(role) => query.facet("role", role),
            None => query,
        }
        .expression()
    }
}

fn json(ids: &[Id]) -> ApiResult<String> {
    serde_json::to_string(&ids.iter().map(|id| id.0).collect::<Vec<_>>()).map_err(ApiError::internal)
}

/// All of them, newest first.
pub fn list_ids(conn: &Connection, filter: &Filter, limit: u32) -> ApiResult<Vec<Id>> {
    let found = conn
        .prepare_cached(
            "SELECT rowid AS id FROM user_search WHERE user_search MATCH :match AND (:event IS NULL
               OR EXISTS (SELECT 1 FROM registrations r WHERE r.event_id = :event AND r.user_id = user_search.rowid)) ORDER BY rowid DESC LIMIT :limit",
        )?
        .query_map(named_params! { ":match": filter.expression(), ":event": filter.event, ":limit": limit }, |row| row.get("id"))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(found)
}

/// A page of them, newest first.
pub fn list_members(conn: &Connection, filter: &Filter, paging: &Paging) -> ApiResult<Page<EmailMember>> {
    let expression = filter.expression();
    let mut ids = conn
        .prepare_cached(
            "SELECT rowid AS id FROM user_search WHERE user_search MATCH :match AND rowid < :after AND (:event IS NULL
               OR EXISTS (SELECT 1 FROM registrations r WHERE r.event_id = :event AND r.user_id = user_search.rowid))
             ORDER BY rowid DESC LIMIT :limit OFFSET :offset",
        )?
        .query_map(
            named_params! {
                ":match": expression, ":event": filter.event, ":after": paging.after_id(Id(i64::MAX)), ":limit": paging.rows(), ":offset": paging.offset,
            },
            |row| row.get("id"),
        )?
        .collect::<rusqlite::Result<Vec<Id>>>()?;
    let next = paging.cut(&mut ids, |id| After::id(*id));
    let items = conn
        .prepare_cached(
            "SELECT u.id, u.name, u.email, u.picture FROM json_each(:ids) page CROSS JOIN users u ON u.id = page.value
             WHERE u.email IS NOT NULL ORDER BY page.key",
        )?
        .query_map(named_params! { ":ids": json(&ids)? }, |row| {
            Ok(EmailMember {
                id: row.get("id")?,
                name: row.get("name")?,
                email: row.get("email")?,
                profile_picture: row.get("picture")?,
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    let total = conn
        .prepare_cached(
            "SELECT count(*) AS count FROM user_search WHERE user_search MATCH :match AND (:event IS NULL
               OR EXISTS (SELECT 1 FROM registrations r WHERE r.event_id = :event AND r.user_id = user_search.rowid))",
        )?
        .query_row(named_params! { ":match": expression, ":event": filter.event }, |row| row.get("count"))?;
    Ok(Page { items, total, next })
}

/// The addresses of these members.
pub fn list_addresses(conn: &Connection, ids: &[Id]) -> ApiResult<Vec<String>> {
    let found = conn
        .prepare_cached(
            "SELECT u.email FROM json_each(:ids) page CROSS JOIN users u ON u.id = page.value WHERE u.email IS NOT NULL ORDER BY page.key",
        )?
        .query_map(named_params! { ":ids": json(ids)? }, |row| row.get("email"))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(found)
}

/// The members with these addresses (as keys) who can get mail, each with the key.
pub fn find_by_addresses(conn: &Connection, keys: &[String]) -> ApiResult<Vec<(Id, String)>> {
    let keys = serde_json::to_string(keys).map_err(ApiError::internal)?;
    let found = conn
        .prepare_cached(
            "SELECT u.id, u.email_key FROM json_each(:keys) page CROSS JOIN users u ON u.email_key = page.value
             WHERE u.suspended_at IS NULL AND u.deleted_at IS NULL ORDER BY page.key",
        )?
        .query_map(named_params! { ":keys": keys }, |row| Ok((row.get("id")?, row.get("email_key")?)))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(found)
}

/// How many of these members do not want such mails.
pub fn count_unsubscribed(conn: &Connection, ids: &[Id], choice: Choice) -> ApiResult<i64> {
    let count = conn
        .prepare_cached(
            "SELECT count(*) AS count FROM json_each(:ids) page CROSS JOIN users u ON u.id = page.value
             WHERE CASE :choice WHEN 'news' THEN u.wants_news ELSE u.wants_events END = 0",
        )?
        .query_row(named_params! { ":ids": json(ids)?, ":choice": choice.as_str() }, |row| row.get("count"))?;
    Ok(count)
}

/// A message before it is queued.
pub struct NewMailing<'a> {
    pub audience: &'a str,
    pub choice: Choice,
    pub event: Option<Id>,
    pub subject: &'a str,
    pub message: &'a str,
    /// Members who want it.
    pub count: i64,
    pub sent_by: Id,
    /// What a repeated request is known by.
    pub request: &'a str,
}

/// Stores a message, and queues a mail to each of these members.
pub fn insert_mailing(tx: &Tx, new: &NewMailing, to: &[Id], now: Instant) -> ApiResult<Id> {
    let id = Id::new(now);
    tx.prepare_cached(
        "INSERT INTO mailings (id, event_id, audience, subject, text, sent_by, created_at, choice, recipients, request)
         VALUES (:id, :event, :audience, :subject, :message, :sent_by, :now, :choice, :count, :request)",
    )?
    .execute(named_params! {
        ":id": id, ":event": new.event, ":audience": new.audience, ":subject": new.subject, ":message": new.message, ":sent_by": new.sent_by,
        ":now": now, ":choice": new.choice.as_str(), ":count": new.count, ":request": new.request,
    })?;
    let occasion = Occasion::Mailing { mailing: id };
    let first = Id::block(now, i64::try_from(to.len()).unwrap_or(i64::MAX));
    // The host of the Message-ID is added when the first attempt begins.
    tx.prepare_cached(
        "INSERT INTO mails (id, message_id, kind, user_id, mailing_id, to_email, to_name, occasion, subject, text, html, lane, next_attempt_at, created_at)
         SELECT :first + page.key, :message_id || '.' || page.key, :kind, u.id, :mailing, u.email, u.name, :occasion, '', '', '', 'bulk', :now, :now
         FROM json_each(:ids) page CROSS JOIN users u ON u.id = page.value WHERE u.email IS NOT NULL",
    )?
    .execute(named_params! {
        ":first": first, ":message_id": id.to_string(), ":kind": occasion.kind(), ":mailing": id, ":ids": json(to)?, ":now": now,
        ":occasion": serde_json::to_string(&occasion).map_err(ApiError::internal)?,
    })?;
    tx.announce();
    Ok(id)
}

/// The message that was queued for the same request since then, and how many members wanted it.
pub fn find_request(conn: &Connection, request: &str, since: Instant) -> rusqlite::Result<Option<(Id, i64)>> {
    conn.prepare_cached(
        "SELECT id, recipients FROM mailings WHERE request = :request AND request <> '' AND created_at >= :since ORDER BY id DESC LIMIT 1",
    )?
    .query_row(named_params! { ":request": request, ":since": since }, |row| {
        Ok((row.get("id")?, row.get("recipients")?))
    })
    .optional()
}

/// A stored message.
pub struct Stored {
    pub subject: String,
    pub html: String,
    /// The choice that it obeys.
    pub choice: Option<Choice>,
    /// The event that it is about.
    pub event: Option<Id>,
}

/// The message with this id.
pub fn find_message(conn: &Connection, id: Id) -> rusqlite::Result<Option<Stored>> {
    conn.prepare_cached("SELECT subject, text, choice, event_id FROM mailings WHERE id = :id")?
        .query_row(named_params! { ":id": id }, |row| {
            let choice: String = row.get("choice")?;
            Ok(Stored {
                subject: row.get("subject")?,
                html: row.get("text")?,
                choice: Choice::parse(&choice),
                event: row.get("event_id")?,
            })
        })
        .optional()
}

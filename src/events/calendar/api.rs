//! Calendars: one event, all events, and the member's own events under a secret address.

use std::sync::Arc;

use poem::http::header;
use poem::{Endpoint, IntoResponse, Request, Response};
use poem_openapi::OpenApi;
use rand::RngExt;
use rusqlite::Connection;

use super::rules::{Entry, Source, calendar, days_before};
use super::store;
use crate::app::App;
use crate::auth::Member;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::events::views::CalendarFeed;
use crate::site::store::{find_settings, moment};
use crate::web::document::Tag;
use crate::web::item::Item;
use crate::work::aside;

/// Days that an event stays in a calendar after it ends.
const PAST_DAYS: i64 = 365;

pub struct CalendarFeedApi(pub Arc<App>);

impl CalendarFeedApi {
    fn feed(&self, found: Option<(String, Instant)>) -> Item<CalendarFeed> {
        let site_url = self.0.config.site_url();
        Item(CalendarFeed {
            url: found.as_ref().map(|(secret, _)| format!("{site_url}/calendar/{secret}.ics")),
            created_at: found.map(|(_, created_at)| created_at),
        })
    }
}

#[OpenApi(tag = "Tag::Events")]
impl CalendarFeedApi {
    /// Get the address of your own calendar feed
    #[oai(path = "/users/me/calendar-feed", method = "get", operation_id = "get_calendar_feed")]
    async fn get_calendar_feed(&self, member: Member) -> ApiResult<Item<CalendarFeed>> {
        let user = member.0.id;
        let found = self.0.db.read(move |conn| Ok(store::find_feed(conn, user)?)).await?;
        Ok(self.feed(found))
    }

    /// Create a new address for your own calendar feed
    ///
    /// The previous address stops working.
    #[oai(path = "/users/me/calendar-feed", method = "post", operation_id = "make_calendar_feed")]
    async fn make_calendar_feed(&self, member: Member) -> ApiResult<Item<CalendarFeed>> {
        let (user, now) = (member.0.id, self.0.clock.now());
        let bytes: [u8; 20] = rand::rng().random();
        let secret: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let kept = secret.clone();
        self.0.db.write(move |tx| Ok(store::set_feed(tx, user, &kept, now)?)).await?;
        Ok(self.feed(Some((secret, now))))
    }

    /// Revoke the address of your own calendar feed
    #[oai(path = "/users/me/calendar-feed", method = "delete", operation_id = "revoke_calendar_feed")]
    async fn revoke_calendar_feed(&self, member: Member) -> ApiResult<Item<CalendarFeed>> {
        let user = member.0.id;
        self.0.db.write(move |tx| Ok(store::delete_feed(tx, user)?)).await?;
        Ok(self.feed(None))
    }
}

/// The calendar that an address serves.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// /events/{id}/calendar.ics
    Event,
    /// /events.ics
    All,
    /// /calendar/{secret}.ics
    Own,
}

/// A calendar file.
pub struct CalendarFile(pub Arc<App>, pub Kind);

impl Endpoint for CalendarFile {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        let (app, kind) = (self.0.clone(), self.1);
        let (now, part) = (app.clock.now(), request.raw_path_param("part").unwrap_or_default().to_owned());
        let (name, entries) = app.db.read(move |conn| find(conn, kind, &part, now)).await?;
        let text = aside(move || {
            let site_url = app.config.site_url();
            let source = Source {
                url: &site_url,
                host: &app.calendar_host,
            };
            calendar(name.as_deref(), &entries, source)
        })
        .await?;
        let mut response = text.with_content_type("text/calendar; charset=utf-8").into_response();
        if matches!(kind, Kind::Own) {
            response
                .headers_mut()
                .insert(header::CACHE_CONTROL, header::HeaderValue::from_static("private, no-cache"));
        }
        Ok(response)
    }
}

/// The name of a calendar, if it has one, and its events.
fn find(conn: &Connection, kind: Kind, part: &str, now: Instant) -> ApiResult<(Option<String>, Vec<Entry>)> {
    let not_found = || ApiError::not_found("There is no such calendar.");
    let settings = find_settings(conn)?;
    let today = moment(conn, now)?.today;
    let since = days_before(&today, PAST_DAYS);
    match kind {
        Kind::Event => {
            let id = Id::parse(part).ok_or_else(not_found)?;
            Ok((None, vec![store::find_entry(conn, id, false)?.ok_or_else(not_found)?]))
        }
        Kind::All => Ok((Some(settings.feed_title("Events")), store::list_entries(conn, &since, &today)?)),
        Kind::Own => {
            let secret = part.strip_suffix(".ics").ok_or_else(not_found)?;
            let owner = store::find_feed_owner(conn, secret)?.ok_or_else(not_found)?;
            Ok((
                Some(format!("My events at {}", settings.name)),
                store::list_entries_of(conn, owner, &since, &today)?,
            ))
        }
    }
}

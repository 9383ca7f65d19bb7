//! Public calls about events.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};

use super::list_store::{self, Filter, Shown, Sort};
use super::rules::{self, EventStatus};
use super::store;
use super::views::{Event, EventCount, EventSummary};
use crate::app::App;
use crate::auth::{Member, Viewer};
use crate::db::values::Id;
use crate::error::{ApiError, ApiResult};
use crate::input::Text;
use crate::site::store::moment;
use crate::text::SEARCH_LENGTH;
use crate::web::document::Tag;
use crate::web::item::Item;
use crate::web::paging::{Page, Paging, Place};

pub struct EventsApi(pub Arc<App>);

fn sort(name: Option<&str>) -> Sort {
    match name {
        Some("date-asc") => Sort::DateAscending,
        Some("date-desc") => Sort::DateDescending,
        Some("popular") => Sort::Popular,
        Some("alphabetical") => Sort::Alphabetical,
        _ => Sort::Default,
    }
}

fn shown(name: Option<&str>) -> ApiResult<Shown> {
    match name {
        None | Some("" | "all") => Ok(Shown::All),
        Some(rules::NEXT) => Ok(Shown::Next),
        Some("upcoming") => Ok(Shown::Status(EventStatus::Upcoming)),
        Some("live" | "ongoing") => Ok(Shown::Status(EventStatus::Ongoing)),
        Some("completed") => Ok(Shown::Status(EventStatus::Completed)),
        Some(_) => Err(ApiError::invalid("status", "Unknown status")),
    }
}

fn kind(name: Option<&str>) -> ApiResult<Option<&'static str>> {
    match name {
        None | Some("" | "all") => Ok(None),
        Some(name) => rules::TYPES
            .into_iter()
            .map(|(known, _)| known)
            .find(|known| *known == name)
            .map(Some)
            .ok_or_else(|| ApiError::invalid("type", "Unknown type")),
    }
}

#[OpenApi(tag = "Tag::Events")]
impl EventsApi {
    /// List events
    ///
    /// The events of today that are not over come first, then upcoming ones, then those of today that are over or
    /// cancelled, then completed ones. Within each group the default order is by date: ascending for the first two,
    /// descending for the others.
    #[oai(path = "/events", method = "get", operation_id = "list_events")]
    #[allow(clippy::too_many_arguments)]
    async fn list_events(
        &self,
        viewer: Viewer,
        /// Words that must all occur in the title or the description.
        search: Query<Option<Text<SEARCH_LENGTH>>>,
        /// `upcoming`, `live` (or `ongoing`) or `completed`; `next` for those that are neither over nor cancelled, in the order
        /// in which they begin; `all` or empty for no filter.
        status: Query<Option<String>>,
        /// One of the types; `all` or empty for no filter.
        #[oai(name = "type")]
        kind: Query<Option<String>>,
        /// `date-asc`, `date-desc`, `popular` or `alphabetical`.
        sort: Query<Option<String>>,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
        /// The last entry seen, instead of an offset: its `_id`, or the `X-Next` of its page.
        after: Query<Option<Place>>,
    ) -> ApiResult<Page<EventSummary>> {
        let paging = Paging::new(limit.0, offset.0, after.0.as_deref())?;
        let filter = Filter {
            search: search.0.unwrap_or_default().0,
            shown: self::shown(status.0.as_deref())?,
            kind: self::kind(kind.0.as_deref())?,
            sort: self::sort(sort.0.as_deref()),
        };
        let (now, words) = (self.0.clock.now(), filter.search.clone());
        self.0
            .db
            .search(&words, move |conn| {
                list_store::list_events(conn, &filter, &paging, &moment(conn, now)?, viewer.eyes())
            })
            .await
    }

    /// List your own events
    ///
    /// The events that the caller is registered for or waits for: those that are neither over nor cancelled, in the order in
    /// which they begin, then the others, latest first.
    #[oai(path = "/users/me/events", method = "get", operation_id = "list_own_events")]
    async fn list_own_events(
        &self,
        member: Member,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
        /// The last entry seen, instead of an offset: its `_id`, or the `X-Next` of its page.
        after: Query<Option<Place>>,
    ) -> ApiResult<Page<EventSummary>> {
        let (caller, paging, now) = (member.0, Paging::new(limit.0, offset.0, after.0.as_deref())?, self.0.clock.now());
        self.0
            .db
            .read(move |conn| list_store::list_events_of(conn, caller.id, &paging, &moment(conn, now)?, caller.eyes()))
            .await
    }

    /// Count events
    #[oai(path = "/events/count", method = "get", operation_id = "count_events")]
    async fn count_events(&self) -> ApiResult<Item<EventCount>> {
        let now = self.0.clock.now();
        self.0
            .db
            .read(move |conn| Ok(Item(list_store::count_events(conn, &moment(conn, now)?)?)))
            .await
    }

    /// Get an event
    #[oai(path = "/events/:id", method = "get", operation_id = "get_event")]
    async fn get_event(&self, viewer: Viewer, id: Path<Id>) -> ApiResult<Item<Event>> {
        let now = self.0.clock.now();
        let event = self
            .0
            .db
            .read(move |conn| store::find_event(conn, id.0, &moment(conn, now)?, viewer.eyes()))
            .await?;
        event.map(Item).ok_or_else(|| ApiError::not_found("Event not found"))
    }
}

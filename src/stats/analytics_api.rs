//! Visits: counted for everybody, shown to admins.

use std::sync::Arc;
use std::time::Duration;

use poem_openapi::OpenApi;
use poem_openapi::param::Query;

use super::rules::{DEFAULT_DAYS, Happening, MAX_DAYS, counted_page, last_days};
use super::store::{add_counts, list_counts, list_views_by_day};
use super::views::{Analytics, Counted, DayViews, Visit};
use crate::app::App;
use crate::auth::Admin;
use crate::error::{ApiError, ApiResult};
use crate::input::Input;
use crate::site::store::moment;
use crate::tasks;
use crate::web::document::Tag;
use crate::web::item::Item;

/// Time between two writes of the counts.
const PAUSE: Duration = Duration::from_secs(30);

pub struct AnalyticsApi(pub Arc<App>);

#[OpenApi(tag = "Tag::Stats")]
impl AnalyticsApi {
    /// Count a visit
    ///
    /// A page view, the start of the interface, or both. Only numbers by day are kept: nothing about who it was, no cookie, no
    /// address. Pages of the admin area do not count.
    #[oai(path = "/analytics", method = "post", operation_id = "count_visit")]
    async fn count_visit(&self, input: Input<Visit>) -> ApiResult<Item<Counted>> {
        let page = input.0.page.as_ref().and_then(|path| counted_page(path));
        if let Some(page) = page {
            self.0.tally.add_view(page);
        }
        if input.0.started {
            self.0.tally.add(Happening::AppInitialized);
        }
        Ok(Item(Counted {
            counted: page.is_some() || input.0.started,
        }))
    }

    /// Get the page views and what happened
    #[oai(path = "/admin/analytics", method = "get", operation_id = "get_analytics")]
    async fn get_analytics(
        &self,
        _admin: Admin,
        /// The last so many days: 1 to 366, 30 by default.
        days: Query<Option<u32>>,
    ) -> ApiResult<Item<Analytics>> {
        let (days, now) = (days.0.unwrap_or(DEFAULT_DAYS), self.0.clock.now());
        if days == 0 || days > MAX_DAYS {
            return Err(ApiError::invalid("days", format!("The days must be between 1 and {MAX_DAYS}")));
        }
        write(&self.0).await?;
        self.0
            .db
            .read(move |conn| {
                let today = moment(conn, now)?.today;
                let days = last_days(&today, days);
                let from = days.first().cloned().unwrap_or_default();
                let views = list_views_by_day(conn, &from)?;
                let of_day = |day: String| DayViews {
                    views: views.get(&day).copied().unwrap_or(0),
                    day,
                };
                Ok(Item(Analytics {
                    days: days.into_iter().map(of_day).collect(),
                    pages: list_counts(conn, "view", &from)?,
                    events: list_counts(conn, "event", &from)?,
                    from,
                    until: today,
                }))
            })
            .await
    }
}

/// Writes the counts to the database.
///
/// # Errors
/// 500 when the database fails; the counts are kept then.
pub async fn write(app: &App) -> ApiResult<()> {
    let (counts, now) = (app.tally.take(), app.clock.now());
    if counts.is_empty() {
        return Ok(());
    }
    let written = counts.clone();
    let done = app
        .db
        .write(move |tx| {
            let today = moment(tx, now)?.today;
            Ok(add_counts(tx, &today, &written)?)
        })
        .await;
    if done.is_err() {
        app.tally.put_back(&counts);
    }
    done
}

/// Writes the counts every now and then until the program ends.
pub async fn run(app: Arc<App>) {
    tasks::keep("analytics", || watch(app.clone())).await;
}

async fn watch(app: Arc<App>) {
    let mut looks = tokio::time::interval(PAUSE);
    loop {
        looks.tick().await;
        if let Err(error) = write(&app).await {
            tracing::error!(%error, "the page views could not be written");
        }
    }
}

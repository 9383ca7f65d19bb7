//! Public counts.

use std::sync::Arc;

use poem_openapi::OpenApi;

use super::store::find_total;
use super::views::{Stats, UserCount};
use crate::app::App;
use crate::error::ApiResult;
use crate::web::document::Tag;
use crate::web::item::Item;

pub struct StatsApi(pub Arc<App>);

#[OpenApi(tag = "Tag::Stats")]
impl StatsApi {
    /// Get the community's counts
    ///
    /// Public, because the home page shows them.
    #[oai(path = "/admin/stats", method = "get", operation_id = "get_stats")]
    async fn get_stats(&self) -> ApiResult<Item<Stats>> {
        self.0
            .db
            .read(|conn| {
                Ok(Item(Stats {
                    user_count: find_total(conn, "members")?,
                    project_count: find_total(conn, "projects:all")?,
                    event_count: find_total(conn, "events:hosted")?,
                }))
            })
            .await
    }

    /// Count members
    #[oai(path = "/users/count", method = "get", operation_id = "count_users")]
    async fn count_users(&self) -> ApiResult<Item<UserCount>> {
        self.0
            .db
            .read(|conn| {
                Ok(Item(UserCount {
                    count: find_total(conn, "members")?,
                }))
            })
            .await
    }
}

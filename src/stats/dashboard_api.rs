//! The admins' dashboard: what is to do, and how the community grows.

use std::sync::Arc;

use poem_openapi::OpenApi;

use super::rules::{CHART_MONTHS, NEWEST_NAMES, last_months};
use super::store::{find_total, find_work, list_months, list_newest_names};
use super::views::{Growth, Month, ToDo};
use crate::app::App;
use crate::auth::Admin;
use crate::error::ApiResult;
use crate::web::document::Tag;
use crate::web::item::Item;

pub struct DashboardApi(pub Arc<App>);

#[OpenApi(tag = "Tag::Stats")]
impl DashboardApi {
    /// Get what is to do
    ///
    /// What waits for an admin, in numbers.
    #[oai(path = "/admin/to-do", method = "get", operation_id = "get_to_do")]
    async fn get_to_do(&self, _admin: Admin) -> ApiResult<Item<ToDo>> {
        let now = self.0.clock.now();
        let (mut to_do, names) = self
            .0
            .db
            .read(move |conn| Ok((find_work(conn, now)?, list_newest_names(conn, NEWEST_NAMES)?)))
            .await?;
        let missing = self.0.printer.missing(names).await?;
        to_do.unprintable_names = i64::try_from(missing.iter().filter(|characters| !characters.is_empty()).count()).unwrap_or(i64::MAX);
        to_do.backup_problem = self.0.backups.problem();
        Ok(Item(to_do))
    }

    /// Get how the community grows
    ///
    /// The last 12 months, oldest first; months begin at midnight UTC.
    #[oai(path = "/admin/growth", method = "get", operation_id = "get_growth")]
    async fn get_growth(&self, _admin: Admin) -> ApiResult<Item<Growth>> {
        let now = self.0.clock.now();
        self.0
            .db
            .read(move |conn| {
                let months = last_months(&now.to_string(), CHART_MONTHS);
                let first = months.first().cloned().unwrap_or_default();
                let counts = list_months(conn, &first)?;
                let count = |name: &str, month: &str| counts.get(&(name.to_owned(), month.to_owned())).copied().unwrap_or(0);
                let mut total_users = count("users", "");
                let months = months.into_iter().map(|month| {
                    let new_users = count("users", &month);
                    total_users += new_users;
                    Month {
                        new_users,
                        total_users,
                        submitted_projects: count("projects", &month),
                        month,
                    }
                });
                Ok(Item(Growth {
                    months: months.collect(),
                    approved: find_total(conn, "project_status:Approved")?,
                    in_review: find_total(conn, "project_status:In Review")?,
                    rejected: find_total(conn, "project_status:Rejected")?,
                }))
            })
            .await
    }
}

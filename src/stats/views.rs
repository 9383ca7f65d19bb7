//! The JSON of the community's counts.

use poem_openapi::Object;

/// The three counts on the home page.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct Stats {
    /// Members, without suspended and deleted ones.
    pub user_count: i64,
    /// Public projects.
    pub project_count: i64,
    /// Published events, without cancelled ones.
    pub event_count: i64,
}

/// A count.
#[derive(Debug, Clone, Object)]
pub struct UserCount {
    /// The number of members.
    pub count: i64,
}

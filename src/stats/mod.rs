//! The community's numbers.
pub mod analytics_api;
pub mod api;
pub mod dashboard_api;
pub mod rules;
pub mod store;
pub mod tally;
pub mod views;

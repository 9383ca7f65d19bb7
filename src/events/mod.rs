//! Events: list, detail, registration, tasks.
pub mod api;
pub mod rules;
pub mod store;
pub mod views;

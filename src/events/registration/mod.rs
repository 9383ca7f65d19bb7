//! Registering for an event, its waiting list, its tasks.
pub mod api;
pub mod rules;
pub mod store;

//! Registering for an event, its waiting list, its tasks.
pub mod api;
pub mod guards;
pub mod places;
pub mod rules;
pub mod store;

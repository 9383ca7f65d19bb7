//! Calendars and feeds of events.
pub mod api;
pub mod feed_api;
pub mod rules;
pub mod store;

//! Events: list, detail, registration, tasks; the admins' forms and lists; the door; calendars.
pub mod admin_api;
pub mod admin_store;
pub mod admin_views;
pub mod api;
pub mod calendar;
pub mod door;
pub mod form;
pub mod guards;
pub mod letters;
pub mod list_store;
pub mod participants;
pub mod place_store;
pub mod registration;
pub mod rules;
pub mod store;
pub mod time_rules;
pub mod views;

//! Letters about an event: notices of changes, admins' own letters, and reminders on the day before.
pub mod api;
mod mailing_store;
pub mod notices;
pub mod reminder_store;
pub mod rules;
pub mod reminders;
pub mod render;
pub mod views;

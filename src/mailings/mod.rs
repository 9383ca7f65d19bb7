//! Messages to members at large: written by admins, sent one by one, unsubscribed from with one click.
pub mod api;
pub mod html_rules;
pub mod letters;
pub mod list_api;
pub mod list_store;
pub mod rules;
pub mod store;
pub mod unsubscribe_api;
pub mod unsubscribe_rules;
pub mod unsubscribe_store;
pub mod views;

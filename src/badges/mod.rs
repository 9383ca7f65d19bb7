//! Badges: awarded by rule, given by admins, shown to everybody.
pub mod admin_api;
pub mod api;
pub mod guards;
pub mod letters;
pub mod pictures;
pub mod rules;
pub mod store;
pub mod views;

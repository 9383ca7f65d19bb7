//! The log of admins' actions.
pub mod api;
pub mod rules;
pub mod store;
pub mod views;

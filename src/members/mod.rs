//! Members: profiles and roles.
pub mod api;
pub mod rules;
pub mod store;
pub mod views;

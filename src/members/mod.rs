//! Members: profiles and roles.
pub mod admin_api;
pub mod admin_store;
pub mod admin_views;
pub mod api;
pub mod rules;
pub mod store;
pub mod views;

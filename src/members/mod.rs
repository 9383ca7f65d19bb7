//! Members: profiles and roles.
pub mod api;
pub mod store;
pub mod views;

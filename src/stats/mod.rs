//! The community's numbers.
pub mod api;
pub mod store;
pub mod views;

//! The community's own settings and what /api/site tells of them.
pub mod api;
pub mod rules;
pub mod store;
pub mod views;

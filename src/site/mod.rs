//! The community's own settings, and the part of them that /api/site returns.
pub mod api;
pub mod guards;
pub mod memo_store;
pub mod rules;
pub mod store;
pub mod views;

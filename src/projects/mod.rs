//! Projects: list, detail, comments, upvotes, review.
pub mod api;
pub mod rules;
pub mod store;
pub mod views;

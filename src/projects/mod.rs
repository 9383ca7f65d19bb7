//! Projects: lists, detail, submission, comments, upvotes, review.
pub mod admin_api;
pub mod api;
pub mod comment_api;
pub mod comment_store;
pub mod draft_rules;
pub mod edit_api;
mod edit_store;
pub mod feed_api;
mod feed_store;
pub mod guards;
pub mod inputs;
pub mod list_store;
pub mod letters;
pub mod review_store;
pub mod rules;
pub mod store;
pub mod views;

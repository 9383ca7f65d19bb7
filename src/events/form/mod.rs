//! The form of an event: what it accepts and stores.
pub mod fields;
pub mod inputs;
pub mod picture_api;
pub mod picture_store;
pub mod rules;
pub mod store;
pub mod text_rules;

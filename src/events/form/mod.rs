//! What an event's form accepts and keeps.
pub mod inputs;
pub mod rules;
pub mod store;
pub mod text_rules;

//! The form of an event: what it accepts and stores.
pub mod fields;
pub mod inputs;
pub mod rules;
pub mod store;
pub mod text_rules;

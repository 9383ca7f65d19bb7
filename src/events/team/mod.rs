//! The people of an event: who runs it, and who works at its door.
pub mod api;
pub mod rules;
pub mod store;
pub mod views;

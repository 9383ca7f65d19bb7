//! Check-in at the door.
pub mod api;
pub mod rules;
pub mod store;
pub mod views;

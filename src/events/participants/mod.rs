//! Participants as admins see and change them.
pub mod api;
pub mod completion;
pub mod csv_views;
pub mod guards;
pub mod rules;
pub mod store;
pub mod views;

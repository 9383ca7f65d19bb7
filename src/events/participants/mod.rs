//! Who takes part, as admins see and change it.
pub mod api;
pub mod csv_rules;
pub mod store;
pub mod views;

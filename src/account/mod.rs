//! A member's own account: sessions, the change of its address, all its data, and its deletion.
pub mod api;
pub mod credentials_api;
pub mod data_store;
pub mod deletion_store;
pub mod rules;
pub mod store;
pub mod views;

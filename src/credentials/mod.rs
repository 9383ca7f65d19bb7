//! Credentials: certificates and badges as signed Open Badges 3.0, which anybody can check without this site.
pub mod admin_api;
pub mod api;
pub mod canon;
pub mod check;
pub mod file_api;
pub mod files;
pub mod guards;
pub mod key;
pub mod key_store;
pub mod log_store;
pub mod rules;
pub mod shape;
pub mod sign;
pub mod store;
pub mod tree;
pub mod views;
pub mod worker;

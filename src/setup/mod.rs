//! The first run: a one-time link with which the operator names the community and becomes its first admin.
pub mod api;
pub mod rules;
pub mod store;
pub mod views;

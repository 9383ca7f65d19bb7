//! Certificates: what they say, who may see them, how they are printed.
pub mod admin_api;
pub mod api;
pub mod guards;
pub mod letters;
pub mod print;
pub mod printer;
pub mod rules;
pub mod store;
pub mod views;

//! Signing in and out.
pub mod store;
pub mod token;

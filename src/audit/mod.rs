//! The log of admins' actions.
pub mod store;

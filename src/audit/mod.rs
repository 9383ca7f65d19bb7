//! What admins did.
pub mod store;

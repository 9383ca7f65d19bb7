//! Invitations: people who are not members yet, and become it by their first sign-in.
pub mod api;
pub mod letters;
pub mod rules;
pub mod store;
pub mod views;

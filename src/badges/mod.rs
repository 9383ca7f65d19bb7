//! Badges: tiers and awards.
pub mod rules;
pub mod store;

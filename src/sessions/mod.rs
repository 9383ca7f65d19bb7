//! Signing in and out: by ID token, or by e-mailed link or code; the lockout; sessions and their tokens.
pub mod accounts;
pub mod api;
pub mod links;
pub mod lockout;
pub mod pictures;
pub mod rules;
pub mod store;
pub mod sweep;
pub mod token;
pub mod views;

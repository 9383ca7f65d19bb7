//! Pictures kept in the database: how they come in, and how they are served.
pub mod api;
pub mod picture;
pub mod rules;
pub mod store;

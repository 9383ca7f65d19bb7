//! Pictures kept in the database: how they come in, and how they are served.
pub mod api;
mod file;
pub mod picture;
pub mod queue;
mod raster;
pub mod rules;
pub mod store;

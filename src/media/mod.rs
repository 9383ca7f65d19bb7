//! Pictures in the database: how they are processed and served.
pub mod api;
mod file;
pub mod picture;
pub mod queue;
mod raster;
pub mod rules;
pub mod store;

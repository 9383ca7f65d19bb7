//! Pictures in the database: how they are processed and served.
pub mod api;
mod file;
mod inks;
pub mod picture;
pub mod queue;
mod raster;
pub mod rules;
pub mod site_pictures;
pub mod store;

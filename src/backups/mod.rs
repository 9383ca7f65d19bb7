//! Backups: copies of the database that the server makes by itself and keeps in a folder.
pub mod api;
pub mod guards;
pub mod keeper;
pub mod rules;
pub mod shelf;
pub mod views;

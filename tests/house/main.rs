//! The house itself: documents, statements, files and their agreement. One binary, a file per subject.

mod client;
mod config;
mod database;
mod files;
mod growth;
mod imports;
mod migrations;
mod pages;
mod readme;
mod rules;
mod sql;

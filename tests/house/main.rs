//! Rules of the code base: imports, documents, SQL statements and files agree. One binary, with one file per subject.

mod attacks;
mod client;
mod config;
mod contract;
mod database;
mod files;
mod growth;
mod imports;
mod migrations;
mod pages;
mod readme;
mod rules;
mod sql;

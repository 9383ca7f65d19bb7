//! Running a site for years: copies of it, backups, and putting one back.

mod acme;
mod backups;
mod command_restore;
mod connections;
mod export;
mod measures;
mod restored;
mod shareable;
mod tls;

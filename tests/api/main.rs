//! The whole app over HTTP, each test on a fresh file: one binary, a file per noun.

mod access;
mod comments;
mod envelope;
mod events;
mod mail;
mod projects;
mod review;
mod smtp;
mod support;

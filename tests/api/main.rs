//! The whole app over HTTP, each test on a fresh file: one binary, a file per noun.

mod access;
mod comments;
mod envelope;
mod events;
mod projects;
mod review;
mod support;

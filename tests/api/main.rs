//! The whole app over HTTP, each test with a new database. One binary, with one file per noun.

mod access;
mod calendar;
mod captcha;
mod command_admins;
mod comments;
mod crawl;
mod demo;
mod door;
mod edge;
mod envelope;
mod events;
mod events_admin;
mod executable;
mod head;
mod mail;
mod names;
mod outside;
mod projects;
mod registration;
mod review;
mod sessions;
mod setup;
mod sign_in_codes;
mod smtp;
mod support;

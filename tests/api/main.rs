//! The whole app over HTTP, each test on a fresh file: one binary, a file per noun.

mod access;
mod admin_command;
mod calendar;
mod captcha;
mod checkin;
mod comments;
mod crawl;
mod demo;
mod envelope;
mod events;
mod events_admin;
mod head;
mod mail;
mod outside;
mod projects;
mod registration;
mod review;
mod sessions;
mod setup;
mod smtp;
mod support;

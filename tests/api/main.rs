//! The whole app over HTTP, each test with a new database. One binary, with one file per noun.

mod access;
mod badges;
mod captcha;
mod certificates;
mod certificates_print;
mod command_admins;
mod crawl;
mod demo;
mod edge;
mod envelope;
mod events;
mod executable;
mod head;
mod letters;
mod mail;
mod members;
mod names;
mod outside;
mod paging;
mod projects;
mod secrets;
mod sessions;
mod settings;
mod setup;
mod storage;
mod support;

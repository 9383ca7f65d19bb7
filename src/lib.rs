//! Community: the website that a developer and maker community hosts for itself.
//!
//! The modules in import order: each may use those above it, features know their own files and shared views only.
//! See README.md, "Where do I change …?".

pub mod address; // clients on the network
pub mod atom; // feeds
pub mod clock; // what time it is
pub mod config; // the operator's settings
pub mod db; // one SQLite file: read, write, migrations, values, search, what counts once
pub mod error; // the one error shape
pub mod listen; // connections, bounded in number and time
pub mod markdown; // members' texts to safe HTML
pub mod outside; // requests to other servers
pub mod pages; // every page of the site
pub mod paging; // lists and their counts
pub mod text; // lines and links as people type them

pub mod captcha; // built-in proof of work, or a provider
pub mod identity; // ID tokens

pub mod app; // what handlers share
pub mod auth; // who is calling

pub mod audit; // what admins did
pub mod badges; // tiers and awards
pub mod events; // events, registrations, tasks
pub mod mail; // letters, outbox, worker
pub mod media; // pictures kept in the database
pub mod members; // profiles and roles
pub mod projects; // projects, comments, upvotes
pub mod sessions; // sign-in, links, lockout, logout
pub mod setup; // the first admin
pub mod site; // the community's own settings
pub mod stats; // counts

pub mod demo; // a community to look around in

pub mod document; // the API document, each path once
pub mod head; // title and preview of every page address
pub mod http; // all APIs in one place

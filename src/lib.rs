//! Community: the website that a developer and maker community hosts for itself.
//!
//! # The order of the house
//!
//! Each file holds one kind of code; its name says which, and each kind has a line below. A file imports from the lines above its
//! own. Within its line it imports from features that are declared earlier, and from its own feature without a
//! circle; calls import no other calls. `tests/house/imports.rs` reads this list and the declarations.
//!
//! 1. The ground, independent of all features: `error` `db::values` `text` `input` `web::*` `clock` `config` `config::*` `pages` `markdown` `atom`
//!    `listen` `listen::*` `console` `work` `tasks`
//! 2. Decisions about plain values: `*rules` `events::form::fields` `media::picture` `media::file` `media::inks` `media::raster` `media::site_pictures` `sessions::token`
//!    `mail::occasion` `credentials::canon` `credentials::key` `credentials::shape` `credentials::sign` `credentials::tree` `credentials::files` `credentials::check` `badges::pictures`
//! 3. Inputs and outputs: `*views` `*inputs` `certificates::print` `certificates::print::*` `mail::frame` `mail::templates`
//!    `mail::event_templates`
//! 4. The database, and other servers: `db` `db::*` `limits` `outside` `outside::*` `mail::message` `mail::tls` `mail::transport`
//!    `media::queue` `backups::shelf` `mail::trouble` `certificates::printer` `stats::tally`
//! 5. SQL: `*store`
//! 6. The running app, and its caller: `app` `auth`
//! 7. Code that several calls share: `*guards` `sessions::accounts` `sessions::links` `sessions::lockout`
//!    `sessions::pictures` `events::letters::notices` `events::registration::places` `events::participants::completion`
//!    `events::letters::render` `projects::letters` `certificates::letters` `badges::letters` `invitations::letters` `mailings::letters` `letters`
//! 8. Calls, and background tasks: `*api` `mail::worker` `credentials::worker` `sessions::sweep` `backups::keeper` `events::letters::reminders`
//! 9. The whole site, made from all of these: `reindex` `demo` `demo::*` `shell` `head` `interface` `http` `http::*` `exports`

mod error; // the shape of all errors
mod db; // one SQLite file: read, write, migrations, values, search, single-use values
mod text; // texts, addresses and tags as people type them
mod input; // texts and lists that come in, and how much they hold
mod limits; // how often somebody may do what
mod web; // what calls share: clients' addresses, bodies, ETags, lists, the API document
mod clock; // what time it is
mod config; // the operator's settings
mod console; // messages for the person who started the program
mod pages; // every page of the site
mod markdown; // members' texts to safe HTML
mod atom; // feeds
mod listen; // connections, bounded in number and time
mod tasks; // background tasks, started again when they panic
mod outside; // requests to other servers: captcha providers, ID tokens
mod work; // work that is too slow for an async thread
mod app; // the state that handlers share
mod auth; // identifies the caller
mod site; // the community's own settings
mod backups; // copies that the server makes by itself
mod members; // profiles and roles
mod credentials; // certificates and badges, signed so that anybody can check them
mod certificates; // certificates: issued, printed, verified
mod mail; // letters, outbox, worker
mod invitations; // people who are not members yet
mod audit; // the log of admins' actions
mod media; // pictures kept in the database
mod badges; // awarded by rule, given by admins, shown to everybody
mod sessions; // sign-in, links, lockout, logout
mod setup; // the first admin
mod stats; // counts
mod projects; // projects, comments, upvotes
mod events; // events, registrations, tasks
mod mailings; // messages to members at large
mod letters; // what a mail says on the day it is sent
mod account; // a member's sessions, address, data, and the end of it
mod reindex; // the search of an older file
mod demo; // a realistic community for trying things out
mod shell; // the first picture of every page
mod head; // title and preview of every page address
mod metrics; // measurements for those who run the site
mod interface; // what the interface learns from the rules
mod http; // all APIs in one place

pub mod exports; // what leaves the library

//! Community: the website that a developer and maker community hosts for itself.
//!
//! # The order of the house
//!
//! Each file holds one kind of code; its name says which, and each kind has a line below. A file imports from the lines above its
//! own. Within its line it imports from features that are declared earlier, and from its own feature without a
//! circle; calls import no other calls. `tests/house/imports.rs` reads this list and the declarations.
//!
//! 1. The ground, independent of all features: `error` `db::values` `text` `input` `address` `clock` `config` `pages` `markdown` `atom`
//!    `body` `paging` `document` `listen` `listen::*` `caching` `console` `work`
//! 2. Decisions about plain values: `*rules` `media::picture` `media::file` `media::raster` `sessions::token`
//! 3. Inputs and outputs: `*views` `events::form::inputs` `mail::frame` `mail::templates`
//! 4. The database, and other servers: `db` `db::*` `limits` `outside` `captcha` `identity` `mail::transport` `media::queue`
//!    `mail::trouble`
//! 5. SQL: `*store`
//! 6. The running app, and its caller: `app` `auth`
//! 7. Code that several calls share: `*guards` `sessions::accounts` `sessions::links` `sessions::lockout`
//!    `sessions::pictures` `events::letters::notices` `events::registration::places`
//! 8. Calls, and background tasks: `*api` `mail::worker` `sessions::sweep` `events::letters::reminders`
//! 9. The whole site, made from all of these: `demo` `demo::*` `head` `interface` `http` `http::*`

pub mod error; // the shape of all errors
pub mod db; // one SQLite file: read, write, migrations, values, search, single-use values
pub mod text; // texts, addresses and tags as people type them
pub mod input; // texts and lists that come in, and how much they hold
pub mod limits; // how often somebody may do what
pub mod address; // clients on the network
pub mod caching; // ETags
pub mod clock; // what time it is
pub mod config; // the operator's settings
pub mod console; // messages for the person who started the program
pub mod pages; // every page of the site
pub mod markdown; // members' texts to safe HTML
pub mod atom; // feeds
pub mod body; // optional request bodies
pub mod paging; // lists and their counts
pub mod document; // the API document
pub mod listen; // connections, bounded in number and time
pub mod outside; // requests to other servers
pub mod work; // work that is too slow for an async thread
pub mod captcha; // built-in proof of work, or a provider
pub mod identity; // ID tokens
pub mod app; // the state that handlers share
pub mod auth; // identifies the caller
pub mod site; // the community's own settings
pub mod members; // profiles and roles
pub mod mail; // letters, outbox, worker
pub mod audit; // the log of admins' actions
pub mod media; // pictures kept in the database
pub mod badges; // tiers and awards
pub mod sessions; // sign-in, links, lockout, logout
pub mod setup; // the first admin
pub mod stats; // counts
pub mod projects; // projects, comments, upvotes
pub mod events; // events, registrations, tasks
pub mod demo; // a realistic community for trying things out
pub mod head; // title and preview of every page address
pub mod interface; // what the interface learns from the rules
pub mod http; // all APIs in one place

//! Measures what clients and accidents can do to a site with the real executable: `make torture` takes a few minutes.
//! One binary, with one file per subject; docs/operations.md has the figures.

#[cfg(debug_assertions)]
mod clock;
mod edge;
mod files;
mod full;
mod printing;
mod signing;
mod site;
mod stop;
mod writer;

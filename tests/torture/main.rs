//! Measures what clients and accidents can do to a site with the real executable: `make torture` takes a few minutes.
//! One binary, with one file per subject; docs/operations.md has the figures.

mod edge;
mod site;
mod writer;

//! What no client and no accident may do to a site, measured on the real executable: `make torture`, a few minutes. One
//! binary, a file per subject; docs/operations.md keeps the figures.

mod edge;
mod site;

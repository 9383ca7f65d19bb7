//! What the shell's commands do, for those that are longer than a few lines.
pub mod admins;
pub mod log;

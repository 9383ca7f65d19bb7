//! What calls of all features share.

pub mod address;
pub mod body;
pub mod caching;
pub mod document;
pub mod item;
pub mod measures;
pub mod paging;

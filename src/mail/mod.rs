//! Mail: letters and the outbox. A placeholder of the shape that sign-in needs.
pub mod store;
pub mod templates;
pub mod views;

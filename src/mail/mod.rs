//! Mail: letters and the outbox, the worker that sends, the way out.
pub mod api;
pub mod event_templates;
pub mod frame;
pub mod message;
pub mod occasion;
pub mod refusal_rules;
pub mod rules;
pub mod store;
pub mod templates;
pub mod tls;
pub mod transport;
pub mod trouble;
pub mod views;
pub mod worker;

//! Measurements for those who run the site, in the text format of Prometheus.
pub mod api;
pub mod rules;
pub mod store;

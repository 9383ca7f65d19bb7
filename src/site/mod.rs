//! The community's own settings, and the part of them that /api/site returns.
pub mod admin_api;
pub mod api;
pub mod category_rules;
pub mod edit_rules;
pub mod export_api;
pub mod guards;
pub mod machine_rules;
pub mod memo_store;
pub mod picture_api;
pub mod rules;
pub mod settings_views;
pub mod store;
pub mod views;

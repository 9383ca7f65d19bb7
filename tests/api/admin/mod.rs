//! What admins see and do beside projects and events.

mod dashboard;
mod users;

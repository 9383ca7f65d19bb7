//! What admins see and do beside projects and events.

mod choices;
mod dashboard;
mod users;

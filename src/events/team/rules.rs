//! Who may do what at one event. Every call about an event that is not public asks `reach`, through the guards in `src/auth.rs`.

use poem_openapi::Enum;
use serde::Serialize;

use crate::members::rules::Role;

/// Maximum people in the team of an event.
pub const MAX_TEAM: usize = 200;

/// What somebody does at an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize)]
#[oai(rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Duty {
    /// Runs the event, while they have the role of an organiser.
    Organiser,
    /// Works at its door.
    Helper,
}

impl Duty {
    /// The value in the database and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Duty::Organiser => "organiser",
            Duty::Helper => "helper",
        }
    }

    /// The duty for a value in the database.
    pub fn parse(word: &str) -> Duty {
        if word == "organiser" { Duty::Organiser } else { Duty::Helper }
    }
}

/// How far somebody reaches into an event, beyond what every member may see and do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    Nothing,
    /// Checks tickets, and sees names but no addresses.
    Door,
    /// Runs the event, and sees the addresses of its participants.
    All,
}

/// How far a member with this role reaches into an event where they have this duty, or none.
pub fn reach(role: Role, duty: Option<Duty>) -> Reach {
    match (role, duty) {
        (Role::Admin, _) | (Role::Organiser, Some(Duty::Organiser)) => Reach::All,
        (_, Some(Duty::Helper)) => Reach::Door,
        _ => Reach::Nothing,
    }
}

/// Whether somebody with this role can have this duty.
///
/// # Errors
/// The sentence why not; it names the member.
pub fn may_have(name: &str, role: Role, duty: Duty) -> Result<(), String> {
    match (duty, role) {
        (Duty::Organiser, Role::User) => Err(format!(
            "{name} does not have the role of an organiser. An admin can give it to them in the list of users."
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_run_by_admins_and_by_its_organisers_while_they_have_the_role() {
        assert_eq!(reach(Role::Admin, None), Reach::All);
        assert_eq!(reach(Role::Organiser, Some(Duty::Organiser)), Reach::All);
        assert_eq!(reach(Role::User, Some(Duty::Organiser)), Reach::Nothing);
        for role in [Role::User, Role::Organiser] {
            assert_eq!(reach(role, None), Reach::Nothing);
            assert_eq!(reach(role, Some(Duty::Helper)), Reach::Door);
        }
    }

    #[test]
    fn only_organisers_and_admins_are_named_organisers() {
        assert!(may_have("Max", Role::User, Duty::Organiser).unwrap_err().starts_with("Max does not"));
        assert!(may_have("Max", Role::User, Duty::Helper).is_ok());
        assert!(may_have("Max", Role::Organiser, Duty::Organiser).is_ok());
        assert!(may_have("Max", Role::Admin, Duty::Organiser).is_ok());
    }
}

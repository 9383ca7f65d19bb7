//! Decisions about members: what a role may see, names, and what a profile may contain. Pure functions of plain values.

use poem_openapi::Enum;
use serde::Serialize;

use crate::db::values::{Id, fold};
use crate::text::{cut, is_web_address, one_line, paragraphs};

/// The role of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize)]
#[oai(rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Role {
    User,
    /// Creates events, and runs those that are theirs.
    Organiser,
    Admin,
}

impl Role {
    /// The value in the database and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::User => "user",
            Role::Organiser => "organiser",
            Role::Admin => "admin",
        }
    }

    /// The role for a value in the database.
    pub fn parse(word: &str) -> Role {
        match word {
            "admin" => Role::Admin,
            "organiser" => Role::Organiser,
            _ => Role::User,
        }
    }
}

/// The member who sent the request, as the database knows them now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    pub id: Id,
    pub name: String,
    pub role: Role,
    pub session: Id,
}

impl Caller {
    /// What the caller may see.
    pub fn eyes(&self) -> Eyes {
        Eyes {
            caller: Some(self.id),
            role: self.role,
        }
    }
}

/// The viewer, who determines what is visible.
#[derive(Debug, Clone, Copy)]
pub struct Eyes {
    /// The caller's id; nobody's for a guest.
    pub caller: Option<Id>,
    /// A guest has the role of a user.
    pub role: Role,
}

impl Eyes {
    /// A viewer who is not signed in.
    pub const GUEST: Eyes = Eyes {
        caller: None,
        role: Role::User,
    };

    /// Whether these eyes see the profile of a member: nobody sees one of a member who has left, and only admins see one of a member
    /// who is suspended.
    pub fn see_profile(self, is_suspended: bool, is_deleted: bool) -> bool {
        !is_deleted && (!is_suspended || self.is_admin())
    }

    /// Whether an admin looks.
    pub fn is_admin(self) -> bool {
        self.role == Role::Admin
    }
}

/// A member's account for sign-in and administration. It is never sent as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub id: Id,
    pub name: String,
    pub email: String,
    pub picture: String,
    pub role: Role,
    pub is_suspended: bool,
    pub needs_name: bool,
    /// The name that an invitation proposed; may be empty.
    pub proposed: String,
}

impl Account {
    /// The name in the greeting of a mail; empty until the member has chosen one.
    pub fn greeting(&self) -> &str {
        if self.needs_name { "" } else { &self.name }
    }

    /// The name to suggest to a member who needs one; may be empty.
    pub fn proposal(&self) -> String {
        if self.proposed.is_empty() {
            proposed_name(&self.email)
        } else {
            self.proposed.clone()
        }
    }
}

/// The data of a new account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAccount {
    /// The member's chosen name. Without one, the member is asked for it.
    pub name: Option<String>,
    pub email: String,
    pub role: Role,
}

/// Maximum characters of a member's name, of what they write about themselves, and of each answer.
pub const NAME_LENGTH: usize = 100;
pub const BIO_LENGTH: usize = 2000;
pub const ANSWER_LENGTH: usize = 500;
/// Maximum characters of a user name or an address on another site, of the own site's address, and of the availability.
pub const MAX_HANDLE: usize = 200;
pub const MAX_PORTFOLIO: usize = 300;
pub const MAX_STATUS: usize = 100;
/// Maximum characters of the reason for a suspension.
pub const MAX_SUSPENSION_REASON: usize = 1000;
/// The name of a member who has not chosen one yet. It reveals nothing about their address.
pub const NEW_MEMBER: &str = "New member";
/// The default availability in a profile.
pub const STATUS: &str = "available";

/// A name to suggest to a member of whom we know only the address: ada.lovelace+x@… becomes Ada Lovelace. Only the
/// member sees it.
pub fn proposed_name(email: &str) -> String {
    let local = local_part(email).split('+').next().unwrap_or_default();
    let words = local.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let capitalised = words.map(|word| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    });
    clip(&capitalised.collect::<Vec<_>>().join(" "))
}

/// The name that the issuer sent; `None` when it only repeats the address.
pub fn name_from_claims(name: &str, email: &str) -> Option<String> {
    let name = clip(&one_line(name));
    let is_address = name.contains('@') || fold(&name) == fold(local_part(email));
    (!name.is_empty() && !is_address).then_some(name)
}

fn local_part(email: &str) -> &str {
    email.rsplit_once('@').map_or(email, |(local, _)| local)
}

fn clip(name: &str) -> String {
    cut(name, NAME_LENGTH).trim_end().to_owned()
}

/// A change of a profile. `None` leaves a field unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProfileEdit {
    pub name: Option<String>,
    pub bio: Option<String>,
    pub github: Option<String>,
    pub linked_in: Option<String>,
    pub twitter: Option<String>,
    pub portfolio: Option<String>,
    pub discord: Option<String>,
    pub status: Option<String>,
    pub best_achievement: Option<String>,
    pub worst_bug_ever: Option<String>,
    pub favorite_language: Option<String>,
    pub dream_project: Option<String>,
    pub programming_superpowers: Option<String>,
}

/// Cleans and checks a change, in the order of the form. Returns what to store.
///
/// # Errors
/// A sentence for each faulty field.
pub fn check_profile(typed: &ProfileEdit) -> Result<ProfileEdit, Vec<(String, String)>> {
    let line = |text: &Option<String>| text.as_deref().map(one_line);
    let lines = |text: &Option<String>| text.as_deref().map(paragraphs);
    let edit = ProfileEdit {
        name: line(&typed.name),
        bio: lines(&typed.bio),
        github: line(&typed.github),
        linked_in: line(&typed.linked_in),
        twitter: line(&typed.twitter),
        portfolio: line(&typed.portfolio),
        discord: line(&typed.discord),
        status: line(&typed.status).map(|status| if status.is_empty() { STATUS.to_owned() } else { status }),
        best_achievement: lines(&typed.best_achievement),
        worst_bug_ever: lines(&typed.worst_bug_ever),
        favorite_language: lines(&typed.favorite_language),
        dream_project: lines(&typed.dream_project),
        programming_superpowers: lines(&typed.programming_superpowers),
    };
    let mut wrong = Vec::new();
    if edit.name.as_deref() == Some("") {
        wrong.push(("name", "Your name is required".to_owned()));
    }
    for (field, label, value) in [
        ("github", "GitHub", &edit.github),
        ("linkedIn", "LinkedIn", &edit.linked_in),
        ("twitter", "Twitter", &edit.twitter),
    ] {
        if !value.as_deref().is_none_or(is_handle_or_link) {
            let sentence = format!("{label} must be your user name there, or a web address that begins with https:// or http://");
            wrong.push((field, sentence));
        }
    }
    for (field, label, value) in [("portfolio", "Portfolio", &edit.portfolio), ("discord", "Discord", &edit.discord)] {
        let is_link = value.as_deref().is_some_and(looks_like_link) || field == "portfolio";
        if is_link && !value.as_deref().is_none_or(|link| link.is_empty() || is_web_address(link)) {
            wrong.push((field, format!("{label} must be a web address that begins with https:// or http://")));
        }
    }
    if wrong.is_empty() {
        Ok(edit)
    } else {
        Err(wrong.into_iter().map(|(field, sentence)| (field.to_owned(), sentence)).collect())
    }
}

/// Whether the page shows a value as it is rather than appending it to the address of a service.
fn looks_like_link(value: &str) -> bool {
    value.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("http")) || value.contains("://")
}

fn is_handle_or_link(value: &str) -> bool {
    let is_handle = !value.contains(|c: char| c.is_whitespace() || matches!(c, '/' | '\\' | ':' | '?' | '#' | '<' | '>' | '"'));
    if looks_like_link(value) { is_web_address(value) } else { is_handle }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_proposed_from_the_address() {
        assert_eq!(proposed_name("ada.lovelace+x@example.org"), "Ada Lovelace");
        assert_eq!(proposed_name("grace_hopper-1906@example.org"), "Grace Hopper 1906");
        assert_eq!(proposed_name("élise@example.org"), "Élise");
        assert_eq!(proposed_name("+@example.org"), "");
        assert_eq!(proposed_name(&format!("{}@example.org", "a".repeat(300))).len(), NAME_LENGTH);
    }

    #[test]
    fn an_issuers_name_counts_unless_it_is_the_address() {
        assert_eq!(
            name_from_claims("  Ada \n Lovelace\u{200b} ", "x@example.org").as_deref(),
            Some("Ada Lovelace")
        );
        for name in [" ", "\u{200d}", "ada.l@example.org", "ADA.L"] {
            assert_eq!(name_from_claims(name, "ada.l@example.org"), None, "{name:?}");
        }
    }

    #[test]
    fn a_subset_of_a_profile_is_checked_and_trimmed() {
        let typed = ProfileEdit {
            bio: Some(" I build\r\nclocks. ".into()),
            github: Some(" ada ".into()),
            status: Some(" ".into()),
            dream_project: Some("An engine".into()),
            ..ProfileEdit::default()
        };
        let expected = ProfileEdit {
            bio: Some("I build\nclocks.".into()),
            github: Some("ada".into()),
            status: Some("available".into()),
            dream_project: Some("An engine".into()),
            ..ProfileEdit::default()
        };
        assert_eq!(check_profile(&typed), Ok(expected));
    }

    #[test]
    fn each_field_at_fault_has_its_sentence() {
        let fields = |typed: ProfileEdit| -> Vec<String> { check_profile(&typed).unwrap_err().into_iter().map(|(field, _)| field).collect() };
        let wrong = ProfileEdit {
            name: Some(" \u{200b}".into()),
            github: Some("javascript:alert(1)".into()),
            linked_in: Some("in/ada".into()),
            twitter: Some("https://ada:secret@twitter.example".into()),
            portfolio: Some("ada.example".into()),
            discord: Some("http://discord".into()),
            ..ProfileEdit::default()
        };
        assert_eq!(fields(wrong), ["name", "github", "linkedIn", "twitter", "portfolio", "discord"]);
        let right = ProfileEdit {
            github: Some(String::new()),
            linked_in: Some("https://linkedin.example/in/ada".into()),
            twitter: Some("@ada".into()),
            portfolio: Some("https://ada.example".into()),
            discord: Some("ada#1815".into()),
            ..ProfileEdit::default()
        };
        assert!(check_profile(&right).is_ok());
    }
}

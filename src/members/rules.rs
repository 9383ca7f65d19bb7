//! Decisions about members: who is who, what a role lets one see, addresses and names. Plain values in and out.

use poem_openapi::Enum;
use serde::Serialize;

use crate::db::values::Id;

/// What a member may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize)]
#[oai(rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Role {
    User,
    Admin,
}

impl Role {
    /// The word in the database and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::User => "user",
            Role::Admin => "admin",
        }
    }

    /// The role of that word in the database.
    pub fn parse(word: &str) -> Role {
        if word == "admin" { Role::Admin } else { Role::User }
    }
}

/// The member behind a request, as the database knows them now.
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
            caller: self.id,
            is_admin: self.role == Role::Admin,
        }
    }
}

/// Who looks, and what that lets them see.
#[derive(Debug, Clone, Copy)]
pub struct Eyes {
    /// The caller's id; of nobody for a guest.
    pub caller: Id,
    pub is_admin: bool,
}

impl Eyes {
    /// Who has not signed in.
    pub const GUEST: Eyes = Eyes {
        caller: Id(0),
        is_admin: false,
    };
}

/// A member as sign-in and administration know one; never sent as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub id: Id,
    pub name: String,
    pub email: String,
    pub picture: String,
    pub role: Role,
    pub is_suspended: bool,
}

/// What an account is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAccount {
    pub name: String,
    pub email: String,
    /// An https address, or empty.
    pub picture: String,
    pub role: Role,
}

/// Characters of a member's name.
pub const NAME_LENGTH: usize = 100;

/// A name for somebody of whom only the address is known: ada.lovelace+x@… is Ada Lovelace.
pub fn name_from_email(email: &str) -> String {
    let local = email.rsplit_once('@').map_or(email, |(local, _)| local);
    let local = local.split('+').next().unwrap_or_default();
    let words = local.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let capitalised = words.map(|word| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    });
    let name = capitalised.collect::<Vec<_>>().join(" ");
    if name.is_empty() { "Member".into() } else { clip(&name) }
}

/// A name as an issuer gives it, or one made from the address.
pub fn name_from_claims(name: &str, email: &str) -> String {
    let name: String = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() { name_from_email(email) } else { clip(&name) }
}

fn clip(name: &str) -> String {
    name.chars().take(NAME_LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_from_addresses() {
        assert_eq!(name_from_email("ada.lovelace+x@example.org"), "Ada Lovelace");
        assert_eq!(name_from_email("grace_hopper-1906@example.org"), "Grace Hopper 1906");
        assert_eq!(name_from_email("élise@example.org"), "Élise");
        assert_eq!(name_from_email("+@example.org"), "Member");
        assert_eq!(name_from_email(&format!("{}@example.org", "a".repeat(300))).len(), NAME_LENGTH);
        assert_eq!(name_from_claims("  Ada \n Lovelace ", "x@example.org"), "Ada Lovelace");
        assert_eq!(name_from_claims(" ", "x@example.org"), "X");
    }
}

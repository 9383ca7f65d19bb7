//! The members: makers from people.toml, and generated members who only vote, with names in many scripts.

use rusqlite::named_params;
use serde::Deserialize;

use super::chance::{Chance, DAY};
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::members::rules::Role;
use crate::members::store::index_user;
use crate::text::email_key;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    maker: Vec<Maker>,
    names: Vec<Names>,
}

/// A member with a profile.
#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Maker {
    handle: String,
    name: String,
    role: String,
    links: Vec<String>,
    status: String,
    bio: String,
    best: String,
    bug: String,
    language: String,
    dream: String,
    power: String,
    suspended: Option<String>,
}

/// Names in one script and how they are combined.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(Default)]
struct Names {
    order: String,
    space: bool,
    given: Vec<String>,
    family: Vec<String>,
}

impl Names {
    fn name(&self, chance: &mut Chance) -> String {
        let (given, family) = (chance.pick(&self.given), chance.pick(&self.family));
        match (self.order.as_str(), self.space) {
            ("family", true) => format!("{family} {given}"),
            ("family", false) => format!("{family}{given}"),
            _ => format!("{given} {family}"),
        }
    }
}

/// The data of a member that the rest of the demo needs.
#[derive(Clone)]
pub struct Person {
    pub id: Id,
    pub handle: String,
    pub name: String,
    pub joined: Instant,
    pub active: bool,
}

/// Everybody, in the order in which they joined.
pub struct People {
    pub all: Vec<Person>,
    /// The active makers, who submit projects and comment.
    pub makers: Vec<usize>,
}

impl People {
    /// The maker with this handle.
    ///
    /// # Errors
    /// When the texts mention somebody who is not in people.toml.
    pub fn maker(&self, handle: &str) -> ApiResult<&Person> {
        self.all
            .iter()
            .find(|person| person.handle == handle)
            .ok_or_else(|| ApiError::internal(format!("no maker is called {handle}")))
    }

    /// How many members had joined by `at`. They come first.
    pub fn joined_by(&self, at: Instant) -> usize {
        self.all.partition_point(|person| person.joined <= at)
    }
}

/// The handle of the first admin, who reviews projects and issues certificates.
pub const ADMIN: &str = "mirjam";
/// The handles of the organiser of the hackathons, and of the member who helps at their door.
pub const ORGANISER: &str = "tomas";
pub const HELPER: &str = "kavitha";
/// The handle of the member that a visitor of the demo can sign in as.
pub const MEMBER: &str = "eleni";

/// Adds `count` members, of whom `makers` are active. Makers who are not in the file have a name but no profile.
pub fn fill(tx: &Tx, chance: &mut Chance, now: Instant, count: usize, makers: usize) -> ApiResult<People> {
    let file: File = toml::from_str(include_str!("people.toml")).map_err(ApiError::internal)?;
    let mut people = Vec::with_capacity(count);
    for number in 0..count {
        let known = file.maker.get(number).cloned();
        let is_maker = number < makers;
        let joined = match &known {
            Some(maker) if !maker.role.is_empty() => now.plus_seconds(-800 * DAY),
            Some(_) => now.plus_seconds(-chance.between(60 * DAY, 780 * DAY)),
            None if is_maker => now.plus_seconds(-chance.between(60 * DAY, 780 * DAY)),
            // The community grows, so recent dates are more frequent.
            None => chance.lately(now.plus_seconds(-DAY / 4), 760 * DAY),
        };
        let maker = known.unwrap_or_else(|| Maker {
            handle: format!("member{number}"),
            name: chance.pick(&file.names).name(chance),
            status: "available".into(),
            ..Maker::default()
        });
        people.push((joined, maker, is_maker));
    }
    people.sort_by_key(|(joined, ..)| *joined);
    let mut found = People {
        all: Vec::with_capacity(count),
        makers: Vec::new(),
    };
    for (joined, maker, is_maker) in people {
        let id = chance.id(joined);
        insert(tx, id, &maker, joined, now)?;
        index_user(tx, id)?;
        let active = maker.suspended.is_none();
        if is_maker && active && maker.handle != "lee" {
            found.makers.push(found.all.len());
        }
        found.all.push(Person {
            id,
            handle: maker.handle,
            name: maker.name,
            joined,
            active,
        });
    }
    Ok(found)
}

fn insert(tx: &Tx, id: Id, maker: &Maker, joined: Instant, now: Instant) -> ApiResult<()> {
    let email = format!("{}@example.org", maker.handle);
    let link = |name: &str, address: String| {
        if maker.links.iter().any(|link| link == name) {
            address
        } else {
            String::new()
        }
    };
    let handle = &maker.handle;
    tx.prepare_cached(
        "INSERT INTO users (id, name, email, email_key, role, bio, github, linked_in, twitter, portfolio, discord, status, best_achievement,
           worst_bug_ever, favorite_language, dream_project, programming_superpowers, suspended_at, suspension_reason, created_at)
         VALUES (:id, :name, :email, :email_key, :role, :bio, :github, :linked_in, :twitter, :portfolio, :discord, :status, :best,
           :bug, :language, :dream, :power, :suspended_at, :suspension_reason, :created_at)",
    )?
    .execute(named_params! {
        ":id": id,
        ":name": maker.name,
        ":email": email,
        ":email_key": email_key(&email),
        ":role": Role::parse(&maker.role).as_str(),
        ":bio": maker.bio,
        ":github": link("github", format!("https://github.com/example/{handle}")),
        ":linked_in": link("linkedin", format!("https://professionals.example.com/in/{handle}")),
        ":twitter": link("social", format!("https://social.example.net/@{handle}")),
        ":portfolio": link("portfolio", format!("https://{handle}.example.org")),
        ":discord": link("discord", format!("{handle}.builds")),
        ":status": if maker.status.is_empty() { "available" } else { maker.status.as_str() },
        ":best": maker.best,
        ":bug": maker.bug,
        ":language": maker.language,
        ":dream": maker.dream,
        ":power": maker.power,
        ":suspended_at": maker.suspended.as_ref().map(|_| now.plus_seconds(-20 * DAY)),
        ":suspension_reason": maker.suspended,
        ":created_at": joined,
    })?;
    Ok(())
}

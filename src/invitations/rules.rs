//! Whom a list invites, and whom not. Plain values in and out.

use std::collections::HashSet;

use csv::{ReaderBuilder, StringRecord, Trim};
use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::db::values::Instant;
use crate::members::rules::NAME_LENGTH;
use crate::text::{cut, email_key, is_email, one_line};

/// Maximum characters of a list, and of rows in it.
pub const MAX_LIST: usize = 50_000;
pub const MAX_ROWS: usize = 500;
/// Seconds in which an invitation can be taken back before it is sent.
pub const GRACE: i64 = 10 * 60;
/// Seconds after which an invitation ends, and its address goes.
pub const LIFE: i64 = 30 * 86_400;
/// What a link in an invitation unsubscribes from.
pub const KIND: &str = "invitations";

/// A row of a list: a name, which may be empty, and what stands for an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub name: String,
    pub email: String,
}

/// What becomes of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Invited,
    Member,
    Before,
    NoAddress,
    Twice,
}

impl Outcome {
    /// The word in calls.
    pub const fn as_str(self) -> &'static str {
        match self {
            Outcome::Invited => "invited",
            Outcome::Member => "member",
            Outcome::Before => "invited_before",
            Outcome::NoAddress => "no_address",
            Outcome::Twice => "twice",
        }
    }

    /// The same for people.
    pub const fn label(self) -> &'static str {
        match self {
            Outcome::Invited => "Is invited",
            Outcome::Member => "Already a member",
            Outcome::Before => "Invited before",
            Outcome::NoAddress => "Not an address",
            Outcome::Twice => "Twice in the list",
        }
    }
}

/// The rows of a list: one address, or a CSV of names and addresses in either order, separated by commas, semicolons or
/// tabs, with or without a head.
pub fn rows(list: &str) -> Vec<Row> {
    let first = list.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let delimiter = [b'\t', b';', b',']
        .into_iter()
        .find(|one| first.contains(char::from(*one)))
        .unwrap_or(b',');
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .delimiter(delimiter)
        .from_reader(list.trim_start_matches('\u{feff}').as_bytes());
    let records = reader.records().map_while(Result::ok);
    let filled = records.filter(|record| record.iter().any(|field| !field.is_empty()));
    filled
        .enumerate()
        .filter(|(place, record)| *place > 0 || !is_head(record))
        .map(|(_, record)| row(&record))
        .collect()
}

fn is_head(record: &StringRecord) -> bool {
    const WORDS: [&str; 6] = ["name", "e-mail", "email", "mail", "address", "e-mail address"];
    record
        .iter()
        .filter(|field| !field.is_empty())
        .all(|field| WORDS.contains(&field.to_lowercase().as_str()))
}

fn row(record: &StringRecord) -> Row {
    let fields: Vec<&str> = record.iter().filter(|field| !field.is_empty()).collect();
    // What looks most like an address; a list without names has nothing else.
    let place = fields
        .iter()
        .position(|field| is_email(field))
        .or_else(|| fields.iter().position(|field| field.contains('@')));
    let place = place.unwrap_or(fields.len().saturating_sub(1));
    let name = fields
        .iter()
        .enumerate()
        .find(|(other, _)| *other != place)
        .map_or("", |(_, field)| *field);
    Row {
        name: cut(&one_line(name), NAME_LENGTH).to_owned(),
        email: fields.get(place).copied().unwrap_or_default().to_owned(),
    }
}

/// What becomes of each row, given the keys of addresses that are members and that were invited before.
pub fn outcomes(rows: &[Row], members: &HashSet<String>, before: &HashSet<String>) -> Vec<Outcome> {
    let mut seen = HashSet::new();
    rows.iter()
        .map(|row| {
            let key = email_key(&row.email);
            if !is_email(&row.email) {
                Outcome::NoAddress
            } else if !seen.insert(key.clone()) {
                Outcome::Twice
            } else if members.contains(&key) {
                Outcome::Member
            } else if before.contains(&key) {
                Outcome::Before
            } else {
                Outcome::Invited
            }
        })
        .collect()
}

/// What is kept of an address for good, by which nobody is invited twice.
pub fn hash(key: &[u8], email: &str) -> Vec<u8> {
    // A key of any length fits.
    Hmac::<Sha256>::new_from_slice(key)
        .map(|mut hash| {
            hash.update(b"invitation:");
            hash.update(email_key(email).as_bytes());
            hash.finalize().into_bytes().to_vec()
        })
        .unwrap_or_default()
}

/// The word for how an invitation stands. `mail` is the outcome of its mail, if there is one.
pub fn standing(state: &str, mail: Option<&str>, sends_at: Instant, now: Instant) -> &'static str {
    match (state, mail) {
        ("joined", _) => "joined",
        ("withdrawn", _) => "withdrawn",
        ("declined", _) => "declined",
        ("expired", _) => "expired",
        (_, Some("sent")) => "sent",
        (_, Some("waiting")) if now < sends_at => "pending",
        (_, Some("waiting")) => "waiting",
        _ => "failed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(list: &str) -> Vec<(String, String)> {
        rows(list).into_iter().map(|row| (row.name, row.email)).collect()
    }

    fn pair(name: &str, email: &str) -> (String, String) {
        (name.into(), email.into())
    }

    #[test]
    fn a_list_is_read_in_every_usual_form() {
        let ada = || pair("Ada Lovelace", "ada@example.org");
        assert_eq!(read("ada@example.org"), [pair("", "ada@example.org")]);
        assert_eq!(
            read("Name,E-mail\r\n\"Lovelace, Ada\",ada@example.org\r\n\r\n"),
            [pair("Lovelace, Ada", "ada@example.org")]
        );
        assert_eq!(
            read("\u{feff}Ada Lovelace;ada@example.org\nGrace;grace@example.org"),
            [ada(), pair("Grace", "grace@example.org")]
        );
        assert_eq!(read("ada@example.org\tAda Lovelace"), [ada()]);
        assert_eq!(
            read("Ada \"the\" L,ada@example.org\nno address\n\"Two\nlines\",x@"),
            [pair("Ada \"the\" L", "ada@example.org"), pair("", "no address"), pair("Two lines", "x@")]
        );
        assert_eq!(read("  \n"), []);
        assert_eq!(read("email"), []);
    }

    #[test]
    fn nobody_is_invited_twice_or_while_a_member() {
        let rows: Vec<Row> = rows("new@x.example\nNEW@x.example\nmember@x.example\nbefore@x.example\nnone");
        let set = |key: &str| HashSet::from([key.to_owned()]);
        assert_eq!(
            outcomes(&rows, &set("member@x.example"), &set("before@x.example")),
            [Outcome::Invited, Outcome::Twice, Outcome::Member, Outcome::Before, Outcome::NoAddress]
        );
        assert_eq!(hash(&[1], "Ada@x.example"), hash(&[1], "ada@x.example"));
        assert_ne!(hash(&[1], "ada@x.example"), hash(&[2], "ada@x.example"));
    }

    #[test]
    fn an_invitation_stands_as_its_mail_does_until_it_is_answered() {
        let (now, later) = (Instant::from_millis(0), Instant::from_millis(1));
        assert_eq!(standing("open", Some("waiting"), later, now), "pending");
        assert_eq!(standing("open", Some("waiting"), now, now), "waiting");
        assert_eq!(
            [standing("open", Some("sent"), now, now), standing("open", Some("failed"), now, now)],
            ["sent", "failed"]
        );
        assert_eq!(
            [standing("joined", Some("sent"), now, now), standing("expired", None, now, now)],
            ["joined", "expired"]
        );
    }
}

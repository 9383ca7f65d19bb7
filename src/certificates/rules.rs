//! Decisions about certificates: designs, ids, states, who may see what. Pure functions of plain values.

use poem_openapi::Enum;
use serde::Serialize;

use crate::text::file_stem;

/// The designs that can be chosen, each with its label. The first is the default, and looks like Modern.
pub const DESIGNS: [(&str, &str); 5] = [
    ("default", "Default"),
    ("corporate", "Corporate"),
    ("modern", "Modern"),
    ("trophy", "Trophy"),
    ("abstract", "Abstract"),
];

/// The maximum numbers of characters of a title, a message and a reason of revocation.
pub const MAX_TITLE: usize = 120;
pub const MAX_MESSAGE: usize = 500;
pub const MAX_REASON: usize = 500;
/// The random digits at the end of an id: too many for anybody to guess one.
const DIGITS: usize = 12;

/// A design of certificates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Enum, Serialize)]
#[oai(rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Design {
    Corporate,
    Modern,
    Trophy,
    Abstract,
}

impl Design {
    pub const ALL: [Design; 4] = [Design::Corporate, Design::Modern, Design::Trophy, Design::Abstract];

    /// The design of this name. `default` and anything unknown is modern.
    pub fn named(name: &str) -> Design {
        Design::ALL.into_iter().find(|design| design.as_str() == name).unwrap_or(Design::Modern)
    }

    /// The value in the database and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Design::Corporate => "corporate",
            Design::Modern => "modern",
            Design::Trophy => "trophy",
            Design::Abstract => "abstract",
        }
    }

    /// The words at its top.
    pub const fn heading(self) -> &'static str {
        match self {
            Design::Corporate => "Certificate of Excellence",
            Design::Modern => "Certificate of Achievement",
            Design::Trophy => "Certificate of Victory",
            Design::Abstract => "Certificate of Participation",
        }
    }
}

/// What a certificate was given for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Enum, Serialize)]
#[oai(rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Event,
    Project,
}

impl Kind {
    /// The value in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Kind::Event => "event",
            Kind::Project => "project",
        }
    }

    /// The kind for a value in the database.
    pub fn parse(word: &str) -> Kind {
        if word == "event" { Kind::Event } else { Kind::Project }
    }
}

/// The words before the achievement.
pub const fn reason(design: Design, kind: Kind) -> &'static str {
    match (design, kind) {
        (Design::Abstract, Kind::Event) => "for taking part in",
        (_, Kind::Event) => "for completing",
        (_, Kind::Project) => "for the project",
    }
}

/// Whether a certificate counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Enum, Serialize)]
#[oai(rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// It counts.
    Valid,
    /// It is held until an admin releases it.
    Pending,
    /// An admin took it back.
    Revoked,
}

impl Standing {
    /// The standing of a certificate that was released, or not; and revoked, or not.
    pub const fn of(released: bool, revoked: bool) -> Standing {
        match (released, revoked) {
            (_, true) => Standing::Revoked,
            (true, false) => Standing::Valid,
            (false, false) => Standing::Pending,
        }
    }
}

/// Why nobody gets the picture or the document of a certificate, if so. Admins see what they hold back.
pub const fn unprintable(standing: Standing, is_admin: bool) -> Option<&'static str> {
    match (standing, is_admin) {
        (Standing::Valid, _) | (_, true) => None,
        (Standing::Pending, false) => Some("This certificate has not been released yet."),
        (Standing::Revoked, false) => Some("This certificate has been revoked."),
    }
}

/// An id: CERT, the community's prefix, random digits.
pub fn certificate_id(prefix: &str, digits: impl Iterator<Item = u8>) -> String {
    let digits: String = digits.take(DIGITS).map(|digit| char::from(b'0' + digit % 10)).collect();
    format!("CERT-{prefix}-{digits}")
}

/// The id in what somebody typed or scanned: in any case, with spaces, or in the link to its page.
pub fn read_id(typed: &str) -> Option<String> {
    let typed: String = typed.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_uppercase();
    let id = &typed[typed.rfind("CERT-")?..];
    let end = id.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(id.len());
    let id = &id[..end];
    let mut parts = id.split('-').skip(1);
    let (prefix, number) = (parts.next()?, parts.next()?);
    let fits = (2..=6).contains(&prefix.len()) && (1..=20).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    (fits && parts.next().is_none()).then(|| id.to_owned())
}

/// The name of a file: the recipient's name and the id, with underscores for what file systems refuse and for spaces.
pub fn file_name(recipient: &str, certificate_id: &str, ending: &str) -> String {
    format!("{}.{ending}", file_stem(&format!("{recipient} {certificate_id}")))
}

/// The scale of a picture: 1 to 4 times 1123 × 794 pixels.
pub fn scale(asked: Option<u8>) -> Option<u8> {
    let scale = asked.unwrap_or(1);
    (1..=4).contains(&scale).then_some(scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_found_in_what_people_type_and_scan() {
        let id = Some("CERT-BV-012345678901".to_owned());
        for typed in [
            "CERT-BV-012345678901",
            " cert-bv-0123 4567 8901\n",
            "https://example.org/certificates/CERT-BV-012345678901",
            "https://example.org/verify-certificate?id=cert-bv-012345678901&x=1",
        ] {
            assert_eq!(read_id(typed), id, "{typed}");
        }
        for typed in [
            "",
            "CERT-",
            "CERT-BV",
            "CERT-B-1",
            "CERT-BV-",
            "CERT-BV-12a",
            "CERT-BV-1-2",
            "BV-012345678901",
            "CERT-ÄÖ-1",
        ] {
            assert_eq!(read_id(typed), None, "{typed}");
        }
        assert_eq!(
            certificate_id("BV", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 21, 7].into_iter()),
            "CERT-BV-012345678901"
        );
    }

    #[test]
    fn what_is_held_or_revoked_is_printed_for_admins_only() {
        assert_eq!(Standing::of(true, false), Standing::Valid);
        assert_eq!(Standing::of(false, false), Standing::Pending);
        assert_eq!(
            (Standing::of(true, true), Standing::of(false, true)),
            (Standing::Revoked, Standing::Revoked)
        );
        assert_eq!(unprintable(Standing::Valid, false), None);
        assert!(unprintable(Standing::Pending, false).is_some() && unprintable(Standing::Revoked, false).is_some());
        assert!(unprintable(Standing::Pending, true).is_none() && unprintable(Standing::Revoked, true).is_none());
    }

    #[test]
    fn every_design_can_be_chosen_and_what_is_unknown_is_modern() {
        assert!(
            Design::ALL
                .iter()
                .all(|design| DESIGNS.iter().any(|(name, _)| *name == design.as_str()) && Design::named(design.as_str()) == *design)
        );
        assert_eq!((Design::named("default"), Design::named("?")), (Design::Modern, Design::Modern));
    }

    #[test]
    fn a_file_is_named_after_its_recipient() {
        assert_eq!(file_name("Zoë O'Neil/ü", "CERT-BV-1", "pdf"), "Zoë_O_Neil_ü_CERT-BV-1.pdf");
    }
}

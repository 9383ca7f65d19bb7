//! Reads a file that somebody brings, and says what can be said of it without asking anybody.

use std::io::Read;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use flate2::read::GzDecoder;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use super::canon::Unclear;
use super::files::{Missing, extract};
use super::key::PublicKey;
use super::sign::{self, Fault};

/// Bytes of a list that says what is revoked, unpacked: enough for eight million credentials.
const MOST_BITS: u64 = 1 << 20;
/// The types of a badge: the standard has two names for it.
const BADGES: [&str; 2] = ["OpenBadgeCredential", "AchievementCredential"];

/// A credential whose signature fits the key that it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed {
    /// The text of the credential.
    pub text: String,
    /// The id of the issuer, and the name that it gives itself.
    pub issuer: String,
    pub issuer_name: String,
    /// The key that signed. Whether it is the issuer's is another question, unless the issuer is the key.
    pub key: PublicKey,
    pub title: String,
    /// The name of whoever got it, when it says one.
    pub recipient: Option<String>,
    /// When it was issued: RFC 3339.
    pub issued: String,
    /// Until when it counts, when it says so: RFC 3339.
    pub until: Option<String>,
    pub status: Status,
}

/// Where it is said whether a credential is revoked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// In this list, at this place.
    Listed(String, u32),
    /// Nowhere.
    Nowhere,
    /// In a way that is not known here.
    Unknown,
}

/// Whether a credential counts on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    Counts,
    /// Only from this instant on.
    NotYet(Timestamp),
    /// Since this instant not any more.
    Over(Timestamp),
    /// It names no instant, or what it names is none.
    Unclear,
}

impl Signed {
    /// Whether it counts at this instant.
    pub fn term(&self, now: Timestamp) -> Term {
        term(Some(&self.issued), self.until.as_deref(), now)
    }
}

/// Clocks may differ by so much.
const SKEW: SignedDuration = SignedDuration::from_mins(5);

fn term(from: Option<&str>, until: Option<&str>, now: Timestamp) -> Term {
    let until = until.map(str::parse::<Timestamp>).transpose();
    let (Some(Ok(from)), Ok(until)) = (from.map(str::parse::<Timestamp>), until) else {
        return Term::Unclear;
    };
    match until {
        _ if from > now.saturating_add(SKEW).unwrap_or(Timestamp::MAX) => Term::NotYet(from),
        Some(until) if until < now => Term::Over(until),
        _ => Term::Counts,
    }
}

/// What is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// It holds no credential.
    Missing(Missing),
    /// What it holds is not as its issuer signed it.
    Fault(Fault),
    /// It is signed, and something else than a certificate or a badge.
    OtherType,
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Wrong::Missing(Missing::Nothing) => f.write_str("There is no credential in this file. It may be a copy from which it was removed."),
            Wrong::Missing(Missing::OtherKind) => f.write_str("This is no PNG, SVG, PDF or JSON file."),
            Wrong::Missing(Missing::TooLarge) => f.write_str("What is in this file is too large to be a certificate or a badge."),
            Wrong::Missing(Missing::Damaged(why)) => write!(f, "This file is damaged: {why}."),
            Wrong::OtherType => f.write_str("This is signed, but it is no certificate and no badge."),
            Wrong::Fault(Fault::NoCredential) => f.write_str("This is not a signed credential."),
            Wrong::Fault(Fault::OtherProof) => f.write_str("This credential is signed in a way that this program does not know."),
            Wrong::Fault(Fault::OtherKey) => f.write_str("The signature is not that of the issuer that this credential names."),
            Wrong::Fault(Fault::Altered) => f.write_str("The signature does not fit: this credential was changed after it was signed."),
            Wrong::Fault(Fault::Unclear(Unclear::TooManyAlike)) => {
                f.write_str("This credential is made so that checking it would take too long: too many of its parts are alike.")
            }
            Wrong::Fault(Fault::Unclear(why)) => {
                write!(
                    f,
                    "This credential was changed after it was signed, or uses words that this program does not know: {why}."
                )
            }
        }
    }
}

/// Reads the credential in a file and checks its signature.
///
/// # Errors
/// What is wrong.
pub fn read(file: &[u8]) -> Result<Signed, Wrong> {
    let text = extract(file).map_err(Wrong::Missing)?;
    let document: Value = serde_json::from_str(&text).map_err(|_| Wrong::Fault(Fault::NoCredential))?;
    let key = verify(&document).map_err(Wrong::Fault)?;
    if !has_type(&document, "VerifiableCredential") || !BADGES.iter().any(|name| has_type(&document, name)) {
        return Err(Wrong::OtherType);
    }
    let text_at = |path: &str| document.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned();
    let title = text_at("/name");
    Ok(Signed {
        issuer: sign::issuer(&document).unwrap_or_default().to_owned(),
        issuer_name: text_at("/issuer/name"),
        key,
        title: if title.is_empty() {
            text_at("/credentialSubject/achievement/name")
        } else {
            title
        },
        recipient: recipient(&document),
        issued: text_at("/validFrom"),
        until: until(&document),
        status: status(&document),
        text,
    })
}

fn verify(document: &Value) -> Result<PublicKey, Fault> {
    let key = sign::claimed_key(document)?;
    sign::verify(document, &key)?;
    Ok(key)
}

fn recipient(document: &Value) -> Option<String> {
    let subject = document.get("credentialSubject")?;
    let named = subject
        .get("identifier")?
        .as_array()?
        .iter()
        .find(|identifier| identifier["identityType"] == "name")?;
    Some(named.get("identityHash")?.as_str()?.to_owned())
}

/// Whether a type is named, alone or among others.
fn has_type(value: &Value, name: &str) -> bool {
    match value.get("type") {
        Some(Value::Array(names)) => names.iter().any(|known| known == name),
        one => one.is_some_and(|known| known == name),
    }
}

/// The end of its time: its own, or that of its signature. What is no text is no instant either.
fn until(document: &Value) -> Option<String> {
    let ends = ["/validUntil", "/proof/expires"].map(|path| document.pointer(path));
    let mut ends: Vec<&str> = ends.into_iter().flatten().map(|end| end.as_str().unwrap_or_default()).collect();
    // The first one counts; what cannot be read stands before all others.
    ends.sort_by_key(|end| end.parse::<Timestamp>().ok());
    ends.first().map(|end| (*end).to_owned())
}

fn status(document: &Value) -> Status {
    let entry = match document.get("credentialStatus") {
        None | Some(Value::Null) => return Status::Nowhere,
        Some(Value::Array(entries)) => match &entries[..] {
            [] => return Status::Nowhere,
            [one] => one,
            // Some of them may say something else than that it is revoked.
            _ => return Status::Unknown,
        },
        Some(one) => one,
    };
    place(entry).map_or(Status::Unknown, |(list, index)| Status::Listed(list, index))
}

/// The list and the place that an entry names, when it is one about revocation of one bit.
fn place(entry: &Value) -> Option<(String, u32)> {
    let is_known = has_type(entry, "BitstringStatusListEntry") && entry.get("statusPurpose")? == "revocation";
    let is_one_bit = entry.get("statusSize").is_none_or(|size| size == 1);
    let index = entry.get("statusListIndex")?.as_str()?.parse().ok()?;
    let list = entry.get("statusListCredential")?.as_str()?;
    (is_known && is_one_bit).then(|| (list.to_owned(), index))
}

/// Whether a list says that the credential at this place is revoked, and the key that signed the list. `address` is where the
/// credential says that the list is.
///
/// # Errors
/// What is wrong with the list, in a sentence.
pub fn revoked(list: &Value, address: &str, issuer: &str, index: u32, now: Timestamp) -> Result<(bool, PublicKey), String> {
    let key = verify(list).map_err(|fault| format!("The list of what is revoked cannot be trusted. {}", Wrong::Fault(fault)))?;
    if sign::issuer(list) != Some(issuer) {
        return Err("The list of what is revoked is not the issuer's.".into());
    }
    let subject = list.get("credentialSubject").unwrap_or(&Value::Null);
    let is_one = has_type(list, "BitstringStatusListCredential") && has_type(subject, "BitstringStatusList");
    if !is_one || subject.get("statusPurpose").is_none_or(|purpose| purpose != "revocation") {
        return Err("What the issuer answers is no list of what is revoked.".into());
    }
    if list.get("id").is_none_or(|id| id != address) {
        return Err("The issuer answers with another list of what is revoked.".into());
    }
    // A list need not say since when it counts.
    let from = list.get("validFrom").map_or(Some("1970-01-01T00:00:00Z"), Value::as_str);
    match term(from, until(list).as_deref(), now) {
        Term::Counts => {}
        Term::NotYet(_) | Term::Over(_) | Term::Unclear => return Err("The list of what is revoked is not of today.".into()),
    }
    let bits = subject.get("encodedList").and_then(Value::as_str).and_then(unpack);
    let bits = bits.ok_or("The list of what is revoked cannot be read.")?;
    let byte = bits.get((index / 8) as usize).ok_or("The list of what is revoked is too short.")?;
    Ok((byte & (0x80 >> (index % 8)) != 0, key))
}

fn unpack(text: &str) -> Option<Vec<u8>> {
    let packed = BASE64_URL_SAFE_NO_PAD.decode(text.strip_prefix('u')?).ok()?;
    let mut bits = Vec::new();
    GzDecoder::new(packed.as_slice()).take(MOST_BITS).read_to_end(&mut bits).ok()?;
    Some(bits)
}

/// Whether the profile or the DID document of an issuer names this key for signing.
pub fn names_key(profile: &Value, issuer: &str, key: &PublicKey) -> bool {
    let multikey = key.multikey();
    let methods = profile.get("verificationMethod").and_then(Value::as_array);
    let method = methods.into_iter().flatten().find(|method| {
        method.get("publicKeyMultibase").and_then(Value::as_str) == Some(&multikey)
            && method.get("controller").and_then(Value::as_str) == Some(issuer)
    });
    let assertions = profile.get("assertionMethod").and_then(Value::as_array);
    profile.get("id").and_then(Value::as_str) == Some(issuer)
        && method.is_some_and(|method| assertions.is_some_and(|known| known.contains(&method["id"]) || known.contains(method)))
}

/// Where the keys of an issuer are asked for; `None` when nobody can be asked.
pub fn profile_address(issuer: &str) -> Option<String> {
    if issuer.starts_with("https://") {
        return Some(issuer.to_owned());
    }
    let mut parts = issuer.strip_prefix("did:web:")?.split(':');
    let host = parts.next()?.replace("%3A", ":");
    let path: Vec<&str> = parts.collect();
    Some(if path.is_empty() {
        format!("https://{host}/.well-known/did.json")
    } else {
        format!("https://{host}/{}/did.json", path.join("/"))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::credentials::canon::CONTEXTS;
    use crate::credentials::key::SecretKey;
    use crate::credentials::rules::status_list;
    use crate::db::values::Instant;

    const LIST: &str = "https://a.example/credentials/status/1";
    const ISSUER: &str = "https://a.example/issuer";

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn key() -> SecretKey {
        SecretKey::from_bytes(&[7; 32])
    }

    fn signed(change: impl FnOnce(&mut Value)) -> Result<Signed, Wrong> {
        let mut document = json!({
            "@context": CONTEXTS.map(|(address, _)| address),
            "id": "https://a.example/credentials/1",
            "type": ["VerifiableCredential", "OpenBadgeCredential"],
            "name": "A title",
            "issuer": { "id": ISSUER, "type": ["Profile"], "name": "A" },
            "validFrom": "2026-01-01T00:00:00Z",
            "credentialSubject": { "type": ["AchievementSubject"] },
            "credentialStatus": {
                "id": format!("{LIST}#9"), "type": "BitstringStatusListEntry", "statusPurpose": "revocation",
                "statusListIndex": "9", "statusListCredential": LIST,
            },
        });
        change(&mut document);
        let signed = sign::sign(&document, ISSUER, &key(), Instant::from_millis(0)).unwrap();
        read(signed.to_string().as_bytes())
    }

    fn status_of(change: impl FnOnce(&mut Value)) -> Status {
        signed(|document| change(&mut document["credentialStatus"])).unwrap().status
    }

    #[test]
    fn nothing_is_taken_for_a_list_but_what_is_known_to_be_one() {
        assert_eq!(status_of(|_| {}), Status::Listed(LIST.into(), 9));
        assert_eq!(status_of(|status| *status = json!([status.take()])), Status::Listed(LIST.into(), 9));
        let set = |name: &'static str, value: Value| status_of(move |status| status[name] = value);
        assert_eq!(
            status_of(|status| *status = json!({ "id": "https://a.example/list", "type": "Evidence" })),
            Status::Unknown
        );
        assert_eq!(set("statusPurpose", json!("suspension")), Status::Unknown);
        assert_eq!(set("statusListIndex", json!("-1")), Status::Unknown);
        assert_eq!(set("statusListIndex", json!("nine")), Status::Unknown);
        assert_eq!(
            status_of(|status| _ = status.as_object_mut().unwrap().remove("statusListCredential")),
            Status::Unknown
        );
        assert_eq!(status_of(|status| *status = json!([status.clone(), status.take()])), Status::Unknown);
        assert_eq!(status_of(|status| *status = json!("https://a.example/elsewhere")), Status::Unknown);
        let none = signed(|document| _ = document.as_object_mut().unwrap().remove("credentialStatus"));
        assert_eq!(none.unwrap().status, Status::Nowhere);
    }

    #[test]
    fn a_credential_counts_in_its_time_only() {
        let now = at("2026-06-01T12:00:00Z");
        let with = |name: &'static str, value: &str| signed(|document| document[name] = value.into()).unwrap().term(now);
        assert_eq!(with("validUntil", "2026-06-01T12:00:01Z"), Term::Counts);
        assert_eq!(with("validUntil", "2026-06-01T11:59:59Z"), Term::Over(at("2026-06-01T11:59:59Z")));
        assert_eq!(with("validUntil", "tomorrow"), Term::Unclear);
        assert_eq!(with("validFrom", "2026-06-01T14:04:00+02:00"), Term::Counts);
        assert_eq!(with("validFrom", "2026-06-02T00:00:00Z"), Term::NotYet(at("2026-06-02T00:00:00Z")));
        assert_eq!(with("validFrom", "2026-06-01"), Term::Unclear);
        let none = signed(|document| _ = document.as_object_mut().unwrap().remove("validFrom"));
        assert_eq!(none.unwrap().term(now), Term::Unclear);
        // The signature may end before.
        let mut document = json!({ "validUntil": "2027-01-01T00:00:00Z", "proof": { "expires": "2026-03-01T00:00:00Z" } });
        assert_eq!(until(&document).as_deref(), Some("2026-03-01T00:00:00Z"));
        document["proof"]["expires"] = 5.into();
        assert_eq!(until(&document).as_deref(), Some(""));
    }

    #[test]
    fn something_else_that_is_signed_is_no_badge() {
        let typed = |names: Value| signed(|document| document["type"] = names);
        assert!(typed(json!(["VerifiableCredential", "AchievementCredential"])).is_ok());
        for names in [json!(["VerifiableCredential"]), json!(["VerifiableCredential", "EndorsementCredential"])] {
            assert_eq!(typed(names), Err(Wrong::OtherType));
        }
    }

    #[test]
    fn a_list_is_the_one_that_the_credential_names_and_of_today() {
        let now = at("2026-06-01T12:00:00Z");
        let asked = |change: &dyn Fn(&mut Value)| {
            let mut list = status_list(LIST, ISSUER, &[9], Instant(at("2026-05-01T00:00:00Z")));
            change(&mut list);
            let list = sign::sign(&list, ISSUER, &key(), Instant::from_millis(0)).unwrap();
            [9, 8].map(|index| revoked(&list, LIST, ISSUER, index, now).map(|(is_revoked, _)| is_revoked))
        };
        assert_eq!(asked(&|_| {}), [Ok(true), Ok(false)]);
        let changes: [&dyn Fn(&mut Value); 6] = [
            &|list| list["id"] = "https://a.example/credentials/status/2".into(),
            &|list| list["type"] = json!(["VerifiableCredential"]),
            &|list| list["credentialSubject"]["statusPurpose"] = "suspension".into(),
            &|list| list["credentialSubject"] = json!({ "id": "https://a.example/1" }),
            &|list| list["validUntil"] = "2026-05-20T00:00:00Z".into(),
            &|list| list["validFrom"] = "2026-07-01T00:00:00Z".into(),
        ];
        for (number, change) in changes.into_iter().enumerate() {
            assert!(asked(change).iter().all(Result::is_err), "{number}");
        }
    }
}

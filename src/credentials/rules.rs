//! What a credential says, as the document of Open Badges 3.0, and the other documents of an issuer. Pure functions of plain
//! values; what is signed is made of these.

use std::io::Write;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::canon::CONTEXTS;
use super::key::PublicKey;
use super::sign::{instant, method, proves_itself};
use crate::db::values::Instant;

/// Entries of a list that says which credentials are revoked: the least that the standard allows, so that an entry hides among many.
pub const LIST_LENGTH: u32 = 131_072;
/// Entries of a list that are handed out, at random. Then a new list begins, while a free place is still found at once.
pub const LIST_FILL: u32 = LIST_LENGTH / 2;
/// Hexadecimal digits of a SHA-256.
pub const HASH_LENGTH: usize = 64;
/// The media type of a credential.
pub const MEDIA_TYPE: &str = "application/vc+ld+json";
/// Seconds for which others may keep a list.
pub const LIST_SECONDS: u32 = 300;

/// Who issues, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issuer {
    /// An address or a DID.
    pub id: String,
    /// The community.
    pub name: String,
    /// The address of the site.
    pub site_url: String,
}

/// The id of the issuer. A site that is reached over HTTPS is its own address, where everybody can ask for the key. Nobody could
/// ask any other site safely, so there the issuer is the key itself.
pub fn issuer_id(site_url: &str, key: &PublicKey) -> String {
    if publishes(site_url) {
        format!("{site_url}/issuer")
    } else {
        format!("did:key:{}", key.multikey())
    }
}

/// Whether the key of the issuer is asked for at the site.
pub fn publishes(site_url: &str) -> bool {
    site_url.starts_with("https://")
}

/// An e-mail address that only whoever knows it recognises.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HashedEmail {
    pub salt: String,
    pub hash: String,
}

impl HashedEmail {
    /// Hashes an address, in lower case, with a fresh salt.
    pub fn new(email: &str, salt: [u8; 16]) -> HashedEmail {
        let salt = hex(&salt);
        let hash = hex(&Sha256::digest(format!("{}{salt}", email.to_lowercase())));
        HashedEmail {
            hash: format!("sha256${hash}"),
            salt,
        }
    }
}

/// Bytes in hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What a download says of its name: in ASCII, and as it is.
pub fn disposition(kind: &str, name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_ascii() { c } else { '_' }).collect();
    let encoded = percent_encoding::utf8_percent_encode(name, percent_encoding::NON_ALPHANUMERIC);
    format!("{kind}; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
}

/// What proves the achievement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    pub address: String,
    pub name: String,
    pub narrative: String,
}

/// What a certificate or a badge says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// What it is called.
    pub title: String,
    /// The name of whoever got it, as it is printed.
    pub recipient: String,
    /// Their address on the day of signing, if they have one.
    pub email: Option<String>,
    pub issued_at: Instant,
    /// Where people read of the achievement.
    pub achievement: String,
    /// `CertificateOfCompletion`, `Certificate` or `Badge`.
    pub kind: &'static str,
    pub name: String,
    pub description: String,
    /// What one does to get it.
    pub criteria: String,
    /// The address of its picture.
    pub image: Option<String>,
    pub evidence: Option<Evidence>,
}

/// The place of a credential in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The address of the list.
    pub list: String,
    pub index: u32,
}

/// The document of a credential, without its proof. `address` is where it is found.
pub fn document(address: &str, issuer: &Issuer, facts: &Facts, email: Option<&HashedEmail>, place: &Place) -> Value {
    let mut identifiers = Vec::new();
    if let Some(email) = email {
        identifiers.push(json!({
            "type": "IdentityObject", "hashed": true, "identityType": "emailAddress", "identityHash": email.hash, "salt": email.salt,
        }));
    }
    let recipient = plain(&facts.recipient);
    identifiers.push(json!({ "type": "IdentityObject", "hashed": false, "identityType": "name", "identityHash": recipient }));
    let mut achievement = json!({
        "id": facts.achievement,
        "type": ["Achievement"],
        "achievementType": facts.kind,
        "name": plain(&facts.name),
        "description": plain(&facts.description),
        "criteria": { "narrative": plain(&facts.criteria) },
    });
    if let Some(image) = &facts.image {
        achievement["image"] = json!({ "id": image, "type": "Image" });
    }
    let mut document = json!({
        "@context": CONTEXTS.map(|(address, _)| address),
        "id": address,
        "type": ["VerifiableCredential", "OpenBadgeCredential"],
        "name": plain(&facts.title),
        "issuer": { "id": issuer.id, "type": ["Profile"], "name": plain(&issuer.name), "url": issuer.site_url },
        "validFrom": instant(facts.issued_at),
        "credentialSubject": { "type": ["AchievementSubject"], "identifier": identifiers, "achievement": achievement },
        "credentialStatus": {
            "id": format!("{}#{}", place.list, place.index),
            "type": "BitstringStatusListEntry",
            "statusPurpose": "revocation",
            "statusListIndex": place.index.to_string(),
            "statusListCredential": place.list,
        },
    });
    if let Some(evidence) = &facts.evidence {
        document["evidence"] = json!([{
            "id": evidence.address, "type": ["Evidence"], "name": plain(&evidence.name), "narrative": plain(&evidence.narrative),
        }]);
    }
    document
}

/// Without the characters that XML cannot hold, because a credential also stands in pictures. Nothing becomes a dash, because a
/// field that is empty says nothing.
fn plain(text: &str) -> String {
    let text: String = text.chars().filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}')).collect();
    if text.trim().is_empty() { "\u{2013}".into() } else { text }
}

/// A list that says which of its credentials are revoked, without its proof. `address` is where it is found.
pub fn status_list(address: &str, issuer: &str, revoked: &[u32], now: Instant) -> Value {
    json!({
        "@context": [CONTEXTS[0].0],
        "id": address,
        "type": ["VerifiableCredential", "BitstringStatusListCredential"],
        "issuer": issuer,
        "validFrom": instant(now),
        "credentialSubject": {
            "id": format!("{address}#list"),
            "type": "BitstringStatusList",
            "statusPurpose": "revocation",
            "encodedList": encode_list(revoked),
        },
    })
}

/// One bit for each entry, the first entry the highest bit of the first byte; packed by gzip, in base64url after `u`.
fn encode_list(revoked: &[u32]) -> String {
    let mut bits = vec![0_u8; (LIST_LENGTH / 8) as usize];
    for index in revoked {
        if let Some(byte) = bits.get_mut((index / 8) as usize) {
            *byte |= 0x80 >> (index % 8);
        }
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to memory does not fail.
    let packed = packed.write_all(&bits).and_then(|()| packed.finish()).unwrap_or_default();
    format!("u{}", BASE64_URL_SAFE_NO_PAD.encode(packed))
}

/// The keys of an issuer, as others look them up.
fn methods(id: &str, keys: &[PublicKey]) -> (Value, Value) {
    let methods: Vec<Value> = keys
        .iter()
        .map(|key| json!({ "id": method(id, key), "type": "Multikey", "controller": id, "publicKeyMultibase": key.multikey() }))
        .collect();
    let names: Vec<Value> = keys.iter().map(|key| method(id, key).into()).collect();
    (methods.into(), names.into())
}

const DID: &str = "https://www.w3.org/ns/did/v1";
const MULTIKEY: &str = "https://w3id.org/security/multikey/v1";

/// The profile of the issuer, with all keys that it has had: what they have signed stays valid. An issuer that is its key has
/// that one only.
pub fn profile(issuer: &Issuer, keys: &[PublicKey]) -> Value {
    let is_key = issuer.id.starts_with("did:key:");
    let own: Vec<PublicKey> = keys.iter().filter(|key| !is_key || proves_itself(&issuer.id, key)).copied().collect();
    let (methods, names) = methods(&issuer.id, &own);
    json!({
        "@context": [DID, MULTIKEY, CONTEXTS[1].0],
        "id": issuer.id,
        "type": ["Profile"],
        "name": plain(&issuer.name),
        "url": issuer.site_url,
        "verificationMethod": methods,
        "assertionMethod": names,
    })
}

/// The document of the site's `did:web`; `None` when the site's address is none.
pub fn did_document(issuer: &Issuer, keys: &[PublicKey]) -> Option<Value> {
    let id = did_web(&issuer.site_url)?;
    let (methods, names) = methods(&id, keys);
    Some(json!({
        "@context": [DID, MULTIKEY],
        "id": id,
        "alsoKnownAs": [issuer.id],
        "verificationMethod": methods,
        "assertionMethod": names,
    }))
}

fn did_web(site_url: &str) -> Option<String> {
    let url = url::Url::parse(site_url).ok()?;
    let port = url.port().map(|port| format!("%3A{port}")).unwrap_or_default();
    Some(format!("did:web:{}{port}", url.host_str()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::credentials::canon;
    use crate::credentials::key::SecretKey;
    use crate::credentials::shape::canonical_by_shape;
    use crate::credentials::sign::{sign, verify};

    fn issuer(site_url: &str) -> (Issuer, SecretKey) {
        let key = SecretKey::from_bytes(&[7; 32]);
        let issuer = Issuer {
            id: issuer_id(site_url, &key.public()),
            name: "Büro für \"Makers\"\t\\ 木".into(),
            site_url: site_url.into(),
        };
        (issuer, key)
    }

    fn facts() -> Facts {
        Facts {
            title: "A title".into(),
            recipient: "Zoë 👩\u{200d}💻 Ẹ\u{300}niọlá \u{ffff}".into(),
            email: None,
            issued_at: Instant::from_millis(1_790_000_000_999),
            achievement: "https://makers.example/events/0#certificate".into(),
            kind: "CertificateOfCompletion",
            name: "]]> & <b>".into(),
            description: String::new(),
            criteria: "Line\nline\r\u{7f}\u{1}".into(),
            image: None,
            evidence: None,
        }
    }

    fn documents() -> Vec<(Value, Issuer, SecretKey)> {
        let mut found = Vec::new();
        for site in ["https://makers.example", "http://127.0.0.1:8080"] {
            for (image, evidence, email) in [(false, false, false), (true, true, true), (false, true, true), (true, false, false)] {
                let (issuer, key) = issuer(site);
                let facts = Facts {
                    image: image.then(|| format!("{site}/assets/badges/event_exosphere.png")),
                    evidence: evidence.then(|| Evidence {
                        address: format!("{site}/projects/0"),
                        name: "P".into(),
                        narrative: "N".into(),
                    }),
                    ..facts()
                };
                let hashed = email.then(|| HashedEmail::new("Ada@Example.org", [3; 16]));
                let place = Place {
                    list: format!("{site}/credentials/status/1"),
                    index: 94_567,
                };
                found.push((
                    document(&format!("{site}/credentials/1"), &issuer, &facts, hashed.as_ref(), &place),
                    issuer,
                    key,
                ));
            }
        }
        found
    }

    #[test]
    fn every_shape_is_signed_and_read_without_shortcuts() {
        for (document, issuer, key) in documents() {
            let signed = sign(&document, &issuer.id, &key, Instant::from_millis(0)).unwrap();
            assert_eq!(verify(&signed, &key.public()), Ok(()), "{signed}");
            assert_eq!(
                canonical_by_shape(&document),
                canon::expand(&document).and_then(|quads| canon::canonical(&quads))
            );
            assert_eq!(proves_itself(&issuer.id, &key.public()), issuer.site_url.starts_with("http://"));
        }
    }

    #[test]
    fn an_address_is_hashed_with_its_salt() {
        let hashed = HashedEmail::new("Ada@Example.org", [0xab; 16]);
        assert_eq!(hashed.salt, "ab".repeat(16));
        let expected = hex(&Sha256::digest(format!("ada@example.org{}", hashed.salt)));
        assert_eq!(hashed.hash, format!("sha256${expected}"));
        let (document, ..) = &documents()[1];
        assert!(!document.to_string().to_lowercase().contains("ada@example.org"));
    }

    #[test]
    fn a_list_has_one_bit_for_each_entry() {
        use std::io::Read;
        let text = encode_list(&[0, 9, LIST_LENGTH - 1]);
        let packed = BASE64_URL_SAFE_NO_PAD.decode(text.strip_prefix('u').unwrap()).unwrap();
        let mut bits = Vec::new();
        flate2::read::GzDecoder::new(packed.as_slice()).read_to_end(&mut bits).unwrap();
        assert_eq!((bits.len(), bits[0], bits[1], bits[2], bits[16_383]), (16_384, 0x80, 0x40, 0, 1));
        let (issuer, key) = issuer("https://makers.example");
        let list = status_list("https://makers.example/credentials/status/1", &issuer.id, &[1], Instant::from_millis(0));
        assert!(sign(&list, &issuer.id, &key, Instant::from_millis(0)).is_ok());
    }

    #[test]
    fn an_issuer_is_its_address_or_its_key() {
        let key = SecretKey::from_bytes(&[7; 32]).public();
        assert_eq!(issuer_id("https://makers.example", &key), "https://makers.example/issuer");
        assert_eq!(issuer_id("http://127.0.0.1:8080", &key), format!("did:key:{}", key.multikey()));
        assert_eq!(did_web("http://127.0.0.1:8080").as_deref(), Some("did:web:127.0.0.1%3A8080"));
        let (own, key) = issuer("http://127.0.0.1:8080");
        let other = SecretKey::from_bytes(&[8; 32]).public();
        assert_eq!(
            profile(&own, &[other, key.public()])["assertionMethod"],
            json!([method(&own.id, &key.public())])
        );
        let (issuer, key) = issuer("https://makers.example");
        let profile = profile(&issuer, &[key.public()]);
        assert_eq!(profile["verificationMethod"][0]["controller"], profile["id"]);
        assert_eq!(profile["assertionMethod"][0], profile["verificationMethod"][0]["id"]);
    }
}

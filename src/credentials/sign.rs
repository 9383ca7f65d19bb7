//! Signs documents and checks signatures: Data Integrity with `eddsa-rdfc-2022`. Signed are the SHA-256 of the canonical
//! proof options and the SHA-256 of the canonical document, one after the other.

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::canon::{self, Unclear};
use super::key::{PublicKey, SecretKey, decode, encode};
use super::shape::canonical_by_shape;
use crate::db::values::Instant;

const SUITE: &str = "eddsa-rdfc-2022";
const PROOF: &str = "DataIntegrityProof";
const PURPOSE: &str = "assertionMethod";

/// Why a document is not what its issuer signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It is no credential, or has no proof.
    NoCredential,
    /// It is signed in a way that is not known here.
    OtherProof,
    /// The key belongs to somebody else than the issuer that it names.
    OtherKey,
    /// The signature does not fit.
    Altered,
    /// It cannot be read as a credential.
    Unclear(Unclear),
}

impl From<Unclear> for Fault {
    fn from(unclear: Unclear) -> Fault {
        Fault::Unclear(unclear)
    }
}

/// The name of an issuer's key.
pub fn method(issuer: &str, key: &PublicKey) -> String {
    format!("{issuer}#{}", key.multikey())
}

/// An instant as credentials hold it: RFC 3339 in UTC, in whole seconds.
pub fn instant(at: Instant) -> String {
    at.0.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// The document with its proof.
///
/// # Errors
/// When the document has no canonical form, or holds nothing where it should hold something: nobody would sign that.
pub fn sign(document: &Value, issuer: &str, key: &SecretKey, created: Instant) -> Result<Value, Unclear> {
    check_complete(document)?;
    let fields = document.as_object().ok_or_else(|| Unclear::Malformed("it is no object".into()))?;
    let mut proof = Map::new();
    for (name, value) in [
        ("type", PROOF.to_owned()),
        ("cryptosuite", SUITE.to_owned()),
        ("created", instant(created)),
        ("verificationMethod", method(issuer, &key.public())),
        ("proofPurpose", PURPOSE.to_owned()),
    ] {
        proof.insert(name.into(), value.into());
    }
    let message = message(fields, &proof, hash_by_shape)?;
    proof.insert("proofValue".into(), encode(&key.sign(&message)).into());
    let mut signed = fields.clone();
    signed.insert("proof".into(), proof.into());
    Ok(signed.into())
}

fn hash_by_shape(document: &Value) -> Result<[u8; 32], Unclear> {
    Ok(Sha256::digest(canonical_by_shape(document)?.as_bytes()).into())
}

/// The bytes that are signed.
fn message(
    document: &Map<String, Value>,
    proof: &Map<String, Value>,
    hash: impl Fn(&Value) -> Result<[u8; 32], Unclear>,
) -> Result<[u8; 64], Unclear> {
    let mut options = proof.clone();
    options.remove("proofValue");
    if let Some(context) = document.get("@context") {
        options.insert("@context".into(), context.clone());
    }
    let mut document = document.clone();
    document.remove("proof");
    let mut message = [0; 64];
    message[..32].copy_from_slice(&hash(&options.into())?);
    message[32..].copy_from_slice(&hash(&document.into())?);
    Ok(message)
}

/// JSON-LD leaves out nulls and empty lists, so nobody signs them.
fn check_complete(value: &Value) -> Result<(), Unclear> {
    match value {
        Value::Null => Err(Unclear::Malformed("a value is null".into())),
        Value::Array(values) if values.is_empty() => Err(Unclear::Malformed("a list is empty".into())),
        Value::Array(values) => values.iter().try_for_each(check_complete),
        Value::Object(fields) => fields.values().try_for_each(check_complete),
        _ => Ok(()),
    }
}

/// The issuer of a document: an address or a DID.
pub fn issuer(document: &Value) -> Option<&str> {
    match document.get("issuer")? {
        Value::String(id) => Some(id),
        issuer => issuer.get("id")?.as_str(),
    }
}

/// The key that a document says it is signed with. Whether it is its issuer's is another question: see [`proves_itself`].
///
/// # Errors
/// When it is no credential, signed in another way, or with a key that is not its issuer's by name.
pub fn claimed_key(document: &Value) -> Result<PublicKey, Fault> {
    let proof = document.get("proof").and_then(Value::as_object).ok_or(Fault::NoCredential)?;
    let issuer = issuer(document).ok_or(Fault::NoCredential)?;
    let text = |name: &str| proof.get(name).and_then(Value::as_str).unwrap_or_default();
    if (text("type"), text("cryptosuite"), text("proofPurpose")) != (PROOF, SUITE, PURPOSE) {
        return Err(Fault::OtherProof);
    }
    let (controller, name) = text("verificationMethod").split_once('#').ok_or(Fault::OtherProof)?;
    if controller != issuer {
        return Err(Fault::OtherKey);
    }
    PublicKey::parse(name).ok_or(Fault::OtherProof)
}

/// Whether an issuer is its key: a `did:key`. The key of any other issuer must be asked for.
pub fn proves_itself(issuer: &str, key: &PublicKey) -> bool {
    issuer.strip_prefix("did:key:") == Some(key.multikey().as_str())
}

/// Checks that this key has signed the document as it is.
///
/// # Errors
/// Why not.
pub fn verify(document: &Value, key: &PublicKey) -> Result<(), Fault> {
    let fields = document.as_object().ok_or(Fault::NoCredential)?;
    let proof = fields.get("proof").and_then(Value::as_object).ok_or(Fault::NoCredential)?;
    let value = proof.get("proofValue").and_then(Value::as_str).and_then(decode).ok_or(Fault::Altered)?;
    if key.has_signed(&message(fields, proof, canon::hash)?, &value) {
        Ok(())
    } else {
        Err(Fault::Altered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const SEED: [u8; 32] = [
        0x62, 0x41, 0xa4, 0x09, 0xe6, 0x70, 0x7b, 0xb6, 0x40, 0xa0, 0x14, 0x0a, 0x8a, 0x32, 0xbc, 0x3d, 0x19, 0x3c, 0x33, 0xa6, 0x61, 0x74, 0x72,
        0x84, 0xd6, 0xad, 0xfa, 0x4e, 0xd4, 0x18, 0x0b, 0xe4,
    ];
    const ISSUER: &str = "https://example.edu/issuers/565049";

    /// The example of the implementation guide of Open Badges 3.0.
    fn teamwork() -> Value {
        json!({
            "@context": canon::CONTEXTS.map(|(address, _)| address),
            "id": "http://example.com/credentials/3527",
            "type": ["VerifiableCredential", "OpenBadgeCredential"],
            "issuer": { "id": ISSUER, "type": ["Profile"], "url": "https://www.imsglobal.org", "name": "Example Corp" },
            "validFrom": "2010-01-01T00:00:00Z",
            "name": "Teamwork Badge",
            "credentialSubject": {
                "id": "did:example:ebfeb1f712ebc6f1c276e12ec21",
                "type": ["AchievementSubject"],
                "achievement": {
                    "id": "https://example.com/achievements/21st-century-skills/teamwork",
                    "type": ["Achievement"],
                    "criteria": {
                        "narrative": "Team members are nominated for this badge by their peers and recognized upon review by Example Corp management."
                    },
                    "description": "This badge recognizes the development of the capacity to collaborate within a group environment.",
                    "name": "Teamwork"
                }
            }
        })
    }

    fn signed() -> (Value, PublicKey) {
        let key = SecretKey::from_bytes(&SEED);
        let created = Instant("2010-01-01T19:23:24Z".parse().unwrap());
        (sign(&teamwork(), ISSUER, &key, created).unwrap(), key.public())
    }

    #[test]
    fn the_vector_of_the_standard_is_reproduced() {
        let (signed, key) = signed();
        assert_eq!(key.multikey(), "z6MkjZRZv3aez3r18pB1RBFJR1kwUVJ5jHt92JmQwXbd5hwi");
        assert_eq!(
            signed["proof"]["proofValue"],
            "z5x9aCBYovW3CQCbKdNyhEm7ffYSw1YpEdPywQJoNbzDD2gkzQDKJ1sYKJaWvqZtkMtSbz35HcbgXVEDYHxCzgkCr"
        );
        assert_eq!(claimed_key(&signed), Ok(key));
        assert_eq!(verify(&signed, &key), Ok(()));
        assert!(!proves_itself(ISSUER, &key) && proves_itself(&format!("did:key:{}", key.multikey()), &key));
    }

    /// The addresses of all texts in a document.
    fn texts(value: &Value, at: &str, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => fields.iter().for_each(|(key, value)| texts(value, &format!("{at}/{key}"), found)),
            Value::Array(values) => values
                .iter()
                .enumerate()
                .for_each(|(place, value)| texts(value, &format!("{at}/{place}"), found)),
            _ => found.push(at.to_owned()),
        }
    }

    #[test]
    fn one_bit_changed_in_any_field_is_noticed() {
        let (signed, key) = signed();
        let mut places = Vec::new();
        texts(&signed, "", &mut places);
        assert!(places.len() > 20, "{places:?}");
        for place in places {
            let mut changed = signed.clone();
            let value = changed.pointer_mut(&place.replace('~', "~0")).unwrap();
            let mut bytes = value.as_str().unwrap().as_bytes().to_vec();
            let last = bytes.len() - 1;
            bytes[last] ^= 1;
            *value = String::from_utf8(bytes).unwrap().into();
            let refused = claimed_key(&changed).and_then(|claimed| if claimed == key { verify(&changed, &key) } else { Err(Fault::OtherKey) });
            assert!(refused.is_err(), "{place}");
        }
    }

    #[test]
    fn what_nobody_would_sign_is_refused() {
        let key = SecretKey::from_bytes(&SEED);
        for (name, value) in [("evidence", json!([])), ("image", Value::Null), ("shoeSize", json!("9"))] {
            let mut document = teamwork();
            document[name] = value;
            assert!(sign(&document, ISSUER, &key, Instant::from_millis(0)).is_err(), "{name}");
        }
    }

    #[test]
    fn a_key_of_somebody_else_is_noticed() {
        let (mut signed, _) = signed();
        signed["issuer"]["id"] = "https://example.edu/issuers/1".into();
        assert_eq!(claimed_key(&signed), Err(Fault::OtherKey));
        assert_eq!(claimed_key(&json!({ "a": 1 })), Err(Fault::NoCredential));
    }
}

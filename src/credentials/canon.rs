//! The canonical form of a JSON-LD document (RDFC-1.0), which is what a signature covers. It knows the two contexts of
//! credentials and asks nobody for others.

use std::collections::HashMap;

use oxjsonld::{JsonLdParser, JsonLdRemoteDocument};
use oxrdf::dataset::{CanonicalizationAlgorithm, CanonicalizationHashAlgorithm};
use oxrdf::{BlankNode, Dataset, GraphName, NamedNode, NamedOrBlankNode, Quad, Term};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The two contexts of a credential, in their order, and their texts. The build copies the texts from the packages that
/// ui/package.json pins.
pub const CONTEXTS: [(&str, &str); 2] = [
    (
        "https://www.w3.org/ns/credentials/v2",
        include_str!(concat!(env!("OUT_DIR"), "/contexts/credentials-v2.json")),
    ),
    (
        "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
        include_str!(concat!(env!("OUT_DIR"), "/contexts/open-badges-3.0.3.json")),
    ),
];

/// Terms that the contexts do not define, and addresses that are not absolute, come to lie below this one. Without it they would
/// be left out, and nobody would sign them.
const UNDEFINED: &str = "undefined://term/";
/// The most statements of a document. Ours have about fifty.
const MOST: usize = 5000;
/// The most nodes without a name that look like another one. Ours have none, those of others hardly any. To tell them apart their
/// orders are tried, and a document can be made of so many that this never ends.
const MOST_ALIKE: usize = 7;

/// Why a document has no canonical form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unclear {
    /// It names a context that is not known here.
    Context(String),
    /// The contexts do not define this word of it, so a signature would not cover it.
    Undefined(String),
    /// It is no JSON-LD, for this reason.
    Malformed(String),
    /// So many parts of it are alike that telling them apart would take too long.
    TooManyAlike,
}

impl std::fmt::Display for Unclear {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unclear::Context(address) => write!(f, "it uses the vocabulary {address}, which is not known here"),
            Unclear::Undefined(word) => write!(f, "it says \u{201c}{word}\u{201d}, which no vocabulary of it defines"),
            Unclear::Malformed(why) => write!(f, "it is not well-formed: {why}"),
            Unclear::TooManyAlike => f.write_str("too many of its parts are alike"),
        }
    }
}

/// The SHA-256 of the canonical form.
///
/// # Errors
/// Why there is none.
pub fn hash(document: &Value) -> Result<[u8; 32], Unclear> {
    Ok(Sha256::digest(canonical(&expand(document)?)?.as_bytes()).into())
}

/// The statements of a document.
///
/// # Errors
/// When it uses other contexts, when they do not define all of its words, or when it is no JSON-LD.
pub fn expand(document: &Value) -> Result<Vec<Quad>, Unclear> {
    check_contexts(document)?;
    check_keys(document, true)?;
    let text = serde_json::to_vec(&guarded(document)).map_err(|error| Unclear::Malformed(error.to_string()))?;
    let malformed = |error: &dyn std::fmt::Display| Unclear::Malformed(error.to_string());
    let parser = JsonLdParser::new().with_base_iri(UNDEFINED).map_err(|error| malformed(&error))?;
    let mut quads = Vec::new();
    for quad in parser.for_slice(&text).with_load_document_callback(|address, _| load(address)) {
        let quad = quad.map_err(|error| malformed(&error))?;
        check_name(&quad.predicate)?;
        if let NamedOrBlankNode::NamedNode(name) = &quad.subject {
            check_name(name)?;
        }
        match &quad.object {
            Term::NamedNode(name) => check_name(name)?,
            Term::Literal(literal) => check_name(&literal.datatype().into_owned())?,
            Term::BlankNode(_) => {}
        }
        quads.push(quad);
        if quads.len() > MOST {
            return Err(Unclear::Malformed("it holds too many statements".into()));
        }
    }
    Ok(quads)
}

/// Statements as sorted N-Quads, each with its line break, with the names that RDFC-1.0 gives to the nodes that have none.
///
/// # Errors
/// When so many parts are alike that naming them would take too long.
pub fn canonical(quads: &[Quad]) -> Result<String, Unclear> {
    if count_alike(quads) > MOST_ALIKE {
        return Err(Unclear::TooManyAlike);
    }
    let mut dataset: Dataset = quads.iter().collect();
    dataset.canonicalize(CanonicalizationAlgorithm::Rdfc10 {
        hash_algorithm: CanonicalizationHashAlgorithm::Sha256,
    });
    let mut lines: Vec<String> = dataset.iter().map(|quad| format!("{quad} .\n")).collect();
    lines.sort_unstable();
    Ok(lines.concat())
}

/// How many nodes without a name look like another one, by the statements that they stand in. A statement that is there twice, or
/// differs in other such nodes alone, says nothing, so rather more of them are alike.
fn count_alike(quads: &[Quad]) -> usize {
    let mut looks: HashMap<&BlankNode, Vec<String>> = HashMap::new();
    for quad in quads {
        for node in nodes_of(quad) {
            looks.entry(node).or_default().push(seen_from(quad, node));
        }
    }
    let mut counts: HashMap<Vec<String>, usize> = HashMap::new();
    for mut look in looks.into_values() {
        look.sort_unstable();
        look.dedup();
        *counts.entry(look).or_default() += 1;
    }
    counts.into_values().filter(|count| *count > 1).sum()
}

/// The nodes without a name in a statement.
fn nodes_of(quad: &Quad) -> impl Iterator<Item = &BlankNode> {
    let subject = if let NamedOrBlankNode::BlankNode(node) = &quad.subject {
        Some(node)
    } else {
        None
    };
    let object = if let Term::BlankNode(node) = &quad.object { Some(node) } else { None };
    let graph = if let GraphName::BlankNode(node) = &quad.graph_name {
        Some(node)
    } else {
        None
    };
    [subject, object, graph].into_iter().flatten()
}

/// A statement in which this node is told from all others that have no name.
fn seen_from(quad: &Quad, node: &BlankNode) -> String {
    let letter = |other: &BlankNode| BlankNode::new_unchecked(if other == node { "a" } else { "z" });
    let mut seen = quad.clone();
    if let NamedOrBlankNode::BlankNode(other) = &mut seen.subject {
        *other = letter(other);
    }
    if let Term::BlankNode(other) = &mut seen.object {
        *other = letter(other);
    }
    if let GraphName::BlankNode(other) = &mut seen.graph_name {
        *other = letter(other);
    }
    seen.to_string()
}

fn check_name(name: &NamedNode) -> Result<(), Unclear> {
    match name.as_str().strip_prefix(UNDEFINED) {
        Some(word) => Err(Unclear::Undefined(word.to_owned())),
        None => Ok(()),
    }
}

/// The names of the contexts of a document.
fn check_contexts(document: &Value) -> Result<(), Unclear> {
    let named = document.get("@context");
    let named = match named {
        Some(Value::Array(list)) => list.as_slice(),
        Some(one) => std::slice::from_ref(one),
        None => return Err(Unclear::Malformed("it names no vocabulary".into())),
    };
    for context in named {
        match context.as_str() {
            Some(address) if CONTEXTS.iter().any(|(known, _)| *known == address) => {}
            Some(address) => return Err(Unclear::Context(address.to_owned())),
            None => return Err(Unclear::Malformed("it brings a vocabulary of its own".into())),
        }
    }
    Ok(())
}

/// Keywords of JSON-LD could change what the rest means, and unknown ones are left out. Only the document names contexts.
fn check_keys(value: &Value, is_top: bool) -> Result<(), Unclear> {
    match value {
        Value::Object(fields) => fields.iter().try_for_each(|(key, value)| match key.as_str() {
            "@context" if is_top => Ok(()),
            key if key.starts_with('@') => Err(Unclear::Undefined(key.to_owned())),
            _ => check_keys(value, false),
        }),
        Value::Array(values) => values.iter().try_for_each(|value| check_keys(value, false)),
        _ => Ok(()),
    }
}

/// The document with a last context that gives all undefined words a name.
fn guarded(document: &Value) -> Value {
    let mut document = document.clone();
    let mut contexts = match document.get("@context") {
        Some(Value::Array(list)) => list.clone(),
        Some(one) => vec![one.clone()],
        None => Vec::new(),
    };
    contexts.push(json!({ "@vocab": UNDEFINED }));
    if let Some(fields) = document.as_object_mut() {
        fields.insert("@context".into(), contexts.into());
    }
    document
}

fn load(address: &str) -> Result<JsonLdRemoteDocument, Box<dyn std::error::Error + Send + Sync>> {
    let known = CONTEXTS.iter().find(|(known, _)| *known == address);
    let (address, text) = known.ok_or_else(|| format!("the vocabulary {address} is not known"))?;
    Ok(JsonLdRemoteDocument {
        document: text.as_bytes().to_vec(),
        document_url: (*address).to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(text: &str) -> String {
        Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn the_contexts_are_those_that_were_tried() {
        let sums = CONTEXTS.map(|(_, text)| sum(text));
        assert_eq!(
            sums,
            [
                "8a9f494a89ecc51db093e90e84713e07e84d6d9204364a9b3c7868b21751236f",
                "e407ae98563c7b4708be4c8198a7f254bc09c131afc68e73d5f90eb0a34c6f7f",
            ]
        );
    }

    #[test]
    fn a_document_of_parts_that_are_alike_is_refused() {
        let part = |hash: &str| json!({ "type": "IdentityObject", "hashed": false, "identityType": "name", "identityHash": hash });
        let document = |parts: Vec<Value>| {
            json!({
                "@context": CONTEXTS.map(|(address, _)| address), "id": "urn:a", "type": ["VerifiableCredential"],
                "credentialSubject": { "type": ["AchievementSubject"], "identifier": parts },
            })
        };
        assert!(hash(&document((0..20).map(|number| part(&number.to_string())).collect())).is_ok());
        assert!(hash(&document(vec![part("same"); MOST_ALIKE])).is_ok());
        assert_eq!(hash(&document(vec![part("same"); MOST_ALIKE + 1])), Err(Unclear::TooManyAlike));
    }

    #[test]
    fn the_worst_of_what_is_not_refused_is_done_soon() {
        let node = |number: usize| BlankNode::new_unchecked(format!("n{number}"));
        // Each knows each, which has the most orders.
        let all = |count: usize| -> Vec<Quad> {
            let pairs = (0..count).flat_map(|from| (0..count).filter(move |to| *to != from).map(move |to| (from, to)));
            let knows = NamedNode::new_unchecked("urn:knows");
            pairs
                .map(|(from, to)| Quad::new(node(from), knows.clone(), node(to), GraphName::DefaultGraph))
                .collect()
        };
        assert!(canonical(&all(MOST_ALIKE)).is_ok());
        assert_eq!(canonical(&all(MOST_ALIKE + 1)), Err(Unclear::TooManyAlike));
        // A statement more than once makes no node another one.
        let twice = [all(30), all(2)].concat();
        assert_eq!(canonical(&twice), Err(Unclear::TooManyAlike));
    }

    #[test]
    fn what_no_context_defines_has_no_canonical_form() {
        let contexts = CONTEXTS.map(|(address, _)| address);
        let document = |more: Value| {
            let mut document = json!({ "@context": contexts, "id": "urn:a", "type": ["VerifiableCredential"], "name": "N" });
            document.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            hash(&document)
        };
        assert!(document(json!({})).is_ok());
        for (more, word) in [
            (json!({ "colour": "red" }), "colour"),
            (json!({ "issuer": { "id": "urn:b", "type": ["Profile"], "shoeSize": "9" } }), "shoeSize"),
            (json!({ "type": ["VerifiableCredential", "Nonsense"] }), "Nonsense"),
            (json!({ "id": "relative" }), "relative"),
            (json!({ "evidence": [{ "@note": "unsigned" }] }), "@note"),
        ] {
            assert_eq!(document(more), Err(Unclear::Undefined(word.into())));
        }
        let elsewhere = "https://example.org/context.json";
        assert_eq!(document(json!({ "@context": [elsewhere] })), Err(Unclear::Context(elsewhere.into())));
        assert!(matches!(
            document(json!({ "@context": [{ "name": "urn:x" }] })),
            Err(Unclear::Malformed(_))
        ));
    }
}

//! The canonical form of many documents that differ in their texts only. Reading the two contexts takes most of the time of
//! signing, and what they make of a document depends on its fields, not on its texts. So a document is expanded once for its
//! shape, with a mark in the place of each text, and the texts are put in afterwards.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use oxrdf::{Literal, NamedNode, NamedOrBlankNode, Quad, Term};
use serde_json::Value;

use super::canon::{Unclear, canonical, expand};

/// A mark for a text: an address, so that it can stand wherever a text can.
const MARK: &str = "urn:text:";
/// Fields whose values the contexts look at.
const WORDS: [&str; 6] = ["@context", "type", "cryptosuite", "proofPurpose", "statusPurpose", "identityType"];
/// Shapes that are kept. Ours are about a dozen; a caller that makes more of them begins again.
const KEPT: usize = 200;

type Shapes = Mutex<HashMap<String, Arc<Vec<Quad>>>>;
static SHAPES: LazyLock<Shapes> = LazyLock::new(Mutex::default);

/// The canonical form, as [`canonical`] would write it.
///
/// # Errors
/// Why there is none.
pub fn canonical_by_shape(document: &Value) -> Result<String, Unclear> {
    let mut texts = Vec::new();
    let marked = marked(document, "", &mut texts);
    let key = marked.to_string();
    let kept = SHAPES.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
    let quads = match kept {
        Some(quads) => quads,
        None => {
            let quads = Arc::new(expand(&marked)?);
            let mut shapes = SHAPES.lock().unwrap_or_else(PoisonError::into_inner);
            if shapes.len() >= KEPT {
                shapes.clear();
            }
            shapes.insert(key, quads.clone());
            quads
        }
    };
    let filled: Option<Vec<Quad>> = quads.iter().map(|quad| fill(quad, &texts)).collect();
    canonical(&match filled {
        Some(quads) => quads,
        // An address that only a reader of JSON-LD can make sense of.
        None => expand(document)?,
    })
}

/// The document with marks for its texts, which are collected in their order.
fn marked(value: &Value, field: &str, texts: &mut Vec<String>) -> Value {
    match value {
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), marked(value, key, texts))).collect(),
        Value::Array(values) => values.iter().map(|value| marked(value, field, texts)).collect(),
        Value::String(text) if !WORDS.contains(&field) => {
            texts.push(text.clone());
            format!("{MARK}{}", texts.len() - 1).into()
        }
        other => other.clone(),
    }
}

/// A statement with its texts; `None` when an address is not plainly one.
fn fill(quad: &Quad, texts: &[String]) -> Option<Quad> {
    let text = |mark: &str| texts.get(mark.strip_prefix(MARK)?.parse::<usize>().ok()?);
    let name = |name: &NamedNode| match name.as_str().starts_with(MARK) {
        true => address(text(name.as_str())?),
        false => Some(name.clone()),
    };
    Some(Quad {
        subject: match &quad.subject {
            NamedOrBlankNode::NamedNode(node) => name(node)?.into(),
            blank => blank.clone(),
        },
        predicate: quad.predicate.clone(),
        object: match &quad.object {
            Term::NamedNode(node) => name(node)?.into(),
            Term::Literal(literal) if literal.value().starts_with(MARK) => {
                let text = text(literal.value())?.clone();
                match literal.language() {
                    Some(_) => return None,
                    None => Literal::new_typed_literal(text, literal.datatype().into_owned()).into(),
                }
            }
            other => other.clone(),
        },
        graph_name: quad.graph_name.clone(),
    })
}

/// An absolute address with nothing in it that would be resolved.
fn address(text: &str) -> Option<NamedNode> {
    let is_plain = ["https://", "http://", "did:", "urn:"].iter().any(|start| text.starts_with(start)) && !text.contains("/.");
    NamedNode::new(text).ok().filter(|_| is_plain)
}

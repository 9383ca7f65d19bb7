//! The API document: its chapters, and each path once. The framework repeats a path for every API struct that has an
//! operation on it, but JSON readers keep only the last of equal keys. So the operations are merged here.

use std::fmt;

use poem_openapi::Tags;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::{Map, Value};

/// The chapters of the API document.
#[derive(Tags)]
pub enum Tag {
    /// The community itself.
    Site,
    /// The first run.
    Setup,
    /// Signing in and out.
    Sessions,
    /// Members and their profiles.
    Members,
    /// Projects, comments, upvotes.
    Projects,
    /// Events, registrations, tasks.
    Events,
    /// Certificates: issued, verified, printed.
    Certificates,
    /// Badges: awarded by rule, given by admins.
    Badges,
    /// Signed credentials, and the log of them.
    Credentials,
    /// Mail: messages to members, the outbox, unsubscribing.
    Mail,
    /// Counts.
    Stats,
    /// What admins did.
    Audit,
}

/// The document with each path once.
///
/// When the framework's text is not a JSON object.
/// When the framework's text is not a JSON object.
pub fn merged(spec: &str) -> serde_json::Result<String> {
    let Document { paths, mut rest } = serde_json::from_str(spec)?;
    rest.insert("paths".into(), Value::Object(paths.0));
    serde_json::to_string_pretty(&rest)
}

#[derive(serde::Deserialize)]
struct Document {
    paths: Paths,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// Paths with their operations; equal paths are merged.
struct Paths(Map<String, Value>);

impl<'de> Deserialize<'de> for Paths {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Paths, D::Error> {
        deserializer.deserialize_map(Joining)
    }
}

struct Joining;

impl<'de> Visitor<'de> for Joining {
    type Value = Paths;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("the paths of an API document")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Paths, A::Error> {
        let mut paths: Map<String, Value> = Map::new();
        while let Some((path, operations)) = entries.next_entry::<String, Map<String, Value>>()? {
            if let Some(Value::Object(known)) = paths.get_mut(&path) {
                known.extend(operations);
            } else {
                paths.insert(path, Value::Object(operations));
            }
        }
        Ok(Paths(paths))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_path_that_stands_twice_keeps_all_its_operations() {
        let merged = super::merged(r#"{"openapi":"3.0.0","paths":{"/a":{"get":{"x":1}},"/b":{},"/a":{"put":{"y":2}}}}"#).unwrap();
        let document: serde_json::Value = serde_json::from_str(&merged).unwrap();
        assert_eq!(document["paths"]["/a"], serde_json::json!({ "get": { "x": 1 }, "put": { "y": 2 } }));
        assert_eq!(document["openapi"], "3.0.0");
    }
}

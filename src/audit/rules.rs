//! What an entry of the audit log says: which fields changed, from what to what. No IO here.

use poem_openapi::Object;
use serde::Serialize;
use serde_json::Value;

/// A field that an action changed.
#[derive(Debug, Clone, PartialEq, Eq, Object, Serialize)]
#[oai(skip_serializing_if_is_none)]
pub struct Change {
    /// The field's name in the API; empty when the subject is a single value.
    pub field: String,
    /// The value before; absent when there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The value after; absent when there is none any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// The changed fields of an action: those whose value is another before than after, in the order of the log. A field that
/// stands only before says what it was about (such as a title), unless nothing is there any more. A value that is no object is
/// one change without a field.
pub fn changes(before: &Value, after: &Value) -> Vec<Change> {
    let (Value::Object(mut was), Value::Object(is)) = (object(before), object(after)) else {
        return change("", before, after).into_iter().collect();
    };
    if !after.is_null() {
        was.retain(|field, _| is.contains_key(field));
    }
    let fields = was.keys().chain(is.keys().filter(|field| !was.contains_key(*field)));
    let value = |values: &serde_json::Map<String, Value>, field: &str| values.get(field).cloned().unwrap_or(Value::Null);
    fields
        .filter_map(|field| change(field, &value(&was, field), &value(&is, field)))
        .collect()
}

/// Nothing is an object without fields.
fn object(value: &Value) -> Value {
    if value.is_null() {
        Value::Object(serde_json::Map::new())
    } else {
        value.clone()
    }
}

fn change(field: &str, before: &Value, after: &Value) -> Option<Change> {
    let (was, is) = (words(&without(before, after)), words(&without(after, before)));
    // A new event has many empty fields, and none of them is news.
    (before != after && was != is).then(|| Change {
        field: field.to_owned(),
        before: was,
        after: is,
    })
}

/// Of a list, the entries that the other list lacks; all of them when only their order differs. Anything else as it is.
fn without(value: &Value, other: &Value) -> Value {
    let (Value::Array(entries), Value::Array(others)) = (value, other) else {
        return value.clone();
    };
    let own: Vec<Value> = entries.iter().filter(|entry| !others.contains(entry)).cloned().collect();
    let is_reordered = own.is_empty() && others.iter().all(|entry| entries.contains(entry));
    Value::Array(if is_reordered { entries.clone() } else { own })
}

/// A value as it is shown: texts without quotation marks, lists and objects in words, nothing as `None`.
fn words(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => (!text.is_empty()).then(|| text.clone()),
        Value::Bool(true) => Some("yes".into()),
        Value::Bool(false) => Some("no".into()),
        Value::Array(entries) => joined(entries.iter().filter_map(words), "; "),
        Value::Object(fields) => joined(fields.iter().filter_map(|(name, value)| Some(format!("{name}: {}", words(value)?))), ", "),
        number @ Value::Number(_) => Some(number.to_string()),
    }
}

fn joined(parts: impl Iterator<Item = String>, between: &str) -> Option<String> {
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(between))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_change_names_the_field_and_both_values() {
        let change = |field: &str, before: Option<&str>, after: Option<&str>| Change {
            field: field.into(),
            before: before.map(Into::into),
            after: after.map(Into::into),
        };
        assert_eq!(
            changes(
                &json!({ "role": "user", "name": "Ada", "title": "Solar map" }),
                &json!({ "role": "admin", "name": "Ada" })
            ),
            [change("role", Some("user"), Some("admin"))]
        );
        assert_eq!(
            changes(&Value::Null, &json!({ "featured": true, "count": 3 })),
            [change("count", None, Some("3")), change("featured", None, Some("yes"))]
        );
        assert_eq!(
            changes(&Value::Null, &json!({ "title": "Evening", "location": "", "tags": [], "endDate": null })),
            [change("title", None, Some("Evening"))]
        );
        let tool = json!({ "id": "tool", "hidden": false });
        assert_eq!(
            changes(
                &json!({ "categories": [{ "id": "web", "label": "Web", "hidden": false }, tool] }),
                &json!({ "categories": [{ "id": "web", "label": "Sites", "hidden": true }, tool] })
            ),
            [change(
                "categories",
                Some("hidden: no, id: web, label: Web"),
                Some("hidden: yes, id: web, label: Sites")
            )]
        );
        assert_eq!(
            changes(&json!({ "a": ["x"] }), &json!({ "a": ["x", "y", "z"] })),
            [change("a", None, Some("y; z"))]
        );
        assert_eq!(
            changes(&json!({ "a": [1, 2] }), &json!({ "a": [2, 1] })),
            [change("a", Some("1; 2"), Some("2; 1"))]
        );
        assert_eq!(changes(&json!({ "text": "gone" }), &Value::Null), [change("text", Some("gone"), None)]);
        assert_eq!(changes(&json!("a"), &json!("b")), [change("", Some("a"), Some("b"))]);
        assert_eq!(changes(&Value::Null, &Value::Null), []);
    }
}

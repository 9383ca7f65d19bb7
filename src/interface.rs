//! Generates ui/src/api/rules.ts, which tells the interface the server's rules: the limits of all inputs, taken from
//! the API document, and the choices with their labels, thresholds and names. The interface has no lists of its own.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::badges::rules as badges;
use crate::events::form::fields::Form;
use crate::events::form::rules as form;
use crate::events::rules as events;
use crate::input::grouped;
use crate::limits;
use crate::media::picture::MAX_BYTES;
use crate::projects::rules as projects;
use crate::projects::rules::MAX_PICTURES;
use crate::sessions::rules as sessions;
use crate::web::paging;

/// The file, generated from the API document and the rules.
///
/// # Errors
/// When the document is not JSON.
pub fn rules(document: &str) -> serde_json::Result<String> {
    let document: Value = serde_json::from_str(document)?;
    let mut file = String::from("// What the server's rules say. Made by `make client`; change the rules, not this file.\n");
    let mut write = |name: &str, value: &Value| {
        // Writing to a string cannot fail.
        let _ = write!(file, "\nexport const {name} = {} as const\n", literal(value));
    };
    for (name, limits) in measures(&document) {
        write(&name, &Value::Object(limits));
    }
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        if schema["enum"].is_array() {
            write(&constant(name), &schema["enum"]);
        }
    }
    for (name, value) in choices() {
        write(name, &value);
    }
    Ok(file)
}

/// The numbers that descriptions may refer to.
fn numbers() -> Vec<(String, String)> {
    let limits = limits::ALL.iter().map(|limit| (limit.name.to_uppercase(), limit.in_words()));
    let others = [
        ("MAX_PICTURES", MAX_PICTURES.to_string()),
        ("MAX_BYTES", format!("{} MB", MAX_BYTES / (1024 * 1024))),
        ("MAX_LIMIT", grouped(paging::MAX_LIMIT)),
        ("DEFAULT_LIMIT", grouped(paging::DEFAULT_LIMIT)),
        ("MAX_OFFSET", grouped(paging::MAX_OFFSET)),
    ];
    limits.chain(others.map(|(name, number)| (name.to_owned(), number))).collect()
}

/// A text of the document with the numbers filled in.
pub fn filled(text: String) -> String {
    numbers()
        .into_iter()
        .fold(text, |text, (name, number)| text.replace(&format!("{{{name}}}"), &number))
}

/// The lists of choices, and single numbers.
fn choices() -> Vec<(&'static str, Value)> {
    vec![
        ("CATEGORIES", options(&projects::CATEGORIES)),
        ("PROJECT_SORTS", options(&projects::SORTS)),
        ("EVENT_TYPES", options(&events::TYPES)),
        ("EVENT_FILTERS", options(&events::FILTERS)),
        ("EVENT_ADMIN_FILTERS", options(&events::ADMIN_FILTERS)),
        ("EVENT_SORTS", options(&events::SORTS)),
        ("MODES", options(&form::MODES)),
        ("EVENT_FORM", json!(Form::default())),
        ("DIFFICULTIES", options(&form::DIFFICULTIES)),
        ("PARTNERSHIPS", options(&form::PARTNERSHIPS)),
        ("CERTIFICATE_DESIGNS", options(&form::DESIGNS)),
        ("MAX_MINUTES", json!(form::MAX_MINUTES)),
        ("MAX_PLACES", json!(form::MAX_PLACES)),
        ("POPULAR", json!(projects::POPULAR)),
        ("BADGE_FAMILIES", options(&badges::FAMILIES)),
        ("BADGE_LEVELS", levels()),
        ("MAX_PAGE", json!(paging::MAX_LIMIT)),
        ("MAX_OFFSET", json!(paging::MAX_OFFSET)),
        ("MAX_PICTURE_BYTES", json!(MAX_BYTES)),
        ("SIGN_IN_ATTEMPTS", json!(sessions::ATTEMPTS)),
        ("SIGN_IN_WINDOW_SECONDS", json!(sessions::WINDOW)),
    ]
}

fn options(list: &[(&str, &str)]) -> Value {
    list.iter().map(|(value, label)| json!({ "value": value, "label": label })).collect()
}

/// The badge levels, lowest first, with the upvotes or approved projects that earn them.
fn levels() -> Value {
    use badges::{LEVELS, PROJECTS, RANKS, UPVOTES};
    (0..LEVELS.len())
        .map(|at| json!({ "level": LEVELS[at], "rank": RANKS[at], "upvotes": UPVOTES[at], "projects": PROJECTS[at] }))
        .collect()
}

/// The limits of the inputs, as constants: `PROJECT_INPUT` for the body of that name, `LIST_PROJECTS` for the
/// parameters of that operation. For a list, the number counts its entries; `tagsEach` is the maximum length of each.
fn measures(document: &Value) -> BTreeMap<String, Map<String, Value>> {
    let mut found = BTreeMap::new();
    let mut keep = |name: &str, limits: Map<String, Value>| {
        if !limits.is_empty() {
            found.insert(constant(name), limits);
        }
    };
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        let mut limits = Map::new();
        for (field, schema) in schema["properties"].as_object().into_iter().flatten() {
            measure(field, schema, &mut limits);
        }
        keep(name, limits);
    }
    for operations in document["paths"].as_object().into_iter().flat_map(Map::values) {
        for operation in operations.as_object().into_iter().flat_map(Map::values) {
            let mut limits = Map::new();
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                measure(parameter["name"].as_str().unwrap_or_default(), &parameter["schema"], &mut limits);
            }
            keep(operation["operationId"].as_str().unwrap_or_default(), limits);
        }
    }
    found
}

fn measure(field: &str, schema: &Value, limits: &mut Map<String, Value>) {
    for one in schema["anyOf"].as_array().into_iter().flatten().filter(|one| one["type"] == "array") {
        measure(field, one, limits);
    }
    for (name, limit) in [
        (field.to_owned(), &schema["maxLength"]),
        (field.to_owned(), &schema["maxItems"]),
        (format!("{field}Each"), &schema["items"]["maxLength"]),
    ] {
        if limit.is_number() {
            limits.insert(name, limit.clone());
        }
    }
}

/// `ProjectInput` and `list_projects` as constants: `PROJECT_INPUT`, `LIST_PROJECTS`.
fn constant(name: &str) -> String {
    let mut constant = String::new();
    for (place, letter) in name.char_indices() {
        if place > 0 && letter.is_uppercase() {
            constant.push('_');
        }
        constant.extend(letter.to_uppercase());
    }
    constant
}

/// A value as TypeScript, with one list entry per line and names without quotes.
fn literal(value: &Value) -> String {
    match value {
        Value::Array(entries) => {
            let lines: String = entries.iter().map(|entry| format!("  {},\n", literal(entry))).collect();
            format!("[\n{lines}]")
        }
        Value::Object(entries) => {
            let entries: Vec<String> = entries.iter().map(|(name, value)| format!("{name}: {}", literal(value))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        Value::String(text) => format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'")),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_and_choices_become_constants() {
        let document = json!({
            "components": { "schemas": {
                "ProjectInput": { "properties": {
                    "title": { "maxLength": 120 },
                    "techStack": { "maxItems": 20, "items": { "maxLength": 40 } },
                    "featured": { "type": "boolean" },
                } },
                "Plain": { "properties": { "id": { "type": "string" } } },
            } },
            "paths": { "/a": { "get": { "operationId": "list_a", "parameters": [{ "name": "search", "schema": { "maxLength": 200 } }] } } },
        });
        let file = rules(&document.to_string()).unwrap();
        assert!(
            file.contains("export const PROJECT_INPUT = { techStack: 20, techStackEach: 40, title: 120 } as const\n"),
            "{file}"
        );
        assert!(
            file.contains("export const LIST_A = { search: 200 } as const\n") && !file.contains("PLAIN"),
            "{file}"
        );
        assert!(
            file.contains("export const CATEGORIES = [\n  { label: 'Web Development', value: 'web' },\n"),
            "{file}"
        );
        assert!(
            file.contains("  { level: 'troposphere', projects: 1, rank: 'Basic', upvotes: 10 },\n"),
            "{file}"
        );
    }
}

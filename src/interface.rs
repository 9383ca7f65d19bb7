//! Generates what the interface knows of the server's rules: the limits of all inputs, taken from the API document, and
//! the choices with their labels, thresholds and names. The interface has no lists of its own. There are three files, so
//! that the first view loads no more than it needs: ui/src/api/rules.ts for lists and pages, ui/src/api/forms.ts for
//! forms and the admin area, ui/src/api/badges.ts for badges.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::badges::rules::{self as badges, Family, Level};
use crate::certificates::rules as certificates;
use crate::db::search;
use crate::events::form::fields::Form;
use crate::events::form::rules as form;
use crate::events::rules as events;
use crate::input::grouped;
use crate::limits;
use crate::mailings::rules as mailings;
use crate::media::picture::{MAX_BYTES, MAX_PIXELS, MAX_SIDE};
use crate::projects::rules as projects;
use crate::projects::rules::MAX_PICTURES;
use crate::sessions::rules as sessions;
use crate::site::rules as site;
use crate::web::paging;

/// The file for lists and pages: limits of parameters, and choices.
///
/// # Errors
/// When the document is not JSON.
pub fn rules(document: &str) -> serde_json::Result<String> {
    let document = serde_json::from_str(document)?;
    let limits = parameters(&document).into_iter().map(|(name, limits)| (name, Value::Object(limits)));
    let choices = choices().into_iter().map(|(name, value)| (name.to_owned(), value));
    Ok(file("lists and pages", limits.chain(choices)))
}

/// The file for forms and the admin area: limits of bodies, enumerations, and choices.
///
/// # Errors
/// When the document is not JSON.
pub fn forms(document: &str) -> serde_json::Result<String> {
    let document: Value = serde_json::from_str(document)?;
    let limits = bodies(&document).into_iter().map(|(name, limits)| (name, Value::Object(limits)));
    let schemas = document["components"]["schemas"].as_object().into_iter().flatten();
    let enumerations = schemas
        .filter(|(_, schema)| schema["enum"].is_array())
        .map(|(name, schema)| (constant(name), schema["enum"].clone()));
    let choices = form_choices().into_iter().map(|(name, value)| (name.to_owned(), value));
    Ok(file("forms and the admin area", limits.chain(enumerations).chain(choices)))
}

/// The file for whatever shows badges: their words.
pub fn badges() -> String {
    let choices = [("BADGE_FAMILIES", families()), ("BADGE_LEVELS", levels()), ("BADGE_ALTS", alts())];
    file("badges", choices.into_iter().map(|(name, value)| (name.to_owned(), value)))
}

/// A file of constants.
fn file(readers: &str, constants: impl Iterator<Item = (String, Value)>) -> String {
    let head = format!("// What {readers} know of the server's rules. Made by `make client`; change the rules, not this file.\n");
    constants.fold(head, |mut file, (name, value)| {
        // Writing to a string cannot fail.
        let _ = write!(file, "\nexport const {name} = {} as const\n", literal(&value));
        file
    })
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

/// Choices and numbers that lists and pages need.
fn choices() -> Vec<(&'static str, Value)> {
    vec![
        ("PROJECT_SORTS", options(&projects::SORTS)),
        ("EVENT_TYPES", options(&events::TYPES)),
        ("EVENT_FILTERS", options(&events::FILTERS)),
        ("EVENT_SORTS", options(&events::SORTS)),
        ("DIFFICULTIES", options(&form::DIFFICULTIES)),
        ("PARTNERSHIPS", options(&form::PARTNERSHIPS)),
        ("POPULAR", json!(projects::POPULAR)),
        ("MAX_PAGE", json!(paging::MAX_LIMIT)),
        ("MAX_OFFSET", json!(paging::MAX_OFFSET)),
        ("COUNTED", json!(search::COUNTED)),
    ]
}

/// Choices and numbers that only forms and the admin area need.
fn form_choices() -> Vec<(&'static str, Value)> {
    vec![
        ("EVENT_ADMIN_FILTERS", options(&events::ADMIN_FILTERS)),
        ("MODES", options(&form::MODES)),
        ("EVENT_FORM", json!(Form::default())),
        ("CERTIFICATE_DESIGNS", options(&certificates::DESIGNS)),
        ("MAX_MINUTES", json!(form::MAX_MINUTES)),
        ("MAX_PLACES", json!(form::MAX_PLACES)),
        ("MAX_PICTURE_BYTES", json!(MAX_BYTES)),
        ("MAX_PICTURE_PIXELS", json!(MAX_PIXELS)),
        ("MAX_PICTURE_SIDE", json!(MAX_SIDE)),
        ("EMAIL_TEMPLATES", templates()),
        ("EMAIL_PLACEHOLDERS", options(&mailings::PLACEHOLDERS)),
        ("LIMITS", limits_to_set()),
        ("MAX_MAILS_PER_MINUTE", json!(mailings::MAX_MAILS_PER_MINUTE)),
        ("SIGN_IN_ATTEMPTS", json!(sessions::ATTEMPTS)),
        ("SIGN_IN_WINDOW_SECONDS", json!(sessions::WINDOW)),
    ]
}

fn options(list: &[(&str, &str)]) -> Value {
    list.iter().map(|(value, label)| json!({ "value": value, "label": label })).collect()
}

/// The bounds of the limits that admins set.
fn limits_to_set() -> Value {
    let bounds = |rate: site::Rate| json!([rate.least, rate.most]);
    json!({
        "commentsPerMinute": bounds(site::COMMENTS_PER_MINUTE),
        "submissionsPerHour": bounds(site::SUBMISSIONS_PER_HOUR),
        "picturesPerHour": bounds(site::PICTURES_PER_HOUR),
        "invitationsPerDay": bounds(site::INVITATIONS_PER_DAY),
    })
}

/// The templates of mails to members.
fn templates() -> Value {
    let templates = mailings::TEMPLATES.iter();
    templates
        .map(|one| json!({ "value": one.value, "label": one.label, "kind": one.choice.as_str(), "subject": one.subject, "message": one.message }))
        .collect()
}

/// The badge families: the name of all badges together, and of one.
fn families() -> Value {
    let families = Family::ALL.into_iter();
    families
        .map(|family| json!({ "value": family.as_str(), "label": family.label(), "one": family.one() }))
        .collect()
}

/// The badge levels, lowest first, with the upvotes or approved projects that earn them.
fn levels() -> Value {
    let earned = badges::UPVOTES.into_iter().zip(badges::PROJECTS);
    let levels = Level::ALL.into_iter().zip(earned);
    levels
        .map(|(level, (upvotes, projects))| {
            json!({ "level": level.as_str(), "label": level.label(), "rank": level.rank(), "upvotes": upvotes, "projects": projects })
        })
        .collect()
}

/// The alternative text of each badge's picture.
fn alts() -> Value {
    let pairs = Family::ALL.into_iter().flat_map(|family| Level::ALL.map(|level| (family, level)));
    let alts: Map<String, Value> = pairs
        .map(|(family, level)| (format!("{}_{}", family.as_str(), level.as_str()), badges::alt(family, level).into()))
        .collect();
    Value::Object(alts)
}

/// The limits of the inputs by constant. For a list, the number counts its entries; `tagsEach` is the maximum length of
/// each.
type Limits = BTreeMap<String, Map<String, Value>>;

/// The limits of bodies: `PROJECT_INPUT` for the schema of that name.
fn bodies(document: &Value) -> Limits {
    let schemas = document["components"]["schemas"].as_object().into_iter().flatten();
    limits(schemas.map(|(name, schema)| {
        let fields = schema["properties"].as_object().into_iter().flatten();
        (name.as_str(), fields.map(|(field, schema)| (field.as_str(), schema)).collect())
    }))
}

/// The limits of parameters: `LIST_PROJECTS` for the operation of that name.
fn parameters(document: &Value) -> Limits {
    let paths = document["paths"].as_object().into_iter().flat_map(Map::values);
    limits(
        paths
            .flat_map(|path| path.as_object().into_iter().flat_map(Map::values))
            .map(|operation| {
                // Nobody types a header.
                let all = operation["parameters"].as_array().into_iter().flatten();
                let all = all.filter(|parameter| parameter["in"] != "header");
                let named = all.map(|parameter| (parameter["name"].as_str().unwrap_or_default(), &parameter["schema"]));
                (operation["operationId"].as_str().unwrap_or_default(), named.collect())
            }),
    )
}

fn limits<'a>(inputs: impl Iterator<Item = (&'a str, Vec<(&'a str, &'a Value)>)>) -> Limits {
    let mut found = BTreeMap::new();
    for (name, fields) in inputs {
        let mut limits = Map::new();
        for (field, schema) in fields {
            measure(field, schema, &mut limits);
        }
        if !limits.is_empty() {
            found.insert(constant(name), limits);
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
        Value::String(text) => format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n")),
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
        let forms = forms(&document.to_string()).unwrap();
        assert!(
            forms.contains("export const PROJECT_INPUT = { techStack: 20, techStackEach: 40, title: 120 } as const\n"),
            "{forms}"
        );
        assert!(!forms.contains("PLAIN") && !forms.contains("LIST_A"), "{forms}");
        let rules = rules(&document.to_string()).unwrap();
        assert!(
            rules.contains("export const LIST_A = { search: 200 } as const\n") && !rules.contains("PROJECT_INPUT"),
            "{rules}"
        );
        assert!(
            rules.contains("export const PROJECT_SORTS = [\n  { label: 'Most Recent', value: 'recent' },\n"),
            "{rules}"
        );
        let badges = super::badges();
        assert!(
            badges.contains("  { label: 'Troposphere', level: 'troposphere', projects: 1, rank: 'Basic', upvotes: 10 },\n"),
            "{badges}"
        );
        assert!(badges.contains("upvote_exosphere: 'Upvote Badge, level 5: "), "{badges}");
    }
}

//! docs/contract.md names proofs that exist, and leaves no page and no call out.

use std::collections::BTreeSet;

use community::exports::pages::PAGES;
use serde_json::Value;

const MAP: &str = "docs/contract.md";

/// The cells of every row of every table.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    rows.filter(|row| !row.starts_with("---")).map(|row| row.split(" | ").collect()).collect()
}

/// The texts between backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// Whether a file has a test of that name.
fn has_test(file: &str, name: &str) -> bool {
    let source = std::fs::read_to_string(file).unwrap_or_else(|_| panic!("{MAP} names {file}, which does not exist"));
    if file.ends_with(".rs") {
        let before = source.split_once(&format!("fn {name}()")).map(|(before, _)| before);
        return before.is_some_and(|before| before.rsplit("\n\n").next().is_some_and(|last| last.contains("test")));
    }
    ["test(", "Test(", "it("].iter().any(|call| {
        source.split(call).skip(1).any(|rest| {
            ['\'', '"']
                .iter()
                .any(|quote| rest.trim_start().starts_with(&format!("{quote}{name}{quote}")))
        })
    })
}

#[test]
fn every_proof_in_the_map_exists() {
    let text = std::fs::read_to_string(MAP).unwrap();
    let mut checked = 0;
    let mut missing = BTreeSet::new();
    let mut bare = Vec::new();
    for line in text.lines() {
        let names = quoted(line);
        let is_file = |name: &str| [".rs", ".ts", ".tsx"].iter().any(|ending| name.ends_with(ending));
        // A file that is only mentioned stands before another one.
        let pairs = names.windows(2).filter(|pair| is_file(pair[0]) && !is_file(pair[1]));
        for pair in pairs {
            checked += 1;
            if !has_test(pair[0], pair[1]) {
                missing.insert(format!("{} {}", pair[0], pair[1]));
            }
        }
    }
    let mut proved = false;
    for row in rows(&text) {
        let Some(last) = row.last() else { continue };
        if *last == "Proved by" || row.contains(&"Fields") {
            proved = *last == "Proved by";
        } else if proved && quoted(last).len() < 2 {
            bare.push(row.join(" | "));
        }
    }
    assert!(checked > 300, "{checked}");
    assert!(missing.is_empty(), "no such test: {missing:#?}");
    assert!(bare.is_empty(), "rows without a proof: {bare:#?}");
}

#[test]
fn every_page_and_every_call_is_in_the_map_once() {
    let text = std::fs::read_to_string(MAP).unwrap();
    let firsts: Vec<&str> = rows(&text).iter().filter_map(|row| quoted(row[0]).first().copied()).collect();
    let document: Value = serde_json::from_str(&std::fs::read_to_string("ui/src/api/openapi.json").unwrap()).unwrap();
    let calls = document["paths"].as_object().unwrap().iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().keys();
        methods.map(move |method| format!("{} {path}", method.to_uppercase()))
    });
    let pages = PAGES.iter().map(|page| page.address.replace(":id", "{id}"));
    let wanted: BTreeSet<String> = calls.chain(pages).collect();
    let is_listed = |line: &&str| line.starts_with('/') || ["GET ", "POST ", "PUT ", "DELETE "].iter().any(|method| line.starts_with(method));
    let listed: Vec<&str> = firsts.into_iter().filter(is_listed).collect();
    let known: BTreeSet<String> = listed.iter().map(|line| (*line).to_owned()).collect();
    assert_eq!(listed.len(), known.len(), "something stands in {MAP} twice");
    assert!(
        known == wanted,
        "only in {MAP}: {:#?}; not in it: {:#?}",
        known.difference(&wanted).collect::<Vec<_>>(),
        wanted.difference(&known).collect::<Vec<_>>()
    );
}

#[test]
fn every_field_of_the_map_is_in_the_document() {
    let text = std::fs::read_to_string(MAP).unwrap();
    let document: Value = serde_json::from_str(&std::fs::read_to_string("ui/src/api/openapi.json").unwrap()).unwrap();
    let mut checked = 0;
    for row in rows(&text) {
        let [_, schema, list] = row.as_slice() else { continue };
        let schema = schema.trim_matches('`');
        if schema.is_empty()
            || !schema.chars().all(char::is_alphanumeric)
            || !list.starts_with('`')
            || list.contains("tests/")
            || list.contains("ui/")
        {
            continue;
        }
        let fields = &document["components"]["schemas"][schema]["properties"];
        for field in quoted(list) {
            checked += 1;
            assert!(!fields[field].is_null(), "{schema} has no field {field}");
        }
    }
    assert!(checked > 200, "{checked}");
}

//! Every statement in src/ fits schema.sql, and none walks through a table that grows with the community.

use std::path::PathBuf;

use community::exports::db::{configure, migrate};
use rusqlite::Connection;

use crate::files::rust_files;

/// Tables that stay small, or that only a statement about the whole site walks.
const SMALL: &[&str] = &[
    "settings",
    "settings_version",
    "secrets",
    "issuer_keys",
    "memos",
    "totals",
    "monthly_counts",
    "page",
    "json_each",
    "sqlite_schema",
];

/// Columns of which many rows have the same value: an index by one of them alone is a walk through much of its table.
const FEW: &[&str] = &["published", "status", "state", "role", "type", "kind", "mode", "facet"];

/// Where such a walk is meant: there are few of these rows, it is counted what a list shows anyway, or it is done once for the whole site.
const MEANT: &[&str] = &[
    "FROM events WHERE published = 0 AND :today",
    "events INDEXED BY events_by_start WHERE published = 1 AND cancelled_at IS NULL AND starts_at >= :now AND starts_at < :week",
    "role = 'admin'",
    "role = :role",
    "count(*) FROM mails WHERE state = 'waiting'",
    "FROM mails WHERE state = 'waiting' AND unsent = '' ORDER BY id LIMIT 1",
    "SET lane = 'held'",
    "SELECT p.id, p.submitted_by",
];

/// A statement and its file.
struct Statement {
    file: PathBuf,
    sql: String,
}

/// Every plain string literal in src/ that starts like a statement.
fn statements() -> Vec<Statement> {
    let mut found = Vec::new();
    for file in rust_files(&["src"]) {
        let text = std::fs::read_to_string(&file).unwrap();
        for literal in literals(&text) {
            let first = literal.trim_start().split([' ', '\n']).next().unwrap_or("").to_owned();
            if ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains(&first.as_str()) {
                found.push(Statement {
                    file: file.clone(),
                    sql: literal,
                });
            }
        }
    }
    found
}

/// The string literals of a source text. The only escape in statements is the escaped quote.
fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for code in source.split("\n#[cfg(test)]").take(1) {
        let mut rest = code;
        while let Some(start) = rest.find('"') {
            let comment = rest[..start].rfind('\n').map_or(&rest[..start], |line| &rest[line..start]).contains("//");
            rest = &rest[start + 1..];
            if comment {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            let mut text = String::new();
            let mut characters = rest.char_indices();
            while let Some((place, character)) = characters.next() {
                match character {
                    '"' => {
                        rest = &rest[place + 1..];
                        break;
                    }
                    '\\' => {
                        if let Some((_, escaped)) = characters.next() {
                            text.push(if escaped == 'n' { '\n' } else { escaped });
                        }
                    }
                    other => text.push(other),
                }
            }
            found.push(text);
        }
    }
    found
}

fn database() -> (Connection, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let conn = migrate::open(&folder.path().join("empty.db")).unwrap();
    configure(&conn).unwrap();
    (conn, folder)
}

#[test]
fn every_statement_fits_the_schema() {
    let (conn, _folder) = database();
    let all = statements();
    assert!(all.len() > 30, "only {} statements were found", all.len());
    let wrong: Vec<String> = all
        .iter()
        .filter_map(|statement| {
            conn.prepare(&statement.sql)
                .err()
                .map(|error| format!("{}: {error}\n{}", statement.file.display(), statement.sql))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn no_statement_scans_a_table_that_grows() {
    let (conn, _folder) = database();
    let mut scans = Vec::new();
    for statement in statements() {
        if statement.file.starts_with("src/demo") {
            continue;
        }
        let Ok(mut plan) = conn.prepare(&format!("EXPLAIN QUERY PLAN {}", statement.sql)) else {
            continue;
        };
        let parameters = plan.parameter_count();
        for index in 1..=parameters {
            plan.raw_bind_parameter(index, rusqlite::types::Null).unwrap();
        }
        let mut rows = plan.raw_query();
        let mut details: Vec<String> = Vec::new();
        while let Some(row) = rows.next().unwrap() {
            details.push(row.get("detail").unwrap());
        }
        let sorts = details.iter().any(|detail| detail.contains("TEMP B-TREE FOR ORDER BY"));
        // A walk in the order of the list reads only as many rows as offset and limit say.
        let bounded = statement.sql.contains("LIMIT :limit") && !sorts;
        for detail in details {
            if let Some(part) = detail.strip_prefix("SEARCH ")
                && FEW.iter().any(|column| part.ends_with(&format!("({column}=?)")))
                && !bounded
                && !MEANT.iter().any(|words| statement.sql.contains(words))
            {
                scans.push(format!("{}: {detail}\n{}", statement.file.display(), statement.sql));
            }
            if let Some(table) = detail.strip_prefix("SCAN ") {
                let name = table.split(' ').next().unwrap_or(table);
                let virtual_or_small = table.contains("VIRTUAL TABLE") || SMALL.contains(&name) || name == "CONSTANT" || name.starts_with('(');
                // A foreign key alone scans tables only when its check is deferred, and none is.
                let is_named = statement.sql.contains(name);
                if is_named && !virtual_or_small && !bounded && !["matches", "grouped", "t", "p"].contains(&name) {
                    scans.push(format!("{}: {detail}\n{}", statement.file.display(), statement.sql));
                }
            }
        }
    }
    assert!(scans.is_empty(), "{}", scans.join("\n\n"));
}

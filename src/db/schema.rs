//! The schema of a file in a normalised form, independent of layout, and how it differs from the expected one.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::Peekable;
use std::str::CharIndices;

use rusqlite::Connection;

/// Keywords that begin a table constraint instead of a column.
const CONSTRAINTS: &[&str] = &["check", "constraint", "foreign", "primary", "unique"];

/// Every table, index, trigger and view by kind and name.
#[derive(Debug, PartialEq, Eq)]
pub struct Schema(BTreeMap<(String, String), Object>);

#[derive(Debug, PartialEq, Eq)]
struct Object {
    /// The table that the object belongs to.
    table: String,
    /// A table's columns and constraints, in no particular order; for other objects the whole statement.
    parts: BTreeSet<String>,
}

impl Schema {
    /// Reads the schema of a database. Ignores comments, spaces, quotes, case, and SQLite's internal tables.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn read(conn: &Connection) -> rusqlite::Result<Schema> {
        let mut statement =
            conn.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")?;
        let rows = statement
            .query_map([], |row| Ok(((row.get(0)?, row.get(1)?), (row.get(2)?, row.get(3)?))))?
            .collect::<rusqlite::Result<BTreeMap<(String, String), (String, String)>>>()?;
        let indexes: Vec<String> = rows
            .iter()
            .filter(|(_, (_, sql))| sql.starts_with("CREATE VIRTUAL"))
            .map(|((_, name), _)| format!("{name}_"))
            .collect();
        let mut objects = BTreeMap::new();
        for ((kind, name), (table, sql)) in rows {
            // The tables of the search index are internal to FTS5.
            let is_internal = indexes.iter().any(|index| name.starts_with(index));
            let parts = if is_internal { BTreeSet::new() } else { parts(&kind, &sql) };
            objects.insert((kind, name), Object { table, parts });
        }
        Ok(Schema(objects))
    }

    /// The first difference from the schema `wanted`, as a predicate whose subject is the file. Ignores foreign tables
    /// in the file, such as those of a replication tool.
    pub fn difference(&self, wanted: &Schema) -> Option<String> {
        // Tables first: a table that lacks a column lacks its index too, and the column says more.
        let tables = wanted.0.iter().filter(|((kind, _), _)| kind == "table");
        let others = wanted.0.iter().filter(|((kind, _), _)| kind != "table");
        for ((kind, name), object) in tables.chain(others) {
            let Some(found) = self.0.get(&(kind.clone(), name.clone())) else {
                return Some(format!("lacks the {kind} {name}"));
            };
            if let Some(part) = object.parts.difference(&found.parts).next() {
                return Some(match column(kind, part) {
                    Some(column) if found.parts.iter().any(|part| part.split(' ').next() == Some(column)) => {
                        format!("has a different column {column} in the table {name}")
                    }
                    Some(column) => format!("lacks the column {column} in the table {name}"),
                    None if kind == "table" => format!("lacks \"{part}\" in the table {name}"),
                    None => format!("has a different {kind} {name}"),
                });
            }
            if let Some(part) = found.parts.difference(&object.parts).next() {
                return Some(match column(kind, part) {
                    Some(column) => format!("has an unknown column {column} in the table {name}"),
                    None => format!("has an unknown \"{part}\" in the {kind} {name}"),
                });
            }
        }
        self.0
            .iter()
            .find(|(key, object)| !wanted.0.contains_key(key) && wanted.0.contains_key(&("table".to_owned(), object.table.clone())))
            .map(|((kind, name), object)| format!("has an unknown {kind} {name} at the table {}", object.table))
    }
}

/// The name of the column that this part of a table declares.
fn column<'p>(kind: &str, part: &'p str) -> Option<&'p str> {
    let first = part.split(' ').next()?;
    (kind == "table" && !CONSTRAINTS.contains(&first) && !part.starts_with(')')).then_some(first)
}

/// Splits a table's statement at its outer commas. The text after the closing bracket is a part too.
fn parts(kind: &str, sql: &str) -> BTreeSet<String> {
    let words = words(sql);
    if kind != "table" || words.get(1).is_some_and(|word| word == "virtual") {
        return BTreeSet::from([words.join(" ")]);
    }
    let (mut parts, mut part, mut depth) = (BTreeSet::new(), Vec::new(), 0_u32);
    for word in words {
        match word.as_str() {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let ends = matches!((depth, word.as_str()), (1, "," | "(") | (0, ")"));
        if ends {
            // The text before the opening bracket is "create table" and the name.
            if word != "(" {
                parts.insert(part.join(" "));
            }
            part.clear();
        }
        if !ends || word == ")" {
            part.push(word);
        }
    }
    parts.insert(part.join(" "));
    parts
}

/// The tokens of a statement, with names and keywords in lower case and without quotes.
fn words(sql: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = sql.char_indices().peekable();
    while let Some((place, first)) = rest.next() {
        match first {
            '-' if sql[place..].starts_with("--") => while rest.next().is_some_and(|(_, next)| next != '\n') {},
            '\'' => words.push(format!("'{}'", quoted(&mut rest, '\''))),
            '\u{22}' | '`' => words.push(quoted(&mut rest, first).to_lowercase()),
            '[' => words.push(quoted(&mut rest, ']').to_lowercase()),
            _ if is_word(first) => {
                let mut word = first.to_lowercase().to_string();
                while let Some((_, next)) = rest.next_if(|(_, next)| is_word(*next)) {
                    word.extend(next.to_lowercase());
                }
                words.push(word);
            }
            _ if first.is_whitespace() => {}
            _ => words.push(first.to_string()),
        }
    }
    words
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Reads up to the closing quote. A doubled quote stays in the text.
fn quoted(rest: &mut Peekable<CharIndices>, end: char) -> String {
    let mut text = String::new();
    while let Some((_, next)) = rest.next() {
        if next == end {
            if rest.next_if(|(_, next)| *next == end).is_none() {
                break;
            }
            text.push(end);
        }
        text.push(next);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema(sql: &str) -> Schema {
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch(sql).unwrap();
        Schema::read(&conn).unwrap()
    }

    const ONE: &str = "CREATE TABLE a (id INTEGER PRIMARY KEY, -- the key, so to say
        name TEXT NOT NULL DEFAULT ',', CHECK (name <> '(')) STRICT; CREATE INDEX a_by_name ON a (name);
        CREATE VIRTUAL TABLE s USING fts5 (text)";

    #[test]
    fn layout_and_order_make_no_difference() {
        let other = "CREATE TABLE \"a\" (id integer primary key, CHECK(name<>'('))strict; ALTER TABLE a ADD COLUMN [name] TEXT NOT NULL DEFAULT ',';
            CREATE INDEX a_by_name ON a(name); CREATE VIRTUAL TABLE s USING fts5 (text); CREATE TABLE theirs (x); CREATE INDEX t ON theirs (x)";
        assert_eq!(
            schema(other.replace("CHECK(name<>'(')", "CHECK(id>0)").as_str())
                .difference(&schema(ONE))
                .as_deref(),
            Some("lacks \"check ( name < > '(' )\" in the table a")
        );
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch(
            "CREATE TABLE \"a\" (name text not null default ',', id integer primary key, CHECK(name<>'('))strict;
            CREATE INDEX a_by_name ON a(name); CREATE VIRTUAL TABLE s USING fts5 (text); CREATE TABLE theirs (x); CREATE INDEX t ON theirs (x)",
        )
        .unwrap();
        assert_eq!(Schema::read(&conn).unwrap().difference(&schema(ONE)), None);
    }

    #[test]
    fn every_difference_is_named() {
        for (change, said) in [
            ("DROP INDEX a_by_name", "lacks the index a_by_name"),
            ("DROP TABLE s", "lacks the table s"),
            ("ALTER TABLE a ADD COLUMN more TEXT", "has an unknown column more in the table a"),
            (
                "DROP INDEX a_by_name; CREATE INDEX a_by_name ON a (name DESC)",
                "has a different index a_by_name",
            ),
            (
                "CREATE TRIGGER t AFTER DELETE ON a BEGIN SELECT 1; END",
                "has an unknown trigger t at the table a",
            ),
            (
                "DROP TABLE a; CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT DEFAULT ',', CHECK (name <> '(')) STRICT; CREATE INDEX a_by_name ON a (name)",
                "has a different column name in the table a",
            ),
            (
                "DROP TABLE a; CREATE TABLE a (id INTEGER PRIMARY KEY, CHECK (id <> '(')) STRICT; CREATE INDEX a_by_name ON a (id)",
                "lacks \"check ( name < > '(' )\" in the table a",
            ),
        ] {
            assert_eq!(
                schema(&format!("{ONE}; {change}")).difference(&schema(ONE)).as_deref(),
                Some(said),
                "{change}"
            );
        }
        assert_eq!(
            schema("CREATE TABLE a (id INTEGER)")
                .difference(&schema("CREATE TABLE a (id INTEGER, name TEXT)"))
                .as_deref(),
            Some("lacks the column name in the table a")
        );
    }
}

//! Imports go one way. The order is in src/lib.rs: the numbered lines of its documentation, and its declarations.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};

use crate::files::rust_files;

/// Permitted imports against the order: the importing module, the imported one, and the reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("db::once", "db", "the right to write"),
    ("db::search", "db", "the right to write"),
    ("db::secrets", "db", "the right to write"),
];

/// The line of the calls, which must not import each other.
const CALLS: usize = 8;

/// The order as src/lib.rs states it.
struct Order {
    /// Patterns of module paths with the number of their line: a path, `folder::*`, or `*ending` for the end of a file name.
    lines: Vec<(String, usize)>,
    /// Top-level modules in the order of their declarations.
    declared: Vec<String>,
}

impl Order {
    fn read(lib: &str) -> Order {
        let mut lines = Vec::new();
        let mut number = 0;
        for text in lib.lines().filter_map(|line| line.strip_prefix("//!")) {
            if let Some((digits, _)) = text.trim().split_once(". ")
                && let Ok(found) = digits.parse::<usize>()
            {
                number = found;
            }
            if number > 0 {
                lines.extend(text.split('`').skip(1).step_by(2).map(|pattern| (pattern.to_owned(), number)));
            }
        }
        let declared = lib
            .lines()
            .filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.split_once(';'))
            .map(|(name, _)| name.to_owned())
            .collect();
        Order { lines, declared }
    }

    /// The line of a module. An exact pattern wins over a wildcard.
    fn line(&self, module: &str) -> Option<usize> {
        let name = module.rsplit("::").next().unwrap_or(module);
        let fits = |pattern: &str| match (pattern.strip_suffix("::*"), pattern.strip_prefix('*')) {
            (Some(folder), _) => module.starts_with(&format!("{folder}::")),
            (_, Some(ending)) => name == ending || name.ends_with(&format!("_{ending}")),
            _ => false,
        };
        let named = self.lines.iter().find(|(pattern, _)| pattern == module);
        named
            .or_else(|| self.lines.iter().find(|(pattern, _)| fits(pattern)))
            .map(|(_, line)| *line)
    }

    fn place(&self, module: &str) -> Option<usize> {
        let top = module.split("::").next().unwrap_or(module);
        self.declared.iter().position(|known| known == top)
    }

    /// Why one module may not import another.
    fn refuse(&self, from: &str, to: &str) -> Option<String> {
        let (Some(own), Some(other)) = (self.line(from), self.line(to)) else {
            return Some("src/lib.rs gives one of the two no line".into());
        };
        let same_feature = from.split("::").next() == to.split("::").next();
        if other > own {
            Some(format!("line {own} imports from line {other}"))
        } else if own == CALLS && other == CALLS {
            Some("calls import no other calls".into())
        } else if own == other && !same_feature && self.place(to) > self.place(from) {
            Some("src/lib.rs declares the feature later".into())
        } else {
            None
        }
    }
}

/// A module with the tokens of its file.
struct Module {
    /// Whether it is the module of a folder: it names its children without `self`.
    children: BTreeSet<String>,
    tokens: TokenStream,
}

/// All modules of the library by path, without their unit tests and without modules of the executable.
fn modules() -> BTreeMap<String, Module> {
    let mut found = BTreeMap::new();
    for file in rust_files(&["src"]) {
        let path = file.strip_prefix("src").unwrap().with_extension("");
        let mut parts: Vec<String> = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        parts.pop_if(|name| name == "mod");
        let name = parts.join("::");
        if ["lib", "main", "ui"].contains(&name.as_str()) || name.starts_with("command") {
            continue;
        }
        let source = std::fs::read_to_string(&file).unwrap();
        let source: String = source
            .split("\n#[cfg(test)]")
            .take(1)
            .flat_map(str::lines)
            .filter(|line| !line.trim_start().starts_with("//"))
            .fold(String::new(), |text, line| text + line + "\n");
        let tokens: TokenStream = source.parse().unwrap();
        let children = source
            .lines()
            .filter_map(|line| {
                line.trim_start_matches("pub(crate) ")
                    .trim_start_matches("pub ")
                    .strip_prefix("mod ")?
                    .strip_suffix(';')
            })
            .map(str::to_owned)
            .collect();
        found.insert(name, Module { children, tokens });
    }
    found
}

/// Every path in the tokens, as a list of names. A list in braces gives one path per entry.
fn paths(tokens: TokenStream, found: &mut Vec<Vec<String>>) {
    let mut path: Vec<String> = Vec::new();
    let mut colons = 0;
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            // A renamed import refers to the same module.
            TokenTree::Ident(name) if name == "as" => {
                tokens.next();
            }
            TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
            TokenTree::Ident(name) => {
                if colons != 2 || path.is_empty() {
                    found.push(std::mem::take(&mut path));
                }
                path.push(name.to_string());
                colons = 0;
            }
            TokenTree::Group(group) => {
                let mut inner = Vec::new();
                paths(group.stream(), &mut inner);
                let prefix = std::mem::take(&mut path);
                if colons == 2 {
                    found.extend(inner.into_iter().map(|rest| [prefix.clone(), rest].concat()));
                } else {
                    found.push(prefix);
                    found.extend(inner);
                }
                colons = 0;
            }
            _ => {
                found.push(std::mem::take(&mut path));
                colons = 0;
            }
        }
    }
    found.push(path);
    found.retain(|path| !path.is_empty());
}

/// The module that a path in another module refers to, if it is one of ours.
fn target(from: &str, path: &[String], modules: &BTreeMap<String, Module>) -> Option<String> {
    let mut at: Vec<&str> = from.split("::").collect();
    let mut rest = path;
    match path.first()?.as_str() {
        "crate" => (at, rest) = (Vec::new(), &path[1..]),
        "self" => rest = &path[1..],
        "super" => {
            while rest.first().is_some_and(|name| name == "super") {
                at.pop();
                rest = &rest[1..];
            }
        }
        child if path.len() > 1 && modules[from].children.contains(child) => {}
        _ => return None,
    }
    at.extend(rest.iter().map(String::as_str));
    (1..=at.len())
        .rev()
        .map(|length| at[..length].join("::"))
        .find(|name| modules.contains_key(name))
}

/// The imports of each module.
fn imports(modules: &BTreeMap<String, Module>) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for (from, module) in modules {
        let mut all = Vec::new();
        paths(module.tokens.clone(), &mut all);
        let targets = all.iter().filter_map(|path| target(from, path, modules));
        found.extend(targets.filter(|to| to != from).map(|to| (from.clone(), to)));
    }
    found
}

/// A circular import, if there is one: each module imports the next, and the last imports the first.
fn circle(imports: &BTreeSet<(String, String)>) -> Option<Vec<String>> {
    let mut left = imports.clone();
    loop {
        let importing: BTreeSet<String> = left.iter().map(|(from, _)| from.clone()).collect();
        let before = left.len();
        // A module without remaining imports is in no circle.
        left.retain(|(_, to)| importing.contains(to));
        if left.is_empty() {
            return None;
        }
        if left.len() == before {
            break;
        }
    }
    let next: BTreeMap<&String, &String> = left.iter().map(|(from, to)| (from, to)).collect();
    let mut way = vec![*next.keys().next()?];
    loop {
        let to = next[way[way.len() - 1]];
        if let Some(start) = way.iter().position(|known| *known == to) {
            return Some(way[start..].iter().map(|name| (*name).clone()).collect());
        }
        way.push(to);
    }
}

#[test]
fn imports_go_one_way() {
    let order = Order::read(&std::fs::read_to_string("src/lib.rs").unwrap());
    let modules = modules();
    let imports = imports(&modules);
    assert!(imports.len() > 200, "only {} imports were found", imports.len());

    let is_folder = |name: &str| {
        modules[name]
            .tokens
            .clone()
            .into_iter()
            .all(|token| !matches!(token, TokenTree::Group(_)))
    };
    let homeless: Vec<&String> = modules.keys().filter(|name| order.line(name).is_none() && !is_folder(name)).collect();
    assert!(homeless.is_empty(), "src/lib.rs gives no line to {homeless:?}");

    let is_excepted = |from: &str, to: &str| EXCEPTIONS.iter().any(|(known, what, _)| *known == from && *what == to);
    let mut wrong = Vec::new();
    for (from, to) in &imports {
        if is_folder(to) {
            wrong.push(format!("{from} imports the folder {to}: name the file that is meant"));
        } else if let Some(reason) = order.refuse(from, to).filter(|_| !is_excepted(from, to)) {
            wrong.push(format!("{from} imports {to}: {reason}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    let ruled = imports.iter().filter(|(from, to)| !is_excepted(from, to)).cloned().collect();
    assert_eq!(circle(&ruled), None);
    for (from, to, reason) in EXCEPTIONS {
        assert!(
            imports.contains(&((*from).into(), (*to).into())),
            "the exception {from}, {to} ({reason}) is needed no longer"
        );
    }
}

#[test]
fn imports_against_the_order_are_found() {
    let order = Order::read("//! 1. `a`\n//! 2. `*store` `b::*`\n//! 8. `*api`\nmod a;\npub mod b;\nmod c;\n");
    assert_eq!(order.refuse("b::store", "a"), None);
    assert_eq!(order.refuse("c::edit_store", "b::store"), None);
    assert!(order.refuse("b::store", "c::store").unwrap().contains("later"));
    assert!(order.refuse("a", "b::store").unwrap().contains("line 1"));
    assert!(order.refuse("c::api", "c::edit_api").unwrap().contains("calls"));
    assert!(order.refuse("b::store", "d").unwrap().contains("no line"));

    let module = |children: &[&str], source: &str| Module {
        children: children.iter().map(|name| (*name).to_owned()).collect(),
        tokens: source.parse().unwrap(),
    };
    let modules = BTreeMap::from([
        (
            "a".to_owned(),
            module(&["b"], "use crate::{c::{Name, other as another}, d}; fn f() { b::g(\"crate::e\") }"),
        ),
        ("a::b".to_owned(), module(&[], "fn g() { json!({ x: super::super::c::h() }) }")),
        ("c".to_owned(), module(&[], "use super::a::b; // crate::d")),
        ("d".to_owned(), module(&[], "")),
    ]);
    let imports = imports(&modules);
    let named: Vec<String> = imports.iter().map(|(from, to)| format!("{from} {to}")).collect();
    assert_eq!(named, ["a a::b", "a c", "a d", "a::b c", "c a::b"]);
    assert_eq!(circle(&imports), Some(vec!["c".into(), "a::b".into()]));
}

//! The interface and the server have the same pages, and the interface links to no other address.

use std::collections::BTreeSet;

use community::exports::pages::{self, PAGES};
use community::exports::shell::FIRST_LINES;

/// The quoted values of `path=` in the router's source, without pages of the development server.
fn routes(file: &str, prefix: &str) -> Vec<String> {
    let source = std::fs::read_to_string(file).unwrap();
    let lines = source.lines().filter(|line| !line.contains("KitPage"));
    let mut found = Vec::new();
    for line in lines {
        if line.contains("<Route index ") {
            found.push(prefix.to_owned());
        }
        if let Some(path) = line.split("path=\"").nth(1).and_then(|rest| rest.split('"').next())
            && !path.ends_with('*')
        {
            found.push(if prefix.is_empty() {
                path.to_owned()
            } else {
                format!("{prefix}/{path}")
            });
        }
    }
    found
}

#[test]
fn the_interface_and_the_server_know_the_same_pages() {
    let interface: BTreeSet<String> = routes("ui/src/routes.tsx", "")
        .into_iter()
        .chain(routes("ui/src/admin/routes.tsx", "/admin"))
        .collect();
    let server: BTreeSet<String> = PAGES.iter().map(|page| page.address.to_owned()).collect();
    assert!(server.len() == PAGES.len(), "a page stands twice in src/pages.rs");
    let only = |here: &BTreeSet<String>, there: &BTreeSet<String>| here.difference(there).cloned().collect::<Vec<_>>();
    for file in ["ui/src/routes.tsx", "ui/src/admin/routes.tsx"] {
        let source = std::fs::read_to_string(file).unwrap();
        for path in source.split("= page('").skip(1).filter_map(|rest| rest.split('\'').next()) {
            assert!(interface.contains(path), "{file} loads a page early for {path}, which is no route");
        }
    }
    assert!(
        interface == server,
        "only in ui/src/routes.tsx: {:?}; only in src/pages.rs: {:?}",
        only(&interface, &server),
        only(&server, &interface)
    );
}

#[test]
fn the_first_picture_of_a_page_says_what_the_page_says() {
    for (address, title, lead) in FIRST_LINES {
        let file = match address {
            "/projects" => "ui/src/projects/ProjectsPage.tsx",
            "/events" => "ui/src/events/EventsPage.tsx",
            _ => panic!("{address} has a first picture that nothing compares"),
        };
        let source = std::fs::read_to_string(file).unwrap();
        assert!(
            source.contains(&format!("title=\"{title}\"")) && source.contains(&format!("lead=\"{lead}\"")),
            "{file}"
        );
    }
}

#[test]
fn every_address_that_the_interface_builds_leads_somewhere() {
    let source = std::fs::read_to_string("ui/src/paths.ts").unwrap();
    let builders = source
        .split("export const paths = {")
        .nth(1)
        .and_then(|rest| rest.split("\n}\n").next())
        .unwrap();
    let mut checked = 0;
    for line in builders.lines().filter(|line| line.contains("=> ")) {
        let path = line
            .split_once("at(")
            .map_or_else(|| literal(line), |(_, rest)| Some(built(rest)))
            .unwrap_or_else(|| panic!("not understood: {line}"));
        let is_file = path.ends_with(".ics") || path.ends_with(".atom");
        assert!(
            is_file || pages::find(&path).is_some(),
            "ui/src/paths.ts leads to {path}, where no page is"
        );
        checked += 1;
    }
    assert!(checked > 15, "{checked}");
}

/// The quoted path of a builder without parameters.
fn literal(line: &str) -> Option<String> {
    line.split('\'').nth(1).map(str::to_owned)
}

/// The path that `at('projects', id)}/edit` builds, with an x for a parameter.
fn built(rest: &str) -> String {
    let (arguments, after) = rest.split_once(')').unwrap();
    let parts = arguments
        .split(',')
        .map(str::trim)
        .map(|part| if part.starts_with('\'') { part.trim_matches('\'') } else { "x" });
    let tail = after.strip_prefix('}').and_then(|tail| tail.split('`').next()).unwrap_or("");
    format!("/{}{tail}", parts.collect::<Vec<_>>().join("/"))
}

//! docs/attacks.md names tests that exist.

/// What stands after each quoted file, up to the next.
fn named(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for row in text.lines().filter(|line| line.starts_with("| ")) {
        let Some(tests) = row.split(" | ").nth(1) else { continue };
        let parts: Vec<&str> = tests.split('`').collect();
        for pair in parts[1..].chunks(2) {
            let test = pair.get(1).map_or("", |rest| rest.trim_matches([' ', ',', '|']));
            found.push((pair[0].to_owned(), test.strip_suffix(" and").unwrap_or(test).to_owned()));
        }
    }
    found
}

#[test]
fn every_attack_has_a_test_that_exists() {
    let text = std::fs::read_to_string("docs/attacks.md").unwrap();
    let mut checked = 0;
    for (path, test) in named(&text) {
        if path.starts_with("make ") {
            continue;
        }
        let source = std::fs::read_to_string(&path).unwrap_or_default();
        let test = test.split(',').next().unwrap_or_default().trim();
        assert!(!test.is_empty() && source.contains(test), "{path} has no {test}");
        checked += 1;
    }
    assert!(checked > 30, "{checked}");
}

//! Documents refer only to files that exist.

use std::path::Path;

#[test]
fn every_path_in_the_readme_exists() {
    let readme = std::fs::read_to_string("README.md").unwrap();
    let mut checked = 0;
    let mut missing = Vec::new();
    for quoted in readme.split('`').skip(1).step_by(2) {
        let is_path = quoted.contains('/') && !quoted.contains([' ', ':', '*', '<', '{', '=', '$']) && !quoted.starts_with(['/', '-', '.']);
        let is_file = ["md", "rs", "toml", "sql", "ts", "tsx", "json", "txt"]
            .iter()
            .any(|ending| quoted.ends_with(&format!(".{ending}")))
            && !quoted.contains(' ');
        if (is_path || is_file) && !quoted.starts_with("target/") && quoted != "config.toml" {
            checked += 1;
            if !Path::new(quoted).exists() {
                missing.push(quoted.to_owned());
            }
        }
    }
    for link in readme
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|link| !link.contains("://") && !link.starts_with('#'))
    {
        checked += 1;
        if !Path::new(link).exists() {
            missing.push(link.to_owned());
        }
    }
    assert!(missing.is_empty() && checked > 10, "missing: {missing:?}; {checked} checked");
}

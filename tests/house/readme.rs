//! Documents refer only to files that exist.

use std::path::Path;

#[test]
fn every_path_in_the_documents_exists() {
    let mut total = 0;
    for document in [
        "README.md",
        "docs/architecture.md",
        "docs/operations.md",
        "docs/contract.md",
        "docs/departures.md",
        "docs/attacks.md",
    ] {
        let (checked, missing) = paths(document);
        assert!(missing.is_empty(), "{document} misses {missing:?}");
        total += checked;
    }
    assert!(total > 50, "{total} paths checked");
}

/// How many paths a document names, and those that do not exist. Links are relative to the document's folder.
fn paths(document: &str) -> (usize, Vec<String>) {
    let folder = Path::new(document).parent().unwrap_or(Path::new(""));
    let text = std::fs::read_to_string(document).unwrap();
    let mut checked = 0;
    let mut missing = Vec::new();
    for quoted in text.split('`').skip(1).step_by(2) {
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
    for link in text
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|link| !link.contains("://") && !link.starts_with('#'))
    {
        checked += 1;
        if !folder.join(link).exists() {
            missing.push(link.to_owned());
        }
    }
    (checked, missing)
}

/// The last stage of the image has no system: what the program takes from one must be copied into it.
#[test]
fn the_image_has_the_authorities_by_which_others_are_known() {
    let text = std::fs::read_to_string("packaging/Containerfile").unwrap();
    let (build, image) = text.rsplit_once("\nFROM ").unwrap();
    let file = "/etc/ssl/certs/ca-certificates.crt";
    assert!(build.contains(" ca-certificates "), "the stage that builds has none");
    assert!(image.contains(&format!("COPY --from=build {file} {file}")), "{image}");
}

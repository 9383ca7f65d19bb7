//! The files that are written by hand.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// All Rust files below these folders.
pub fn rust_files(folders: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in folders {
        collect(Path::new(folder), &["rs"], &mut found);
    }
    found.sort();
    found
}

/// All files with this ending below a folder.
pub fn collect(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            // Packages of others.
            if !path.ends_with("node_modules") {
                collect(&path, endings, found);
            }
        } else if path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)) {
            found.push(path);
        }
    }
}

/// Lines of a file, files of a folder: more than one subject lives in what is larger.
const LINES: usize = 400;
const FILES: usize = 25;
/// Files that programs write.
const FREE: &[&str] = &["ui/src/api/schema.ts"];

#[test]
fn files_and_folders_stay_small() {
    let mut files = Vec::new();
    for folder in ["src", "tests", "benches", "ui/src", "ui/e2e"] {
        collect(Path::new(folder), &["rs", "ts", "tsx", "css", "js", "mjs", "py"], &mut files);
    }
    assert!(files.len() > 300, "only {} files were found", files.len());
    let free = |path: &Path| FREE.iter().any(|known| path == Path::new(known));
    let mut large = Vec::new();
    let mut folders: BTreeMap<&Path, usize> = BTreeMap::new();
    for file in &files {
        let lines = std::fs::read_to_string(file).unwrap().lines().count();
        if lines > LINES && !free(file) {
            large.push(format!("{}: {lines} lines", file.display()));
        }
        *folders.entry(file.parent().unwrap()).or_default() += 1;
    }
    large.extend(
        folders
            .iter()
            .filter(|(_, count)| **count > FILES)
            .map(|(folder, count)| format!("{}: {count} files", folder.display())),
    );
    assert!(large.is_empty(), "\n{}", large.join("\n"));
}

//! The files that are written by hand.

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
            collect(&path, endings, found);
        } else if path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)) {
            found.push(path);
        }
    }
}

//! What can be wrong with a file that should be a database of this program, in sentences that name it and say what to do.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Why a file is refused. It is left as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It belongs to another program, or is no database.
    Foreign,
    /// Part of it cannot be right; with SQLite's words.
    Damaged(String),
    /// It is empty, but its log is not.
    LostToLog(PathBuf),
    /// A newer version of this program has written it.
    Newer { found: i32, known: i32 },
    /// It has a version, and another schema than that version has.
    Unfinished { found: i32, difference: String },
    /// Another program keeps it to itself.
    Locked,
    /// The system does not let us read it, or SQLite cannot; with their words.
    Unreadable(String),
}

impl Fault {
    /// What SQLite's error says about the file.
    pub fn of(error: &rusqlite::Error) -> Fault {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Fault::Foreign,
            Some(ErrorCode::DatabaseCorrupt) => Fault::Damaged(error.to_string()),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Fault::Locked,
            _ => Fault::Unreadable(error.to_string()),
        }
    }

    /// The sentence about the database that is configured.
    pub fn of_database(&self, path: &Path) -> String {
        let shown = path.display();
        match self {
            Fault::Foreign => {
                format!("{shown} is not a database of Community: set database to another file; this one was left untouched.")
            }
            Fault::Damaged(what) => format!("The database {shown} is damaged ({}): take the last backup.", line(what)),
            Fault::LostToLog(log) => format!(
                "The database {shown} is empty, but its log {} is not: take the last backup, or move the log away.",
                log.display()
            ),
            Fault::Newer { found, known } => format!(
                "The database {shown} was written by a newer Community (version {found}, this one knows {known}): start the newer one; the file was left untouched."
            ),
            Fault::Unfinished { found, difference } => format!(
                "The database {shown} says version {found} but {}, so an unfinished build of Community wrote it: take the last backup, or set database to a new file; this one was left untouched.",
                line(difference)
            ),
            Fault::Locked => format!("The database {shown} is locked by another program: end that one, or set database to another file."),
            Fault::Unreadable(what) => format!("The database {shown} cannot be read: {}", line(what)),
        }
    }

    /// The sentence about a file that is to be restored.
    pub fn of_backup(&self, path: &Path) -> String {
        let shown = path.display();
        match self {
            Fault::Foreign => format!("{shown} is not a database of Community: name another file."),
            Fault::Damaged(what) => format!("{shown} is damaged ({}): take an earlier backup.", line(what)),
            Fault::LostToLog(log) => format!("{shown} is empty, but its log {} is not: take another backup.", log.display()),
            Fault::Newer { found, known } => {
                format!("{shown} was written by a newer Community (version {found}, this one knows {known}): restore it with the newer one.")
            }
            Fault::Unfinished { found, difference } => {
                let difference = line(difference);
                format!("{shown} says version {found} but {difference}, so an unfinished build of Community wrote it: take another backup.")
            }
            Fault::Locked => format!("{shown} is locked by another program: end that one first."),
            Fault::Unreadable(what) => format!("{shown} cannot be read: {}", line(what)),
        }
    }
}

/// The most characters of what SQLite says.
const SAID: usize = 200;

/// SQLite's words on one line, and not many of them: of a damaged schema, they are whatever stands in the file.
pub fn line(words: &str) -> String {
    let words = words.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    let words = words.collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(SAID) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_a_damaged_file_stays_on_one_line() {
        let fault = Fault::Damaged("malformed database schema (x) - unrecognized token: \"\u{1b}[2J_at  INTEGER,\r\n  y".into());
        let sentence =
            "The database a.db is damaged (malformed database schema (x) - unrecognized token: \" [2J_at INTEGER, y): take the last backup.";
        assert_eq!(fault.of_database(Path::new("a.db")), sentence);
        assert_eq!(line(&"ä".repeat(300)), "ä".repeat(200) + "…");
    }
}

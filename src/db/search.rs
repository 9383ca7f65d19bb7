//! Substring search in any script with FTS5: the index stores every three neighbouring characters, and a search word
//! becomes the phrase of its threes, or a beginning of them when it is shorter. Filters (status, category, tag) are words in a second column.
//! Of projects, the folded texts are kept too: where much matches, a page in another order than the index's is found by reading them.

use caseless::Caseless;
use memchr::memmem::Finder;
use rusqlite::named_params;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::Tx;
use super::values::Id;
use crate::error::{ApiError, ApiResult};
use crate::text::SEARCH_LENGTH;

/// The most words that a search may have.
pub const MAX_WORDS: usize = 8;

/// The version of the index. Increase it with every change of `fold`, or of what an entry holds; the next start then rebuilds the
/// index of older files. Version 2 finds projects by the names of who made them, version 3 stores three characters instead of two, version 4 keeps the texts of projects.
pub const FOLDING: u8 = 4;

/// The most matches that a list of projects counts; the total of a search is one more when there are more. Counting all of
/// a frequent word would take many times as long as finding a page of it.
pub const COUNTED: u32 = 1000;

/// Refuses a search that is too long.
///
/// # Errors
/// 422 at `search`.
pub fn check(words: &str) -> ApiResult<()> {
    if words.split_whitespace().count() > MAX_WORDS || words.trim().chars().count() > SEARCH_LENGTH {
        return Err(ApiError::invalid(
            "search",
            format!("Search for at most {MAX_WORDS} words and {SEARCH_LENGTH} characters."),
        ));
    }
    Ok(())
}

/// A text in the form that is compared: Unicode's full case folding in compatibility composition, without the accents of Latin and
/// Greek letters and without the diaeresis of ё. In other scripts a mark makes another letter, so it stays.
fn fold(text: &str) -> String {
    let mut base = ' ';
    text.nfkd()
        .default_case_fold()
        .nfkd()
        .filter(|character| {
            if !is_combining_mark(*character) {
                base = *character;
                return true;
            }
            !matches!((base, *character), ('a'..='z' | '\u{c0}'..='\u{24f}' | '\u{370}'..='\u{3ff}', '\u{300}'..='\u{36f}') | ('е', '\u{308}'))
        })
        .nfkc()
        .collect()
}

/// A character as part of an index word. FTS5's ascii tokenizer keeps everything beyond ASCII and folds nothing there.
/// Moving ASCII into a private-use block therefore hides all punctuation, quotes and operators from FTS5.
fn symbol(character: char) -> char {
    if character.is_ascii() {
        char::from_u32(0xE000 + u32::from(character)).unwrap_or(character)
    } else {
        character
    }
}

/// A folded text on one line.
fn line(text: &str) -> String {
    fold(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The index words of a text: "abcd" becomes "abc bcd cd d". The last two are short, so that a prefix search finds one
/// and two characters everywhere.
fn grams(text: &str) -> String {
    let symbols: Vec<char> = line(text).chars().map(symbol).collect();
    let mut words = String::with_capacity(symbols.len() * 10);
    for (place, first) in symbols.iter().enumerate() {
        if place > 0 {
            words.push(' ');
        }
        words.push(*first);
        for next in symbols.iter().skip(place + 1).take(2) {
            words.push(*next);
        }
    }
    words
}

/// The words without those that are part of another, which is found with it anyway; the longest first, because FTS5 looks
/// at the matches of the first one and asks the others about them.
fn needed(mut words: Vec<&str>) -> Vec<&str> {
    words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
    let mut needed: Vec<&str> = Vec::new();
    for word in words {
        if !needed.iter().any(|longer| longer.contains(word)) {
            needed.push(word);
        }
    }
    needed
}

/// A filter as it is compared ("status=approved").
fn facet(name: &str, value: &str) -> String {
    format!("{}={}", line(name), line(value))
}

/// A filter as an index word.
fn facet_word(facet: &str) -> String {
    facet.chars().map(symbol).collect()
}

/// A search: words that must all occur, and facets that must match.
#[derive(Default)]
pub struct Query {
    terms: Vec<String>,
    words: Vec<Finder<'static>>,
    facets: Vec<Finder<'static>>,
}

impl Query {
    /// An empty query.
    pub fn new() -> Query {
        Query::default()
    }

    /// Requires every word of `text` as a substring of `column` ("title", or "text" for title and everything else).
    pub fn words(mut self, column: &str, text: &str) -> Query {
        // Some characters fold to a space and a mark, so the text is split into words after folding.
        let folded = fold(text);
        for word in needed(folded.split_whitespace().collect()) {
            let symbols: Vec<char> = word.chars().map(symbol).collect();
            if symbols.len() < 3 {
                self.terms.push(format!("{column} : \"{}\" *", symbols.iter().collect::<String>()));
            } else {
                let threes: Vec<String> = symbols.windows(3).map(|three| three.iter().collect()).collect();
                self.terms.push(format!("{column} : \"{}\"", threes.join(" ")));
            }
            self.words.push(Finder::new(word).into_owned());
        }
        self
    }

    /// Requires a facet.
    pub fn facet(mut self, name: &str, value: &str) -> Query {
        let facet = facet(name, value);
        self.terms.push(format!("facets : \"{}\"", facet_word(&facet)));
        self.facets.push(Finder::new(&format!("\n{facet}\n")).into_owned());
        self
    }

    /// Whether a kept text and its facets match. For words that may occur in the whole text only, not for those of a title.
    pub fn matches(&self, text: &[u8], facets: &[u8]) -> bool {
        self.facets.iter().all(|facet| facet.find(facets).is_some()) && self.words.iter().all(|word| word.find(text).is_some())
    }

    /// The expression for FTS5's MATCH.
    pub fn expression(&self) -> String {
        self.terms.join(" AND ")
    }
}

/// Whether a text contains all of these words, by the same rules as the index. For lists that are short anyway.
pub fn holds(text: &str, words: &str) -> bool {
    let text = fold(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    fold(words).split_whitespace().all(|word| text.contains(word))
}

/// The index entry of one row.
pub struct Entry<'a> {
    /// Text that a search in `title` finds.
    pub title: &'a str,
    /// Further text that a search in `text` finds.
    pub text: &'a [&'a str],
    /// Name and value of each facet.
    pub facets: &'a [(&'a str, &'a str)],
}

impl Entry<'_> {
    fn columns(&self) -> (String, String, String) {
        let mut text = grams(self.title);
        for part in self.text {
            text.push(' ');
            text.push_str(&grams(part));
        }
        let facets: Vec<String> = self.facets.iter().map(|(name, value)| facet_word(&facet(name, value))).collect();
        (text, grams(self.title), facets.join(" "))
    }

    /// What [`Query::matches`] compares: a line for each part, and one for each facet.
    fn lines(&self) -> (String, String) {
        let text: Vec<String> = std::iter::once(&self.title).chain(self.text).map(|part| line(part)).collect();
        let facets: String = self.facets.iter().map(|(name, value)| format!("{}\n", facet(name, value))).collect();
        (text.join("\n"), format!("\n{facets}"))
    }
}

/// Writes or replaces the entry of a project, and its text.
pub fn set_project(tx: &Tx, id: Id, entry: &Entry) -> rusqlite::Result<()> {
    let (text, title, facets) = entry.columns();
    tx.prepare_cached("INSERT OR REPLACE INTO project_search (rowid, text, title, facets) VALUES (:id, :text, :title, :facets)")?
        .execute(named_params! { ":id": id, ":text": text, ":title": title, ":facets": facets })?;
    let (text, facets) = entry.lines();
    tx.prepare_cached("INSERT OR REPLACE INTO project_texts (project_id, text, facets) VALUES (:id, :text, :facets)")?
        .execute(named_params! { ":id": id, ":text": text, ":facets": facets })
        .map(|_| ())
}

/// Writes or replaces the entry of an event.
pub fn set_event(tx: &Tx, id: Id, entry: &Entry) -> rusqlite::Result<()> {
    let (text, title, facets) = entry.columns();
    tx.prepare_cached("INSERT OR REPLACE INTO event_search (rowid, text, title, facets) VALUES (:id, :text, :title, :facets)")?
        .execute(named_params! { ":id": id, ":text": text, ":title": title, ":facets": facets })
        .map(|_| ())
}

/// Writes or replaces the entry of a member.
pub fn set_user(tx: &Tx, id: Id, entry: &Entry) -> rusqlite::Result<()> {
    let (text, title, facets) = entry.columns();
    tx.prepare_cached("INSERT OR REPLACE INTO user_search (rowid, text, title, facets) VALUES (:id, :text, :title, :facets)")?
        .execute(named_params! { ":id": id, ":text": text, ":title": title, ":facets": facets })
        .map(|_| ())
}

/// Writes or replaces the entry of a certificate.
pub fn set_certificate(tx: &Tx, id: Id, entry: &Entry) -> rusqlite::Result<()> {
    let (text, title, facets) = entry.columns();
    tx.prepare_cached("INSERT OR REPLACE INTO certificate_search (rowid, text, title, facets) VALUES (:id, :text, :title, :facets)")?
        .execute(named_params! { ":id": id, ":text": text, ":title": title, ":facets": facets })
        .map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::Connection;

    fn found(text: &str, looked_for: &str) -> bool {
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch(
            "CREATE VIRTUAL TABLE s USING fts5 (text, title, facets, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2')",
        )
        .unwrap();
        let entry = Entry {
            title: text,
            text: &["second part"],
            facets: &[("status", "In Review"), ("tag", "c++")],
        };
        let (text, title, facets) = entry.columns();
        conn.execute("INSERT INTO s (rowid, text, title, facets) VALUES (7, ?1, ?2, ?3)", (text, title, facets))
            .unwrap();
        let query = Query::new().words("text", looked_for).facet("status", "In Review").facet("tag", "C++");
        let indexed: bool = conn
            .query_row("SELECT count(*) = 1 FROM s WHERE s MATCH ?1", [query.expression()], |row| row.get(0))
            .unwrap();
        let (text, facets) = entry.lines();
        assert_eq!(query.matches(text.as_bytes(), facets.as_bytes()), indexed, "{looked_for} in {text}");
        assert!(!query.facet("tag", "c").matches(text.as_bytes(), facets.as_bytes()));
        indexed
    }

    #[test]
    fn substrings_are_found_in_any_script_and_case() {
        for (text, word) in [
            ("Rust web server", "UST"),
            ("Rust web server", "web rus"),
            ("über Grenzen", "ÜBER"),
            ("社区网站项目", "网站"),
            ("社区网站项目", "站"),
            ("Straße 100%", "0%"),
            ("snake_case", "_c"),
            ("say \"hi\" AND go", "\"hi\""),
            ("a", "a"),
            ("ends here", "e"),
            ("हिन्दी परियोजना", "परि"),
            ("back*slash\\", "*sla"),
            ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
            ("Σίσυφος", "σισυφος"),
            ("ΟΔΟΣ", "οδός"),
            ("Straße", "STRASSE"),
            ("STRASSE", "straße"),
            ("Zoë", "zoe"),
            ("Zoë", "zoë"),
            ("Zoe\u{308}", "ZOË"),
            ("Zoe", "zoë"),
            ("Ёлка", "елка"),
            ("İstanbul", "istanbul"),
            ("ｆｕｌｌ", "Full"),
            ("col:on", "col:"),
            ("NEAR(x)", "near("),
            ("ab", "ab"),
            ("ends in ab", "b"),
            ("tested and small", "a small and test"),
        ] {
            assert!(found(text, word) && holds(text, word), "{word} in {text}");
        }
    }

    #[test]
    fn words_that_others_hold_are_not_looked_for() {
        let needed = |text: &'static str| needed(text.split(' ').collect());
        assert_eq!(needed("a small and the an small"), ["small", "and", "the"]);
        assert_eq!(needed("for of with in"), ["with", "for", "of", "in"]);
    }

    #[test]
    fn what_does_not_occur_is_not_found() {
        for (text, word) in [
            ("Rust web", "rustweb"),
            ("abc", "ac"),
            ("100 percent", "%"),
            ("snakecase", "_"),
            ("abc", "bcd"),
            ("ab ab", "bb"),
            ("abcx bcd", "abcd"),
            ("small", "small and"),
            ("title", "es"),
            ("ガラス", "カ"),
            ("йод", "иод"),
        ] {
            assert!(!found(text, word) && !holds(text, word), "{word} in {text}");
        }
    }
}

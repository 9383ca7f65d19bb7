//! Reads the columns of a row by their names. SQLite knows them by number only, and looking a name up compares it with that
//! of every column before it, which adds up in rows of forty columns.

use std::cell::Cell;

use rusqlite::types::FromSql;
use rusqlite::{Row, Statement};
use serde::de::DeserializeOwned;

/// The columns of a row. Whoever reads them in the order of the statement finds each at the first look.
pub struct Columns<'r, 's> {
    row: &'r Row<'s>,
    next: Cell<usize>,
}

impl<'r, 's> Columns<'r, 's> {
    pub fn of(row: &'r Row<'s>) -> Columns<'r, 's> {
        Columns { row, next: Cell::new(0) }
    }

    /// The value of a column.
    ///
    /// # Errors
    /// When there is no such column, or when it holds something else.
    pub fn get<T: FromSql>(&self, name: &str) -> rusqlite::Result<T> {
        self.row.get(self.find(name)?)
    }

    /// The text of a column, where it is.
    ///
    /// # Errors
    /// When there is no such column, or when it holds no text.
    pub fn text(&self, name: &str) -> rusqlite::Result<&str> {
        let at = self.find(name)?;
        let value = self.row.get_ref(at)?;
        value
            .as_str()
            .map_err(|error| rusqlite::Error::FromSqlConversionFailure(at, value.data_type(), error.into()))
    }

    /// What the JSON in a column says.
    ///
    /// # Errors
    /// When there is no such column, or when it holds something else.
    pub fn json<T: DeserializeOwned>(&self, name: &str) -> rusqlite::Result<T> {
        from_json(self.text(name)?)
    }

    /// What the JSON in a column says, unless it is NULL.
    ///
    /// # Errors
    /// When there is no such column, or when it holds something else.
    pub fn optional_json<T: DeserializeOwned>(&self, name: &str) -> rusqlite::Result<Option<T>> {
        let json: Option<String> = self.get(name)?;
        json.map(|json| from_json(&json)).transpose()
    }

    fn find(&self, name: &str) -> rusqlite::Result<usize> {
        let statement: &Statement = self.row.as_ref();
        let next = self.next.get();
        let at = if statement.column_name(next).is_ok_and(|found| found == name) {
            next
        } else {
            statement.column_index(name)?
        };
        self.next.set(at + 1);
        Ok(at)
    }
}

/// Rows in the order of their places in a list. They come in it, because the list is read first, so this is done at once;
/// SQLite would write them all into a table to sort them.
pub fn in_place<T>(mut rows: Vec<(i64, T)>) -> Vec<T> {
    rows.sort_by_key(|(place, _)| *place);
    rows.into_iter().map(|(_, row)| row).collect()
}

fn from_json<T: DeserializeOwned>(json: &str) -> rusqlite::Result<T> {
    serde_json::from_str(json).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    #[test]
    fn a_column_is_found_in_and_out_of_order() {
        let conn = Connection::open_in_memory().unwrap();
        let sql = "SELECT 1 AS one, 'two' AS two, '[3]' AS three, NULL AS four";
        let read = |row: &Row| {
            let row = Columns::of(row);
            let in_order: (i64, String, Vec<i64>, Option<i64>) = (row.get("one")?, row.get("two")?, row.json("three")?, row.get("four")?);
            assert_eq!(in_order, (1, "two".to_owned(), vec![3], None));
            assert_eq!((row.text("two")?, row.get::<i64>("one")?, row.text("three")?), ("two", 1, "[3]"));
            assert!(row.get::<i64>("five").is_err() && row.text("one").is_err() && row.json::<i64>("two").is_err());
            Ok(())
        };
        conn.query_row(sql, [], read).unwrap();
    }

    #[test]
    fn rows_are_in_the_order_of_the_list() {
        assert_eq!(in_place(vec![(2, 'c'), (0, 'a'), (1, 'b')]), ['a', 'b', 'c']);
    }
}

//! Places in the lists of events: what the orders go by, and where a page begins. For visitors' and admins' lists.

use rusqlite::{Connection, OptionalExtension, Row, ToSql, named_params};

use super::rules::{self, EventStatus};
use crate::db::values::Id;
use crate::error::ApiResult;
use crate::web::paging::{After, Paging};

/// An event in a list, with what the orders go by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub id: Id,
    pub date: String,
    pub end_date: String,
    /// Its number grows as the ids do. Among events of one size it decides, because an index finds it and not the id.
    pub number: i64,
    /// Registered participants.
    pub size: i64,
    pub title_key: String,
}

impl Listed {
    /// What stands before every event in ascending order.
    pub fn lowest() -> Listed {
        Listed {
            id: Id(0),
            date: String::new(),
            end_date: String::new(),
            number: 0,
            size: 0,
            title_key: String::new(),
        }
    }

    /// What stands before every event in descending order.
    pub fn highest() -> Listed {
        Listed {
            id: Id(i64::MAX),
            date: "~".into(),
            end_date: "~".into(),
            number: i64::MAX,
            size: i64::MAX,
            title_key: String::new(),
        }
    }

    /// What stands before the events that begin after a day, in ascending order.
    pub fn after_day(day: &str) -> Listed {
        Listed {
            id: Id(i64::MAX),
            date: day.to_owned(),
            ..Listed::lowest()
        }
    }

    /// What stands before the events that end before a day, in descending order.
    pub fn before_day(day: &str) -> Listed {
        Listed {
            end_date: day.to_owned(),
            ..Listed::lowest()
        }
    }

    pub fn status(&self, today: &str) -> EventStatus {
        rules::status(&self.date, &self.end_date, today)
    }

    /// The place in a list that was made on this day.
    pub fn place(&self, today: &str) -> After {
        After {
            id: self.id,
            order: vec![
                today.to_owned(),
                self.date.clone(),
                self.end_date.clone(),
                self.number.to_string(),
                self.size.to_string(),
                self.title_key.clone(),
            ],
        }
    }
}

/// Where a page begins.
pub struct Start {
    /// The day that divides upcoming from past events. It stays the same from the first page to the last, so that no
    /// event changes sides in between.
    pub today: String,
    /// The last event that the reader has seen.
    pub after: Option<Listed>,
}

impl Start {
    /// Reads the place.
    ///
    /// # Errors
    /// 422 when the page begins after an event that is gone, and nothing else is known of it.
    pub fn find(conn: &Connection, paging: &Paging, today: &str, with_drafts: bool) -> ApiResult<Start> {
        let Some(after) = &paging.after else {
            return Ok(Start {
                today: today.to_owned(),
                after: None,
            });
        };
        if let [today, date, end_date, number, size, title_key] = after.order.as_slice() {
            return Ok(Start {
                today: today.clone(),
                after: Some(Listed {
                    id: after.id,
                    date: date.clone(),
                    end_date: end_date.clone(),
                    number: number.parse().map_err(|_| After::gone())?,
                    size: size.parse().map_err(|_| After::gone())?,
                    title_key: title_key.clone(),
                }),
            });
        }
        let found = conn
            .prepare_cached(
                "SELECT id, date, end_date, number, registration_count, title_key FROM events WHERE id = :id AND (published = 1 OR :with_drafts)",
            )?
            .query_row(named_params! { ":id": after.id, ":with_drafts": with_drafts }, listed_from_row)
            .optional()?;
        Ok(Start {
            today: today.to_owned(),
            after: Some(found.ok_or_else(After::gone)?),
        })
    }
}

/// The events of a statement, which names those of `:today`, `:type`, `:limit`, `:offset` and of the place before the
/// page (`:after`, `:date`, `:end`, `:number`, `:size`, `:title`) that it needs.
pub fn list(conn: &Connection, sql: &str, before: &Listed, others: &[(&str, &dyn ToSql)]) -> rusqlite::Result<Vec<Listed>> {
    let place: [(&str, &dyn ToSql); 6] = [
        (":after", &before.id),
        (":date", &before.date),
        (":end", &before.end_date),
        (":number", &before.number),
        (":size", &before.size),
        (":title", &before.title_key),
    ];
    let mut statement = conn.prepare_cached(sql)?;
    for (name, value) in place.iter().chain(others) {
        if let Some(index) = statement.parameter_index(name)? {
            statement.raw_bind_parameter(index, value)?;
        }
    }
    statement.raw_query().mapped(listed_from_row).collect()
}

fn listed_from_row(row: &Row) -> rusqlite::Result<Listed> {
    Ok(Listed {
        id: row.get("id")?,
        date: row.get("date")?,
        end_date: row.get("end_date")?,
        number: row.get("number")?,
        size: row.get("registration_count")?,
        title_key: row.get("title_key")?,
    })
}

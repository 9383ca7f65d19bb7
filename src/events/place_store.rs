//! Places in the lists of events: what the orders go by, and where a page begins. For visitors' and admins' lists.

use rusqlite::{Connection, OptionalExtension, Row, ToSql, named_params};

use super::rules::{self, EventStatus};
use crate::db::values::{Id, LAST_TEXT};
use crate::error::ApiResult;
use crate::site::rules::Moment;
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
            title_key: LAST_TEXT.into(),
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

    /// The place in a list that began there.
    pub fn place(&self, start: &Start) -> After {
        After {
            id: self.id,
            order: vec![
                start.today.clone(),
                self.date.clone(),
                self.end_date.clone(),
                self.number.to_string(),
                self.size.to_string(),
                self.title_key.clone(),
                start.pinned.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            ],
        }
    }
}

/// Where a page begins.
pub struct Start {
    /// The day that divides upcoming from past events. It stays the same from the first page to the last, so that no
    /// event changes sides in between.
    pub today: String,
    /// The events of that day that were neither over nor cancelled then, in the order in which they begin: they stand
    /// before all others, and stay there to the last page.
    pub pinned: Vec<Id>,
    /// The last event that the reader has seen.
    pub after: Option<Listed>,
}

impl Start {
    /// Reads the place.
    ///
    /// # Errors
    /// 422 when the page begins after an event that is gone, and nothing else is known of it.
    pub fn find(conn: &Connection, paging: &Paging, moment: &Moment, with_drafts: bool) -> ApiResult<Start> {
        let Some(after) = &paging.after else {
            return Ok(Start {
                today: moment.today.clone(),
                pinned: list_on(conn, moment)?,
                after: None,
            });
        };
        if let [today, date, end_date, number, size, title_key, pinned] = after.order.as_slice() {
            return Ok(Start {
                today: today.clone(),
                pinned: pinned.split_whitespace().filter_map(Id::parse).collect(),
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
            today: moment.today.clone(),
            pinned: list_on(conn, moment)?,
            after: Some(found.ok_or_else(After::gone)?),
        })
    }
}

impl Start {
    /// How far in front an event is pinned; the others stand behind all that are.
    pub fn rank(&self, event: Id) -> usize {
        self.pinned.iter().position(|pinned| *pinned == event).unwrap_or(usize::MAX)
    }

    /// The pinned events as JSON, for statements that leave them out.
    pub fn pinned_json(&self) -> String {
        format!("[{}]", self.pinned.iter().map(|id| id.0.to_string()).collect::<Vec<_>>().join(","))
    }

    /// The pinned events of a type that the reader has not seen.
    pub fn list_pinned(&self, conn: &Connection, kind: Option<&str>) -> rusqlite::Result<Vec<Listed>> {
        let seen = self.after.as_ref().map(|event| self.rank(event.id));
        let found = list(
            conn,
            "SELECT e.id, e.date, e.end_date, e.number, e.registration_count, e.title_key FROM json_each(:pinned) p CROSS JOIN events e ON e.id = p.value
             WHERE e.published = 1 AND (:type IS NULL OR e.type = :type) ORDER BY p.key",
            &Listed::lowest(),
            named_params! { ":pinned": self.pinned_json(), ":type": kind },
        )?;
        Ok(found
            .into_iter()
            .filter(|event| seen.is_none_or(|seen| self.rank(event.id) > seen))
            .collect())
    }

    /// The place behind which the events that are not pinned go on.
    pub fn behind(&self) -> Option<&Listed> {
        self.after.as_ref().filter(|event| self.rank(event.id) == usize::MAX)
    }
}

/// Events that stand before all others at most: the place of a page names them.
const PINNED: u32 = 50;

/// The events of today that are neither over nor cancelled, in the order in which they begin.
fn list_on(conn: &Connection, moment: &Moment) -> rusqlite::Result<Vec<Id>> {
    conn.prepare_cached(
        "SELECT id FROM events WHERE published = 1 AND end_date >= :today AND +date <= :today AND ends_at > :now AND cancelled_at IS NULL ORDER BY starts_at, id LIMIT :most",
    )?
    .query_map(
        named_params! { ":today": moment.today, ":now": moment.now, ":most": PINNED },
        |row| row.get("id"),
    )?
    .collect()
}

/// The events that are neither over nor cancelled, in the order in which they begin: a page of them, and how many there
/// are. They are few, however old the community is.
pub fn list_next(conn: &Connection, kind: Option<&str>, paging: &Paging, moment: &Moment) -> ApiResult<(Vec<Listed>, i64)> {
    let all = list(
        conn,
        "SELECT id, date, end_date, number, registration_count, title_key FROM events
         WHERE published = 1 AND end_date >= :today AND ends_at > :now AND cancelled_at IS NULL AND (:type IS NULL OR type = :type) ORDER BY starts_at, id",
        &Listed::lowest(),
        named_params! { ":today": moment.today, ":now": moment.now, ":type": kind },
    )?;
    page_of(all, paging)
}

/// A page of a list that was read whole.
///
/// # Errors
/// 422 when the page begins after an event that has left the list meanwhile.
pub fn page_of(all: Vec<Listed>, paging: &Paging) -> ApiResult<(Vec<Listed>, i64)> {
    let total = i64::try_from(all.len()).unwrap_or(i64::MAX);
    let skipped = match &paging.after {
        None => paging.offset as usize,
        Some(after) => all.iter().position(|event| event.id == after.id).ok_or_else(After::gone)? + 1,
    };
    Ok((all.into_iter().skip(skipped).take(paging.rows() as usize).collect(), total))
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

//! Paging of lists: the parameters, and the answer with the total count and where the next page begins.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use poem::http::HeaderValue;
use poem::{IntoResponse, Response};
use poem_openapi::payload::{Json, Payload};
use poem_openapi::registry::{MetaHeader, MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::{ToJSON, Type};
use poem_openapi::{ApiResponse, Enum};
use serde::Serialize;

use crate::db::values::Id;
use crate::error::{ApiError, ApiResult};
use crate::input::Text;
use crate::web::item::{ROOM, written};

/// Default and maximum number of entries per page.
pub const DEFAULT_LIMIT: u32 = 100;
pub const MAX_LIMIT: u32 = 200;
/// Maximum offset of a page.
pub const MAX_OFFSET: u32 = 10_000;

/// Maximum characters of the place after which a page begins.
const MAX_PLACE: usize = 2000;

/// The parameter `after` as it is sent; [`After::parse`] reads it.
pub type Place = Text<MAX_PLACE>;

/// A page of a list: by the number of entries before it, or by the last entry that the reader has seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paging {
    pub limit: u32,
    pub offset: u32,
    pub after: Option<After>,
}

/// The order of a list that goes by time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
pub enum TimeSort {
    /// Newest first.
    #[default]
    Recent,
    Oldest,
}

impl TimeSort {
    /// The id before every other in this order.
    pub fn start(self) -> Id {
        match self {
            TimeSort::Recent => Id(i64::MAX),
            TimeSort::Oldest => Id(0),
        }
    }
}

/// An entry after which a page begins. Entries that come or go meanwhile move those behind them, so a reader who counts
/// misses some or reads them twice; a reader who names the last entry does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct After {
    pub id: Id,
    /// What the order of the list goes by, besides the id, as it was when the reader saw the entry. Empty when only the
    /// id is known; the entry's present place counts then.
    pub order: Vec<String>,
}

impl After {
    /// A place in a list whose order is that of the ids.
    pub fn id(id: Id) -> After {
        After { id, order: Vec::new() }
    }

    /// Reads the outside form: an `_id`, or what `X-Next` said.
    pub fn parse(text: &str) -> Option<After> {
        let Some((id, order)) = text.split_once('.') else {
            return Id::parse(text).map(After::id);
        };
        let order = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(order).ok()?).ok()?;
        Some(After { id: Id::parse(id)?, order })
    }

    /// The error for an entry that is no longer there, when nothing but its id is known.
    pub fn gone() -> ApiError {
        ApiError::invalid("after", "This entry is no longer in the list. Please begin again.")
    }
}

impl fmt::Display for After {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id)?;
        if self.order.is_empty() {
            return Ok(());
        }
        let order = serde_json::to_vec(&self.order).map_err(|_| fmt::Error)?;
        write!(f, ".{}", URL_SAFE_NO_PAD.encode(order))
    }
}

impl Paging {
    /// Reads the parameters.
    ///
    /// # Errors
    /// 422 at the parameter that is out of range or names no place in a list.
    pub fn new(limit: Option<u32>, offset: Option<u32>, after: Option<&str>) -> ApiResult<Paging> {
        let (limit, offset) = (limit.unwrap_or(DEFAULT_LIMIT), offset.unwrap_or(0));
        if limit == 0 || limit > MAX_LIMIT {
            return Err(ApiError::invalid("limit", format!("The limit must be between 1 and {MAX_LIMIT}")));
        }
        if offset > MAX_OFFSET {
            return Err(ApiError::invalid("offset", format!("The offset must be at most {MAX_OFFSET}")));
        }
        // Not the method: `Type` has one of that name, which says no.
        let after = after.filter(|text| !str::is_empty(text));
        if after.is_some() && offset > 0 {
            return Err(ApiError::invalid("offset", "A page begins at an offset or after an entry, not both"));
        }
        let after = after.map(|text| After::parse(text).ok_or_else(|| ApiError::invalid("after", "There is no such entry")));
        Ok(Paging {
            limit,
            offset,
            after: after.transpose()?,
        })
    }

    /// The page at an offset.
    pub fn at(limit: u32, offset: u32) -> Paging {
        Paging { limit, offset, after: None }
    }

    /// The id after which the page begins; `start` for the first page.
    pub fn after_id(&self, start: Id) -> Id {
        self.after.as_ref().map_or(start, |after| after.id)
    }

    /// The rows to ask the database for: one more than the page has, to know whether another page follows.
    pub fn rows(&self) -> u32 {
        self.limit + 1
    }

    /// The rows of the page, from a list that was read whole.
    pub fn pick<T>(&self, all: impl IntoIterator<Item = T>) -> Vec<T> {
        all.into_iter().skip(self.offset as usize).take(self.rows() as usize).collect()
    }

    /// Drops the row beyond the page, and says where the next page begins if there is one.
    pub fn cut<T>(&self, rows: &mut Vec<T>, place: impl Fn(&T) -> After) -> Option<After> {
        if rows.len() <= self.limit as usize {
            return None;
        }
        rows.truncate(self.limit as usize);
        rows.last().map(place)
    }
}

/// A page of a list: a plain array, with the total count in `X-Total-Count`, and in `X-Next` where the next page begins.
#[derive(Debug)]
pub struct Page<T> {
    pub items: Vec<T>,
    pub total: i64,
    /// For the parameter `after` of the next page; `None` on the last one.
    pub next: Option<After>,
}

impl<T> Page<T> {
    /// The same page with other entries for the same things.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Page<U> {
        Page {
            items: self.items.into_iter().map(change).collect(),
            total: self.total,
            next: self.next,
        }
    }
}

impl<T: Serialize + ToJSON + Send> IntoResponse for Page<T> {
    fn into_response(self) -> Response {
        let mut response = written(&self.items, ROOM * self.items.len());
        response.headers_mut().insert("X-Total-Count", HeaderValue::from(self.total));
        if let Some(next) = self.next.and_then(|next| HeaderValue::from_str(&next.to_string()).ok()) {
            response.headers_mut().insert("X-Next", next);
        }
        response
    }
}

impl<T: Serialize + ToJSON + Send> ApiResponse for Page<T> {
    fn meta() -> MetaResponses {
        MetaResponses {
            responses: vec![MetaResponse {
                description: "A page of the list",
                status: Some(200),
                status_range: None,
                content: vec![MetaMediaType {
                    content_type: Json::<Vec<T>>::CONTENT_TYPE,
                    schema: Vec::<T>::schema_ref(),
                }],
                headers: vec![
                    MetaHeader {
                        name: "X-Total-Count".into(),
                        description: Some("Entries before paging".into()),
                        required: true,
                        deprecated: false,
                        schema: i64::schema_ref(),
                    },
                    MetaHeader {
                        name: "X-Next".into(),
                        description: Some("The value of `after` for the next page; absent on the last one".into()),
                        required: false,
                        deprecated: false,
                        schema: String::schema_ref(),
                    },
                ],
            }],
        }
    }

    fn register(registry: &mut Registry) {
        Vec::<T>::register(registry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_a_list_is_read_as_it_was_written() {
        for after in [
            After::id(Id(7)),
            After {
                id: Id(1 << 60),
                order: vec!["12".into(), "\"Größe\" \u{0}".into()],
            },
        ] {
            let text = after.to_string();
            assert_eq!(After::parse(&text), Some(after));
            assert!(text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)), "{text}");
        }
        for text in ["x", "0000000000007.", "0000000000007.e30", ".WyIxIl0", "0000000000007.???"] {
            assert_eq!(After::parse(text), None, "{text}");
        }
        let refused = |offset, after| {
            Paging::new(None, offset, after)
                .unwrap_err()
                .body
                .fields
                .unwrap()
                .into_keys()
                .next()
                .unwrap()
        };
        assert_eq!([refused(None, Some("x")), refused(Some(1), Some("0000000000007"))], ["after", "offset"]);
        assert_eq!(Paging::new(None, Some(1), Some("")).unwrap(), Paging::at(DEFAULT_LIMIT, 1));
    }

    #[test]
    fn only_a_page_with_something_behind_it_names_the_next() {
        let paging = Paging::at(2, 0);
        let next = |count| {
            let mut rows: Vec<Id> = (1..=count).map(Id).collect();
            (paging.cut(&mut rows, |id| After::id(*id)), rows.len())
        };
        assert_eq!([next(1), next(2), next(3)], [(None, 1), (None, 2), (Some(After::id(Id(2))), 2)]);
    }
}

//! Answers to guests that are kept as bytes: lists, items, feeds, calendars and pages that everybody may see. Each is kept
//! with the tables that it was read from, and given until one of them is written or the minute is over. So no guest reads
//! less than the last write that was acknowledged, a comment leaves the events, and no list says what depends on what.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use poem::http::{HeaderMap, Method, StatusCode, header};
use poem::{Endpoint, IntoResponse, Request, Response};
use poem_openapi::OperationId;

use super::answers::accepts_gzip;
use crate::app::App;
use crate::db::{Tables, note, watched};
use crate::head::Allowed;
use crate::pages;
use crate::web::caching::is_known;

/// Bytes of all kept answers, and of one of them.
const MOST: usize = 16 << 20;
const MOST_OF_ONE: usize = 1 << 20;
/// What an answer takes beside its body and its address.
const FRAME: usize = 1024;
/// What changes in an answer with time alone changes at a full minute: events begin and end then.
const MINUTE: i64 = 60_000;

/// Where answers are the same for all guests. What only members may see is refused there, and refusals are not kept.
const SHARED: &[&str] = &[
    "/api/projects",
    "/api/events",
    "/api/badges/",
    "/api/users/",
    "/api/site",
    "/api/admin/stats",
    "/events.ics",
    "/events.atom",
    "/projects.atom",
];

/// The address, and whether the answer is compressed.
type Key = (String, bool);

/// The kept answers.
#[derive(Default)]
pub struct Kept(Mutex<Shelf>);

#[derive(Default)]
struct Shelf {
    minute: i64,
    bytes: usize,
    answers: HashMap<Key, (Arc<Answer>, Source)>,
}

/// Where an answer comes from.
struct Source {
    /// The number of the state of the database before it was read.
    version: u64,
    tables: Tables,
}

/// An answer with the status 200.
struct Answer {
    headers: HeaderMap,
    body: Bytes,
    operation: Option<OperationId>,
    allowed: Option<Allowed>,
}

impl Answer {
    fn size(&self, key: &Key) -> usize {
        self.body.len() + key.0.len() + FRAME
    }

    /// The answer, or 304 to whoever has it.
    fn respond(&self, asked: &HeaderMap) -> Response {
        let etag = self.headers.get(header::ETAG).and_then(|value| value.to_str().ok());
        let mut response = Response::default();
        *response.headers_mut() = self.headers.clone();
        if etag.is_some_and(|etag| is_known(asked, etag)) {
            response.set_status(StatusCode::NOT_MODIFIED);
            response.headers_mut().remove(header::CONTENT_TYPE);
            response.headers_mut().remove(header::CONTENT_ENCODING);
        } else {
            response.set_body(self.body.clone());
        }
        if let Some(operation) = self.operation {
            response.set_data(operation);
        }
        if let Some(allowed) = &self.allowed {
            response.set_data(allowed.clone());
        }
        response
    }
}

impl Kept {
    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, key: &Key, minute: i64, is_current: impl Fn(&Source) -> bool) -> Option<Arc<Answer>> {
        let mut shelf = self.shelf();
        if shelf.minute != minute {
            *shelf = Shelf { minute, ..Shelf::default() };
        }
        let (answer, source) = shelf.answers.get(key)?;
        if is_current(source) {
            return Some(answer.clone());
        }
        shelf.forget(key);
        None
    }

    /// Keeps an answer of this minute, unless it is over by now.
    fn keep(&self, key: Key, minute: i64, answer: Arc<Answer>, source: Source) {
        let mut shelf = self.shelf();
        let size = answer.size(&key);
        if shelf.minute != minute || size > MOST_OF_ONE {
            return;
        }
        shelf.forget(&key);
        if shelf.bytes + size > MOST {
            shelf.answers.clear();
            shelf.bytes = 0;
        }
        shelf.answers.insert(key, (answer, source));
        shelf.bytes += size;
    }
}

impl Shelf {
    fn forget(&mut self, key: &Key) {
        if let Some((answer, _)) = self.answers.remove(key) {
            self.bytes -= answer.size(key);
        }
    }
}

/// Under what an answer is kept; none if it is not for all guests.
fn key(request: &Request) -> Option<Key> {
    let path = request.uri().path();
    if request.method() != Method::GET || request.headers().contains_key(header::AUTHORIZATION) {
        return None;
    }
    let gzip = accepts_gzip(request.headers());
    if SHARED.iter().any(|shared| path.starts_with(shared)) || (path.starts_with("/events/") && path.ends_with("/calendar.ics")) {
        return Some((request.uri().path_and_query()?.to_string(), gzip));
    }
    // What stands in a page depends on its path alone.
    pages::find(path).map(|_| (path.to_owned(), gzip))
}

/// Answers a guest from what is kept, or keeps what the endpoint answers.
pub async fn kept<E: Endpoint>(endpoint: Arc<E>, request: Request, app: Arc<App>, kept: Arc<Kept>) -> poem::Result<Response> {
    let Some(key) = key(&request) else {
        return Ok(endpoint.call(request).await?.into_response());
    };
    // Before anything is read, so that what is kept is never older than its stamp says.
    let (version, minute) = (app.db.version(), app.clock.now().millis().div_euclid(MINUTE));
    let is_current = |source: &Source| {
        let is_current = app.db.is_current(source.version, &source.tables);
        if is_current {
            // A page that takes the answer in depends on them too.
            note(&source.tables);
        }
        is_current
    };
    if let Some(answer) = kept.find(&key, minute, is_current) {
        return Ok(answer.respond(request.headers()));
    }
    let (response, tables) = watched(endpoint.call(request)).await;
    let mut response = response?.into_response();
    let may_be_kept = response.header(header::CACHE_CONTROL) == Some("no-cache") && response.header(header::ETAG).is_some();
    if response.status() != StatusCode::OK || !may_be_kept {
        return Ok(response);
    }
    let body = response.take_body().into_bytes().await?;
    let answer = Arc::new(Answer {
        headers: response.headers().clone(),
        body: body.clone(),
        operation: response.data::<OperationId>().copied(),
        allowed: response.data::<Allowed>().cloned(),
    });
    kept.keep(key, minute, answer, Source { version, tables });
    response.set_body(body);
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(bytes: usize) -> Arc<Answer> {
        Arc::new(Answer {
            headers: HeaderMap::new(),
            body: Bytes::from(vec![b'a'; bytes]),
            operation: None,
            allowed: None,
        })
    }

    fn at(path: &str) -> Key {
        (path.to_owned(), false)
    }

    fn source(version: u64) -> Source {
        Source {
            version,
            tables: Tables::default(),
        }
    }

    #[test]
    fn what_is_no_longer_current_and_a_past_minute_are_forgotten() {
        let kept = Kept::default();
        let find = |key: Key, minute, version| kept.find(&key, minute, |source| source.version >= version).is_some();
        assert!(!find(at("/a"), 1, 1));
        kept.keep(at("/a"), 1, answer(10), source(1));
        assert!(find(at("/a"), 1, 1));
        assert!(!find(("/a".to_owned(), true), 1, 1), "the other encoding");
        assert!(!find(at("/a"), 1, 2));
        assert!(!find(at("/a"), 1, 1) && kept.shelf().bytes == 0, "it is gone");
        kept.keep(at("/a"), 1, answer(10), source(2));
        assert!(!find(at("/a"), 2, 2), "another minute");
        kept.keep(at("/a"), 1, answer(10), source(2));
        assert!(!find(at("/a"), 2, 2), "it was made in the minute before");
    }

    #[test]
    fn its_size_is_bounded() {
        let kept = Kept::default();
        let find = |path: &str| kept.find(&at(path), 1, |_| true);
        find("/a");
        kept.keep(at("/huge"), 1, answer(MOST_OF_ONE + 1), source(1));
        assert!(find("/huge").is_none());
        for n in 0..100 {
            kept.keep(at(&format!("/{}", n % 60)), 1, answer(MOST_OF_ONE / 2), source(1));
            let shelf = kept.shelf();
            let held: usize = shelf.answers.iter().map(|(key, (answer, _))| answer.size(key)).sum();
            assert!(shelf.bytes <= MOST && held == shelf.bytes);
        }
    }
}

//! Request bodies: they are bounded, and nothing is read before a handler asks for it, so routes and guards can answer
//! first. A call also accepts HEAD in place of GET; methods that it does not support get 405 with a list of those that
//! it does.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body as _, Frame, SizeHint};
use http_body_util::combinators::BoxBody;
use poem::error::MethodNotAllowedError;
use poem::http::{HeaderValue, Method, StatusCode, header};
use poem::{Body, Endpoint, IntoResponse, Request, Response};
use serde_json::Value;

use super::calls::document;
use crate::app::App;
use crate::error::{ApiError, TooLarge};
use crate::events::rules::task_path;
use crate::media::picture::MAX_BYTES;
use crate::sessions::token;
use crate::web::body::OnlyHead;

/// Bytes of a member's body, unless its route says otherwise: a project filled to its maxima, when a client writes every
/// character as two escapes (12 bytes).
const MEMBER_LIMIT: u64 = 256 * 1024;
/// Bytes of an event's form, the same with all its tasks, of the settings with both legal texts, and of a message to the most
/// members.
const FORM_LIMIT: u64 = 1280 * 1024;
/// Bytes of a body whose sender has no session of ours, enough for a sign-in with its tokens. Anybody can send many of
/// these at once.
const GUEST_LIMIT: u64 = 16 * 1024;
/// Bytes of a picture: one more than allowed, so that a larger file gets the error about pictures.
const PICTURE_LIMIT: u64 = MAX_BYTES as u64 + 1024;

/// Limits the body and answers unsupported methods.
pub async fn bounded<E: Endpoint>(endpoint: Arc<E>, mut request: Request, app: Arc<App>) -> poem::Result<Response> {
    if request.method() == Method::PUT
        && let Some(path) = task_path(request.uri().path())
        && let Ok(uri) = path.parse()
    {
        *request.uri_mut() = uri;
    }
    let path = request.uri().path().to_owned();
    let limit = if (path.ends_with("/pictures") || path.ends_with("/picture")) && request.method() == Method::POST {
        PICTURE_LIMIT
    } else if is_known(&request, &app) {
        let is_form = ["/admin/events", "/admin/settings", "/admin/send-email"]
            .iter()
            .any(|start| path.starts_with(start));
        if is_form { FORM_LIMIT } else { MEMBER_LIMIT }
    } else {
        GUEST_LIMIT
    };
    let body = request.take_body();
    request.set_body(Body::from(BoxBody::new(Bounded {
        inner: body.into(),
        left: limit,
    })));
    match endpoint.call(request).await {
        Err(error) if error.is::<MethodNotAllowedError>() => Ok(not_allowed(&methods(&app, &path).await?)),
        outcome => outcome.map(IntoResponse::into_response),
    }
}

/// Whether the request carries a token that we signed. The guards check whether its session is still valid.
fn is_known(request: &Request, app: &App) -> bool {
    let header = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let bearer = header.and_then(|value| value.strip_prefix("Bearer "));
    bearer.is_some_and(|bearer| token::read(&app.keys.session, bearer).is_some())
}

/// 405 with the supported methods.
pub fn not_allowed(methods: &str) -> Response {
    let mut response = ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "This call does not support that method.").into_response();
    if let Ok(value) = HeaderValue::from_str(methods) {
        response.headers_mut().insert(header::ALLOW, value);
    }
    response
}

/// The methods of a call under /api, from the API document.
async fn methods(app: &Arc<App>, path: &str) -> poem::Result<String> {
    static CALLS: OnceLock<Vec<(String, Vec<String>)>> = OnceLock::new();
    let shared = app.clone();
    let calls = tokio::task::spawn_blocking(move || CALLS.get_or_init(|| calls(document(&shared))));
    let calls = calls.await.map_err(ApiError::internal)?;
    let parts: Vec<&str> = path.trim_start_matches("/api").split('/').collect();
    let is_same = |template: &str| {
        let known: Vec<&str> = template.split('/').collect();
        known.len() == parts.len() && known.iter().zip(&parts).all(|(known, part)| known.starts_with('{') || known == part)
    };
    let mut found: Vec<&str> = Vec::new();
    for method in calls.iter().filter(|(template, _)| is_same(template)).flat_map(|(_, methods)| methods) {
        if !found.contains(&method.as_str()) {
            found.push(method);
        }
    }
    if found.is_empty() || found.contains(&"GET") {
        found.retain(|method| *method != "GET");
        found.splice(0..0, ["GET", "HEAD"]);
    }
    Ok(found.join(", "))
}

/// Path templates with their methods in capitals.
fn calls(document: &str) -> Vec<(String, Vec<String>)> {
    let document: Value = serde_json::from_str(document).unwrap_or_default();
    let paths = document["paths"].as_object().into_iter().flatten();
    paths
        .map(|(template, operations)| {
            let template = template.strip_prefix("/api").unwrap_or(template).to_owned();
            let methods = operations.as_object().into_iter().flatten();
            (template, methods.map(|(method, _)| method.to_uppercase()).collect())
        })
        .collect()
}

/// A body that fails once it exceeds its limit.
struct Bounded {
    inner: BoxBody<Bytes, io::Error>,
    left: u64,
}

impl http_body::Body for Bounded {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let too_large = || Poll::Ready(Some(Err(io::Error::new(io::ErrorKind::FileTooLarge, TooLarge))));
        // If Content-Length is already too large, we read nothing.
        if self.inner.size_hint().lower() > self.left {
            return too_large();
        }
        let polled = Pin::new(&mut self.inner).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &polled {
            let length = frame.data_ref().map_or(0, |data| data.len() as u64);
            match self.left.checked_sub(length) {
                Some(left) => self.left = left,
                None => return too_large(),
            }
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

/// Answers HEAD like GET, but without the body.
pub async fn headed<E: Endpoint<Output = Response>>(endpoint: Arc<E>, mut request: Request) -> poem::Result<Response> {
    if request.method() != Method::HEAD {
        return endpoint.call(request).await;
    }
    request.set_method(Method::GET);
    request.set_data(OnlyHead);
    let mut response = endpoint.call(request).await?;
    let body: BoxBody<Bytes, io::Error> = response.take_body().into();
    if let Some(length) = body.size_hint().exact()
        && !response.headers().contains_key(header::CONTENT_LENGTH)
    {
        response.headers_mut().insert(header::CONTENT_LENGTH, length.into());
    }
    Ok(response)
}

//! All APIs in one place, the one error shape around them, limits, security headers, the request log; then the UI.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant as Stopwatch;

use percent_encoding::percent_decode_str;
use poem::error::{MethodNotAllowedError, NotFoundError, ReadBodyError};
use poem::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use poem::{Body, Endpoint, EndpointExt, IntoResponse, Request, Response, Route};
use poem_openapi::error::{ContentTypeError, ParseParamError, ParsePathError, ParseRequestPayloadError};
use poem_openapi::{OpenApiService, OperationId};

use crate::app::App;
use crate::config::CaptchaProvider;
use crate::document::merged;
use crate::error::ApiError;
use crate::events::admin_api::EventsAdminApi;
use crate::events::api::EventsApi;
use crate::events::calendar::api::{CalendarFeedApi, CalendarFile, Kind};
use crate::events::calendar::feed_api::EventsFeed;
use crate::events::door::api::CheckInApi;
use crate::events::letters::api::LettersApi;
use crate::events::participants::api::ParticipantsApi;
use crate::events::registration::api::RegistrationsApi;
use crate::events::rules::task_path;
use crate::media::api::Media;
use crate::media::picture::MAX_BYTES;
use crate::members::api::MembersApi;
use crate::projects::admin_api::ProjectsAdminApi;
use crate::projects::api::ProjectsApi;
use crate::projects::comment_api::CommentsApi;
use crate::projects::edit_api::ProjectEditApi;
use crate::projects::feed_api::ProjectsFeed;
use crate::sessions::api::SessionsApi;
use crate::setup::api::SetupApi;
use crate::site::api::SiteApi;
use crate::stats::api::StatsApi;

/// Bytes that a request body may have unless its route says otherwise.
const BODY_LIMIT: usize = 64 * 1024;
/// Bytes of a picture: one more than it may have, so that the sentence about pictures is the one that is told.
const PICTURE_LIMIT: usize = MAX_BYTES + 1024;

/// All calls.
pub fn service(app: &Arc<App>) -> OpenApiService<impl poem_openapi::OpenApi + use<>, ()> {
    let apis = (
        SiteApi(app.clone()),
        SetupApi(app.clone()),
        SessionsApi(app.clone()),
        MembersApi(app.clone()),
        (
            ProjectsApi(app.clone()),
            ProjectEditApi(app.clone()),
            CommentsApi(app.clone()),
            ProjectsAdminApi(app.clone()),
        ),
        (
            EventsApi(app.clone()),
            RegistrationsApi(app.clone()),
            EventsAdminApi(app.clone()),
            ParticipantsApi(app.clone()),
            LettersApi(app.clone()),
            CheckInApi(app.clone()),
            CalendarFeedApi(app.clone()),
        ),
        StatsApi(app.clone()),
    );
    OpenApiService::new(apis, "Community", env!("CARGO_PKG_VERSION"))
        .description("The API of a Community site. Errors have one shape, ErrorBody; lists are arrays with their count in X-Total-Count.")
        .url_prefix("/api")
}

/// The API document as it is committed in ui/src/api/openapi.json; the same for every app.
pub fn document(app: &Arc<App>) -> &'static str {
    static DOCUMENT: OnceLock<String> = OnceLock::new();
    DOCUMENT.get_or_init(|| {
        let spec = service(app).spec();
        // The framework wrote it: it is JSON.
        merged(&spec).unwrap_or(spec) + "\n"
    })
}

/// A viewer of the document: one page that asks nobody else for anything.
fn viewer(app: &Arc<App>) -> String {
    let service = service(app);
    service.swagger_ui_html().replace(&service.spec(), document(app))
}

/// The whole site: /api, /healthz, and `ui` for everything else.
pub fn endpoint(app: &Arc<App>, ui: impl Endpoint + 'static) -> impl Endpoint<Output = Response> + 'static {
    let service = service(app);
    let (for_document, for_viewer) = (app.clone(), app.clone());
    let api = Route::new()
        .at(
            "/openapi.json",
            poem::endpoint::make_sync(move |_| {
                document(&for_document)
                    .with_content_type("application/json; charset=utf-8")
                    .into_response()
            }),
        )
        .at(
            "/docs",
            poem::endpoint::make_sync(move |_| viewer(&for_viewer).with_content_type("text/html; charset=utf-8").into_response()),
        )
        .nest("/", service)
        .around(limited)
        .catch_all_error(render_error)
        .around(validated);
    let calendar = |kind| CalendarFile(app.clone(), kind).catch_all_error(render_error).around(validated);
    let health = app.clone();
    let shared = app.clone();
    Route::new()
        .nest("/api", api)
        .at("/media/:id", Media(app.clone()))
        .at("/events.ics", calendar(Kind::All))
        .at("/events.atom", EventsFeed(app.clone()).catch_all_error(render_error).around(validated))
        .at(
            "/projects.atom",
            ProjectsFeed(app.clone()).catch_all_error(render_error).around(validated),
        )
        .at("/events/:part/calendar.ics", calendar(Kind::Event))
        .at("/calendar/:part", calendar(Kind::Own))
        .at("/healthz", poem::endpoint::make(move |_| check_health(health.clone())))
        .nest("/", ui)
        .data(app.clone())
        .around(readable)
        .around(move |endpoint, request| secured(endpoint, request, shared.clone()))
}

/// Takes an address whose escapes are no text (`%E0%A4%A`) as it is written. It names nothing, and gets the answer for that;
/// the router would refuse it before the pages are asked.
async fn readable<E: Endpoint>(endpoint: Arc<E>, mut request: Request) -> poem::Result<Response> {
    let path = request.uri().path();
    if percent_decode_str(path).decode_utf8().is_err() {
        let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
        if let Ok(literal) = format!("{}{query}", path.replace('%', "%25")).parse() {
            *request.uri_mut() = literal;
        }
    }
    endpoint.call(request).await.map(IntoResponse::into_response)
}

async fn check_health(app: Arc<App>) -> poem::Result<Response> {
    app.db.read(|conn| Ok(conn.query_row("SELECT 1", [], |_| Ok(()))?)).await?;
    Ok("ok".with_content_type("text/plain; charset=utf-8").into_response())
}

/// Reads the body up to its limit before anything else looks at it.
async fn limited<E: Endpoint>(endpoint: Arc<E>, mut request: Request) -> poem::Result<Response> {
    if request.method() == Method::PUT
        && let Some(path) = task_path(request.uri().path())
        && let Ok(uri) = path.parse()
    {
        *request.uri_mut() = uri;
    }
    if request.method() != Method::GET {
        let is_picture = request.method() == Method::POST && request.uri().path().ends_with("/pictures");
        let limit = if is_picture { PICTURE_LIMIT } else { BODY_LIMIT };
        let body = request.take_body().into_bytes_limit(limit).await?;
        request.set_body(Body::from(body));
    }
    endpoint.call(request).await.map(IntoResponse::into_response)
}

/// Whatever failed, the framework included, leaves in our shape. What is a response already passes through.
async fn render_error(error: poem::Error) -> Response {
    if error.is_from_response() {
        return error.into_response();
    }
    let status = error.status();
    let known = if let Some(error) = error.downcast_ref::<ParseParamError>() {
        ApiError::bad_request(format!("The parameter {} is not right: {}", error.name, plain(&error.reason)))
    } else if let Some(error) = error.downcast_ref::<ParsePathError>() {
        ApiError::bad_request(format!("The address is not right at {}.", error.name))
    } else if let Some(error) = error.downcast_ref::<ParseRequestPayloadError>() {
        too_long(&error.reason).unwrap_or_else(|| ApiError::bad_request(format!("The request cannot be read: {}", plain(&error.reason))))
    } else if error.is::<ContentTypeError>() {
        ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "The request must be sent as application/json.")
    } else if error.is::<NotFoundError>() {
        ApiError::not_found("There is no such call.")
    } else if error.is::<MethodNotAllowedError>() {
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "This call does not know that method.")
    } else if let Some(ReadBodyError::PayloadTooLarge) = error.downcast_ref::<ReadBodyError>() {
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "The request is too large.")
    } else if status == StatusCode::UNAUTHORIZED {
        ApiError::unauthorized()
    } else if status.is_client_error() {
        ApiError::new(status, status.canonical_reason().unwrap_or("Bad request"))
    } else {
        ApiError::internal(error)
    };
    known.into_response()
}

/// A text or list beyond the maximum that the document states, as a sentence at its field.
fn too_long(reason: &str) -> Option<ApiError> {
    let (field, rule) = reason.split_once("field `")?.1.split_once("` verification failed. ")?;
    let (kind, rest) = rule.split_once('(')?;
    let limit = rest.split([')', ',']).next()?;
    match kind {
        "maxLength" => Some(ApiError::invalid(field, format!("This can have at most {limit} characters"))),
        "maxItems" => Some(ApiError::invalid(field, format!("There can be at most {limit} of these"))),
        _ => None,
    }
}

/// The framework's reason without type names in front.
fn plain(reason: &str) -> String {
    let reason = reason.lines().next().unwrap_or_default();
    let reason = reason.strip_prefix("failed to parse ").unwrap_or(reason);
    reason.chars().take(200).collect()
}

/// ETag and 304 on answers to GET, and who may keep them.
async fn validated<E: Endpoint>(endpoint: Arc<E>, request: Request) -> poem::Result<Response> {
    let is_get = request.method() == Method::GET;
    let is_private = request.headers().contains_key(header::AUTHORIZATION);
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    let mut response = endpoint.call(request).await?.into_response();
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("Authorization, Accept-Encoding"));
    if !is_get || response.status() != StatusCode::OK {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        return Ok(response);
    }
    if !response.headers().contains_key(header::CACHE_CONTROL) {
        let value = if is_private { "private, no-cache" } else { "no-cache" };
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(value));
    }
    let body = response.take_body().into_bytes().await?;
    let etag = etag(&body);
    if known.is_some_and(|value| {
        value
            .to_str()
            .is_ok_and(|list| list.split(',').any(|tag| tag.trim().trim_start_matches("W/") == etag))
    }) {
        response.set_status(StatusCode::NOT_MODIFIED);
        response.headers_mut().remove(header::CONTENT_TYPE);
    } else {
        response.set_body(body);
    }
    if let Ok(value) = HeaderValue::from_str(&etag) {
        response.headers_mut().insert(header::ETAG, value);
    }
    Ok(response)
}

fn etag(body: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    body.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

/// Security headers and one line in the log for every request.
async fn secured<E: Endpoint>(endpoint: Arc<E>, request: Request, app: Arc<App>) -> poem::Result<Response> {
    static REQUESTS: AtomicU64 = AtomicU64::new(1);
    let id = REQUESTS.fetch_add(1, Ordering::Relaxed);
    let started = Stopwatch::now();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let is_api = path.starts_with("/api/") && path != "/api/docs";
    let mut response = match endpoint.call(request).await {
        Ok(response) => response.into_response(),
        Err(error) => render_error(error).await,
    };
    set_security_headers(response.headers_mut(), &app, is_api, path == "/api/docs");
    // The operation, or the first part of the path: an address may carry a secret.
    let route = response
        .data::<OperationId>()
        .map_or_else(|| path.split('/').take(2).collect::<Vec<_>>().join("/"), ToString::to_string);
    tracing::info!(id, %method, route, status = response.status().as_u16(), ms = started.elapsed().as_millis() as u64, "request");
    Ok(response)
}

fn set_security_headers(headers: &mut HeaderMap, app: &App, is_api: bool, is_docs: bool) {
    headers.insert("X-Content-Type-Options", HeaderValue::from_static("nosniff"));
    headers.insert("Referrer-Policy", HeaderValue::from_static("strict-origin-when-cross-origin"));
    headers.insert("X-Frame-Options", HeaderValue::from_static("DENY"));
    headers.insert("Cross-Origin-Opener-Policy", HeaderValue::from_static("same-origin-allow-popups"));
    headers.insert(
        "Permissions-Policy",
        HeaderValue::from_static("camera=(self), microphone=(), geolocation=()"),
    );
    if app.config.public_url.starts_with("https://") {
        headers.insert("Strict-Transport-Security", HeaderValue::from_static("max-age=31536000"));
    }
    if headers.contains_key("Content-Security-Policy") {
        return;
    }
    let policy = if is_docs {
        // The viewer is one page with its script and style inside.
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; frame-ancestors 'none'"
            .to_owned()
    } else if is_api {
        "default-src 'none'; frame-ancestors 'none'".to_owned()
    } else {
        content_security_policy(app)
    };
    if let Ok(value) = HeaderValue::from_str(&policy) {
        headers.insert("Content-Security-Policy", value);
    }
}

/// What pages may load: this site, and the third parties that the operator configured.
fn content_security_policy(app: &App) -> String {
    let mut scripts = vec!["'self'"];
    let mut styles = vec!["'self'"];
    let mut frames = Vec::new();
    let mut connects = vec!["'self'"];
    if !app.config.google.client_id.is_empty() {
        scripts.push("https://accounts.google.com/gsi/client");
        styles.push("https://accounts.google.com/gsi/style");
        frames.push("https://accounts.google.com/gsi/");
        connects.push("https://accounts.google.com/gsi/");
    }
    match app.config.captcha.provider {
        CaptchaProvider::Recaptcha => {
            scripts.extend(["https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"]);
            frames.push("https://www.google.com/recaptcha/");
        }
        CaptchaProvider::Hcaptcha => {
            scripts.push("https://*.hcaptcha.com");
            styles.push("https://*.hcaptcha.com");
            frames.push("https://*.hcaptcha.com");
            connects.push("https://*.hcaptcha.com");
        }
        CaptchaProvider::Turnstile => {
            scripts.push("https://challenges.cloudflare.com");
            frames.push("https://challenges.cloudflare.com");
        }
        CaptchaProvider::Builtin | CaptchaProvider::None => {}
    }
    let frames = if frames.is_empty() { "'none'".to_owned() } else { frames.join(" ") };
    format!(
        "default-src 'none'; script-src {}; style-src {}; img-src 'self' data: https:; font-src 'self'; connect-src {}; worker-src 'self'; \
         manifest-src 'self'; frame-src {frames}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        scripts.join(" "),
        styles.join(" "),
        connects.join(" "),
    )
}

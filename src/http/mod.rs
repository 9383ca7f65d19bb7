//! Brings all APIs together, with the one error shape, limits, security headers, the request log, and the UI.

mod answers;
mod bodies;
mod calls;
mod docs;
mod first;
mod headers;
mod kept;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant as Stopwatch;

use percent_encoding::percent_decode_str;
use poem::http::uri::Scheme;
use poem::http::{HeaderValue, StatusCode, header};
use poem::middleware::CatchPanic;
use poem::{Endpoint, EndpointExt, IntoResponse, Request, Response, Route};
use poem_openapi::OperationId;
use rand::RngExt;

use answers::{render_error, validated};
use bodies::{bounded, headed};
pub use calls::{document, service};
use docs::Docs;
pub use docs::accepts;
use first::answered;
use headers::{Part, set_security_headers};
use kept::{Kept, kept};

use crate::app::App;
use crate::auth::client_ip;
use crate::config::LogAddresses;
use crate::credentials::file_api::{CredentialFile, DidFile, StatusListFile, issuer_to_programs};
use crate::db::Tx;
use crate::db::values::Id;
use crate::error::{ApiError, within};
use crate::events::calendar::api::{CalendarFile, Kind};
use crate::events::calendar::feed_api::EventsFeed;
use crate::head::Allowed;
use crate::mailings::unsubscribe_api::one_click;
use crate::media::api::Media;
use crate::outside::acme::Acme;
use crate::pages;
use crate::projects::feed_api::ProjectsFeed;
use crate::site::export_api::ExportFile;
use crate::site::memo_store;
use crate::web::address::{Sign, shortened, shows_https};

/// The whole site: /api, /healthz, and `ui` for everything else.
pub fn endpoint(app: &Arc<App>, ui: impl Endpoint + 'static) -> impl Endpoint<Output = Response> + 'static {
    let (for_bodies, for_mail, for_issuer, health, shared) = (app.clone(), app.clone(), app.clone(), app.clone(), app.clone());
    let api = Route::new()
        .at("/openapi.json", poem::get(Docs::document(app)))
        .at("/docs", poem::get(Docs::viewer(app)))
        .nest("/", service(app))
        .around(move |endpoint, request| bounded(endpoint, request, for_bodies.clone()))
        .catch_all_error(render_error)
        .around(validated);
    let api = Arc::new(Route::new().nest("/api", api));
    let calendar = |kind| poem::get(CalendarFile(app.clone(), kind)).catch_all_error(render_error).around(validated);
    let said = Arc::new(Said::default());
    let (for_kept, shelf) = (app.clone(), Arc::new(Kept::default()));
    let (for_first, first_shelf) = (app.clone(), shelf.clone());
    // What pages ask for themselves is the same bytes.
    let calls = api
        .clone()
        .around(move |endpoint, request| kept(endpoint, request, for_first.clone(), first_shelf.clone()));
    let calls = Arc::new(calls.data(app.clone()));
    Route::new()
        .nest_no_strip("/api", api)
        .at("/export/:token", poem::get(ExportFile(app.clone())).catch_all_error(render_error))
        .at("/media/:id", poem::get(Media(app.clone())))
        .at("/events.ics", calendar(Kind::All))
        .at(
            "/events.atom",
            poem::get(EventsFeed(app.clone())).catch_all_error(render_error).around(validated),
        )
        .at(
            "/projects.atom",
            poem::get(ProjectsFeed(app.clone())).catch_all_error(render_error).around(validated),
        )
        .at("/events/:part/calendar.ics", calendar(Kind::Event))
        .at("/calendar/:part", calendar(Kind::Own))
        .at("/credentials/:id", poem::get(CredentialFile(app.clone())).catch_all_error(render_error))
        .at(
            "/credentials/status/:list",
            poem::get(StatusListFile(app.clone())).catch_all_error(render_error),
        )
        .at("/.well-known/did.json", poem::get(DidFile(app.clone())).catch_all_error(render_error))
        .at("/healthz", poem::get(poem::endpoint::make(move |_| check_health(health.clone()))))
        .nest(
            "/",
            ui.around(move |endpoint, request| answered(endpoint, request, calls.clone()))
                .around(page),
        )
        .around(move |endpoint, request| kept(endpoint, request, for_kept.clone(), shelf.clone()))
        .around(move |endpoint, request| one_click(endpoint, request, for_mail.clone()))
        .around(move |endpoint, request| issuer_to_programs(endpoint, request, for_issuer.clone()))
        .data(app.clone())
        .around(readable)
        // The panic is already logged where it happens.
        .with(CatchPanic::new().with_handler(|_| ApiError::failed()))
        .around(headed)
        .around(move |endpoint, request| secured(endpoint, request, shared.clone(), said.clone()))
}

/// Pages get validators and are compressed; files have theirs already.
async fn page<E: Endpoint>(endpoint: Arc<E>, request: Request) -> poem::Result<Response> {
    if pages::find(request.uri().path()).is_some() {
        validated(endpoint, request).await
    } else {
        endpoint.call(request).await.map(IntoResponse::into_response)
    }
}

/// Sends whoever comes without encryption to the same address of the site. The host is the site's own, whatever the request
/// says. An authority that looks whether a certificate was asked for here is answered.
pub fn redirect(app: &App, acme: Option<Arc<Acme>>) -> impl Endpoint<Output = Response> + 'static {
    let site_url = app.config.site_url();
    poem::endpoint::make_sync(move |request| {
        if let Some(answer) = acme.as_ref().and_then(|acme| acme.answer(request.uri().path())) {
            return answer.into_response();
        }
        let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
        Response::builder()
            .status(StatusCode::PERMANENT_REDIRECT)
            .header(header::LOCATION, format!("{site_url}{path}"))
            .finish()
    })
}

/// Passes on an address with invalid escapes (`%E0%A4%A`) unchanged. It names nothing, so the pages answer 404; the
/// router would refuse it before it reaches them.
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

/// "ok", followed by a warning for the operator if there is one; 503 or 507 with a sentence when the database cannot be read or written.
async fn check_health(app: Arc<App>) -> poem::Result<Response> {
    let (status, text) = match app.db.health().await {
        Ok(None) => (StatusCode::OK, "ok".to_owned()),
        Ok(Some(note)) => (StatusCode::OK, format!("ok\n{note}")),
        Err(error) => (error.status, error.body.message.clone()),
    };
    Ok(text.with_content_type("text/plain; charset=utf-8").with_status(status).into_response())
}

/// Security headers and one line in the log for every request.
async fn secured<E: Endpoint>(endpoint: Arc<E>, request: Request, app: Arc<App>, said: Arc<Said>) -> poem::Result<Response> {
    // Made here: one from outside could be anything.
    let id = Id(rand::rng().random_range(0..i64::MAX)).to_string();
    let started = Stopwatch::now();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let client = client_ip(&request, &app);
    // Who asks whether the site is well writes nothing.
    if path != "/healthz" {
        said.look(&request, &app);
    }
    let answer = async {
        match endpoint.call(request).await {
            Ok(response) => response.into_response(),
            Err(error) => render_error(error).await,
        }
    };
    let mut response = within(id.clone(), answer).await;
    if let Ok(number) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("X-Request-Id", number);
    }
    let allowed = response.data::<Allowed>().cloned().unwrap_or_default();
    set_security_headers(response.headers_mut(), &app, Part::of(&path), &allowed);
    // We log the operation, or only the first part of the path, because an address may contain a secret.
    let route = response
        .data::<OperationId>()
        .map_or_else(|| path.split('/').take(2).collect::<Vec<_>>().join("/"), ToString::to_string);
    let client = shown(client, app.config.log.addresses);
    app.measures.add(response.status(), started.elapsed());
    let (status, ms) = (response.status().as_u16(), started.elapsed().as_millis() as u64);
    if path.starts_with("/assets/") {
        tracing::debug!(id, %method, route, status, ms, client, "request");
    } else {
        tracing::info!(id, %method, route, status, ms, client, "request");
    }
    Ok(response)
}

/// An address in the form that may be logged.
fn shown(address: Option<IpAddr>, setting: LogAddresses) -> String {
    match (address, setting) {
        (None, _) | (_, LogAddresses::None) => "-".to_owned(),
        (Some(address), LogAddresses::Short) => shortened(address).to_string(),
        (Some(address), LogAddresses::Full) => address.to_string(),
    }
}

/// What requests show of the way on which they come, as far as it was noticed already: once is enough.
#[derive(Default)]
struct Said {
    forwarded: AtomicBool,
    local: AtomicBool,
    https: AtomicBool,
}

impl Said {
    fn look(&self, request: &Request, app: &Arc<App>) {
        let peer = request.remote_addr().as_socket_addr().map(|peer| peer.ip().to_canonical());
        if !self.https.load(Ordering::Relaxed) {
            self.look_for_https(request, app, peer);
        }
        if let Some(peer) = peer {
            self.look_for_proxies(request, app, peer);
        }
    }

    fn look_for_https(&self, request: &Request, app: &Arc<App>, peer: Option<IpAddr>) {
        let is_trusted = peer.is_some_and(|peer| app.trusted.iter().any(|network| network.contains(&peer)));
        let text = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
        let arrived = request.scheme() == &Scheme::HTTPS && app.config.tls.is_on();
        let shows = arrived || shows_https(&app.config.site_url(), is_trusted, text("X-Forwarded-Proto"), text("Referer"));
        if shows && !self.https.swap(true, Ordering::Relaxed) {
            let site_url = app.config.site_url();
            keep(app, move |tx| memo_store::set_reached(tx, &site_url));
        }
    }

    fn look_for_proxies(&self, request: &Request, app: &Arc<App>, peer: IpAddr) {
        let is_forwarded = request.headers().contains_key("X-Forwarded-For");
        let is_https = app.config.is_behind_https();
        let Some(sign) = Sign::of(peer, is_forwarded, is_https, &app.trusted) else {
            return;
        };
        let said = match sign {
            Sign::Forwarded => &self.forwarded,
            // The request comes from this machine.
            Sign::Local => &self.local,
        };
        if said.swap(true, Ordering::Relaxed) {
            return;
        }
        tracing::warn!("{}", sign.sentence(peer));
        keep(app, move |tx| memo_store::set_sign(tx, sign, peer));
    }
}

/// Keeps what was noticed, for `check` and the admin area; no request waits for it.
fn keep(app: &Arc<App>, set: impl Fn(&Tx) -> rusqlite::Result<()> + Send + 'static) {
    let db = app.db.clone();
    tokio::spawn(async move {
        if let Err(error) = db.write(move |tx| Ok(set(tx)?)).await {
            tracing::warn!(%error, "what was noticed of the proxy is not kept");
        }
    });
}

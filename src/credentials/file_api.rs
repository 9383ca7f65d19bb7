//! What others ask this site for when they check a credential: the credential at its address, the lists of what is revoked, the
//! issuer and its keys. Programs read JSON here, people are shown a page.

use std::sync::Arc;

use poem::http::{StatusCode, header};
use poem::{Endpoint, IntoResponse, Request, Response};
use serde_json::Value;

use super::guards::{find_issuer, find_list};
use super::key_store::list_public_keys;
use super::rules::{LIST_SECONDS, MEDIA_TYPE, did_document, profile};
use super::store::{Subject, find_credential};
use crate::app::App;
use crate::badges::store::find_badge;
use crate::certificates::guards::find_certificate_of;
use crate::db::values::Id;
use crate::error::{ApiError, ApiResult};
use crate::members::rules::Eyes;
use crate::web::caching::{etag, is_known};

/// A file for everybody, pages of other sites included.
fn file(request: &Request, text: String, kind: &str, cache: String) -> Response {
    let etag = etag(text.as_bytes());
    let response = if is_known(request.headers(), &etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        text.with_content_type(kind).into_response()
    };
    response
        .with_header(header::ETAG, etag)
        .with_header(header::CACHE_CONTROL, cache)
        .with_header(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*")
        .with_header(header::VARY, "Accept")
        .into_response()
}

/// Whether a browser asks for a page to show.
fn wants_page(request: &Request) -> bool {
    let accepted = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("text/html"))
}

/// GET /credentials/{id}: the credential, byte for byte as it was signed. A browser is led to the page about it.
pub struct CredentialFile(pub Arc<App>);

impl Endpoint for CredentialFile {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        let not_found = || ApiError::not_found("There is no such credential.");
        let id = request.raw_path_param("id").and_then(Id::parse).ok_or_else(not_found)?;
        let site_url = self.0.config.site_url();
        // Who may see it is decided as for the page. Nobody is signed in here, so what is private is not there.
        let found = self.0.db.look_up(move |conn| {
            let Some(found) = find_credential(conn, id)? else { return Ok(None) };
            let page = match found.subject {
                Some(Subject::Certificate(id)) => find_certificate_of(conn, id, Eyes::GUEST, &site_url)?.map(|shown| shown.shareable_link),
                Some(Subject::Badge(id)) => find_badge(conn, id, Eyes::GUEST, &site_url)?.map(|shown| shown.shareable_link),
                None => None,
            };
            Ok(page.map(|page| (found.document, page)))
        });
        let (document, page) = found.await?.ok_or_else(not_found)?;
        if wants_page(&request) {
            return Ok(StatusCode::SEE_OTHER
                .with_header(header::LOCATION, page)
                .with_header(header::VARY, "Accept")
                .into_response());
        }
        Ok(file(&request, document, MEDIA_TYPE, "no-cache".into()))
    }
}

/// GET /credentials/status/{list}: which credentials of a list are revoked.
pub struct StatusListFile(pub Arc<App>);

impl Endpoint for StatusListFile {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        let number = request.raw_path_param("list").and_then(|text| text.parse::<i64>().ok());
        let number = number.ok_or_else(|| ApiError::not_found("There is no such list."))?;
        let list = find_list(&self.0, Id(number)).await?;
        Ok(file(&request, list, MEDIA_TYPE, format!("public, max-age={LIST_SECONDS}")))
    }
}

/// GET /.well-known/did.json: the keys of the issuer as a `did:web`.
pub struct DidFile(pub Arc<App>);

impl Endpoint for DidFile {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        let document = describe(&self.0, |issuer, keys| did_document(&issuer, &keys)).await?;
        let document = document.ok_or_else(|| ApiError::not_found("The address of this site is no web address."))?;
        Ok(issuer_file(&request, &document, "application/did+json"))
    }
}

fn issuer_file(request: &Request, document: &Value, kind: &str) -> Response {
    file(request, document.to_string(), kind, format!("public, max-age={LIST_SECONDS}"))
}

async fn describe<T: Send + 'static>(app: &App, make: fn(super::rules::Issuer, Vec<super::key::PublicKey>) -> T) -> ApiResult<T> {
    let site_url = app.config.site_url();
    app.db
        .look_up(move |conn| Ok(make(find_issuer(conn, &site_url)?, list_public_keys(conn)?)))
        .await
}

/// GET /issuer: the profile of the issuer to programs; the page of that address to people.
pub async fn issuer_to_programs<E: Endpoint>(endpoint: Arc<E>, request: Request, app: Arc<App>) -> poem::Result<Response> {
    if request.uri().path() != "/issuer" || wants_page(&request) {
        return endpoint.call(request).await.map(IntoResponse::into_response);
    }
    let document = describe(&app, |issuer, keys| profile(&issuer, &keys)).await?;
    Ok(issuer_file(&request, &document, "application/ld+json"))
}

//! Unsubscribing without a session, by the signed link in a mail: with one click of a mail program (RFC 8058), or on the
//! page that the link leads to.

use std::sync::Arc;

use poem::http::{Method, StatusCode};
use poem::{Endpoint, IntoResponse, Request, Response};
use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use rusqlite::Connection;

use super::unsubscribe_rules::{self, Choice};
use super::unsubscribe_store as store;
use super::views::{UnsubscribeInput, Unsubscription};
use crate::app::App;
use crate::db::values::Id;
use crate::error::{ApiError, ApiResult};
use crate::input::Text;
use crate::text::TOKEN_LENGTH;
use crate::web::document::Tag;

pub struct UnsubscribeApi(pub Arc<App>);

fn not_valid() -> ApiError {
    ApiError::not_found("This link is not valid. Open it from the mail again, or choose your mails on your account page.")
}

fn read(app: &App, token: &str) -> ApiResult<(Id, Choice)> {
    let (who, what) = unsubscribe_rules::read(&app.keys.unsubscribe, token).ok_or_else(not_valid)?;
    Ok((who, Choice::parse(&what).ok_or_else(not_valid)?))
}

fn find(conn: &Connection, who: Id, choice: Choice) -> ApiResult<Unsubscription> {
    Ok(Unsubscription {
        kind: choice.as_str().into(),
        label: choice.label().into(),
        subscribed: store::find_wish(conn, who, choice)?.ok_or_else(not_valid)?,
    })
}

#[OpenApi(tag = "Tag::Mail")]
impl UnsubscribeApi {
    /// Get what a link in a mail unsubscribes from
    ///
    /// It changes nothing.
    #[oai(path = "/unsubscribe", method = "get", operation_id = "get_unsubscription")]
    async fn get_unsubscription(
        &self,
        /// The token of the link.
        token: Query<Option<Text<TOKEN_LENGTH>>>,
    ) -> ApiResult<Json<Unsubscription>> {
        let (who, choice) = read(&self.0, &token.0.unwrap_or_default())?;
        self.0.db.read(move |conn| find(conn, who, choice).map(Json)).await
    }

    /// Unsubscribe by a link in a mail, or subscribe again
    #[oai(path = "/unsubscribe", method = "post", operation_id = "unsubscribe")]
    async fn unsubscribe(&self, input: Json<UnsubscribeInput>) -> ApiResult<Json<Unsubscription>> {
        let (who, choice) = read(&self.0, &input.0.token)?;
        let wish = input.0.subscribe;
        self.0
            .db
            .write(move |tx| {
                store::set_wish(tx, who, choice, wish)?;
                find(tx, who, choice).map(Json)
            })
            .await
    }
}

/// The pages, with what mail programs post to `/unsubscribe` in front of them. Nothing of the body is needed: whoever
/// posts there with a valid link unsubscribes (RFC 8058, 3.2).
///
/// # Errors
/// Those of the pages.
pub async fn one_click<E: Endpoint>(pages: Arc<E>, request: Request, app: Arc<App>) -> poem::Result<Response> {
    if request.method() != Method::POST || request.uri().path() != "/unsubscribe" {
        return pages.call(request).await.map(IntoResponse::into_response);
    }
    let token = request.uri().query().and_then(|query| {
        let pairs = url::form_urlencoded::parse(query.as_bytes());
        pairs.into_iter().find(|(name, _)| name == "token").map(|(_, token)| token.into_owned())
    });
    let (who, choice) = read(&app, token.as_deref().unwrap_or_default())?;
    app.db.write(move |tx| Ok(store::set_wish(tx, who, choice, false)?)).await?;
    Ok("You are unsubscribed."
        .with_content_type("text/plain; charset=utf-8")
        .with_status(StatusCode::OK)
        .into_response())
}

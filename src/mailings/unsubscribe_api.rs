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
use crate::db::Tx;
use crate::db::values::Id;
use crate::error::{ApiError, ApiResult};
use crate::input::Text;
use crate::invitations::rules as invitation_rules;
use crate::invitations::store as invitations;
use crate::text::TOKEN_LENGTH;
use crate::web::document::Tag;
use crate::web::item::Item;

pub struct UnsubscribeApi(pub Arc<App>);

fn not_valid() -> ApiError {
    ApiError::not_found("This link is not valid. Open it from the mail again, or choose your mails on your account page.")
}

/// What a link is about.
#[derive(Clone, Copy)]
enum Subject {
    /// A member's choice of mails.
    Member(Id, Choice),
    /// An invitation of somebody who is no member.
    Invitation(Id),
}

fn read(app: &App, token: &str) -> ApiResult<Subject> {
    let (who, what) = unsubscribe_rules::read(&app.keys.unsubscribe, token).ok_or_else(not_valid)?;
    if what == invitation_rules::KIND {
        return Ok(Subject::Invitation(who));
    }
    Ok(Subject::Member(who, Choice::parse(&what).ok_or_else(not_valid)?))
}

fn find(conn: &Connection, subject: Subject) -> ApiResult<Unsubscription> {
    Ok(match subject {
        Subject::Member(who, choice) => Unsubscription {
            kind: choice.as_str().into(),
            label: choice.label().into(),
            subscribed: store::find_wish(conn, who, choice)?.ok_or_else(not_valid)?,
        },
        Subject::Invitation(id) => Unsubscription {
            kind: invitation_rules::KIND.into(),
            label: "Invitations".into(),
            subscribed: ["open", "expired"].contains(&&*invitations::find_state(conn, id)?.ok_or_else(not_valid)?),
        },
    })
}

fn set(tx: &Tx, subject: Subject, wish: bool) -> ApiResult<()> {
    match subject {
        Subject::Member(who, choice) => store::set_wish(tx, who, choice, wish)?,
        Subject::Invitation(_) if wish => return Err(ApiError::conflict("Nobody is invited twice. You can join at any time.")),
        Subject::Invitation(id) => invitations::decline(tx, id)?,
    }
    Ok(())
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
    ) -> ApiResult<Item<Unsubscription>> {
        let subject = read(&self.0, &token.0.unwrap_or_default())?;
        self.0.db.read(move |conn| find(conn, subject).map(Item)).await
    }

    /// Unsubscribe by a link in a mail, or subscribe again
    #[oai(path = "/unsubscribe", method = "post", operation_id = "unsubscribe")]
    async fn unsubscribe(&self, input: Json<UnsubscribeInput>) -> ApiResult<Item<Unsubscription>> {
        let subject = read(&self.0, &input.0.token)?;
        let wish = input.0.subscribe;
        self.0
            .db
            .write(move |tx| {
                set(tx, subject, wish)?;
                find(tx, subject).map(Item)
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
    let subject = read(&app, token.as_deref().unwrap_or_default())?;
    app.db.write(move |tx| set(tx, subject, false)).await?;
    Ok("You are unsubscribed."
        .with_content_type("text/plain; charset=utf-8")
        .with_status(StatusCode::OK)
        .into_response())
}

//! Signing in and out, and the challenge of the built-in captcha.

use std::sync::Arc;

use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::payload::Response;

use super::accounts::{add_account, enter};
use super::rules::{self, Client, Entry, Refusal};
use super::views::{CaptchaChallenge, CaptchaParameters, GoogleSignIn, LinkRequest, Message, Proof, SignedIn};
use super::{links, lockout, pictures, store};
use crate::app::App;
use crate::auth::{Member, client_address, device};
use crate::db::values::Instant;
use crate::db::{Tx, once};
use crate::error::{ApiError, ApiResult, request_number};
use crate::input::Input;
use crate::members::rules::{NewAccount, Role, name_from_claims};
use crate::members::store::{find_account, find_account_by_email};
use crate::members::views::SessionUser;
use crate::outside::identity::{self, Identity};
use crate::stats::rules::Happening;
use crate::text::is_email;
use crate::web::document::Tag;
use crate::web::item::Item;

pub struct SessionsApi(pub Arc<App>);

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        match refusal {
            Refusal::Suspended => ApiError::forbidden(refusal.to_string()),
            Refusal::Taken => ApiError::conflict(refusal.to_string()),
        }
    }
}

#[OpenApi(tag = "Tag::Sessions")]
impl SessionsApi {
    /// Get a captcha challenge
    ///
    /// For ALTCHA's widget, if the site's captcha is `builtin`. It can be answered once, within ten minutes.
    #[oai(path = "/captcha/challenge", method = "get", operation_id = "get_captcha_challenge")]
    async fn get_captcha_challenge(&self) -> ApiResult<Response<Item<CaptchaChallenge>>> {
        let challenge = self.0.captcha.challenge(self.0.clock.now())?;
        let challenge = challenge.ok_or_else(|| ApiError::not_found("The captcha of this site is not built in."))?;
        Ok(Response::new(Item(challenge_view(challenge)?)).header("Cache-Control", "no-store"))
    }

    /// Sign in with an ID token
    ///
    /// The first sign-in creates an account, or connects to the account that was created by an e-mail link to the same
    /// verified address. A failed attempt (wrong token or captcha) returns X-Attempts-Left. After five failures within
    /// 15 minutes, the client must wait (429).
    #[oai(path = "/auth/google", method = "post", operation_id = "sign_in_with_google")]
    async fn sign_in_with_google(&self, request: &Request, body: Input<GoogleSignIn>) -> ApiResult<Item<SignedIn>> {
        let (app, body, now) = (&self.0, body.0, self.0.clock.now());
        if !app.issuer.is_on() {
            return Err(ApiError::not_found("Sign-in with Google is not set up here."));
        }
        let client = rules::client(&client_address(request, app));
        let attempt = async {
            lockout::refuse_locked(app, &client, now).await?;
            app.verify_captcha(&body.captcha_token, now).await?;
            let identity = app.issuer.verify(&body.token_id, now).await?;
            let picture = identity.picture.clone();
            let (shared, client) = (app.clone(), sign_in_client(request, app));
            let signed_in = app.db.write(move |tx| enter_by_identity(tx, &shared, &identity, &client, now)).await?;
            if signed_in.user.profile_picture.is_empty() && !picture.is_empty() {
                pictures::fetch(app, signed_in.user.id, picture);
            }
            ApiResult::Ok(Item(signed_in))
        };
        let outcome = lockout::settle(app, attempt.await, &client, !body.captcha_token.trim().is_empty(), now).await;
        app.tally.add_outcome(&outcome, Happening::LoginSuccess, Happening::LoginFailed);
        log_refusal(&outcome);
        outcome
    }

    /// Ask for a sign-in link
    ///
    /// Sends a link that works once, within 15 minutes, and a six-digit code. The answer is the same whether or not the
    /// address has an account. An address gets at most five mails in 15 minutes; all their links stay valid. If there
    /// is no mail server or sending fails, the link is printed on the server's console.
    #[oai(path = "/auth/email", method = "post", operation_id = "request_sign_in_link")]
    async fn request_sign_in_link(&self, request: &Request, body: Input<LinkRequest>) -> ApiResult<Item<Message>> {
        let (app, body, now) = (&self.0, body.0, self.0.clock.now());
        let email = body.email.trim().to_owned();
        if !is_email(&email) {
            return Err(ApiError::invalid("email", "A valid e-mail address is required"));
        }
        let client = rules::client(&client_address(request, app));
        let attempt = async {
            lockout::refuse_locked(app, &client, now).await?;
            app.verify_captcha(&body.captcha_token, now).await?;
            let (shared, email, return_to, client) = (app.clone(), email.clone(), body.return_to.clone(), client.clone());
            app.db
                .write(move |tx| links::send(tx, &shared, &email, return_to.as_deref(), &client, now))
                .await
        };
        let issued = lockout::settle(app, attempt.await, &client, !body.captcha_token.trim().is_empty(), now).await?;
        if !app.mail.is_on() || app.mail_trouble.is_known(now) {
            // Not part of the request, because the console may be slow or blocked.
            tokio::task::spawn_blocking(move || issued.print(&email));
        }
        Ok(Item(Message {
            message: "Check your e-mail: a sign-in link is on its way. It works once, for 15 minutes.".to_owned(),
        }))
    }

    /// Sign in with a link or code from a mail
    ///
    /// Send the `{token}` of the link, or `{email, code}`. The first sign-in creates an account. A wrong token counts
    /// as a failed attempt and returns X-Attempts-Left. After five failures within 15 minutes, the client must wait
    /// (429). A used or expired link gets its own error and does not count. A code allows five attempts; after that,
    /// its link still works.
    #[oai(path = "/auth/email/verify", method = "post", operation_id = "sign_in_with_link")]
    async fn sign_in_with_link(&self, request: &Request, body: Input<Proof>) -> ApiResult<Item<SignedIn>> {
        let (app, now) = (self.0.clone(), self.0.clock.now());
        let client = sign_in_client(request, &app);
        let outcome = self.0.db.write(move |tx| links::enter(tx, &app, &body.0, &client, now)).await?;
        self.0.tally.add_outcome(&outcome, Happening::LoginSuccess, Happening::LoginFailed);
        log_refusal(&outcome);
        outcome.map(Item)
    }

    /// Get whose session it is
    ///
    /// What a sign-in answers, as it is now. The interface asks at its start, and on no page reads more of a member than that.
    #[oai(path = "/auth/session", method = "get", operation_id = "get_session")]
    async fn get_session(&self, member: Member) -> ApiResult<Item<SessionUser>> {
        let account = self.0.db.read(move |conn| Ok(find_account(conn, member.0.id)?)).await?;
        Ok(Item(account.ok_or_else(ApiError::unauthorized)?.into()))
    }

    /// Sign out
    ///
    /// The session also ends on the server.
    #[oai(path = "/auth/logout", method = "post", operation_id = "sign_out")]
    async fn sign_out(&self, member: Member) -> ApiResult<Item<Message>> {
        self.0.db.write(move |tx| Ok(store::delete_session(tx, member.0.session)?)).await?;
        Ok(Item(Message {
            message: "You are signed out.".to_owned(),
        }))
    }

    /// Sign out everywhere
    ///
    /// Ends all sessions of the caller, including this one.
    #[oai(path = "/auth/logout-all", method = "post", operation_id = "sign_out_everywhere")]
    async fn sign_out_everywhere(&self, member: Member) -> ApiResult<Item<Message>> {
        self.0.db.write(move |tx| Ok(store::delete_sessions(tx, member.0.id)?)).await?;
        Ok(Item(Message {
            message: "You are signed out everywhere.".to_owned(),
        }))
    }
}

/// A sign-in that succeeds is logged where the session begins.
fn log_refusal<T>(outcome: &ApiResult<T>) {
    if let Err(error) = outcome {
        tracing::warn!(id = request_number(), status = error.status.as_u16(), "a sign-in was refused");
    }
}

fn sign_in_client(request: &Request, app: &App) -> Client {
    Client {
        key: rules::client(&client_address(request, app)),
        device: device(request),
    }
}

fn challenge_view(challenge: altcha::Challenge) -> ApiResult<CaptchaChallenge> {
    let parameters = challenge.parameters;
    Ok(CaptchaChallenge {
        parameters: CaptchaParameters {
            algorithm: parameters.algorithm,
            cost: parameters.cost,
            expires_at: parameters.expires_at.unwrap_or_default(),
            key_length: u32::try_from(parameters.key_length).map_err(ApiError::internal)?,
            key_prefix: parameters.key_prefix,
            key_signature: parameters.key_signature.unwrap_or_default(),
            nonce: parameters.nonce,
            salt: parameters.salt,
        },
        signature: challenge.signature.unwrap_or_default(),
    })
}

fn enter_by_identity(tx: &Tx, app: &App, identity: &Identity, client: &Client, now: Instant) -> ApiResult<SignedIn> {
    lockout::check(tx, &client.key, now)?;
    if !once::use_up(tx, &identity.signed_part, identity.expires_at)? {
        return Err(identity::refused());
    }
    let by_identity = match store::find_identity(tx, &identity.issuer, &identity.subject)? {
        Some(user) => find_account(tx, user)?,
        None => None,
    };
    let by_email = find_account_by_email(tx, &identity.email)?;
    let email_is_held = match &by_email {
        Some(account) => store::has_identity(tx, account.id)?,
        None => false,
    };
    let (account, is_theirs) = match rules::enter(by_identity, by_email, email_is_held)? {
        Entry::Known(account) => (account, true),
        Entry::Joined(account) => (account, false),
        Entry::New => {
            let new = NewAccount {
                name: name_from_claims(&identity.name, &identity.email),
                email: identity.email.clone(),
                role: Role::User,
            };
            (add_account(tx, &new, now)?, false)
        }
    };
    if !is_theirs {
        store::set_identity(tx, &identity.issuer, &identity.subject, account.id, now)?;
    }
    enter(tx, app, account, client, now)
}

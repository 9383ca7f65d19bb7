//! Signing in and out, and the challenge of the built-in captcha.

use std::sync::Arc;

use poem::Request;
use poem::http::StatusCode;
use poem_openapi::OpenApi;
use poem_openapi::payload::{Json, Response};

use super::accounts::{add_account, begin_session};
use super::rules::{self, Entry, Refusal};
use super::store;
use super::views::{CaptchaChallenge, CaptchaParameters, GoogleSignIn, LinkRequest, LinkToken, Message, SignedIn};
use crate::app::App;
use crate::auth::{Member, client_address};
use crate::console::say;
use crate::db::values::{Instant, fold};
use crate::db::{Tx, once};
use crate::document::Tag;
use crate::error::{ApiError, ApiResult};
use crate::identity::{self, Identity};
use crate::mail::store::queue;
use crate::mail::templates::{self, Look};
use crate::mail::views::NewMail;
use crate::members::rules::{Account, NewAccount, Role, name_from_claims, name_from_email};
use crate::members::store::{find_account, find_account_by_email, set_picture};
use crate::site::store::find_settings;
use crate::text::is_email;

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
    /// For ALTCHA's widget, when the site's captcha is `builtin`; it can be answered once, within ten minutes.
    #[oai(path = "/captcha/challenge", method = "get", operation_id = "get_captcha_challenge")]
    async fn get_captcha_challenge(&self) -> ApiResult<Response<Json<CaptchaChallenge>>> {
        let challenge = self.0.captcha.challenge(self.0.clock.now())?;
        let challenge = challenge.ok_or_else(|| ApiError::not_found("The captcha of this site is not built in."))?;
        Ok(Response::new(Json(challenge_view(challenge)?)).header("Cache-Control", "no-store"))
    }

    /// Sign in with an ID token
    ///
    /// Makes an account at the first time, or joins the one that was made by e-mail link with the same verified address.
    /// A failed attempt (wrong token or captcha) carries X-Attempts-Left; after five within 15 minutes the client waits (429).
    #[oai(path = "/auth/google", method = "post", operation_id = "sign_in_with_google")]
    async fn sign_in_with_google(&self, request: &Request, body: Json<GoogleSignIn>) -> ApiResult<Json<SignedIn>> {
        let (app, now) = (&self.0, self.0.clock.now());
        if !app.issuer.is_on() {
            return Err(ApiError::not_found("Sign-in with Google is not set up here."));
        }
        let who = vec![rules::client(&client_address(request, app))];
        let attempt = async {
            refuse_locked(app, &who, now).await?;
            app.verify_captcha(&body.captcha_token, now).await?;
            let identity = app.issuer.verify(&body.token_id, now).await?;
            let (shared, who) = (app.clone(), who.clone());
            app.db.write(move |tx| enter_by_identity(tx, &shared, &identity, &who, now)).await
        };
        settle(app, attempt.await, &who, !body.captcha_token.trim().is_empty(), now).await
    }

    /// Ask for a sign-in link
    ///
    /// Mails a link that works once, for 15 minutes. The answer is the same whether or not the address is known. Without a
    /// mail server the link is printed on the server's console.
    #[oai(path = "/auth/email", method = "post", operation_id = "request_sign_in_link")]
    async fn request_sign_in_link(&self, request: &Request, body: Json<LinkRequest>) -> ApiResult<Json<Message>> {
        let (app, now) = (&self.0, self.0.clock.now());
        let email = body.email.trim().to_owned();
        if !is_email(&email) {
            return Err(ApiError::invalid("email", "A valid e-mail address is required"));
        }
        let client = rules::client(&client_address(request, app));
        let who = vec![client.clone(), format!("email:{}", fold(&email))];
        let attempt = async {
            refuse_locked(app, &who, now).await?;
            app.verify_captcha(&body.captcha_token, now).await?;
            let (shared, email, return_to) = (app.clone(), email.clone(), body.return_to.clone());
            app.db
                .write(move |tx| send_link(tx, &shared, &email, return_to.as_deref(), &client, now))
                .await
        };
        let link = settle(app, attempt.await, &who, !body.captcha_token.trim().is_empty(), now).await?;
        if app.config.mail.host.is_empty() {
            print_link(email, link).await?;
        }
        Ok(Json(Message {
            message: "Check your e-mail: a sign-in link is on its way. It works once, for 15 minutes.".to_owned(),
        }))
    }

    /// Sign in with the token of a mailed link
    ///
    /// Makes an account at the first time. A failed attempt carries X-Attempts-Left; after five within 15 minutes the client
    /// waits (429).
    #[oai(path = "/auth/email/verify", method = "post", operation_id = "sign_in_with_link")]
    async fn sign_in_with_link(&self, request: &Request, body: Json<LinkToken>) -> ApiResult<Json<SignedIn>> {
        let (app, now) = (&self.0, self.0.clock.now());
        let who = vec![rules::client(&client_address(request, app))];
        let (shared, keys) = (app.clone(), who.clone());
        let attempt = app.db.write(move |tx| enter_by_link(tx, &shared, &body.token, &keys, now)).await;
        settle(app, attempt, &who, true, now).await
    }

    /// Sign out
    ///
    /// The session ends on the server too.
    #[oai(path = "/auth/logout", method = "post", operation_id = "sign_out")]
    async fn sign_out(&self, member: Member) -> ApiResult<Json<Message>> {
        self.0.db.write(move |tx| Ok(store::delete_session(tx, member.0.session)?)).await?;
        Ok(Json(Message {
            message: "You are signed out.".to_owned(),
        }))
    }

    /// Sign out everywhere
    ///
    /// Ends all sessions of the caller, this one included.
    #[oai(path = "/auth/logout-all", method = "post", operation_id = "sign_out_everywhere")]
    async fn sign_out_everywhere(&self, member: Member) -> ApiResult<Json<Message>> {
        self.0.db.write(move |tx| Ok(store::delete_sessions(tx, member.0.id)?)).await?;
        Ok(Json(Message {
            message: "You are signed out everywhere.".to_owned(),
        }))
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

/// 429 while one of `who` has failed too often.
fn check_lockout(conn: &rusqlite::Connection, who: &[String], now: Instant) -> ApiResult<()> {
    for name in who {
        let latest = store::list_attempts(conn, name, rules::ATTEMPTS, now)?;
        if let Some(seconds) = rules::pause(&latest, rules::ATTEMPTS, now) {
            return Err(wait("Too many failed attempts.", seconds));
        }
    }
    Ok(())
}

fn wait(reason: &str, seconds: u64) -> ApiError {
    let message = format!("{reason} Please try again in {} minutes.", rules::minutes(seconds));
    ApiError::too_many(message, seconds)
}

/// The early check, before anything costs work; the one that decides stands in the transaction.
async fn refuse_locked(app: &App, who: &[String], now: Instant) -> ApiResult<()> {
    let who = who.to_vec();
    app.db.read(move |conn| check_lockout(conn, &who, now)).await
}

/// Counts a failed attempt and tells how many are left. What was refused for another reason passes unchanged.
async fn settle<T: Send>(app: &App, outcome: ApiResult<T>, who: &[String], was_answered: bool, now: Instant) -> ApiResult<T> {
    let mut error = match outcome {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    let is_wrong = error.status == StatusCode::UNAUTHORIZED || (error.status == StatusCode::UNPROCESSABLE_ENTITY && was_answered);
    if !is_wrong {
        return Err(error);
    }
    let who = who.to_vec();
    let left = app.db.write(move |tx| {
        check_lockout(tx, &who, now)?;
        let mut most = 0;
        for name in &who {
            store::insert_attempt(tx, name, now)?;
            most = most.max(store::list_attempts(tx, name, rules::ATTEMPTS, now)?.len());
        }
        Ok(rules::ATTEMPTS.saturating_sub(u32::try_from(most).map_err(ApiError::internal)?))
    });
    error.attempts_left = Some(left.await?);
    Err(error)
}

/// A session for whoever came in; their failures are forgotten.
fn begin(tx: &Tx, app: &App, account: Account, who: &[String], now: Instant) -> ApiResult<Json<SignedIn>> {
    for name in who {
        store::delete_attempts(tx, name)?;
    }
    store::delete_attempts(tx, &format!("email:{}", fold(&account.email)))?;
    begin_session(tx, app, account, now).map(Json)
}

fn enter_by_identity(tx: &Tx, app: &App, identity: &Identity, who: &[String], now: Instant) -> ApiResult<Json<SignedIn>> {
    check_lockout(tx, who, now)?;
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
    let (mut account, is_theirs) = match rules::enter(by_identity, by_email, email_is_held)? {
        Entry::Known(account) => (account, true),
        Entry::Joined(account) => (account, false),
        Entry::New => {
            let new = NewAccount {
                name: name_from_claims(&identity.name, &identity.email),
                email: identity.email.clone(),
                picture: identity.picture.clone(),
                role: Role::User,
            };
            (add_account(tx, &app.config, &new, now)?, false)
        }
    };
    if !is_theirs {
        store::set_identity(tx, &identity.issuer, &identity.subject, account.id, now)?;
    }
    if account.picture.is_empty() && !identity.picture.is_empty() {
        set_picture(tx, account.id, &identity.picture)?;
        account.picture.clone_from(&identity.picture);
    }
    begin(tx, app, account, who, now)
}

fn enter_by_link(tx: &Tx, app: &App, token: &str, who: &[String], now: Instant) -> ApiResult<Json<SignedIn>> {
    check_lockout(tx, who, now)?;
    let email = store::take_link(tx, token, now)?.ok_or_else(identity::refused)?;
    let account = match find_account_by_email(tx, &email)? {
        Some(account) if account.is_suspended => return Err(Refusal::Suspended.into()),
        Some(account) => account,
        None => {
            let new = NewAccount {
                name: name_from_email(&email),
                email,
                picture: String::new(),
                role: Role::User,
            };
            add_account(tx, &app.config, &new, now)?
        }
    };
    begin(tx, app, account, who, now)
}

/// Makes a link and queues its letter, when there is a mail server; gives the link.
fn send_link(tx: &Tx, app: &App, email: &str, return_to: Option<&str>, client: &str, now: Instant) -> ApiResult<String> {
    let limits = [
        (format!("link:email:{}", fold(email)), rules::LINKS_TO_ADDRESS),
        (format!("link:{client}"), rules::LINKS_BY_CLIENT),
    ];
    for (name, limit) in &limits {
        let latest = store::list_attempts(tx, name, *limit, now)?;
        if let Some(seconds) = rules::pause(&latest, *limit, now) {
            return Err(wait("Too many sign-in links were asked for.", seconds));
        }
    }
    for (name, _) in &limits {
        store::insert_attempt(tx, name, now)?;
    }
    // A known address is written to as it is stored: another one that folds to the same is perhaps somebody else's.
    let account = find_account_by_email(tx, email)?;
    let to_email = account.as_ref().map_or_else(|| email.to_owned(), |account| account.email.clone());
    let site_url = app.config.site_url();
    let link = rules::link(&site_url, &store::insert_link(tx, &to_email, now)?, return_to);
    if !app.config.mail.host.is_empty() {
        let mail = NewMail {
            kind: "sign_in_link",
            user_id: account.as_ref().map(|account| account.id),
            to_email,
            to_name: account.map(|account| account.name).unwrap_or_default(),
            letter: templates::sign_in_link(&Look::new(&find_settings(tx)?, &site_url), &link),
            attachments: Vec::new(),
            unsubscribe_url: None,
        };
        queue(tx, &mail, now)?;
    }
    Ok(link)
}

/// For the operator of a machine without a mail server. Not through the log: a link is a key. A terminal that has stopped
/// takes its time, which is no async thread's.
async fn print_link(email: String, link: String) -> ApiResult<()> {
    let line = format!("\n──── Sign-in link for {email}, good once and for 15 minutes ────\n{link}\n────\n");
    tokio::task::spawn_blocking(|| say(line)).await.map_err(ApiError::internal)
}

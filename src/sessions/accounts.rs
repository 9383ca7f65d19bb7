//! The last step of every way to sign in: a new account with a welcome mail in the outbox, and a session.

use super::rules::Client;
use super::views::SignedIn;
use super::{store, token};
use crate::app::App;
use crate::db::Tx;
use crate::db::values::Instant;
use crate::error::ApiResult;
use crate::invitations::store as invitations;
use crate::mail::occasion::Occasion;
use crate::mail::store::queue;
use crate::mail::views::NewMail;
use crate::members::rules::{Account, NewAccount};
use crate::members::store::{insert_account, set_proposed_name};

/// Creates an account and queues the welcome mail.
pub fn add_account(tx: &Tx, new: &NewAccount, now: Instant) -> ApiResult<Account> {
    let mut account = insert_account(tx, new, now)?;
    // Whoever was invited has answered.
    if let Some(name) = invitations::accept(tx, &account.email)? {
        set_proposed_name(tx, account.id, &name)?;
        account.proposed = name;
    }
    let mail = NewMail {
        user_id: Some(account.id),
        to_email: account.email.clone(),
        to_name: account.greeting().to_owned(),
        occasion: Occasion::Welcome,
    };
    queue(tx, &mail, now)?;
    Ok(account)
}

/// Starts a session for a member on a device.
pub fn begin_session(tx: &Tx, app: &App, account: Account, device: &str, now: Instant) -> ApiResult<SignedIn> {
    let expires_at = now.plus_seconds(i64::from(app.config.session.days) * 86_400);
    let session = store::insert_session(tx, account.id, device, now, expires_at)?;
    let user = account.id;
    tx.afterwards(move |request| tracing::info!(id = request, %user, "a member has signed in"));
    Ok(SignedIn {
        token: token::make(&app.keys.session, session, now, expires_at)?,
        user: account.into(),
    })
}

/// Starts a session after a successful sign-in and clears the failures of the client's network address.
pub fn enter(tx: &Tx, app: &App, account: Account, client: &Client, now: Instant) -> ApiResult<SignedIn> {
    store::delete_attempts(tx, &client.key)?;
    begin_session(tx, app, account, &client.device, now)
}

//! E-mailed sign-in links and their codes: how they are created, sent or printed, and used.

use super::rules::{self, Client, Fate, Refusal};
use super::views::{Proof, SignedIn};
use super::{accounts, lockout, store, token};
use crate::app::App;
use crate::console::say;
use crate::db::Tx;
use crate::db::values::Instant;
use crate::error::{ApiError, ApiResult};
use crate::limits;
use crate::mail::occasion::Occasion;
use crate::mail::store::queue;
use crate::mail::views::NewMail;
use crate::members::rules::{NewAccount, Role};
use crate::members::store::find_account_by_email;
use crate::outside::identity;
use crate::text::{email_key, printable};

/// A new link with its code.
pub struct Issued {
    pub token: String,
    pub link: String,
    pub code: String,
}

impl Issued {
    /// Creates a link and its code. Only their hashes are stored.
    ///
    /// # Errors
    /// 500 when the database fails.
    pub fn new(tx: &Tx, session_key: &[u8], site_url: &str, email: &str, return_to: Option<&str>, now: Instant) -> ApiResult<Issued> {
        let (token, code) = (token::random(), token::random_code());
        let code_hash = token::code_hash(session_key, &email_key(email), &code)?;
        store::insert_link(tx, &token, email, Some(&code_hash), now, rules::LINK_SECONDS)?;
        Ok(Issued {
            link: rules::link(site_url, &token, return_to),
            token,
            code,
        })
    }

    /// Prints the link and the code on the console, for the operator of a machine that cannot send mail. They do not go
    /// to the log, because a link is a credential.
    pub fn print(&self, email: &str) {
        let (email, link, code) = (printable(email), &self.link, rules::spaced(&self.code));
        say(format!(
            "\n──── Sign-in link for {email}: works once, within 15 minutes ────\n{link}\nOr type the code {code} where you asked for the link.\n────\n"
        ));
    }
}

/// Creates a link within the limits and queues its mail if there is a mail server.
///
/// # Errors
/// 429 when too many links were requested.
pub fn send(tx: &Tx, app: &App, email: &str, return_to: Option<&str>, client: &str, now: Instant) -> ApiResult<Issued> {
    limits::LINKS.take(tx, &email_key(email), now)?;
    limits::LINKS_BY_CLIENT.take(tx, client, now)?;
    // Mail goes to the stored spelling of a known address, because a mail server may distinguish upper and lower case.
    let account = find_account_by_email(tx, email)?;
    let to_email = account.as_ref().map_or_else(|| email.to_owned(), |account| account.email.clone());
    let issued = Issued::new(tx, &app.keys.session, &app.config.site_url(), &to_email, return_to, now)?;
    if app.mail.is_on() {
        let mail = NewMail {
            user_id: account.as_ref().map(|account| account.id),
            to_email,
            to_name: account.map(|account| account.greeting().to_owned()).unwrap_or_default(),
            occasion: Occasion::SignIn {
                token: issued.token.clone(),
                code: issued.code.clone(),
                return_to: return_to.map(str::to_owned),
            },
        };
        queue(tx, &mail, now)?;
    }
    Ok(issued)
}

/// Signs in with the token of a link, or with an address and the code mailed to it. The inner error is a refusal whose
/// transaction is committed, because the attempt counts.
///
/// # Errors
/// 422 when both are missing, 429 after too many failures.
pub fn enter(tx: &Tx, app: &App, proof: &Proof, client: &Client, now: Instant) -> ApiResult<Result<SignedIn, ApiError>> {
    lockout::check(tx, &client.key, now)?;
    let email = match (&proof.token, &proof.email, &proof.code) {
        (Some(token), ..) => use_link(tx, token, &client.key, now)?,
        (None, Some(email), Some(code)) => use_code(tx, app, email, code, &client.key, now)?,
        _ => return Err(ApiError::invalid("code", "Please enter the code from the mail")),
    };
    let email = match email {
        Ok(email) => email,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let account = match find_account_by_email(tx, &email)? {
        Some(account) if account.is_suspended => return Err(Refusal::Suspended.into()),
        Some(account) => account,
        None => {
            let new = NewAccount {
                name: None,
                email,
                role: Role::User,
            };
            accounts::add_account(tx, &new, now)?
        }
    };
    accounts::enter(tx, app, account, client, now).map(Ok)
}

/// The address that a link was sent to. A wrong token counts as a failure. A used or expired one does not, because it
/// cannot be a guess.
fn use_link(tx: &Tx, token: &str, client: &str, now: Instant) -> ApiResult<Result<String, ApiError>> {
    let Some(link) = store::find_link(tx, token)? else {
        let mut refusal = identity::refused();
        refusal.attempts_left = Some(lockout::count(tx, client, now)?);
        return Ok(Err(refusal));
    };
    Ok(match rules::fate(link.used_at, link.created_at, link.expires_at, now) {
        Fate::Good => {
            store::set_link_used(tx, &link.token_hash, now)?;
            Ok(link.email)
        }
        Fate::Used => Err(ApiError::refused("This sign-in link has already been used. Ask for a new one.")),
        Fate::Over => Err(ApiError::refused(
            "This sign-in link has expired: it was valid for 15 minutes. Ask for a new one.",
        )),
    })
}

/// The address that a code was sent to. A wrong code costs every valid code of the address one attempt. Wrong codes per
/// client have a limit of their own, because a room full of people shares one address and some mistype.
fn use_code(tx: &Tx, app: &App, email: &str, typed: &str, client: &str, now: Instant) -> ApiResult<Result<String, ApiError>> {
    let key = email_key(email.trim());
    limits::WRONG_CODES.check(tx, client, now)?;
    let Some(code) = rules::code(typed) else {
        return Err(ApiError::invalid("code", "The code has six digits"));
    };
    let hash = token::code_hash(&app.keys.session, &key, &code)?;
    if let Some(link) = store::find_link_by_code(tx, &key, &hash, now)? {
        store::set_link_used(tx, &link.token_hash, now)?;
        return Ok(Ok(link.email));
    }
    limits::WRONG_CODES.take(tx, client, now)?;
    let left = store::take_try(tx, &key, now)?;
    Ok(Err(ApiError::refused(rules::wrong_code(left))))
}

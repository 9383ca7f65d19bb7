//! A new account: the member, and their welcome in the outbox.

use crate::config::Config;
use crate::db::Tx;
use crate::db::values::Instant;
use crate::error::ApiResult;
use crate::mail::store::queue;
use crate::mail::templates::{self, Look};
use crate::mail::views::NewMail;
use crate::members::store::insert_account;
use crate::members::views::{Account, NewAccount};
use crate::site::store::find_settings;

/// Makes an account and queues its welcome.
pub fn add_account(tx: &Tx, config: &Config, new: &NewAccount, now: Instant) -> ApiResult<Account> {
    let account = insert_account(tx, new, now)?;
    let look = Look::new(&find_settings(tx)?, &config.site_url());
    let mail = NewMail {
        kind: "welcome",
        user_id: Some(account.id),
        to_email: account.email.clone(),
        to_name: account.name.clone(),
        letter: templates::welcome(&look, &account.name),
        attachments: Vec::new(),
        unsubscribe_url: None,
    };
    queue(tx, &mail, now)?;
    Ok(account)
}

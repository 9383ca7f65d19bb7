//! The mail of an invitation.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rusqlite::Connection;

use super::rules::KIND;
use super::store;
use crate::db::values::Id;
use crate::error::ApiResult;
use crate::mail::frame::Look;
use crate::mail::templates;
use crate::mail::views::{Reader, Sheet, Written};
use crate::mailings::unsubscribe_rules;
use crate::members::store::find_account_by_email;

/// The invitation, unless it was taken back or answered, or its reader is a member by now.
///
/// # Errors
/// 500 when the database fails.
pub fn write(conn: &Connection, look: &Look, reader: &Reader, invitation: Id, signing_key: &[u8]) -> ApiResult<Written> {
    let Some((email, inviter)) = store::find_open(conn, invitation)? else {
        return Ok(Err("the invitation is over"));
    };
    if find_account_by_email(conn, &email)?.is_some() {
        return Ok(Err("the invited is a member already"));
    }
    let link = format!("{}/login?email={}", look.url, utf8_percent_encode(&email, NON_ALPHANUMERIC));
    let never = unsubscribe_rules::link(&look.url, signing_key, invitation, KIND);
    Ok(Ok(Sheet {
        unsubscribe_url: Some(never.clone()),
        ..templates::invitation(look, &reader.name, &inviter, &link, &never).into()
    }))
}

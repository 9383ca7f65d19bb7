//! The letter that brings a certificate.

use rusqlite::Connection;

use super::guards::order;
use super::rules::Standing;
use super::store::find_by_key;
use crate::credentials::log_store::find_head;
use crate::db::values::Id;
use crate::error::ApiResult;
use crate::mail::templates::{self, Look};
use crate::mail::views::{Reader, Sheet, Written};
use crate::site::store::find_settings;

/// A certificate was issued or released, and still stands. Its document is drawn when the letter leaves.
pub fn issued(conn: &Connection, look: &Look, reader: &Reader, id: Id) -> ApiResult<Written> {
    let Some(found) = find_by_key(conn, id, &look.url)? else {
        return Ok(Err("the certificate is gone"));
    };
    if found.status != Standing::Valid {
        return Ok(Err("the certificate no longer stands"));
    }
    let head = find_head(conn)?;
    let letter = templates::certificate_issued(
        look,
        &reader.name,
        &found.context.name,
        &found.certificate_id,
        &found.shareable_link,
        head.as_ref().map(|head| (head.size, head.root.as_str())),
    );
    Ok(Ok(Sheet {
        certificate: Some(order(conn, &found, &*find_settings(conn)?)?),
        ..letter.into()
    }))
}

//! The letter that congratulates on badges.

use rusqlite::Connection;

use super::store::list_own;
use crate::db::values::Id;
use crate::error::ApiResult;
use crate::mail::templates::{self, Look};
use crate::mail::views::{Reader, Written};
use crate::members::store::find_mail_choices;

/// A member has these new badges, and still wants to know.
pub fn earned(conn: &Connection, look: &Look, reader: &Reader, user: Option<Id>, badges: &[Id]) -> ApiResult<Written> {
    let Some(user) = user else { return Ok(Err("the member has left")) };
    if !find_mail_choices(conn, user)?.badges {
        return Ok(Err("the member no longer wants to be told"));
    }
    let found = list_own(conn, user, badges, &look.url)?;
    if found.is_empty() {
        return Ok(Err("the badges are gone"));
    }
    let lines: Vec<templates::EarnedBadge> = found
        .iter()
        .map(|badge| templates::EarnedBadge {
            name: &badge.name,
            why: badge.reason(),
            link: &badge.shareable_link,
        })
        .collect();
    Ok(Ok(templates::badges_earned(look, &reader.name, &lines).into()))
}

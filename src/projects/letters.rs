//! Letters about projects: who gets them, and what they say on the day they are sent.

use rusqlite::Connection;

use super::comment_store;
use super::review_store::{self, find_reviewed};
use super::rules::ProjectStatus;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;
use crate::mail::occasion::Occasion;
use crate::mail::store::queue_rarely;
use crate::mail::templates::{self, Look};
use crate::mail::views::{NewMail, Reader, Written};
use crate::members::store::{find_mail_choices, list_reviewers};
use crate::web::paging::Paging;

/// Seconds between two letters about the same subject.
const HOUR: i64 = 3600;
/// The most projects that a letter to reviewers names.
const NAMED: u32 = 5;

/// Tells the reviewers that a project is waiting, each at most once an hour, except the submitter.
pub fn tell_reviewers(tx: &Tx, submitter: Id, now: Instant) -> ApiResult<()> {
    for account in list_reviewers(tx)? {
        if account.id != submitter {
            let mail = NewMail {
                user_id: Some(account.id),
                to_name: account.greeting().to_owned(),
                to_email: account.email,
                occasion: Occasion::ReviewWaits,
            };
            queue_rarely(tx, &mail, &format!("review:{}", account.id), HOUR, now)?;
        }
    }
    Ok(())
}

/// Tells the owner of a project that somebody else commented, at most once an hour.
pub fn tell_owner(tx: &Tx, project: Id, author: Id, now: Instant) -> ApiResult<()> {
    let Some(owner) = comment_store::find_owner_to_tell(tx, project, author)? else {
        return Ok(());
    };
    let mail = NewMail {
        user_id: Some(owner.id),
        to_name: owner.greeting().to_owned(),
        to_email: owner.email,
        occasion: Occasion::Commented {
            project,
            since: now.millis(),
        },
    };
    queue_rarely(tx, &mail, &format!("comments:{project}"), HOUR, now)
}

/// A project was approved, or rejected for a reason, and that has not changed.
pub fn decided(conn: &Connection, look: &Look, reader: &Reader, project: Id, reason: Option<&str>) -> ApiResult<Written> {
    let Some(found) = find_reviewed(conn, project)? else {
        return Ok(Err("the project was withdrawn"));
    };
    let link = format!("{}/projects/{project}", look.url);
    Ok(match (found.status, reason) {
        (ProjectStatus::Approved, None) => Ok(templates::project_approved(look, &reader.name, &found.title, &link).into()),
        (ProjectStatus::Rejected, Some(reason)) => Ok(templates::project_rejected(look, &reader.name, &found.title, reason, &link).into()),
        _ => Err("the project was decided on again"),
    })
}

/// So many projects wait for review now; for somebody who still reviews and still wants to know.
pub fn review_waits(conn: &Connection, look: &Look, reader: &Reader, user: Option<Id>) -> ApiResult<Written> {
    if !list_reviewers(conn)?.iter().any(|account| Some(account.id) == user) {
        return Ok(Err("the member no longer reviews, or no longer wants to be told"));
    }
    let paging = Paging::at(NAMED, 0);
    let waiting = review_store::list_admin_projects(conn, Some(ProjectStatus::InReview), "", None, &paging)?;
    if waiting.total == 0 {
        return Ok(Err("nothing waits for review any more"));
    }
    let titles: Vec<&str> = waiting.items.iter().map(|project| project.title.as_str()).collect();
    Ok(Ok(templates::review_waits(look, &reader.name, waiting.total, &titles).into()))
}

/// There are comments by others since then; for an owner who still wants to know.
pub fn commented(conn: &Connection, look: &Look, reader: &Reader, user: Option<Id>, project: Id, since: Instant) -> ApiResult<Written> {
    if !user
        .map(|user| find_mail_choices(conn, user))
        .transpose()?
        .is_none_or(|choices| choices.comments)
    {
        return Ok(Err("the member no longer wants to be told"));
    }
    let Some(found) = find_reviewed(conn, project)? else {
        return Ok(Err("the project was withdrawn"));
    };
    let (count, latest) = comment_store::find_news(conn, project, found.submitter, since)?;
    let Some((author, text)) = latest else {
        return Ok(Err("the comments were deleted"));
    };
    let link = format!("{}/projects/{project}", look.url);
    Ok(Ok(
        templates::commented(look, &reader.name, &found.title, count, &author, &text, &link).into()
    ))
}

//! The pause after failed attempts, counted by network address alone: nobody can be locked out by naming their address.

use poem::http::StatusCode;
use rusqlite::Connection;

use super::{rules, store};
use crate::app::App;
use crate::db::Tx;
use crate::db::values::Instant;
use crate::error::{ApiError, ApiResult};

/// 429 while `who` has done something too often.
///
/// # Errors
/// 429 with the seconds to wait.
pub fn check_limit(conn: &Connection, who: &str, limit: u32, reason: &str, now: Instant) -> ApiResult<()> {
    let latest = store::list_attempts(conn, who, limit, now)?;
    match rules::pause(&latest, limit, now) {
        Some(seconds) => {
            let message = format!("{reason} Please try again in {} minutes.", rules::minutes(seconds));
            Err(ApiError::too_many(message, seconds))
        }
        None => Ok(()),
    }
}

/// 429 while a client has failed too often.
///
/// # Errors
/// 429 with the seconds to wait.
pub fn check(conn: &Connection, client: &str, now: Instant) -> ApiResult<()> {
    check_limit(conn, client, rules::ATTEMPTS, "Too many failed attempts.", now)
}

/// The early check, before anything costs work; the one that decides stands in the transaction.
///
/// # Errors
/// 429 with the seconds to wait.
pub async fn refuse_locked(app: &App, client: &str, now: Instant) -> ApiResult<()> {
    let client = client.to_owned();
    app.db.read(move |conn| check(conn, &client, now)).await
}

/// Counts a failure of a client; says how many are left.
pub fn count(tx: &Tx, client: &str, now: Instant) -> ApiResult<u32> {
    store::insert_attempt(tx, client, now)?;
    let failures = store::list_attempts(tx, client, rules::ATTEMPTS, now)?.len();
    Ok(rules::ATTEMPTS.saturating_sub(u32::try_from(failures).map_err(ApiError::internal)?))
}

/// Counts a wrong ID token or captcha as a failed attempt and tells how many are left. What was refused for another reason
/// passes unchanged.
///
/// # Errors
/// The refusal itself, or 429 when a request at the same time was the last one.
pub async fn settle<T: Send>(app: &App, outcome: ApiResult<T>, client: &str, was_answered: bool, now: Instant) -> ApiResult<T> {
    let mut error = match outcome {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    let is_wrong = error.status == StatusCode::UNAUTHORIZED || (error.status == StatusCode::UNPROCESSABLE_ENTITY && was_answered);
    if !is_wrong {
        return Err(error);
    }
    let client = client.to_owned();
    let left = app.db.write(move |tx| {
        check(tx, &client, now)?;
        count(tx, &client, now)
    });
    error.attempts_left = Some(left.await?);
    Err(error)
}

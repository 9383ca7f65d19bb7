//! The lockout after failed attempts. It counts by network address only, so nobody can lock out somebody else by
//! entering their e-mail address.

use poem::http::StatusCode;
use rusqlite::Connection;

use super::{rules, store};
use crate::app::App;
use crate::db::Tx;
use crate::db::values::Instant;
use crate::error::{ApiError, ApiResult};

/// Fails while a client has too many failed attempts.
///
/// # Errors
/// 429 with the seconds to wait.
pub fn check(conn: &Connection, client: &str, now: Instant) -> ApiResult<()> {
    let latest = store::list_attempts(conn, client, rules::ATTEMPTS, now)?;
    match rules::pause(&latest, now) {
        Some(seconds) => {
            let minutes = rules::minutes(seconds);
            Err(ApiError::too_many(
                format!("Too many failed attempts. Please try again in {minutes} minutes."),
                seconds,
            ))
        }
        None => Ok(()),
    }
}

/// The early check, before any expensive work. The final check happens in the transaction.
///
/// # Errors
/// 429 with the seconds to wait.
pub async fn refuse_locked(app: &App, client: &str, now: Instant) -> ApiResult<()> {
    let client = client.to_owned();
    app.db.read(move |conn| check(conn, &client, now)).await
}

/// Counts a failure of a client; returns how many attempts are left.
pub fn count(tx: &Tx, client: &str, now: Instant) -> ApiResult<u32> {
    store::insert_attempt(tx, client, now)?;
    let failures = store::list_attempts(tx, client, rules::ATTEMPTS, now)?.len();
    Ok(rules::ATTEMPTS.saturating_sub(u32::try_from(failures).map_err(ApiError::internal)?))
}

/// Counts a wrong ID token or captcha as a failed attempt and adds how many are left. Other errors pass unchanged.
///
/// # Errors
/// The error itself, or 429 when a concurrent request used the last attempt.
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

//! Parses the status of participants in calls.

use super::rules::ParticipantStatus;
use crate::error::{ApiError, ApiResult};

/// The status of this name.
///
/// # Errors
/// 422 at `status`.
pub fn status(word: &str) -> ApiResult<ParticipantStatus> {
    ParticipantStatus::parse(word).ok_or_else(|| ApiError::invalid("status", "The status must be Registered, Attended or Completed"))
}

/// One status, or `None` for all of them.
pub fn status_filter(word: Option<&str>) -> ApiResult<Option<ParticipantStatus>> {
    match word {
        None | Some("" | "all") => Ok(None),
        Some(word) => status(word).map(Some),
    }
}

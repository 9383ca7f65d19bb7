//! The status of a participant.

use poem_openapi::Enum;

/// Maximum participants whose status is set at once.
pub const MAX_AT_ONCE: usize = 1000;

/// The status of a participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, serde::Serialize)]
pub enum ParticipantStatus {
    Registered,
    Attended,
    Completed,
}

impl ParticipantStatus {
    /// The value in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            ParticipantStatus::Registered => "Registered",
            ParticipantStatus::Attended => "Attended",
            ParticipantStatus::Completed => "Completed",
        }
    }

    /// The status of this name, in any case.
    pub fn parse(word: &str) -> Option<ParticipantStatus> {
        [ParticipantStatus::Registered, ParticipantStatus::Attended, ParticipantStatus::Completed]
            .into_iter()
            .find(|status| status.as_str().eq_ignore_ascii_case(word.trim()))
    }
}

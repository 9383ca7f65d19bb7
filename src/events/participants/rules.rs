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

/// What decides whether a participant has completed an event.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    pub status: ParticipantStatus,
    /// Online, Offline or Hybrid.
    pub is_online: bool,
    pub is_hybrid: bool,
    /// Required tasks, and how many of them are done.
    pub required: i64,
    pub done: i64,
    /// Whether anybody was checked in at the door.
    pub has_door: bool,
}

/// Whether a participant becomes Completed by themselves: all required tasks are done and, at a place, they attended. At a
/// hybrid event without check-ins nobody knows who came, so the tasks decide. Without required tasks, an admin decides.
pub fn completes(progress: &Progress) -> bool {
    let attended = progress.status == ParticipantStatus::Attended;
    let was_there = progress.is_online || attended || (progress.is_hybrid && !progress.has_door);
    progress.status != ParticipantStatus::Completed && progress.required > 0 && progress.done >= progress.required && was_there
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn required_tasks_and_presence_complete_an_event() {
        let online = Progress {
            status: ParticipantStatus::Registered,
            is_online: true,
            is_hybrid: false,
            required: 2,
            done: 2,
            has_door: false,
        };
        let offline = Progress { is_online: false, ..online };
        let hybrid = Progress { is_hybrid: true, ..offline };
        let attended = ParticipantStatus::Attended;
        assert!(completes(&online));
        assert!(!completes(&Progress { done: 1, ..online }));
        assert!(
            !completes(&Progress {
                required: 0,
                done: 0,
                ..online
            }),
            "an admin decides"
        );
        assert!(
            !completes(&Progress {
                status: ParticipantStatus::Completed,
                ..online
            }),
            "once"
        );
        assert!(!completes(&offline) && completes(&Progress { status: attended, ..offline }));
        assert!(completes(&hybrid) && !completes(&Progress { has_door: true, ..hybrid }));
        assert!(completes(&Progress {
            status: attended,
            has_door: true,
            ..hybrid
        }));
    }
}

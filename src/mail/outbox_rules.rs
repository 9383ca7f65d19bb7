//! What admins see of the outbox, and which mails may be tried again.

use super::rules::{SIGN_IN_LINK, expired};
use crate::db::values::Instant;

/// Why an admin took a mail out of the outbox.
pub const DROPPED: &str = "an admin has dropped it";

/// What may have become of a mail: the word for it in calls, and the state and the reason in the database.
const OUTCOMES: [(&str, &str, &str); 6] = [
    ("waiting", "waiting", ""),
    ("sent", "sent", ""),
    ("failed", "failed", "refused"),
    ("unsubscribed", "failed", "unsubscribed"),
    ("pointless", "failed", "pointless"),
    ("dropped", "failed", "dropped"),
];

/// The state and the reason in the database for an outcome.
pub fn outcome(word: &str) -> Option<(&'static str, &'static str)> {
    OUTCOMES
        .iter()
        .find(|(known, ..)| *known == word)
        .map(|(_, state, unsent)| (*state, *unsent))
}

/// The outcome for a state and a reason in the database.
pub fn outcome_of(state: &str, unsent: &str) -> &'static str {
    let found = OUTCOMES.iter().find(|(_, known, why)| *known == state && *why == unsent);
    found.map_or("failed", |(word, ..)| word)
}

/// What a mail of this kind is, for admins.
pub fn label(kind: &str) -> &'static str {
    match kind {
        SIGN_IN_LINK => "Sign-in link",
        "welcome" => "Welcome to a new member",
        "project_approved" => "Project approved",
        "project_rejected" => "Project rejected",
        "review_waits" => "Projects wait for review",
        "project_commented" => "Comments on a project",
        "certificate_issued" => "Certificate",
        "badges_earned" => "Badges earned",
        "registration_confirmed" => "Registration confirmed",
        "registration_cancelled" => "Registration cancelled",
        "promoted_from_waiting_list" => "Place from the waiting list",
        "event_reminder" => "Reminder of an event",
        "event_changed" => "Event changed",
        "event_cancelled" => "Event cancelled",
        "meeting_links" => "Links to a meeting",
        "event_message" => "Message to participants",
        "mailing" => "Message to members",
        "event_message_trial" | "mailing_trial" => "Test of a message",
        "test" => "Test of the mail server",
        "address_change" => "Change of an address",
        "invitation" => "Invitation",
        _ => "Mail",
    }
}

/// Whether a mail that was not sent may be tried again, or why not. `has_words` says whether what it is about is still known.
///
/// # Errors
/// The sentence for the admin.
pub fn retryable(kind: &str, outcome: &str, has_words: bool, created_at: Instant, now: Instant) -> Result<(), String> {
    match outcome {
        "sent" => return Err("This mail has been sent.".into()),
        "unsubscribed" => return Err("The member has unsubscribed from such mails.".into()),
        _ => {}
    }
    if let Some(why) = expired(kind, created_at, now) {
        return Err(format!("This mail is of no use any more: {why}."));
    }
    if has_words {
        Ok(())
    } else {
        Err("What this mail said is no longer kept.".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::rules::{UNSUBSCRIBED, unsent as unsent_for};

    #[test]
    fn a_mail_is_tried_again_while_it_is_of_use() {
        let now = Instant::from_millis(1_800_000_000_000);
        let later = now.plus_seconds(86_400);
        for (kind, outcome, has_words, may) in [
            ("event_changed", "failed", true, true),
            ("event_changed", "dropped", true, true),
            ("event_changed", "waiting", true, true),
            ("event_changed", "failed", false, false),
            ("event_changed", "sent", true, false),
            ("mailing", "unsubscribed", true, false),
            (SIGN_IN_LINK, "failed", true, false),
        ] {
            assert_eq!(retryable(kind, outcome, has_words, now, later).is_ok(), may, "{kind} {outcome}");
        }
        for (word, state, unsent) in OUTCOMES {
            assert_eq!(outcome(word), Some((state, unsent)));
            assert_eq!(outcome_of(state, unsent), word);
        }
        assert_eq!(
            (outcome("lost"), unsent_for(UNSUBSCRIBED), unsent_for("it rains")),
            (None, "unsubscribed", "pointless")
        );
    }
}

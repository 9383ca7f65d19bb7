//! Decisions about mails: when to try again, when to give up. Plain values in and out.

use crate::db::values::Instant;

/// The kind of mails that carry a sign-in link.
pub const SIGN_IN_LINK: &str = "sign_in_link";

/// Seconds that a sign-in link lives; later its mail is of no use.
const SIGN_IN_LINK_SECONDS: i64 = 15 * 60;

/// Seconds to wait after each attempt that failed for now: a little over two days in all.
const PAUSES: [i64; 8] = [60, 5 * 60, 15 * 60, 3600, 3 * 3600, 6 * 3600, 14 * 3600, 24 * 3600];

/// Seconds that a second mail about one topic waits for a newer one to take its place, twice as long after each that was
/// sent, and at most.
const QUIET: i64 = 600;
const LONGEST_QUIET: i64 = 6 * 3600;
/// Seconds in which mails about a topic count.
pub const QUIET_WINDOW: i64 = 86_400;

/// How an attempt to send ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The server has taken the mail.
    Accepted,
    /// The server (or the address itself) refuses this mail for good.
    Rejected(Reason),
    /// The server refuses this mail for now.
    Deferred(Reason),
    /// No server to talk to: not reached, no longer there, or one that does not let us in.
    Unreachable(Reason),
}

/// Why. `text` may hold addresses when it is the server's (`code` is set): for admins' eyes, not for the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The SMTP reply code.
    pub code: Option<u16>,
    pub text: String,
}

/// What becomes of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    Sent,
    Retry { at: Instant, error: String },
    Failed { error: String },
}

/// What becomes of a mail after its attempt number `attempts` (1 is the first).
pub fn fate(outcome: &Outcome, attempts: u32, now: Instant) -> Fate {
    match outcome {
        Outcome::Accepted => Fate::Sent,
        Outcome::Rejected(reason) => Fate::Failed { error: reason.text.clone() },
        Outcome::Deferred(reason) | Outcome::Unreachable(reason) => match pause(attempts) {
            Some(seconds) => Fate::Retry {
                at: now.plus_seconds(seconds),
                error: reason.text.clone(),
            },
            None => Fate::Failed { error: reason.text.clone() },
        },
    }
}

/// When a mail whose attempt number `attempts` begins now is due again if no outcome is ever recorded.
pub fn again_at(attempts: u32, now: Instant) -> Instant {
    let [.., longest] = PAUSES;
    now.plus_seconds(pause(attempts).unwrap_or(longest))
}

/// Seconds between a failed attempt and the next; none after the last.
fn pause(attempts: u32) -> Option<i64> {
    let index = usize::try_from(attempts).ok()?.checked_sub(1)?;
    PAUSES.get(index).copied()
}

/// Seconds that a mail about a topic waits when so many about it were sent lately: the first leaves at once, later ones tell
/// the last state once things are quiet.
pub fn quiet(recent: u32) -> i64 {
    match recent.checked_sub(1) {
        None => 0,
        Some(more) => (QUIET << more.min(10)).min(LONGEST_QUIET),
    }
}

/// Whether a mail has become useless while it waited.
pub fn is_expired(kind: &str, created_at: Instant, now: Instant) -> bool {
    kind == SIGN_IN_LINK && now >= created_at.plus_seconds(SIGN_IN_LINK_SECONDS)
}

/// The host of the site's address, for Message-IDs.
pub fn host(site_url: &str) -> &str {
    let rest = site_url.split_once("://").map_or(site_url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let is_plain = |character: char| character.is_ascii_alphanumeric() || matches!(character, '.' | '-');
    if !host.is_empty() && host.chars().all(is_plain) {
        host
    } else {
        "localhost"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: i64 = 1_800_000_000_000;

    fn reason() -> Reason {
        Reason {
            code: Some(451),
            text: "451 later".into(),
        }
    }

    #[test]
    fn the_pauses_grow_over_two_days_and_then_it_is_over() {
        assert!(PAUSES.windows(2).all(|pair| pair[0] < pair[1]));
        let now = Instant::from_millis(START);
        let mut at = now;
        for attempt in 1..=8 {
            match fate(&Outcome::Deferred(reason()), attempt, at) {
                Fate::Retry { at: next, error } => {
                    assert_eq!(error, "451 later");
                    at = next;
                }
                other => panic!("{other:?}"),
            }
        }
        let hours = (at.millis() - START) / 3_600_000;
        assert!((48..50).contains(&hours), "{hours}");
        assert_eq!(fate(&Outcome::Unreachable(reason()), 9, at), Fate::Failed { error: "451 later".into() });
    }

    #[test]
    fn a_rejection_ends_it_at_once_and_acceptance_too() {
        let now = Instant::from_millis(START);
        assert_eq!(fate(&Outcome::Rejected(reason()), 1, now), Fate::Failed { error: "451 later".into() });
        assert_eq!(fate(&Outcome::Accepted, 9, now), Fate::Sent);
    }

    #[test]
    fn an_attempt_without_an_outcome_is_repeated_after_its_pause() {
        let now = Instant::from_millis(START);
        assert_eq!(again_at(1, now), now.plus_seconds(60));
        assert_eq!(again_at(20, now), now.plus_seconds(24 * 3600));
    }

    #[test]
    fn a_topic_that_is_not_quiet_waits_longer_and_longer() {
        let waits: Vec<i64> = [0, 1, 2, 3, 6, 7, 63, 64, 1000].into_iter().map(quiet).collect();
        assert_eq!(waits, [0, 600, 1200, 2400, 19_200, 21_600, 21_600, 21_600, 21_600]);
    }

    #[test]
    fn only_sign_in_links_expire() {
        let now = Instant::from_millis(START);
        assert!(!is_expired(SIGN_IN_LINK, now, now.plus_seconds(899)));
        assert!(is_expired(SIGN_IN_LINK, now, now.plus_seconds(900)));
        assert!(!is_expired("welcome", now, now.plus_seconds(1_000_000)));
    }

    #[test]
    fn the_host_is_read_from_the_address() {
        assert_eq!(host("https://makers.example"), "makers.example");
        assert_eq!(host("https://makers.example:8443/sub?x"), "makers.example");
        assert_eq!(host("http://127.0.0.1:8080"), "127.0.0.1");
        assert_eq!(host("http://[::1]:8080"), "localhost");
        assert_eq!(host("https://bücher.example"), "localhost");
        assert_eq!(host(""), "localhost");
    }
}

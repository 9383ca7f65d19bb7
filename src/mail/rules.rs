//! Decisions about mails: when to try again, when to give up. Plain values in and out.

use url::{Host, Url};

use crate::db::values::Instant;
use crate::text::{cut, one_line};

/// The kind of mails that carry a sign-in link.
pub const SIGN_IN_LINK: &str = "sign_in_link";
/// The kind of mails with a link that confirms a change of address.
pub const ADDRESS_CHANGE: &str = "address_change";

/// Seconds that a sign-in link lives; later its mail is of no use.
const SIGN_IN_LINK_SECONDS: i64 = 15 * 60;
const DAY: i64 = 86_400;

/// Seconds to wait after each attempt that failed for now: a little over two days in all.
const PAUSES: [i64; 8] = [60, 5 * 60, 15 * 60, 3600, 3 * 3600, 6 * 3600, 14 * 3600, 24 * 3600];

/// Seconds that a second mail about a topic waits, so that a newer one can replace it. The wait doubles with each mail
/// that was sent, up to the maximum.
const QUIET: i64 = 600;
const LONGEST_QUIET: i64 = 6 * 3600;
/// Seconds in which mails about a topic count.
pub const QUIET_WINDOW: i64 = 86_400;

/// Seconds between two attempts at a server that refuses us: the first pause, and the longest.
const SERVER_PAUSES: [i64; 4] = [60, 2 * 60, 5 * 60, 15 * 60];
/// Maximum characters of a stored error.
const ERROR_LENGTH: usize = 400;

/// How an attempt to send ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The server has taken the mail.
    Accepted,
    /// The server, or the address itself, refuses this mail for good.
    Rejected(Reason),
    /// The server refuses this mail for now.
    Deferred(Reason),
    /// Trouble of the server or of our settings, not of this mail: the server cannot be reached, went away, or does not
    /// let us in. Every mail would meet it.
    Unreachable(Reason),
}

/// Why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The SMTP reply code.
    pub code: Option<u16>,
    /// Our own sentence, which says what to do. It may appear in the log.
    pub problem: String,
    /// The same with the server's words, which may contain addresses: for admins only.
    pub text: String,
}

impl Reason {
    /// A reason without words of the server.
    pub fn ours(problem: &str) -> Reason {
        Reason::new(None, problem, "")
    }

    /// A reason with what the server said.
    pub fn new(code: Option<u16>, problem: &str, server: &str) -> Reason {
        let text = if server.is_empty() {
            problem.to_owned()
        } else {
            format!("{problem} ({server})")
        };
        Reason {
            code,
            problem: problem.to_owned(),
            text: cut(&one_line(&text), ERROR_LENGTH).to_owned(),
        }
    }
}

/// Seconds until a server that refused us is tried again, after this many failures in a row.
pub fn server_pause(failures: u32) -> i64 {
    let [.., longest] = SERVER_PAUSES;
    let index = usize::try_from(failures.saturating_sub(1)).unwrap_or(usize::MAX);
    SERVER_PAUSES.get(index).copied().unwrap_or(longest)
}

/// What becomes of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    Sent,
    Retry {
        at: Instant,
        error: String,
    },
    /// The attempt does not count, because the mail did not cause the failure.
    Kept {
        error: String,
    },
    Failed {
        error: String,
    },
}

/// What becomes of a mail after its attempt number `attempts` (1 is the first).
pub fn fate(outcome: &Outcome, attempts: u32, now: Instant) -> Fate {
    match outcome {
        Outcome::Accepted => Fate::Sent,
        Outcome::Rejected(reason) => Fate::Failed { error: reason.text.clone() },
        Outcome::Unreachable(reason) => Fate::Kept { error: reason.text.clone() },
        Outcome::Deferred(reason) => match pause(attempts) {
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

/// Seconds that a mail about a topic waits, given how many were sent lately. The first leaves at once; later ones wait
/// until things are quiet, and tell the latest state.
pub fn quiet(recent: u32) -> i64 {
    match recent.checked_sub(1) {
        None => 0,
        Some(more) => (QUIET << more.min(10)).min(LONGEST_QUIET),
    }
}

/// The longest wait in seconds after this many attempts. A mail that is due later was postponed by a clock that ran
/// ahead.
pub fn longest_wait(attempts: u32) -> i64 {
    let [.., longest] = PAUSES;
    match attempts {
        0 => LONGEST_QUIET,
        _ => pause(attempts).unwrap_or(longest),
    }
}

/// The longest waits for all numbers of attempts, as a JSON array. The last entry also counts for all higher numbers.
pub fn longest_waits() -> String {
    let waits: Vec<i64> = (0..=8).map(longest_wait).collect();
    format!("{waits:?}")
}

/// Why a mail that has waited too long is no longer sent. What it is about may end it earlier.
pub fn expired(kind: &str, created_at: Instant, now: Instant) -> Option<&'static str> {
    let (seconds, why) = match kind {
        SIGN_IN_LINK => (SIGN_IN_LINK_SECONDS, "the link was good for 15 minutes"),
        ADDRESS_CHANGE => (DAY, "the link was good for a day"),
        "event_reminder" => (2 * DAY, "the reminder is too late"),
        "review_waits" | "event_message_trial" | "mailing_trial" | "test" => (2 * DAY, "it has waited for two days"),
        "welcome" | "project_commented" | "event_message" => (7 * DAY, "it has waited for a week"),
        _ => (30 * DAY, "it has waited for a month"),
    };
    (now >= created_at.plus_seconds(seconds)).then_some(why)
}

/// Why a mail to many is not sent to somebody who does not want it.
pub const UNSUBSCRIBED: &str = "the member has unsubscribed";

/// The word in the database for why a mail is no longer sent.
pub fn unsent(why: &str) -> &'static str {
    if why == UNSUBSCRIBED { "unsubscribed" } else { "pointless" }
}

/// Seconds that the limit of mails to many looks back.
pub const RATE_WINDOW: i64 = 60;

/// What an admin reads about a mail that is no longer sent.
pub fn not_sent(why: &str) -> String {
    format!("Not sent: {why}.")
}

/// The host of the site's address in its ASCII form, for Message-IDs.
pub fn host(site_url: &str) -> String {
    match Url::parse(site_url).ok().as_ref().and_then(Url::host) {
        Some(Host::Domain(name)) => name.to_owned(),
        Some(Host::Ipv4(ip)) => ip.to_string(),
        Some(Host::Ipv6(_)) | None => "localhost".to_owned(),
    }
}

/// The name that we give to a mail server (HELO): the site's public host or address. Servers refuse bare names, and a
/// loopback or unspecified address says nothing; the sender's domain replaces both.
pub fn greeting_name(site_url: &str, sender_domain: &str) -> String {
    match Url::parse(site_url).ok().as_ref().and_then(Url::host) {
        Some(Host::Ipv4(ip)) if !ip.is_loopback() && !ip.is_unspecified() => ip.to_string(),
        Some(Host::Ipv6(ip)) if !ip.is_loopback() && !ip.is_unspecified() => ip.to_string(),
        Some(Host::Domain(name)) if name.trim_end_matches('.').contains('.') => name.trim_end_matches('.').to_owned(),
        _ => ascii_domain(sender_domain).unwrap_or_else(|| sender_domain.to_owned()),
    }
}

/// A domain as every mail server understands it: umlauts and the like in their ASCII form (RFC 5891).
pub fn ascii_domain(domain: &str) -> Option<String> {
    match Host::parse(domain) {
        Ok(Host::Domain(name)) => Some(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: i64 = 1_800_000_000_000;

    fn reason() -> Reason {
        Reason {
            code: Some(451),
            problem: "later".into(),
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
        assert_eq!(fate(&Outcome::Deferred(reason()), 9, at), Fate::Failed { error: "451 later".into() });
        assert_eq!(fate(&Outcome::Unreachable(reason()), 90, at), Fate::Kept { error: "451 later".into() });
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
    fn no_mail_waits_longer_than_its_pause() {
        assert_eq!([0, 1, 2, 8, 9, 50].map(longest_wait), [21_600, 60, 300, 86_400, 86_400, 86_400]);
        assert_eq!(longest_waits(), "[21600, 60, 300, 900, 3600, 10800, 21600, 50400, 86400]");
        for attempts in 1..20 {
            let now = Instant::from_millis(START);
            assert!(again_at(attempts, now) <= now.plus_seconds(longest_wait(attempts)));
        }
    }

    #[test]
    fn a_topic_that_is_not_quiet_waits_longer_and_longer() {
        let waits: Vec<i64> = [0, 1, 2, 3, 6, 7, 63, 64, 1000].into_iter().map(quiet).collect();
        assert_eq!(waits, [0, 600, 1200, 2400, 19_200, 21_600, 21_600, 21_600, 21_600]);
    }

    #[test]
    fn every_kind_of_mail_is_pointless_one_day() {
        let now = Instant::from_millis(START);
        let after = |kind, seconds| expired(kind, now, now.plus_seconds(seconds));
        assert_eq!(after(SIGN_IN_LINK, 899), None);
        assert_eq!(after(SIGN_IN_LINK, 900), Some("the link was good for 15 minutes"));
        assert!(after(ADDRESS_CHANGE, DAY - 1).is_none() && after(ADDRESS_CHANGE, DAY).is_some());
        assert!(after("welcome", 7 * DAY - 1).is_none() && after("welcome", 7 * DAY).is_some());
        assert!(after("event_reminder", 2 * DAY).is_some());
        assert!(after("event_changed", 30 * DAY).is_some());
        assert_eq!(not_sent("why"), "Not sent: why.");
    }

    #[test]
    fn the_host_is_read_from_the_address() {
        assert_eq!(host("https://makers.example"), "makers.example");
        assert_eq!(host("https://makers.example:8443/sub?x"), "makers.example");
        assert_eq!(host("http://127.0.0.1:8080"), "127.0.0.1");
        assert_eq!(host("http://[::1]:8080"), "localhost");
        assert_eq!(host("https://bücher.example"), "xn--bcher-kva.example");
        assert_eq!(host(""), "localhost");
    }

    #[test]
    fn nobody_greets_with_a_bare_name() {
        let name = |url| greeting_name(url, "makers.example");
        assert_eq!(name("https://bücher.example:8443/"), "xn--bcher-kva.example");
        assert_eq!(name("http://192.0.2.7:8080"), "192.0.2.7");
        assert_eq!(name("http://[2001:db8::1]:8080"), "2001:db8::1");
        for own in ["localhost", "127.0.0.1", "0.0.0.0", "[::1]", "[::]"] {
            assert_eq!(greeting_name(&format!("http://{own}:8080"), "makers.example"), "makers.example", "{own}");
        }
        assert_eq!(name("http://community"), "makers.example");
        assert_eq!(greeting_name("http://community", "bücher.example"), "xn--bcher-kva.example");
    }

    #[test]
    fn a_server_is_left_alone_longer_and_longer_but_never_for_long() {
        assert_eq!([1, 2, 3, 4, 5, 1000].map(server_pause), [60, 120, 300, 900, 900, 900]);
    }
}

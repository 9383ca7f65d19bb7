//! Decisions about letters of events: what admins may send, and whether a letter still applies when it is sent.

use crate::db::values::Instant;
use crate::mail::occasion::{Notice, Plan};
use crate::text::is_web_address;

/// Maximum characters of a letter's subject.
pub const MAX_SUBJECT: usize = 200;

/// Checks links before they are sent: at least one, and each a web address.
///
/// # Errors
/// The field and the sentence to show there.
pub fn check_links(meet_link: &str, whatsapp_link: &str) -> Result<(), (&'static str, String)> {
    if meet_link.is_empty() && whatsapp_link.is_empty() {
        return Err(("meetLink", "Please provide at least one link to send".into()));
    }
    for (field, link) in [("meetLink", meet_link), ("whatsappLink", whatsapp_link)] {
        if !link.is_empty() && !is_web_address(link) {
            return Err((field, "A link must be a web address that begins with https:// or http://".into()));
        }
    }
    Ok(())
}

/// An event and its reader, on the day a letter is sent.
#[derive(Clone, Copy)]
pub struct Standing<'a> {
    pub cancelled: bool,
    pub starts_at: Instant,
    pub ends_at: Instant,
    pub is_registered: bool,
    pub is_waiting: bool,
    pub plan: &'a Plan,
    pub has_links: bool,
}

/// Why a letter is pointless, if it is.
pub fn pointless(notice: &Notice, standing: &Standing, now: Instant) -> Option<&'static str> {
    let is_over = now >= standing.ends_at;
    let is_part = standing.is_registered || standing.is_waiting;
    let checks: &[(bool, &'static str)] = match notice {
        Notice::Registered | Notice::Promoted => &[
            (!standing.is_registered, "the member is not registered any more"),
            (standing.cancelled, "the event was cancelled"),
            (is_over, "the event is over"),
        ],
        Notice::Left => &[(standing.is_registered, "the member is registered again"), (is_over, "the event is over")],
        Notice::Reminder => &[
            (!standing.is_registered, "the member is not registered any more"),
            (standing.cancelled, "the event was cancelled"),
            (now >= standing.starts_at, "the event has begun"),
        ],
        Notice::Changed { was } => &[
            (!is_part, "the member takes no part any more"),
            (standing.cancelled, "the event was cancelled"),
            (is_over, "the event is over"),
            (was == standing.plan, "the event is as it was before"),
        ],
        Notice::Cancelled { .. } => &[(!is_part, "the member takes no part any more"), (is_over, "the event is over")],
        Notice::Links => &[
            (!standing.is_registered, "the member is not registered any more"),
            (standing.cancelled, "the event was cancelled"),
            (is_over, "the event is over"),
            (!standing.has_links, "the event has no links any more"),
        ],
        Notice::Message { .. } => &[(!is_part, "the member takes no part any more")],
        Notice::Trial { .. } => &[],
    };
    checks.iter().find(|(applies, _)| *applies).map(|(_, why)| *why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_is_sent_only_while_it_applies() {
        let at = |seconds| Instant::from_millis(1_800_000_000_000).plus_seconds(seconds);
        let plan = |when: &str| Plan {
            when: when.into(),
            until: "20:00".into(),
            place: "Hall".into(),
        };
        let today = plan("today");
        let standing = Standing {
            cancelled: false,
            starts_at: at(100),
            ends_at: at(200),
            is_registered: true,
            is_waiting: false,
            plan: &today,
            has_links: true,
        };
        let gone = Standing {
            is_registered: false,
            ..standing
        };
        let cancelled = Standing { cancelled: true, ..standing };
        let changed = Notice::Changed { was: plan("yesterday") };
        for notice in [Notice::Registered, Notice::Promoted, Notice::Reminder, changed.clone(), Notice::Links] {
            assert_eq!(pointless(&notice, &standing, at(99)), None);
            assert!(pointless(&notice, &gone, at(99)).is_some());
            assert!(pointless(&notice, &cancelled, at(99)).is_some());
            assert!(pointless(&notice, &standing, at(200)).is_some());
        }
        assert_eq!(pointless(&Notice::Reminder, &standing, at(100)), Some("the event has begun"));
        assert_eq!(
            pointless(&Notice::Changed { was: plan("today") }, &standing, at(0)),
            Some("the event is as it was before")
        );
        let waiting = Standing { is_waiting: true, ..gone };
        assert_eq!(pointless(&changed, &waiting, at(0)), None);
        assert!(pointless(&Notice::Left, &standing, at(0)).is_some() && pointless(&Notice::Left, &gone, at(0)).is_none());
        let reason = || "rain".to_owned();
        assert!(pointless(&Notice::Cancelled { reason: reason() }, &cancelled, at(0)).is_none());
        assert!(pointless(&Notice::Cancelled { reason: reason() }, &cancelled, at(200)).is_some());
    }
}

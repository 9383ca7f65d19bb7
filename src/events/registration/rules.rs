//! Decisions about a registration: who gets a place, who may give one up. The time is a parameter.

use std::fmt;

use crate::db::values::{Id, Instant};

/// The state of an event and the caller's relation to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    pub cancelled: bool,
    pub is_full: bool,
    /// Nobody comes to a place.
    pub is_online: bool,
    pub starts_at: Instant,
    pub ends_at: Instant,
    pub closes_at: Option<Instant>,
    pub is_registered: bool,
    pub is_waiting: bool,
}

/// The result of a registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Place,
    WaitingList,
}

/// Why it is refused; `Display` is the sentence to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    Cancelled,
    Ended,
    Closed,
    Full,
    AlreadyRegistered,
    AlreadyWaiting,
    Started,
    NotRegistered,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Cancelled => "This event was cancelled.",
            Refusal::Ended => "This event is over.",
            Refusal::Closed => "Registration for this event has closed.",
            Refusal::Full => "Registration Full",
            Refusal::AlreadyRegistered => "You are already registered for this event.",
            Refusal::AlreadyWaiting => "You are already on the waiting list of this event.",
            Refusal::Started => "This event has begun, so registrations can no longer be cancelled.",
            Refusal::NotRegistered => "You are not registered for this event.",
        })
    }
}

/// Why nobody can register now.
pub fn closed(event: &Facts, now: Instant) -> Option<Refusal> {
    if event.cancelled {
        Some(Refusal::Cancelled)
    } else if now >= event.ends_at {
        Some(Refusal::Ended)
    } else if event.closes_at.is_some_and(|closes_at| now > closes_at) {
        Some(Refusal::Closed)
    } else if event.is_full {
        Some(Refusal::Full)
    } else {
        None
    }
}

/// The result of a registration. `waits` says whether the caller is willing to join the waiting list.
///
/// # Errors
/// Why it is refused.
pub fn register(event: &Facts, waits: bool, now: Instant) -> Result<Outcome, Refusal> {
    if event.is_registered {
        return Err(Refusal::AlreadyRegistered);
    }
    match closed(event, now) {
        None => Ok(Outcome::Place),
        Some(Refusal::Full) if event.is_waiting => Err(Refusal::AlreadyWaiting),
        Some(Refusal::Full) if waits => Ok(Outcome::WaitingList),
        Some(refusal) => Err(refusal),
    }
}

/// Whether the caller may give up their place or leave the waiting list: only until the event begins.
///
/// # Errors
/// Why it is refused.
pub fn cancel(event: &Facts, now: Instant) -> Result<(), Refusal> {
    if !event.is_registered && !event.is_waiting {
        Err(Refusal::NotRegistered)
    } else if event.cancelled {
        Err(Refusal::Cancelled)
    } else if now >= event.starts_at {
        Err(Refusal::Started)
    } else {
        Ok(())
    }
}

/// Whether the caller may mark tasks as done.
///
/// # Errors
/// Why it is refused.
pub fn complete_tasks(event: &Facts) -> Result<(), Refusal> {
    if !event.is_registered {
        Err(Refusal::NotRegistered)
    } else if event.cancelled {
        Err(Refusal::Cancelled)
    } else {
        Ok(())
    }
}

/// Until when the caller can give up their place or leave the waiting list, or could.
fn cancel_until(event: &Facts) -> Option<Instant> {
    (!event.cancelled && (event.is_registered || event.is_waiting)).then_some(event.starts_at)
}

/// What the caller can do about an event now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choices {
    /// Why nobody can register, whoever they are.
    pub closed: Option<Refusal>,
    pub can_register: bool,
    pub can_join_waiting_list: bool,
    pub can_cancel: bool,
    pub cancel_until: Option<Instant>,
    pub can_complete_tasks: bool,
    pub has_ticket: bool,
}

/// What the caller can do; a guest: once signed in.
pub fn choices(event: &Facts, now: Instant) -> Choices {
    let outcome = register(event, true, now);
    Choices {
        closed: closed(event, now),
        can_register: outcome == Ok(Outcome::Place),
        can_join_waiting_list: outcome == Ok(Outcome::WaitingList),
        can_cancel: cancel(event, now).is_ok(),
        cancel_until: cancel_until(event),
        can_complete_tasks: complete_tasks(event).is_ok(),
        has_ticket: event.is_registered && !event.cancelled && !event.is_online,
    }
}

/// A member on a waiting list.
#[derive(Debug, Clone, Copy)]
pub struct Waiter {
    pub user: Id,
    pub joined_at: Instant,
    /// Neither suspended nor deleted.
    pub is_active: bool,
}

/// The members who are in line for a place, the next one first: the one who has waited longest. Suspended members and
/// members who have left are passed over, so they have no position.
pub fn line(mut waiting: Vec<Waiter>) -> Vec<Id> {
    waiting.retain(|waiter| waiter.is_active);
    waiting.sort_by_key(|waiter| (waiter.joined_at, waiter.user));
    waiting.into_iter().map(|waiter| waiter.user).collect()
}

/// Whether places that became free go to the waiting list: until the event begins.
pub fn promotes(cancelled: bool, starts_at: Instant, now: Instant) -> bool {
    !cancelled && now < starts_at
}

/// Whether an admin may add a member: regardless of the deadline, as long as there is a place.
///
/// # Errors
/// The sentence to show to the admin.
pub fn add_by_hand(event: &Facts) -> Result<(), &'static str> {
    if event.cancelled {
        Err("This event was cancelled.")
    } else if event.is_registered {
        Err("This member is already registered for this event.")
    } else if event.is_full {
        Err("Registration Full")
    } else {
        Ok(())
    }
}

/// Refuses a maximum below the number of registered participants.
///
/// # Errors
/// A sentence with that number.
pub fn check_maximum(maximum: Option<i64>, registered: i64) -> Result<(), String> {
    match maximum {
        Some(maximum) if maximum < registered => Err(format!(
            "{registered} {} already registered, so the maximum cannot be lower than {registered}",
            if registered == 1 { "participant is" } else { "participants are" }
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: i64 = 1_800_000_000_000;

    fn open() -> Facts {
        Facts {
            cancelled: false,
            is_full: false,
            is_online: false,
            starts_at: Instant::from_millis(NOON),
            ends_at: Instant::from_millis(NOON + 3_600_000),
            closes_at: Some(Instant::from_millis(NOON - 1000)),
            is_registered: false,
            is_waiting: false,
        }
    }

    fn before() -> Instant {
        Instant::from_millis(NOON - 1000)
    }

    #[test]
    fn registration_closes_for_each_reason() {
        let outcome = |facts: Facts, now| register(&facts, false, now);
        assert_eq!(outcome(open(), before()), Ok(Outcome::Place));
        assert_eq!(outcome(open(), Instant::from_millis(NOON - 999)), Err(Refusal::Closed));
        // Without a deadline it is open while the event goes on, and not a moment longer.
        let endless = Facts { closes_at: None, ..open() };
        let ends = NOON + 3_600_000;
        assert_eq!(outcome(endless, Instant::from_millis(ends - 1)), Ok(Outcome::Place));
        assert_eq!(outcome(endless, Instant::from_millis(ends)), Err(Refusal::Ended));
        assert_eq!(outcome(Facts { cancelled: true, ..open() }, before()), Err(Refusal::Cancelled));
        assert_eq!(outcome(Facts { is_full: true, ..open() }, before()), Err(Refusal::Full));
        assert_eq!(
            outcome(
                Facts {
                    is_registered: true,
                    ..open()
                },
                before()
            ),
            Err(Refusal::AlreadyRegistered)
        );
    }

    #[test]
    fn only_a_full_event_has_a_waiting_list() {
        let full = Facts { is_full: true, ..open() };
        assert_eq!(register(&full, true, before()), Ok(Outcome::WaitingList));
        assert_eq!(register(&open(), true, before()), Ok(Outcome::Place));
        assert_eq!(
            register(&Facts { is_waiting: true, ..full }, true, before()),
            Err(Refusal::AlreadyWaiting)
        );
        assert_eq!(register(&full, true, Instant::from_millis(NOON)), Err(Refusal::Closed));
    }

    #[test]
    fn a_place_is_given_back_until_the_event_begins() {
        let registered = Facts {
            is_registered: true,
            ..open()
        };
        assert_eq!(cancel(&registered, Instant::from_millis(NOON - 1)), Ok(()));
        assert_eq!(cancel(&registered, Instant::from_millis(NOON)), Err(Refusal::Started));
        assert_eq!(
            choices(&registered, Instant::from_millis(NOON)).cancel_until,
            Some(Instant::from_millis(NOON))
        );
        assert_eq!(choices(&open(), before()).cancel_until, None);
        let online = Facts {
            is_online: true,
            ..registered
        };
        assert_eq!([registered, online].map(|facts| choices(&facts, before()).has_ticket), [true, false]);
        assert_eq!(cancel(&open(), before()), Err(Refusal::NotRegistered));
        assert_eq!(cancel(&Facts { is_waiting: true, ..open() }, before()), Ok(()));
        assert_eq!(
            cancel(
                &Facts {
                    cancelled: true,
                    ..registered
                },
                before()
            ),
            Err(Refusal::Cancelled)
        );
    }

    #[test]
    fn an_admin_adds_after_the_deadline_but_not_beyond_the_maximum() {
        assert_eq!(add_by_hand(&open()), Ok(()));
        assert_eq!(add_by_hand(&Facts { is_full: true, ..open() }), Err("Registration Full"));
        let at = Instant::from_millis;
        assert!(promotes(false, at(NOON), at(NOON - 1)));
        assert!(!promotes(false, at(NOON), at(NOON)) && !promotes(true, at(NOON), at(NOON - 1)));
    }

    #[test]
    fn the_maximum_is_told_with_the_number_of_who_is_registered() {
        assert_eq!(check_maximum(Some(1), 1), Ok(()));
        assert_eq!(check_maximum(None, 7), Ok(()));
        assert_eq!(
            check_maximum(Some(0), 1).unwrap_err(),
            "1 participant is already registered, so the maximum cannot be lower than 1"
        );
    }

    #[test]
    fn who_has_waited_longest_is_next_and_the_suspended_are_passed_over() {
        let waiter = |user, joined_at, is_active| Waiter {
            user: Id(user),
            joined_at: Instant::from_millis(joined_at),
            is_active,
        };
        let waiting = vec![waiter(1, 30, true), waiter(2, 10, false), waiter(4, 20, true), waiter(3, 20, true)];
        assert_eq!(line(waiting), [Id(3), Id(4), Id(1)]);
        assert_eq!(line(Vec::new()), []);
    }
}

//! A taken place: what its connection does, whether it waits for the server or the client, and when the client has
//! taken too long.

use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::limits::Limits;

/// Who is counted as one: an IPv4 address, or the network of 64 bits that one household or machine has in IPv6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Client(u128);

impl Client {
    pub fn of(address: IpAddr) -> Client {
        match address.to_canonical() {
            IpAddr::V4(address) => Client(u128::from(u32::from(address))),
            IpAddr::V6(address) => Client(u128::from(address) >> 64 << 64),
        }
    }
}

/// A taken place.
pub struct Held {
    pub client: Option<Client>,
    state: Mutex<State>,
    /// Tells the connection to give way.
    pub gives_way: Notify,
}

/// What a connection does.
#[derive(Debug)]
pub struct State {
    /// Requests that came and are not wholly answered.
    pub requests: u32,
    /// Of these, those whose body the client has yet to send.
    pub awaited: u32,
    /// Of these, those whose answer the client has yet to take, and since when there are any.
    pub answers: u32,
    pub answers_since: Instant,
    /// Since when `requests` is none, or more than none.
    pub since: Instant,
    /// When the first byte of an unfinished head came.
    pub head: Option<Instant>,
    /// Whether there has been a request.
    pub is_used: bool,
    pub is_http2: bool,
    /// Since when the client takes no more of its answers.
    pub stalled: Option<Instant>,
    /// Time spent stalled before, and bytes taken, in the current turn of requests.
    pub stalled_before: Duration,
    pub written: u64,
    /// Bytes of answers that are made and not sent.
    pub unsent: u64,
}

/// What a connection waits for, and since when. The more dispensable come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Waits {
    Idle(Instant),
    ForItsClient(Instant),
}

impl Held {
    pub fn new(client: Option<Client>) -> Held {
        let now = Instant::now();
        Held {
            client,
            state: Mutex::new(State {
                requests: 0,
                awaited: 0,
                answers: 0,
                answers_since: now,
                since: now,
                head: None,
                is_used: false,
                is_http2: false,
                stalled: None,
                stalled_before: Duration::ZERO,
                written: 0,
                unsent: 0,
            }),
            gives_way: Notify::new(),
        }
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// For whom the connection waits; none while it is the server's turn, or while a request has waited for less than `patience`.
    pub fn waits(&self, patience: Duration, now: Instant) -> Option<Waits> {
        let state = self.state();
        let is_long = |since: Instant| now.saturating_duration_since(since) >= patience;
        if let Some(stalled) = state.stalled {
            is_long(stalled).then_some(Waits::ForItsClient(stalled))
        } else if state.requests == 0 {
            Some(Waits::Idle(state.since))
        } else {
            let is_client_turn = state.awaited + state.answers >= state.requests;
            (is_client_turn && is_long(state.since)).then_some(Waits::ForItsClient(state.since))
        }
    }
}

impl State {
    /// When the client will have taken too long; none while it is the server's turn.
    pub fn deadline(&self, limits: &Limits) -> Option<Instant> {
        let allowed = limits.grace + Duration::from_secs(self.written / u64::from(limits.pace.max(1)));
        if let Some(stalled) = self.stalled {
            return Some(stalled + allowed.saturating_sub(self.stalled_before).min(limits.pause));
        }
        if self.requests > 0 {
            // A body that is waited for has an alarm of its own.
            return (self.answers > 0).then(|| self.answers_since + allowed);
        }
        if !self.is_used {
            return Some(self.since + limits.head);
        }
        let idle = self.since + limits.idle;
        match self.head {
            // Between requests, HTTP/2 sends much that is no head.
            Some(head) if !self.is_http2 => Some(idle.min(head + limits.head)),
            _ => Some(idle),
        }
    }
}

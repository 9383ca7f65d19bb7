//! Who holds the places for connections, and who gives way when there are too many: the one that has been idle longest,
//! then the request that has waited longest for its own client. What the server works on is never cut off.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::Limits;

/// Connections that one look at all of them chooses to give way, one after the other.
const CHOSEN: usize = 64;

/// Who is counted as one: an IPv4 address, or the network of 64 bits that one household or machine has in IPv6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Client(u128);

impl Client {
    pub fn of(address: IpAddr) -> Client {
        match address.to_canonical() {
            IpAddr::V4(address) => Client(u128::from(u32::from(address))),
            IpAddr::V6(address) => Client(u128::from(address) >> 64 << 64),
        }
    }
}

/// All places.
pub struct Places {
    pub limits: Limits,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    next: u64,
    all: HashMap<u64, Arc<Held>>,
    clients: HashMap<Client, Theirs>,
    /// Bytes of answers that are made and not sent, in all.
    unsent: u64,
    /// Those that give way next, with when they began to wait: an entry that no longer fits has had a request since.
    chosen: VecDeque<(u64, Waits)>,
}

/// What one client has.
#[derive(Default)]
struct Theirs {
    connections: Vec<u64>,
    unsent: u64,
}

/// What a new connection is told.
pub enum Admission {
    Granted(Place),
    /// This client has its share, all of it in use.
    Refused,
    /// Every place is in use.
    Full,
}

/// The right to an open connection; given back when dropped.
pub struct Place {
    id: u64,
    pub held: Arc<Held>,
    places: Arc<Places>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        let unsent = std::mem::take(&mut self.held.state().unsent);
        taken.settle(self.held.client, unsent);
        taken.remove(self.id);
    }
}

/// A taken place.
pub struct Held {
    client: Option<Client>,
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

/// For whom a connection waits, the more dispensable first, and since when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Waits {
    Idle(Instant),
    ForItsClient(Instant),
}

impl Held {
    fn new(client: Option<Client>) -> Held {
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

    fn waits(&self, patience: Duration, now: Instant) -> Option<Waits> {
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

impl Taken {
    fn add(&mut self, client: Option<Client>) -> (u64, Arc<Held>) {
        let (id, held) = (self.next, Arc::new(Held::new(client)));
        self.next += 1;
        self.all.insert(id, held.clone());
        if let Some(client) = client {
            self.clients.entry(client).or_default().connections.push(id);
        }
        (id, held)
    }

    fn remove(&mut self, id: u64) {
        let Some(client) = self.all.remove(&id).and_then(|held| held.client) else {
            return;
        };
        if let Some(theirs) = self.clients.get_mut(&client) {
            theirs.connections.retain(|other| *other != id);
        }
        self.forget_idle(client);
    }

    fn forget_idle(&mut self, client: Client) {
        let is_idle = self
            .clients
            .get(&client)
            .is_some_and(|theirs| theirs.connections.is_empty() && theirs.unsent == 0);
        if is_idle {
            self.clients.remove(&client);
        }
    }

    /// Bytes of answers have been sent, or never will be.
    fn settle(&mut self, client: Option<Client>, bytes: u64) {
        self.unsent = self.unsent.saturating_sub(bytes);
        if let Some(client) = client {
            if let Some(theirs) = self.clients.get_mut(&client) {
                theirs.unsent = theirs.unsent.saturating_sub(bytes);
            }
            self.forget_idle(client);
        }
    }

    fn unsent_of(&self, client: Option<Client>) -> u64 {
        client.and_then(|client| self.clients.get(&client)).map_or(0, |theirs| theirs.unsent)
    }

    /// The connection that has kept most bytes waiting for too long; of this client, or of all.
    fn find_debtor(&self, client: Option<Client>, patience: Duration, now: Instant) -> Option<u64> {
        let debtors = self.all.iter().filter(|(_, held)| client.is_none() || held.client == client);
        let debtors = debtors.filter(|(_, held)| matches!(held.waits(patience, now), Some(Waits::ForItsClient(_))));
        let debtors = debtors.map(|(id, held)| (held.state().unsent, *id)).filter(|(unsent, _)| *unsent > 0);
        debtors.max().map(|(_, id)| id)
    }

    /// Takes a place away at once; its connection ends as soon as it is told.
    fn take_away(&mut self, id: u64) {
        if let Some(held) = self.all.get(&id) {
            held.gives_way.notify_one();
        }
        self.remove(id);
    }

    /// The connection of this client that gives way.
    fn find_of(&self, client: Client, patience: Duration, now: Instant) -> Option<u64> {
        let theirs = self.clients.get(&client)?.connections.iter();
        let waiting = theirs.filter_map(|id| Some((self.all.get(id)?.waits(patience, now)?, *id)));
        waiting.min().map(|(_, id)| id)
    }

    /// The connection that gives way. Looking at all of them is dear, so one look serves for many.
    fn find(&mut self, patience: Duration, now: Instant) -> Option<u64> {
        for is_fresh in [false, true] {
            if is_fresh {
                let waiting = self.all.iter().filter_map(|(id, held)| Some((held.waits(patience, now)?, *id)));
                let mut waiting: Vec<(Waits, u64)> = waiting.collect();
                if waiting.len() > CHOSEN {
                    waiting.select_nth_unstable(CHOSEN);
                    waiting.truncate(CHOSEN);
                }
                waiting.sort_unstable();
                self.chosen = waiting.into_iter().map(|(waits, id)| (id, waits)).collect();
            }
            while let Some((id, waits)) = self.chosen.pop_front() {
                let is_still = self.all.get(&id).and_then(|held| held.waits(patience, now)) == Some(waits);
                if is_still {
                    return Some(id);
                }
            }
        }
        None
    }
}

impl Places {
    pub fn new(limits: Limits) -> Places {
        Places {
            limits,
            taken: Mutex::default(),
        }
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a new connection, another one's if need be.
    pub fn admit(self: &Arc<Places>, client: Option<Client>) -> Admission {
        let (patience, now) = (self.limits.patience, Instant::now());
        let mut taken = self.taken();
        if let Some(client) = client
            && taken.clients.get(&client).map_or(0, |theirs| theirs.connections.len()) >= self.limits.per_client
        {
            match taken.find_of(client, patience, now) {
                Some(id) => taken.take_away(id),
                None => return Admission::Refused,
            }
        }
        if taken.all.len() >= self.limits.connections {
            match taken.find(patience, now) {
                Some(id) => taken.take_away(id),
                None => return Admission::Full,
            }
        }
        let (id, held) = taken.add(client);
        Admission::Granted(Place {
            id,
            held,
            places: self.clone(),
        })
    }

    /// Room for the bytes of an answer until they are sent; false when too many wait already, of this client or of all.
    /// Whoever has kept them waiting for too long gives way first.
    pub fn owe(&self, held: &Held, bytes: u64) -> bool {
        let (limits, now) = (&self.limits, Instant::now());
        let mut taken = self.taken();
        loop {
            let is_too_much = taken.unsent + bytes > limits.unsent;
            let is_too_much_for_one = held.client.is_some() && taken.unsent_of(held.client) + bytes > limits.unsent / 2;
            if !is_too_much && !is_too_much_for_one {
                break;
            }
            let whose = if is_too_much { None } else { held.client };
            let Some(id) = taken.find_debtor(whose, limits.patience, now) else {
                return false;
            };
            if let Some(debtor) = taken.all.get(&id).cloned() {
                let unsent = std::mem::take(&mut debtor.state().unsent);
                taken.settle(debtor.client, unsent);
            }
            taken.take_away(id);
        }
        held.state().unsent += bytes;
        taken.unsent += bytes;
        if let Some(theirs) = held.client.and_then(|client| taken.clients.get_mut(&client)) {
            theirs.unsent += bytes;
        }
        true
    }

    /// So many bytes have been sent on a connection.
    pub fn sent(&self, held: &Held, bytes: u64) {
        let mut taken = self.taken();
        let mut state = held.state();
        let settled = bytes.min(state.unsent);
        state.unsent -= settled;
        drop(state);
        taken.settle(held.client, settled);
    }

    /// Ends the most dispensable connection; whether there was one.
    pub fn make_room(&self) -> bool {
        let mut taken = self.taken();
        let found = taken.find(self.limits.patience, Instant::now());
        if let Some(id) = found {
            taken.take_away(id);
        }
        found.is_some()
    }
}

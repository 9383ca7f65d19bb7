//! Who holds the places for connections, and who gives way when there are too many: first the connection that has been
//! idle longest, then the request that has waited longest for its own client. If a client has more connections than the
//! newcomer, one of that client's gives way. What the server works on is never cut off.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::held::{Client, Held, Waits};
use super::limits::Limits;

/// Connections that one scan selects for closing, to be used one after the other.
const CHOSEN: usize = 64;
/// Connections that have given way and whose file descriptors are not free yet. While there are more, nobody new is taken in:
/// a machine with much to do ends them later than it is asked for new ones.
const ENDING: usize = 64;
/// After a look that found nobody, before the next.
const IN_VAIN: Duration = Duration::from_millis(20);

/// All connections of the listeners that share them.
pub struct Places {
    pub limits: Limits,
    taken: Mutex<Taken>,
    /// Told when a connection has ended, its file descriptor with it.
    pub freed: Notify,
}

#[derive(Default)]
struct Taken {
    next: u64,
    /// Connections that have a file descriptor: `all`, and those that have given way and not ended yet.
    open: usize,
    all: HashMap<u64, Arc<Held>>,
    clients: HashMap<Client, Theirs>,
    /// Clients by the number of their connections, the greediest last.
    ranking: BTreeSet<(usize, Client)>,
    /// Bytes of answers that are made and not sent, in all.
    unsent: u64,
    chosen: Chosen,
}

/// The connections of one client.
#[derive(Default)]
struct Theirs {
    connections: HashSet<u64>,
    unsent: u64,
    chosen: Chosen,
}

/// Who gives way next. Looking at many connections is dear, so one look serves for several.
#[derive(Default)]
struct Chosen {
    /// With when they began to wait: an entry that no longer fits has had a request since.
    next: VecDeque<(u64, Waits)>,
    /// When a look found nobody.
    in_vain: Option<Instant>,
}

impl Chosen {
    /// The connection among `ids` that gives way.
    fn take<'i>(&mut self, all: &HashMap<u64, Arc<Held>>, ids: impl Iterator<Item = &'i u64>, patience: Duration, now: Instant) -> Option<u64> {
        let found = self.take_next(all, patience, now);
        let is_too_soon = |at: Instant| now.saturating_duration_since(at) < IN_VAIN;
        if found.is_some() || (!patience.is_zero() && self.in_vain.is_some_and(is_too_soon)) {
            return found;
        }
        let waiting = ids.filter_map(|id| Some((all.get(id)?.waits(patience, now)?, *id)));
        let mut waiting: Vec<(Waits, u64)> = waiting.collect();
        if waiting.len() > CHOSEN {
            waiting.select_nth_unstable(CHOSEN);
            waiting.truncate(CHOSEN);
        }
        waiting.sort_unstable();
        self.next = waiting.into_iter().map(|(waits, id)| (id, waits)).collect();
        let found = self.take_next(all, patience, now);
        self.in_vain = found.is_none().then_some(now);
        found
    }

    fn take_next(&mut self, all: &HashMap<u64, Arc<Held>>, patience: Duration, now: Instant) -> Option<u64> {
        while let Some((id, waits)) = self.next.pop_front() {
            if all.get(&id).and_then(|held| held.waits(patience, now)) == Some(waits) {
                return Some(id);
            }
        }
        None
    }
}

/// The decision about a new connection.
pub enum Admission {
    Granted(Place),
    /// This client has its share, or as much as any other while there is no room; all of it in use.
    Refused,
    /// All connections are busy.
    Full,
}

/// Permission for one open connection, returned on drop.
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
        taken.open -= 1;
        drop(taken);
        self.places.freed.notify_one();
    }
}

impl Taken {
    fn add(&mut self, client: Option<Client>) -> (u64, Arc<Held>) {
        let (id, held) = (self.next, Arc::new(Held::new(client)));
        self.next += 1;
        self.open += 1;
        self.all.insert(id, held.clone());
        if let Some(client) = client {
            let theirs = &mut self.clients.entry(client).or_default().connections;
            theirs.insert(id);
            let count = theirs.len();
            self.ranking.remove(&(count - 1, client));
            self.ranking.insert((count, client));
        }
        (id, held)
    }

    fn remove(&mut self, id: u64) {
        let Some(client) = self.all.remove(&id).and_then(|held| held.client) else {
            return;
        };
        if let Some(theirs) = self.clients.get_mut(&client)
            && theirs.connections.remove(&id)
        {
            let count = theirs.connections.len();
            self.ranking.remove(&(count + 1, client));
            if count > 0 {
                self.ranking.insert((count, client));
            }
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

    /// Records that bytes of answers were sent or dropped.
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

    /// The connection with the most bytes that have waited too long, of this client or of all.
    fn find_debtor(&self, client: Option<Client>, patience: Duration, now: Instant) -> Option<u64> {
        let debtors = self.all.iter().filter(|(_, held)| client.is_none() || held.client == client);
        let debtors = debtors.filter(|(_, held)| matches!(held.waits(patience, now), Some(Waits::ForItsClient(_))));
        let debtors = debtors.map(|(id, held)| (held.state().unsent, *id)).filter(|(unsent, _)| *unsent > 0);
        debtors.max().map(|(_, id)| id)
    }

    /// Removes a connection from the list immediately; the connection ends when it receives the message.
    fn take_away(&mut self, id: u64) {
        if let Some(held) = self.all.get(&id) {
            held.gives_way.notify_one();
        }
        self.remove(id);
    }

    fn count_of(&self, client: Option<Client>) -> usize {
        client
            .and_then(|client| self.clients.get(&client))
            .map_or(0, |theirs| theirs.connections.len())
    }

    /// The connection of this client that gives way.
    fn find_of(&mut self, client: Client, patience: Duration, now: Instant) -> Option<u64> {
        let Theirs { connections, chosen, .. } = self.clients.get_mut(&client)?;
        chosen.take(&self.all, connections.iter(), patience, now)
    }

    /// The connection of anybody that gives way.
    fn find(&mut self, patience: Duration, now: Instant) -> Option<u64> {
        self.chosen.take(&self.all, self.all.keys(), patience, now)
    }

    /// The connection that gives way to a further one of this client.
    fn find_for(&mut self, client: Option<Client>, patience: Duration, now: Instant) -> Option<u64> {
        let count = self.count_of(client);
        match (self.ranking.last(), client) {
            // The client with most connections gets no patience: many slow requests of few clients would keep everybody
            // out.
            (Some(&(most, greediest)), _) if most > count + 1 => {
                let found = self.find_of(greediest, Duration::ZERO, now);
                found.or_else(|| self.find(patience, now))
            }
            (_, Some(client)) if count > 0 => self.find_of(client, patience, now),
            _ => self.find(patience, now),
        }
    }
}

impl Places {
    /// None is taken yet.
    pub fn new(limits: Limits) -> Arc<Places> {
        Arc::new(Places {
            limits,
            taken: Mutex::default(),
            freed: Notify::new(),
        })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a place for a new connection, by closing another one if necessary.
    pub fn admit(self: &Arc<Places>, client: Option<Client>) -> Admission {
        let (patience, now) = (self.limits.patience, Instant::now());
        let mut taken = self.taken();
        if taken.open >= self.limits.connections + ENDING {
            return Admission::Full;
        }
        if let Some(client) = client
            && taken.count_of(Some(client)) >= self.limits.per_client
        {
            match taken.find_of(client, patience, now) {
                Some(id) => taken.take_away(id),
                None => return Admission::Refused,
            }
        }
        if taken.all.len() >= self.limits.connections {
            match taken.find_for(client, patience, now) {
                Some(id) => taken.take_away(id),
                // They would only keep others waiting.
                None if taken.count_of(client) > 0 => return Admission::Refused,
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

    /// Reserves memory for the bytes of an answer until they are sent. Returns false when too many bytes are waiting
    /// already, for this client or in total. Connections that have kept theirs waiting too long are closed first.
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

    /// Records that bytes were sent on a connection.
    pub fn sent(&self, held: &Held, bytes: u64) {
        let mut taken = self.taken();
        let mut state = held.state();
        let settled = bytes.min(state.unsent);
        state.unsent -= settled;
        drop(state);
        taken.settle(held.client, settled);
    }

    /// Closes the connection that can best be spared, one of the client with most of them; returns whether there was one.
    pub fn make_room(&self) -> bool {
        let mut taken = self.taken();
        let found = taken.find_for(None, self.limits.patience, Instant::now());
        if let Some(id) = found {
            taken.take_away(id);
        }
        found.is_some()
    }
}

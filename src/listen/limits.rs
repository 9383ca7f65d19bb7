//! What clients may take of the server.

use std::time::Duration;

use ipnet::IpNet;

/// Connections that are open at most, where the limit on file descriptors allows them.
const CONNECTIONS: usize = 4096;
/// File descriptors kept for the database, mail and other servers.
const RESERVE: usize = 96;

/// The bounds of all clients, and of one.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Open connections in all.
    pub connections: usize,
    /// Open connections of one client: an IPv4 address, or an IPv6 network of 64 bits.
    pub per_client: usize,
    /// From a connection's start, or a head's first byte, until the head is whole.
    pub head: Duration,
    /// Without a request on a connection that has had one.
    pub idle: Duration,
    /// Waiting for the bytes of one body, or for one client to take its answers, before their pace is asked for.
    pub grace: Duration,
    /// Bytes a second that a client must send or take once `grace` is over.
    pub pace: u32,
    /// One pause within a body or an answer.
    pub pause: Duration,
    /// Waiting for one body in all, however well it comes.
    pub body: Duration,
    /// After which a request that waits for its client may give its place to another connection.
    pub patience: Duration,
    /// Requests that one HTTP/2 connection may have open.
    pub streams: u32,
    /// Bytes of answers that are made and not sent; one client has half of them.
    pub unsent: u64,
    /// For requests that are being answered when the program is asked to stop.
    pub stop: Duration,
    /// Proxies: one of them stands for many clients, so `per_client` does not count there.
    pub trusted: Vec<IpNet>,
}

impl Limits {
    /// The bounds of a process that may open this many file descriptors.
    pub fn within(descriptors: usize, trusted: Vec<IpNet>) -> Limits {
        let connections = descriptors.saturating_sub(RESERVE + descriptors / 8).clamp(8, CONNECTIONS);
        Limits {
            connections,
            per_client: (connections / 4).max(4),
            head: Duration::from_secs(10),
            idle: Duration::from_secs(60),
            grace: Duration::from_secs(10),
            pace: 4 * 1024,
            pause: Duration::from_secs(20),
            body: Duration::from_secs(300),
            patience: Duration::from_secs(2),
            streams: 32,
            unsent: 64 * 1024 * 1024,
            stop: Duration::from_secs(10),
            trusted,
        }
    }
}

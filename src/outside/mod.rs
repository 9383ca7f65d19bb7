//! Requests to other servers (captcha providers, the ID token issuer, pictures), limited in time and size and run off
//! the async threads. Redirects are not followed, so the answer always comes from the requested server.

pub mod acme;
pub mod captcha;
pub mod identity;

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use ipnet::{Ipv4Net, Ipv6Net};
use serde::de::DeserializeOwned;
use ureq::http::{Response, StatusCode, Uri};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Body, Error};

/// The timeout of a whole request.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum bytes of a JSON answer.
const LIMIT: u64 = 256 * 1024;

/// The servers that a request may reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// All servers: for addresses that the operator configured.
    Anywhere,
    /// Only servers with public addresses: for addresses from other people, who must not be able to probe our network.
    Public,
}

/// Fetches JSON from an address.
///
/// # Errors
/// Why the request failed, for the log.
pub async fn get_json<T: DeserializeOwned + Send + 'static>(url: String) -> Result<T, String> {
    exchange(move || json(agent(Reach::Anywhere).get(url).call()?)).await
}

/// Posts a form and returns the JSON answer.
///
/// # Errors
/// Why the request failed, for the log.
pub async fn post_form<T: DeserializeOwned + Send + 'static>(url: String, form: Vec<(&'static str, String)>) -> Result<T, String> {
    exchange(move || json(agent(Reach::Anywhere).post(url).send_form(form)?)).await
}

/// Fetches a file of limited size.
///
/// # Errors
/// Why the request failed, for the log.
pub async fn get_file(url: String, limit: usize, reach: Reach) -> Result<Vec<u8>, String> {
    exchange(move || {
        whole(agent(reach).get(url).call()?)?
            .body_mut()
            .with_config()
            .limit(limit as u64)
            .read_to_vec()
    })
    .await
}

async fn exchange<T: Send + 'static>(call: impl FnOnce() -> Result<T, Error> + Send + 'static) -> Result<T, String> {
    tokio::task::spawn_blocking(call)
        .await
        .map_err(|error| error.to_string())?
        .map_err(|error| error.to_string())
}

fn json<T: DeserializeOwned>(response: Response<Body>) -> Result<T, Error> {
    whole(response)?.body_mut().with_config().limit(LIMIT).read_json()
}

/// Accepts only complete successful answers: no error, no redirect, no partial content.
fn whole(response: Response<Body>) -> Result<Response<Body>, Error> {
    match response.status() {
        StatusCode::OK => Ok(response),
        other => Err(Error::StatusCode(other.as_u16())),
    }
}

fn agent(reach: Reach) -> Agent {
    let config = Agent::config_builder()
        .timeout_global(Some(TIMEOUT))
        .max_redirects(0)
        .user_agent(concat!("community/", env!("CARGO_PKG_VERSION")));
    match reach {
        Reach::Anywhere => config.build().new_agent(),
        // A proxy would resolve names itself and could reach private addresses.
        Reach::Public => Agent::with_parts(config.proxy(None).build(), DefaultConnector::default(), PublicOnly::default()),
    }
}

/// Resolves names to public addresses only. The connection uses exactly the addresses that were checked here.
#[derive(Debug, Default)]
struct PublicOnly(DefaultResolver);

impl Resolver for PublicOnly {
    fn resolve(&self, uri: &Uri, config: &ureq::config::Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let found = self.0.resolve(uri, config, timeout)?;
        if found.iter().all(|address| is_public(address.ip())) {
            Ok(found)
        } else {
            Err(Error::Io(io::Error::new(io::ErrorKind::PermissionDenied, "the address is not public")))
        }
    }
}

/// IPv4 networks that are not public (IANA's special-purpose registry): address and prefix length.
const INNER: [([u8; 4], u8); 16] = [
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 31, 196, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    ([224, 0, 0, 0], 4),
    ([240, 0, 0, 0], 4),
];

/// The public part of IPv6, and the exceptions in it: protocol assignments, documentation, and networks that embed IPv4
/// addresses.
const GLOBAL_6: ([u16; 8], u8) = ([0x2000, 0, 0, 0, 0, 0, 0, 0], 3);
const INNER_6: [([u16; 8], u8); 4] = [
    ([0x2001, 0, 0, 0, 0, 0, 0, 0], 23),
    ([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32),
    ([0x2002, 0, 0, 0, 0, 0, 0, 0], 16),
    ([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20),
];

fn is_public(address: IpAddr) -> bool {
    let holds = |(network, prefix): ([u16; 8], u8), ip: Ipv6Addr| Ipv6Net::new(Ipv6Addr::from(network), prefix).is_ok_and(|net| net.contains(&ip));
    match address.to_canonical() {
        IpAddr::V4(ip) => !INNER
            .iter()
            .any(|(network, prefix)| Ipv4Net::new(Ipv4Addr::from(*network), *prefix).is_ok_and(|net| net.contains(&ip))),
        IpAddr::V6(ip) => holds(GLOBAL_6, ip) && !INNER_6.iter().any(|network| holds(*network, ip)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_addresses_are_known_however_they_are_written() {
        for inner in [
            "127.0.0.1",
            "0.0.0.0",
            "10.1.2.3",
            "172.31.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001::1",
        ] {
            assert!(!is_public(inner.parse().unwrap()), "{inner}");
        }
        for public in [
            "8.8.8.8",
            "172.32.0.1",
            "193.0.6.139",
            "2606:4700::1111",
            "2001:67c:2e8:22::c100:68b",
            "::ffff:8.8.8.8",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }

    #[tokio::test]
    async fn an_inner_server_is_not_reached_by_address_or_name() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        for host in ["127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]"] {
            let refused = get_file(format!("http://{host}:{port}/"), 1000, Reach::Public).await;
            assert!(refused.is_err(), "{host}");
        }
        assert!(listener.accept().is_err(), "nobody came");
    }
}

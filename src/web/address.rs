//! Finds the client of a request: the socket's address, or the address that trusted proxies report. Also decides how
//! addresses appear in logs.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use ipnet::IpNet;

/// The client behind trusted proxies. X-Forwarded-For is read from its end, because the nearest proxy appends there:
/// while an address is trusted, the entry to its left is the client. The walk ends at an entry that is not an address,
/// and the last trusted hop counts as the client. Anybody could have written the rest.
pub fn behind_proxies<'a>(peer: IpAddr, forwarded: impl DoubleEndedIterator<Item = &'a [u8]>, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(&address));
    let mut client = peer.to_canonical();
    let mut entries = forwarded.flat_map(|line| line.split(|byte| *byte == b',')).rev();
    while is_trusted(client) {
        match entries.next().and_then(read) {
            Some(address) => client = address,
            None => break,
        }
    }
    client
}

/// `1.2.3.4`, `1.2.3.4:5678`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:5678`.
fn read(entry: &[u8]) -> Option<IpAddr> {
    let entry = std::str::from_utf8(entry).ok()?.trim();
    let bare = entry.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(entry);
    let address = bare.parse().ok().filter(|address: &IpAddr| bare == entry || address.is_ipv6());
    let address = address.or_else(|| entry.parse().ok().map(|socket: SocketAddr| socket.ip()));
    address.map(|address| address.to_canonical())
}

/// What a request shows of a proxy in front of the site that the settings do not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// X-Forwarded-For comes from an address that is not trusted.
    Forwarded,
    /// Visitors use https, and their requests come from this machine without X-Forwarded-For.
    Local,
}

impl Sign {
    pub const ALL: [Sign; 2] = [Sign::Forwarded, Sign::Local];

    /// The sign in a request from this address, if there is one.
    pub fn of(peer: IpAddr, is_forwarded: bool, is_https: bool, trusted: &[IpNet]) -> Option<Sign> {
        if trusted.iter().any(|network| network.contains(&peer)) {
            return None;
        }
        match (is_forwarded, is_https && peer.is_loopback()) {
            (true, _) => Some(Sign::Forwarded),
            (false, true) => Some(Sign::Local),
            (false, false) => None,
        }
    }

    /// What the operator should know and do; `peer` is the address of the request.
    pub fn sentence(self, peer: IpAddr) -> String {
        match self {
            Sign::Forwarded => format!(
                "X-Forwarded-For comes from {peer}, which trusted_proxies does not name. If that is your proxy, name it there, or all visitors \
                 behind it count as one."
            ),
            Sign::Local => format!(
                "public_url is https and requests come from {peer} without X-Forwarded-For. Name the proxy in trusted_proxies and let it set \
                 X-Forwarded-For, or all visitors count as one."
            ),
        }
    }
}

/// Whether a request shows that visitors reach the site over https: a trusted proxy says so in X-Forwarded-Proto, or a
/// browser names a page at the site's own address, which is one of https.
pub fn shows_https(site_url: &str, is_proxy_trusted: bool, proto: Option<&str>, referer: Option<&str>) -> bool {
    let is_said = || is_proxy_trusted && proto.is_some_and(|proto| proto.split(',').next_back().is_some_and(|last| last.trim() == "https"));
    let is_seen = || {
        let rest = referer.and_then(|referer| referer.strip_prefix(site_url));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    site_url.starts_with("https://") && (is_said() || is_seen())
}

/// The address without the part that identifies a single machine: three bytes of IPv4, the first 48 bits of IPv6.
pub fn shortened(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            Ipv4Addr::new(a, b, c, 0).into()
        }
        IpAddr::V6(address) => {
            let [a, b, c, ..] = address.segments();
            Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_trusted_proxies_vouch_for_is_believed_and_nothing_else() {
        let trusted = ["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()];
        let cases: [(&str, &[&str], &str); 14] = [
            // No trusted proxy wrote the header.
            ("203.0.113.9", &["198.51.100.1"], "203.0.113.9"),
            ("10.0.0.1", &["198.51.100.1"], "198.51.100.1"),
            ("::ffff:10.0.0.1", &["::ffff:198.51.100.1"], "198.51.100.1"),
            // The client itself sent the entry on the left.
            ("10.0.0.1", &["1.1.1.1, 198.51.100.1, 10.0.0.2"], "198.51.100.1"),
            ("10.0.0.1", &["1.1.1.1", "198.51.100.1"], "198.51.100.1"),
            ("10.0.0.1", &["198.51.100.1:5678"], "198.51.100.1"),
            ("10.0.0.1", &["[2001:db8::1]"], "2001:db8::1"),
            ("10.0.0.1", &["[2001:db8::1]:443,fd00::2"], "2001:db8::1"),
            ("10.0.0.1", &[" 2001:db8::1 "], "2001:db8::1"),
            // An entry that cannot be read ends the walk.
            ("10.0.0.1", &["1.1.1.1, unknown"], "10.0.0.1"),
            ("10.0.0.1", &["1.1.1.1, unknown, 10.0.0.7"], "10.0.0.7"),
            ("10.0.0.1", &["1.1.1.1,"], "10.0.0.1"),
            ("10.0.0.1", &["1.1.1.1, [1.2.3.4]"], "10.0.0.1"),
            ("10.0.0.1", &["1.1.1.1, 1.2.3.4.5"], "10.0.0.1"),
        ];
        for (peer, forwarded, client) in cases {
            let lines = forwarded.iter().map(|line| line.as_bytes());
            let found = behind_proxies(peer.parse().unwrap(), lines, &trusted);
            assert_eq!(found.to_string(), client, "{peer} {forwarded:?}");
        }
        assert_eq!(
            behind_proxies("10.0.0.1".parse().unwrap(), [&b"1.1.1.1, \xff"[..]].into_iter(), &trusted).to_string(),
            "10.0.0.1"
        );
    }

    #[test]
    fn a_proxy_that_nobody_named_shows() {
        let trusted = ["10.0.0.0/8".parse().unwrap()];
        let sign = |peer: &str, is_forwarded, is_https| Sign::of(peer.parse().unwrap(), is_forwarded, is_https, &trusted);
        assert_eq!(sign("10.0.0.1", true, true), None);
        assert_eq!(sign("127.0.0.1", true, true), Some(Sign::Forwarded));
        assert_eq!(sign("203.0.113.9", true, false), Some(Sign::Forwarded));
        assert_eq!(sign("127.0.0.1", false, true), Some(Sign::Local));
        assert_eq!(sign("::1", false, true), Some(Sign::Local));
        assert_eq!(sign("127.0.0.1", false, false), None);
        assert_eq!(sign("203.0.113.9", false, true), None);
    }

    #[test]
    fn https_shows_in_a_trusted_proxys_word_and_in_the_address_of_a_page() {
        let site = "https://makers.example";
        let page = Some("https://makers.example/admin");
        let cases = [
            (site, true, Some("https"), None, true),
            (site, true, Some("http, https"), None, true),
            (site, true, Some("https, http"), None, false),
            (site, true, None, None, false),
            // Anybody can write it.
            (site, false, Some("https"), None, false),
            (site, false, None, page, true),
            (site, false, None, Some(site), true),
            (site, false, None, Some("https://makers.example.org/admin"), false),
            (site, false, None, Some("http://makers.example/admin"), false),
            // Links in mails begin with http.
            ("http://makers.example", true, Some("https"), Some("http://makers.example/admin"), false),
        ];
        for (site, is_trusted, proto, referer, expected) in cases {
            assert_eq!(
                shows_https(site, is_trusted, proto, referer),
                expected,
                "{site} {is_trusted} {proto:?} {referer:?}"
            );
        }
    }

    #[test]
    fn a_shortened_address_names_no_machine() {
        assert_eq!(shortened("203.0.113.9".parse().unwrap()).to_string(), "203.0.113.0");
        assert_eq!(shortened("2001:db8:1:2::3".parse().unwrap()).to_string(), "2001:db8:1::");
    }
}

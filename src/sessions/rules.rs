//! Decisions about signing in: who may, into which account, how often, and where to go afterwards. Pure functions of
//! plain values.

use std::fmt::{self, Write};
use std::net::IpAddr;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::db::values::Instant;
use crate::members::rules::Account;

/// Failed attempts before a lockout, and the seconds in which they count.
pub const ATTEMPTS: u32 = 5;
pub const WINDOW: i64 = 15 * 60;
/// Attempts per code.
pub const CODE_TRIES: u32 = 5;
/// Digits of a code.
const CODE_DIGITS: usize = 6;
/// Maximum characters of a link's token, of a code as it is typed, and of the path to return to.
pub const MAX_LINK_TOKEN: usize = 200;
pub const MAX_CODE: usize = 20;
pub const MAX_PATH: usize = 2000;
/// Seconds for which a link and its code are valid.
pub const LINK_SECONDS: i64 = 15 * 60;
/// Seconds for which we can still tell an expired link from a wrong one.
pub const LINK_KEPT_SECONDS: i64 = 86_400;
/// Total failures that are stored. The oldest are dropped.
pub const MOST_ATTEMPTS: i64 = 100_000;

/// The characters that an address may contain unencoded (RFC 3986, unreserved).
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A session counts as used again at most once in this many seconds, so that reading does not become writing.
pub const SEEN_SECONDS: i64 = 3600;
/// Seconds for which a change of address can be confirmed.
pub const CHANGE_SECONDS: i64 = 86_400;

/// Who signs in: the key in the lockout, and the device in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    pub key: String,
    pub device: String,
}

/// What a browser says of itself, in words: "Firefox on Windows". Empty when it says nothing that we know.
pub fn device(user_agent: &str) -> String {
    // The first that matches: most browsers also claim to be those below them.
    const BROWSERS: [(&str, &str); 9] = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("CriOS/", "Chrome"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
        ("curl/", "curl"),
    ];
    const SYSTEMS: [(&str, &str); 7] = [
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("Windows", "Windows"),
        ("CrOS", "ChromeOS"),
        ("Macintosh", "macOS"),
        ("Linux", "Linux"),
    ];
    let first = |list: &[(&str, &'static str)]| list.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, word)| *word);
    match (first(&BROWSERS), first(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(word), None) | (None, Some(word)) => word.to_owned(),
        (None, None) => String::new(),
    }
}

/// The link with which an address confirms a change: `old` or `new`. The token is in the fragment, which browsers send to
/// nobody.
pub fn address_link(site_url: &str, side: &str, token: &str) -> String {
    format!("{site_url}/account/email#{side}={token}")
}

/// The seconds to wait after these failures, if any. `latest` is newest first.
pub fn pause(latest: &[Instant], now: Instant) -> Option<u64> {
    let index = usize::try_from(ATTEMPTS).ok()?.checked_sub(1)?;
    let free_at = latest.get(index)?.plus_seconds(WINDOW);
    let millis = u64::try_from(free_at.millis() - now.millis()).ok()?;
    (millis > 0).then(|| millis.div_ceil(1000))
}

/// The length of a pause in whole minutes, for the message.
pub fn minutes(seconds: u64) -> u64 {
    seconds.div_ceil(60).max(1)
}

/// The key of a client in the lockout: its address, or the IPv6 network that one household or machine has.
pub fn client(address: &str) -> String {
    match address.parse::<IpAddr>().map(|ip| ip.to_canonical()) {
        Ok(IpAddr::V6(ip)) => {
            let [a, b, c, d, ..] = ip.segments();
            format!("ip:{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
        Ok(ip) => format!("ip:{ip}"),
        Err(_) => format!("ip:{address}"),
    }
}

/// Why an identity may not sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    Suspended,
    /// The account with this address is connected to another identity.
    Taken,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Suspended => "This account is suspended.",
            Refusal::Taken => "The account with this e-mail address belongs to another sign-in. Use that one, or sign in with a link by e-mail.",
        })
    }
}

/// How an identity signs in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// Into the account that is already connected to it.
    Known(Account),
    /// Into the account with its verified address, which is now connected to it.
    Joined(Account),
    /// Into a new account.
    New,
}

/// Decides which account an identity opens, given the account of the identity, the account with its verified address,
/// and whether that account is already connected to an identity.
///
/// # Errors
/// Why the identity may not sign in.
pub fn enter(by_identity: Option<Account>, by_email: Option<Account>, email_is_held: bool) -> Result<Entry, Refusal> {
    match (by_identity, by_email) {
        (Some(account), _) if account.is_suspended => Err(Refusal::Suspended),
        (Some(account), _) => Ok(Entry::Known(account)),
        (None, Some(account)) if account.is_suspended => Err(Refusal::Suspended),
        (None, Some(_)) if email_is_held => Err(Refusal::Taken),
        (None, Some(account)) => Ok(Entry::Joined(account)),
        (None, None) => Ok(Entry::New),
    }
}

/// Where to go after signing in: only a path on this site is accepted.
pub fn return_path(wish: Option<&str>) -> Option<&str> {
    let path = wish?;
    let is_path = path.starts_with('/') && !path.starts_with("//") && !path.contains(|c: char| c == '\\' || c.is_control());
    is_path.then_some(path)
}

/// The state of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    Good,
    Used,
    Over,
}

/// The state of a link, given when it was used, if ever, when it was made and when it expires. One of the future was made
/// while the clock ran ahead: nobody knows how old it is.
pub fn fate(used_at: Option<Instant>, created_at: Instant, expires_at: Instant, now: Instant) -> Fate {
    match used_at {
        Some(_) => Fate::Used,
        None if now < created_at || now >= expires_at => Fate::Over,
        None => Fate::Good,
    }
}

/// The six digits of a code as people type it, with or without blanks and hyphens.
pub fn code(typed: &str) -> Option<String> {
    let digits: String = typed.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    (digits.len() == CODE_DIGITS && digits.bytes().all(|digit| digit.is_ascii_digit())).then_some(digits)
}

/// The message about a wrong code, given the attempts left; 0 when no code is valid any more.
pub fn wrong_code(left: u32) -> String {
    match left {
        0 => "This code is wrong or has expired. Use the link in the mail, or ask for a new code.".to_owned(),
        1 => "This code is wrong. You have one attempt left.".to_owned(),
        more => format!("This code is wrong. You have {more} attempts left."),
    }
}

/// A code in a readable form: 123 456.
pub fn spaced(code: &str) -> String {
    let (first, second) = code.split_at_checked(CODE_DIGITS / 2).unwrap_or((code, ""));
    format!("{first} {second}")
}

/// The address in a sign-in mail. The token is in the fragment, which browsers do not send, so it never appears in a
/// proxy's log or a Referer header.
pub fn link(site_url: &str, token: &str, return_to: Option<&str>) -> String {
    let mut link = format!("{site_url}/login#token={token}");
    if let Some(path) = return_path(return_to) {
        // Writing to a string cannot fail.
        let _ = write!(link, "&returnTo={}", utf8_percent_encode(path, ENCODED));
    }
    link
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::values::Id;
    use crate::members::rules::Role;

    fn at(seconds: i64) -> Instant {
        Instant::from_millis(seconds * 1000)
    }

    #[test]
    fn a_device_is_named_in_words() {
        for (agent, words) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
                "Firefox on Linux",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
                "Safari on macOS",
            ),
            ("curl/8.5.0", "curl"),
            ("<script>", ""),
        ] {
            assert_eq!(device(agent), words);
        }
    }

    #[test]
    fn the_fifth_failure_begins_a_pause_that_ends_when_the_first_is_forgotten() {
        let failures = [at(400), at(300), at(200), at(100), at(0)];
        assert_eq!(pause(&failures[1..], at(400)), None);
        assert_eq!(pause(&failures, at(400)), Some(500));
        assert_eq!(pause(&failures, at(899)), Some(1));
        assert_eq!(pause(&failures, at(900)), None);
        assert_eq!(minutes(500), 9);
        assert_eq!(minutes(1), 1);
    }

    #[test]
    fn a_network_of_ipv6_is_one_client() {
        assert_eq!(client("192.0.2.7"), "ip:192.0.2.7");
        assert_eq!(client("2001:db8:1:2:3:4:5:6"), client("2001:db8:1:2::1"));
        assert_ne!(client("2001:db8:1:2::1"), client("2001:db8:1:3::1"));
        assert_eq!(client("::ffff:192.0.2.7"), client("192.0.2.7"));
    }

    #[test]
    fn an_identity_opens_its_own_account_or_joins_a_free_one() {
        let account = |id: i64, is_suspended: bool| Account {
            proposed: String::new(),
            id: Id(id),
            name: "Ada".into(),
            email: "ada@example.org".into(),
            picture: String::new(),
            role: Role::User,
            is_suspended,
            needs_name: false,
        };
        assert_eq!(enter(None, None, false), Ok(Entry::New));
        assert_eq!(enter(None, Some(account(2, false)), false), Ok(Entry::Joined(account(2, false))));
        assert_eq!(enter(None, Some(account(2, false)), true), Err(Refusal::Taken));
        assert_eq!(
            enter(Some(account(1, false)), Some(account(2, false)), true),
            Ok(Entry::Known(account(1, false)))
        );
        assert_eq!(enter(Some(account(1, true)), None, false), Err(Refusal::Suspended));
        assert_eq!(enter(None, Some(account(2, true)), false), Err(Refusal::Suspended));
    }

    #[test]
    fn only_a_path_of_this_site_is_returned_to() {
        for path in ["/", "/projects/1?tab=comments#c", "/a//b", "/événements"] {
            assert_eq!(return_path(Some(path)), Some(path));
        }
        for path in [
            "",
            "projects",
            "//evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "https://evil.example",
            "javascript:alert(1)",
            "/\t/evil.example",
            "/a\nb",
            " /a",
            "/a\\b",
        ] {
            assert_eq!(return_path(Some(path)), None, "{path:?}");
        }
        assert_eq!(return_path(None), None);
    }

    #[test]
    fn a_link_is_used_over_or_good() {
        let made = at(0);
        assert_eq!(fate(None, made, at(900), at(899)), Fate::Good);
        assert_eq!(fate(None, made, at(900), at(900)), Fate::Over);
        assert_eq!(fate(None, at(1), at(901), made), Fate::Over);
        assert_eq!(fate(Some(at(5)), made, at(900), at(6)), Fate::Used);
        assert_eq!(fate(Some(at(5)), made, at(900), at(901)), Fate::Used);
    }

    #[test]
    fn a_code_is_six_digits_however_they_are_typed() {
        for typed in ["012345", " 012 345 ", "012-345", "012\u{a0}345"] {
            assert_eq!(code(typed).as_deref(), Some("012345"), "{typed}");
        }
        for typed in ["", "12345", "1234567", "01234x", "٠١٢٣٤٥"] {
            assert_eq!(code(typed), None, "{typed}");
        }
        assert_eq!(spaced("012345"), "012 345");
    }

    #[test]
    fn a_link_carries_token_and_path() {
        assert_eq!(link("https://a.example", "t-_", None), "https://a.example/login#token=t-_");
        assert_eq!(
            link("https://a.example", "t", Some("/projects/1?x=1&y=2")),
            "https://a.example/login#token=t&returnTo=%2Fprojects%2F1%3Fx%3D1%26y%3D2"
        );
        assert_eq!(link("https://a.example", "t", Some("//evil.example")), "https://a.example/login#token=t");
    }
}

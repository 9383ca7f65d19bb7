//! Writes events as an iCalendar file (RFC 5545). The same events always give the same bytes.

use std::net::IpAddr;

use icalendar::{Calendar, Component, Event as Block, EventStatus as Standing, Property};
use jiff::ToSpan;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::db::values::{Id, Instant};
use crate::text::one_line;

/// The PRODID: the program that wrote the file.
const PRODUCT: &str = "-//Community//Events//EN";
/// How often subscribers should refresh.
const REFRESH: &str = "PT1H";

/// An event with the data that calendars and mails need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub id: Id,
    pub title: String,
    /// Plain text.
    pub description: String,
    pub description_html: String,
    pub date: String,
    pub end_date: String,
    pub time: String,
    pub starts_at: Instant,
    pub ends_at: Instant,
    pub mode: String,
    pub kind: String,
    pub location: String,
    pub cancelled: bool,
    /// Increases with every change of time or place, and when the event is cancelled.
    pub sequence: i64,
    pub created_at: Instant,
    /// When it first became public, where that is known.
    pub published_at: Option<Instant>,
    pub updated_at: Instant,
}

/// The site that a calendar belongs to.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The site's address, without a trailing slash.
    pub url: &'a str,
    /// The host in every UID. It stays the same when the site moves.
    pub host: &'a str,
}

/// Whether a host means the same site for everybody, unlike this machine's own names and addresses.
pub fn is_public_host(host: &str) -> bool {
    let is_local = host == "localhost" || host.ends_with(".localhost");
    match host.parse::<IpAddr>() {
        Ok(ip) => !ip.is_loopback() && !ip.is_unspecified(),
        Err(_) => !is_local,
    }
}

/// A file with these events. A name makes it a calendar to subscribe to.
pub fn calendar(name: Option<&str>, entries: &[Entry], source: Source) -> String {
    let mut calendar = Calendar::empty();
    calendar.append_property(Property::new("VERSION", "2.0"));
    calendar.append_property(Property::new("PRODID", PRODUCT));
    calendar.append_property(Property::new("CALSCALE", "GREGORIAN"));
    if let Some(name) = name {
        calendar.append_property(Property::new("X-WR-CALNAME", one_line(name)));
        calendar.append_property(Property::new("REFRESH-INTERVAL", REFRESH).add_parameter("VALUE", "DURATION").done());
        calendar.append_property(Property::new("X-PUBLISHED-TTL", REFRESH));
    }
    for entry in entries {
        calendar.push(block(entry, source));
    }
    calendar.to_string()
}

fn block(entry: &Entry, source: Source) -> Block {
    let link = format!("{}/events/{}", source.url, entry.id);
    let description = if entry.description.is_empty() {
        link.clone()
    } else {
        format!("{}\n\n{link}", plain(&entry.description))
    };
    let standing = if entry.cancelled { Standing::Cancelled } else { Standing::Confirmed };
    let mut block = Block::new();
    block
        .uid(&uid(entry.id, source.host))
        .add_property("DTSTAMP", utc(entry.updated_at))
        .add_property("LAST-MODIFIED", utc(entry.updated_at))
        .add_property("CREATED", utc(entry.created_at))
        .add_property("SEQUENCE", entry.sequence.to_string())
        .add_property("DTSTART", utc(entry.starts_at))
        .add_property("DTEND", utc(entry.ends_at))
        .summary(&one_line(&entry.title))
        .description(&description)
        .add_property("LOCATION", place(&entry.mode, &entry.location))
        .add_property("CATEGORIES", entry.kind.to_uppercase())
        .add_property("URL", link)
        .add_property("TRANSP", if entry.cancelled { "TRANSPARENT" } else { "OPAQUE" })
        .status(standing);
    block.done()
}

/// The UID of an event, the same in every calendar.
pub fn uid(id: Id, host: &str) -> String {
    format!("{id}@{host}")
}

/// The location as text.
pub fn place(mode: &str, location: &str) -> String {
    let location = one_line(location);
    match (mode, location.is_empty()) {
        ("Hybrid", false) => format!("{location} and online"),
        ("Hybrid", true) => "On site and online".into(),
        (_, true) if mode == "Online" => "Online".into(),
        (_, true) => "On site".into(),
        (_, false) => location,
    }
}

/// The time as text: "Friday, 3 July 2026, 18:00 (Europe/Berlin)".
pub fn when(entry: &Entry, zone_name: &str) -> String {
    let day = |text: &str| {
        text.parse::<Date>()
            .map_or_else(|_| text.to_owned(), |date| date.strftime("%A, %-d %B %Y").to_string())
    };
    // A night out belongs to the day on which it begins.
    if entry.ends_at < entry.starts_at.plus_seconds(24 * 3600) {
        format!("{}, {} ({zone_name})", day(&entry.date), entry.time)
    } else {
        format!("{}, {} to {} ({zone_name})", day(&entry.date), entry.time, day(&entry.end_date))
    }
}

/// When it ends, in words: "20:00", or with its day when that is another than the last one said.
pub fn until(entry: &Entry, zone: &TimeZone) -> String {
    let end = entry.ends_at.0.to_zoned_datetime(zone.clone());
    if end.date().to_string() == entry.date {
        end.strftime("%H:%M").to_string()
    } else {
        end.strftime("%A, %-d %B %Y, %H:%M").to_string()
    }
}

/// The day that many days before `today`.
pub fn days_before(today: &str, days: i64) -> String {
    let date = today.parse::<Date>().ok().and_then(|date| date.checked_sub(days.days()).ok());
    date.map_or_else(|| today.to_owned(), |date| date.to_string())
}

/// UTC in the format of RFC 5545.
fn utc(at: Instant) -> String {
    at.0.to_zoned_datetime(TimeZone::UTC).strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// A text without control characters except line breaks.
fn plain(text: &str) -> String {
    text.chars().filter(|character| *character == '\n' || !character.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Entry {
        let at = |text: &str| Instant(text.parse().unwrap());
        Entry {
            id: Id(7),
            title: "Rust, SQL; and \\ friends".into(),
            description: format!("First line\nSecond\r {}", "Grüße aus 東京 ".repeat(20)),
            description_html: String::new(),
            date: "2026-07-03".into(),
            end_date: "2026-07-03".into(),
            time: "18:00".into(),
            starts_at: at("2026-07-03T16:00:00Z"),
            ends_at: at("2026-07-03T18:00:00Z"),
            mode: "Hybrid".into(),
            kind: "workshop".into(),
            location: "Town Hall, Room 3".into(),
            cancelled: false,
            sequence: 2,
            created_at: at("2026-06-01T08:00:00Z"),
            published_at: None,
            updated_at: at("2026-06-02T08:00:00.5Z"),
        }
    }

    const SOURCE: Source = Source {
        url: "https://makers.example",
        host: "makers.example",
    };

    #[test]
    fn lines_are_folded_by_octets_between_characters_and_end_with_crlf() {
        let text = calendar(Some("Makers, all"), &[entry()], SOURCE);
        assert!(text.ends_with("END:VCALENDAR\r\n"));
        assert!(!text.replace("\r\n", "").contains(['\r', '\n']));
        assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
        let unfolded = text.replace("\r\n ", "");
        assert!(unfolded.contains("SUMMARY:Rust\\, SQL\\; and \\\\ friends\r\n"), "{unfolded}");
        assert!(unfolded.contains("DESCRIPTION:First line\\nSecond Grüße aus 東京 "), "{unfolded}");
        assert!(unfolded.contains("X-WR-CALNAME:Makers\\, all\r\n"));
        assert!(unfolded.contains("LOCATION:Town Hall\\, Room 3 and online\r\n"));
    }

    #[test]
    fn the_bytes_depend_on_the_event_alone() {
        let text = calendar(None, &[entry()], SOURCE);
        assert_eq!(text, calendar(None, &[entry()], SOURCE));
        for line in [
            "UID:0000000000007@makers.example",
            "DTSTAMP:20260602T080000Z",
            "DTSTART:20260703T160000Z",
            "DTEND:20260703T180000Z",
            "SEQUENCE:2",
            "STATUS:CONFIRMED",
            "URL:https://makers.example/events/0000000000007",
        ] {
            assert!(text.contains(&format!("{line}\r\n")), "{line}\n{text}");
        }
        assert!(!text.contains("METHOD"));
        let cancelled = calendar(None, &[Entry { cancelled: true, ..entry() }], SOURCE);
        assert!(cancelled.contains("STATUS:CANCELLED\r\n") && cancelled.contains("UID:0000000000007@makers.example\r\n"));
    }

    #[test]
    fn an_event_is_said_in_words() {
        assert_eq!(when(&entry(), "Europe/Berlin"), "Friday, 3 July 2026, 18:00 (Europe/Berlin)");
        let long = Entry {
            end_date: "2026-07-05".into(),
            ends_at: entry().ends_at.plus_seconds(2 * 24 * 3600),
            ..entry()
        };
        assert_eq!(when(&long, "UTC"), "Friday, 3 July 2026, 18:00 to Sunday, 5 July 2026 (UTC)");
        let night = Entry {
            end_date: "2026-07-04".into(),
            ends_at: entry().starts_at.plus_seconds(8 * 3600),
            ..entry()
        };
        assert_eq!(when(&night, "UTC"), "Friday, 3 July 2026, 18:00 (UTC)");
        assert_eq!(place("Online", ""), "Online");
        assert_eq!(place("Offline", "Hall"), "Hall");
    }
}

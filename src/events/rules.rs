//! Decisions about events: their status, their days, whether registration is open. The time is a parameter.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use poem_openapi::Enum;
use serde::Serialize;

use crate::db::values::Instant;

/// The status of an event by calendar day in the community's time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize)]
#[oai(rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum EventStatus {
    Upcoming,
    Ongoing,
    Completed,
}

/// What the clock says of an event, beside its status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize)]
#[oai(rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Its first day has not come.
    Ahead,
    /// It begins later today.
    Today,
    /// It has begun and has not ended, on all its days and in the nights between.
    Live,
    Over,
}

/// The types of events with their labels; the first is the default.
pub const TYPES: [(&str, &str); 8] = [
    ("workshop", "Workshop"),
    ("hackathon", "Hackathon"),
    ("webinar", "Webinar"),
    ("competition", "Competition"),
    ("conference", "Conference"),
    ("networking", "Networking"),
    ("seminar", "Seminar"),
    ("meetup", "Meetup"),
];

/// The filters of a list, with their labels.
pub const FILTERS: [(&str, &str); 3] = [("upcoming", "Upcoming"), ("live", "Live Now"), ("completed", "Completed")];

/// The filter for what takes place next, which is no choice of a person: events that are neither over nor cancelled, in
/// the order in which they begin, so whatever is on stands first.
pub const NEXT: &str = "next";

/// The filters of the admins' list; the first is the default.
pub const ADMIN_FILTERS: [(&str, &str); 5] = [
    ("all", "All Events"),
    ("upcoming", "Upcoming"),
    ("today", "Today"),
    ("past", "Past"),
    ("drafts", "Drafts"),
];

/// The orders of a list with their labels; the first is the default.
pub const SORTS: [(&str, &str); 5] = [
    ("", "Default Order"),
    ("date-asc", "Earliest First"),
    ("date-desc", "Latest First"),
    ("popular", "Most Popular"),
    ("alphabetical", "Alphabetical"),
];

/// The only rule for the status, by calendar day in the community's time zone (days as YYYY-MM-DD): upcoming before the
/// first day, ongoing through the last day, then completed.
pub fn status(date: &str, end_date: &str, today: &str) -> EventStatus {
    if today < date {
        EventStatus::Upcoming
    } else if today <= end_date {
        EventStatus::Ongoing
    } else {
        EventStatus::Completed
    }
}

/// The phase of an event at `now`, which is `today` in the community's time zone (days as YYYY-MM-DD).
pub fn phase(date: &str, starts_at: Instant, ends_at: Instant, today: &str, now: Instant) -> Phase {
    if now >= ends_at {
        Phase::Over
    } else if now >= starts_at {
        Phase::Live
    } else if today >= date {
        Phase::Today
    } else {
        Phase::Ahead
    }
}

/// Calendar days from `today` until `date`; 0 once it has come.
pub fn days_to_go(date: &str, today: &str) -> i64 {
    match (date.parse::<Date>(), today.parse::<Date>()) {
        (Ok(date), Ok(today)) => i64::from((date - today).get_days()).max(0),
        _ => 0,
    }
}

/// The instant of a day (YYYY-MM-DD) and a time (HH:MM) in a zone. A time that a daylight-saving change skips moves
/// forward by the length of the gap; of a time that occurs twice, the first is meant.
///
/// # Errors
/// When the day or the time does not exist.
pub fn instant(date: &str, time: &str, zone: &TimeZone) -> Result<Instant, String> {
    let date: Date = date.parse().map_err(|_| format!("{date} is not a date"))?;
    let time: Time = time.parse().map_err(|_| format!("{time} is not a time"))?;
    let zoned = DateTime::from_parts(date, time)
        .to_zoned_datetime(zone.clone())
        .map_err(|error| error.to_string())?;
    Ok(Instant(zoned.timestamp()))
}

/// An instant as RFC 3339 with the offset of a zone.
pub fn with_offset(at: Instant, zone: &TimeZone) -> String {
    let zoned = at.0.to_zoned_datetime(zone.clone());
    at.0.display_with_offset(zoned.offset()).to_string()
}

/// Repairs a path to a task whose name is not encoded (it contains slashes or percent signs): returns the path with the
/// name encoded as one part. `None` when the path is already right or not a task's.
pub fn task_path(path: &str) -> Option<String> {
    let (event, name) = path.split_once("/tasks/")?;
    if event.split('/').rev().nth(1) != Some("events") {
        return None;
    }
    let is_escape = |place: usize| {
        name.get(place + 1..place + 3)
            .is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
    };
    let mut fixed = String::new();
    for (place, character) in name.char_indices() {
        match character {
            '/' => fixed.push_str("%2F"),
            '%' if !is_escape(place) => fixed.push_str("%25"),
            other => fixed.push(other),
        }
    }
    (fixed != name).then(|| format!("{event}/tasks/{fixed}"))
}

/// The id for people, such as EVT-0007.
pub fn display_id(number: i64) -> String {
    format!("EVT-{number:04}")
}

/// Whether admins can cancel an event: it is neither cancelled nor over.
///
/// # Errors
/// The sentence for the admin.
pub fn cancel(cancelled: bool, phase: Phase) -> Result<(), &'static str> {
    if cancelled {
        Err("This event was already cancelled.")
    } else if phase == Phase::Over {
        Err("This event is over.")
    } else {
        Ok(())
    }
}

/// Whether an event can be deleted, or become a draft: nobody asked for a place in it.
pub fn is_unasked(registered: i64, waiting: i64) -> bool {
    registered == 0 && waiting == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_live_on_all_its_days() {
        let status = |today| status("2026-05-01", "2026-05-03", today);
        assert_eq!(status("2026-04-30"), EventStatus::Upcoming);
        assert_eq!(status("2026-05-01"), EventStatus::Ongoing);
        assert_eq!(status("2026-05-03"), EventStatus::Ongoing);
        assert_eq!(status("2026-05-04"), EventStatus::Completed);
    }

    #[test]
    fn an_event_is_live_from_its_start_to_its_end() {
        let at = |text: &str| Instant(text.parse().unwrap());
        let (starts_at, ends_at) = (at("2026-05-01T22:00:00Z"), at("2026-05-02T02:00:00Z"));
        let phase = |now: &str| phase("2026-05-01", starts_at, ends_at, &now[..10], at(now));
        assert_eq!(phase("2026-04-30T23:59:59Z"), Phase::Ahead);
        assert_eq!(phase("2026-05-01T00:00:00Z"), Phase::Today);
        assert_eq!(phase("2026-05-01T21:59:59Z"), Phase::Today);
        assert_eq!(phase("2026-05-01T22:00:00Z"), Phase::Live);
        assert_eq!(phase("2026-05-02T00:30:00Z"), Phase::Live);
        assert_eq!(phase("2026-05-02T02:00:00Z"), Phase::Over);
    }

    #[test]
    fn a_tasks_name_is_one_part_of_its_path() {
        let fixed = |path| task_path(path).unwrap_or_else(|| path.to_owned());
        assert_eq!(fixed("/events/1/tasks/read%20a%2Fb"), "/events/1/tasks/read%20a%2Fb");
        assert_eq!(fixed("/events/1/tasks/read/a/b"), "/events/1/tasks/read%2Fa%2Fb");
        assert_eq!(fixed("/events/1/tasks/100%"), "/events/1/tasks/100%25");
        assert_eq!(fixed("/events/1/tasks/100%zz%20"), "/events/1/tasks/100%25zz%20");
        assert_eq!(fixed("/projects/1/tasks/a/b"), "/projects/1/tasks/a/b");
    }

    #[test]
    fn days_are_counted_across_months_and_years() {
        assert_eq!(days_to_go("2027-01-01", "2026-11-28"), 34);
        assert_eq!(days_to_go("2026-11-28", "2026-11-28"), 0);
        assert_eq!(days_to_go("2026-11-01", "2026-11-28"), 0);
    }

    #[test]
    fn daylight_saving_nights_are_right() {
        let berlin = TimeZone::get("Europe/Berlin").unwrap();
        let at = |date, time| with_offset(instant(date, time, &berlin).unwrap(), &berlin);
        assert_eq!(at("2026-03-28", "23:30"), "2026-03-28T23:30:00+01:00");
        assert_eq!(at("2026-03-29", "02:30"), "2026-03-29T03:30:00+02:00");
        assert_eq!(at("2026-10-25", "02:30"), "2026-10-25T02:30:00+02:00");
        assert_eq!(at("2026-10-25", "03:30"), "2026-10-25T03:30:00+01:00");
    }
}

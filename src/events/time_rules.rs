//! The days and times of an event in the community's zone, and their instants.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

use super::rules;
use crate::db::values::Instant;

/// Minutes that calendars show for an event without a duration.
const DEFAULT_MINUTES: i64 = 120;

/// When an event begins and ends. It ends on its last day, at its start time plus its duration (or two hours).
///
/// # Errors
/// When a day or the time does not exist.
pub fn times(date: &str, end_date: &str, time: &str, minutes: Option<i64>, zone: &TimeZone) -> Result<(Instant, Instant), String> {
    let starts_at = rules::instant(date, time, zone)?;
    let last_start = rules::instant(end_date, time, zone)?;
    Ok((starts_at, last_start.plus_seconds(minutes.unwrap_or(DEFAULT_MINUTES) * 60)))
}

/// The instant of a stored deadline (YYYY-MM-DDTHH:MM).
///
/// # Errors
/// When a day or a time does not exist.
pub fn closing(deadline: Option<&str>, zone: &TimeZone) -> Result<Option<Instant>, String> {
    let Some((date, time)) = deadline.and_then(|text| text.split_once('T')) else {
        return Ok(None);
    };
    rules::instant(date, time, zone).map(Some)
}

/// A day in the years 1970 to 2199; a time after it is dropped.
pub fn day(text: &str) -> Option<Date> {
    let day = text.split(['T', ' ']).next().unwrap_or_default();
    let date: Date = day.parse().ok()?;
    ((1970..=2199).contains(&date.year()) && day.len() == 10).then_some(date)
}

/// A time of the day to the minute.
pub fn clock(text: &str) -> Option<Time> {
    let time: Time = text.parse().ok()?;
    Time::new(time.hour(), time.minute(), 0, 0).ok()
}

/// A day and a time in the zone. A day alone means 23:59; an instant with an offset is converted to the zone.
pub fn deadline(text: &str, zone: &TimeZone) -> Option<DateTime> {
    if let Ok(at) = text.parse::<Timestamp>() {
        let local = at.to_zoned_datetime(zone.clone()).datetime();
        return Some(DateTime::from_parts(day(&local.date().to_string())?, clock(&local.time().to_string())?));
    }
    match text.split_once(['T', ' ']) {
        None => Some(DateTime::from_parts(day(text)?, Time::new(23, 59, 0, 0).ok()?)),
        Some((date, time)) => Some(DateTime::from_parts(day(date)?, clock(time)?)),
    }
}

/// When participants are reminded: one day before the event, at the same time of day.
///
/// # Errors
/// When the day or the time does not exist.
pub fn reminder_at(date: &str, time: &str, zone: &TimeZone) -> Result<Instant, String> {
    let date: Date = date.parse().map_err(|_| format!("{date} is not a date"))?;
    let before = date.checked_sub(1.day()).map_err(|error| error.to_string())?;
    rules::instant(&before.to_string(), time, zone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reminder_comes_at_the_same_time_on_the_day_before() {
        let at = |date, time, name| reminder_at(date, time, &TimeZone::get(name).unwrap()).unwrap().to_string();
        assert_eq!(at("2027-03-28", "10:00", "Europe/Berlin"), "2027-03-27T09:00:00Z");
        assert_eq!(at("2027-03-29", "10:00", "Europe/Berlin"), "2027-03-28T08:00:00Z");
        assert_eq!(at("2027-01-01", "00:15", "Asia/Kolkata"), "2026-12-30T18:45:00Z");
    }
}

//! The days and times of an event in the community's zone, and their instants.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, ToSpan};

use super::rules;
use crate::db::values::Instant;

/// Minutes that calendars show for an event without a duration: at most these, and not past midnight.
const DEFAULT_MINUTES: i64 = 120;
const DAY_MINUTES: i64 = 24 * 60;

/// The minutes from midnight to a time, and those that an event takes from there.
fn span(time: Time, minutes: Option<i64>) -> (i64, i64) {
    let begins = i64::from(time.hour()) * 60 + i64::from(time.minute());
    (begins, minutes.unwrap_or(DEFAULT_MINUTES.min(DAY_MINUTES - begins)).max(0))
}

/// The midnights that an event passes in one go. Ending at midnight passes none.
fn midnights(time: Time, minutes: Option<i64>) -> i64 {
    let (begins, takes) = span(time, minutes);
    begins.saturating_add(takes - 1).div_euclid(DAY_MINUTES)
}

/// The last day of an event: the chosen one, or a later one when the event runs past midnight into it.
pub fn last_day(date: Date, chosen: Date, time: Time, minutes: Option<i64>) -> Date {
    let midnights = Span::new().try_days(midnights(time, minutes));
    midnights
        .and_then(|days| date.checked_add(days))
        .map_or(chosen, |reached| reached.max(chosen))
}

/// The stored last day, unless the event has it by itself: then the form of the event holds none, and the day follows
/// when the time or the duration changes.
pub fn chosen_day(date: &str, end_date: String, time: &str, minutes: Option<i64>) -> Option<String> {
    let by_itself = day(date)
        .zip(clock(time))
        .map(|(date, time)| last_day(date, date, time, minutes).to_string());
    (by_itself.as_ref() != Some(&end_date)).then_some(end_date)
}

/// When an event begins and ends. It ends on its last day: when it runs past midnight, its last round begins that much
/// earlier.
///
/// # Errors
/// When a day or the time does not exist.
pub fn times(date: &str, end_date: &str, time: &str, minutes: Option<i64>, zone: &TimeZone) -> Result<(Instant, Instant), String> {
    let starts_at = rules::instant(date, time, zone)?;
    let last: Date = end_date.parse().map_err(|_| format!("{end_date} is not a date"))?;
    let hour: Time = time.parse().map_err(|_| format!("{time} is not a time"))?;
    let last_round = last.checked_sub(midnights(hour, minutes).days()).map_err(|error| error.to_string())?;
    let last_start = rules::instant(&last_round.to_string().max(date.to_owned()), time, zone)?;
    Ok((starts_at, last_start.plus_seconds(span(hour, minutes).1 * 60)))
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
    fn an_event_past_midnight_ends_on_the_day_that_it_reaches() {
        let ends = |chosen: &str, time: &str, minutes| {
            let (date, chosen) = (day("2026-11-28").unwrap(), day(chosen).unwrap());
            let last = last_day(date, chosen, clock(time).unwrap(), minutes).to_string();
            let (_, ends_at) = times("2026-11-28", &last, time, minutes, &TimeZone::UTC).unwrap();
            format!("{last}, {ends_at}")
        };
        assert_eq!(ends("2026-11-28", "20:00", Some(240)), "2026-11-28, 2026-11-29T00:00:00Z");
        assert_eq!(ends("2026-11-28", "22:00", Some(240)), "2026-11-29, 2026-11-29T02:00:00Z");
        assert_eq!(ends("2026-11-28", "23:00", Some(61)), "2026-11-29, 2026-11-29T00:01:00Z");
        // Nobody said how long.
        assert_eq!(ends("2026-11-28", "20:00", None), "2026-11-28, 2026-11-28T22:00:00Z");
        assert_eq!(ends("2026-11-28", "23:00", None), "2026-11-28, 2026-11-29T00:00:00Z");
        // The same, written out; a second night; two days and nights without a break.
        assert_eq!(ends("2026-11-29", "22:00", Some(240)), "2026-11-29, 2026-11-29T02:00:00Z");
        assert_eq!(ends("2026-11-30", "22:00", Some(240)), "2026-11-30, 2026-11-30T02:00:00Z");
        assert_eq!(ends("2026-11-29", "10:00", Some(2880)), "2026-11-30, 2026-11-30T10:00:00Z");
        assert_eq!(ends("2026-11-30", "10:00", Some(60)), "2026-11-30, 2026-11-30T11:00:00Z");
    }

    #[test]
    fn a_reminder_comes_at_the_same_time_on_the_day_before() {
        let at = |date, time, name| reminder_at(date, time, &TimeZone::get(name).unwrap()).unwrap().to_string();
        assert_eq!(at("2027-03-28", "10:00", "Europe/Berlin"), "2027-03-27T09:00:00Z");
        assert_eq!(at("2027-03-29", "10:00", "Europe/Berlin"), "2027-03-28T08:00:00Z");
        assert_eq!(at("2027-01-01", "00:15", "Asia/Kolkata"), "2026-12-30T18:45:00Z");
    }
}

//! When a backup is due, what its file is called, and which ones stay. No IO and no clock here.

use std::collections::HashSet;
use std::time::Duration;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use sha2::{Digest, Sha256};

use crate::config::Backups;
use crate::db::values::Instant;
use crate::site::rules::file_words;

/// Seconds in a day.
const DAY: i64 = 86_400;
/// Characters of the time in a name: 2026-11-29T031500Z.
const STAMP: usize = 18;
/// Bytes of the mark of a site in a name.
const MARK: usize = 4;

/// The name of a backup: the community, the time in UTC, and the name of the database's file, by which databases in one
/// folder tell their backups apart.
pub fn file_name(community: &str, at: Instant, database: &str) -> String {
    format!("{}-{}.{database}", file_words(community), stamp(at))
}

/// The name of a database's file with a mark of its site, by which sites with files of one name tell their backups apart. The
/// mark comes from a key, which a backup brings along, and says nothing of it.
pub fn marked(key: &[u8], database: &str) -> String {
    let sum = Sha256::new().chain_update(b"backups").chain_update(key).finalize();
    let mark = sum.iter().take(MARK).fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    format!("{mark}.{database}")
}

/// A time in the name of a file.
pub fn stamp(at: Instant) -> String {
    at.0.strftime("%Y-%m-%dT%H%M%SZ").to_string()
}

/// When a file was made, if its name is that of a backup of this database. Whatever else is in the folder is not ours.
pub fn made_at(name: &str, database: &str) -> Option<Instant> {
    let rest = name.strip_suffix(database)?.strip_suffix('.')?;
    let at = rest.len().checked_sub(STAMP)?;
    let (community, stamp) = (rest.get(..at)?.strip_suffix('-')?, rest.get(at..)?);
    let is_ours = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if community.is_empty() || !community.chars().all(is_ours) {
        return None;
    }
    let (day, time) = stamp.strip_suffix('Z')?.split_once('T')?;
    let (hour, minute, second) = (time.get(..2)?, time.get(2..4)?, time.get(4..)?);
    format!("{day}T{hour}:{minute}:{second}Z").parse().ok().map(Instant)
}

/// Whether a backup is due: the newest that is not from the future is old enough, and so is the last that this process has
/// made, by a clock that cannot jump. So a clock that jumps causes one backup at most.
pub fn is_due(hours: u16, newest: Option<Instant>, last: Option<Duration>, now: Instant) -> bool {
    let seconds = i64::from(hours) * 3600;
    let is_old = newest.is_none_or(|newest| now.millis() - newest.millis() >= seconds * 1000);
    // A little less, because this clock and that of the wall run apart.
    let most = Duration::from_secs(u64::from(hours) * 3600 * 9 / 10);
    hours > 0 && is_old && last.is_none_or(|last| last >= most)
}

/// Which backups stay: of the last days, weeks and months that have a good one the newest good one of each, all of the last
/// day, and whatever is not known to be good. One from the future stays until its day, because the clock may have been
/// wrong when it was made, or may be wrong now. The periods are counted by the backups, not from today, so that a long
/// pause or a wrong clock deletes nothing.
pub fn staying(made: &[(Instant, bool)], keep: &Backups, now: Instant) -> Vec<bool> {
    let mut newest_first: Vec<usize> = (0..made.len()).filter(|place| made[*place].1 && made[*place].0 <= now).collect();
    newest_first.sort_by_key(|place| std::cmp::Reverse(made[*place].0));
    let last_day = now.plus_seconds(-DAY);
    let mut stays: Vec<bool> = made.iter().map(|(at, is_good)| !is_good || *at > now || *at > last_day).collect();
    let mut keep_of = |most: u16, period: fn(Date) -> (i16, i16)| {
        let mut seen = HashSet::new();
        for place in &newest_first {
            let day = made[*place].0.0.to_zoned_datetime(TimeZone::UTC).date();
            if seen.len() < usize::from(most) && seen.insert(period(day)) {
                stays[*place] = true;
            }
        }
    };
    keep_of(keep.daily.max(1), |day| (day.year(), day.day_of_year()));
    keep_of(keep.weekly, |day| {
        let week = day.iso_week_date();
        (week.year(), i16::from(week.week()))
    });
    keep_of(keep.monthly, |day| (day.year(), i16::from(day.month())));
    stays
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATABASE: &str = "community.db";

    fn at(text: &str) -> Instant {
        Instant(text.parse().unwrap())
    }

    fn days(first: &str, count: i64) -> Vec<Instant> {
        (0..count).map(|day| at(first).plus_seconds(day * DAY)).collect()
    }

    /// Makes a backup at each time, by a clock that says that time, and deletes what does not stay.
    fn after(times: &[Instant]) -> Vec<Instant> {
        let mut kept: Vec<(Instant, bool)> = Vec::new();
        for now in times {
            kept.push((*now, true));
            let stays = staying(&kept, &Backups::default(), *now);
            kept = kept.iter().zip(stays).filter(|(_, stays)| *stays).map(|(one, _)| *one).collect();
        }
        kept.into_iter().map(|(at, _)| at).collect()
    }

    #[test]
    fn a_name_says_the_community_the_time_and_the_database() {
        let now = at("2026-11-29T03:15:09.5Z");
        let name = file_name("Makers of Ghent!", now, DATABASE);
        assert_eq!(name, "makers-of-ghent-2026-11-29T031509Z.community.db");
        assert_eq!(made_at(&name, DATABASE), Some(at("2026-11-29T03:15:09Z")));
        assert_eq!(made_at(&file_name("मेकर्स", now, "a-b.db"), "a-b.db"), Some(at("2026-11-29T03:15:09Z")));
        for other in [
            "makers-of-ghent-2026-11-29T031509Z.demo.db",
            "makers-2026-11-29.db",
            "2026-11-29T031509Z.community.db",
            "-2026-11-29T031509Z.community.db",
            "Makers-2026-11-29T031509Z.community.db",
            "a-2026-13-29T031509Z.community.db",
            "a-2026-11-29T0315é9Z.community.db",
            "a-2026-11-29T031509Z.community.db.part",
            "a-2026-11-29T031509Z.xcommunity.db",
            "community.db",
            "",
        ] {
            assert_eq!(made_at(other, DATABASE), None, "{other}");
        }
    }

    #[test]
    fn sites_with_files_of_one_name_do_not_take_each_others_backups_for_theirs() {
        let now = at("2026-11-29T03:15:09Z");
        let endings = [marked(b"one", DATABASE), marked(b"two", DATABASE), DATABASE.to_owned()];
        for (place, ending) in endings.iter().enumerate() {
            let name = file_name("Makers", now, ending);
            let known: Vec<bool> = endings.iter().map(|ending| made_at(&name, ending).is_some()).collect();
            assert_eq!(known.iter().position(|is_known| *is_known), Some(place), "{name}");
            assert_eq!(known.iter().filter(|is_known| **is_known).count(), 1, "{name}");
        }
        assert_eq!(marked(b"one", DATABASE).len(), 8 + 1 + DATABASE.len());
    }

    #[test]
    fn the_last_of_seven_days_four_weeks_and_six_months_stay() {
        let kept = after(&days("2026-01-01T03:00:00Z", 333));
        let shown: Vec<String> = kept.iter().map(|at| at.to_string()[..10].to_owned()).collect();
        let months = ["2026-06-30", "2026-07-31", "2026-08-31", "2026-09-30", "2026-10-31"];
        let weeks = ["2026-11-08", "2026-11-15"];
        let last = [
            "2026-11-22",
            "2026-11-23",
            "2026-11-24",
            "2026-11-25",
            "2026-11-26",
            "2026-11-27",
            "2026-11-28",
            "2026-11-29",
        ];
        // The 22nd is no longer one of the last seven days: it stays as the last of its week.
        assert_eq!(shown, [&months[..], &weeks, &last].concat());
    }

    #[test]
    fn all_of_the_last_day_stay_and_what_is_not_good_neither_counts_nor_goes() {
        let now = at("2026-11-29T12:00:00Z");
        let hours = |hours: i64| now.plus_seconds(-hours * 3600);
        let today = [(hours(0), true), (hours(3), true), (hours(6), true), (hours(30), true), (hours(33), true)];
        assert_eq!(staying(&today, &Backups::default(), now), [true, true, true, true, false]);
        let one_is_bad = [(hours(0), false), (hours(24 * 400), true)];
        assert_eq!(staying(&one_is_bad, &Backups::default(), now), [true, true]);
        let nothing = Backups {
            daily: 0,
            weekly: 0,
            monthly: 0,
            ..Backups::default()
        };
        assert_eq!(
            staying(&[(hours(50), true), (hours(80), true)], &nothing, now),
            [true, false],
            "the last good one stays"
        );
        assert!(staying(&[], &nothing, now).is_empty());
    }

    #[test]
    fn a_clock_that_jumps_deletes_no_more_than_a_day_and_a_week() {
        let usual = days("2026-11-01T03:00:00Z", 20);
        let before = after(&usual);
        for jump in ["1970-01-01T00:00:01Z", "2027-06-01T00:00:00Z", "2099-01-01T00:00:00Z"] {
            let kept = after(&[&usual[..], &[at(jump)]].concat());
            let gone = before.iter().filter(|one| !kept.contains(one)).count();
            assert!(kept.contains(&at(jump)) && gone <= 2, "{jump}: {gone} are gone");
            let back = after(&[&usual[..], &[at(jump), at("2026-11-21T03:00:00Z")]].concat());
            assert!(back.contains(&at("2026-11-21T03:00:00Z")) && back.len() >= before.len(), "{jump}");
        }
    }

    #[test]
    fn one_a_day_is_due_whatever_the_clock_does() {
        let now = at("2026-11-29T12:00:00Z");
        let ago = |hours: i64| Some(now.plus_seconds(-hours * 3600));
        let hours = |hours: u64| Some(Duration::from_secs(hours * 3600));
        for (newest, last, due) in [
            (None, None, true),
            (ago(24), None, true),
            (ago(23), None, false),
            (ago(24), hours(24), true),
            // The clock jumped ahead by a year just after the last one.
            (ago(24 * 365), hours(0), false),
            (ago(24 * 365), hours(22), true),
            // The clock was set back: none is from the past.
            (None, hours(1), false),
        ] {
            assert_eq!(is_due(24, newest, last, now), due, "{newest:?} {last:?}");
        }
        assert!(!is_due(0, None, None, now), "none at all");
    }
}

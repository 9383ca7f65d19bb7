//! SQL of the pictures that events show: banners, and logos of partners.

use rusqlite::{Connection, named_params};

use super::fields::Form;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::media::picture::Rendition;
use crate::media::rules::{address, id_of};
use crate::media::store::{copy_medium, delete_medium, insert_medium};

/// Milliseconds that a picture is kept which no event shows: somebody may still be filling in the form.
const KEPT: i64 = 24 * 60 * 60 * 1000;
/// Pictures per sweep.
const STEP: u32 = 100;

/// Stores a picture that no event shows yet, and returns its address.
pub fn insert_picture(tx: &Tx, picture: &Rendition, now: Instant) -> rusqlite::Result<String> {
    let medium = insert_medium(tx, picture, now)?;
    insert_row(tx, medium, now)?;
    Ok(address(medium))
}

fn insert_row(tx: &Tx, medium: Id, now: Instant) -> rusqlite::Result<()> {
    tx.prepare_cached("INSERT INTO event_pictures (medium, unused_since) VALUES (:medium, :now)")?
        .execute(named_params! { ":medium": medium, ":now": now })
        .map(|_| ())
}

/// Whether an event may show the picture at an address of this site: it was stored for events, and no other one shows it.
pub fn may_show(conn: &Connection, link: &str, event: Option<Id>) -> rusqlite::Result<bool> {
    let Some(medium) = id_of(link).filter(|medium| address(*medium) == link) else {
        return Ok(false);
    };
    conn.prepare_cached("SELECT 1 FROM event_pictures WHERE medium = :medium AND (event_id IS NULL OR event_id = :event)")?
        .exists(named_params! { ":medium": medium, ":event": event })
}

/// Notes which pictures an event shows now, and since when it does not show the former ones.
pub fn set_shown(tx: &Tx, event: Id, form: &Form, now: Instant) -> rusqlite::Result<()> {
    let (banner, logo) = (id_of(&form.banner_image), id_of(&form.organization_logo));
    tx.prepare_cached(
        "UPDATE event_pictures SET event_id = NULL, unused_since = :now
         WHERE event_id = :event AND medium IS NOT :banner AND medium IS NOT :logo",
    )?
    .execute(named_params! { ":event": event, ":banner": banner, ":logo": logo, ":now": now })?;
    tx.prepare_cached("UPDATE event_pictures SET event_id = :event WHERE medium IN (:banner, :logo)")?
        .execute(named_params! { ":event": event, ":banner": banner, ":logo": logo })
        .map(|_| ())
}

/// Gives the form of a copy pictures of its own, because each belongs to one event.
pub fn copy_pictures(tx: &Tx, form: &mut Form, now: Instant) -> rusqlite::Result<()> {
    for link in [&mut form.banner_image, &mut form.organization_logo] {
        if let Some(medium) = id_of(link) {
            let copy = copy_medium(tx, medium, now)?;
            insert_row(tx, copy, now)?;
            *link = address(copy);
        }
    }
    Ok(())
}

/// Deletes pictures that no event has shown for a day.
pub fn prune(tx: &Tx, now: Instant) -> rusqlite::Result<()> {
    let unused: Vec<Id> = tx
        .prepare_cached(
            "DELETE FROM event_pictures WHERE medium IN
               (SELECT medium FROM event_pictures WHERE event_id IS NULL AND unused_since < :before ORDER BY unused_since LIMIT :step)
             RETURNING medium",
        )?
        .query_map(
            named_params! { ":before": Instant::from_millis(now.millis() - KEPT), ":step": STEP },
            |row| row.get("medium"),
        )?
        .collect::<rusqlite::Result<_>>()?;
    unused.into_iter().try_for_each(|medium| delete_medium(tx, medium))
}

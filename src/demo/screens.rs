//! The screenshots of the demo's projects; ui/art/screens.mjs draws them.

use rusqlite::named_params;
use rust_embed::RustEmbed;

use super::chance::Chance;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};

#[derive(RustEmbed)]
#[folder = "src/demo/screens"]
struct Screens;

/// Width and height of a screenshot, and of its form on cards.
const FULL: (u32, u32) = (1280, 800);
const CARD: (u32, u32) = (720, 450);

/// Adds the screenshot with this name to a project.
pub fn show(tx: &Tx, chance: &mut Chance, project: Id, name: &str, alt: &str, at: Instant) -> ApiResult<()> {
    let card = insert(tx, chance, &format!("{name}-card.png"), CARD, at)?;
    let full = insert(tx, chance, &format!("{name}.png"), FULL, at)?;
    tx.prepare_cached("INSERT INTO project_pictures (id, project_id, position, alt, card, full) VALUES (:id, :project, 0, :alt, :card, :full)")?
        .execute(named_params! { ":id": chance.id(at), ":project": project, ":alt": alt, ":card": card, ":full": full })?;
    Ok(())
}

fn insert(tx: &Tx, chance: &mut Chance, file: &str, (width, height): (u32, u32), at: Instant) -> ApiResult<Id> {
    let picture = Screens::get(file).ok_or_else(|| ApiError::internal(format!("the demo has no picture {file}")))?;
    let id = chance.id(at);
    tx.prepare_cached(
        "INSERT INTO media (id, content_type, width, height, bytes, created_at) VALUES (:id, 'image/png', :width, :height, :bytes, :at)",
    )?
    .execute(named_params! { ":id": id, ":width": width, ":height": height, ":bytes": &*picture.data, ":at": at })?;
    Ok(id)
}

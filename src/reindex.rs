//! Rebuilds the search index of a file whose texts were folded by an older version, in steps, so that others can write in between.

use rusqlite::named_params;

use crate::app::App;
use crate::certificates::store::index_certificate;
use crate::db::Tx;
use crate::db::search::FOLDING;
use crate::db::secrets::{find_secret, set_secret};
use crate::db::values::Id;
use crate::error::ApiResult;
use crate::events::store::index_event;
use crate::members::store::index_user;
use crate::projects::store::index_project;

/// The name of the stored version of the folding.
const MARK: &str = "search_folding";
/// Entries in one write.
const STEP: u32 = 100;

type Index = fn(&Tx, Id) -> ApiResult<()>;

const INDEXES: [(&str, Index); 4] = [
    ("SELECT id FROM users WHERE id > :after ORDER BY id LIMIT :limit", index_user),
    ("SELECT id FROM projects WHERE id > :after ORDER BY id LIMIT :limit", index_project),
    ("SELECT id FROM events WHERE id > :after ORDER BY id LIMIT :limit", index_event),
    (
        "SELECT id FROM certificates WHERE id > :after ORDER BY id LIMIT :limit",
        index_certificate,
    ),
];

/// Rebuilds the index unless the file already has the current folding. After an interruption it starts again.
///
/// # Errors
/// What the database says.
pub async fn run(app: &App) -> ApiResult<()> {
    if app.db.look_up(|conn| Ok(find_secret(conn, MARK)?)).await? == Some(vec![FOLDING]) {
        return Ok(());
    }
    for (next, index) in INDEXES {
        let mut after = Id(i64::MIN);
        while let Some(last) = app.db.write(move |tx| step(tx, next, index, after)).await? {
            after = last;
        }
    }
    app.db.write(|tx| Ok(set_current(tx)?)).await
}

/// Notes that all texts in the file are folded as they are now.
pub fn set_current(tx: &Tx) -> rusqlite::Result<()> {
    set_secret(tx, MARK, &[FOLDING])
}

/// Returns the last entry that it indexed.
fn step(tx: &Tx, next: &str, index: Index, after: Id) -> ApiResult<Option<Id>> {
    let ids = tx
        .prepare_cached(next)?
        .query_map(named_params! { ":after": after, ":limit": STEP }, |row| row.get(0))?
        .collect::<rusqlite::Result<Vec<Id>>>()?;
    for id in &ids {
        index(tx, *id)?;
    }
    Ok(ids.last().copied())
}

//! Copies a member's picture from the identity provider, once. Visitors' browsers never contact the provider.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::app::App;
use crate::db::values::Id;
use crate::media::picture::MAX_BYTES;
use crate::media::rules::address;
use crate::media::store::{delete_medium, insert_medium};
use crate::members::store::set_first_picture;
use crate::outside;

/// Pictures to fetch at once. Members who sign in while all are busy get theirs at the next sign-in.
static FETCHES: Semaphore = Semaphore::const_new(4);

/// Fetches the picture in the background and stores it if the member still has none. A failure is retried at the next
/// sign-in.
pub fn fetch(app: &Arc<App>, user: Id, url: String) {
    let Ok(turn) = FETCHES.try_acquire() else { return };
    let app = app.clone();
    tokio::spawn(async move {
        if let Err(error) = take(&app, user, url).await {
            tracing::warn!(%error, %user, "a member's picture could not be copied");
        }
        drop(turn);
    });
}

async fn take(app: &App, user: Id, url: String) -> Result<(), String> {
    let file = outside::get_file(url, MAX_BYTES, app.pictures_from).await?;
    let picture = app.make_portrait(file).await.map_err(|error| error.to_string())?;
    let picture = picture.map_err(|error| error.to_string())?;
    let now = app.clock.now();
    let taken = app.db.write(move |tx| {
        let medium = insert_medium(tx, &picture, now)?;
        if !set_first_picture(tx, user, &address(medium))? {
            delete_medium(tx, medium)?;
        }
        Ok(())
    });
    taken.await.map_err(|error| error.to_string())
}

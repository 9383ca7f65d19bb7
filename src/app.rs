//! What all handlers share. Built by main.rs for the program and by the tests for themselves.

use std::sync::Arc;

use ipnet::IpNet;
use rand::RngExt;
use rusqlite::Connection;

use crate::captcha::Captcha;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::secrets::{find_secret, set_secret};
use crate::db::values::Instant;
use crate::db::{Db, Tx};
use crate::error::{ApiError, ApiResult};
use crate::identity::Issuer;
use crate::mail::transport::Transport;
use crate::mail::trouble::Trouble;
use crate::media::picture::{PictureError, Renditions};
use crate::media::queue::Queue;
use crate::outside::Reach;

/// The running program, but for its network.
pub struct App {
    pub config: Config,
    pub db: Db,
    pub clock: Clock,
    /// Where the outbox is emptied to.
    pub mail: Transport,
    /// Whether that works at the moment.
    pub mail_trouble: Trouble,
    pub keys: Keys,
    pub captcha: Captcha,
    /// Whose ID tokens open accounts.
    pub issuer: Issuer,
    /// From where members' pictures are fetched; tests play their own server on this machine.
    pub pictures_from: Reach,
    /// The host in the names of events in calendars: the site's when the file was made, for a name must never change.
    pub calendar_host: String,
    /// The networks of proxies whose X-Forwarded-For is believed.
    pub trusted: Vec<IpNet>,
    /// Who may have a picture made, and how many at once.
    pub pictures: Arc<Queue>,
}

/// Keys made at first run and kept in the database, 32 random bytes each.
pub struct Keys {
    /// Signs session tokens.
    pub session: Vec<u8>,
    /// Signs the built-in captcha's challenges.
    pub captcha: Vec<u8>,
    /// Signs addresses of pictures that not everybody may see.
    pub media: Vec<u8>,
    /// Signs addresses to unsubscribe.
    pub unsubscribe: Vec<u8>,
}

impl App {
    /// Opens the database and makes what a first run needs.
    ///
    /// # Errors
    /// One sentence that says what is wrong.
    pub async fn open(config: Config, clock: Clock) -> Result<Arc<App>, String> {
        let mail = Transport::new(&config.mail)?;
        let db = Db::open(&config.database)?;
        let keys = db.write(find_or_make_keys).await.map_err(|error| error.to_string())?;
        let host = crate::mail::rules::host(&config.site_url()).to_owned();
        let calendar_host = db
            .write(move |tx| find_or_keep(tx, "calendar_host", &host))
            .await
            .map_err(|error| error.to_string())?;
        Ok(Arc::new(App {
            captcha: Captcha::new(&config.captcha, &config.site_url(), &keys.captcha),
            issuer: Issuer::new(&config.google),
            trusted: config.trusted_networks(),
            config,
            db,
            clock,
            mail,
            mail_trouble: Trouble::default(),
            keys,
            pictures_from: Reach::Public,
            calendar_host,
            pictures: Arc::default(),
        }))
    }

    /// Accepts a right captcha answer, once: see [`Captcha::verify`].
    ///
    /// # Errors
    /// 422 at `captchaToken` when the answer is missing, wrong, expired or used; 503 when the provider does not answer.
    pub async fn verify_captcha(&self, token: &str, now: Instant) -> ApiResult<()> {
        self.captcha.verify(&self.db, token, now).await
    }

    /// Makes the sizes of a picture that the server itself has fetched.
    ///
    /// # Errors
    /// 500 when the work could not be done; inside, why the file is no picture.
    pub async fn render_picture(&self, file: Vec<u8>) -> ApiResult<Result<Renditions, PictureError>> {
        self.pictures.render(file, ()).await
    }
}

fn find_or_make_keys(tx: &Tx) -> ApiResult<Keys> {
    Ok(Keys {
        session: find_or_make(tx, "session_key")?,
        captcha: find_or_make(tx, "captcha_key")?,
        media: find_or_make(tx, "media_key")?,
        unsubscribe: find_or_make(tx, "unsubscribe_key")?,
    })
}

fn find_or_make(tx: &Tx, name: &str) -> ApiResult<Vec<u8>> {
    let conn: &Connection = tx;
    if let Some(key) = find_secret(conn, name)? {
        return Ok(key);
    }
    let key: [u8; 32] = rand::rng().random();
    set_secret(tx, name, &key)?;
    Ok(key.to_vec())
}

/// The text that was kept first under this name.
fn find_or_keep(tx: &Tx, name: &str, text: &str) -> ApiResult<String> {
    if let Some(kept) = find_secret(tx, name)? {
        return String::from_utf8(kept).map_err(ApiError::internal);
    }
    set_secret(tx, name, text.as_bytes())?;
    Ok(text.to_owned())
}

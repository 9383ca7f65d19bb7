//! The state that all handlers share. main.rs builds it for the program, tests build their own.

use std::sync::Arc;

use hmac::{Hmac, Mac};
use ipnet::IpNet;
use rand::RngExt;
use rusqlite::Connection;
use sha2::Sha256;

use crate::backups::shelf::Shelf;
use crate::certificates::printer::Printer;
use crate::clock::Clock;
use crate::config::Config;
use crate::credentials::key_store::keep_key;
use crate::db::downloads::Downloads;
use crate::db::secrets::{find_secret, set_secret};
use crate::db::values::Instant;
use crate::db::{Db, Tx};
use crate::error::{ApiError, ApiResult};
use crate::events::calendar::rules::is_public_host;
use crate::mail::transport::Transport;
use crate::mail::trouble::Trouble;
use crate::media::picture::{PictureError, Rendition, portrait};
use crate::media::queue::Queue;
use crate::outside::Reach;
use crate::outside::captcha::Captcha;
use crate::outside::identity::Issuer;
use crate::stats::tally::Tally;
use crate::web::measures::Measures;

/// The running program without its network.
pub struct App {
    pub config: Config,
    pub db: Db,
    /// Copies of the database that admins download.
    pub downloads: Downloads,
    /// The backups that are kept.
    pub backups: Shelf,
    pub clock: Clock,
    /// How mails leave the outbox.
    pub mail: Transport,
    /// Whether sending mail works at the moment.
    pub mail_trouble: Trouble,
    pub keys: Keys,
    pub captcha: Captcha,
    /// The issuer whose ID tokens are accepted.
    pub issuer: Issuer,
    /// The hosts from which members' pictures may be fetched; tests run their own server on this machine.
    pub pictures_from: Reach,
    /// The host in the ids of calendar events and of entries in feeds: that of the first `public_url` of this database,
    /// because an id must never change. Before there is one, that of the address on which the site listens.
    pub calendar_host: String,
    /// Proxy networks whose X-Forwarded-For is trusted.
    pub trusted: Vec<IpNet>,
    /// Prints certificates.
    pub printer: Printer,
    /// Limits how many pictures are processed, per member and at once.
    pub pictures: Arc<Queue>,
    /// Visits that are not in the database yet.
    pub tally: Tally,
    /// What was counted of requests since the start.
    pub measures: Measures,
}

/// Keys of 32 random bytes each, created at the first run and stored in the database.
pub struct Keys {
    /// Signs session tokens.
    pub session: Vec<u8>,
    /// Signs the challenges of the built-in captcha.
    pub captcha: Vec<u8>,
    /// Signs addresses of pictures that are not public.
    pub media: Vec<u8>,
    /// Signs unsubscribe links.
    pub unsubscribe: Vec<u8>,
}

impl App {
    /// Opens the database and creates what the first run needs.
    ///
    /// # Errors
    /// One sentence that says what is wrong.
    pub async fn open(config: Config, clock: Clock) -> Result<Arc<App>, String> {
        let mail = Transport::new(&config.mail, &config.site_url())?;
        let db = Db::open(&config.database)?;
        let keys = db.write(Keys::find_or_make).await.map_err(|error| error.to_string())?;
        let now = clock.now();
        db.write(move |tx| keep_key(tx, now)).await.map_err(|error| error.to_string())?;
        let host = crate::mail::rules::host(&config.site_url());
        let calendar_host = db
            .write(move |tx| find_or_keep_host(tx, &host))
            .await
            .map_err(|error| error.to_string())?;
        Ok(Arc::new(App {
            captcha: Captcha::new(&config.captcha, &config.site_url(), &keys.captcha),
            issuer: Issuer::new(&config.google),
            trusted: config.trusted_networks(),
            printer: Printer::new(&config.fonts)?,
            backups: Shelf::new(&config, &keys.session),
            config,
            db,
            downloads: Downloads::default(),
            clock,
            mail,
            mail_trouble: Trouble::default(),
            keys,
            pictures_from: Reach::Public,
            calendar_host,
            pictures: Arc::default(),
            tally: Tally::default(),
            measures: Measures::default(),
        }))
    }

    /// What the settings of the mail server come to, by which a change is known; it tells nothing of them.
    ///
    /// # Errors
    /// 500 when the key is none.
    pub fn mail_seal(&self) -> ApiResult<Vec<u8>> {
        let mut seal = Hmac::<Sha256>::new_from_slice(&self.keys.session).map_err(ApiError::internal)?;
        let mail = &self.config.mail;
        let settings = (
            &mail.from,
            &mail.host,
            mail.port,
            &mail.username,
            &mail.password,
            mail.tls,
            self.config.site_url(),
        );
        seal.update(&serde_json::to_vec(&settings).map_err(ApiError::internal)?);
        Ok(seal.finalize().into_bytes().to_vec())
    }

    /// Keeps the seal of the mail settings; says whether it is another than before.
    pub fn keep_mail_seal(tx: &Tx, seal: &[u8]) -> rusqlite::Result<bool> {
        if find_secret(tx, "mail_seal")?.is_some_and(|kept| kept == seal) {
            return Ok(false);
        }
        set_secret(tx, "mail_seal", seal)?;
        Ok(true)
    }

    /// Accepts a correct captcha answer, once: see [`Captcha::verify`].
    ///
    /// # Errors
    /// 422 at `captchaToken` when the answer is missing, wrong, expired or already used; 503 when the provider does not
    /// answer.
    pub async fn verify_captcha(&self, token: &str, now: Instant) -> ApiResult<()> {
        self.captcha.verify(&self.db, token, now).await
    }

    /// Creates a member's picture from a file that the server has fetched.
    ///
    /// # Errors
    /// 500 when the work fails. The inner error says why the file is not an acceptable picture.
    pub async fn make_portrait(&self, file: Vec<u8>) -> ApiResult<Result<Rendition, PictureError>> {
        self.pictures.make(file, (), portrait).await
    }
}

impl Keys {
    /// The keys of this database, created when there are none.
    ///
    /// # Errors
    /// What the database says.
    pub fn find_or_make(tx: &Tx) -> ApiResult<Keys> {
        Ok(Keys {
            session: find_or_make(tx, "session_key")?,
            captcha: find_or_make(tx, "captcha_key")?,
            media: find_or_make(tx, "media_key")?,
            unsubscribe: find_or_make(tx, "unsubscribe_key")?,
        })
    }
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

/// The host in the ids of calendars and feeds: the first public one that the site had, or the present one until then.
fn find_or_keep_host(tx: &Tx, host: &str) -> ApiResult<String> {
    const NAME: &str = "calendar_host";
    let kept = find_secret(tx, NAME)?.map(String::from_utf8).transpose().map_err(ApiError::internal)?;
    if let Some(kept) = kept.filter(|kept| is_public_host(kept)) {
        return Ok(kept);
    }
    if is_public_host(host) {
        set_secret(tx, NAME, host.as_bytes())?;
    }
    Ok(host.to_owned())
}

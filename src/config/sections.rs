//! The sections of the configuration, each with its defaults.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::secret::Secret;
use crate::text::is_server_address;

/// Sign-in with Google or another issuer of OpenID Connect ID tokens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Google {
    /// The OAuth client id. Empty: no Google sign-in.
    pub client_id: String,
    /// The issuer that tokens must come from.
    pub issuer: String,
    /// The address of the issuer's public keys.
    pub jwks_url: String,
}

/// The captcha before forms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Captcha {
    pub provider: CaptchaProvider,
    /// The provider's public key for this site.
    pub site_key: String,
    /// The provider's secret key for this site.
    pub secret_key: Secret,
    /// The address that verifies answers. Empty: the provider's default.
    pub verify_url: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CaptchaProvider {
    Builtin,
    Recaptcha,
    Hcaptcha,
    Turnstile,
    None,
}

/// The mail server. Without a host, mails stay in the database and sign-in links are printed on the console.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mail {
    /// The sender: "Name <address>" or just an address.
    pub from: String,
    pub host: String,
    pub port: u16,
    pub username: String,
    pub password: Secret,
    pub tls: MailTls,
    /// Days for which mails that were sent, or not, stay listed.
    pub keep_days: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MailTls {
    None,
    Starttls,
    Tls,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Session {
    /// Days until a session expires.
    pub days: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Log {
    pub format: LogFormat,
    /// error, warn, info, debug or trace.
    pub level: String,
    /// How client addresses are logged: short (203.0.113.0, 2001:db8:1::), full, or none.
    pub addresses: LogAddresses,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    Text,
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogAddresses {
    Short,
    Full,
    None,
}

/// Backups that the server makes by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Backups {
    /// Hours from one to the next. 0: none is made by itself.
    pub hours: u16,
    /// Where they are. Empty: the folder `backups` beside the database. Sites may share one.
    pub folder: PathBuf,
    /// How many days, weeks and months keep their last one.
    pub daily: u16,
    pub weekly: u16,
    pub monthly: u16,
}

/// HTTPS without a proxy in front.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tls {
    pub mode: TlsMode,
    /// The certificate and those that vouch for it, as PEM. Empty: plain HTTP.
    pub certificate: PathBuf,
    /// Its private key, as PEM.
    pub key: PathBuf,
    /// An address and port on which plain HTTP is sent on to https. Empty: none.
    pub redirect_from: String,
    /// With acme: the address to which the authority writes. Empty: to none.
    pub contact: String,
    /// With acme: the address of the authority.
    pub directory: String,
    /// With acme: the certificate of an authority of one's own, as PEM. Empty: one that the system knows.
    pub directory_root: PathBuf,
}

/// Where the certificate comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TlsMode {
    /// From the files that are named, if they are.
    Files,
    /// From an authority that speaks ACME.
    Acme,
}

/// Measurements in the text format of Prometheus.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Metrics {
    /// The address and port of `/metrics`, apart from the site's. Empty: none.
    pub listen: String,
}

impl Backups {
    /// The folder of the backups of a database.
    pub fn folder_of(&self, database: &Path) -> PathBuf {
        if self.folder.as_os_str().is_empty() {
            database.parent().unwrap_or(Path::new("")).join("backups")
        } else {
            self.folder.clone()
        }
    }
}

impl Tls {
    /// Whether the server itself speaks https.
    pub fn is_on(&self) -> bool {
        self.mode == TlsMode::Acme || !self.certificate.as_os_str().is_empty()
    }

    /// Where plain HTTP is sent on to https, if anywhere.
    ///
    /// # Errors
    /// When it is no address with a port.
    pub fn redirect_address(&self) -> Result<Option<SocketAddr>, String> {
        address("tls.redirect_from", &self.redirect_from)
    }

    /// Checks that the settings go together.
    ///
    /// # Errors
    /// One sentence.
    pub fn check(&self) -> Result<(), String> {
        if self.certificate.as_os_str().is_empty() != self.key.as_os_str().is_empty() {
            return Err("tls.certificate and tls.key are needed together.".into());
        }
        if self.mode == TlsMode::Acme {
            if !self.certificate.as_os_str().is_empty() {
                return Err("tls.certificate and tls.key are not used with tls.mode = \"acme\".".into());
            }
            if self.redirect_address()?.is_none() {
                return Err("tls.redirect_from is needed with tls.mode = \"acme\": the authority asks there, at port 80 of the site.".into());
            }
            if !is_server_address(&self.directory) {
                return Err("tls.directory must be a web address that begins with http:// or https://.".into());
            }
        }
        if self.redirect_address()?.is_some() && !self.is_on() {
            return Err("tls.redirect_from needs tls.certificate and tls.key, or tls.mode = \"acme\".".into());
        }
        Ok(())
    }
}

impl Metrics {
    /// Where the measurements are served, if anywhere.
    ///
    /// # Errors
    /// When it is no address with a port.
    pub fn address(&self) -> Result<Option<SocketAddr>, String> {
        address("metrics.listen", &self.listen)
    }
}

fn address(name: &str, text: &str) -> Result<Option<SocketAddr>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let parsed = text.parse().map(Some);
    parsed.map_err(|_| format!("{name}: \"{text}\" is not an address and port such as 127.0.0.1:9100."))
}

impl Default for Google {
    fn default() -> Google {
        Google {
            client_id: String::new(),
            issuer: "https://accounts.google.com".into(),
            jwks_url: "https://www.googleapis.com/oauth2/v3/certs".into(),
        }
    }
}
impl Default for Captcha {
    fn default() -> Captcha {
        Captcha {
            provider: CaptchaProvider::Builtin,
            site_key: String::new(),
            secret_key: Secret::default(),
            verify_url: String::new(),
        }
    }
}
impl Default for Mail {
    fn default() -> Mail {
        Mail {
            from: String::new(),
            host: String::new(),
            port: 587,
            username: String::new(),
            password: Secret::default(),
            tls: MailTls::Starttls,
            keep_days: 365,
        }
    }
}
impl Default for Session {
    fn default() -> Session {
        Session { days: 30 }
    }
}
impl Default for Log {
    fn default() -> Log {
        Log {
            format: LogFormat::Text,
            level: "info".into(),
            addresses: LogAddresses::Short,
        }
    }
}
impl Default for Tls {
    fn default() -> Tls {
        Tls {
            mode: TlsMode::Files,
            certificate: PathBuf::new(),
            key: PathBuf::new(),
            redirect_from: String::new(),
            contact: String::new(),
            directory: "https://acme-v02.api.letsencrypt.org/directory".into(),
            directory_root: PathBuf::new(),
        }
    }
}
impl Default for Backups {
    fn default() -> Backups {
        Backups {
            hours: 24,
            folder: PathBuf::new(),
            daily: 7,
            weekly: 4,
            monthly: 6,
        }
    }
}

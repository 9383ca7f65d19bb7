//! Settings of the machine (addresses, keys, mail server): defaults, overridden by a TOML file, overridden by the
//! environment. Settings that an admin changes in the browser are in the database (src/site).

mod secret;
mod sections;
mod tables;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use toml::Table;
use url::Url;

pub use self::secret::Secret;
pub use self::sections::{Backups, Captcha, CaptchaProvider, Google, Log, LogAddresses, LogFormat, Mail, MailTls, Metrics, Session, Tls, TlsMode};
use self::tables::{is_origin, overlay, parse, parse_network, refuse_unknown};
use crate::text::is_server_address;

/// The file that is read when no other is named.
pub const DEFAULT_FILE: &str = "config.toml";

/// Everything that the operator can configure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The address and port to serve on.
    pub listen: String,
    /// The address that visitors use, without a slash at its end. Empty: http:// (or https://) and `listen`.
    pub public_url: String,
    /// The database file.
    pub database: PathBuf,
    /// A folder with further fonts for certificates. Empty: none.
    pub fonts: PathBuf,
    /// Proxies (addresses or networks) whose X-Forwarded-For is trusted.
    pub trusted_proxies: Vec<String>,
    pub google: Google,
    pub captcha: Captcha,
    pub mail: Mail,
    pub session: Session,
    pub backups: Backups,
    pub tls: Tls,
    pub metrics: Metrics,
    pub log: Log,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: "127.0.0.1:8080".into(),
            public_url: String::new(),
            database: "community.db".into(),
            fonts: PathBuf::new(),
            trusted_proxies: Vec::new(),
            google: Google::default(),
            captcha: Captcha::default(),
            mail: Mail::default(),
            session: Session::default(),
            backups: Backups::default(),
            tls: Tls::default(),
            metrics: Metrics::default(),
            log: Log::default(),
        }
    }
}
impl Config {
    /// Reads the file (the default file may be missing), applies the environment, and validates the result.
    ///
    /// # Errors
    /// One sentence that names the faulty setting but never shows a secret value.
    pub fn load(file: Option<&Path>, environment: impl Iterator<Item = (String, String)>) -> Result<Config, String> {
        let path = file.unwrap_or(Path::new(DEFAULT_FILE));
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && file.is_none() => String::new(),
            Err(error) => return Err(format!("{} cannot be read: {error}", path.display())),
        };
        let in_file = |error: String| format!("{}: {error}", path.display());
        let written = parse(&text).map_err(in_file)?;
        refuse_unknown(&written, &defaults()).map_err(in_file)?;
        let mut table = written.clone();
        overlay(&mut table, &defaults(), environment)?;
        Config::from_table(table).map_err(|error| {
            // What is wrong without the environment as well is wrong in the file.
            if Config::from_table(written).is_err_and(|alone| alone == error) {
                in_file(error)
            } else {
                format!("The environment (COMMUNITY_…): {error}")
            }
        })
    }

    /// Parses the text of a configuration file.
    ///
    /// # Errors
    /// One sentence that names the faulty setting.
    pub fn from_text(text: &str) -> Result<Config, String> {
        Config::from_table(parse(text)?)
    }

    fn from_table(table: Table) -> Result<Config, String> {
        refuse_unknown(&table, &defaults())?;
        let mut config: Config = table.try_into().map_err(|error: toml::de::Error| {
            let full = error.to_string();
            let setting = full.lines().find_map(|line| line.trim().strip_prefix("in `")?.strip_suffix('`'));
            format!("{} is invalid: {}.", setting.unwrap_or("The configuration"), error.message())
        })?;
        config.public_url = config.public_url.trim_end_matches('/').to_owned();
        config.check()?;
        Ok(config)
    }

    fn check(&self) -> Result<(), String> {
        self.listen_address()?;
        if !self.public_url.is_empty() && !is_server_address(&self.public_url) {
            return Err("public_url must be a web address that begins with http:// or https://.".into());
        }
        if !self.public_url.is_empty() && !is_origin(&self.public_url) {
            return Err(format!(
                "public_url must be an address without a path, such as https://community.example.org: \"{}\" is not. The site needs a host of its own.",
                self.public_url
            ));
        }
        for proxy in &self.trusted_proxies {
            parse_network(proxy).ok_or_else(|| format!("trusted_proxies: \"{proxy}\" is neither an address nor a network."))?;
        }
        let needs_keys = !matches!(self.captcha.provider, CaptchaProvider::Builtin | CaptchaProvider::None);
        if needs_keys && (self.captcha.site_key.is_empty() || self.captcha.secret_key.0.is_empty()) {
            return Err("captcha.site_key and captcha.secret_key are needed for this captcha.provider.".into());
        }
        if !self.mail.host.is_empty() && self.mail.from.parse::<lettre::message::Mailbox>().is_err() {
            return Err("mail.from must be an e-mail address when mail.host is set.".into());
        }
        for (name, value) in [("google.issuer", &self.google.issuer), ("google.jwks_url", &self.google.jwks_url)] {
            if !is_server_address(value) {
                return Err(format!("{name} must be a web address that begins with http:// or https://."));
            }
        }
        let days = [("mail.keep_days", self.mail.keep_days), ("session.days", self.session.days)];
        let zero = days.iter().find(|(_, days)| *days == 0);
        zero.map_or(Ok(()), |(name, _)| Err(format!("{name} must be at least 1.")))?;
        if self.backups.daily == 0 {
            return Err("backups.daily must be at least 1: to make no backups, set backups.hours to 0.".into());
        }
        self.metrics.address()?;
        self.tls.check()?;
        if self.tls.is_on() && self.public_url.starts_with("http://") {
            return Err("public_url must begin with https:// when tls.certificate or tls.mode is set.".into());
        }
        if self.tls.redirect_address()?.is_some() && self.public_url.is_empty() && self.tls.mode == TlsMode::Files {
            return Err("public_url is needed with tls.redirect_from: it says where those who come over HTTP are sent.".into());
        }
        if self.tls.mode == TlsMode::Acme && self.domain().is_none() {
            return Err("public_url must name a domain, such as https://makers.example, when tls.mode is \"acme\".".into());
        }
        if !["error", "warn", "info", "debug", "trace"].contains(&self.log.level.as_str()) {
            return Err("log.level must be one of error, warn, info, debug, trace.".into());
        }
        Ok(())
    }

    /// Warnings about settings that are valid but may be a mistake.
    pub fn notes(&self) -> Vec<String> {
        let is_local = self.listen_address().is_ok_and(|address| address.ip().is_loopback());
        let mut notes = Vec::new();
        if is_local && self.is_behind_https() && self.trusted_proxies.is_empty() {
            notes.push(
                "public_url is https and trusted_proxies is empty: name the proxy in front of this site there (127.0.0.1 when it runs on this \
                 machine), or all visitors count as one."
                    .into(),
            );
        }
        notes
    }

    /// The socket address to serve on.
    ///
    /// # Errors
    /// When `listen` is not an address with a port.
    pub fn listen_address(&self) -> Result<SocketAddr, String> {
        self.listen
            .parse()
            .map_err(|_| format!("listen: \"{}\" is not an address and port such as 127.0.0.1:8080.", self.listen))
    }

    /// The site's address for links, without a trailing slash.
    pub fn site_url(&self) -> String {
        match (self.public_url.as_str(), self.tls.is_on()) {
            ("", false) => format!("http://{}", self.listen),
            ("", true) => format!("https://{}", self.listen),
            (url, _) => url.to_owned(),
        }
    }

    /// The domain in `public_url`; `None` when it is an address in numbers, or there is none.
    pub fn domain(&self) -> Option<String> {
        Url::parse(&self.public_url).ok()?.domain().map(str::to_owned)
    }

    /// Whether somebody in front of this server is to speak https for it.
    pub fn is_behind_https(&self) -> bool {
        self.public_url.starts_with("https://") && !self.tls.is_on()
    }

    /// The networks whose X-Forwarded-For is trusted.
    pub fn trusted_networks(&self) -> Vec<IpNet> {
        self.trusted_proxies.iter().filter_map(|text| parse_network(text)).collect()
    }
}

/// Every setting with its default.
fn defaults() -> Table {
    Table::try_from(Config::default()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(pairs: &[(&str, &str)]) -> Result<Config, String> {
        let mut table = Table::new();
        overlay(
            &mut table,
            &defaults(),
            pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())),
        )?;
        Config::from_table(table)
    }

    #[test]
    fn the_environment_reaches_every_kind_of_setting() {
        let config = with(&[
            ("COMMUNITY_LISTEN", "0.0.0.0:80"),
            ("COMMUNITY_GOOGLE__CLIENT_ID", "abc"),
            ("COMMUNITY_MAIL__PORT", "25"),
            ("COMMUNITY_TRUSTED_PROXIES", "10.0.0.1, 10.1.0.0/16"),
            ("COMMUNITY_PUBLIC_URL", "https://makers.example/"),
            ("COMMUNITY_SESSION__DAYS", ""),
            ("PATH", "/bin"),
        ])
        .unwrap();
        assert_eq!(config.listen, "0.0.0.0:80");
        assert_eq!(config.google.client_id, "abc");
        assert_eq!(config.mail.port, 25);
        assert_eq!(config.trusted_networks().len(), 2);
        assert_eq!(config.site_url(), "https://makers.example");
        assert_eq!(config.session.days, 30);
    }

    #[test]
    fn a_proxy_that_nobody_named_is_noted() {
        let https = ("COMMUNITY_PUBLIC_URL", "https://makers.example");
        assert!(with(&[https]).unwrap().notes()[0].contains("trusted_proxies"));
        assert!(with(&[https, ("COMMUNITY_TRUSTED_PROXIES", "127.0.0.1")]).unwrap().notes().is_empty());
        assert!(with(&[]).unwrap().notes().is_empty());
    }

    #[test]
    fn a_wrong_value_is_one_sentence_without_secrets() {
        for text in [
            "listen = 'here'",
            "public_url = 'makers.example'",
            "public_url = 'https://makers.example/site'",
            "public_url = 'https://makers.example?x'",
            "public_url = 'https://'",
            "trusted_proxies = ['proxy']",
            "[captcha]\nprovider = 'other'",
            "[captcha]\nprovider = 'turnstile'",
            "[mail]\nhost = 'h'\nfrom = 'nobody'",
            "[session]\ndays = 0",
            "[log]\nlevel = 'loud'",
            "[backups]\ndaily = 0",
            "[metrics]\nlisten = '9100'",
            "[tls]\ncertificate = 'chain.pem'",
            "[tls]\nredirect_from = '0.0.0.0:80'",
            "[tls]\ncertificate = 'a'\nkey = 'b'\nredirect_from = '0.0.0.0:80'",
            "public_url = 'https://makers.example'\n[tls]\nmode = 'acme'",
            "public_url = 'https://192.0.2.1'\n[tls]\nmode = 'acme'\nredirect_from = '0.0.0.0:80'",
            "public_url = 'http://makers.example'\n[tls]\ncertificate = 'a'\nkey = 'b'",
            "[mail]\nport = 'x'",
            "[mail]\npassword = 'hunter2'\nport",
            "mail = 3",
            "[mail]\npassword = ['hunter2']",
        ] {
            let message = Config::from_text(text).unwrap_err();
            assert!(!message.contains("hunter2") && !message.contains('\n'), "{message}");
        }
        let mut config = Config::default();
        config.mail.password = Secret("hunter2".into());
        assert!(!format!("{config:?}").contains("hunter2"));
    }
}

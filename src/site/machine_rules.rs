//! What the machine's configuration comes to, in words for an admin who cannot see it. No IO here.

use crate::clock::Zones;
use crate::config::{CaptchaProvider, Config, MailTls};

/// A fact about the machine: what is, and the setting that changes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// A short name, such as "Mail".
    pub title: &'static str,
    pub text: String,
    /// The setting in the configuration; empty when nothing there changes it.
    pub setting: &'static str,
    /// Whether the fact is good as it is. If not, something is likely to be missing.
    pub is_good: bool,
}

/// What was seen while the site ran.
pub struct Seen<'a> {
    /// Whether a request arrived over https.
    pub was_reached: bool,
    /// What is wrong with the mail server; empty when nothing is.
    pub mail_problem: &'a str,
    /// How many bytes the database has.
    pub bytes: u64,
}

/// All facts, in the order in which they are shown.
pub fn facts(config: &Config, zones: &Zones, seen: &Seen) -> Vec<Fact> {
    vec![
        sign_in(config),
        captcha(config),
        mail(config, seen),
        https(config, seen),
        zone_data(zones),
        database(config, seen),
        version(),
    ]
}

fn fact(title: &'static str, text: impl Into<String>, setting: &'static str, is_good: bool) -> Fact {
    Fact {
        title,
        text: text.into(),
        setting,
        is_good,
    }
}

fn sign_in(config: &Config) -> Fact {
    let days = config.session.days;
    let text = if config.google.client_id.is_empty() {
        format!("By a link that is mailed. Signing in with Google is off. A sign-in ends after {days} days.")
    } else {
        format!(
            "By a link that is mailed, and with the accounts of {}. A sign-in ends after {days} days.",
            config.google.issuer
        )
    };
    fact("Sign-in", text, "google.client_id, session.days", true)
}

fn captcha(config: &Config) -> Fact {
    let text = match config.captcha.provider {
        CaptchaProvider::Builtin => "This site's own proof of work. No other site is asked.",
        CaptchaProvider::Recaptcha => "Google reCAPTCHA.",
        CaptchaProvider::Hcaptcha => "hCaptcha.",
        CaptchaProvider::Turnstile => "Cloudflare Turnstile.",
        CaptchaProvider::None => "None: robots can sign up, submit and register as fast as people.",
    };
    fact("Captcha", text, "captcha.provider", config.captcha.provider != CaptchaProvider::None)
}

fn mail(config: &Config, seen: &Seen) -> Fact {
    let mail = &config.mail;
    if mail.host.is_empty() {
        let text = "No mail server is configured. Mails wait in the database, and sign-in links are printed where the server runs.";
        return fact("Mail", text, "mail.host, mail.from", false);
    }
    let encryption = match mail.tls {
        MailTls::None => "without encryption",
        MailTls::Starttls => "encrypted (STARTTLS)",
        MailTls::Tls => "encrypted (TLS)",
    };
    let mut text = format!("From {} by {} at port {}, {encryption}.", mail.from, mail.host, mail.port);
    if !seen.mail_problem.is_empty() {
        text.push(' ');
        text.push_str(seen.mail_problem);
    }
    fact("Mail", text, "mail.host, mail.from, mail.tls", seen.mail_problem.is_empty())
}

fn https(config: &Config, seen: &Seen) -> Fact {
    let url = config.site_url();
    let (text, is_good) = match (url.starts_with("https://"), seen.was_reached) {
        (true, true) => (format!("Visitors reach the site at {url}, encrypted."), true),
        (true, false) => (
            format!(
                "The site's address is {url}, but nobody has reached it there yet. Does its name lead here, and is a proxy in front running if there is one?"
            ),
            false,
        ),
        (false, _) => (
            format!(
                "The site's address is {url}. What visitors send to it is not encrypted: put a proxy with a certificate in front, or set tls.certificate."
            ),
            false,
        ),
    };
    fact("HTTPS", text, "public_url, trusted_proxies, tls.certificate", is_good)
}

fn zone_data(zones: &Zones) -> Fact {
    let source = match &zones.folder {
        Some(folder) => format!("the system's, in {}", folder.display()),
        None => "the program's own".to_owned(),
    };
    fact(
        "Zone data",
        format!(
            "Version {} ({source}). Newer rules of time zones come with updates of the system or of the program.",
            zones.version
        ),
        "",
        true,
    )
}

fn database(config: &Config, seen: &Seen) -> Fact {
    let megabytes = seen.bytes.div_ceil(1024 * 1024);
    fact("Database", format!("{}, {megabytes} MB.", config.database.display()), "database", true)
}

fn version() -> Fact {
    let text = format!("Community {} with SQLite {}.", env!("CARGO_PKG_VERSION"), rusqlite::version());
    fact("Version", text, "", true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::zones;

    const QUIET: Seen = Seen {
        was_reached: false,
        mail_problem: "",
        bytes: 1,
    };

    fn told(config: &str, seen: &Seen) -> Vec<(&'static str, String, bool)> {
        let config = Config::from_text(config).unwrap();
        let facts = facts(&config, zones(), seen).into_iter();
        facts.map(|fact| (fact.title, fact.text, fact.is_good)).collect()
    }

    fn of(facts: &[(&'static str, String, bool)], title: &str) -> (String, bool) {
        let found = facts.iter().find(|(name, ..)| *name == title).unwrap();
        (found.1.clone(), found.2)
    }

    #[test]
    fn a_fresh_machine_says_what_is_missing() {
        let facts = told("", &QUIET);
        assert!(!of(&facts, "Mail").1 && of(&facts, "Mail").0.contains("No mail server"));
        assert!(!of(&facts, "HTTPS").1 && of(&facts, "HTTPS").0.contains("not encrypted"));
        assert!(of(&facts, "Captcha").1 && of(&facts, "Sign-in").0.contains("Google is off"));
        assert!(of(&facts, "Database").0.ends_with("1 MB."));
    }

    #[test]
    fn a_configured_machine_says_what_it_uses_and_no_secret() {
        let config = "public_url = 'https://makers.example'\n[google]\nclient_id = 'abc'\n[captcha]\nprovider = 'none'\n[mail]\nhost = 'mail.example'\n\
                      from = 'Makers <hi@makers.example>'\nusername = 'makers'\npassword = 'hunter2'\ntls = 'tls'";
        let seen = Seen {
            was_reached: true,
            mail_problem: "It refuses.",
            ..QUIET
        };
        let facts = told(config, &seen);
        assert_eq!(
            of(&facts, "Mail"),
            (
                "From Makers <hi@makers.example> by mail.example at port 587, encrypted (TLS). It refuses.".into(),
                false
            )
        );
        assert!(of(&facts, "HTTPS").1 && !of(&facts, "Captcha").1);
        assert!(of(&facts, "Sign-in").0.contains("https://accounts.google.com"));
        assert!(facts.iter().all(|(_, text, _)| !text.contains("hunter2")));
        assert!(!of(&told(config, &QUIET), "HTTPS").1);
    }
}

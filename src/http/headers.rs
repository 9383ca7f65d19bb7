//! Headers that restrict what a page may do.

use std::sync::LazyLock;

use poem::http::{HeaderMap, HeaderValue};

use crate::app::App;
use crate::config::{CaptchaProvider, Config};
use crate::head::{Allowed, THEME_SCRIPT, inline_source};
use crate::pages;
use crate::site::rules::script_sources;

/// The source of the one script that stands in the page.
static THEME_SOURCE: LazyLock<String> = LazyLock::new(|| inline_source(THEME_SCRIPT));

/// What an answer is, for its policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The viewer of the API document.
    Docs,
    /// Any other answer of the API.
    Api,
    /// The page that checks a credential of any issuer.
    Verify,
    /// Any other page, and its files.
    Page,
}

impl Part {
    /// The part to which a path belongs.
    pub fn of(path: &str) -> Part {
        match path {
            "/api/docs" => Part::Docs,
            path if path.starts_with("/api/") => Part::Api,
            path if pages::find(path).is_some_and(|(page, _)| page.address == pages::VERIFY) => Part::Verify,
            _ => Part::Page,
        }
    }
}

/// Sets all of them.
pub fn set_security_headers(headers: &mut HeaderMap, app: &App, part: Part, allowed: &Allowed) {
    headers.insert("X-Content-Type-Options", HeaderValue::from_static("nosniff"));
    headers.insert("Referrer-Policy", HeaderValue::from_static("strict-origin-when-cross-origin"));
    headers.insert("X-Frame-Options", HeaderValue::from_static("DENY"));
    headers.insert("Cross-Origin-Opener-Policy", HeaderValue::from_static("same-origin-allow-popups"));
    headers.insert(
        "Permissions-Policy",
        HeaderValue::from_static("camera=(self), microphone=(), geolocation=()"),
    );
    if app.config.site_url().starts_with("https://") {
        headers.insert("Strict-Transport-Security", HeaderValue::from_static("max-age=31536000"));
    }
    if headers.contains_key("Content-Security-Policy") {
        return;
    }
    let policy = match part {
        // The viewer is a single page with inline script and style.
        Part::Docs => {
            "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; frame-ancestors 'none'"
                .to_owned()
        }
        Part::Api => "default-src 'none'; frame-ancestors 'none'".to_owned(),
        Part::Verify => verify_policy(allowed),
        Part::Page => content_security_policy(&app.config, allowed),
    };
    if let Ok(value) = HeaderValue::from_str(&policy) {
        headers.insert("Content-Security-Policy", value);
    }
}

/// The page that checks credentials runs no code of others, because it sees files that are nobody else's business. It may ask any
/// issuer's site for a key, which it does when its reader presses a button that names the site.
fn verify_policy(allowed: &Allowed) -> String {
    format!(
        "default-src 'none'; script-src 'self' {}; style-src 'self' {}; img-src 'self' data: https:; font-src 'self'; connect-src 'self' https:; \
         worker-src 'self'; manifest-src 'self'; frame-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        *THEME_SOURCE, allowed.style
    )
}

/// What pages may load: from this site, from the third parties that the operator has configured, and the one script that
/// the admins have set, which may report to its own server.
fn content_security_policy(config: &Config, allowed: &Allowed) -> String {
    let external = script_sources(&allowed.script);
    let mut scripts = vec!["'self'", &THEME_SOURCE];
    let mut styles = vec!["'self'"];
    if !allowed.style.is_empty() {
        styles.push(allowed.style);
    }
    let mut frames = Vec::new();
    let mut connects = vec!["'self'"];
    if let Some((script, origin)) = &external {
        scripts.push(script);
        connects.push(origin);
    }
    if !config.google.client_id.is_empty() {
        scripts.push("https://accounts.google.com/gsi/client");
        styles.push("https://accounts.google.com/gsi/style");
        frames.push("https://accounts.google.com/gsi/");
        connects.push("https://accounts.google.com/gsi/");
    }
    match config.captcha.provider {
        CaptchaProvider::Recaptcha => {
            scripts.extend(["https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"]);
            frames.push("https://www.google.com/recaptcha/");
        }
        CaptchaProvider::Hcaptcha => {
            scripts.push("https://*.hcaptcha.com");
            styles.push("https://*.hcaptcha.com");
            frames.push("https://*.hcaptcha.com");
            connects.push("https://*.hcaptcha.com");
        }
        CaptchaProvider::Turnstile => {
            scripts.push("https://challenges.cloudflare.com");
            frames.push("https://challenges.cloudflare.com");
        }
        CaptchaProvider::Builtin | CaptchaProvider::None => {}
    }
    let frames = if frames.is_empty() { "'none'".to_owned() } else { frames.join(" ") };
    format!(
        "default-src 'none'; script-src {}; style-src {}; img-src 'self' data: https:; font-src 'self'; connect-src {}; worker-src 'self'; \
         manifest-src 'self'; frame-src {frames}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        scripts.join(" "),
        styles.join(" "),
        connects.join(" "),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_page_that_checks_credentials_may_ask_other_sites() {
        for (path, part) in [
            ("/verify", Part::Verify),
            ("/Verify/", Part::Verify),
            ("/verify-certificate", Part::Page),
            ("/verify/x", Part::Page),
            ("/", Part::Page),
            ("/api/verify", Part::Api),
            ("/api/docs", Part::Docs),
        ] {
            assert_eq!(Part::of(path), part, "{path}");
        }
        let allowed = Allowed {
            style: "'sha256-x'",
            ..Allowed::default()
        };
        let (verify, other) = (verify_policy(&allowed), content_security_policy(&Config::default(), &allowed));
        assert!(verify.contains("connect-src 'self' https:;"));
        assert!(verify.contains(&format!("script-src 'self' {};", &*THEME_SOURCE)));
        assert!(other.contains("connect-src 'self';"));
        assert!([verify, other].iter().all(|policy| policy.contains("style-src 'self' 'sha256-x';")));
    }

    #[test]
    fn the_policy_names_the_external_script_and_nothing_else_of_others() {
        let policy = |script: &str| {
            let allowed = Allowed {
                script: script.to_owned(),
                ..Allowed::default()
            };
            content_security_policy(&Config::default(), &allowed)
        };
        let alone = policy("");
        let scripts = |policy: &str| policy.split("; ").find(|part| part.starts_with("script-src")).map(str::to_owned);
        assert_eq!(scripts(&alone), Some(format!("script-src 'self' {}", &*THEME_SOURCE)));
        let with = policy("https://count.example.org/a.js?x=1");
        assert_eq!(
            scripts(&with),
            Some(format!("script-src 'self' {} https://count.example.org/a.js", &*THEME_SOURCE))
        );
        assert!(with.contains("connect-src 'self' https://count.example.org;"), "{with}");
        assert_eq!(policy("http://count.example.org/a.js"), alone);
    }
}

//! Headers that restrict what a page may do.

use std::sync::LazyLock;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use poem::http::{HeaderMap, HeaderValue};
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::config::{CaptchaProvider, Config};
use crate::head::THEME_SCRIPT;
use crate::site::rules::script_sources;

/// The source of the one script that stands in the page.
static THEME_SOURCE: LazyLock<String> = LazyLock::new(|| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(THEME_SCRIPT))));

/// Sets all of them. `is_docs` is the viewer of the API document, `is_api` any other answer of the API. `script` is the
/// external script of a page; empty when it has none.
pub fn set_security_headers(headers: &mut HeaderMap, app: &App, is_api: bool, is_docs: bool, script: &str) {
    headers.insert("X-Content-Type-Options", HeaderValue::from_static("nosniff"));
    headers.insert("Referrer-Policy", HeaderValue::from_static("strict-origin-when-cross-origin"));
    headers.insert("X-Frame-Options", HeaderValue::from_static("DENY"));
    headers.insert("Cross-Origin-Opener-Policy", HeaderValue::from_static("same-origin-allow-popups"));
    headers.insert(
        "Permissions-Policy",
        HeaderValue::from_static("camera=(self), microphone=(), geolocation=()"),
    );
    if app.config.public_url.starts_with("https://") {
        headers.insert("Strict-Transport-Security", HeaderValue::from_static("max-age=31536000"));
    }
    if headers.contains_key("Content-Security-Policy") {
        return;
    }
    let policy = if is_docs {
        // The viewer is a single page with inline script and style.
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; frame-ancestors 'none'"
            .to_owned()
    } else if is_api {
        "default-src 'none'; frame-ancestors 'none'".to_owned()
    } else {
        content_security_policy(&app.config, script)
    };
    if let Ok(value) = HeaderValue::from_str(&policy) {
        headers.insert("Content-Security-Policy", value);
    }
}

/// What pages may load: from this site, from the third parties that the operator has configured, and the one script that
/// the admins have set, which may report to its own server.
fn content_security_policy(config: &Config, script: &str) -> String {
    let external = script_sources(script);
    let mut scripts = vec!["'self'", &THEME_SOURCE];
    let mut styles = vec!["'self'"];
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
    fn the_policy_names_the_external_script_and_nothing_else_of_others() {
        let policy = |script| content_security_policy(&Config::default(), script);
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

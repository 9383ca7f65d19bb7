//! The captcha before login, submission and registration: `app.verify_captcha(&body.captcha_token, now).await?`. The
//! built-in captcha is ALTCHA's open proof of work (version 2). The others send one siteverify request to their
//! provider.

use altcha::{Challenge, CreateChallengeOptions, HmacAlgorithm, Payload, VerifySolutionOptions};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rand::RngExt;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::config::{self, CaptchaProvider};
use crate::db::values::Instant;
use crate::db::{Db, once};
use crate::error::{ApiError, ApiResult};
use crate::outside;
use crate::text::host;

/// Seconds for which one of our challenges can be answered.
pub const CHALLENGE_SECONDS: i64 = 600;
/// Seconds for which we remember an answer that a provider has verified. Providers forget theirs after at most five
/// minutes.
const ANSWER_SECONDS: i64 = 3600;
/// The action that this site's widgets report, for providers that support one.
const ACTION: &str = "community";
/// Seconds for the client to wait when the provider does not answer.
const PROVIDER_PAUSE: u64 = 30;
/// The field that carries the answer.
pub const FIELD: &str = "captchaToken";

/// Which captcha is in use.
pub enum Captcha {
    /// Our own proof of work.
    Builtin {
        /// Signs challenges.
        challenge_key: String,
        /// Signs solutions, which makes verifying one cheap.
        solution_key: String,
        effort: Effort,
    },
    /// A provider that checks the answers of its widget.
    SiteVerify {
        url: String,
        secret: config::Secret,
        /// The site's own hostname: answers from a widget on another site are rejected.
        host: String,
    },
    /// No captcha.
    Off,
}

/// The work for the visitor's device: the number of derivations up to the correct one, and the PBKDF2 rounds of each.
/// The default of two million rounds keeps a phone busy for about a second.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    pub rounds: u32,
    pub least: u32,
    pub most: u32,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            rounds: 1000,
            least: 1500,
            most: 2500,
        }
    }
}

/// A provider's verdict on an answer. Not every provider reports the action, and none does for a wrong answer.
#[derive(Deserialize)]
struct Verdict {
    success: bool,
    /// The site that showed the widget.
    hostname: Option<String>,
    action: Option<String>,
    #[serde(default, rename = "error-codes")]
    errors: Vec<String>,
}

impl Verdict {
    /// Whether the fault lies with our configuration or with the provider rather than with the answer.
    fn is_trouble(&self) -> bool {
        let ours = [
            "missing-input-secret",
            "invalid-input-secret",
            "sitekey-secret-mismatch",
            "internal-error",
        ];
        self.errors.iter().any(|error| ours.contains(&error.as_str()))
    }

    /// Whether the answer is correct and comes from a widget of this site.
    fn is_right(&self, host: &str) -> bool {
        let is_here = self.hostname.as_deref().is_none_or(|name| name.eq_ignore_ascii_case(host));
        let is_ours = self.action.as_deref().is_none_or(|action| action.is_empty() || action == ACTION);
        self.success && is_here && is_ours
    }
}

/// A correct answer: its fingerprint, and how long to remember it.
struct Right {
    name: String,
    expires_at: Instant,
}

impl Captcha {
    /// The configured captcha for a site at this address.
    pub fn new(config: &config::Captcha, site_url: &str, key: &[u8]) -> Captcha {
        let own = match config.provider {
            CaptchaProvider::Builtin => return Captcha::builtin(key, Effort::default()),
            CaptchaProvider::None => return Captcha::Off,
            CaptchaProvider::Recaptcha => "https://www.google.com/recaptcha/api/siteverify",
            CaptchaProvider::Hcaptcha => "https://api.hcaptcha.com/siteverify",
            CaptchaProvider::Turnstile => "https://challenges.cloudflare.com/turnstile/v0/siteverify",
        };
        Captcha::SiteVerify {
            url: if config.verify_url.is_empty() { own } else { &config.verify_url }.to_owned(),
            secret: config.secret_key.clone(),
            host: host(site_url).unwrap_or_default(),
        }
    }

    /// The built-in proof of work with this key and effort.
    pub fn builtin(key: &[u8], effort: Effort) -> Captcha {
        let derive = |purpose: &[u8]| {
            let mut hasher = Sha256::new();
            hasher.update(purpose);
            hasher.update(key);
            STANDARD.encode(hasher.finalize())
        };
        Captcha::Builtin {
            challenge_key: derive(b"challenge"),
            solution_key: derive(b"solution"),
            effort,
        }
    }

    /// A new challenge; `None` unless the captcha is built in.
    ///
    /// # Errors
    /// 500 when it cannot be made.
    pub fn challenge(&self, now: Instant) -> ApiResult<Option<Challenge>> {
        let Captcha::Builtin {
            challenge_key,
            solution_key,
            effort,
        } = self
        else {
            return Ok(None);
        };
        let options = CreateChallengeOptions {
            algorithm: "PBKDF2/SHA-256".to_owned(),
            cost: effort.rounds,
            counter: Some(rand::rng().random_range(effort.least..=effort.most)),
            expires_at: Some(now.millis() / 1000 + CHALLENGE_SECONDS),
            hmac_signature_secret: Some(challenge_key.clone()),
            hmac_key_signature_secret: Some(solution_key.clone()),
            ..CreateChallengeOptions::default()
        };
        altcha::create_challenge(options).map(Some).map_err(ApiError::internal)
    }

    /// Accepts a correct answer, once. Call it last, after all checks that do not need it: when the action fails after
    /// this, the user must solve a new captcha.
    ///
    /// # Errors
    /// 422 at `captchaToken` when the answer is missing, wrong, expired or already used; 503 when the provider does not
    /// answer.
    pub async fn verify(&self, db: &Db, token: &str, now: Instant) -> ApiResult<()> {
        if matches!(self, Captcha::Off) {
            return Ok(());
        }
        if token.trim().is_empty() {
            return Err(refused());
        }
        let right = match self {
            Captcha::Builtin {
                challenge_key, solution_key, ..
            } => check_work(challenge_key, solution_key, token, now),
            Captcha::SiteVerify { url, secret, host } => ask_provider(url, secret, host, token, now).await?,
            Captcha::Off => None,
        };
        let right = right.ok_or_else(refused)?;
        db.write(move |tx| {
            if once::use_up(tx, &right.name, right.expires_at)? {
                Ok(())
            } else {
                Err(refused())
            }
        })
        .await
    }
}

fn refused() -> ApiError {
    ApiError::invalid(FIELD, "Please complete the captcha verification")
}

fn no_provider(cause: &str) -> ApiError {
    ApiError::unavailable(
        "The security verification cannot be checked at the moment. Please try again in a minute.",
        PROVIDER_PAUSE,
        format!("the captcha provider: {cause}"),
    )
}

/// Verifies the signature first, because the payload cannot be trusted before that.
fn check_work(challenge_key: &str, solution_key: &str, token: &str, now: Instant) -> Option<Right> {
    let json = STANDARD.decode(token.trim()).ok()?;
    let payload: Payload = serde_json::from_slice(&json).ok()?;
    let sign = |mut parameters| altcha::sign_challenge(&HmacAlgorithm::Sha256, &mut parameters, None, challenge_key, None).ok();
    let ours = sign(payload.challenge.parameters.clone())?.signature?;
    let given = payload.challenge.signature.as_deref()?;
    // Comparing hashes reveals nothing about the signature through timing.
    if once::hash(&ours) != once::hash(given) {
        return None;
    }
    let expires_at = Instant::from_millis(payload.challenge.parameters.expires_at?.saturating_mul(1000));
    // One that expires too late was made while the clock ran ahead.
    if expires_at <= now || expires_at > now.plus_seconds(CHALLENGE_SECONDS) {
        return None;
    }
    // The library would compare the expiry with the system clock instead of ours.
    let mut parameters = payload.challenge.parameters;
    parameters.expires_at = None;
    let timeless = sign(parameters)?;
    let options = VerifySolutionOptions {
        hmac_key_signature_secret: Some(solution_key.to_owned()),
        ..VerifySolutionOptions::new(&timeless, &payload.solution, challenge_key)
    };
    let is_solved = altcha::verify_solution(options).ok()?.verified;
    // Many payloads can answer one challenge, so the challenge is what gets marked as used.
    is_solved.then_some(Right { name: ours, expires_at })
}

async fn ask_provider(url: &str, secret: &config::Secret, host: &str, token: &str, now: Instant) -> ApiResult<Option<Right>> {
    let form = vec![("secret", secret.0.clone()), ("response", token.to_owned())];
    let verdict = outside::post_form::<Verdict>(url.to_owned(), form).await;
    let verdict = verdict.map_err(|error| no_provider(&error))?;
    if verdict.is_trouble() {
        return Err(no_provider(&verdict.errors.join(", ")));
    }
    Ok(verdict.is_right(host).then(|| Right {
        name: token.to_owned(),
        expires_at: now.plus_seconds(ANSWER_SECONDS),
    }))
}

#[cfg(test)]
mod tests {
    use altcha::SolveChallengeOptions;

    use super::*;

    const NOW: Instant = Instant(jiff::Timestamp::UNIX_EPOCH);

    fn keys(captcha: &Captcha) -> (&str, &str) {
        match captcha {
            Captcha::Builtin {
                challenge_key, solution_key, ..
            } => (challenge_key, solution_key),
            _ => unreachable!(),
        }
    }

    fn small() -> Captcha {
        Captcha::builtin(
            b"key",
            Effort {
                rounds: 10,
                least: 1,
                most: 5,
            },
        )
    }

    fn solve(captcha: &Captcha) -> Payload {
        let challenge = captcha.challenge(NOW).unwrap().unwrap();
        let solution = altcha::solve_challenge(SolveChallengeOptions::new(&challenge)).unwrap().unwrap();
        Payload { challenge, solution }
    }

    fn check(captcha: &Captcha, payload: &Payload, now: Instant) -> Option<String> {
        let (challenge_key, solution_key) = keys(captcha);
        let token = STANDARD.encode(serde_json::to_vec(payload).unwrap());
        check_work(challenge_key, solution_key, &token, now).map(|right| right.name)
    }

    #[test]
    fn an_answer_is_right_until_its_challenge_expires() {
        let captcha = small();
        let payload = solve(&captcha);
        assert!(check(&captcha, &payload, NOW).is_some());
        assert!(check(&captcha, &payload, NOW.plus_seconds(CHALLENGE_SECONDS - 1)).is_some());
        assert!(check(&captcha, &payload, NOW.plus_seconds(CHALLENGE_SECONDS)).is_none());
        assert!(check(&captcha, &payload, NOW.plus_seconds(-1)).is_none(), "the clock was set back");
    }

    #[test]
    fn two_payloads_of_a_challenge_are_the_same_answer() {
        let captcha = small();
        let mut payload = solve(&captcha);
        let first = check(&captcha, &payload, NOW);
        payload.solution.time = Some(1234.5);
        assert_eq!(first, check(&captcha, &payload, NOW));
    }

    #[test]
    fn what_was_changed_is_refused() {
        let captcha = small();
        let later = {
            let mut payload = solve(&captcha);
            payload.challenge.parameters.expires_at = Some(i64::MAX);
            payload
        };
        let easier = {
            let mut payload = solve(&captcha);
            payload.challenge.parameters.key_signature = None;
            payload
        };
        let unsolved = {
            let mut payload = solve(&captcha);
            payload.solution.derived_key = "00".repeat(32);
            payload
        };
        let unsigned = {
            let mut payload = solve(&captcha);
            payload.challenge.signature = None;
            payload
        };
        let foreign = solve(&Captcha::builtin(
            b"another key",
            Effort {
                rounds: 10,
                least: 1,
                most: 5,
            },
        ));
        for payload in [later, easier, unsolved, unsigned, foreign] {
            assert_eq!(check(&captcha, &payload, NOW), None, "{payload:?}");
        }
        let (challenge_key, solution_key) = keys(&captcha);
        for token in ["x", "e30=", "bnVsbA=="] {
            assert!(check_work(challenge_key, solution_key, token, NOW).is_none());
        }
    }
}

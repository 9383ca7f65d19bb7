//! `community verify FILE`: says in plain words whether a certificate or a badge is real.

use std::path::Path;
use std::process::ExitCode;

use community::exports::clock::Clock;
use community::exports::config::Config;
use community::exports::console::say;
use community::exports::credentials::check::{self, Signed, Status, Term};
use community::exports::credentials::{key_store, sign, store};
use community::exports::db::migrate;
use community::exports::db::once::hash;
use community::exports::db::values::Instant;
use community::exports::outside::get_json;
use community::exports::text::printable;
use serde_json::Value;

/// Bytes of a file; certificates at the largest scale have less than one million.
const MOST: u64 = 50 * 1024 * 1024;

/// What is known of a question.
enum Known {
    Yes,
    No(String),
    Unknown(String),
}

/// Reads the file, and asks the issuer when `asks`. The exit code is 0 for a real credential, 1 for one that is not, 2 when that
/// cannot be told.
///
/// # Errors
/// One sentence, when the file cannot be read.
pub async fn run(config: &Config, file: &Path, asks: bool) -> Result<ExitCode, String> {
    let shown = file.display();
    let size = std::fs::metadata(file).map_err(|error| format!("{shown} cannot be read: {error}"))?.len();
    if size > MOST {
        return Err(format!("{shown} is too large to be a certificate or a badge."));
    }
    let bytes = std::fs::read(file).map_err(|error| format!("{shown} cannot be read: {error}"))?;
    let signed = match check::read(&bytes) {
        Ok(signed) => signed,
        Err(wrong) => {
            tell(&format!("Not valid. {wrong}"));
            return Ok(ExitCode::FAILURE);
        }
    };
    let now = Clock::of_program().now();
    let recipient = signed.recipient.as_deref().map(|name| format!(" to {name}")).unwrap_or_default();
    tell(&format!("{}, issued{recipient} on {}", signed.title, day(&signed.issued)));
    tell(&format!("by {} ({}).", signed.issuer_name, signed.issuer));
    let questions = [
        ("The signature is the issuer's.", issuer(config, &signed, asks).await?),
        ("Its time has come and is not over.", timely(signed.term(now.0))),
        ("It has not been revoked.", standing(config, &signed, asks, now).await?),
    ];
    let mut code = ExitCode::SUCCESS;
    let mut verdict = "Valid.";
    for (good, known) in questions {
        match known {
            Known::Yes => tell(good),
            Known::No(why) => {
                tell(&why);
                tell("Not valid.");
                return Ok(ExitCode::FAILURE);
            }
            Known::Unknown(why) => {
                tell(&why);
                verdict = "Not decided.";
                code = ExitCode::from(2);
            }
        }
    }
    tell(verdict);
    Ok(code)
}

/// Prints a line. Everything that is said goes through here: much of it is made of what a stranger wrote, who must not steer the
/// terminal or turn the text around.
fn tell(line: &str) {
    say(printable(line));
}

/// The day of an instant in UTC, in words; what is no instant as it is.
fn day(instant: &str) -> String {
    let parsed = instant.parse::<jiff::Timestamp>();
    parsed.map_or_else(|_| instant.to_owned(), |at| at.strftime("%-d %B %Y").to_string())
}

/// Whether the key that signed is the issuer's.
async fn issuer(config: &Config, signed: &Signed, asks: bool) -> Result<Known, String> {
    let is_key = signed.issuer.starts_with("did:key:");
    if is_key && !sign::proves_itself(&signed.issuer, &signed.key) {
        return Ok(Known::No("The signature is not that of the issuer that this credential names.".into()));
    }
    if is_own(config, signed)? {
        return Ok(Known::Yes);
    }
    if is_key {
        // Anybody can make a key, and give it any name.
        return Ok(Known::Unknown(format!(
            "The signature fits. Whether this key is that of {}, the file cannot say: compare it with the key that they show at their address.",
            signed.issuer_name
        )));
    }
    let Some(address) = check::profile_address(&signed.issuer) else {
        return Ok(Known::Unknown("Nobody can be asked whether the signature is the issuer's.".into()));
    };
    if !asks {
        return Ok(Known::Unknown(format!(
            "The signature fits. Whether it is the issuer's, only {} can say: ask it with --ask.",
            address
        )));
    }
    Ok(match get_json::<Value>(address).await {
        Ok(profile) if check::names_key(&profile, &signed.issuer, &signed.key) => Known::Yes,
        Ok(_) => Known::No("The issuer does not know the key that signed this.".into()),
        Err(why) => Known::Unknown(format!("The issuer does not answer: {why}.")),
    })
}

/// Whether it counts today.
fn timely(term: Term) -> Known {
    match term {
        Term::Counts => Known::Yes,
        Term::NotYet(from) => Known::No(format!("It is not valid before {}.", day(&from.to_string()))),
        Term::Over(until) => Known::No(format!("It has expired: it was valid until {}.", day(&until.to_string()))),
        Term::Unclear => Known::Unknown("From when until when it is valid cannot be read.".into()),
    }
}

/// Whether it still stands.
async fn standing(config: &Config, signed: &Signed, asks: bool, now: Instant) -> Result<Known, String> {
    if let Some(conn) = own_database(config)? {
        let found = store::find_credential_by_hash(&conn, &hash(&signed.text)).map_err(|error| error.to_string())?;
        if let Some(found) = found {
            return Ok(match found.revoked_at {
                Some(at) => Known::No(format!("It was revoked on {}.", day(&at.to_string()))),
                None => Known::Yes,
            });
        }
    }
    let (list, index) = match &signed.status {
        Status::Listed(list, index) => (list, index),
        Status::Nowhere => {
            return Ok(Known::Unknown(
                "Whether it was revoked cannot be told: it names no place that says so.".into(),
            ));
        }
        Status::Unknown => {
            let why = "Whether it was revoked cannot be told: where it would be said is written in a way that this program does not know.";
            return Ok(Known::Unknown(why.into()));
        }
    };
    if !asks {
        return Ok(Known::Unknown(format!(
            "Whether it was revoked, only {} can say: ask it with --ask.",
            list
        )));
    }
    let listed = match get_json::<Value>(list.clone()).await {
        Ok(listed) => listed,
        Err(why) => return Ok(Known::Unknown(format!("Whether it was revoked cannot be asked: {why}."))),
    };
    Ok(match check::revoked(&listed, list, &signed.issuer, *index, now.0) {
        Ok((true, _)) => Known::No("It was revoked.".into()),
        Ok((false, key)) if key == signed.key => Known::Yes,
        Ok((false, key)) => {
            // A list is signed with the key of today.
            let of_list = Signed { key, ..signed.clone() };
            match Box::pin(issuer(config, &of_list, true)).await? {
                Known::Yes => Known::Yes,
                Known::No(_) | Known::Unknown(_) => Known::Unknown("The list of what is revoked is not signed by the issuer.".into()),
            }
        }
        Err(why) => Known::Unknown(why),
    })
}

/// Whether the community of this database signed it.
fn is_own(config: &Config, signed: &Signed) -> Result<bool, String> {
    let Some(conn) = own_database(config)? else { return Ok(false) };
    let keys = key_store::list_public_keys(&conn).map_err(|error| error.to_string())?;
    Ok(keys.contains(&signed.key) && store::is_issuer(&conn, &signed.issuer).map_err(|error| error.to_string())?)
}

/// The database, when there is one of this version.
fn own_database(config: &Config) -> Result<Option<rusqlite::Connection>, String> {
    if !config.database.exists() || migrate::check(&config.database)? != Some(migrate::version()) {
        return Ok(None);
    }
    migrate::open_to_read(&config.database).map(Some)
}

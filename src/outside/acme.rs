//! A certificate from an authority that speaks ACME (RFC 8555), such as Let's Encrypt: asked for, proven by an answer over
//! http (http-01), kept in a file beside the database, and renewed.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use instant_acme::{Account, AccountCredentials, AuthorizationStatus, ChallengeType, Identifier, NewAccount, NewOrder, OrderStatus, RetryPolicy};
use serde_json::Value;

use crate::config::Config;

/// Where an authority looks for the answers.
const CHALLENGES: &str = "/.well-known/acme-challenge/";
/// A certificate is renewed at this age. Those of Let's Encrypt are good for 90 days, and some for 45.
const AGE: Duration = Duration::from_secs(30 * 86_400);
/// Between two looks at its age.
const LOOK: Duration = Duration::from_secs(3600);
/// After the first try that failed. Each further one waits four times as long, up to `LOOK`: authorities count them.
const AGAIN: Duration = Duration::from_secs(60);

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The certificate of one site.
pub struct Acme {
    domain: String,
    contact: String,
    directory: String,
    /// The certificate of an authority of one's own; empty for one that the system knows.
    root: PathBuf,
    file: PathBuf,
    account: PathBuf,
    /// Tokens that the authority may ask for, with what proves that they were asked for here.
    answers: Mutex<HashMap<String, String>>,
}

impl Acme {
    /// What the configuration asks for. Nobody is asked yet.
    pub fn new(config: &Config) -> Arc<Acme> {
        let beside = |end: &str| {
            let mut name = config.database.clone().into_os_string();
            name.push(end);
            PathBuf::from(name)
        };
        Arc::new(Acme {
            domain: config.domain().unwrap_or_default(),
            contact: config.tls.contact.clone(),
            directory: config.tls.directory.clone(),
            root: config.tls.directory_root.clone(),
            file: beside(".tls.pem"),
            account: beside(".acme.json"),
            answers: Mutex::default(),
        })
    }

    /// The file of the certificate with its key. It may not be there yet.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// What is answered at this path to an authority that looks.
    pub fn answer(&self, path: &str) -> Option<String> {
        let token = path.strip_prefix(CHALLENGES)?;
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).get(token).cloned()
    }

    /// Gets a certificate when there is none or the present one is old, until the program ends.
    pub async fn keep(self: Arc<Acme>) {
        let mut again = AGAIN;
        loop {
            let mut pause = LOOK;
            if self.is_due() {
                match self.renew().await {
                    Ok(()) => {
                        again = AGAIN;
                        tracing::info!("a certificate for {} has come", self.domain);
                    }
                    Err(error) => {
                        pause = again;
                        again = (again * 4).min(LOOK);
                        tracing::error!(
                            "no certificate for {} was given; it is tried again in {} minutes: {error}",
                            self.domain,
                            pause.as_secs() / 60
                        );
                    }
                }
            }
            tokio::time::sleep(pause).await;
        }
    }

    /// What the certificate in the file is for, as the lines before it. Readers of PEM pass over them.
    fn purpose(&self) -> String {
        format!("For {}\nFrom {}\n", self.domain, self.directory)
    }

    /// One for another domain, or from another authority, is due at once. A clock that was set back does not make a file young
    /// for ever: one from the future is due.
    fn is_due(&self) -> bool {
        let purpose = self.purpose();
        let mut found = vec![0; purpose.len()];
        let read = fs::File::open(&self.file).and_then(|mut file| file.read_exact(&mut found));
        if read.is_err() || found != purpose.as_bytes() {
            return true;
        }
        let changed = fs::metadata(&self.file).and_then(|facts| facts.modified());
        changed.map_or(true, |changed| SystemTime::now().duration_since(changed).map_or(true, |age| age >= AGE))
    }

    async fn renew(&self) -> Result<(), Failure> {
        let given = self.obtain().await;
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).clear();
        Ok(save(&self.file, format!("{}{}", self.purpose(), given?).as_bytes())?)
    }

    /// The key and the chain as PEM.
    async fn obtain(&self) -> Result<String, Failure> {
        let account = self.account().await?;
        let names = [Identifier::Dns(self.domain.clone())];
        let mut order = account.new_order(&NewOrder::new(&names)).await?;
        let mut authorizations = order.authorizations();
        while let Some(authorization) = authorizations.next().await {
            let mut authorization = authorization?;
            if authorization.status == AuthorizationStatus::Valid {
                continue;
            }
            let mut challenge = authorization
                .challenge(ChallengeType::Http01)
                .ok_or("the authority offers no proof over http (http-01)")?;
            let (token, proof) = (challenge.token.clone(), challenge.key_authorization().as_str().to_owned());
            self.answers.lock().unwrap_or_else(PoisonError::into_inner).insert(token, proof);
            challenge.set_ready().await?;
        }
        let status = order.poll_ready(&RetryPolicy::default()).await?;
        if status != OrderStatus::Ready {
            return Err(format!(
                "the authority could not reach http://{}{CHALLENGES} (the order is {status:?}): the name must lead here, to tls.redirect_from as port 80",
                self.domain
            )
            .into());
        }
        let key = order.finalize().await?;
        let chain = order.poll_certificate(&RetryPolicy::default()).await?;
        Ok(format!("{key}{chain}"))
    }

    /// The account that is kept, if it is one at this authority.
    fn kept_account(&self) -> Option<AccountCredentials> {
        let kept: Value = serde_json::from_slice(&fs::read(&self.account).ok()?).ok()?;
        let is_here = kept["directory"] == *self.directory;
        if is_here { serde_json::from_value(kept).ok() } else { None }
    }

    /// The account at the authority, made at the first time.
    async fn account(&self) -> Result<Account, Failure> {
        let builder = if self.root.as_os_str().is_empty() {
            Account::builder()?
        } else {
            Account::builder_with_root(&self.root)?
        };
        if let Some(credentials) = self.kept_account() {
            return Ok(builder.from_credentials(credentials).await?);
        }
        let contact = format!("mailto:{}", self.contact);
        let contact = if self.contact.is_empty() { vec![] } else { vec![contact.as_str()] };
        let new = NewAccount {
            contact: &contact,
            terms_of_service_agreed: true,
            only_return_existing: false,
        };
        let (account, credentials) = builder.create(&new, self.directory.clone(), None).await?;
        save(&self.account, &serde_json::to_vec(&credentials)?)?;
        Ok(account)
    }
}

/// Replaces a file at once, for its owner only, whoever might read the one before.
fn save(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    // Left by a machine that stopped. It may be readable for others, as whatever has its name.
    match fs::remove_file(&part) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&part)?;
    file.write_all(content)?;
    file.sync_all()?;
    fs::rename(&part, path)?;
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn acme(folder: &Path, domain: &str, directory: &str) -> Arc<Acme> {
        let mut config = Config {
            database: folder.join("community.db"),
            public_url: format!("https://{domain}"),
            ..Config::default()
        };
        config.tls.directory = directory.into();
        Acme::new(&config)
    }

    #[test]
    fn a_certificate_for_another_name_or_of_another_authority_is_due_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let ours = acme(folder.path(), "makers.example", "https://one.example/dir");
        assert!(ours.is_due(), "there is none");
        let pem = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        save(&ours.file, format!("{}{pem}", ours.purpose()).as_bytes()).unwrap();
        assert!(!ours.is_due());
        for (domain, directory) in [
            ("other.example", "https://one.example/dir"),
            ("makers.example", "https://two.example/dir"),
            ("makers.example", "https://one.example/dir2"),
        ] {
            assert!(acme(folder.path(), domain, directory).is_due(), "{domain} {directory}");
        }
        // One that does not say what it is for.
        save(&ours.file, pem.as_bytes()).unwrap();
        assert!(ours.is_due());
    }

    #[test]
    fn an_account_at_another_authority_is_not_used() {
        let folder = tempfile::tempdir().unwrap();
        let ours = acme(folder.path(), "makers.example", "https://one.example/dir");
        assert!(ours.kept_account().is_none());
        for (account, is_used) in [
            (
                r#"{"id": "https://one.example/1", "key_pkcs8": "AAAA", "directory": "https://one.example/dir"}"#,
                true,
            ),
            (
                r#"{"id": "https://two.example/1", "key_pkcs8": "AAAA", "directory": "https://two.example/dir"}"#,
                false,
            ),
            (r#"{"id": "https://two.example/1", "key_pkcs8": "AAAA"}"#, false),
            ("{ cut off", false),
        ] {
            save(&ours.account, account.as_bytes()).unwrap();
            assert_eq!(ours.kept_account().is_some(), is_used, "{account}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_is_saved_is_for_its_owner_only_whatever_was_there() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key.pem");
        for name in ["key.pem", "key.pem.part"] {
            let former = folder.path().join(name);
            fs::write(&former, "a longer text that was there before").unwrap();
            fs::set_permissions(&former, fs::Permissions::from_mode(0o644)).unwrap();
        }
        save(&path, b"secret").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"secret");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

//! The way out: makes the message and hands it to the SMTP server. Decides nothing about what happens next.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use lettre::Message;
use lettre::message::Mailbox;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use tokio::time::timeout;

use super::message::message;
use super::rules::{Outcome, Reason};
use super::views::DueMail;
use crate::config::{self, MailTls};
use crate::text::one_line;

/// Characters of an error that are kept.
const ERROR_LENGTH: usize = 300;

/// Where mails go.
pub enum Transport {
    /// No SMTP server is configured: mails wait in the outbox.
    None,
    Smtp(Box<Smtp>),
    /// Answers as a test tells it to and keeps what it accepted.
    Scripted(Script),
}

/// The configured server, with one connection that is kept while there are mails to send.
pub struct Smtp {
    from: Mailbox,
    host: String,
    port: u16,
    credentials: Option<Credentials>,
    security: Security,
    hello: ClientId,
    connection: tokio::sync::Mutex<Option<AsyncSmtpConnection>>,
    pub patience: Patience,
}

enum Security {
    None,
    /// Encryption is asked for after the greeting; a server that has none is refused.
    Starttls(TlsParameters),
    Tls(TlsParameters),
}

/// How long the server may take.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// To connect, encrypt and authenticate.
    pub connect: Duration,
    /// To take one mail. Long, for giving up after the last byte leaves in doubt whether the mail was accepted
    /// (RFC 5321, 4.5.3.2.6).
    pub send: Duration,
}

/// A server that a test writes.
#[derive(Default)]
pub struct Script {
    /// What to answer next; when nothing is left, everything is accepted.
    answers: Mutex<VecDeque<Outcome>>,
    sent: Mutex<Vec<Vec<u8>>>,
}

impl Transport {
    /// The transport that the configuration describes.
    ///
    /// # Errors
    /// One sentence naming the setting at fault.
    pub fn new(mail: &config::Mail) -> Result<Transport, String> {
        if mail.host.is_empty() {
            return Ok(Transport::None);
        }
        let encryption = || TlsParameters::new(mail.host.clone()).map_err(|_| "mail.host is no host name that TLS can check.".to_owned());
        Ok(Transport::Smtp(Box::new(Smtp {
            from: mail.from.parse().map_err(|_| "mail.from must be an e-mail address.".to_owned())?,
            host: mail.host.clone(),
            port: mail.port,
            credentials: (!mail.username.is_empty()).then(|| Credentials::new(mail.username.clone(), mail.password.0.clone())),
            security: match mail.tls {
                MailTls::None => Security::None,
                MailTls::Starttls => Security::Starttls(encryption()?),
                MailTls::Tls => Security::Tls(encryption()?),
            },
            hello: ClientId::default(),
            connection: tokio::sync::Mutex::new(None),
            patience: Patience {
                connect: Duration::from_secs(30),
                send: Duration::from_secs(300),
            },
        })))
    }

    /// Whether mails leave at all.
    pub fn is_on(&self) -> bool {
        !matches!(self, Transport::None)
    }

    /// Tries to send one mail.
    pub async fn send(&self, mail: &DueMail) -> Outcome {
        match self {
            Transport::None => Outcome::Unreachable(reason("No mail server is configured")),
            Transport::Smtp(smtp) => match message(&smtp.from, mail) {
                Ok(message) => smtp.send(&message).await,
                Err(problem) => Outcome::Rejected(reason(&problem)),
            },
            Transport::Scripted(script) => script.send(mail),
        }
    }

    /// Ends the connection, for there is nothing more to send.
    pub async fn hang_up(&self) {
        if let Transport::Smtp(smtp) = self
            && let Some(mut connection) = smtp.connection.lock().await.take()
        {
            let _ = timeout(Duration::from_secs(5), connection.quit()).await;
        }
    }
}

impl Smtp {
    async fn send(&self, message: &Message) -> Outcome {
        let mut kept = self.connection.lock().await;
        let mut connection = match self.living(kept.take()).await {
            Ok(connection) => connection,
            Err(reason) => return Outcome::Unreachable(reason),
        };
        // A connection that was given up in the middle of a mail is never used again.
        match timeout(self.patience.send, connection.send(message.envelope(), &message.formatted())).await {
            Err(_) => Outcome::Unreachable(reason("The mail server did not answer in time")),
            Ok(Ok(_)) => {
                *kept = Some(connection);
                Outcome::Accepted
            }
            Ok(Err(error)) => outcome(&error),
        }
    }

    /// The kept connection if the server still holds it too, or a new one.
    async fn living(&self, kept: Option<AsyncSmtpConnection>) -> Result<AsyncSmtpConnection, Reason> {
        if let Some(mut connection) = kept
            && timeout(self.patience.connect, connection.test_connected()).await.unwrap_or(false)
        {
            return Ok(connection);
        }
        match timeout(self.patience.connect, self.connect()).await {
            Ok(connected) => connected.map_err(|error| reason_of(&error)),
            Err(_) => Err(reason("The mail server did not answer in time")),
        }
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Error> {
        let server = (self.host.as_str(), self.port);
        let tls = match &self.security {
            Security::Tls(tls) => Some(tls.clone()),
            Security::None | Security::Starttls(_) => None,
        };
        let mut connection = AsyncSmtpConnection::connect_tokio1(server, Some(self.patience.connect), &self.hello, tls, None).await?;
        if let Security::Starttls(tls) = &self.security {
            connection.starttls(tls.clone(), &self.hello).await?;
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }
}

impl Script {
    /// Answers so the next time.
    pub fn answer_next(&self, outcome: Outcome) {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).push_back(outcome);
    }

    /// Everything that was accepted, as it would go over the wire.
    pub fn sent(&self) -> Vec<Vec<u8>> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn send(&self, mail: &DueMail) -> Outcome {
        let from = Mailbox::new(None, lettre::Address::new("community", "example.org").expect("an address"));
        let message = match message(&from, mail) {
            Ok(message) => message.formatted(),
            Err(problem) => return Outcome::Rejected(reason(&problem)),
        };
        let answer = self.answers.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let outcome = answer.unwrap_or(Outcome::Accepted);
        if outcome == Outcome::Accepted {
            self.sent.lock().unwrap_or_else(PoisonError::into_inner).push(message);
        }
        outcome
    }
}

// ── Outcomes ────────────────────────────────────────────────────────────────────────────────────────────────────

fn reason(text: &str) -> Reason {
    Reason {
        code: None,
        text: one_line(text).chars().take(ERROR_LENGTH).collect(),
    }
}

fn reason_of(error: &Error) -> Reason {
    Reason {
        code: error.status().map(u16::from),
        ..reason(&error.to_string())
    }
}

/// What an error after the connection stood means for this mail.
fn outcome(error: &Error) -> Outcome {
    let reason = reason_of(error);
    match reason.code {
        // "Authentication required" and its like speak of our configuration, 421 of the server; neither of the mail.
        Some(421 | 530 | 534 | 535 | 538) => Outcome::Unreachable(reason),
        Some(500..) => Outcome::Rejected(reason),
        Some(_) => Outcome::Deferred(reason),
        // The address needs what the server does not offer (SMTPUTF8).
        None if error.is_client() => Outcome::Rejected(reason),
        None => Outcome::Unreachable(reason),
    }
}

// ── The message ─────────────────────────────────────────────────────────────────────────────────────────────────

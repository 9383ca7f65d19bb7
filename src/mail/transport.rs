//! The way out: hands messages to the SMTP server. lettre speaks the protocol. The order of its steps stands here,
//! because the meaning of a refusal depends on the step. What happens next is decided elsewhere.

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, AsyncTokioStream, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailParameter};
use lettre::{Address, Message};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::message::{ascii_address, message};
use super::refusal_rules::{self, Answer, Stage};
use super::rules::{self, Outcome, Reason};
use super::tls::Tls;
use super::views::DueMail;
use crate::config::{self, MailTls};

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
    /// Encryption begins after the greeting. A server without it is refused.
    Starttls(TlsParameters),
    Tls(Tls),
}

/// How long the server may take.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// To connect, encrypt and authenticate.
    pub connect: Duration,
    /// To take one mail. Long, because after the last byte it is unknown whether a silent server has accepted the mail
    /// (RFC 5321, 4.5.3.2.6).
    pub send: Duration,
}

/// A server that a test scripts.
#[derive(Default)]
pub struct Script {
    /// The next answers. When none is left, everything is accepted.
    answers: Mutex<VecDeque<Outcome>>,
    sent: Mutex<Vec<Vec<u8>>>,
}

impl Transport {
    /// The transport that the configuration describes.
    ///
    /// # Errors
    /// One sentence naming the setting at fault.
    pub fn new(mail: &config::Mail, site_url: &str) -> Result<Transport, String> {
        if mail.host.is_empty() {
            return Ok(Transport::None);
        }
        let mut from: Mailbox = mail.from.parse().map_err(|_| "mail.from must be an e-mail address.".to_owned())?;
        from.email = ascii_address(from.email);
        let no_name = || "mail.host is no host name that TLS can check.".to_owned();
        Ok(Transport::Smtp(Box::new(Smtp {
            hello: hello(&rules::greeting_name(site_url, from.email.domain())),
            from,
            host: mail.host.clone(),
            port: mail.port,
            credentials: (!mail.username.is_empty()).then(|| Credentials::new(mail.username.clone(), mail.password.0.clone())),
            security: match mail.tls {
                MailTls::None => Security::None,
                MailTls::Starttls => Security::Starttls(TlsParameters::new(mail.host.clone()).map_err(|_| no_name())?),
                MailTls::Tls => Security::Tls(Tls::new(&mail.host).ok_or_else(no_name)?),
            },
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
            Transport::None => Outcome::Unreachable(Reason::ours("No mail server is configured.")),
            Transport::Smtp(smtp) => match message(&smtp.from, mail) {
                Ok(message) => smtp.send(&message).await,
                Err(problem) => Outcome::Rejected(Reason::ours(&problem)),
            },
            Transport::Scripted(script) => script.send(mail),
        }
    }

    /// Connects and signs in without sending anything.
    ///
    /// # Errors
    /// What is wrong, and what to look at.
    pub async fn try_out(&self) -> Result<Seen, Reason> {
        let Transport::Smtp(smtp) = self else {
            return Err(Reason::ours("No mail server is configured: mail.host is empty."));
        };
        let mut connection = smtp.begin().await.map_err(|failure| failure.reason())?;
        let seen = Seen {
            server: crate::text::printable(connection.server_info().name()),
            is_encrypted: !matches!(smtp.security, Security::None),
            signed_in: smtp.credentials.is_some(),
            hello: smtp.hello.to_string(),
        };
        connection.abort().await;
        Ok(seen)
    }

    /// Ends the connection, because there is nothing more to send.
    pub async fn hang_up(&self) {
        if let Transport::Smtp(smtp) = self
            && let Some(mut connection) = smtp.connection.lock().await.take()
        {
            // The answer to the farewell changes nothing.
            let _ = timeout(Duration::from_secs(5), connection.quit()).await;
        }
    }
}

/// A server that let us in. `Display` makes a sentence of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// How it calls itself.
    pub server: String,
    pub is_encrypted: bool,
    pub signed_in: bool,
    /// How we call ourselves.
    pub hello: String,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let encrypted = if self.is_encrypted { "encrypted" } else { "not encrypted" };
        let signed_in = if self.signed_in { "signed in" } else { "no sign-in" };
        write!(f, "The mail server {} answers {} ({encrypted}, {signed_in}).", self.server, self.hello)
    }
}

/// A conversation that failed.
struct Failure {
    stage: Stage,
    said: Said,
}

enum Said {
    /// No answer in time.
    Nothing,
    Smtp(Error),
    Io(io::Error),
    /// The server cannot do what the mail needs.
    Impossible(&'static str),
}

impl From<Error> for Said {
    fn from(error: Error) -> Said {
        Said::Smtp(error)
    }
}

impl From<io::Error> for Said {
    fn from(error: io::Error) -> Said {
        Said::Io(error)
    }
}

impl Failure {
    fn outcome(&self) -> Outcome {
        let error = match &self.said {
            Said::Nothing => return refusal_rules::outcome(self.stage, &Answer::Late),
            Said::Io(error) => return refusal_rules::outcome(self.stage, &Answer::Broken(&error.to_string())),
            Said::Impossible(why) => return refusal_rules::outcome(self.stage, &Answer::Impossible(why)),
            Said::Smtp(error) => error,
        };
        let text = error.to_string();
        let answer = match error.status() {
            Some(code) => Answer::Refused(u16::from(code), &text),
            None if error.is_client() => Answer::Impossible(&text),
            None => Answer::Broken(&text),
        };
        refusal_rules::outcome(self.stage, &answer)
    }

    fn reason(&self) -> Reason {
        match self.outcome() {
            Outcome::Accepted => Reason::ours("The mail server answers."),
            Outcome::Rejected(reason) | Outcome::Deferred(reason) | Outcome::Unreachable(reason) => reason,
        }
    }
}

impl Smtp {
    /// Encrypts in another way, when the connection is encrypted from its first byte: tests have authorities of their own.
    pub fn set_tls(&mut self, tls: Tls) {
        if let Security::Tls(kept) = &mut self.security {
            *kept = tls;
        }
    }

    async fn send(&self, message: &Message) -> Outcome {
        let mut kept = self.connection.lock().await;
        let mut connection = match self.living(kept.take()).await {
            Ok(connection) => connection,
            Err(failure) => return failure.outcome(),
        };
        // A connection that was given up during a mail is never used again.
        let mut stage = Stage::Sender;
        match timeout(self.patience.send, deliver(&mut connection, message, &mut stage)).await {
            Err(_) => Failure { stage, said: Said::Nothing }.outcome(),
            Ok(Ok(())) => {
                *kept = Some(connection);
                Outcome::Accepted
            }
            Ok(Err(said)) => {
                let failure = Failure { stage, said };
                let _ = timeout(Duration::from_secs(5), connection.abort()).await;
                failure.outcome()
            }
        }
    }

    /// The kept connection if the server still holds it too, or a new one.
    async fn living(&self, kept: Option<AsyncSmtpConnection>) -> Result<AsyncSmtpConnection, Failure> {
        if let Some(mut connection) = kept
            && timeout(self.patience.connect, connection.test_connected()).await.unwrap_or(false)
        {
            return Ok(connection);
        }
        self.begin().await
    }

    async fn begin(&self) -> Result<AsyncSmtpConnection, Failure> {
        let mut stage = Stage::Connect;
        match timeout(self.patience.connect, self.connect(&mut stage)).await {
            Ok(connected) => connected.map_err(|said| Failure { stage, said }),
            Err(_) => Err(Failure { stage, said: Said::Nothing }),
        }
    }

    /// Connects, encrypts and signs in; `stage` says what is being done.
    async fn connect(&self, stage: &mut Stage) -> Result<AsyncSmtpConnection, Said> {
        let stream = TcpStream::connect((self.host.as_str(), self.port)).await?;
        // The end of a message is a packet of its own, which would wait 40 ms for the answer to the one before.
        stream.set_nodelay(true)?;
        let stream: Box<dyn AsyncTokioStream> = if let Security::Tls(tls) = &self.security {
            *stage = Stage::Encryption;
            Box::new(tls.encrypt(stream).await?)
        } else {
            Box::new(stream)
        };
        *stage = Stage::Greeting;
        let mut connection = AsyncSmtpConnection::connect_with_transport(stream, &self.hello).await?;
        if let Security::Starttls(tls) = &self.security {
            *stage = Stage::Encryption;
            connection.starttls(tls.clone(), &self.hello).await?;
        }
        if let Some(credentials) = &self.credentials {
            *stage = Stage::SignIn;
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }
}

/// Hands a message over; `stage` says what is being done.
async fn deliver(connection: &mut AsyncSmtpConnection, message: &Message, stage: &mut Stage) -> Result<(), Said> {
    let envelope = message.envelope();
    let mut options = Vec::new();
    let is_plain = |address: &Address| AsRef::<str>::as_ref(address).is_ascii();
    // Only the part before the @ can still contain other characters than ASCII.
    let stranger = if envelope.from().is_some_and(|from| !is_plain(from)) {
        Some(Stage::Sender)
    } else {
        envelope.to().iter().any(|to| !is_plain(to)).then_some(Stage::Recipient)
    };
    if let Some(stranger) = stranger {
        if !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
            *stage = stranger;
            return Err(Said::Impossible("the server takes no letters beyond ASCII in addresses"));
        }
        options.push(MailParameter::SmtpUtfEight);
    }
    *stage = Stage::Sender;
    connection.command(Mail::new(envelope.from().cloned(), options)).await?;
    *stage = Stage::Recipient;
    for recipient in envelope.to() {
        connection.command(Rcpt::new(recipient.clone(), Vec::new())).await?;
    }
    *stage = Stage::Message;
    connection.command(Data).await?;
    connection.message(&message.formatted()).await?;
    Ok(())
}

/// How we call ourselves.
fn hello(name: &str) -> ClientId {
    match name.parse() {
        Ok(IpAddr::V4(ip)) => ClientId::Ipv4(ip),
        Ok(IpAddr::V6(ip)) => ClientId::Ipv6(ip),
        Err(_) => ClientId::Domain(name.to_owned()),
    }
}

impl Script {
    /// Answers so the next time.
    pub fn answer_next(&self, outcome: Outcome) {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).push_back(outcome);
    }

    /// All accepted messages, as they would be sent.
    pub fn sent(&self) -> Vec<Vec<u8>> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn send(&self, mail: &DueMail) -> Outcome {
        let from = Mailbox::new(None, lettre::Address::new("community", "example.org").expect("an address"));
        let message = match message(&from, mail) {
            Ok(message) => message.formatted(),
            Err(problem) => return Outcome::Rejected(Reason::ours(&problem)),
        };
        let answer = self.answers.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let outcome = answer.unwrap_or(Outcome::Accepted);
        if outcome == Outcome::Accepted {
            self.sent.lock().unwrap_or_else(PoisonError::into_inner).push(message);
        }
        outcome
    }
}

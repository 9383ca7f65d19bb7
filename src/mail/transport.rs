//! The way out: makes the message and hands it to the SMTP server. Decides nothing about what happens next.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, UNIX_EPOCH};

use lettre::Message;
use lettre::message::header::{ContentType, Header, HeaderName, HeaderValue};
use lettre::message::{Attachment as FilePart, Mailbox, MultiPart};
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use tokio::time::timeout;

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

/// The message of a mail: the same bytes' worth of headers in every attempt, so that a copy is known as one.
///
/// # Errors
/// Why no message can be made of it.
pub fn message(from: &Mailbox, mail: &DueMail) -> Result<Message, String> {
    let address = mail.to_email.trim().parse().map_err(|_| "The address is not valid")?;
    let name = one_line(&mail.to_name);
    let mut builder = Message::builder()
        .from(from.clone())
        .to(Mailbox::new((!name.is_empty()).then_some(name), address))
        .subject(one_line(&mail.letter.subject))
        .message_id(Some(format!("<{}>", mail.message_id)))
        .date(UNIX_EPOCH + Duration::from_millis(mail.created_at.millis().unsigned_abs()))
        .header(AutoSubmitted);
    if let Some(url) = mail.unsubscribe_url.as_ref().filter(|url| url.chars().all(|c| c.is_ascii_graphic())) {
        builder = builder.header(ListUnsubscribe(url.clone())).header(ListUnsubscribePost);
    }
    let letter = MultiPart::alternative_plain_html(mail.letter.text.clone(), mail.letter.html.clone());
    let body = if mail.attachments.is_empty() {
        letter
    } else {
        mail.attachments.iter().fold(MultiPart::mixed().multipart(letter), |parts, file| {
            let kind = ContentType::parse(&file.content_type).unwrap_or_else(|_| binary());
            parts.singlepart(FilePart::new(one_line(&file.file_name)).body(file.bytes.clone(), kind))
        })
    };
    builder.multipart(body).map_err(|error| error.to_string())
}

fn binary() -> ContentType {
    ContentType::parse("application/octet-stream").unwrap_or(ContentType::TEXT_PLAIN)
}

/// No automatic answer, please (RFC 3834).
#[derive(Clone)]
struct AutoSubmitted;

/// Where to unsubscribe (RFC 2369).
#[derive(Clone)]
struct ListUnsubscribe(String);

/// With one click (RFC 8058).
#[derive(Clone)]
struct ListUnsubscribePost;

type Unreadable = Box<dyn std::error::Error + Send + Sync>;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }
    fn parse(_: &str) -> Result<Self, Unreadable> {
        Ok(AutoSubmitted)
    }
    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".into())
    }
}

impl Header for ListUnsubscribe {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }
    fn parse(value: &str) -> Result<Self, Unreadable> {
        Ok(ListUnsubscribe(value.trim_matches(['<', '>']).to_owned()))
    }
    fn display(&self) -> HeaderValue {
        // An address must not be folded; it is plain ASCII, or it would not be here.
        let value = format!("<{}>", self.0);
        HeaderValue::dangerous_new_pre_encoded(Self::name(), value.clone(), value)
    }
}

impl Header for ListUnsubscribePost {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe-Post")
    }
    fn parse(_: &str) -> Result<Self, Unreadable> {
        Ok(ListUnsubscribePost)
    }
    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "List-Unsubscribe=One-Click".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::values::{Id, Instant};
    use crate::mail::views::{Attachment, Letter};
    use mail_parser::{HeaderValue as Parsed, MessageParser, MimeHeaders};

    fn mail() -> DueMail {
        DueMail {
            id: Id(1),
            message_id: "0abc@makers.example".into(),
            kind: "welcome".into(),
            to_email: "ada@example.org".into(),
            to_name: "Ada \"Löve\", 社区\r\nBcc: evil@example.org".into(),
            letter: Letter {
                subject: "Grüße an alle, 社区\r\nX-Evil: 1".into(),
                text: format!("Hello,\n.\n{}\nhttps://makers.example/{}\n", "Grüße ".repeat(30), "t".repeat(300)),
                html: "<p>Grüße</p>\n".into(),
            },
            attachments: Vec::new(),
            unsubscribe_url: None,
            attempts: 0,
            created_at: Instant("2026-03-01T20:00:00Z".parse().unwrap()),
        }
    }

    fn bytes(mail: &DueMail) -> Vec<u8> {
        let from: Mailbox = "Makers <hello@makers.example>".parse().unwrap();
        message(&from, mail).unwrap().formatted()
    }

    #[test]
    fn a_message_reads_back_as_it_was_meant() {
        let mail = mail();
        let bytes = bytes(&mail);
        assert!(bytes.is_ascii());
        assert!(bytes.split(|byte| *byte == b'\n').all(|line| line.len() <= 998));
        let parsed = MessageParser::default().parse(&bytes).unwrap();
        assert_eq!(parsed.message_id(), Some("0abc@makers.example"));
        assert_eq!(parsed.from().unwrap().first().unwrap().address(), Some("hello@makers.example"));
        let to = parsed.to().unwrap();
        assert_eq!(to.iter().count(), 1);
        assert_eq!(to.first().unwrap().address(), Some("ada@example.org"));
        assert_eq!(to.first().unwrap().name(), Some("Ada \"Löve\", 社区 Bcc: evil@example.org"));
        assert_eq!(parsed.subject(), Some("Grüße an alle, 社区 X-Evil: 1"));
        assert!(parsed.header("X-Evil").is_none() && parsed.bcc().is_none());
        assert_eq!(parsed.date().unwrap().to_rfc3339(), "2026-03-01T20:00:00Z");
        assert_eq!(parsed.header("Auto-Submitted").and_then(Parsed::as_text), Some("auto-generated"));
        assert!(parsed.header("List-Unsubscribe").is_none());
        assert!(parsed.content_type().unwrap().c_subtype.as_deref() == Some("alternative"));
        assert_eq!(parsed.body_text(0).unwrap().replace("\r\n", "\n"), mail.letter.text);
        assert_eq!(parsed.body_html(0).unwrap().replace("\r\n", "\n"), mail.letter.html);
    }

    #[test]
    fn files_and_the_way_to_unsubscribe_go_along() {
        let url = format!("https://makers.example/unsubscribe?token={}", "a".repeat(200));
        let mail = DueMail {
            attachments: vec![
                Attachment {
                    file_name: "événement.ics".into(),
                    content_type: "text/calendar; method=PUBLISH".into(),
                    bytes: b"BEGIN:VCALENDAR\r\n".to_vec(),
                },
                Attachment {
                    file_name: "certificate.pdf".into(),
                    content_type: "no type".into(),
                    bytes: vec![0, 255, 13, 10, 46, 13, 10],
                },
            ],
            unsubscribe_url: Some(url.clone()),
            ..mail()
        };
        let bytes = bytes(&mail);
        let text = String::from_utf8(bytes.clone()).unwrap();
        assert!(text.contains(&format!("List-Unsubscribe: <{url}>\r\n")));
        assert!(text.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"));
        let parsed = MessageParser::default().parse(&bytes).unwrap();
        assert_eq!(parsed.content_type().unwrap().c_subtype.as_deref(), Some("mixed"));
        let files: Vec<_> = parsed.attachments().collect();
        assert_eq!(files.len(), 2);
        assert_eq!(files[0].attachment_name(), Some("événement.ics"));
        assert_eq!(files[0].content_type().unwrap().c_type, "text");
        assert_eq!(files[1].content_type().unwrap().c_subtype.as_deref(), Some("octet-stream"));
        assert_eq!(files[1].contents(), mail.attachments[1].bytes);
        assert_eq!(parsed.body_html(0).unwrap().trim(), "<p>Grüße</p>");
    }

    #[test]
    fn every_attempt_makes_the_same_headers() {
        let headers = |bytes: Vec<u8>| {
            let text = String::from_utf8(bytes).unwrap();
            let head = text.split("\r\n\r\n").next().unwrap().to_owned();
            head.lines()
                .filter(|line| !line.contains("boundary="))
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(headers(bytes(&mail())), headers(bytes(&mail())));
    }

    #[test]
    fn an_address_that_is_none_makes_no_message() {
        for address in ["", "nobody", "a@b\r\nRCPT TO:<c@d>", "a@b, c@d", "<a@b>"] {
            let mail = DueMail {
                to_email: address.into(),
                ..mail()
            };
            let from: Mailbox = "hello@makers.example".parse().unwrap();
            assert!(message(&from, &mail).is_err(), "{address}");
        }
    }
}

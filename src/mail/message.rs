//! A mail as it travels: its headers, its parts, its attachments.

use std::time::{Duration, UNIX_EPOCH};

use lettre::message::header::{ContentType, Header, HeaderName, HeaderValue};
use lettre::message::{Attachment as FilePart, Mailbox, MultiPart};
use lettre::{Address, Message};

use super::rules::ascii_domain;
use super::views::DueMail;
use crate::text::one_line;

/// The message of a mail. Its headers are the same in every attempt, so that a copy is recognised.
///
/// # Errors
/// Why no message can be made.
pub fn message(from: &Mailbox, mail: &DueMail) -> Result<Message, String> {
    let to = address(&mail.to_email).ok_or("The address is not valid")?;
    let name = one_line(&mail.to_name);
    let mut builder = Message::builder()
        .from(from.clone())
        .to(Mailbox::new((!name.is_empty()).then_some(name), to))
        .subject(one_line(&mail.letter.subject))
        .message_id(Some(format!("<{}>", mail.message_id)))
        .date(UNIX_EPOCH + Duration::from_millis(mail.created_at.millis().unsigned_abs()))
        .header(AutoSubmitted);
    if !mail.reply_to.is_empty() {
        let reply_to = address(&mail.reply_to).ok_or("The address for answers is not valid")?;
        builder = builder.reply_to(Mailbox::new(None, reply_to));
    }
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

fn address(typed: &str) -> Option<Address> {
    typed.trim().parse().ok().map(ascii_address)
}

/// The address with its domain in the ASCII form, which every server understands. What stands before the @ has none.
pub fn ascii_address(address: Address) -> Address {
    let ascii = ascii_domain(address.domain()).and_then(|domain| Address::new(address.user(), &domain).ok());
    ascii.unwrap_or(address)
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
        // An address must not be folded. It is plain ASCII, as was checked before.
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
            is_bulk: false,
            user_id: None,
            occasion: String::new(),
            reply_to: String::new(),
            last_error: String::new(),
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
            reply_to: "grace@example.org".into(),
            ..mail()
        };
        let bytes = bytes(&mail);
        let answers = MessageParser::default()
            .parse(&bytes)
            .unwrap()
            .reply_to()
            .and_then(|to| to.first().cloned());
        assert_eq!(answers.unwrap().address(), Some("grace@example.org"));
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
    fn a_domain_with_umlauts_is_written_in_its_ascii_form() {
        let mail = DueMail {
            to_email: "ada@bücher.example".into(),
            ..mail()
        };
        let from: Mailbox = "hello@makers.example".parse().unwrap();
        let message = message(&from, &mail).unwrap();
        assert_eq!(message.envelope().to()[0].to_string(), "ada@xn--bcher-kva.example");
        assert!(String::from_utf8(message.formatted()).unwrap().contains("<ada@xn--bcher-kva.example>"));
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

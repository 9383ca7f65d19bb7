//! Which mails a member can do without, and the signed links by which they say so (RFC 8058).

use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::db::values::Id;

/// What a member chooses about mails to many. Notices about their own account, registrations and certificates are no
/// choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    News,
    Events,
}

impl Choice {
    pub const ALL: [Choice; 2] = [Choice::News, Choice::Events];

    /// The word in the database, in calls and in links.
    pub const fn as_str(self) -> &'static str {
        match self {
            Choice::News => "news",
            Choice::Events => "events",
        }
    }

    /// The choice for a word.
    pub fn parse(word: &str) -> Option<Choice> {
        Choice::ALL.into_iter().find(|choice| choice.as_str() == word)
    }

    /// Its name for people: what they unsubscribe from.
    pub const fn label(self) -> &'static str {
        match self {
            Choice::News => "News from the community",
            Choice::Events => "Announcements of events",
        }
    }
}

/// Characters of the signature in a link: 128 bits.
const SIGNATURE: usize = 32;

fn signature(key: &[u8], text: &str) -> Option<Hmac<Sha256>> {
    let mut signature = Hmac::<Sha256>::new_from_slice(key).ok()?;
    signature.update(b"unsubscribe:");
    signature.update(text.as_bytes());
    Some(signature)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The token of a link: who unsubscribes from what. It has no end, because a mail may be read years later.
pub fn token(key: &[u8], who: Id, what: &str) -> String {
    let text = format!("{who}.{what}");
    let signed = signature(key, &text).map(|signature| hex(&signature.finalize().into_bytes()));
    // A key of any length fits.
    let signed = signed.unwrap_or_default();
    format!("{text}.{}", signed.get(..SIGNATURE).unwrap_or_default())
}

/// Who unsubscribes from what, if we signed the token.
pub fn read(key: &[u8], token: &str) -> Option<(Id, String)> {
    let (text, signed) = token.rsplit_once('.')?;
    let (who, what) = text.split_once('.')?;
    let half: Option<Vec<u8>> = (0..SIGNATURE)
        .step_by(2)
        .map(|place| u8::from_str_radix(signed.get(place..place + 2)?, 16).ok())
        .collect();
    if signed.len() != SIGNATURE || signature(key, text)?.verify_truncated_left(&half?).is_err() {
        return None;
    }
    Some((Id::parse(who)?, what.to_owned()))
}

/// The address of the page on which a member unsubscribes, and to which mail programs post.
pub fn link(site_url: &str, key: &[u8], who: Id, what: &str) -> String {
    format!("{}/unsubscribe?token={}", site_url.trim_end_matches('/'), token(key, who, what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_link_of_ours_unsubscribes_and_only_whom_it_names() {
        let (key, who) = ([7_u8; 32], Id(1 << 50));
        let token = token(&key, who, "news");
        assert_eq!(read(&key, &token), Some((who, "news".into())));
        assert!(token.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.'), "{token}");
        assert_eq!(read(&[8; 32], &token), None);
        for wrong in [
            token.replace("news", "events"),
            token.replacen(&who.to_string(), &Id(1 << 51).to_string(), 1),
            token[..token.len() - 2].to_owned(),
            format!("{token}00"),
            String::new(),
            "é.é.éééééééééééééééé".into(),
        ] {
            assert_eq!(read(&key, &wrong), None, "{wrong}");
        }
        assert!(link("https://m.example/", &key, who, "news").starts_with("https://m.example/unsubscribe?token="));
        assert_eq!(Choice::parse("events"), Some(Choice::Events));
        assert_eq!(Choice::parse(""), None);
    }
}

//! What a refusal of a mail server means: whether it is about the mail or about the server and our settings, and in
//! which words admins read it.

use super::rules::{Outcome, Reason};

/// The two cases in which we cannot know whether the server took a mail.
pub const NO_ANSWER: &str = "The mail server did not say in time whether it takes this mail.";
pub const BROKEN_OFF: &str = "The connection broke before the mail server took this mail.";

/// The step at which something goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    Connect,
    Greeting,
    Encryption,
    SignIn,
    Sender,
    Recipient,
    Message,
}

/// What the server answered instead of accepting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer<'a> {
    /// A reply code, and the words with it.
    Refused(u16, &'a str),
    /// The connection failed or broke.
    Broken(&'a str),
    /// The server does not offer what is needed.
    Impossible(&'a str),
    /// No answer for too long.
    Late,
}

/// What an answer means at its stage. Only an answer about one recipient or one message is about the mail.
pub fn outcome(stage: Stage, answer: &Answer) -> Outcome {
    let (code, words) = match *answer {
        Answer::Refused(code, words) => (Some(code), words),
        Answer::Broken(words) | Answer::Impossible(words) => (None, words),
        Answer::Late => (None, ""),
    };
    let about_mail = match stage {
        Stage::Recipient | Stage::Message => match answer {
            Answer::Refused(code, words) => !is_about_us(*code, words),
            // It may have been accepted: this mail waits its own pause before it is sent again.
            Answer::Broken(_) | Answer::Late => stage == Stage::Message,
            Answer::Impossible(_) => true,
        },
        _ => false,
    };
    let problem = if about_mail {
        mail_problem(answer)
    } else {
        server_problem(stage, answer)
    };
    let reason = Reason::new(code, problem, words);
    match (about_mail, code) {
        (false, _) => Outcome::Unreachable(reason),
        (true, Some(500..)) => Outcome::Rejected(reason),
        (true, None) if matches!(answer, Answer::Impossible(_)) => Outcome::Rejected(reason),
        (true, _) => Outcome::Deferred(reason),
    }
}

/// Whether a refusal that follows the sender's name is about us (our name, our sender, our sign-in) rather than the
/// recipient or the message. Many servers judge the sender only then (RFC 3463, RFC 7372).
fn is_about_us(code: u16, words: &str) -> bool {
    const CODES: [&str; 9] = ["5.1.7", "5.1.8", "5.5.1", "5.7.8", "5.7.9", "5.7.11", "5.7.23", "5.7.25", "5.7.26"];
    const WORDS: [&str; 8] = ["sender", "helo", "client host", "relay", "authenticat", "mail from", "spf", "dmarc"];
    // An address may contain any word.
    let words: Vec<String> = words
        .split_whitespace()
        .filter(|word| !word.contains('@'))
        .map(str::to_lowercase)
        .collect();
    let words = words.join(" ");
    let enhanced = words
        .split(|character: char| !(character.is_ascii_digit() || character == '.'))
        .any(|word| CODES.contains(&word));
    matches!(code, 421 | 503 | 504 | 530 | 534 | 535 | 538) || code >= 500 && (enhanced || WORDS.iter().any(|word| words.contains(word)))
}

fn mail_problem(answer: &Answer) -> &'static str {
    match answer {
        Answer::Refused(500.., _) => "The mail server refuses this mail.",
        Answer::Refused(..) => "The mail server does not take this mail yet.",
        Answer::Impossible(_) => "The mail server cannot send to such an address.",
        Answer::Late => NO_ANSWER,
        Answer::Broken(_) => BROKEN_OFF,
    }
}

fn server_problem(stage: Stage, answer: &Answer) -> &'static str {
    match (stage, answer) {
        (_, Answer::Refused(421, _)) => "The mail server is not available at the moment.",
        (Stage::Greeting | Stage::Sender, Answer::Refused(..500, _)) => "The mail server takes no mails at the moment.",
        (Stage::Connect, Answer::Late) => {
            "The mail server did not answer in time. Look at mail.host and mail.port, and whether a firewall keeps the port closed."
        }
        (Stage::Connect, _) => "The mail server cannot be reached. Look at mail.host, mail.port and mail.tls, and whether it runs.",
        (Stage::Greeting, Answer::Late) => {
            "The mail server did not greet in time. Look at mail.port and mail.tls: 465 goes with tls, 587 with starttls."
        }
        (Stage::Greeting, Answer::Refused(..)) => {
            "The mail server refuses this machine or its name. Look at public_url, whose host is the name, and at what the server allows."
        }
        (Stage::Greeting, _) => "The mail server does not speak as expected. Look at mail.port and mail.tls: 465 goes with tls, 587 with starttls.",
        (Stage::Encryption, _) => "The mail server does not encrypt as asked. Look at mail.tls, and at the server's certificate.",
        (Stage::SignIn, Answer::Refused(500.., _)) => "The mail server refused the password. Look at mail.username and mail.password.",
        (Stage::SignIn, Answer::Impossible(_)) => "The mail server offers no sign-in here. Look at mail.tls, or leave mail.username empty.",
        (Stage::SignIn, _) => "The mail server could not check the password.",
        (Stage::Sender, Answer::Impossible(_)) => "The mail server does not take a sender with such an address. Look at mail.from.",
        (_, Answer::Refused(503 | 530, _)) => "The mail server wants a sign-in first. Set mail.username and mail.password.",
        (_, Answer::Refused(535, _)) => "The mail server refused the password. Look at mail.username and mail.password.",
        (_, Answer::Refused(..)) => {
            "The mail server refuses the sender or this machine. Look at mail.from, and at what the server allows the account to send."
        }
        _ => "The connection to the mail server broke.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_said_of_a_recipient_or_a_message_is_about_the_mail() {
        let rejected = |stage, code, words| matches!(outcome(stage, &Answer::Refused(code, words)), Outcome::Rejected(_));
        let trouble = |stage, answer| matches!(outcome(stage, &answer), Outcome::Unreachable(_));
        assert!(rejected(Stage::Recipient, 550, "5.1.1 no such user"));
        assert!(rejected(Stage::Recipient, 550, "5.7.1 Recipient address rejected: Access denied"));
        assert!(rejected(Stage::Recipient, 550, "5.1.1 <sender@relay.example>: unknown"));
        assert!(rejected(Stage::Message, 554, "5.7.1 message looks like spam"));
        for (stage, code, words) in [
            (Stage::Greeting, 554, "5.7.1 go away"),
            (Stage::SignIn, 535, "5.7.8 wrong"),
            (Stage::Sender, 550, "5.7.1 not yours"),
            (Stage::Sender, 451, "later"),
            (Stage::Recipient, 504, "5.5.2 <box>: Helo command rejected: need fully-qualified hostname"),
            (Stage::Recipient, 553, "5.7.1 <a@b.example>: Sender address rejected: not owned by user"),
            (Stage::Recipient, 554, "5.7.1 <c@d.example>: Relay access denied"),
            (Stage::Recipient, 550, "5.1.8 domain not found"),
            (Stage::Message, 550, "5.7.26 not aligned"),
            (Stage::Message, 421, "closing"),
        ] {
            assert!(trouble(stage, Answer::Refused(code, words)), "{words}");
        }
        assert!(trouble(Stage::Connect, Answer::Broken("refused")) && trouble(Stage::Recipient, Answer::Late));
        assert!(matches!(outcome(Stage::Message, &Answer::Late), Outcome::Deferred(_)));
        assert!(matches!(
            outcome(Stage::Recipient, &Answer::Refused(450, "greylisted")),
            Outcome::Deferred(_)
        ));
        let Outcome::Unreachable(reason) = outcome(Stage::SignIn, &Answer::Refused(535, "5.7.8 wrong for ada@example.org")) else {
            panic!("a wrong password is our configuration");
        };
        assert_eq!(
            reason.problem,
            "The mail server refused the password. Look at mail.username and mail.password."
        );
        assert!(reason.text.ends_with("(5.7.8 wrong for ada@example.org)") && !reason.problem.contains("example"));
    }
}

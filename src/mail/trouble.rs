//! Whether mails leave at the moment. While they do not, sign-in links are also printed where the server runs: a failing
//! mail server locks nobody out who has its console.

use std::sync::atomic::{AtomicI64, Ordering};

use super::rules::{Outcome, SIGN_IN_LINK};
use super::views::DueMail;
use crate::console::say;
use crate::db::values::Instant;
use crate::text::printable;

/// Since when sending fails, in milliseconds; 0 while it works, or has not been tried.
#[derive(Default)]
pub struct Trouble(AtomicI64);

impl Trouble {
    /// Whether sending fails as far as is known.
    pub fn is_known(&self) -> bool {
        self.0.load(Ordering::SeqCst) != 0
    }

    /// Learns from an attempt, and prints the letter of a sign-in link that did not leave, unless it was printed when it was
    /// asked for. What the server says of one address alone is no trouble.
    pub fn learn(&self, mail: &DueMail, outcome: &Outcome, now: Instant) {
        let since = match outcome {
            Outcome::Accepted => return self.0.store(0, Ordering::SeqCst),
            Outcome::Rejected(_) => self.0.load(Ordering::SeqCst),
            Outcome::Deferred(_) | Outcome::Unreachable(_) => {
                let before = self.0.compare_exchange(0, now.millis().max(1), Ordering::SeqCst, Ordering::SeqCst);
                before.err().unwrap_or(now.millis())
            }
        };
        let was_printed = since != 0 && since < mail.created_at.millis();
        if mail.kind == SIGN_IN_LINK && mail.attempts == 1 && !was_printed {
            // Not through the log: a link is a key.
            let text = format!(
                "\n──── A sign-in mail for {} does not leave. This is what it says ────\n{}\n────\n",
                printable(&mail.to_email),
                mail.letter.text
            );
            // Apart from the worker: whoever reads the console may be slow.
            tokio::task::spawn_blocking(move || say(text));
        }
    }
}

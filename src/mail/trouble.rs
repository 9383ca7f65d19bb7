//! Whether mails leave at the moment, and when a server that refuses us is tried again. While no mail leaves, sign-in
//! links are also printed on the console, so that a failing mail server locks no operator out.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::refusal_rules::{BROKEN_OFF, NO_ANSWER};
use super::rules::{Outcome, SIGN_IN_LINK, server_pause};
use super::views::DueMail;
use crate::console::say;
use crate::db::values::{Id, Instant};
use crate::text::printable;

/// Seconds after which a server that has not answered counts as failing.
const SILENCE: i64 = 20;

/// What is known about the mail server.
#[derive(Default)]
pub struct Trouble(Mutex<State>);

#[derive(Default)]
struct State {
    /// Since when mails do not leave. `None` while they do, or while none was tried.
    since: Option<Instant>,
    down: Option<Down>,
    /// When the current attempt began.
    begun: Option<Instant>,
    /// The mail of the last attempt, when it is unknown whether the server took it.
    doubtful: Option<Id>,
}

/// A server that refuses us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Down {
    pub since: Instant,
    /// What is wrong and what to check, with the server's words.
    pub text: String,
    /// The same without the server's words.
    problem: String,
    tried_at: Instant,
    failures: u32,
}

impl Down {
    /// When it is tried again.
    pub fn again_at(&self) -> Instant {
        self.tried_at.plus_seconds(server_pause(self.failures))
    }
}

impl Trouble {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether sending fails as far as is known, or the server has been silent for long.
    pub fn is_known(&self, now: Instant) -> bool {
        let state = self.state();
        state.since.is_some() || state.begun.is_some_and(|begun| now >= begun.plus_seconds(SILENCE))
    }

    /// An attempt begins.
    pub fn begin(&self, now: Instant) {
        self.state().begun = Some(now);
    }

    /// The server's trouble, if it has some.
    pub fn down(&self) -> Option<Down> {
        self.state().down.clone()
    }

    /// Whether the server may be tried: a pause is never longer than its rule, whatever the clock did.
    pub fn may_try(&self, now: Instant) -> bool {
        self.state()
            .down
            .as_ref()
            .is_none_or(|down| !down.tried_at.is_within(server_pause(down.failures), now))
    }

    /// The server is tried again at once.
    pub fn forget_pause(&self) {
        if let Some(down) = &mut self.state().down {
            down.failures = 0;
            down.tried_at = Instant::from_millis(0);
        }
    }

    /// Learns from an attempt, and logs each change. Prints the letter of a sign-in link that did not leave, unless it
    /// was printed when it was requested. A refusal of one address alone is no trouble.
    pub fn learn(&self, mail: &DueMail, outcome: &Outcome, now: Instant) {
        let mut state = self.state();
        state.begun = None;
        let before = state.doubtful.take();
        let is_doubtful = matches!(outcome, Outcome::Deferred(reason) if [NO_ANSWER, BROKEN_OFF].contains(&reason.problem.as_str()));
        if is_doubtful {
            state.doubtful = Some(mail.id);
        }
        // One such mail may itself be the cause; the second in a row is not.
        let is_again = is_doubtful && (state.down.is_some() || before.is_some_and(|before| before != mail.id));
        let trouble = match outcome {
            Outcome::Unreachable(reason) => Some(reason),
            Outcome::Deferred(reason) if is_again => Some(reason),
            _ => None,
        };
        match trouble {
            Some(reason) => {
                let before = state.down.take();
                // The server's words may differ each time.
                let is_new = before.as_ref().is_none_or(|down| down.problem != reason.problem);
                let down = Down {
                    since: before.as_ref().map_or(now, |down| down.since),
                    problem: reason.problem.clone(),
                    text: reason.text.clone(),
                    tried_at: now,
                    failures: before.map_or(0, |down| down.failures).saturating_add(1),
                };
                let again_in = server_pause(down.failures);
                if is_new {
                    let code = reason.code.unwrap_or_default();
                    tracing::error!(code, again_in, "mails do not leave: {}", reason.problem);
                }
                state.down = Some(down);
            }
            None => {
                if let Some(down) = state.down.take() {
                    let minutes = (now.millis() - down.since.millis()) / 60_000;
                    tracing::info!(minutes, "the mail server lets us send again");
                }
            }
        }
        let since = match outcome {
            Outcome::Accepted => {
                state.since = None;
                return;
            }
            Outcome::Rejected(_) => state.since,
            Outcome::Deferred(_) | Outcome::Unreachable(_) => Some(*state.since.get_or_insert(now)),
        };
        let was_printed = since.is_some_and(|since| since < mail.created_at);
        if mail.kind == SIGN_IN_LINK && mail.last_error.is_empty() && !was_printed {
            let text = format!(
                "\n──── A sign-in mail for {} does not leave. This is what it says ────\n{}\n────\n",
                printable(&mail.to_email),
                mail.letter.text
            );
            // Not through the log, because a link is a key. Not in the worker's task, because the console may be slow.
            tokio::task::spawn_blocking(move || say(text));
        }
    }
}

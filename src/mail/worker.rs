//! Sends what waits in the outbox, one mail after the other, apart from all requests.
//!
//! How a mail is neither lost nor sent twice: the beginning of an attempt is written down first (with the time at which
//! the mail is due again should no outcome follow), then the mail is sent, then its outcome is written down, each in a
//! write of its own. Accepted mails are never sent again. The one doubtful moment is a crash, or a lost connection,
//! between the server's acceptance and our knowing of it: SMTP cannot tell afterwards, so the mail is sent again, with
//! the same Message-ID and Date, by which the receiving side knows the copy.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::JoinHandle;

use super::rules::{self, Fate, Outcome, Reason};
use super::store;
use super::views::{Attachment, CODE, DueMail};
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::events::door::rules as door_rules;
use crate::work::aside;

/// The outbox is looked at so often even when nothing is announced: retries come due by time alone.
const TICK: Duration = Duration::from_secs(10);
/// How long the mail in flight may take when the program stops.
const LAST_MAIL: Duration = Duration::from_secs(20);
/// Between attempts to write an outcome down when the database cannot.
const RECORD_AGAIN: Duration = Duration::from_secs(1);

/// The running worker.
pub struct Worker {
    task: JoinHandle<()>,
    stop: Arc<Stop>,
}

#[derive(Default)]
struct Stop {
    asked: AtomicBool,
    wake: Notify,
}

/// What one step did.
enum Step {
    Nothing,
    Done,
    /// There is no server to talk to at the moment.
    Unreachable,
}

impl Worker {
    /// Starts the worker. Without a mail server it has nothing to do.
    pub fn start(app: Arc<App>) -> Worker {
        let stop = Arc::new(Stop::default());
        let task = tokio::spawn(run(app, stop.clone()));
        Worker { task, stop }
    }

    /// Lets the mail in flight end and stops.
    pub async fn stop(mut self) {
        self.stop.asked.store(true, Ordering::SeqCst);
        self.stop.wake.notify_one();
        if tokio::time::timeout(LAST_MAIL, &mut self.task).await.is_err() {
            tracing::warn!("a mail was still on its way when the program stopped; it will be sent again");
            self.task.abort();
        }
    }
}

/// Sends everything that is due by the app's clock, and says how many mails it took up. Ends early when the server cannot
/// be reached, so that an outage costs few mails an attempt.
pub async fn run_once(app: &Arc<App>) -> u32 {
    round(app, &Stop::default()).await
}

async fn run(app: Arc<App>, stop: Arc<Stop>) {
    if !app.mail.is_on() {
        return;
    }
    while !stop.asked.load(Ordering::SeqCst) {
        round(&app, &stop).await;
        tokio::select! {
            () = stop.wake.notified() => {}
            () = app.db.announced() => {}
            () = tokio::time::sleep(TICK) => {}
        }
    }
}

async fn round(app: &Arc<App>, stop: &Stop) -> u32 {
    let mut taken = 0;
    while app.mail.is_on() && !stop.asked.load(Ordering::SeqCst) {
        match step(app, stop).await {
            Ok(Step::Nothing) => break,
            Ok(Step::Done) => taken += 1,
            Ok(Step::Unreachable) => {
                taken += 1;
                break;
            }
            Err(error) => {
                tracing::error!(%error, "the outbox cannot be read or written");
                break;
            }
        }
    }
    app.mail.hang_up().await;
    taken
}

/// Takes the next mail through one attempt.
async fn step(app: &Arc<App>, stop: &Stop) -> ApiResult<Step> {
    let now = app.clock.now();
    let Some(mut mail) = app.db.read(move |conn| store::find_due(conn, now)).await? else {
        return Ok(Step::Nothing);
    };
    let id = mail.id;
    if rules::is_expired(&mail.kind, mail.created_at, now) {
        app.db.write(move |tx| store::set_failed(tx, id, "expired", now)).await?;
        return Ok(Step::Done);
    }

    mail.attempts += 1;
    let host = rules::host(&app.config.site_url()).to_owned();
    let again_at = rules::again_at(mail.attempts, now);
    let begun = app.db.write(move |tx| store::set_attempt(tx, id, &host, now, again_at)).await?;
    let Some(message_id) = begun else { return Ok(Step::Done) };
    mail.message_id = message_id;
    mail.attachments = drawn(mail.attachments).await?;

    let outcome = send(app, mail.clone()).await;
    log(&mail, &outcome);
    app.mail_trouble.learn(&mail, &outcome, now);
    record(app, &mail, &outcome, stop).await;
    Ok(match outcome {
        Outcome::Unreachable(_) => Step::Unreachable,
        _ => Step::Done,
    })
}

/// The files as they are sent: codes become pictures.
async fn drawn(files: Vec<Attachment>) -> ApiResult<Vec<Attachment>> {
    if files.iter().all(|file| file.content_type != CODE) {
        return Ok(files);
    }
    let draw = |file: Attachment| {
        if file.content_type != CODE {
            return Ok(file);
        }
        let text = String::from_utf8_lossy(&file.bytes);
        Ok(Attachment {
            bytes: door_rules::png(&text).map_err(ApiError::internal)?,
            content_type: "image/png".into(),
            ..file
        })
    };
    aside(move || files.into_iter().map(draw).collect()).await?
}

/// In a task of its own, so that a panic ends that attempt only.
async fn send(app: &Arc<App>, mail: DueMail) -> Outcome {
    let app = app.clone();
    tokio::spawn(async move { app.mail.send(&mail).await }).await.unwrap_or_else(|_| {
        Outcome::Deferred(Reason {
            code: None,
            text: "The program failed while sending".into(),
        })
    })
}

/// Writes the outcome down, however long that takes: an accepted mail that is not recorded would be sent again.
async fn record(app: &Arc<App>, mail: &DueMail, outcome: &Outcome, stop: &Stop) {
    let id = mail.id;
    let now = app.clock.now();
    let fate = rules::fate(outcome, mail.attempts, now);
    loop {
        let fate = fate.clone();
        let recorded = app
            .db
            .write(move |tx| match &fate {
                Fate::Sent => store::set_sent(tx, id, now),
                Fate::Retry { at, error } => store::set_retry(tx, id, error, *at),
                Fate::Failed { error } => store::set_failed(tx, id, error, now),
            })
            .await;
        match recorded {
            Ok(()) => return,
            Err(error) => tracing::error!(mail = %id, %error, "the outcome of a mail cannot be recorded"),
        }
        if stop.asked.load(Ordering::SeqCst) {
            return;
        }
        tokio::time::sleep(RECORD_AGAIN).await;
    }
}

/// Names neither addresses nor what the mail says; the server's own words, which may, go to the outbox only.
fn log(mail: &DueMail, outcome: &Outcome) {
    let (mail, kind, attempt) = (mail.id, mail.kind.as_str(), mail.attempts);
    let (what, reason) = match outcome {
        Outcome::Accepted => return tracing::info!(%mail, kind, attempt, "mail sent"),
        Outcome::Rejected(reason) => ("mail rejected", reason),
        Outcome::Deferred(reason) => ("mail deferred", reason),
        Outcome::Unreachable(reason) => ("mail server unreachable", reason),
    };
    match reason.code {
        Some(code) => tracing::warn!(%mail, kind, attempt, code, "{what}"),
        None => tracing::warn!(%mail, kind, attempt, reason = reason.text, "{what}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_code_leaves_as_a_picture() {
        let file = |content_type: &str| Attachment {
            file_name: "ticket.png".into(),
            content_type: content_type.into(),
            bytes: b"https://makers.example/?ticket=1".to_vec(),
        };
        let sent = drawn(vec![file("text/plain"), file(CODE)]).await.unwrap_or_default();
        let kinds: Vec<&str> = sent.iter().map(|file| file.content_type.as_str()).collect();
        assert_eq!(kinds, ["text/plain", "image/png"]);
        assert!(image::load_from_memory(&sent[1].bytes).is_ok());
    }
}

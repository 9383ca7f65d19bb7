//! Sends what waits in the outbox, one mail after the other, apart from all requests.
//!
//! Why no mail is lost or sent twice: the worker records that an attempt begins (and when the mail is due again if no
//! outcome follows), sends the mail, and records the outcome, each in a write of its own. Accepted mails are never sent
//! again. One doubt remains. When the program or the connection dies between the server's acceptance and its answer,
//! SMTP cannot tell what happened. The mail is then sent again with the same Message-ID and Date, so that the receiving
//! side recognises the copy.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::JoinHandle;

use super::occasion::Occasion;
use super::rules::{self, Fate, Outcome, Reason};
use super::store;
use super::views::{Attachment, DueMail};
use crate::app::App;
use crate::certificates::print::scene::Format;
use crate::certificates::rules as certificate_rules;
use crate::credentials::guards::sign_now;
use crate::credentials::store::Subject;
use crate::db::Waiter;
use crate::db::values::Instant;
use crate::error::{ApiError, ApiResult};
use crate::events::door::rules as door_rules;
use crate::invitations::store as invitations;
use crate::site::store::find_settings;
use crate::work::aside;
use crate::{letters, tasks};

/// How often the worker looks at the outbox when nothing is announced: retries come due by time alone.
const TICK: Duration = Duration::from_secs(10);
/// How often while mails to many wait for their limit alone.
const LIMITED_TICK: Duration = Duration::from_secs(1);
/// How long the mail in flight may take while the program stops.
const LAST_MAIL: Duration = Duration::from_secs(20);
/// The pause between attempts to record an outcome while the database cannot.
const RECORD_AGAIN: Duration = Duration::from_secs(1);
/// How often the outbox is tidied, and for how many seconds the words of finished mails are kept.
const TIDY: Duration = Duration::from_secs(3600);
const BODIES_KEPT: i64 = 30 * 86_400;

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

/// The result of one step.
enum Step {
    Nothing,
    /// Only mails to many are due, and as many as may leave in a minute have left.
    Limited,
    Done,
    /// No server can be reached at the moment.
    Unreachable,
}

impl Worker {
    /// Starts the worker. Without a mail server it only tidies.
    pub fn start(app: Arc<App>) -> Worker {
        let stop = Arc::new(Stop::default());
        let stopped = stop.clone();
        let task = tokio::spawn(async move {
            let run = || run(app.clone(), stopped.clone());
            tasks::keep("mail", run).await;
        });
        Worker { task, stop }
    }

    /// Waits for the mail in flight, and stops.
    pub async fn stop(mut self) {
        self.stop.asked.store(true, Ordering::SeqCst);
        self.stop.wake.notify_one();
        if tokio::time::timeout(LAST_MAIL, &mut self.task).await.is_err() {
            tracing::warn!("a mail was still on its way when the program stopped; it will be sent again");
            self.task.abort();
        }
    }
}

/// Sends everything that is due by the app's clock, and returns how many mails it tried. Ends early when the server
/// cannot be reached, so that an outage costs few mails an attempt.
pub async fn run_once(app: &Arc<App>) -> u32 {
    round(app, &Stop::default()).await.0
}

async fn run(app: Arc<App>, stop: Arc<Stop>) {
    if let Err(error) = greet_settings(&app).await {
        tracing::error!(%error, "the outbox cannot be read or written");
    }
    let mut tidy_at = tokio::time::Instant::now();
    while !stop.asked.load(Ordering::SeqCst) {
        if tokio::time::Instant::now() >= tidy_at {
            tidy_at += TIDY;
            if let Err(error) = tidy(&app).await {
                tracing::error!(%error, "the outbox cannot be tidied");
            }
        }
        let (_, is_limited) = round(&app, &stop).await;
        tokio::select! {
            () = stop.wake.notified() => {}
            () = app.db.announced(Waiter::Mail) => {}
            () = tokio::time::sleep(if is_limited { LIMITED_TICK } else { TICK }) => {}
        }
    }
}

/// The settings of the mail server have changed, probably to mend something: everything that waits is tried at once.
async fn greet_settings(app: &Arc<App>) -> ApiResult<()> {
    let (seal, now) = (app.mail_seal()?, app.clock.now());
    let released = app
        .db
        .write(move |tx| Ok(if App::keep_mail_seal(tx, &seal)? { store::release(tx, now)? } else { 0 }))
        .await?;
    if released > 0 {
        tracing::info!(released, "the mail settings have changed: everything that waits is tried at once");
    }
    Ok(())
}

/// Deletes what is old.
///
/// # Errors
/// 500 when the database fails.
pub async fn tidy(app: &Arc<App>) -> ApiResult<()> {
    let now = app.clock.now();
    while app.db.write(move |tx| Ok(invitations::expire(tx, now)?)).await? {}
    let rows = now.plus_seconds(-86_400 * i64::from(app.config.mail.keep_days));
    let mut is_more = true;
    while is_more {
        let bodies = now.plus_seconds(-BODIES_KEPT);
        is_more = app.db.write(move |tx| Ok(store::tidy(tx, bodies, rows, now)?)).await?;
    }
    Ok(())
}

/// Makes mails due that a clock that ran ahead has postponed.
async fn hasten(app: &Arc<App>) -> ApiResult<()> {
    let now = app.clock.now();
    if app.db.read(move |conn| Ok(store::has_put_off(conn, now)?)).await? {
        tracing::warn!("the clock was set back; mails that it had put off are due now");
        app.db.write(move |tx| Ok(store::hasten(tx, now)?)).await?;
    }
    Ok(())
}

/// How many mails were tried, and whether more wait for their limit alone.
async fn round(app: &Arc<App>, stop: &Stop) -> (u32, bool) {
    let (mut taken, mut is_limited) = (0, false);
    if let Err(error) = hasten(app).await {
        tracing::error!(%error, "the outbox cannot be read or written");
    }
    while app.mail.is_on() && !stop.asked.load(Ordering::SeqCst) && app.mail_trouble.may_try(app.clock.now()) {
        match step(app, stop).await {
            Ok(Step::Nothing) => break,
            Ok(Step::Limited) => {
                is_limited = true;
                break;
            }
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
    (taken, is_limited)
}

/// Takes the next mail through one attempt.
async fn step(app: &Arc<App>, stop: &Stop) -> ApiResult<Step> {
    let now = app.clock.now();
    let found = app
        .db
        .read(move |conn| {
            let Some(mail) = store::find_due(conn, now)? else { return Ok(None) };
            let most = find_settings(conn)?.mails_per_minute;
            let since = now.plus_seconds(-rules::RATE_WINDOW);
            let is_limited = mail.is_bulk && most > 0 && store::count_sent_since(conn, since, now, most)? >= most;
            Ok(Some((mail, is_limited)))
        })
        .await?;
    let mut mail = match found {
        None => return Ok(Step::Nothing),
        Some((_, true)) => return Ok(Step::Limited),
        Some((mail, false)) => mail,
    };
    let id = mail.id;
    if let Some(why) = rules::expired(&mail.kind, mail.created_at, now) {
        drop_mail(app, &mail, why, now).await?;
        return Ok(Step::Done);
    }

    mail.attempts += 1;
    let host = rules::host(&app.config.site_url());
    let again_at = rules::again_at(mail.attempts, now);
    let begun = app.db.write(move |tx| store::set_attempt(tx, id, &host, now, again_at)).await?;
    let Some(message_id) = begun else { return Ok(Step::Done) };
    mail.message_id = message_id;

    let (mail, attempt) = send(app, mail, now).await;
    let outcome = match attempt {
        Attempt::Made(outcome) => outcome,
        Attempt::Pointless(why) => {
            drop_mail(app, &mail, why, now).await?;
            return Ok(Step::Done);
        }
    };
    log(&mail, &outcome);
    app.mail_trouble.learn(&mail, &outcome, app.clock.now());
    record(app, &mail, &outcome, stop).await;
    Ok(match outcome {
        Outcome::Unreachable(_) => Step::Unreachable,
        _ => Step::Done,
    })
}

/// The result of taking up a mail.
enum Attempt {
    Made(Outcome),
    /// It was not sent, because it no longer applies.
    Pointless(&'static str),
}

async fn drop_mail(app: &Arc<App>, mail: &DueMail, why: &'static str, now: Instant) -> ApiResult<()> {
    let (id, kind) = (mail.id, mail.kind.as_str());
    tracing::info!(mail = %id, kind, why, "mail not sent any more");
    app.db
        .write(move |tx| store::set_failed(tx, id, rules::unsent(why), &rules::not_sent(why), now))
        .await
}

/// Renders and sends, in a task of its own, so that a panic ends that attempt only. Returns the mail as it was sent.
async fn send(app: &Arc<App>, mail: DueMail, now: Instant) -> (DueMail, Attempt) {
    let shared = app.clone();
    let original = mail.clone();
    let sent = tokio::spawn(async move {
        match rendered(&shared, mail, now).await {
            Ok(Ok(mail)) => {
                shared.mail_trouble.begin(shared.clock.now());
                let outcome = shared.mail.send(&mail).await;
                Ok((mail, Attempt::Made(outcome)))
            }
            Ok(Err((mail, why))) => Ok((mail, Attempt::Pointless(why))),
            Err(error) => Err(error),
        }
    });
    match sent.await {
        Ok(Ok(done)) => done,
        failed => {
            if let Ok(Err(error)) = failed {
                tracing::error!(mail = %original.id, kind = original.kind.as_str(), %error, "a letter cannot be written");
            }
            let reason = Reason::ours("The program failed while it wrote or sent this mail; see the log.");
            (original, Attempt::Made(Outcome::Deferred(reason)))
        }
    }
}

/// The mail in today's words, or why it is no longer needed.
async fn rendered(app: &Arc<App>, mail: DueMail, now: Instant) -> ApiResult<Result<DueMail, (DueMail, &'static str)>> {
    if mail.occasion.is_empty() {
        return Ok(Ok(mail));
    }
    if let Ok(Occasion::CertificateIssued { certificate }) = serde_json::from_str(&mail.occasion) {
        // Its document goes with the mail, and holds the credential.
        sign_now(app, Subject::Certificate(certificate)).await?;
    }
    let (shared, asked) = (app.clone(), mail.clone());
    let (reader, sheet) = match app.db.read(move |conn| letters::render(conn, &shared, &asked, now)).await? {
        Ok(written) => written,
        Err(why) => return Ok(Err((mail, why))),
    };
    let mut attachments = sheet.attachments;
    if let Some(code) = sheet.ticket {
        attachments.push(Attachment {
            file_name: "ticket.png".into(),
            content_type: "image/png".into(),
            bytes: aside(move || door_rules::png(&code)).await?.map_err(ApiError::internal)?,
        });
    }
    if let Some(order) = sheet.certificate {
        let file_name = certificate_rules::file_name(&order.content.recipient, &order.content.certificate_id, "pdf");
        attachments.push(Attachment {
            file_name,
            content_type: "application/pdf".into(),
            bytes: app.printer.print(order, Format::Pdf).await?.to_vec(),
        });
    }
    Ok(Ok(DueMail {
        to_email: reader.email,
        to_name: reader.name,
        letter: sheet.letter,
        reply_to: sheet.reply_to,
        unsubscribe_url: sheet.unsubscribe_url,
        attachments,
        ..mail
    }))
}

/// Records the outcome, however long that takes: an accepted mail that is not recorded would be sent again.
async fn record(app: &Arc<App>, mail: &DueMail, outcome: &Outcome, stop: &Stop) {
    let id = mail.id;
    let now = app.clock.now();
    let fate = rules::fate(outcome, mail.attempts, now);
    let subject = &mail.letter.subject;
    loop {
        let (fate, subject) = (fate.clone(), subject.clone());
        let recorded = app
            .db
            .write(move |tx| match &fate {
                Fate::Sent => store::set_sent(tx, id, &subject, now),
                Fate::Kept { error } => store::set_kept(tx, id, error, now),
                Fate::Retry { at, error } => store::set_retry(tx, id, error, *at),
                Fate::Failed { error } => store::set_failed(tx, id, "refused", error, now),
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

/// Contains neither addresses nor the mail's content. The server's own words, which may contain them, go to the outbox
/// only.
fn log(mail: &DueMail, outcome: &Outcome) {
    let (mail, kind, attempt) = (mail.id, mail.kind.as_str(), mail.attempts);
    let (what, reason) = match outcome {
        Outcome::Accepted => return tracing::info!(%mail, kind, attempt, "mail sent"),
        Outcome::Rejected(reason) => ("mail rejected", reason),
        Outcome::Deferred(reason) => ("mail deferred", reason),
        // Logged once for all mails: see trouble.rs.
        Outcome::Unreachable(reason) => return tracing::debug!(%mail, kind, "mail kept: {}", reason.problem),
    };
    let code = reason.code.unwrap_or_default();
    tracing::warn!(%mail, kind, attempt, code, "{what}: {}", reason.problem);
}

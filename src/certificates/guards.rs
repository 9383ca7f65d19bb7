//! What several calls share: finding a certificate for whoever asks, issuing one, and what is printed on it.

use std::sync::Arc;

use rand::RngExt;
use rusqlite::Connection;
use serde_json::{Value, json};

use super::print::scene::{Content, Logo, Order};
use super::rules::{self, Design, Kind};
use super::store::{self, EventTerms, NewCertificate};
use super::views::Certificate;
use crate::audit::store::{Act, insert_act};
use crate::credentials::store::{Subject, find_credential_of};
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::mail::occasion::Occasion;
use crate::mail::store::queue;
use crate::mail::views::NewMail;
use crate::media::store::find_medium;
use crate::members::rules::Eyes;
use crate::members::store::find_account;
use crate::site::rules::Settings;
use crate::site::store::find_settings;

/// Tries to find an id that nobody has; ids are so long that the first one does.
const ATTEMPTS: usize = 5;

/// The 404 of the public page.
pub fn not_found() -> ApiError {
    ApiError::not_found("Certificate not found. Please check the certificate ID.")
}

/// A certificate for whoever asks; `typed` is its printed id, in any case, or its key.
///
/// # Errors
/// 404 when there is none, 403 when it is private and not theirs.
pub fn require_certificate(conn: &Connection, typed: &str, eyes: Eyes, site_url: &str) -> ApiResult<Certificate> {
    let found = match rules::read_id(typed) {
        Some(id) => store::find_certificate(conn, &id, site_url)?,
        None => Id::parse(typed).map(|id| store::find_by_key(conn, id, site_url)).transpose()?.flatten(),
    };
    let found = found.ok_or_else(not_found)?;
    if !is_shown(&found, eyes) {
        return Err(ApiError::forbidden("This certificate is not publicly accessible."));
    }
    Ok(found)
}

/// The certificate with this key, if it may be seen: as [`require_certificate`] decides.
///
/// # Errors
/// 500 when the database fails.
pub fn find_certificate_of(conn: &Connection, id: Id, eyes: Eyes, site_url: &str) -> ApiResult<Option<Certificate>> {
    let found = store::find_by_key(conn, id, site_url)?;
    Ok(found.filter(|found| is_shown(found, eyes)))
}

fn is_shown(certificate: &Certificate, eyes: Eyes) -> bool {
    !certificate.is_private || eyes.is_admin() || is_recipient(certificate, eyes)
}

/// Whether the caller is the member who got it.
pub fn is_recipient(certificate: &Certificate, eyes: Eyes) -> bool {
    certificate.issued_to.as_ref().is_some_and(|member| eyes.caller == Some(member.id))
}

/// What is printed on a certificate today: the community as it is called now, with its logo, the rest as it was issued.
///
/// # Errors
/// 500 when the database fails.
pub fn order(conn: &Connection, certificate: &Certificate, settings: &Settings) -> ApiResult<Order> {
    let logo = match settings.logo.map(Id) {
        Some(id) => find_medium(conn, id)?.map(|medium| Logo {
            id,
            png: Arc::new(medium.bytes),
        }),
        None => None,
    };
    let date = certificate.issue_date.0.to_zoned_datetime(settings.zone());
    let credential = find_credential_of(conn, Subject::Certificate(certificate.id))?;
    Ok(Order {
        credential: credential.map(|credential| credential.document.into()),
        design: certificate.design,
        content: Content {
            recipient: certificate.recipient_name.clone(),
            reason: rules::reason(certificate.design, certificate.kind),
            achievement: certificate.context.name.clone(),
            message: certificate.custom_message.clone(),
            date: date.strftime("%-d %B %Y").to_string(),
            certificate_id: certificate.certificate_id.clone(),
            community: settings.name.clone(),
            signatory: settings.certificate_signatory.clone(),
            signatory_title: settings.certificate_signatory_title.clone(),
            logo,
            verify_url: certificate.verify_link.clone(),
            accent: settings.accent_colour.clone(),
        },
    })
}

/// A certificate to issue.
pub struct Wanted<'a> {
    pub title: &'a str,
    pub user: Id,
    pub recipient_name: &'a str,
    pub achievement: &'a str,
    pub event: Option<Id>,
    pub project: Option<Id>,
    pub design: Design,
    pub message: &'a str,
    pub held: bool,
    /// Whether only its recipient and admins see it.
    pub is_private: bool,
    pub issued_by: Option<Id>,
    pub replaces: Option<Id>,
}

/// Issues a certificate, and tells its recipient unless it is held. None when the member has one for this event.
///
/// # Errors
/// 500 when no id is free, or the database fails.
pub fn issue(tx: &Tx, wanted: &Wanted, now: Instant) -> ApiResult<Option<Id>> {
    if let Some(event) = wanted.event
        && store::find_for_event(tx, wanted.user, event)?.is_some()
    {
        return Ok(None);
    }
    let prefix = find_settings(tx)?.prefix();
    for _ in 0..ATTEMPTS {
        let digits: [u8; 12] = std::array::from_fn(|_| rand::rng().random_range(0..10));
        let certificate_id = rules::certificate_id(&prefix, digits.into_iter());
        let new = NewCertificate {
            certificate_id: &certificate_id,
            title: wanted.title,
            recipient_name: wanted.recipient_name,
            achievement: wanted.achievement,
            user: Some(wanted.user),
            event: wanted.event,
            project: wanted.project,
            kind: if wanted.event.is_some() { Kind::Event } else { Kind::Project },
            design: wanted.design,
            message: wanted.message,
            held: wanted.held,
            is_private: wanted.is_private,
            issued_by: wanted.issued_by,
            replaces: wanted.replaces,
        };
        if let Some(id) = store::insert_certificate(tx, &new, now)? {
            if !wanted.held {
                tell(tx, wanted.user, id, now)?;
            }
            return Ok(Some(id));
        }
    }
    Err(ApiError::internal("no id for a certificate is free"))
}

/// Issues the certificate that an event offers to somebody who completed it. None when it offers none, or they have it.
pub fn issue_for_event(tx: &Tx, event: Id, user: Id, issued_by: Option<Id>, now: Instant) -> ApiResult<Option<Id>> {
    let Some(terms) = store::find_event_terms(tx, event)?.filter(|terms| terms.offered) else {
        return Ok(None);
    };
    let Some(account) = find_account(tx, user)? else { return Ok(None) };
    issue_on_terms(tx, &terms, event, (user, &account.name), issued_by, now)
}

/// The same, with what is known already.
pub fn issue_on_terms(
    tx: &Tx,
    terms: &EventTerms,
    event: Id,
    (user, name): (Id, &str),
    issued_by: Option<Id>,
    now: Instant,
) -> ApiResult<Option<Id>> {
    let title = event_title(&terms.title);
    let wanted = Wanted {
        title: &title,
        user,
        recipient_name: name,
        achievement: &terms.title,
        event: Some(event),
        project: None,
        design: Design::named(&terms.design),
        message: &terms.message,
        held: !terms.at_once,
        is_private: false,
        issued_by,
        replaces: None,
    };
    issue(tx, &wanted, now)
}

fn event_title(event: &str) -> String {
    crate::text::cut(&format!("{event} Completion Certificate"), rules::MAX_TITLE).to_owned()
}

/// Mails a certificate to its recipient.
pub fn tell(tx: &Tx, user: Id, certificate: Id, now: Instant) -> ApiResult<()> {
    let Some(account) = find_account(tx, user)? else { return Ok(()) };
    if account.email.is_empty() || account.is_suspended {
        return Ok(());
    }
    let mail = NewMail {
        user_id: Some(user),
        to_name: account.greeting().to_owned(),
        to_email: account.email,
        occasion: Occasion::CertificateIssued { certificate },
    };
    queue(tx, &mail, now).map(|_| ())
}

/// Records an admin's action on a certificate.
pub fn act(tx: &Tx, actor: Id, action: &str, certificate: &Certificate, after: Value, now: Instant) -> ApiResult<()> {
    let act = Act {
        actor,
        action,
        subject_kind: "certificate",
        subject: certificate.id,
        before: json!({ "certificateId": certificate.certificate_id, "status": certificate.status }),
        after,
    };
    Ok(insert_act(tx, &act, now)?)
}

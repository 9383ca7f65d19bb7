//! Renders a mail on the day it is sent: the reader's name and address, the site's links, and whether it still applies.

use rusqlite::Connection;

use crate::app::App;
use crate::badges::letters as badge_letters;
use crate::certificates::letters as certificate_letters;
use crate::db::values::Instant;
use crate::error::{ApiError, ApiResult};
use crate::events::letters::render as event_letters;
use crate::invitations::letters as invitation_letters;
use crate::mail::occasion::Occasion;
use crate::mail::templates::{self, Look};
use crate::mail::views::{DueMail, Reader, Sheet, Written};
use crate::mailings::letters as mailing_letters;
use crate::mailings::unsubscribe_rules::Choice;
use crate::members::store::find_account;
use crate::projects::letters as project_letters;
use crate::sessions::rules as session_rules;
use crate::site::store::{find_settings, find_zone};

/// Renders the letter of a mail, or says why it no longer applies.
///
/// # Errors
/// 500 when the database fails, or the outbox holds what no letter is about.
pub fn render(conn: &Connection, app: &App, mail: &DueMail, now: Instant) -> ApiResult<Result<(Reader, Sheet), &'static str>> {
    let occasion: Occasion = serde_json::from_str(&mail.occasion).map_err(ApiError::internal)?;
    let Some(reader) = find_reader(conn, mail, &occasion)? else {
        return Ok(Err("the member has left or is suspended"));
    };
    let (settings, site_url) = (find_settings(conn)?, app.config.site_url());
    let look = &Look::new(&settings, &site_url);
    let written: Written = match occasion {
        Occasion::SignIn { token, code, return_to } => {
            let link = session_rules::link(&site_url, &token, return_to.as_deref());
            Ok(templates::sign_in_link(look, &link, &session_rules::spaced(&code)).into())
        }
        Occasion::Test => Ok(templates::test(look, &reader.name).into()),
        Occasion::AddressAsked { token } => Ok(templates::address_asked(look, &session_rules::address_link(&site_url, "new", &token)).into()),
        Occasion::AddressToLeave { token, email } => {
            let link = session_rules::address_link(&site_url, "old", &token);
            Ok(templates::address_to_leave(look, &reader.name, &email, &link).into())
        }
        Occasion::AddressTaken => Ok(templates::address_taken(look).into()),
        Occasion::Welcome => Ok(templates::welcome(look, &reader.name).into()),
        Occasion::Suspended { reason } => Ok(templates::suspended(look, &reader.name, &reason, &settings.contact_email).into()),
        Occasion::ProjectApproved { project } => project_letters::decided(conn, look, &reader, project, None)?,
        Occasion::ProjectRejected { project, reason } => project_letters::decided(conn, look, &reader, project, Some(&reason))?,
        Occasion::ReviewWaits => project_letters::review_waits(conn, look, &reader, mail.user_id)?,
        Occasion::Commented { project, since } => {
            project_letters::commented(conn, look, &reader, mail.user_id, project, Instant::from_millis(since))?
        }
        Occasion::CertificateIssued { certificate } => certificate_letters::issued(conn, look, &reader, certificate)?,
        Occasion::BadgesEarned { badges } => badge_letters::earned(conn, look, &reader, mail.user_id, &badges)?,
        Occasion::Event { event, notice } => {
            let desk = event_letters::Desk {
                look,
                zone: &find_zone(conn)?,
                zone_name: &settings.time_zone,
                calendar_host: &app.calendar_host,
            };
            event_letters::write(conn, &desk, &reader, mail.user_id, event, &notice, now)?
        }
        Occasion::Invitation { invitation } => invitation_letters::write(conn, look, &reader, invitation, &app.keys.unsubscribe)?,
        Occasion::Mailing { mailing } => mailing_letters::write(conn, app, look, &reader, mail.user_id, mailing, now)?,
        Occasion::MailingTrial {
            subject,
            html,
            event,
            choice,
        } => {
            let message = mailing_letters::Message {
                subject: &subject,
                html: &html,
                event,
                choice: Choice::parse(&choice).unwrap_or(Choice::News),
                reader: mail.user_id.unwrap_or(mail.id),
                name: &reader.name,
            };
            mailing_letters::trial(conn, app, look, &message, now)?
        }
    };
    Ok(written.map(|sheet| (reader, sheet)))
}

/// The reader's name and address of today, or for somebody without an account those of the mail. A suspended member gets no
/// letters except the one about the suspension and the sign-in link that they ask for, which tells them about it too.
fn find_reader(conn: &Connection, mail: &DueMail, occasion: &Occasion) -> ApiResult<Option<Reader>> {
    let Some(id) = mail.user_id else {
        return Ok(Some(Reader {
            name: mail.to_name.clone(),
            email: mail.to_email.clone(),
        }));
    };
    let is_for = |is_suspended| match occasion {
        Occasion::SignIn { .. } => true,
        // Nobody needs to read of a suspension that is over.
        Occasion::Suspended { .. } => is_suspended,
        _ => !is_suspended,
    };
    let account = find_account(conn, id)?.filter(|account| is_for(account.is_suspended) && !account.email.is_empty());
    Ok(account.map(|account| Reader {
        name: account.greeting().to_owned(),
        email: account.email,
    }))
}

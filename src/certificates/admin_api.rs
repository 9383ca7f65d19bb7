//! Certificates for admins: list, issue, release, revoke, correct.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use serde_json::json;

use super::guards::{self, Wanted, act, not_found, require_certificate};
use super::rules::{Design, Kind, Standing};
use super::store::{self, EventTerms};
use super::views::{
    AdminCertificate, Certificate, CertificateChanged, CertificateInput, CertificatesIssued, CorrectInput, IssueOutcome, NameChecked, NameInput,
    RevokeInput,
};
use crate::app::App;
use crate::auth::Admin;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::input::{Input, Text};
use crate::members::store::find_account;
use crate::text::{SEARCH_LENGTH, one_line, paragraphs};
use crate::web::document::Tag;
use crate::web::item::Item;
use crate::web::paging::{Page, Paging, Place, TimeSort};

pub struct CertificatesAdminApi(pub Arc<App>);

/// Certificates that are issued in one transaction. A limit, so that other writes do not wait long.
const AT_ONCE: usize = 50;

/// `event`, `project`, or all.
fn kind(name: Option<&str>) -> ApiResult<Option<Kind>> {
    match name.map(str::to_ascii_lowercase).as_deref() {
        None | Some("" | "all") => Ok(None),
        Some("event") => Ok(Some(Kind::Event)),
        Some("project") => Ok(Some(Kind::Project)),
        Some(_) => Err(ApiError::invalid("type", "Unknown type")),
    }
}

/// What a certificate is given for: the event or the project, and its name.
struct Occasion {
    event: Option<Id>,
    project: Option<Id>,
    name: String,
    design: String,
    message: String,
}

fn occasion(tx: &Tx, event: Option<Id>, project: Option<Id>) -> ApiResult<Occasion> {
    if let Some(event) = event {
        let terms = store::find_event_terms(tx, event)?.ok_or_else(|| ApiError::invalid("event", "There is no such event"))?;
        return Ok(Occasion {
            event: Some(event),
            project: None,
            name: terms.title,
            design: terms.design,
            message: terms.message,
        });
    }
    let project = project.ok_or_else(|| ApiError::invalid("event", "Either event or project must be selected"))?;
    let name = store::find_project_title(tx, project)?.ok_or_else(|| ApiError::invalid("project", "There is no such project"))?;
    Ok(Occasion {
        event: None,
        project: Some(project),
        name,
        design: String::new(),
        message: String::new(),
    })
}

fn changed(tx: &Tx, id: Id, site_url: &str, message: impl Into<String>) -> ApiResult<Item<CertificateChanged>> {
    Ok(Item(CertificateChanged {
        message: message.into(),
        certificate: store::find_by_key(tx, id, site_url)?.ok_or_else(not_found)?,
    }))
}

/// Issues the certificate of an event to somebody who completed it, under the name that they have now. None when they have not
/// completed it any more.
fn issue_to(tx: &Tx, terms: &EventTerms, event: Id, user: Id, admin: Id, site_url: &str, now: Instant) -> ApiResult<Option<IssueOutcome>> {
    let Some(name) = store::find_completed(tx, event, user)? else {
        return Ok(None);
    };
    let issued = guards::issue_on_terms(tx, terms, event, (user, &name), Some(admin), now)?;
    let certificate = issued.map(|id| store::find_by_key(tx, id, site_url)).transpose()?.flatten();
    if let Some(certificate) = &certificate {
        act(tx, admin, "certificate.issue", certificate, json!({ "user": user.to_string() }), now)?;
    }
    Ok(Some(IssueOutcome {
        user,
        name,
        outcome: match &certificate {
            None => "Has a certificate already",
            Some(_) if terms.at_once => "Issued",
            Some(_) => "Held until you release it",
        }
        .into(),
        certificate_id: certificate.map(|certificate| certificate.certificate_id),
    }))
}

#[OpenApi(tag = "Tag::Certificates")]
impl CertificatesAdminApi {
    /// List certificates
    #[oai(path = "/admin/certificates", method = "get", operation_id = "list_certificates")]
    #[allow(clippy::too_many_arguments)]
    async fn list_certificates(
        &self,
        _admin: Admin,
        /// Parts of the id, the title, the recipient's name or the achievement.
        search: Query<Option<Text<SEARCH_LENGTH>>>,
        /// `event` or `project`; `all` or empty for no filter.
        #[oai(name = "type")]
        kind: Query<Option<String>>,
        /// Only those that are held until an admin releases them.
        held: Query<Option<bool>>,
        /// Newest first by default.
        sort: Query<Option<TimeSort>>,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
        /// The last entry seen, instead of an offset: its `_id`, or the `X-Next` of its page.
        after: Query<Option<Place>>,
    ) -> ApiResult<Page<AdminCertificate>> {
        let paging = Paging::new(limit.0, offset.0, after.0.as_deref())?;
        let filter = store::Filter {
            words: search.0.unwrap_or_default().0,
            kind: self::kind(kind.0.as_deref())?,
            held: held.0.unwrap_or_default(),
            sort: sort.0.unwrap_or_default(),
        };
        let site_url = self.0.config.site_url();
        let page = self
            .0
            .db
            .read(move |conn| store::list_certificates(conn, &filter, &paging, &site_url))
            .await?;
        let names = page.items.iter().map(|certificate| certificate.recipient_name.clone()).collect();
        let missing = self.0.printer.missing(names).await?;
        let items = page.items.into_iter().zip(missing);
        Ok(Page {
            items: items
                .map(|(certificate, missing_characters)| AdminCertificate {
                    certificate,
                    missing_characters,
                })
                .collect(),
            total: page.total,
            next: page.next,
        })
    }

    /// Get a certificate, whatever its state
    #[oai(path = "/admin/certificates/view/:id", method = "get", operation_id = "view_certificate")]
    async fn view_certificate(&self, admin: Admin, id: Path<String>) -> ApiResult<Item<Certificate>> {
        let (eyes, id, site_url) = (admin.0.eyes(), id.0, self.0.config.site_url());
        self.0
            .db
            .read(move |conn| Ok(Item(require_certificate(conn, &id, eyes, &site_url)?)))
            .await
    }

    /// Find the characters of a name that no font has
    ///
    /// They would be missing on a certificate.
    #[oai(path = "/admin/certificates/check-name", method = "post", operation_id = "check_certificate_name")]
    async fn check_certificate_name(&self, _admin: Admin, input: Input<NameInput>) -> ApiResult<Item<NameChecked>> {
        let missing = self.0.printer.missing(vec![one_line(&input.0.name)]).await?;
        Ok(Item(NameChecked {
            missing_characters: missing.into_iter().flatten().collect(),
        }))
    }

    /// Issue a certificate
    ///
    /// To a member, for an event or an approved project. The recipient gets it by e-mail, unless it is held. A member has one
    /// certificate for an event.
    #[oai(path = "/admin/certificates", method = "post", operation_id = "issue_certificate")]
    async fn issue_certificate(&self, admin: Admin, input: Input<CertificateInput>) -> ApiResult<Item<CertificateChanged>> {
        let (admin, now, input, site_url) = (admin.0, self.0.clock.now(), input.0, self.0.config.site_url());
        let (title, message) = (one_line(&input.title), paragraphs(&input.message));
        if title.is_empty() {
            return Err(ApiError::invalid("title", "Certificate title is required"));
        }
        let user = input.user.ok_or_else(|| ApiError::invalid("user", "User is required"))?;
        self.0
            .db
            .write(move |tx| {
                let occasion = occasion(tx, input.event, input.project)?;
                let account = find_account(tx, user)?.ok_or_else(|| ApiError::invalid("user", "There is no such member"))?;
                if account.needs_name {
                    return Err(ApiError::invalid("user", "This member has not chosen a name yet"));
                }
                let design = if input.design.is_empty() { &occasion.design } else { &input.design };
                let wanted = Wanted {
                    title: &title,
                    user,
                    recipient_name: &account.name,
                    achievement: &occasion.name,
                    event: occasion.event,
                    project: occasion.project,
                    design: Design::named(design),
                    message: if message.is_empty() { &occasion.message } else { &message },
                    held: input.hold,
                    is_private: false,
                    issued_by: Some(admin.id),
                    replaces: None,
                };
                let issued = guards::issue(tx, &wanted, now)?;
                let id = issued.ok_or_else(|| ApiError::conflict("This member already has a certificate for this event."))?;
                let certificate = store::find_by_key(tx, id, &site_url)?.ok_or_else(not_found)?;
                act(tx, admin.id, "certificate.issue", &certificate, json!({ "user": user.to_string() }), now)?;
                let told = if input.hold {
                    "It is held until you release it."
                } else {
                    "An email with the certificate has been sent."
                };
                let message = format!("Certificate created for {} for {}. {told}", account.name, occasion.name);
                Ok(Item(CertificateChanged { message, certificate }))
            })
            .await
    }

    /// Issue certificates to all who completed an event
    ///
    /// Participants who have one keep it. The answer has an outcome for each.
    #[oai(path = "/admin/events/:id/certificates", method = "post", operation_id = "issue_event_certificates")]
    async fn issue_event_certificates(&self, admin: Admin, id: Path<Id>) -> ApiResult<Item<CertificatesIssued>> {
        let (admin, event, now) = (admin.0.id, id.0, self.0.clock.now());
        let not_found = || ApiError::not_found("Event not found");
        let completed = self.0.db.read(move |conn| {
            store::find_event_terms(conn, event)?.ok_or_else(not_found)?;
            Ok(store::list_completed(conn, event)?)
        });
        let mut outcomes = Vec::new();
        for people in completed.await?.chunks(AT_ONCE) {
            let (people, site_url) = (people.to_vec(), self.0.config.site_url());
            let issued = self.0.db.write(move |tx| {
                let terms = store::find_event_terms(tx, event)?.ok_or_else(not_found)?;
                // Read in this transaction: since the list was made, somebody may have changed their name, or left.
                let outcomes = people.iter().map(|person| issue_to(tx, &terms, event, *person, admin, &site_url, now));
                outcomes.filter_map(Result::transpose).collect::<ApiResult<Vec<_>>>()
            });
            outcomes.extend(issued.await?);
        }
        let count = outcomes.iter().filter(|outcome| outcome.certificate_id.is_some()).count() as i64;
        let noun = if count == 1 { "certificate" } else { "certificates" };
        Ok(Item(CertificatesIssued {
            message: format!("{count} {noun} issued."),
            count,
            outcomes,
        }))
    }

    /// Release a certificate that was held
    ///
    /// Its recipient gets it by e-mail.
    #[oai(path = "/admin/certificates/:id/release", method = "post", operation_id = "release_certificate")]
    async fn release_certificate(&self, admin: Admin, id: Path<Id>) -> ApiResult<Item<CertificateChanged>> {
        let (admin, id, now, site_url) = (admin.0, id.0, self.0.clock.now(), self.0.config.site_url());
        self.0
            .db
            .write(move |tx| {
                let found = store::find_by_key(tx, id, &site_url)?.ok_or_else(not_found)?;
                match found.status {
                    Standing::Pending => {}
                    Standing::Valid => return Err(ApiError::conflict("This certificate is released already.")),
                    Standing::Revoked => return Err(ApiError::conflict("This certificate has been revoked.")),
                }
                store::release(tx, id, now)?;
                if let Some(member) = &found.issued_to {
                    guards::tell(tx, member.id, id, now)?;
                }
                act(tx, admin.id, "certificate.release", &found, json!({ "status": "valid" }), now)?;
                changed(tx, id, &site_url, "Certificate released. An email with the certificate has been sent.")
            })
            .await
    }

    /// Revoke a certificate
    ///
    /// It needs a reason, which everybody who looks the certificate up can read. A certificate never comes back.
    #[oai(path = "/admin/certificates/:id/revoke", method = "post", operation_id = "revoke_certificate")]
    async fn revoke_certificate(&self, admin: Admin, id: Path<Id>, input: Input<RevokeInput>) -> ApiResult<Item<CertificateChanged>> {
        let (admin, id, now, site_url) = (admin.0, id.0, self.0.clock.now(), self.0.config.site_url());
        let reason = paragraphs(&input.0.reason);
        if reason.is_empty() {
            return Err(ApiError::invalid("reason", "Please say why"));
        }
        self.0
            .db
            .write(move |tx| {
                let found = store::find_by_key(tx, id, &site_url)?.ok_or_else(not_found)?;
                if found.status == Standing::Revoked {
                    return Err(ApiError::conflict("This certificate has been revoked already."));
                }
                store::revoke(tx, id, &reason, now)?;
                act(
                    tx,
                    admin.id,
                    "certificate.revoke",
                    &found,
                    json!({ "status": "revoked", "reason": reason }),
                    now,
                )?;
                changed(tx, id, &site_url, "Certificate revoked.")
            })
            .await
    }

    /// Correct the name on a certificate
    ///
    /// The certificate is revoked, and a new one with the right name takes its place.
    #[oai(path = "/admin/certificates/:id/correct", method = "post", operation_id = "correct_certificate")]
    async fn correct_certificate(&self, admin: Admin, id: Path<Id>, input: Input<CorrectInput>) -> ApiResult<Item<CertificateChanged>> {
        let (admin, id, now, site_url) = (admin.0, id.0, self.0.clock.now(), self.0.config.site_url());
        let name = one_line(&input.0.name);
        if name.is_empty() {
            return Err(ApiError::invalid("name", "Name is required"));
        }
        self.0
            .db
            .write(move |tx| {
                let found = store::find_by_key(tx, id, &site_url)?.ok_or_else(not_found)?;
                if found.status == Standing::Revoked {
                    return Err(ApiError::conflict("This certificate has been revoked already."));
                }
                if found.recipient_name == name {
                    return Err(ApiError::invalid("name", "The certificate shows this name already"));
                }
                let user = found.issued_to.as_ref().ok_or_else(|| ApiError::conflict("This member has left."))?.id;
                store::revoke(tx, id, "It was issued again with the name corrected.", now)?;
                let wanted = Wanted {
                    title: &found.title,
                    user,
                    recipient_name: &name,
                    achievement: &found.context.name,
                    event: found.event.as_ref().map(|event| event.id),
                    project: found.project.as_ref().map(|project| project.id),
                    design: found.design,
                    message: &found.custom_message,
                    held: found.status == Standing::Pending,
                    is_private: found.is_private,
                    issued_by: Some(admin.id),
                    replaces: Some(id),
                };
                let new = guards::issue(tx, &wanted, now)?.ok_or_else(|| ApiError::internal("the certificate that was revoked is in the way"))?;
                act(tx, admin.id, "certificate.correct", &found, json!({ "name": name }), now)?;
                changed(tx, new, &site_url, "Certificate corrected. The old one is revoked.")
            })
            .await
    }
}

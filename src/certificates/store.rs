//! SQL of certificates.

use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::rules::{Design, Kind, Standing};
use super::views::{Certificate, Context, Origin};
use crate::credentials::store::{Subject, revoke_credential};
use crate::db::Tx;
use crate::db::search::{self, Query};
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::members::views::MemberRef;
use crate::web::paging::{After, Page, Paging, TimeSort};

/// A certificate to insert.
pub struct NewCertificate<'a> {
    pub certificate_id: &'a str,
    pub title: &'a str,
    pub recipient_name: &'a str,
    pub achievement: &'a str,
    pub user: Option<Id>,
    pub event: Option<Id>,
    pub project: Option<Id>,
    pub kind: Kind,
    pub design: Design,
    pub message: &'a str,
    pub held: bool,
    pub is_private: bool,
    /// The admin; absent when a rule issues it.
    pub issued_by: Option<Id>,
    /// The certificate whose place it takes.
    pub replaces: Option<Id>,
}

/// The certificate with this printed id.
pub fn find_certificate(conn: &Connection, certificate_id: &str, site_url: &str) -> rusqlite::Result<Option<Certificate>> {
    conn.prepare_cached("SELECT * FROM certificate_details WHERE certificate_id = :id")?
        .query_row(named_params! { ":id": certificate_id }, |row| from_row(row, site_url))
        .optional()
}

/// The certificate with this key.
pub fn find_by_key(conn: &Connection, id: Id, site_url: &str) -> rusqlite::Result<Option<Certificate>> {
    conn.prepare_cached("SELECT * FROM certificate_details WHERE id = :id")?
        .query_row(named_params! { ":id": id }, |row| from_row(row, site_url))
        .optional()
}

fn from_row(row: &Row, site_url: &str) -> rusqlite::Result<Certificate> {
    let certificate_id: String = row.get("certificate_id")?;
    let kind = Kind::parse(&row.get::<_, String>("type")?);
    let design = Design::named(&row.get::<_, String>("design")?);
    let revoked_at: Option<Instant> = row.get("revoked_at")?;
    let status = Standing::of(row.get::<_, Option<i64>>("released_at")?.is_some(), revoked_at.is_some());
    let name: String = row.get("achievement")?;
    let origin = |id: &str, title: &str| -> rusqlite::Result<Option<Origin>> {
        let id: Option<Id> = row.get(id)?;
        let title: Option<String> = row.get(title)?;
        Ok(id.zip(title).map(|(id, title)| Origin { id, title }))
    };
    let issued_to = match row.get::<_, Option<String>>("user_name")? {
        Some(name) => Some(MemberRef {
            id: row.get("user_id")?,
            name,
            profile_picture: row.get("user_picture")?,
            // Of members who have left, only the printed name is known.
            has_profile: !row.get::<_, bool>("user_suspended")?,
        }),
        None => None,
    };
    let file = |ending: &str| format!("{site_url}/api/certificates/public/{certificate_id}/{ending}");
    Ok(Certificate {
        id: row.get("id")?,
        title: row.get("title")?,
        recipient_name: row.get("recipient_name")?,
        issued_to,
        kind,
        event_name: (kind == Kind::Event).then(|| name.clone()),
        project_name: (kind == Kind::Project).then(|| name.clone()),
        context: Context { name },
        event: origin("event_id", "event_title")?,
        project: origin("project_id", "project_title")?,
        design,
        heading: design.heading().into(),
        custom_message: row.get("custom_message")?,
        status,
        verified: status == Standing::Valid,
        is_private: row.get("is_private")?,
        issue_date: row.get("issued_at")?,
        revoked_at,
        revocation_reason: row.get("revocation_reason")?,
        replaced_by: row.get("replaced_by")?,
        shareable_link: format!("{site_url}/certificates/{certificate_id}"),
        verify_link: format!("{site_url}/verify-certificate?id={certificate_id}"),
        image_url: file("image.png"),
        pdf_url: file("document.pdf"),
        certificate_id,
    })
}

/// Inserts a certificate. None when the id is taken, or the member has one for this event already.
pub fn insert_certificate(tx: &Tx, new: &NewCertificate, now: Instant) -> ApiResult<Option<Id>> {
    let id = Id::new(now);
    let inserted = tx
        .prepare_cached(
            "INSERT INTO certificates (id, certificate_id, title, recipient_name, achievement, user_id, event_id, project_id, type, design,
               custom_message, released_at, issued_by, issued_at, replaces, is_private)
             VALUES (:id, :certificate_id, :title, :recipient_name, :achievement, :user, :event, :project, :type, :design,
               :message, :released_at, :issued_by, :now, :replaces, :is_private)
             ON CONFLICT DO NOTHING",
        )?
        .execute(named_params! {
            ":id": id, ":certificate_id": new.certificate_id, ":title": new.title, ":recipient_name": new.recipient_name,
            ":achievement": new.achievement, ":user": new.user, ":event": new.event, ":project": new.project, ":type": new.kind.as_str(),
            ":design": new.design.as_str(), ":message": new.message, ":released_at": (!new.held).then_some(now), ":issued_by": new.issued_by,
            ":now": now, ":replaces": new.replaces, ":is_private": new.is_private,
        })?;
    if inserted == 0 {
        return Ok(None);
    }
    index_certificate(tx, id)?;
    // Its credential is signed now.
    tx.announce();
    Ok(Some(id))
}

/// Writes what the search for certificates finds.
pub fn index_certificate(tx: &Tx, id: Id) -> ApiResult<()> {
    let found = tx
        .prepare_cached("SELECT certificate_id, title, recipient_name, achievement, type FROM certificates WHERE id = :id")?
        .query_row(named_params! { ":id": id }, |row| {
            let texts: [String; 5] = [
                row.get("recipient_name")?,
                row.get("certificate_id")?,
                row.get("title")?,
                row.get("achievement")?,
                row.get("type")?,
            ];
            Ok(texts)
        })
        .optional()?;
    if let Some([name, certificate_id, title, achievement, kind]) = found {
        let entry = search::Entry {
            title: &name,
            text: &[&certificate_id, &title, &achievement],
            facets: &[("type", &kind)],
        };
        search::set_certificate(tx, id, &entry)?;
    }
    Ok(())
}

/// Deletes a member's certificates that were never released.
pub fn delete_held(tx: &Tx, user: Id) -> rusqlite::Result<()> {
    let held: Vec<Id> = tx
        .prepare_cached("SELECT id FROM certificates WHERE user_id = :user AND released_at IS NULL AND revoked_at IS NULL")?
        .query_map(named_params! { ":user": user }, |row| row.get("id"))?
        .collect::<rusqlite::Result<_>>()?;
    for id in held {
        tx.prepare_cached("UPDATE certificates SET replaces = NULL WHERE replaces = :id")?
            .execute(named_params! { ":id": id })?;
        tx.prepare_cached("DELETE FROM certificate_search WHERE rowid = :id")?
            .execute(named_params! { ":id": id })?;
        tx.prepare_cached("DELETE FROM certificates WHERE id = :id")?
            .execute(named_params! { ":id": id })?;
    }
    Ok(())
}

/// The id of a certificate that a member has for an event and that is not revoked.
pub fn find_for_event(conn: &Connection, user: Id, event: Id) -> rusqlite::Result<Option<String>> {
    conn.prepare_cached("SELECT certificate_id FROM certificates WHERE user_id = :user AND event_id = :event AND revoked_at IS NULL")?
        .query_row(named_params! { ":user": user, ":event": event }, |row| row.get("certificate_id"))
        .optional()
}

/// The certificate that a rule issued to a member for an event, unless it is revoked.
pub fn find_issued_by_rule(conn: &Connection, user: Id, event: Id) -> rusqlite::Result<Option<Id>> {
    conn.prepare_cached("SELECT id FROM certificates WHERE user_id = :user AND event_id = :event AND revoked_at IS NULL AND issued_by IS NULL")?
        .query_row(named_params! { ":user": user, ":event": event }, |row| row.get("id"))
        .optional()
}

/// Which certificates a list shows.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    pub words: String,
    pub kind: Option<Kind>,
    /// Only those that are held.
    pub held: bool,
    pub sort: TimeSort,
}

/// The statement for the total. Held ones wait for an admin, so they are few, and are counted.
fn count_sql(filter: &Filter) -> &'static str {
    match (filter.words.trim().is_empty(), filter.held, filter.kind) {
        (true, false, None) => {
            "SELECT coalesce(sum(count), 0) AS count FROM totals WHERE name IN ('certificates:event', 'certificates:project') AND :kind IS NULL AND :match IS NOT NULL"
        }
        (true, false, Some(_)) => "SELECT coalesce(sum(count), 0) AS count FROM totals WHERE name = 'certificates:' || :kind AND :match IS NOT NULL",
        (true, true, _) => {
            "SELECT count(*) AS count FROM certificates INDEXED BY certificates_held WHERE issued_at > 0 AND released_at IS NULL AND revoked_at IS NULL AND (:kind IS NULL OR type = :kind) AND :match IS NOT NULL"
        }
        (false, false, _) => "SELECT count(*) AS count FROM certificate_search WHERE certificate_search MATCH :match AND (:kind IS NULL OR 1)",
        (false, true, _) => {
            "SELECT count(*) AS count FROM certificate_search WHERE certificate_search MATCH :match AND (:kind IS NULL OR 1)
               AND rowid IN (SELECT id FROM certificates WHERE issued_at > 0 AND released_at IS NULL AND revoked_at IS NULL)"
        }
    }
}

/// The statement for a page. Both orders walk the same index, so each has its own text.
fn page_sql(filter: &Filter) -> &'static str {
    match (filter.words.trim().is_empty(), filter.held, filter.kind, filter.sort) {
        (true, false, None, TimeSort::Recent) => {
            "SELECT id FROM certificates WHERE :kind IS NULL AND :match IS NOT NULL AND id < :after ORDER BY id DESC LIMIT :limit OFFSET :offset"
        }
        (true, false, None, TimeSort::Oldest) => {
            "SELECT id FROM certificates WHERE :kind IS NULL AND :match IS NOT NULL AND id > :after ORDER BY id LIMIT :limit OFFSET :offset"
        }
        (true, false, Some(_), TimeSort::Recent) => {
            "SELECT id FROM certificates WHERE type = :kind AND :match IS NOT NULL AND id < :after ORDER BY id DESC LIMIT :limit OFFSET :offset"
        }
        (true, false, Some(_), TimeSort::Oldest) => {
            "SELECT id FROM certificates WHERE type = :kind AND :match IS NOT NULL AND id > :after ORDER BY id LIMIT :limit OFFSET :offset"
        }
        (true, true, _, TimeSort::Recent) => {
            "SELECT id FROM certificates INDEXED BY certificates_held WHERE issued_at > 0 AND released_at IS NULL AND revoked_at IS NULL AND (:kind IS NULL OR type = :kind) AND :match IS NOT NULL AND id < :after
             ORDER BY id DESC LIMIT :limit OFFSET :offset"
        }
        (true, true, _, TimeSort::Oldest) => {
            "SELECT id FROM certificates INDEXED BY certificates_held WHERE issued_at > 0 AND released_at IS NULL AND revoked_at IS NULL AND (:kind IS NULL OR type = :kind) AND :match IS NOT NULL AND id > :after
             ORDER BY id LIMIT :limit OFFSET :offset"
        }
        (false, false, _, TimeSort::Recent) => {
            "SELECT rowid AS id FROM certificate_search WHERE certificate_search MATCH :match AND (:kind IS NULL OR 1) AND rowid < :after ORDER BY rowid DESC LIMIT :limit OFFSET :offset"
        }
        (false, false, _, TimeSort::Oldest) => {
            "SELECT rowid AS id FROM certificate_search WHERE certificate_search MATCH :match AND (:kind IS NULL OR 1) AND rowid > :after ORDER BY rowid LIMIT :limit OFFSET :offset"
        }
        (false, true, _, TimeSort::Recent) => {
            "SELECT rowid AS id FROM certificate_search WHERE certificate_search MATCH :match AND (:kind IS NULL OR 1) AND rowid < :after
               AND rowid IN (SELECT id FROM certificates WHERE issued_at > 0 AND released_at IS NULL AND revoked_at IS NULL) ORDER BY rowid DESC LIMIT :limit OFFSET :offset"
        }
        (false, true, _, TimeSort::Oldest) => {
            "SELECT rowid AS id FROM certificate_search WHERE certificate_search MATCH :match AND (:kind IS NULL OR 1) AND rowid > :after
               AND rowid IN (SELECT id FROM certificates WHERE issued_at > 0 AND released_at IS NULL AND revoked_at IS NULL) ORDER BY rowid LIMIT :limit OFFSET :offset"
        }
    }
}

/// A page of all certificates.
pub fn list_certificates(conn: &Connection, filter: &Filter, paging: &Paging, site_url: &str) -> ApiResult<Page<Certificate>> {
    let mut query = Query::new().words("text", &filter.words);
    if let Some(kind) = filter.kind {
        query = query.facet("type", kind.as_str());
    }
    let (expression, kind) = (query.expression(), filter.kind.map(Kind::as_str));
    let after = paging.after_id(filter.sort.start());
    let parameters = named_params! { ":match": expression, ":kind": kind, ":after": after, ":limit": paging.rows(), ":offset": paging.offset };
    let mut ids = conn
        .prepare_cached(page_sql(filter))?
        .query_map(parameters, |row| row.get("id"))?
        .collect::<rusqlite::Result<Vec<Id>>>()?;
    let next = paging.cut(&mut ids, |id| After::id(*id));
    let ids = serde_json::to_string(&ids.iter().map(|id| id.0).collect::<Vec<_>>()).map_err(ApiError::internal)?;
    let mut items = conn
        .prepare_cached("SELECT * FROM certificate_details WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY id DESC")?
        .query_map(named_params! { ":ids": ids }, |row| from_row(row, site_url))?
        .collect::<rusqlite::Result<Vec<Certificate>>>()?;
    if filter.sort == TimeSort::Oldest {
        items.reverse();
    }
    let total = conn
        .prepare_cached(count_sql(filter))?
        .query_row(named_params! { ":match": expression, ":kind": kind }, |row| row.get("count"))?;
    Ok(Page { items, total, next })
}

/// Releases a certificate that was held.
pub fn release(tx: &Tx, id: Id, now: Instant) -> rusqlite::Result<()> {
    tx.announce();
    tx.prepare_cached("UPDATE certificates SET released_at = coalesce(released_at, :now) WHERE id = :id")?
        .execute(named_params! { ":id": id, ":now": now })
        .map(|_| ())
}

/// Revokes a certificate, and its credential with it.
///
/// # Errors
/// 500 when the database fails.
pub fn revoke(tx: &Tx, id: Id, reason: &str, now: Instant) -> ApiResult<()> {
    tx.prepare_cached("UPDATE certificates SET revoked_at = :now, revocation_reason = :reason WHERE id = :id AND revoked_at IS NULL")?
        .execute(named_params! { ":id": id, ":now": now, ":reason": reason })?;
    revoke_credential(tx, Subject::Certificate(id), now)
}

/// Sets who sees a certificate.
pub fn set_private(tx: &Tx, id: Id, is_private: bool) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE certificates SET is_private = :is_private WHERE id = :id")?
        .execute(named_params! { ":id": id, ":is_private": is_private })
        .map(|_| ())
}

/// What an event says about its certificates.
pub struct EventTerms {
    pub title: String,
    pub offered: bool,
    pub design: String,
    pub message: String,
    pub at_once: bool,
}

/// The certificates of an event.
pub fn find_event_terms(conn: &Connection, event: Id) -> rusqlite::Result<Option<EventTerms>> {
    conn.prepare_cached(
        "SELECT title, certificates_offered, certificate_design, custom_certificate_message, send_certificates_immediately FROM events WHERE id = :event",
    )?
    .query_row(named_params! { ":event": event }, |row| {
        Ok(EventTerms {
            title: row.get("title")?,
            offered: row.get("certificates_offered")?,
            design: row.get("certificate_design")?,
            message: row.get("custom_certificate_message")?,
            at_once: row.get("send_certificates_immediately")?,
        })
    })
    .optional()
}

/// The title of an approved project.
pub fn find_project_title(conn: &Connection, project: Id) -> rusqlite::Result<Option<String>> {
    conn.prepare_cached("SELECT title FROM projects WHERE id = :project AND status = 'Approved'")?
        .query_row(named_params! { ":project": project }, |row| row.get("title"))
        .optional()
}

/// Those who completed an event, in order of registration.
pub fn list_completed(conn: &Connection, event: Id) -> rusqlite::Result<Vec<Id>> {
    conn.prepare_cached("SELECT user_id FROM registrations WHERE event_id = :event AND status = 'Completed' ORDER BY registered_at, user_id")?
        .query_map(named_params! { ":event": event }, |row| row.get("user_id"))?
        .collect()
}

/// The name of somebody who completed an event; `None` when they have not, or not any more.
pub fn find_completed(conn: &Connection, event: Id, user: Id) -> rusqlite::Result<Option<String>> {
    conn.prepare_cached(
        "SELECT u.name FROM registrations r JOIN users u ON u.id = r.user_id
         WHERE r.event_id = :event AND r.user_id = :user AND r.status = 'Completed'",
    )?
    .query_row(named_params! { ":event": event, ":user": user }, |row| row.get("name"))
    .optional()
}

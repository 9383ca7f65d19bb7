//! SQL of credentials: what is to be signed, what was, and the lists that say what is revoked.

use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::log_store::{Event, append, sign_head};
use super::rules::{Facts, LIST_FILL};
use super::tree::Hash;
use super::views::{BadgeRow, CertificateRow};
use crate::badges::rules::{Family, Level};
use crate::certificates::rules::{Design, Kind};
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;

/// What a credential is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    Certificate(Id),
    Badge(Id),
}

impl Subject {
    const fn columns(self) -> (Option<Id>, Option<Id>) {
        match self {
            Subject::Certificate(id) => (Some(id), None),
            Subject::Badge(id) => (None, Some(id)),
        }
    }
}

/// A credential as it was signed.
pub struct Credential {
    pub id: Id,
    pub subject: Option<Subject>,
    pub document: String,
    pub hash: Hash,
    pub list: Id,
    pub revoked_at: Option<Instant>,
}

/// A credential to insert.
pub struct NewCredential {
    pub id: Id,
    pub subject: Subject,
    pub list: Id,
    pub index: u32,
    pub document: String,
    pub hash: Hash,
    /// Whether it holds an address, hashed.
    pub has_email: bool,
}

/// What waits to be signed: those after the entry `after`, with the numbers of their entries.
pub fn list_due(conn: &Connection, after: i64, limit: u32) -> rusqlite::Result<Vec<(i64, Subject)>> {
    conn.prepare_cached("SELECT id, certificate_id, badge_id FROM credentials_due WHERE id > :after ORDER BY id LIMIT :limit")?
        .query_map(named_params! { ":after": after, ":limit": limit }, |row| {
            let certificate: Option<Id> = row.get("certificate_id")?;
            let subject = match certificate {
                Some(id) => Subject::Certificate(id),
                None => Subject::Badge(row.get("badge_id")?),
            };
            Ok((row.get("id")?, subject))
        })?
        .collect()
}

/// What a member holds: certificates that stand, and badges.
pub fn list_of_member(conn: &Connection, user: Id) -> rusqlite::Result<Vec<Subject>> {
    let certificates: Vec<Id> = conn
        .prepare_cached("SELECT id FROM certificates WHERE user_id = :user AND released_at IS NOT NULL AND revoked_at IS NULL ORDER BY id DESC")?
        .query_map(named_params! { ":user": user }, |row| row.get("id"))?
        .collect::<rusqlite::Result<_>>()?;
    let badges: Vec<Id> = conn
        .prepare_cached("SELECT id FROM badges WHERE user_id = :user ORDER BY id DESC")?
        .query_map(named_params! { ":user": user }, |row| row.get("id"))?
        .collect::<rusqlite::Result<_>>()?;
    let certificates = certificates.into_iter().map(Subject::Certificate);
    Ok(certificates.chain(badges.into_iter().map(Subject::Badge)).collect())
}

/// Whether this waits to be signed.
pub fn is_due(conn: &Connection, subject: Subject) -> rusqlite::Result<bool> {
    let (certificate, badge) = subject.columns();
    conn.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM credentials_due WHERE certificate_id = :certificate)
           OR EXISTS (SELECT 1 FROM credentials_due WHERE badge_id = :badge) AS found",
    )?
    .query_row(named_params! { ":certificate": certificate, ":badge": badge }, |row| row.get("found"))
}

/// What a credential about this says; `None` when it no longer stands.
pub fn find_facts(conn: &Connection, subject: Subject, site_url: &str) -> rusqlite::Result<Option<Facts>> {
    match subject {
        Subject::Certificate(id) => Ok(find_certificate(conn, id)?.map(|row| row.facts(site_url))),
        Subject::Badge(id) => Ok(find_badge(conn, id)?.map(|row| row.facts(site_url))),
    }
}

fn find_certificate(conn: &Connection, id: Id) -> rusqlite::Result<Option<CertificateRow>> {
    let found = conn
        .prepare_cached(
            "SELECT c.certificate_id, c.title, c.recipient_name, c.achievement, c.type, c.design, c.custom_message, c.issued_at,
               c.event_id, c.project_id, c.user_id, u.email
             FROM certificates c LEFT JOIN users u ON u.id = c.user_id AND u.deleted_at IS NULL
             WHERE c.id = :id AND c.released_at IS NOT NULL AND c.revoked_at IS NULL",
        )?
        .query_row(named_params! { ":id": id }, |row| {
            let (event, user): (Option<Id>, Option<Id>) = (row.get("event_id")?, row.get("user_id")?);
            let certificate = CertificateRow {
                certificate_id: row.get("certificate_id")?,
                title: row.get("title")?,
                recipient: row.get("recipient_name")?,
                email: row.get("email")?,
                achievement: row.get("achievement")?,
                kind: Kind::parse(&row.get::<_, String>("type")?),
                design: Design::named(&row.get::<_, String>("design")?),
                message: row.get("custom_message")?,
                issued_at: row.get("issued_at")?,
                event,
                project: row.get("project_id")?,
                tasks: Vec::new(),
            };
            Ok((certificate, event.zip(user)))
        })
        .optional()?;
    let Some((mut certificate, participant)) = found else { return Ok(None) };
    if let Some((event, user)) = participant {
        certificate.tasks = conn
            .prepare_cached(
                "SELECT t.name FROM task_completions d JOIN event_tasks t ON t.id = d.task_id
                 WHERE d.event_id = :event AND d.user_id = :user ORDER BY t.position",
            )?
            .query_map(named_params! { ":event": event, ":user": user }, |row| row.get("name"))?
            .collect::<rusqlite::Result<_>>()?;
    }
    Ok(Some(certificate))
}

fn find_badge(conn: &Connection, id: Id) -> rusqlite::Result<Option<BadgeRow>> {
    conn.prepare_cached("SELECT b.*, u.email FROM badge_details b JOIN users u ON u.id = b.user_id WHERE b.id = :id AND NOT b.is_deleted")?
        .query_row(named_params! { ":id": id }, |row| {
            let origin = |id: &str, title: &str, shown: &str| -> rusqlite::Result<Option<(Id, String)>> {
                let is_shown = row.get::<_, Option<bool>>(shown)?.unwrap_or(false);
                let found = row.get::<_, Option<Id>>(id)?.zip(row.get::<_, Option<String>>(title)?);
                Ok(found.filter(|_| is_shown))
            };
            Ok(BadgeRow {
                id,
                family: Family::named(&row.get::<_, String>("family")?).unwrap_or(Family::Achievement),
                level: Level::named(&row.get::<_, String>("level")?).unwrap_or(Level::Troposphere),
                name: row.get("name")?,
                description: row.get("description")?,
                threshold: row.get("threshold")?,
                recipient: row.get("user_name")?,
                email: row.get("email")?,
                issued_at: row.get("issued_at")?,
                project: origin("project_id", "project_title", "project_shown")?,
                event: origin("event_id", "event_title", "event_shown")?,
            })
        })
        .optional()
}

/// The list from which this issuer hands out places, begun when there is none or the last is full.
pub fn find_or_begin_list(tx: &Tx, issuer: &str) -> rusqlite::Result<Id> {
    if let Some(list) = find_open_list(tx, issuer)? {
        return Ok(list);
    }
    tx.prepare_cached("INSERT INTO status_lists (issuer) VALUES (:issuer)")?
        .execute(named_params! { ":issuer": issuer })?;
    Ok(Id(tx.last_insert_rowid()))
}

/// The list from which this issuer hands out places, if there is one.
pub fn find_open_list(conn: &Connection, issuer: &str) -> rusqlite::Result<Option<Id>> {
    conn.prepare_cached("SELECT id FROM status_lists WHERE issuer = :issuer AND used < :fill ORDER BY id DESC LIMIT 1")?
        .query_row(named_params! { ":issuer": issuer, ":fill": LIST_FILL }, |row| row.get("id"))
        .optional()
}

/// Whether this database has signed under this id.
pub fn is_issuer(conn: &Connection, issuer: &str) -> rusqlite::Result<bool> {
    conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM status_lists WHERE issuer = :issuer) AS found")?
        .query_row(named_params! { ":issuer": issuer }, |row| row.get("found"))
}

/// Whether a place of a list is taken.
pub fn is_taken(conn: &Connection, list: Id, index: u32) -> rusqlite::Result<bool> {
    conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM credentials WHERE list_id = :list AND list_index = :index) AS found")?
        .query_row(named_params! { ":list": list, ":index": index }, |row| row.get("found"))
}

/// Keeps a credential that was signed, and enters it in the log. False when it no longer waits: somebody else was faster, or it was
/// revoked meanwhile, or its recipient has left. Then nothing of this one is kept; a certificate is signed once more, without the
/// address of who has left.
///
/// # Errors
/// 500 when the database fails.
pub fn insert_credential(tx: &Tx, new: &NewCredential, now: Instant) -> ApiResult<bool> {
    let (certificate, badge) = new.subject.columns();
    let inserted = tx
        .prepare_cached(
            "INSERT INTO credentials (id, certificate_id, badge_id, list_id, list_index, document, hash)
             SELECT :id, d.certificate_id, d.badge_id, :list, :index, :document, :hash FROM credentials_due d
             WHERE (d.certificate_id = :certificate OR d.badge_id = :badge)
               AND NOT EXISTS (SELECT 1 FROM certificates c WHERE c.id = d.certificate_id AND c.revoked_at IS NOT NULL)
               AND NOT EXISTS (SELECT 1 FROM badges b JOIN users u ON u.id = b.user_id WHERE b.id = d.badge_id AND u.deleted_at IS NOT NULL)
               AND NOT EXISTS (SELECT 1 FROM certificates c WHERE c.id = d.certificate_id AND c.user_id IS NULL AND :has_email)
             ON CONFLICT DO NOTHING",
        )?
        .execute(named_params! {
            ":id": new.id, ":list": new.list, ":index": new.index, ":document": new.document, ":hash": new.hash,
            ":certificate": certificate, ":badge": badge, ":has_email": new.has_email,
        })?;
    if inserted == 0 {
        return Ok(false);
    }
    tx.prepare_cached("UPDATE status_lists SET used = used + 1 WHERE id = :list")?
        .execute(named_params! { ":list": new.list })?;
    forget_due(tx, new.subject)?;
    append(tx, Event::Issued, &new.hash, now)?;
    Ok(true)
}

/// This is not to be signed any more.
pub fn forget_due(tx: &Tx, subject: Subject) -> rusqlite::Result<()> {
    let (certificate, badge) = subject.columns();
    tx.prepare_cached("DELETE FROM credentials_due WHERE certificate_id = :certificate OR badge_id = :badge")?
        .execute(named_params! { ":certificate": certificate, ":badge": badge })
        .map(|_| ())
}

fn from_row(row: &Row) -> rusqlite::Result<Credential> {
    let (certificate, badge): (Option<Id>, Option<Id>) = (row.get("certificate_id")?, row.get("badge_id")?);
    Ok(Credential {
        id: row.get("id")?,
        subject: certificate.map(Subject::Certificate).or(badge.map(Subject::Badge)),
        document: row.get("document")?,
        hash: row.get("hash")?,
        list: row.get("list_id")?,
        revoked_at: row.get("revoked_at")?,
    })
}

/// The credential with this id, unless its document is gone.
pub fn find_credential(conn: &Connection, id: Id) -> rusqlite::Result<Option<Credential>> {
    conn.prepare_cached("SELECT * FROM credentials WHERE id = :id AND document <> ''")?
        .query_row(named_params! { ":id": id }, from_row)
        .optional()
}

/// The credential about this, unless its document is gone.
pub fn find_credential_of(conn: &Connection, subject: Subject) -> rusqlite::Result<Option<Credential>> {
    let (certificate, badge) = subject.columns();
    conn.prepare_cached("SELECT * FROM credentials WHERE (certificate_id = :certificate OR badge_id = :badge) AND document <> ''")?
        .query_row(named_params! { ":certificate": certificate, ":badge": badge }, from_row)
        .optional()
}

/// The credential whose document has this hash.
pub fn find_credential_by_hash(conn: &Connection, hash: &[u8]) -> rusqlite::Result<Option<Credential>> {
    conn.prepare_cached("SELECT * FROM credentials WHERE hash = :hash")?
        .query_row(named_params! { ":hash": hash }, from_row)
        .optional()
}

/// Revokes the credential of a certificate or badge, and enters that in the log. What was never signed has none.
///
/// # Errors
/// 500 when the database fails.
pub fn revoke_credential(tx: &Tx, subject: Subject, now: Instant) -> ApiResult<()> {
    forget_due(tx, subject)?;
    let Some(found) = find_credential_of(tx, subject)?.filter(|found| found.revoked_at.is_none()) else {
        return Ok(());
    };
    tx.prepare_cached("UPDATE credentials SET revoked_at = :now WHERE id = :id")?
        .execute(named_params! { ":id": found.id, ":now": now })?;
    tx.prepare_cached("UPDATE status_lists SET version = version + 1 WHERE id = :list")?
        .execute(named_params! { ":list": found.list })?;
    append(tx, Event::Revoked, &found.hash, now)?;
    sign_head(tx, now)
}

/// A list that says what is revoked.
pub struct StatusList {
    pub issuer: String,
    pub version: i64,
    /// The document, when it was signed since the last revocation.
    pub current: Option<String>,
    /// The document as it was signed last; empty when it never was.
    pub last: String,
}

/// The list with this number.
pub fn find_list(conn: &Connection, id: Id) -> rusqlite::Result<Option<StatusList>> {
    conn.prepare_cached("SELECT issuer, version, signed_version, document FROM status_lists WHERE id = :id")?
        .query_row(named_params! { ":id": id }, |row| {
            let version: i64 = row.get("version")?;
            let (signed, last): (Option<i64>, String) = (row.get("signed_version")?, row.get("document")?);
            Ok(StatusList {
                issuer: row.get("issuer")?,
                version,
                current: (signed == Some(version)).then(|| last.clone()),
                last,
            })
        })
        .optional()
}

/// The places of a list whose credentials are revoked.
pub fn list_revoked(conn: &Connection, list: Id) -> rusqlite::Result<Vec<u32>> {
    conn.prepare_cached("SELECT list_index FROM credentials WHERE list_id = :list AND revoked_at IS NOT NULL ORDER BY list_index")?
        .query_map(named_params! { ":list": list }, |row| row.get("list_index"))?
        .collect()
}

/// Keeps a list that was signed, unless something was revoked meanwhile.
pub fn set_list(tx: &Tx, id: Id, version: i64, document: &str) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE status_lists SET signed_version = :version, document = :document WHERE id = :id AND version = :version")?
        .execute(named_params! { ":id": id, ":version": version, ":document": document })
        .map(|_| ())
}

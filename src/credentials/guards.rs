//! Signs certificates and badges.
//!
//! Signing takes more than a tenth of a millisecond, and the writer serves everybody, so it is no part of the transaction that
//! issues. That transaction leaves an entry in `credentials_due`, by a trigger, whatever code issues; the signing begins as soon as
//! it is committed, away from the writer, and a second transaction keeps the result and takes the entry away. Whatever hands out a
//! file of a certificate or a badge signs it first when the entry is still there, so nobody sees one that is not signed. After a
//! crash in between, an upgrade or a restore, the entries that are left are signed at the next start.

use std::collections::HashSet;
use std::sync::Arc;

use poem::http::StatusCode;
use rand::RngExt;
use rusqlite::Connection;
use sha2::{Digest, Sha256};

use super::canon::Unclear;
use super::key::SecretKey;
use super::key_store::{find_key, find_secret_key, find_signer};
use super::log_store::sign_head;
use super::rules::{self, Facts, HashedEmail, Issuer, LIST_LENGTH, Place};
use super::sign::sign;
use super::store::{self, Credential, NewCredential, Subject};
use crate::app::App;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::site::store::find_settings;
use crate::work::aside;

/// Credentials that are signed and kept at once. A limit, so that other writes do not wait long.
const BATCH: u32 = 100;

/// Who issues today.
///
/// # Errors
/// 500 when the database fails or there is no key.
pub fn find_issuer(conn: &Connection, site_url: &str) -> ApiResult<Issuer> {
    issuer_with(conn, site_url, &find_signer(conn)?)
}

/// Who issues with this key. The id may be the key, so the two are never asked for one after the other: another key may be made
/// in between.
fn issuer_with(conn: &Connection, site_url: &str, key: &SecretKey) -> ApiResult<Issuer> {
    Ok(Issuer {
        id: rules::issuer_id(site_url, &key.public()),
        name: find_settings(conn)?.name.clone(),
        site_url: site_url.to_owned(),
    })
}

/// The address of a credential.
pub fn address(site_url: &str, id: Id) -> String {
    format!("{site_url}/credentials/{id}")
}

/// The address of a list that says what is revoked.
pub fn list_address(site_url: &str, list: Id) -> String {
    format!("{site_url}/credentials/status/{}", list.0)
}

/// One that is to be signed.
struct Order {
    subject: Subject,
    facts: Facts,
    index: u32,
}

/// What signing needs.
struct Desk {
    issuer: Issuer,
    key: SecretKey,
    list: Id,
    orders: Vec<Order>,
    /// What no longer stands.
    pointless: Vec<Subject>,
}

/// Signs the next of those that wait, from the entry `after` on. Returns the last entry that it saw; `None` when none waits. One
/// that cannot be signed is left, and the others are signed.
///
/// # Errors
/// When the database fails.
pub async fn sign_due(app: &App, after: i64) -> ApiResult<Option<i64>> {
    let due = app.db.read(move |conn| Ok(store::list_due(conn, after, BATCH)?)).await?;
    let Some((last, _)) = due.last().copied() else { return Ok(None) };
    let subjects: Vec<Subject> = due.into_iter().map(|(_, subject)| subject).collect();
    let Err(error) = sign_all(app, subjects.clone()).await else {
        return Ok(Some(last));
    };
    if is_trouble(&error) {
        return Err(error);
    }
    for subject in subjects {
        match sign_all(app, vec![subject]).await {
            Ok(_) => {}
            Err(error) if is_trouble(&error) => return Err(error),
            Err(error) => tracing::error!(?subject, %error, "a credential cannot be signed"),
        }
    }
    Ok(Some(last))
}

/// Whether nothing can be written at the moment, whatever it is.
fn is_trouble(error: &ApiError) -> bool {
    matches!(error.status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::INSUFFICIENT_STORAGE)
}

/// Signs this one, if it waits to be signed. What nobody can sign stands all the same, without a credential; the log says why.
///
/// # Errors
/// 500 when the database fails.
pub async fn sign_now(app: &App, subject: Subject) -> ApiResult<()> {
    // Again, because the place in the list may be taken meanwhile.
    for _ in 0..3 {
        if !app.db.look_up(move |conn| Ok(store::is_due(conn, subject)?)).await? {
            return Ok(());
        }
        if sign_all(app, vec![subject]).await? == Signing::Refused {
            return Ok(());
        }
    }
    Err(ApiError::internal(format!("{subject:?} cannot be signed")))
}

/// The credential about this, signed first when it waits; `None` when there is none.
///
/// # Errors
/// 500 when it cannot be signed, or the database fails.
pub async fn find_signed(app: &App, subject: Subject) -> ApiResult<Option<Credential>> {
    sign_now(app, subject).await?;
    app.db.look_up(move |conn| Ok(store::find_credential_of(conn, subject)?)).await
}

/// What became of those that were to be signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Signing {
    Done,
    /// What at least one of them says cannot be signed.
    Refused,
}

async fn sign_all(app: &App, subjects: Vec<Subject>) -> ApiResult<Signing> {
    let (site_url, now) = (app.config.site_url(), app.clock.now());
    let desk = loop {
        let (site_url, subjects) = (site_url.clone(), subjects.clone());
        match app.db.read(move |conn| prepare(conn, &site_url, &subjects)).await? {
            Ok(desk) => break desk,
            Err(NoList(issuer)) => app.db.write(move |tx| Ok(store::find_or_begin_list(tx, &issuer)?)).await?,
        };
    };
    let wanted = desk.orders.len();
    let (signed, pointless) = aside(move || (sign_orders(&desk, now), desk.pointless)).await?;
    let outcome = if signed.len() < wanted { Signing::Refused } else { Signing::Done };
    let signed = Arc::new(signed);
    app.db
        .write(move |tx| {
            let mut is_new = false;
            for new in signed.iter() {
                is_new |= store::insert_credential(tx, new, now)?;
            }
            for subject in &pointless {
                store::forget_due(tx, *subject)?;
            }
            if is_new {
                sign_head(tx, now)?;
            }
            Ok(outcome)
        })
        .await
}

/// This issuer has no list that is not full.
struct NoList(String);

fn prepare(conn: &Connection, site_url: &str, subjects: &[Subject]) -> ApiResult<Result<Desk, NoList>> {
    let key = find_signer(conn)?;
    let issuer = issuer_with(conn, site_url, &key)?;
    let Some(list) = store::find_open_list(conn, &issuer.id)? else {
        return Ok(Err(NoList(issuer.id)));
    };
    let (mut orders, mut pointless, mut taken) = (Vec::new(), Vec::new(), HashSet::new());
    for subject in subjects {
        let Some(facts) = store::find_facts(conn, *subject, &issuer.site_url)? else {
            pointless.push(*subject);
            continue;
        };
        // At random, so that neighbours say nothing. At most half of a list is taken.
        let index = loop {
            let index = rand::rng().random_range(0..LIST_LENGTH);
            if !store::is_taken(conn, list, index)? && taken.insert(index) {
                break index;
            }
        };
        orders.push(Order {
            subject: *subject,
            facts,
            index,
        });
    }
    Ok(Ok(Desk {
        key,
        issuer,
        list,
        orders,
        pointless,
    }))
}

fn sign_orders(desk: &Desk, now: Instant) -> Vec<NewCredential> {
    let signed = desk.orders.iter().filter_map(|order| match sign_order(desk, order, now) {
        Ok(new) => Some(new),
        Err(unclear) => {
            tracing::error!(subject = ?order.subject, "a credential cannot be signed: {unclear}");
            None
        }
    });
    signed.collect()
}

fn sign_order(desk: &Desk, order: &Order, now: Instant) -> Result<NewCredential, Unclear> {
    let id = Id::new(now);
    let site_url = &desk.issuer.site_url;
    let email = order.facts.email.as_ref().map(|email| HashedEmail::new(email, rand::rng().random()));
    let place = Place {
        list: list_address(site_url, desk.list),
        index: order.index,
    };
    let document = rules::document(&address(site_url, id), &desk.issuer, &order.facts, email.as_ref(), &place);
    let document = sign(&document, &desk.issuer.id, &desk.key, now)?.to_string();
    Ok(NewCredential {
        id,
        subject: order.subject,
        list: desk.list,
        index: order.index,
        hash: Sha256::digest(document.as_bytes()).into(),
        has_email: email.is_some(),
        document,
    })
}

/// The list with this number, signed anew when something was revoked since it was signed last. It is signed in the name of the
/// issuer of its credentials, because others compare the two.
///
/// # Errors
/// 404 when there is none; 503 when it was never signed and its key is not here, as in a copy without keys.
pub async fn find_list(app: &App, id: Id) -> ApiResult<String> {
    let (site_url, now) = (app.config.site_url(), app.clock.now());
    let found = app.db.look_up(move |conn| {
        let Some(list) = store::find_list(conn, id)? else { return Ok(None) };
        if let Some(current) = list.current {
            return Ok(Some(Ok(current)));
        }
        let key = match list.issuer.strip_prefix("did:key:") {
            Some(multikey) => find_secret_key(conn, multikey)?,
            None => match find_key(conn)? {
                Some(key) => find_secret_key(conn, &key.multikey)?,
                None => None,
            },
        };
        Ok(Some(Err((list.issuer, list.version, list.last, key, store::list_revoked(conn, id)?))))
    });
    let (issuer, version, last, key, revoked) = match found.await?.ok_or_else(|| ApiError::not_found("There is no such list."))? {
        Ok(current) => return Ok(current),
        Err(stale) => stale,
    };
    let Some(key) = key else {
        // What was signed with a key that is gone cannot be revoked any more.
        if last.is_empty() {
            return Err(ApiError::unavailable(
                "This list cannot be signed here.",
                3600,
                "the key of its issuer is missing",
            ));
        }
        return Ok(last);
    };
    let signed = aside(move || {
        let list = rules::status_list(&list_address(&site_url, id), &issuer, &revoked, now);
        sign(&list, &issuer, &key, now).map(|signed| signed.to_string())
    });
    let signed = signed.await?.map_err(ApiError::internal)?;
    let kept = signed.clone();
    // Whoever asks must hear what is revoked, also while nothing can be written.
    if let Err(error) = app.db.write(move |tx| Ok(store::set_list(tx, id, version, &kept)?)).await {
        tracing::warn!(list = id.0, %error, "a list of what is revoked cannot be kept");
    }
    Ok(signed)
}

//! The log of credentials for everybody: heads, entries, proofs.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::Query;

use super::guards::find_issuer;
use super::key_store::list_keys;
use super::log_store::{self as store, find_head};
use super::rules::HASH_LENGTH;
use super::views::{Consistency, Head, Inclusion, LogEntry, Logged, Transparency};
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::input::Text;
use crate::web::document::Tag;
use crate::web::item::Item;

/// Heads or entries in one answer.
pub const MOST: u32 = 1000;

pub struct TransparencyApi(pub Arc<App>);

/// How many entries are asked for.
fn limit(asked: Option<u32>) -> u32 {
    asked.unwrap_or(MOST).clamp(1, MOST)
}

#[OpenApi(tag = "Tag::Credentials")]
impl TransparencyApi {
    /// Get the last head of the log
    ///
    /// Every credential that is issued or revoked is an entry of a log that only grows. Whoever keeps a head can tell later
    /// whether anything before it was changed.
    #[oai(path = "/transparency", method = "get", operation_id = "get_transparency")]
    async fn get_transparency(&self) -> ApiResult<Item<Transparency>> {
        let site_url = self.0.config.site_url();
        self.0
            .db
            .look_up(move |conn| {
                // The keys are read after it, so that of the head is among them.
                let head = find_head(conn)?;
                Ok(Item(Transparency {
                    issuer: find_issuer(conn, &site_url)?.id,
                    keys: list_keys(conn)?,
                    head,
                }))
            })
            .await
    }

    /// List the heads of the log
    ///
    /// The longest first.
    #[oai(path = "/transparency/heads", method = "get", operation_id = "list_transparency_heads")]
    async fn list_transparency_heads(
        &self,
        /// The size of the longest head to list; the last one when it is not given.
        from: Query<Option<i64>>,
        /// How many to list: all that fit into an answer when it is not given.
        limit: Query<Option<u32>>,
    ) -> ApiResult<Item<Vec<Head>>> {
        let (from, limit) = (from.0.unwrap_or(i64::MAX), self::limit(limit.0));
        self.0.db.read(move |conn| Ok(Item(store::list_heads(conn, from, limit)?))).await
    }

    /// List the entries of the log
    #[oai(path = "/transparency/entries", method = "get", operation_id = "list_transparency_entries")]
    async fn list_transparency_entries(
        &self,
        /// The place of the first entry to list, from 0.
        from: Query<Option<i64>>,
        /// How many to list: all that fit into an answer when it is not given.
        limit: Query<Option<u32>>,
    ) -> ApiResult<Item<Vec<LogEntry>>> {
        let (from, limit) = (from.0.unwrap_or(0), self::limit(limit.0));
        self.0.db.read(move |conn| Ok(Item(store::list_entries(conn, from, limit)?))).await
    }

    /// Find a credential in the log
    ///
    /// With the proof that each of its entries is under the last head (RFC 9162).
    #[oai(path = "/transparency/inclusion", method = "get", operation_id = "find_in_transparency_log")]
    async fn find_in_transparency_log(
        &self,
        /// The SHA-256 of the credential's JSON file, in hexadecimal digits.
        credential: Query<Text<HASH_LENGTH>>,
    ) -> ApiResult<Item<Logged>> {
        let not_found = || ApiError::not_found("This credential is not in the log.");
        let hash = read_hash(&credential.0).ok_or_else(|| ApiError::invalid("credential", "This is no SHA-256 in hexadecimal digits"))?;
        self.0
            .db
            .look_up(move |conn| {
                // The head is read after them, so it is above them even when the log grows meanwhile.
                let found = store::list_entries_of(conn, &hash)?;
                if found.is_empty() {
                    return Err(not_found());
                }
                let head = find_head(conn)?.ok_or_else(not_found)?;
                let prove = |LogEntry { place, entry }| {
                    Ok(Inclusion {
                        place,
                        entry,
                        size: head.size,
                        path: store::find_inclusion(conn, place, head.size)?,
                    })
                };
                let entries = found.into_iter().map(prove).collect::<ApiResult<_>>()?;
                Ok(Item(Logged { head, entries }))
            })
            .await
    }

    /// Prove that the log only grew
    ///
    /// The proof that the log of one size begins with the log of a smaller one (RFC 9162).
    #[oai(path = "/transparency/consistency", method = "get", operation_id = "prove_transparency")]
    async fn prove_transparency(
        &self,
        /// The smaller size.
        from: Query<i64>,
        /// The larger size.
        to: Query<i64>,
    ) -> ApiResult<Item<Consistency>> {
        let (from, to) = (from.0, to.0);
        self.0
            .db
            .look_up(move |conn| {
                Ok(Item(Consistency {
                    from,
                    to,
                    path: store::find_consistency(conn, from, to)?,
                }))
            })
            .await
    }
}

/// The 32 bytes of a SHA-256 in hexadecimal digits.
fn read_hash(text: &str) -> Option<[u8; 32]> {
    let bytes: Option<Vec<u8>> = (0..HASH_LENGTH)
        .step_by(2)
        .map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok())
        .collect();
    bytes.filter(|_| text.len() == HASH_LENGTH)?.try_into().ok()
}

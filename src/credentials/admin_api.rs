//! The issuer for admins: its id and keys, whether others reach it, another key.

use std::sync::Arc;

use poem_openapi::OpenApi;
use serde_json::{Value, json};

use super::check::names_key;
use super::guards::find_issuer;
use super::key_store::{find_signer, list_keys, replace_key};
use super::log_store::find_head;
use super::rules::{issuer_id, publishes};
use super::views::{IssuerReach, IssuerState};
use crate::app::App;
use crate::audit::store::{Act, insert_act};
use crate::auth::Admin;
use crate::db::values::Id;
use crate::error::{ApiError, ApiResult};
use crate::outside::get_json;
use crate::web::document::Tag;
use crate::web::item::Item;

pub struct IssuerApi(pub Arc<App>);

impl IssuerApi {
    async fn state(&self) -> ApiResult<Item<IssuerState>> {
        let site_url = self.0.config.site_url();
        self.0
            .db
            .read(move |conn| {
                let issuer = find_issuer(conn, &site_url)?;
                let is_published = publishes(&site_url);
                let mut keys = list_keys(conn)?;
                let key = if keys.is_empty() { None } else { Some(keys.remove(0)) };
                Ok(Item(IssuerState {
                    key: key.ok_or_else(|| ApiError::internal("the issuer has no key"))?,
                    earlier: keys,
                    is_published,
                    why: if is_published {
                        format!("Others ask for the key at {}.", issuer.id)
                    } else {
                        format!(
                            "This site is reached at {site_url}, without HTTPS, so nobody can ask it for the key safely. The key itself stands for the community."
                        )
                    },
                    issuer: issuer.id,
                    head: find_head(conn)?,
                }))
            })
            .await
    }
}

#[OpenApi(tag = "Tag::Credentials")]
impl IssuerApi {
    /// Get the issuer of credentials
    ///
    /// Its id, its key, how that is published and why, and the last head of the log.
    #[oai(path = "/admin/issuer", method = "get", operation_id = "get_issuer")]
    async fn get_issuer(&self, _admin: Admin) -> ApiResult<Item<IssuerState>> {
        self.state().await
    }

    /// Look whether others reach the issuer
    ///
    /// Asks the site for its key at its public address, as somebody does who checks a certificate.
    #[oai(path = "/admin/issuer/reach", method = "post", operation_id = "reach_issuer")]
    async fn reach_issuer(&self, _admin: Admin) -> ApiResult<Item<IssuerReach>> {
        let site_url = self.0.config.site_url();
        let key = self.0.db.look_up(|conn| Ok(find_signer(conn)?.public())).await?;
        let answer = |is_reached, message: String| Ok(Item(IssuerReach { is_reached, message }));
        match get_json::<Value>(format!("{site_url}/issuer")).await {
            Ok(profile) if names_key(&profile, &issuer_id(&site_url, &key), &key) => {
                answer(true, format!("{site_url}/issuer answers with the key of today."))
            }
            Ok(_) => answer(
                false,
                format!("{site_url}/issuer answers, but without the key of today. Another site may be there."),
            ),
            Err(why) => answer(false, format!("{site_url}/issuer cannot be reached from here: {why}.")),
        }
    }

    /// Replace the key of the issuer
    ///
    /// What was signed stays valid, and the keys before stay published. A site without HTTPS is another issuer afterwards, because
    /// there the key is the issuer.
    #[oai(path = "/admin/issuer/key", method = "post", operation_id = "replace_issuer_key")]
    async fn replace_issuer_key(&self, admin: Admin) -> ApiResult<Item<IssuerState>> {
        let (admin, now) = (admin.0, self.0.clock.now());
        self.0
            .db
            .write(move |tx| {
                let before = find_signer(tx)?.public().multikey();
                let key = replace_key(tx, now)?;
                let act = Act {
                    actor: admin.id,
                    action: "issuer.replace_key",
                    subject_kind: "settings",
                    subject: Id(1),
                    before: json!({ "key": before }),
                    after: json!({ "key": key.multikey }),
                };
                Ok(insert_act(tx, &act, now)?)
            })
            .await?;
        self.state().await
    }
}

//! Calls about members and profiles.

use std::sync::Arc;

use poem::{Body, Request};
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Binary, Json};

use super::rules::{Role, check_profile};
use super::store::{find_mail_choices, require_profile, search_members, set_mail_choices, set_picture, update_profile};
use super::views::{AdminCheck, FoundMember, MailChoices, Profile, ProfileInput};
use crate::app::App;
use crate::auth::{Member, Viewer};
use crate::db::Tx;
use crate::db::values::Id;
use crate::error::{ApiError, ApiResult};
use crate::events::team::store::is_helper;
use crate::input::{Input, Text};
use crate::limits;
use crate::media::picture::portrait;
use crate::media::rules::{address, id_of};
use crate::media::store::{delete_medium, insert_medium};
use crate::projects::store::index_projects_of;
use crate::site::store::find_settings;
use crate::text::EMAIL_LENGTH;
use crate::web::body::length_of;
use crate::web::document::Tag;
use crate::web::item::Item;

pub struct MembersApi(pub Arc<App>);

/// Replaces the picture; the one before is deleted.
fn change_picture(tx: &Tx, id: Id, picture: &str) -> ApiResult<()> {
    if let Some(before) = id_of(&set_picture(tx, id, picture)?) {
        delete_medium(tx, before)?;
    }
    Ok(())
}

#[OpenApi(tag = "Tag::Members")]
impl MembersApi {
    /// Get your own profile
    #[oai(path = "/users/profile", method = "get", operation_id = "get_own_profile")]
    async fn get_own_profile(&self, member: Member) -> ApiResult<Item<Profile>> {
        let id = member.0.id;
        self.0.db.read(move |conn| require_profile(conn, id, true).map(Item)).await
    }

    /// Change your own profile
    ///
    /// Send only the fields to change. This is also how a member with `needsName` chooses a name.
    #[oai(path = "/users/profile", method = "put", operation_id = "edit_own_profile")]
    async fn edit_own_profile(&self, member: Member, input: Input<ProfileInput>) -> ApiResult<Item<Profile>> {
        let id = member.0.id;
        let edit = check_profile(&input.0.into()).map_err(ApiError::invalid_fields)?;
        self.0
            .db
            .write(move |tx| {
                update_profile(tx, id, &edit)?;
                if edit.name.is_some() {
                    index_projects_of(tx, id)?;
                }
                Ok(())
            })
            .await?;
        self.0.db.read(move |conn| require_profile(conn, id, true).map(Item)).await
    }

    /// Set your own picture
    ///
    /// The body is a PNG, JPEG or WebP file of at most {MAX_BYTES}. The largest square in its middle is kept. A member has at
    /// most two on their way and sends at most {PICTURES}, those of projects included.
    #[oai(path = "/users/profile/picture", method = "post", operation_id = "set_own_picture")]
    async fn set_own_picture(&self, member: Member, request: &Request, file: Binary<Body>) -> ApiResult<Item<Profile>> {
        let (id, now) = (member.0.id, self.0.clock.now());
        let (entry, who) = (self.0.pictures.enter(id)?, id.to_string());
        self.0
            .db
            .write(move |tx| limits::PICTURES.at_most(find_settings(tx)?.pictures_per_hour).take(tx, &who, now))
            .await?;
        let portrait = entry.make(file.0, length_of(request), portrait).await?;
        let portrait = portrait.map_err(|error| ApiError::invalid("picture", error.to_string()))?;
        self.0
            .db
            .write(move |tx| {
                let picture = insert_medium(tx, &portrait, now)?;
                change_picture(tx, id, &address(picture))
            })
            .await?;
        self.0.db.read(move |conn| require_profile(conn, id, true).map(Item)).await
    }

    /// Remove your own picture
    #[oai(path = "/users/profile/picture", method = "delete", operation_id = "remove_own_picture")]
    async fn remove_own_picture(&self, member: Member) -> ApiResult<Item<Profile>> {
        let id = member.0.id;
        self.0.db.write(move |tx| change_picture(tx, id, "")).await?;
        self.0.db.read(move |conn| require_profile(conn, id, true).map(Item)).await
    }

    /// Get your choice of mails
    #[oai(path = "/users/me/mail", method = "get", operation_id = "get_mail_choices")]
    async fn get_mail_choices(&self, member: Member) -> ApiResult<Item<MailChoices>> {
        let id = member.0.id;
        self.0.db.read(move |conn| Ok(Item(find_mail_choices(conn, id)?))).await
    }

    /// Set your choice of mails
    #[oai(path = "/users/me/mail", method = "put", operation_id = "set_mail_choices")]
    async fn set_mail_choices(&self, member: Member, input: Json<MailChoices>) -> ApiResult<Item<MailChoices>> {
        let (id, choices) = (member.0.id, input.0);
        self.0.db.write(move |tx| Ok(set_mail_choices(tx, id, choices)?)).await?;
        Ok(Item(choices))
    }

    /// Search members by name
    ///
    /// For choosing somebody: returns name and picture of at most 10 members, never the caller. Admins also get the e-mail
    /// addresses and find by them, organisers get those of participants of their events. A search with fewer than 2 characters finds nobody.
    #[oai(path = "/users/search", method = "get", operation_id = "search_members")]
    async fn search_members(
        &self,
        member: Member,
        /// A part of the name, for admins also of the e-mail address.
        q: Query<Option<Text<EMAIL_LENGTH>>>,
    ) -> ApiResult<Item<Vec<FoundMember>>> {
        let (eyes, words) = (member.0.eyes(), q.0.unwrap_or_default().0);
        if words.trim().chars().count() < 2 {
            return Ok(Item(Vec::new()));
        }
        let looked_for = words.clone();
        self.0
            .db
            .search(&words, move |conn| Ok(Item(search_members(conn, &looked_for, eyes, 10)?)))
            .await
    }

    /// Get a member's profile
    ///
    /// The member and admins also see the e-mail address, the role, hidden projects and registrations.
    #[oai(path = "/users/:id", method = "get", operation_id = "get_profile")]
    async fn get_profile(&self, viewer: Viewer, id: Path<Id>) -> ApiResult<Item<Profile>> {
        let eyes = viewer.eyes();
        let is_insider = eyes.is_admin() || eyes.caller == Some(id.0);
        self.0.db.read(move |conn| require_profile(conn, id.0, is_insider).map(Item)).await
    }

    /// Check how far the caller reaches into the admin area
    ///
    /// An admin sees all of it, an organiser their events, a helper the door of the events where they help.
    #[oai(path = "/admin/verify-admin", method = "get", operation_id = "verify_admin")]
    async fn verify_admin(&self, member: Member) -> ApiResult<Item<AdminCheck>> {
        let caller = member.0;
        let is_helper = self.0.db.read(move |conn| Ok(is_helper(conn, caller.id)?)).await?;
        Ok(Item(AdminCheck {
            is_admin: caller.role == Role::Admin,
            is_organiser: caller.role == Role::Organiser,
            is_helper,
        }))
    }
}

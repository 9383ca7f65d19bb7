//! Members for admins: list them, give roles, suspend.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use serde_json::{Value, json};

use super::admin_store::{find_user, list_users, set_suspension};
use super::admin_views::{AdminUser, RoleInput, SuspensionInput, UserChanged, UserFilter, UserSort};
use super::rules::Role;
use super::store::{count_admins, set_role};
use crate::app::App;
use crate::audit::store::{Act, insert_act};
use crate::auth::Admin;
use crate::db::values::{Id, Instant};
use crate::db::{Tx, search};
use crate::error::{ApiError, ApiResult};
use crate::events::registration::guards::leave_everything;
use crate::input::{Input, Text};
use crate::mail::occasion::Occasion;
use crate::mail::store::queue_about;
use crate::mail::views::NewMail;
use crate::text::{SEARCH_LENGTH, paragraphs};
use crate::web::document::Tag;
use crate::web::item::Item;
use crate::web::paging::{Page, Paging};

pub struct MembersAdminApi(pub Arc<App>);

fn require_user(tx: &Tx, id: Id) -> ApiResult<AdminUser> {
    find_user(tx, id)?.ok_or_else(|| ApiError::not_found("There is no such member"))
}

/// Refuses what would leave the community without an admin who can act.
fn keep_an_admin(tx: &Tx, user: &AdminUser) -> ApiResult<()> {
    let acts = user.role == Role::Admin && user.suspended_at.is_none();
    if acts && count_admins(tx)? <= 1 {
        return Err(ApiError::conflict("This is the last admin. Make somebody else an admin first."));
    }
    Ok(())
}

fn log(tx: &Tx, admin: Id, action: &str, user: Id, (before, after): (Value, Value), now: Instant) -> ApiResult<()> {
    let act = Act {
        actor: admin,
        action,
        subject_kind: "user",
        subject: user,
        before,
        after,
    };
    Ok(insert_act(tx, &act, now)?)
}

fn changed(tx: &Tx, id: Id, message: String) -> ApiResult<Item<UserChanged>> {
    Ok(Item(UserChanged {
        message,
        user: require_user(tx, id)?,
    }))
}

#[OpenApi(tag = "Tag::Members")]
impl MembersAdminApi {
    /// List users
    ///
    /// All members who have not left, with their addresses.
    #[oai(path = "/admin/users", method = "get", operation_id = "list_users")]
    async fn list_users(
        &self,
        _admin: Admin,
        /// Parts of the name or the e-mail address.
        search: Query<Option<Text<SEARCH_LENGTH>>>,
        /// All by default.
        role: Query<Option<UserFilter>>,
        /// Newest first by default.
        sort: Query<Option<UserSort>>,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
    ) -> ApiResult<Page<AdminUser>> {
        let paging = Paging::new(limit.0, offset.0, None)?;
        let (words, filter, sort) = (search.0.unwrap_or_default().0, role.0.unwrap_or_default(), sort.0.unwrap_or_default());
        search::check(&words)?;
        let looked_for = words.clone();
        self.0
            .db
            .search(&words, move |conn| list_users(conn, &looked_for, filter, sort, &paging))
            .await
    }

    /// Set a member's role
    ///
    /// It counts from the next request on. The last admin stays one.
    #[oai(path = "/admin/users/:id/role", method = "put", operation_id = "set_role")]
    async fn set_role(&self, admin: Admin, id: Path<Id>, input: Input<RoleInput>) -> ApiResult<Item<UserChanged>> {
        let (admin, id, role, now) = (admin.0.id, id.0, input.0.role, self.0.clock.now());
        self.0
            .db
            .write(move |tx| {
                let user = require_user(tx, id)?;
                if user.role != role {
                    if role != Role::Admin {
                        keep_an_admin(tx, &user)?;
                    }
                    set_role(tx, id, role)?;
                    log(tx, admin, "user.role", id, (json!({ "role": user.role }), json!({ "role": role })), now)?;
                }
                let what = match role {
                    Role::Admin => "an admin",
                    Role::Organiser => "an organiser",
                    Role::User => "a regular user",
                };
                changed(tx, id, format!("{} is now {what}.", user.name))
            })
            .await
    }

    /// Suspend a member
    ///
    /// Signs the member out everywhere, hides the profile, and gives their places at coming events to those who wait. The
    /// member is told the reason by mail. What they have made stays.
    #[oai(path = "/admin/users/:id/suspend", method = "post", operation_id = "suspend_user")]
    async fn suspend_user(&self, admin: Admin, id: Path<Id>, input: Input<SuspensionInput>) -> ApiResult<Item<UserChanged>> {
        let (admin, id, now, reason) = (admin.0.id, id.0, self.0.clock.now(), paragraphs(&input.0.reason));
        if reason.is_empty() {
            return Err(ApiError::invalid("reason", "A reason is required"));
        }
        if admin == id {
            return Err(ApiError::conflict("You cannot suspend yourself."));
        }
        self.0
            .db
            .write(move |tx| {
                let user = require_user(tx, id)?;
                if user.suspended_at.is_some() {
                    return Err(ApiError::conflict("This member is suspended already."));
                }
                keep_an_admin(tx, &user)?;
                set_suspension(tx, id, Some((now, &reason)))?;
                leave_everything(tx, id, now)?;
                let mail = NewMail {
                    user_id: Some(id),
                    to_name: user.name.clone(),
                    to_email: user.email.clone(),
                    occasion: Occasion::Suspended { reason: reason.clone() },
                };
                queue_about(tx, &mail, &format!("suspension:{id}"), now)?;
                let states = (json!({ "suspended": false }), json!({ "suspended": true, "reason": reason }));
                log(tx, admin, "user.suspend", id, states, now)?;
                changed(tx, id, format!("{} is suspended.", user.name))
            })
            .await
    }

    /// End a member's suspension
    #[oai(path = "/admin/users/:id/unsuspend", method = "post", operation_id = "unsuspend_user")]
    async fn unsuspend_user(&self, admin: Admin, id: Path<Id>) -> ApiResult<Item<UserChanged>> {
        let (admin, id, now) = (admin.0.id, id.0, self.0.clock.now());
        self.0
            .db
            .write(move |tx| {
                let user = require_user(tx, id)?;
                if user.suspended_at.is_none() {
                    return Err(ApiError::conflict("This member is not suspended."));
                }
                set_suspension(tx, id, None)?;
                let states = (
                    json!({ "suspended": true, "reason": user.suspension_reason }),
                    json!({ "suspended": false }),
                );
                log(tx, admin, "user.unsuspend", id, states, now)?;
                changed(tx, id, format!("{} is no longer suspended.", user.name))
            })
            .await
    }
}

//! Inviting people: by address or a list, with a preview, and an undo until the mails leave.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use rusqlite::Connection;
use serde_json::json;

use super::rules::{self, MAX_ROWS, Outcome, Row};
use super::store;
use super::views::{Invitation, InviteInput, InvitePreview, InviteRow, Invited, WithdrawInput, Withdrawn};
use crate::app::App;
use crate::audit::store::{Act, insert_act};
use crate::auth::Admin;
use crate::db::values::Id;
use crate::error::{ApiError, ApiResult};
use crate::input::{Input, grouped};
use crate::limits;
use crate::site::store::find_settings;
use crate::web::document::Tag;
use crate::web::item::Item;
use crate::web::paging::{Page, Paging, Place};

pub struct InvitationsApi(pub Arc<App>);

/// The rows of a list that was sent.
fn read(input: &InviteInput) -> ApiResult<Vec<Row>> {
    let rows = rules::rows(&input.list);
    if rows.is_empty() {
        return Err(ApiError::invalid("list", "Write an address, or a list of names and addresses"));
    }
    if rows.len() > MAX_ROWS {
        return Err(ApiError::invalid("list", format!("A list can have at most {} rows", grouped(MAX_ROWS))));
    }
    Ok(rows)
}

fn judge(conn: &Connection, app: &App, rows: &[Row]) -> ApiResult<Vec<Outcome>> {
    let members = store::find_members(conn, rows)?;
    let before = store::find_invited(conn, &app.keys.unsubscribe, rows)?;
    Ok(rules::outcomes(rows, &members, &before))
}

fn shown(rows: &[Row], outcomes: &[Outcome]) -> Vec<InviteRow> {
    let pairs = rows.iter().zip(outcomes);
    pairs
        .map(|(row, outcome)| InviteRow {
            name: row.name.clone(),
            email: row.email.clone(),
            outcome: outcome.as_str().into(),
            label: outcome.label().into(),
        })
        .collect()
}

fn people(count: usize) -> String {
    if count == 1 {
        "1 invitation".into()
    } else {
        format!("{} invitations", grouped(count))
    }
}

#[OpenApi(tag = "Tag::Members")]
impl InvitationsApi {
    /// Preview whom a list invites
    ///
    /// Nobody is invited yet.
    #[oai(path = "/admin/invitations/preview", method = "post", operation_id = "preview_invitations")]
    async fn preview_invitations(&self, _admin: Admin, input: Input<InviteInput>) -> ApiResult<Item<InvitePreview>> {
        let (app, rows) = (self.0.clone(), read(&input.0)?);
        self.0
            .db
            .read(move |conn| {
                let outcomes = judge(conn, &app, &rows)?;
                let count = outcomes.iter().filter(|outcome| **outcome == Outcome::Invited).count();
                Ok(Item(InvitePreview {
                    rows: shown(&rows, &outcomes),
                    count: i64::try_from(count).unwrap_or(i64::MAX),
                }))
            })
            .await
    }

    /// Invite people
    ///
    /// The mails leave after ten minutes; until then they can be taken back. Nobody is a member before their first sign-in,
    /// and nobody is invited twice. At most {INVITATIONS}, or what the community has set.
    #[oai(path = "/admin/invitations", method = "post", operation_id = "invite")]
    async fn invite(&self, admin: Admin, input: Input<InviteInput>) -> ApiResult<Item<Invited>> {
        let (app, admin, now, rows) = (self.0.clone(), admin.0.id, self.0.clock.now(), read(&input.0)?);
        self.0
            .db
            .write(move |tx| {
                let outcomes = judge(tx, &app, &rows)?;
                let mut invitations = Vec::new();
                let limit = limits::INVITATIONS.at_most(find_settings(tx)?.invitations_per_day);
                for (row, _) in rows.iter().zip(&outcomes).filter(|(_, outcome)| **outcome == Outcome::Invited) {
                    limit.take(tx, &admin.to_string(), now)?;
                    invitations.push(store::insert_invitation(tx, &app.keys.unsubscribe, row, admin, now)?);
                }
                let Some(first) = invitations.first() else {
                    return Err(ApiError::invalid("list", "There is nobody to invite in this list"));
                };
                let act = Act {
                    actor: admin,
                    action: "invitation.send",
                    subject_kind: "invitation",
                    subject: *first,
                    before: json!({}),
                    // Addresses do not outlive their invitations.
                    after: json!({ "count": invitations.len() }),
                };
                insert_act(tx, &act, now)?;
                Ok(Item(Invited {
                    message: format!("{} will be sent in {} minutes.", people(invitations.len()), rules::GRACE / 60),
                    invitations,
                    rows: shown(&rows, &outcomes),
                }))
            })
            .await
    }

    /// Take invitations back that have not been sent
    #[oai(path = "/admin/invitations/withdraw", method = "post", operation_id = "withdraw_invitations")]
    async fn withdraw_invitations(&self, admin: Admin, input: Input<WithdrawInput>) -> ApiResult<Item<Withdrawn>> {
        let (admin, now, ids) = (admin.0.id, self.0.clock.now(), input.0.invitations.0);
        self.0
            .db
            .write(move |tx| {
                let mut taken: Vec<Id> = Vec::new();
                for id in &ids {
                    if store::withdraw(tx, *id)? {
                        taken.push(*id);
                    }
                }
                let Some(first) = taken.first() else {
                    return Err(ApiError::conflict("It is too late: the mail has left, or the invitation is over."));
                };
                let act = Act {
                    actor: admin,
                    action: "invitation.withdraw",
                    subject_kind: "invitation",
                    subject: *first,
                    before: json!({ "count": ids.len() }),
                    after: json!({ "withdrawn": taken.len() }),
                };
                insert_act(tx, &act, now)?;
                let late = ids.len() - taken.len();
                let told = if late == 0 {
                    String::new()
                } else {
                    format!(" {} had left already.", people(late))
                };
                Ok(Item(Withdrawn {
                    message: format!("{} taken back.{told}", people(taken.len())),
                    count: i64::try_from(taken.len()).unwrap_or(i64::MAX),
                }))
            })
            .await
    }

    /// List invitations
    ///
    /// Newest first.
    #[oai(path = "/admin/invitations", method = "get", operation_id = "list_invitations")]
    async fn list_invitations(
        &self,
        _admin: Admin,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
        /// The last entry seen, instead of an offset: its `_id`, or the `X-Next` of its page.
        after: Query<Option<Place>>,
    ) -> ApiResult<Page<Invitation>> {
        let (paging, now) = (Paging::new(limit.0, offset.0, after.0.as_deref())?, self.0.clock.now());
        self.0.db.read(move |conn| store::list_invitations(conn, &paging, now)).await
    }
}

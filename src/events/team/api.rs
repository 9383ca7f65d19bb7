//! The team of an event: who is in it, and who is added or removed. Members learn at which doors they work.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use serde_json::{Value, json};

use super::rules::{Duty, MAX_TEAM, may_have};
use super::store;
use super::views::{OwnDoor, TeamChanged, TeamInput, TeamMember};
use crate::app::App;
use crate::auth::{EventRunner, Member};
use crate::db::values::Id;
use crate::error::{ApiError, ApiResult};
use crate::events::guards::{act, require_event};
use crate::site::store::moment;
use crate::web::document::Tag;
use crate::web::item::Item;

pub struct TeamApi(pub Arc<App>);

#[OpenApi(tag = "Tag::Events")]
impl TeamApi {
    /// List the team of an event
    ///
    /// Organisers first, then the helpers, each in the order in which they were added.
    #[oai(path = "/admin/events/:id/team", method = "get", operation_id = "list_team")]
    async fn list_team(&self, _runner: EventRunner, id: Path<Id>) -> ApiResult<Item<Vec<TeamMember>>> {
        let id = id.0;
        self.0
            .db
            .read(move |conn| {
                require_event(conn, id)?;
                Ok(Item(store::list_team(conn, id)?))
            })
            .await
    }

    /// Add somebody to the team of an event
    ///
    /// A helper works at the door of this event and may be any member. An organiser runs the event and needs the role for it.
    /// Somebody who is in the team gets the new duty. It counts from their next request on.
    #[oai(path = "/admin/events/:id/team", method = "post", operation_id = "add_to_team")]
    async fn add_to_team(&self, runner: EventRunner, id: Path<Id>, input: Json<TeamInput>) -> ApiResult<Item<TeamChanged>> {
        let (caller, id, user, duty, now) = (runner.0.id, id.0, input.0.user_id, input.0.duty, self.0.clock.now());
        self.0
            .db
            .write(move |tx| {
                require_event(tx, id)?;
                let (name, role) = store::find_candidate(tx, user)?.ok_or_else(|| ApiError::invalid("userId", "There is no such member"))?;
                may_have(&name, role, duty).map_err(ApiError::conflict)?;
                let before = store::find_duty(tx, id, user)?;
                if before.is_none() && store::list_team(tx, id)?.len() >= MAX_TEAM {
                    return Err(ApiError::conflict(format!("The team of an event has at most {MAX_TEAM} people.")));
                }
                if before != Some(duty) {
                    store::set_duty(tx, id, user, duty, now)?;
                    let was = before.map_or(Value::Null, |duty| json!({ "user": user.to_string(), "duty": duty }));
                    act(
                        tx,
                        caller,
                        "event.team_add",
                        id,
                        was,
                        json!({ "user": user.to_string(), "duty": duty }),
                        now,
                    )?;
                }
                let what = match duty {
                    Duty::Organiser => "runs this event",
                    Duty::Helper => "helps at the door of this event",
                };
                Ok(Item(TeamChanged {
                    message: format!("{name} {what} now."),
                    team: store::list_team(tx, id)?,
                }))
            })
            .await
    }

    /// Remove somebody from the team of an event
    ///
    /// It counts from their next request on. Admins run every event, whether they are in its team or not.
    #[oai(path = "/admin/events/:id/team/:userId", method = "delete", operation_id = "remove_from_team")]
    async fn remove_from_team(&self, runner: EventRunner, id: Path<Id>, #[oai(name = "userId")] user_id: Path<Id>) -> ApiResult<Item<TeamChanged>> {
        let (caller, id, user, now) = (runner.0.id, id.0, user_id.0, self.0.clock.now());
        self.0
            .db
            .write(move |tx| {
                require_event(tx, id)?;
                let duty = store::find_duty(tx, id, user)?.ok_or_else(|| ApiError::not_found("This member is not in the team of this event."))?;
                store::delete_duty(tx, id, user)?;
                let was = json!({ "user": user.to_string(), "duty": duty });
                act(tx, caller, "event.team_remove", id, was, Value::Null, now)?;
                Ok(Item(TeamChanged {
                    message: "Removed from the team.".into(),
                    team: store::list_team(tx, id)?,
                }))
            })
            .await
    }

    /// List the events at whose door you work
    ///
    /// As a helper or as an organiser: those that are neither over nor cancelled, next first, at most 50.
    #[oai(path = "/users/me/doors", method = "get", operation_id = "list_own_doors")]
    async fn list_own_doors(&self, member: Member) -> ApiResult<Item<Vec<OwnDoor>>> {
        let (caller, now) = (member.0, self.0.clock.now());
        self.0
            .db
            .read(move |conn| Ok(Item(store::list_doors(conn, caller.id, caller.role, &moment(conn, now)?)?)))
            .await
    }
}

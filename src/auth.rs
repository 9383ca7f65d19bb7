//! Identifies the caller. Handlers take a guard as their first parameter: Viewer (a member or a guest), Member, Organiser or
//! Admin. Calls about one event that are not for everybody take EventRunner or Doorkeeper, which read its id from the path.

use std::net::IpAddr;
use std::sync::Arc;

use poem::Request;
use poem::http::{HeaderValue, header};
use poem_openapi::SecurityScheme;
use poem_openapi::auth::Bearer;
use rusqlite::Connection;

use crate::app::App;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::events::team::rules::{Reach, reach};
use crate::events::team::store::find_duty;
use crate::members::rules::{Caller, Eyes, Role};
use crate::sessions::rules;
use crate::sessions::store::{find_caller, set_seen};
use crate::sessions::token;
use crate::web::address::behind_proxies;

/// A signed-in member. Everybody else gets 401.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", bearer_format = "JWT", rename = "Member", checker = "check_member")]
pub struct Member(pub Caller);

/// A signed-in admin. A member gets 403, a guest 401.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", bearer_format = "JWT", rename = "Admin", checker = "check_admin")]
pub struct Admin(pub Caller);

/// A signed-in organiser or admin, who creates events. A member gets 403, a guest 401.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", bearer_format = "JWT", rename = "Organiser", checker = "check_organiser")]
pub struct Organiser(pub Caller);

/// Somebody who runs the event that the path names: one of its organisers, or an admin. Others get 403 whether there is such an
/// event or not, a guest 401.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", bearer_format = "JWT", rename = "EventRunner", checker = "check_event_runner")]
pub struct EventRunner(pub Caller);

/// Somebody at the door of the event that the path names: one of its helpers, or who runs it. Others get 403 whether there is such
/// an event or not, a guest 401.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", bearer_format = "JWT", rename = "Doorkeeper", checker = "check_doorkeeper")]
pub struct Doorkeeper(pub AtDoor);

/// A caller at the door of an event.
#[derive(Debug, Clone)]
pub struct AtDoor {
    pub caller: Caller,
    /// Whether they run the event, and may see the addresses of its participants.
    pub runs_event: bool,
    /// Whether they may see everybody's address.
    pub sees_all: bool,
}

/// A member or a guest. A guest sends no token or an invalid one.
#[derive(SecurityScheme)]
pub enum Viewer {
    Member(Member),
    #[oai(fallback)]
    Guest,
}

impl Viewer {
    /// The member, if one is signed in.
    pub fn caller(&self) -> Option<&Caller> {
        match self {
            Viewer::Member(Member(caller)) => Some(caller),
            Viewer::Guest => None,
        }
    }

    /// What the caller may see.
    pub fn eyes(&self) -> Eyes {
        self.caller().map_or(Eyes::GUEST, Caller::eyes)
    }
}

async fn check_member(request: &Request, bearer: Bearer) -> poem::Result<Caller> {
    Ok(find(request, &bearer.token).await?)
}

async fn check_admin(request: &Request, bearer: Bearer) -> poem::Result<Caller> {
    let caller = find(request, &bearer.token).await?;
    if caller.role != Role::Admin {
        return Err(ApiError::forbidden("Only administrators may do this.").into());
    }
    Ok(caller)
}

async fn check_organiser(request: &Request, bearer: Bearer) -> poem::Result<Caller> {
    let caller = find(request, &bearer.token).await?;
    if caller.role == Role::User {
        return Err(ApiError::forbidden("Only organisers and administrators may do this.").into());
    }
    Ok(caller)
}

async fn check_event_runner(request: &Request, bearer: Bearer) -> poem::Result<Caller> {
    let (caller, reach) = find_at_event(request, &bearer.token).await?;
    if reach < Reach::All {
        return Err(ApiError::forbidden("Only the organisers of this event and administrators may do this.").into());
    }
    Ok(caller)
}

async fn check_doorkeeper(request: &Request, bearer: Bearer) -> poem::Result<AtDoor> {
    let (caller, reach) = find_at_event(request, &bearer.token).await?;
    if reach < Reach::Door {
        return Err(ApiError::forbidden("Only the team of this event and administrators may do this.").into());
    }
    Ok(AtDoor {
        runs_event: reach == Reach::All,
        sees_all: caller.role == Role::Admin,
        caller,
    })
}

/// How poem-openapi calls the first variable of a path, which is the event in every call with these guards.
const EVENT: &str = "param0";

/// The caller, and how far they reach into the event that the path names.
async fn find_at_event(request: &Request, bearer: &str) -> ApiResult<(Caller, Reach)> {
    let event = request.raw_path_param(EVENT).and_then(Id::parse);
    let (caller, duty) = find_with(request, bearer, move |conn, caller| {
        event.map_or(Ok(None), |event| find_duty(conn, event, caller.id))
    })
    .await?;
    let reach = reach(caller.role, duty);
    Ok((caller, reach))
}

async fn find(request: &Request, bearer: &str) -> ApiResult<Caller> {
    Ok(find_with(request, bearer, |_, _| Ok(())).await?.0)
}

/// Loads the session that the token names, and what else the guard has to know of the caller. Session, suspension, role and duty
/// are read from the database on every request.
async fn find_with<T: Send + 'static>(
    request: &Request,
    bearer: &str,
    also: impl FnOnce(&Connection, &Caller) -> rusqlite::Result<T> + Send + 'static,
) -> ApiResult<(Caller, T)> {
    let app = app(request)?;
    let session = token::read(&app.keys.session, bearer).ok_or_else(ApiError::unauthorized)?;
    let now = app.clock.now();
    let found = app.db.look_up(move |conn| {
        let Some((caller, is_seen_again)) = find_caller(conn, session, now)? else {
            return Ok(None);
        };
        let more = also(conn, &caller)?;
        Ok(Some((caller, is_seen_again, more)))
    });
    let (caller, is_seen_again, more) = found.await?.ok_or_else(ApiError::unauthorized)?;
    if is_seen_again {
        note(app.clone(), session, now);
    }
    Ok((caller, more))
}

/// Notes that a session is used, beside the request: nobody waits for it, and nothing fails with it.
fn note(app: Arc<App>, session: Id, now: Instant) {
    tokio::spawn(async move {
        if let Err(error) = app.db.write(move |tx| Ok(set_seen(tx, session, now)?)).await {
            tracing::debug!(%error, "the use of a session was not noted");
        }
    });
}

fn app(request: &Request) -> ApiResult<&Arc<App>> {
    request
        .data::<Arc<App>>()
        .ok_or_else(|| ApiError::internal("the app is not in the request"))
}

/// The browser and system of a client, in words; empty when it does not say.
pub fn device(request: &Request) -> String {
    rules::device(request.header(header::USER_AGENT).unwrap_or_default())
}

/// The client's address: the socket's, or the one that trusted proxies report in X-Forwarded-For; "unknown" without a
/// socket.
pub fn client_address(request: &Request, app: &App) -> String {
    client_ip(request, app).map_or_else(|| "unknown".into(), |address| address.to_string())
}

/// The client's address, parsed.
pub fn client_ip(request: &Request, app: &App) -> Option<IpAddr> {
    let peer = request.remote_addr().as_socket_addr()?.ip();
    let lines = request.headers().get_all("X-Forwarded-For").iter().map(HeaderValue::as_bytes);
    let lines: Vec<&[u8]> = lines.collect();
    Some(behind_proxies(peer, lines.into_iter(), &app.trusted))
}

//! Identifies the caller. Handlers take a guard as their first parameter: Member, Admin, or Viewer (a member or a
//! guest).

use std::net::IpAddr;
use std::sync::Arc;

use poem::Request;
use poem::http::{HeaderValue, header};
use poem_openapi::SecurityScheme;
use poem_openapi::auth::Bearer;

use crate::app::App;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
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

/// Loads the session that the token names. Session, suspension and role are read from the database on every request.
async fn find(request: &Request, bearer: &str) -> ApiResult<Caller> {
    let app = app(request)?;
    let session = token::read(&app.keys.session, bearer).ok_or_else(ApiError::unauthorized)?;
    let now = app.clock.now();
    let found = app.db.look_up(move |conn| Ok(find_caller(conn, session, now)?)).await?;
    let (caller, is_seen_again) = found.ok_or_else(ApiError::unauthorized)?;
    if is_seen_again {
        note(app.clone(), session, now);
    }
    Ok(caller)
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

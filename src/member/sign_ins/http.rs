//! A member's sessions over HTTP.

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::auth::sessions::{self, Rotation, SessionInfo};
use crate::auth::{
    Authenticator, Member, REFRESH_COOKIE, Success, UNAUTHENTICATED, UserInfo, member_cookies, no_member_cookies,
};
use crate::base::clock::Timestamp;
use crate::base::id::SessionId;
use crate::base::keys::Keyring;
use crate::base::problem::{AppError, AppResult};
use crate::platform::delivery::Outbox;
use crate::platform::http::cookies::{self, Cookies};
use crate::platform::http::json::Json;
use crate::platform::http::origin::{Origins, require_our_own_page};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::{ClientAddress, NamedLanguage, PathId};
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::{Store, Tx};
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::SESSION_REFRESHES;

#[derive(Clone)]
struct Sessions {
    store: Store,
    limits: Limits,
    keys: Keyring,
    authenticator: Authenticator,
    outbox: Outbox,
}

/// Routes for the member's own sessions.
pub fn routes(store: Store, limits: Limits, keys: Keyring, authenticator: Authenticator, outbox: Outbox) -> Routes {
    Routes::new()
        .routes(routes!(refresh_session))
        .routes(routes!(list_sessions, end_other_sessions))
        .routes(routes!(end_session))
        .with_state(Sessions { store, limits, keys, authenticator, outbox })
}

/// A renewed session.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct RefreshAnswer {
    success: bool,
    token: String,
    expires_in: u64,
}

/// Renew a browser session's secrets. Only the cookie authenticates. A cookie that was already replaced ends the
/// session.
#[utoipa::path(post, path = "/api/auth/refresh", tag = "auth",
    responses((status = 200, body = RefreshAnswer), (status = 429, body = Problem)))]
async fn refresh_session(
    State(Sessions { store, limits, keys, authenticator, outbox }): State<Sessions>,
    Extension(origins): Extension<Origins>,
    address: ClientAddress,
    headers: HeaderMap,
    NamedLanguage(language): NamedLanguage,
) -> AppResult<Response> {
    limits.count_source(SESSION_REFRESHES, address.source())?;
    let Some(token) = cookies::read(&headers, REFRESH_COOKIE).map(str::to_owned) else {
        return Err(UNAUTHENTICATED.into());
    };
    require_our_own_page(&headers, &origins)?;
    let ring = keys.clone();
    let renew = move |tx: &Tx<'_>| super::renew(tx, &ring, &token, address.source(), language);
    let rotation = store.write_for_visitor(renew).await?;
    match rotation {
        Rotation::Rotated(member, granted) => {
            let user = store.read(|read| UserInfo::read(read, member))?;
            let now = store.clock().now();
            let answer = RefreshAnswer {
                success: true,
                token: sessions::request_token(&keys, granted.session),
                expires_in: granted.access_expires.seconds_from(now),
            };
            Ok((member_cookies(&authenticator, &granted, &user, now), Json(answer)).into_response())
        }
        ended => {
            if let Rotation::Stolen(member) = ended {
                let source = address.source();
                tracing::warn!(%member, %source, "refresh token reuse detected; session ended");
                outbox.wake();
            }
            let refused = AppError::from(UNAUTHENTICATED).into_response();
            Ok((no_member_cookies(&authenticator), refused).into_response())
        }
    }
}

/// A session of the member.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct SessionView {
    /// Session id; ids sort by sign-in time.
    #[serde(rename = "_id")]
    id: SessionId,
    /// `browser`, or `api` for an app or a script.
    kind: &'static str,
    /// Browser and operating system; null if unknown.
    #[schema(required)]
    device: Option<String>,
    /// The time at which the member signed in there.
    started: Timestamp,
    /// The time at which it was last renewed. An open page renews it every 15 minutes.
    last_seen: Timestamp,
    /// Whether this request came from this session.
    current: bool,
}

impl SessionView {
    fn of(session: SessionInfo, current: SessionId) -> Self {
        Self {
            kind: session.kind.name(),
            current: session.id == current,
            id: session.id,
            device: session.device,
            started: session.started,
            last_seen: session.last_seen,
        }
    }
}

/// List the member's sessions, most recently seen first.
#[utoipa::path(get, path = "/api/auth/sessions", tag = "sessions",
    responses((status = 200, body = Vec<SessionView>)))]
async fn list_sessions(State(state): State<Sessions>, member: Member) -> AppResult<Json<Vec<SessionView>>> {
    let found = state.store.read(|read| sessions::list_of_member(read, member.id))?;
    Ok(Json(found.into_iter().map(|session| SessionView::of(session, member.session)).collect()))
}

/// End one of the member's sessions; ending the current one signs out.
#[utoipa::path(delete, path = "/api/auth/sessions/{id}", tag = "sessions", params(("id" = SessionId, Path)),
    responses((status = 200, body = Success)))]
async fn end_session(
    State(state): State<Sessions>,
    member: Member,
    PathId(session): PathId<SessionId>,
) -> AppResult<(Cookies, Json<Success>)> {
    let id = member.id;
    state.store.write_as(member.principal(), move |tx| super::end(tx, id, session)).await?;
    let cookies = match session == member.session {
        true => no_member_cookies(&state.authenticator),
        false => Cookies::default(),
    };
    Ok((cookies, Success::DONE))
}

/// The number of ended sessions.
#[derive(Serialize, utoipa::ToSchema)]
struct EndedSessions {
    success: bool,
    ended: usize,
}

/// End all sessions of the member except the current one.
#[utoipa::path(delete, path = "/api/auth/sessions", tag = "sessions",
    responses((status = 200, body = EndedSessions)))]
async fn end_other_sessions(State(state): State<Sessions>, member: Member) -> AppResult<Json<EndedSessions>> {
    let ended =
        state.store.write_as(member.principal(), move |tx| sessions::end_others(tx, member.id, member.session)).await?;
    Ok(Json(EndedSessions { success: true, ended }))
}

//! A member's passkeys over HTTP.

use axum::extract::State;
use serde::Serialize;

use crate::auth::passkeys::{self, BODY_LIMIT, Passkey, RegistrationRequest};
use crate::auth::{self, Authenticator, Member, Success, UserInfo};
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, PasskeyId};
use crate::base::problem::AppResult;
use crate::base::secret::base64url;
use crate::platform::http::cookies::Cookies;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::{PathId, UserAgent};
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Store;
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::PASSKEY_REGISTRATIONS;

#[derive(Clone)]
struct OwnPasskeys {
    store: Store,
    limits: Limits,
    authenticator: Authenticator,
}

/// Routes for the member's own passkeys.
pub fn routes(store: Store, limits: Limits, authenticator: Authenticator) -> Routes {
    Routes::new()
        .routes(routes!(register_biometric))
        .routes(routes!(list_passkeys))
        .routes(routes!(delete_passkey))
        .with_state(OwnPasskeys { store, limits, authenticator })
}

/// A passkey as its owner sees it.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasskeyInfo {
    /// Passkey id; ids sort by registration time.
    #[serde(rename = "_id")]
    id: PasskeyId,
    /// The credential id as base64url: a device recognises its own passkey by it.
    credential_id: String,
    /// Browser and operating system.
    name: String,
    /// The time at which it was registered.
    created: Timestamp,
    /// The time at which it was last used to sign in; null if never.
    #[schema(required)]
    last_used: Option<Timestamp>,
}

impl From<Passkey<MemberId>> for PasskeyInfo {
    fn from(passkey: Passkey<MemberId>) -> Self {
        Self {
            id: passkey.id,
            credential_id: base64url(&passkey.credential.credential_id),
            name: passkey.name,
            created: passkey.created,
            last_used: passkey.last_used,
        }
    }
}

/// A passkey that has been registered.
#[derive(Serialize, utoipa::ToSchema)]
struct NewPasskeyAnswer {
    success: bool,
    passkey: PasskeyInfo,
}

/// Register a passkey.
#[utoipa::path(post, path = "/api/auth/registerBiometric", tag = "passkeys", request_body = RegistrationRequest,
    responses((status = 200, body = NewPasskeyAnswer), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
async fn register_biometric(
    State(OwnPasskeys { store, limits, authenticator }): State<OwnPasskeys>,
    member: Member,
    UserAgent(user_agent): UserAgent,
    Json(request): Json<RegistrationRequest, BODY_LIMIT>,
) -> AppResult<(Cookies, Json<NewPasskeyAnswer>)> {
    limits.count(PASSKEY_REGISTRATIONS, member.id.as_bytes())?;
    let credential = passkeys::check_registration(&authenticator, member.id, member.principal(), &request).await?;
    let (id, name) = (member.id, auth::device_words(&user_agent).unwrap_or_else(|| "Passkey".to_owned()));
    let (passkey, user) = store
        .write_as(member.principal(), move |tx| Ok((super::add(tx, id, credential, &name)?, UserInfo::read(tx, id)?)))
        .await?;
    let answer = NewPasskeyAnswer { success: true, passkey: passkey.into() };
    Ok((auth::refresh_user_cookie(&authenticator, &member, &user), Json(answer)))
}

/// List the member's passkeys, oldest first.
#[utoipa::path(get, path = "/api/auth/passkeys", tag = "passkeys",
    responses((status = 200, body = Vec<PasskeyInfo>)))]
async fn list_passkeys(State(passkeys): State<OwnPasskeys>, member: Member) -> AppResult<Json<Vec<PasskeyInfo>>> {
    let found = passkeys.store.read(|read| passkeys::list(read, member.id))?;
    Ok(Json(found.into_iter().map(PasskeyInfo::from).collect()))
}

/// Remove one of the member's passkeys.
#[utoipa::path(delete, path = "/api/auth/passkeys/{id}", tag = "passkeys", params(("id" = PasskeyId, Path)),
    responses((status = 200, body = Success)))]
async fn delete_passkey(
    State(OwnPasskeys { store, authenticator, .. }): State<OwnPasskeys>,
    member: Member,
    PathId(passkey): PathId<PasskeyId>,
) -> AppResult<(Cookies, Json<Success>)> {
    let id = member.id;
    let user = store
        .write_as(member.principal(), move |tx| {
            super::remove(tx, id, passkey)?;
            UserInfo::read(tx, id)
        })
        .await?;
    Ok((auth::refresh_user_cookie(&authenticator, &member, &user), Success::DONE))
}

//! HTTP calls to request challenges and to sign in by passkey.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::{BODY_LIMIT, DEVICE_TIME, FRESH, PASSKEYS_UNAVAILABLE, issue_challenge, list, require_room};
use super::{SignInRequest, user_id};
use crate::auth::http::{DEVICE_COOKIE, LoginAnswer, login_answer};
use crate::auth::login::{self, API_SESSIONS_OFF};
use crate::auth::sessions::SessionKind;
use crate::auth::{AuthState, MaybeMember, UNAUTHENTICATED, UserInfo, device_words, known_device};
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::base::secret::base64url;
use crate::platform::http::cookies;
use crate::platform::http::json::Json;
use crate::platform::http::origin::is_from_browser;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::{ClientAddress, NamedLanguage, UserAgent};
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Tx;
use crate::platform::throttle::table::{PASSKEY_CHALLENGES, PASSKEY_SIGN_INS};

pub(in crate::auth) fn routes() -> Routes<AuthState> {
    Routes::new().routes(routes!(create_biometric_challenge)).routes(routes!(verify_biometric))
}

/// The purpose of a challenge.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
enum ChallengePurpose {
    /// Registering a passkey of the signed-in member.
    Register,
    /// Signing in.
    Verify,
}

/// A request for a challenge.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct ChallengeRequest {
    purpose: ChallengePurpose,
    /// For `verify`: the credential id that this device has stored.
    credential_id: Option<String>,
    /// Required for `register` unless the sign-in is under ten minutes old.
    current_password: Option<String>,
}

/// The data that a device needs for the ceremony.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct ChallengeAnswer {
    /// 32 bytes, as base64url; works once, within 120 seconds.
    challenge: String,
    /// The domain name that passkeys are bound to.
    rp_id: String,
    /// For `register`: the user handle under which the device stores the passkey, as base64url. Empty for `verify`.
    user_id: String,
    /// Time limit for the device, in milliseconds.
    timeout: u64,
    /// For `register`: the member's present passkeys, to be excluded. For `verify`: the requested passkey.
    credential_ids: Vec<String>,
}

/// Request a challenge to register a passkey or to sign in with one.
#[utoipa::path(post, path = "/api/auth/biometric_challenge", tag = "passkeys", request_body = ChallengeRequest,
    responses((status = 200, body = ChallengeAnswer), (status = 401, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
async fn create_biometric_challenge(
    State(AuthState { store, limits, authenticator, .. }): State<AuthState>,
    MaybeMember(member): MaybeMember,
    address: ClientAddress,
    Json(request): Json<ChallengeRequest>,
) -> AppResult<Json<ChallengeAnswer>> {
    limits.count_source(PASSKEY_CHALLENGES, address.source())?;
    let party = authenticator.relying_party().ok_or(PASSKEYS_UNAVAILABLE)?;
    let (challenge, user_id, credential_ids) = match request.purpose {
        // An unknown credential id gets the same response, which contains only data that the client sent.
        ChallengePurpose::Verify => {
            let challenge = store.write_for_visitor(|tx| issue_challenge::<MemberId>(tx, None)).await?;
            (challenge, String::new(), request.credential_id.into_iter().collect())
        }
        ChallengePurpose::Register => {
            let member = member.ok_or(UNAUTHENTICATED)?;
            let typed = request.current_password.as_deref();
            login::reauthenticate(&authenticator, &member, FRESH, typed, address.source()).await?;
            let known = store.read(|read| {
                require_room(read, member.id)?;
                list(read, member.id)
            })?;
            let known = known.iter().map(|passkey| base64url(&passkey.credential.credential_id)).collect();
            let issue = move |tx: &Tx<'_>| issue_challenge(tx, Some(member.id));
            let challenge = store.write_as(member.principal(), issue).await?;
            (challenge, user_id(member.id.as_bytes()), known)
        }
    };
    Ok(Json(ChallengeAnswer {
        challenge: base64url(&challenge),
        rp_id: party.id().to_owned(),
        user_id,
        timeout: DEVICE_TIME.as_secs() * 1_000,
        credential_ids,
    }))
}

/// Sign in with a passkey.
#[utoipa::path(post, path = "/api/auth/biometric_verify", tag = "passkeys", request_body = SignInRequest,
    responses((status = 200, body = LoginAnswer), (status = 401, body = Problem), (status = 429, body = Problem)))]
async fn verify_biometric(
    State(AuthState { store, limits, keys, authenticator, .. }): State<AuthState>,
    address: ClientAddress,
    headers: HeaderMap,
    UserAgent(user_agent): UserAgent,
    NamedLanguage(language): NamedLanguage,
    Json(request): Json<SignInRequest, BODY_LIMIT>,
) -> AppResult<Response> {
    limits.count_source(PASSKEY_SIGN_INS, address.source())?;
    let kind = if is_from_browser(&headers) { SessionKind::Browser } else { SessionKind::Api };
    if kind == SessionKind::Api && !authenticator.standalone_bearer() {
        return Err(API_SESSIONS_OFF.into());
    }
    let browser = known_device::device_of(cookies::read(&headers, DEVICE_COOKIE));
    let device = (browser.as_str(), device_words(&user_agent));
    let (member, granted) = super::sign_in(&authenticator, &request, kind, device, language).await?;
    let user = store.read(|read| UserInfo::read(read, member))?;
    let device = login::mark_device(&keys, Some(&browser), member);
    Ok(login_answer(&authenticator, kind, &granted, user, Some(&device)))
}

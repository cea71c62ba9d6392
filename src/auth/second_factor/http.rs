//! HTTP calls to set up and use a second factor. A session that must still set one up may make these calls.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::passkeys::{StaffPasskey, sign_in};
use super::{Enrolment, RecoveryCodes, first_recovery_codes, queries};
use crate::auth::http::Success;
use crate::auth::passkeys::{
    self, BODY_LIMIT, DeviceChallenge, PASSKEYS_UNAVAILABLE, RegistrationRequest, SignInRequest,
};
use crate::auth::staff::{find_staff, reauthenticate, session_kind, welcome};
use crate::auth::staff_sessions::Origin;
use crate::auth::{AuthState, EnteringStaff, UNAUTHENTICATED};
use crate::base::id::{PasskeyId, StaffId};
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::platform::audit::{self, AuditedAction};
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::{ClientAddress, PathId, UserAgent};
use crate::platform::http::routes::{Routes, routes};
use crate::platform::throttle::table::{FIRST_APP_CODES, STAFF_PASSKEY_CHALLENGES, STAFF_PASSKEY_SIGN_INS};

pub(in crate::auth) fn routes() -> Routes<AuthState> {
    Routes::new()
        .routes(routes!(get_second_factor))
        .routes(routes!(begin_totp))
        .routes(routes!(confirm_totp))
        .routes(routes!(remove_totp))
        .routes(routes!(renew_recovery_codes))
        .routes(routes!(create_staff_passkey_challenge))
        .routes(routes!(add_staff_passkey))
        .routes(routes!(remove_staff_passkey))
        .routes(routes!(create_staff_sign_in_challenge))
        .routes(routes!(create_staff_passkey_login))
}

/// The state of one's own second factor.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct SecondFactor {
    /// Whether the settings require a second factor.
    required: bool,
    /// Whether an authenticator app is set up.
    totp: bool,
    passkeys: Vec<StaffPasskey>,
    /// Unused recovery codes.
    recovery_codes_left: i64,
}

/// Show the state of one's own second factor.
#[utoipa::path(get, path = "/api/staff/second-factor", tag = "staff",
    responses((status = 200, body = SecondFactor)))]
async fn get_second_factor(
    State(AuthState { store, authenticator, .. }): State<AuthState>,
    EnteringStaff(staff): EnteringStaff,
) -> AppResult<Json<SecondFactor>> {
    let found = store.read_consistently(|read| {
        Ok(SecondFactor {
            required: authenticator.needs_second_factor(staff.role),
            totp: queries::count_totp(read, staff.id)? > 0,
            passkeys: passkeys::list(read, staff.id)?.into_iter().map(StaffPasskey::from).collect(),
            recovery_codes_left: queries::count_recovery_codes(read, staff.id)?,
        })
    })?;
    Ok(Json(found))
}

/// The current password, needed unless the sign-in is under ten minutes old.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct StaffProofRequest {
    #[serde(default)]
    #[schema(required = false)]
    current_password: Option<String>,
}

/// Start the set-up of an authenticator app. It takes effect after the first code is confirmed.
#[utoipa::path(post, path = "/api/staff/second-factor/totp", tag = "staff", request_body = StaffProofRequest,
    responses((status = 200, body = Enrolment), (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn begin_totp(
    State(AuthState { store, keys, authenticator, .. }): State<AuthState>,
    EnteringStaff(staff): EnteringStaff,
    address: ClientAddress,
    Json(request): Json<StaffProofRequest>,
) -> AppResult<Json<Enrolment>> {
    reauthenticate(&authenticator, &staff, request.current_password.as_deref(), address.source()).await?;
    store
        .write_as(staff.principal(), move |tx| {
            let email = find_staff(tx, staff.id)?.ok_or(UNAUTHENTICATED)?.info.email;
            super::begin_totp(tx, &keys, staff.id, &email)
        })
        .await
        .map(Json)
}

/// The code that the app shows now.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CodeOfApp {
    /// Six digits.
    #[serde(default)]
    code: String,
}

/// Finish the set-up of an authenticator app with its first code. The first factor comes with recovery codes.
#[utoipa::path(post, path = "/api/staff/second-factor/totp/confirm", tag = "staff", request_body = CodeOfApp,
    responses((status = 200, body = RecoveryCodes), (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn confirm_totp(
    State(AuthState { store, limits, keys, .. }): State<AuthState>,
    EnteringStaff(staff): EnteringStaff,
    address: ClientAddress,
    Json(request): Json<CodeOfApp>,
) -> AppResult<Json<RecoveryCodes>> {
    limits.count(FIRST_APP_CODES, staff.id.as_bytes())?;
    let codes = store
        .write_as(staff.principal(), move |tx| {
            let Some(codes) = super::confirm_totp(tx, &keys, staff.id, &request.code)? else { return Ok(None) };
            audit::record(tx, &keys, &staff.actor(address.0), AuditedAction::bare("staff.add_totp", staff.id))?;
            Ok(Some(codes))
        })
        .await?;
    codes.map(Json).ok_or_else(|| AppError::invalid_field("code", "second_factor_invalid"))
}

/// Remove the authenticator app.
#[utoipa::path(post, path = "/api/staff/second-factor/totp/remove", tag = "staff", request_body = StaffProofRequest,
    responses((status = 200, body = Success), (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn remove_totp(
    State(AuthState { store, keys, authenticator, .. }): State<AuthState>,
    EnteringStaff(staff): EnteringStaff,
    address: ClientAddress,
    Json(request): Json<StaffProofRequest>,
) -> AppResult<Json<Success>> {
    reauthenticate(&authenticator, &staff, request.current_password.as_deref(), address.source()).await?;
    let needed = authenticator.needs_second_factor(staff.role);
    store
        .write_as(staff.principal(), move |tx| {
            super::remove_totp(tx, staff.id, needed)?;
            audit::record(tx, &keys, &staff.actor(address.0), AuditedAction::bare("staff.remove_totp", staff.id))
        })
        .await?;
    Ok(Success::DONE)
}

/// Get ten new recovery codes. All earlier ones stop working.
#[utoipa::path(post, path = "/api/staff/second-factor/recovery-codes", tag = "staff", request_body = StaffProofRequest,
    responses((status = 200, body = RecoveryCodes), (status = 404, body = Problem), (status = 429, body = Problem)))]
async fn renew_recovery_codes(
    State(AuthState { store, keys, authenticator, .. }): State<AuthState>,
    EnteringStaff(staff): EnteringStaff,
    address: ClientAddress,
    Json(request): Json<StaffProofRequest>,
) -> AppResult<Json<RecoveryCodes>> {
    reauthenticate(&authenticator, &staff, request.current_password.as_deref(), address.source()).await?;
    store
        .write_as(staff.principal(), move |tx| {
            if !super::is_set_up(tx, staff.id)? {
                return Err(NOT_FOUND.into());
            }
            audit::record(
                tx,
                &keys,
                &staff.actor(address.0),
                AuditedAction::bare("staff.renew_recovery_codes", staff.id),
            )?;
            super::renew_recovery_codes(tx, &keys, staff.id)
        })
        .await
        .map(Json)
}

/// Request a challenge to register one's own passkey.
#[utoipa::path(post, path = "/api/staff/second-factor/passkeys/challenge", tag = "staff", request_body = StaffProofRequest,
    responses((status = 200, body = DeviceChallenge), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
async fn create_staff_passkey_challenge(
    State(AuthState { store, limits, authenticator, .. }): State<AuthState>,
    EnteringStaff(staff): EnteringStaff,
    address: ClientAddress,
    Json(request): Json<StaffProofRequest>,
) -> AppResult<Json<DeviceChallenge>> {
    limits.count_source(STAFF_PASSKEY_CHALLENGES, address.source())?;
    let party = authenticator.relying_party().ok_or(PASSKEYS_UNAVAILABLE)?;
    reauthenticate(&authenticator, &staff, request.current_password.as_deref(), address.source()).await?;
    let known = store.read(|read| {
        passkeys::require_room(read, staff.id)?;
        passkeys::list(read, staff.id)
    })?;
    let known: Vec<&[u8]> = known.iter().map(|passkey| &passkey.credential.credential_id[..]).collect();
    let id = staff.id;
    let challenge = store.write_as(staff.principal(), move |tx| passkeys::issue_challenge(tx, Some(id))).await?;
    Ok(Json(DeviceChallenge::new(party.id(), challenge, Some(id.as_bytes()), &known)))
}

/// A passkey that was just registered. With the first factor it comes with recovery codes.
#[derive(Serialize, utoipa::ToSchema)]
struct StaffPasskeyAnswer {
    passkey: StaffPasskey,
    #[serde(flatten)]
    codes: RecoveryCodes,
}

/// Register one's own passkey.
#[utoipa::path(post, path = "/api/staff/second-factor/passkeys", tag = "staff", request_body = RegistrationRequest,
    responses((status = 201, body = StaffPasskeyAnswer), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn add_staff_passkey(
    State(AuthState { store, keys, authenticator, .. }): State<AuthState>,
    EnteringStaff(staff): EnteringStaff,
    address: ClientAddress,
    agent: UserAgent,
    Json(request): Json<RegistrationRequest, BODY_LIMIT>,
) -> AppResult<(StatusCode, Json<StaffPasskeyAnswer>)> {
    let credential = passkeys::check_registration(&authenticator, staff.id, staff.principal(), &request).await?;
    let answer = store
        .write_as(staff.principal(), move |tx| {
            let passkey = StaffPasskey::from(passkeys::add(tx, staff.id, credential, agent.0)?);
            let codes = first_recovery_codes(tx, &keys, staff.id)?;
            audit::record(
                tx,
                &keys,
                &staff.actor(address.0),
                AuditedAction::with("staff.add_passkey", staff.id, &passkey)?,
            )?;
            Ok(StaffPasskeyAnswer { passkey, codes })
        })
        .await?;
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Remove one's own passkey.
#[utoipa::path(delete, path = "/api/staff/second-factor/passkeys/{id}", tag = "staff", params(("id" = PasskeyId, Path)),
    responses((status = 204), (status = 409, body = Problem)))]
async fn remove_staff_passkey(
    State(AuthState { store, keys, authenticator, .. }): State<AuthState>,
    EnteringStaff(staff): EnteringStaff,
    address: ClientAddress,
    PathId(id): PathId<PasskeyId>,
) -> AppResult<StatusCode> {
    let needed = authenticator.needs_second_factor(staff.role);
    store
        .write_as(staff.principal(), move |tx| {
            if !super::remove_passkey(tx, staff.id, id, needed)? {
                return Err(NOT_FOUND.into());
            }
            audit::record(tx, &keys, &staff.actor(address.0), AuditedAction::bare("staff.remove_passkey", id))
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Request a challenge to sign in as staff by passkey.
#[utoipa::path(post, path = "/api/staff/passkey/challenge", tag = "staff",
    responses((status = 200, body = DeviceChallenge), (status = 422, body = Problem), (status = 429, body = Problem)))]
async fn create_staff_sign_in_challenge(
    State(AuthState { store, limits, authenticator, .. }): State<AuthState>,
    address: ClientAddress,
) -> AppResult<Json<DeviceChallenge>> {
    limits.count_source(STAFF_PASSKEY_CHALLENGES, address.source())?;
    let party = authenticator.relying_party().ok_or(PASSKEYS_UNAVAILABLE)?;
    let challenge = store.write_for_visitor(|tx| passkeys::issue_challenge::<StaffId>(tx, None)).await?;
    Ok(Json(DeviceChallenge::new(party.id(), challenge, None, &[])))
}

/// Sign in as staff with a passkey. The response is that of a sign-in with password and code.
#[utoipa::path(post, path = "/api/staff/passkey/login", tag = "staff", request_body = SignInRequest,
    responses((status = 200, body = crate::auth::staff::StaffLoginAnswer), (status = 401, body = Problem),
        (status = 429, body = Problem)))]
async fn create_staff_passkey_login(
    State(AuthState { limits, authenticator, .. }): State<AuthState>,
    address: ClientAddress,
    agent: UserAgent,
    headers: HeaderMap,
    Json(request): Json<SignInRequest, BODY_LIMIT>,
) -> AppResult<Response> {
    limits.count_source(STAFF_PASSKEY_SIGN_INS, address.source())?;
    let kind = session_kind(&authenticator, &headers)?;
    let origin = Origin { address: address.0.to_string(), agent: agent.0 };
    let (id, granted) = sign_in(&authenticator, &request, kind, origin).await?;
    welcome(&authenticator, kind, id, granted, &headers)
}

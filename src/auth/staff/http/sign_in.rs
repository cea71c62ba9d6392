//! HTTP calls for the sign-in of staff, and for creating the first owner.

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::{check_name, check_password};
use crate::auth::http::{Success, end_presented};
use crate::auth::login::{self, INVALID_CREDENTIALS, PasswordProof};
use crate::auth::passwords::PasswordCheck;
use crate::auth::second_factor::{self, SECOND_FACTOR_INVALID, SECOND_FACTOR_REQUIRED, SecondFactorCheck};
use crate::auth::session_cookies::{no_staff_cookies, staff_cookies};
use crate::auth::sessions::{self, IssuedSession, SessionKind};
use crate::auth::staff::guess_counts;
use crate::auth::staff::{NewStaff, SETUP_CLOSED, StaffInfo};
use crate::auth::staff::{create_first_owner, find_staff, has_owner, queries, setup_is_open};
use crate::auth::staff_sessions::{self, Origin};
use crate::auth::{AuthState, Authenticator, EnteringStaff, Role, STAFF_COOKIE, STAFF_DEVICE_COOKIE, UNAUTHENTICATED};
use crate::base::contact::Email;
use crate::base::id::StaffId;
use crate::base::problem::{AppError, AppResult, FieldProblem};
use crate::platform::audit::{self, Actor, AuditedAction};
use crate::platform::http::cookies;
use crate::platform::http::json::Json;
use crate::platform::http::origin::{Origins, is_from_browser};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::{ClientAddress, UserAgent};
use crate::platform::http::routes::{Routes, routes};
use crate::platform::throttle::failures;
use crate::platform::throttle::table::{STAFF_LOGINS, STAFF_SETUPS};

pub(super) fn routes() -> Routes<AuthState> {
    Routes::new()
        .routes(routes!(create_staff_login))
        .routes(routes!(delete_staff_session))
        .routes(routes!(get_staff_me))
        .routes(routes!(get_staff_setup, create_staff_setup))
}

/// The credentials of a staff sign-in.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct StaffLoginRequest {
    #[serde(default)]
    #[schema(example = "operator@kapok.example")]
    email: String,
    #[serde(default)]
    password: String,
    /// The second factor, if one is set up: six digits of the authenticator app, or a recovery code.
    #[serde(default)]
    #[schema(required = false)]
    code: Option<String>,
}

/// A new staff session.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::auth) struct StaffLoginAnswer {
    success: bool,
    /// In a browser: a request token, which is valid only together with the session's cookie. Otherwise: a bearer.
    token: String,
    /// Seconds until the session ends.
    expires_in: u64,
    staff: StaffMe,
}

/// The signed-in staff member and the state of the second factor.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::auth) struct StaffMe {
    #[serde(flatten)]
    info: StaffInfo,
    /// Whether a second factor is set up.
    second_factor: bool,
    /// Whether the session may only set up a second factor.
    enrolment_required: bool,
}

impl StaffMe {
    fn read(authenticator: &Authenticator, id: StaffId) -> AppResult<Self> {
        let person = authenticator.store().read(|read| find_staff(read, id))?.ok_or(UNAUTHENTICATED)?;
        let needed = authenticator.needs_second_factor(person.info.role);
        let enrolment_required = needed && !person.second_factor;
        Ok(Self { info: person.info, second_factor: person.second_factor, enrolment_required })
    }
}

/// Whether cookies or a bearer will carry the session. Fails if sign-ins without a browser are switched off.
pub(in crate::auth) fn session_kind(authenticator: &Authenticator, headers: &HeaderMap) -> AppResult<SessionKind> {
    match is_from_browser(headers) {
        true => Ok(SessionKind::Browser),
        false if authenticator.standalone_bearer() => Ok(SessionKind::Api),
        false => Err(login::API_SESSIONS_OFF.into()),
    }
}

/// Sign in as staff.
#[utoipa::path(post, path = "/api/staff/login", tag = "staff", request_body = StaffLoginRequest,
    responses((status = 200, body = StaffLoginAnswer), (status = 401, body = Problem),
        (status = 429, body = Problem)))]
async fn create_staff_login(
    State(AuthState { store, limits, keys, authenticator, .. }): State<AuthState>,
    address: ClientAddress,
    agent: UserAgent,
    headers: HeaderMap,
    Json(request): Json<StaffLoginRequest>,
) -> AppResult<Response> {
    limits.count_source(STAFF_LOGINS, address.source())?;
    let kind = session_kind(&authenticator, &headers)?;
    let known = match Email::parse(&request.email) {
        Some(email) => store.read(|read| queries::find_by_email(read, &email))?,
        None => None,
    };
    let mark = cookies::read(&headers, STAFF_DEVICE_COOKIE);
    let guess = guess_counts::of_sign_in(&keys, known.as_ref(), &request.email, mark, address.source());
    let proof = PasswordProof {
        guess: guess.clone(),
        password: &request.password,
        stored: known.as_ref().and_then(|person| person.password_hash.clone()),
    };
    let outcome = login::prove(&authenticator, proof).await?;
    let person = known.ok_or(INVALID_CREDENTIALS)?;
    if !person.active {
        return Err(login::ACCOUNT_SUSPENDED.into());
    }
    let renewed = match outcome {
        PasswordCheck::RightButOutdated => Some(authenticator.passwords().hash(&request.password).await?),
        _ => None,
    };
    let sources = guess.sources.clone();
    let (code, time) = (request.code, authenticator.staff_time());
    let origin = Origin { address: address.0.to_string(), agent: agent.0 };
    let counted = limits.clone();
    let outcome = store
        .write_for_visitor(move |tx| {
            match second_factor::check(tx, &keys, person.id, code.as_deref())? {
                SecondFactorCheck::NotAsked | SecondFactorCheck::Right => {}
                // The password was right, so a missing code does not count as a failure.
                SecondFactorCheck::Missing => {
                    counted.counted(|| failures::take_back_on_account(tx, &guess.account))?;
                    return Ok(Err(SECOND_FACTOR_REQUIRED));
                }
                SecondFactorCheck::Wrong => return Ok(Err(SECOND_FACTOR_INVALID)),
            }
            failures::clear(tx, &guess.account)?;
            if let Some(hash) = renewed {
                queries::rehash_password(tx, person.id, person.epoch, &hash)?;
            }
            queries::note_sign_in(tx, person.id)?;
            staff_sessions::open(tx, person.id, person.epoch, kind, time, &origin).map(Ok)
        })
        .await?;
    match outcome {
        Ok(granted) => welcome(&authenticator, kind, person.id, granted, &headers),
        Err(refused) => {
            if refused == SECOND_FACTOR_INVALID {
                limits.begin_tries(&sources, store.clock().now())?;
            }
            Err(refused.into())
        }
    }
}

/// The response to any kind of sign-in. For a browser it sets the session cookie and the known-device cookie.
pub(in crate::auth) fn welcome(
    authenticator: &Authenticator,
    kind: SessionKind,
    id: StaffId,
    granted: IssuedSession,
    headers: &HeaderMap,
) -> AppResult<Response> {
    let staff = StaffMe::read(authenticator, id)?;
    let expires_in = granted.access_expires.seconds_from(authenticator.store().clock().now());
    if kind == SessionKind::Api {
        let answer = StaffLoginAnswer { success: true, token: granted.access, expires_in, staff };
        return Ok(Json(answer).into_response());
    }
    let token = sessions::request_token(authenticator.keys(), granted.session);
    let answer = StaffLoginAnswer { success: true, token, expires_in, staff };
    let device = guess_counts::mark_device(authenticator.keys(), cookies::read(headers, STAFF_DEVICE_COOKIE), id);
    Ok((staff_cookies(authenticator, &granted, &device), Json(answer)).into_response())
}

/// Sign out as staff. Succeeds with or without a session.
#[utoipa::path(post, path = "/api/staff/logout", tag = "staff",
    responses((status = 200, body = Success)))]
async fn delete_staff_session(
    State(AuthState { authenticator, .. }): State<AuthState>,
    Extension(origins): Extension<Origins>,
    headers: HeaderMap,
) -> AppResult<Response> {
    end_presented(&authenticator, &origins, &headers, &[STAFF_COOKIE]).await?;
    Ok((no_staff_cookies(&authenticator), Success::DONE).into_response())
}

/// Show the signed-in staff member.
#[utoipa::path(get, path = "/api/staff/me", tag = "staff",
    responses((status = 200, body = StaffMe)))]
async fn get_staff_me(
    State(AuthState { authenticator, .. }): State<AuthState>,
    EnteringStaff(staff): EnteringStaff,
) -> AppResult<Json<StaffMe>> {
    StaffMe::read(&authenticator, staff.id).map(Json)
}

/// Whether the programme has no owner yet.
#[derive(Serialize, utoipa::ToSchema)]
struct SetupStatus {
    pending: bool,
}

/// Ask whether the programme has no owner yet.
#[utoipa::path(get, path = "/api/staff/setup", tag = "staff", responses((status = 200, body = SetupStatus)))]
async fn get_staff_setup(State(AuthState { store, .. }): State<AuthState>) -> AppResult<Json<SetupStatus>> {
    Ok(Json(SetupStatus { pending: !store.read(has_owner)? }))
}

/// The first owner, and the token of the one-time link.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct StaffSetupRequest {
    #[serde(default)]
    token: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    email: String,
    #[serde(default)]
    password: String,
}

/// The first owner.
#[derive(Serialize, utoipa::ToSchema)]
struct StaffSetupAnswer {
    success: bool,
    staff: StaffInfo,
}

/// Create the first owner by the one-time link. The link works once.
#[utoipa::path(post, path = "/api/staff/setup", tag = "staff", request_body = StaffSetupRequest,
    responses((status = 201, body = StaffSetupAnswer), (status = 410, body = Problem),
        (status = 429, body = Problem)))]
async fn create_staff_setup(
    State(AuthState { store, limits, keys, authenticator, .. }): State<AuthState>,
    address: ClientAddress,
    Json(request): Json<StaffSetupRequest>,
) -> AppResult<(StatusCode, Json<StaffSetupAnswer>)> {
    limits.count_source(STAFF_SETUPS, address.source())?;
    // Checked before the password is hashed, so that a client without the token cannot cause that work.
    if !store.read(|read| setup_is_open(read, &request.token))? {
        return Err(SETUP_CLOSED.into());
    }
    let (name, email) = check_setup(&authenticator, &request)?;
    let password_hash = authenticator.passwords().hash(&request.password).await?;
    let person = NewStaff { name, email, password_hash, role: Role::Owner, partner: None };
    let staff = store
        .write_for_visitor(move |tx| {
            let id = create_first_owner(tx, &request.token, &person)?;
            let info = find_staff(tx, id)?.ok_or(UNAUTHENTICATED)?.info;
            let (name, role) = (info.name.clone(), info.role.name());
            let actor = Actor { id: *id.as_bytes(), name, role, address: address.0 };
            audit::record(tx, &keys, &actor, AuditedAction::with("staff.set_up", id, &info)?)?;
            Ok(info)
        })
        .await?;
    tracing::info!(staff = %staff.id, "first owner created");
    Ok((StatusCode::CREATED, Json(StaffSetupAnswer { success: true, staff })))
}

fn check_setup(authenticator: &Authenticator, request: &StaffSetupRequest) -> AppResult<(String, Email)> {
    let (name, email) = (check_name(&request.name), Email::parse(&request.email));
    let called = name.as_deref().unwrap_or_default();
    let password = check_password(authenticator, "password", &request.password, called, &request.email);
    match (name, email, password) {
        (Ok(name), Some(email), Ok(())) => Ok((name, email)),
        (name, email, password) => {
            let unreadable = email.is_none().then(|| FieldProblem::new("email", "invalid_email"));
            Err(AppError::invalid([name.err(), unreadable, password.err()].into_iter().flatten().collect()))
        }
    }
}

//! The staff's own sign-in over HTTP, and the making of the first owner.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{NewStaff, SETUP_CLOSED, StaffInfo, create_first_owner, find_staff, has_owner, queries, setup_is_open};
use crate::auth::attempts;
use crate::auth::extractors::bearer;
use crate::auth::http::{Success, end_sessions};
use crate::auth::login::{self, INVALID_CREDENTIALS, Proof};
use crate::auth::password_rules;
use crate::auth::passwords::Verdict;
use crate::auth::session_cookies::{no_staff_cookies, staff_cookies};
use crate::auth::sessions::{self, Owner, Remember, SessionKind};
use crate::auth::{Authenticator, Role, STAFF_COOKIE, Staff, UNAUTHENTICATED};
use crate::base::contact::Email;
use crate::base::keys::Purpose;
use crate::base::problem::{AppError, AppResult, FieldProblem};
use crate::http::cookies;
use crate::http::json::Json;
use crate::http::limits::Limit;
use crate::http::origin::is_from_browser;
use crate::http::problem::Problem;
use crate::http::request::ClientAddress;

/// Sign-ins that one source may try, right or wrong.
const ATTEMPTS: Limit = Limit::of("staff login", 30, 60);
/// Wrong ones: three at once, then one in five minutes.
const FAILURES: [Limit; 1] = [Limit::with_burst("staff login failures", 3, 1, 300)];
/// Tries at the one-time link.
const SETUPS: Limit = Limit::of("staff setup", 20, 3_600);
const LONGEST_NAME: usize = 100;

pub(in crate::auth) fn routes(authenticator: Authenticator) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(create_staff_login))
        .routes(routes!(delete_staff_session))
        .routes(routes!(get_staff_me))
        .routes(routes!(get_staff_setup, create_staff_setup))
        .with_state(authenticator)
}

/// Who signs in.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct StaffLoginRequest {
    #[serde(default)]
    email: String,
    #[serde(default)]
    password: String,
    /// The second factor, where one is set up.
    #[serde(default, rename = "code")]
    #[schema(required = false)]
    _code: Option<String>,
}

/// A staff session that has begun.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffLoginAnswer {
    success: bool,
    /// In a browser a request token, which is worth nothing without the session's cookie; else a bearer.
    token: String,
    /// Seconds until the session ends.
    expires_in: u64,
    staff: StaffInfo,
}

/// Sign in as staff.
#[utoipa::path(post, path = "/api/staff/login", tag = "staff", request_body = StaffLoginRequest,
    responses((status = 200, body = StaffLoginAnswer), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
async fn create_staff_login(
    State(authenticator): State<Authenticator>,
    address: ClientAddress,
    headers: HeaderMap,
    Json(request): Json<StaffLoginRequest>,
) -> AppResult<Response> {
    authenticator.limits().count_source(ATTEMPTS, address.source())?;
    let kind = if is_from_browser(&headers) { SessionKind::Browser } else { SessionKind::Api };
    if kind == SessionKind::Api && !authenticator.standalone_bearer() {
        return Err(login::API_SESSIONS_OFF.into());
    }
    let (store, keys) = (authenticator.store(), authenticator.keys());
    let known = match Email::parse(&request.email) {
        Some(email) => store.read(|read| queries::find_by_email(read, &email))?,
        None => None,
    };
    let key = match &known {
        Some(person) => keys.mac(Purpose::AttemptKey, &[b"staff", person.id.as_bytes(), &person.epoch.to_be_bytes()]),
        None => keys.mac(Purpose::AttemptKey, &[b"staff address", request.email.trim().to_lowercase().as_bytes()]),
    };
    let proof = Proof {
        failures: &FAILURES,
        source: address.source(),
        key,
        password: &request.password,
        stored: known.as_ref().map(|person| person.password_hash.clone()),
    };
    let verdict = login::prove(&authenticator, proof).await?;
    let person = known.ok_or(INVALID_CREDENTIALS)?;
    if !person.active {
        return Err(login::ACCOUNT_SUSPENDED.into());
    }
    let renewed = match verdict {
        Verdict::RightButOutdated => Some(authenticator.passwords().hash(&request.password).await?),
        _ => None,
    };
    let granted = store
        .write(move |tx| {
            attempts::clear(tx, &key)?;
            if let Some(hash) = renewed {
                queries::rehash_password(tx, person.id, &hash)?;
            }
            sessions::open(tx, Owner::Staff(person.id), person.epoch, kind, Remember::No)
        })
        .await?;
    let staff = store.read(|read| find_staff(read, person.id))?.ok_or(UNAUTHENTICATED)?.info;
    let expires_in = granted.access_expires.since(store.clock().now()).as_secs();
    if kind == SessionKind::Api {
        let answer = StaffLoginAnswer { success: true, token: granted.access, expires_in, staff };
        return Ok(Json(answer).into_response());
    }
    let token = sessions::request_token(keys, granted.session);
    let answer = StaffLoginAnswer { success: true, token, expires_in, staff };
    Ok((staff_cookies(&authenticator, &granted), Json(answer)).into_response())
}

/// Sign out as staff. Done with or without a session.
#[utoipa::path(post, path = "/api/staff/logout", tag = "staff", responses((status = 200, body = Success)))]
async fn delete_staff_session(State(authenticator): State<Authenticator>, headers: HeaderMap) -> AppResult<Response> {
    end_sessions(&authenticator, &[bearer(&headers), cookies::read(&headers, STAFF_COOKIE)]).await?;
    Ok((no_staff_cookies(&authenticator), Success::DONE).into_response())
}

/// Show who is signed in.
#[utoipa::path(get, path = "/api/staff/me", tag = "staff",
    responses((status = 200, body = StaffInfo), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn get_staff_me(State(authenticator): State<Authenticator>, staff: Staff) -> AppResult<Json<StaffInfo>> {
    let found = authenticator.store().read(|read| find_staff(read, staff.id))?;
    Ok(Json(found.ok_or(UNAUTHENTICATED)?.info))
}

/// Whether the programme waits for its first owner.
#[derive(Serialize, utoipa::ToSchema)]
struct SetupStatus {
    pending: bool,
}

/// Ask whether the programme waits for its first owner.
#[utoipa::path(get, path = "/api/staff/setup", tag = "staff", responses((status = 200, body = SetupStatus)))]
async fn get_staff_setup(State(authenticator): State<Authenticator>) -> AppResult<Json<SetupStatus>> {
    Ok(Json(SetupStatus { pending: !authenticator.store().read(has_owner)? }))
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

/// Make the first owner through the one-time link, once.
#[utoipa::path(post, path = "/api/staff/setup", tag = "staff", request_body = StaffSetupRequest,
    responses((status = 201, body = StaffSetupAnswer), (status = 400, body = Problem), (status = 410, body = Problem),
        (status = 429, body = Problem)))]
async fn create_staff_setup(
    State(authenticator): State<Authenticator>,
    address: ClientAddress,
    Json(request): Json<StaffSetupRequest>,
) -> AppResult<(StatusCode, Json<StaffSetupAnswer>)> {
    authenticator.limits().count_source(SETUPS, address.source())?;
    let store = authenticator.store();
    // Before the password is hashed: without the token nobody makes this server work.
    if !store.read(|read| setup_is_open(read, &request.token))? {
        return Err(SETUP_CLOSED.into());
    }
    let (name, email) = check_setup(&authenticator, &request)?;
    let password_hash = authenticator.passwords().hash(&request.password).await?;
    let person = NewStaff { name, email, password_hash, role: Role::Owner, partner: None };
    let staff = store
        .write(move |tx| {
            let id = create_first_owner(tx, &request.token, &person)?;
            Ok(find_staff(tx, id)?.ok_or(UNAUTHENTICATED)?.info)
        })
        .await?;
    tracing::info!(staff = %staff.id, "the first owner was made");
    Ok((StatusCode::CREATED, Json(StaffSetupAnswer { success: true, staff })))
}

fn check_setup(authenticator: &Authenticator, request: &StaffSetupRequest) -> AppResult<(String, Email)> {
    let name = request.name.trim().to_owned();
    let email = Email::parse(&request.email);
    let mut fields = Vec::new();
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        fields.push(FieldProblem::new("name", if name.is_empty() { "required_field" } else { "invalid_name" }));
    }
    if email.is_none() {
        fields.push(FieldProblem::new("email", "invalid_email"));
    }
    let local = request.email.split('@').next().unwrap_or("");
    let checked =
        password_rules::check(&request.password, authenticator.password_policy(), &[&name, local], "password");
    fields.extend(checked.err());
    match email {
        Some(email) if fields.is_empty() => Ok((name, email)),
        _ => Err(AppError::invalid(fields)),
    }
}

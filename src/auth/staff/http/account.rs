//! HTTP calls by which staff manage their own account: password and sessions.

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;

use super::check_password;
use crate::auth::http::Success;
use crate::auth::staff::{confirm_password, find_staff, links};
use crate::auth::staff_sessions::{self, StaffSession};
use crate::auth::{AuthState, EnteringStaff, UNAUTHENTICATED};
use crate::base::id::SessionId;
use crate::base::language::Language;
use crate::base::problem::{AppError, AppResult};
use crate::platform::audit::{self, AuditedAction};
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::{ClientAddress, PathId};
use crate::platform::http::routes::{Routes, routes};

pub(super) fn routes() -> Routes<AuthState> {
    Routes::new()
        .routes(routes!(change_staff_password))
        .routes(routes!(list_staff_sessions))
        .routes(routes!(end_staff_session))
}

/// A change of one's own password.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct StaffPasswordRequest {
    #[serde(default)]
    current_password: String,
    #[serde(default)]
    new_password: String,
}

/// Change one's own password. All other sessions of the account end, and an e-mail confirms the change.
#[utoipa::path(put, path = "/api/staff/password", tag = "staff", request_body = StaffPasswordRequest,
    responses((status = 200, body = Success), (status = 429, body = Problem)))]
async fn change_staff_password(
    State(AuthState { store, keys, authenticator, outbox, .. }): State<AuthState>,
    EnteringStaff(staff): EnteringStaff,
    address: ClientAddress,
    language: Language,
    Json(request): Json<StaffPasswordRequest>,
) -> AppResult<Json<Success>> {
    if request.current_password.is_empty() {
        return Err(AppError::invalid_field("currentPassword", "required_field"));
    }
    let person = store.read(|read| find_staff(read, staff.id))?.ok_or(UNAUTHENTICATED)?.info;
    check_password(&authenticator, "newPassword", &request.new_password, &person.name, &person.email)
        .map_err(|problem| AppError::invalid(vec![problem]))?;
    confirm_password(&authenticator, &staff, &request.current_password, address.source()).await?;
    let hash = authenticator.passwords().hash(&request.new_password).await?;
    store
        .write_as(staff.principal(), move |tx| {
            links::change_own(tx, &staff, &hash)?;
            links::tell_of_new_password(tx, &person, language)?;
            audit::record(tx, &keys, &staff.actor(address.0), AuditedAction::bare("staff.change_password", staff.id))
        })
        .await?;
    outbox.wake();
    Ok(Success::DONE)
}

/// List one's own sessions.
#[utoipa::path(get, path = "/api/staff/sessions", tag = "staff",
    responses((status = 200, body = [StaffSession])))]
async fn list_staff_sessions(
    State(AuthState { store, .. }): State<AuthState>,
    EnteringStaff(staff): EnteringStaff,
) -> AppResult<Json<Vec<StaffSession>>> {
    store.read(|read| staff_sessions::list(read, staff.id, Some(staff.session))).map(Json)
}

/// End one of one's own sessions.
#[utoipa::path(delete, path = "/api/staff/sessions/{id}", tag = "staff", params(("id" = SessionId, Path)),
    responses((status = 204)))]
async fn end_staff_session(
    State(AuthState { store, keys, .. }): State<AuthState>,
    EnteringStaff(staff): EnteringStaff,
    address: ClientAddress,
    PathId(session): PathId<SessionId>,
) -> AppResult<StatusCode> {
    store
        .write_as(staff.principal(), move |tx| {
            staff_sessions::end(tx, staff.id, session)?;
            audit::record(tx, &keys, &staff.actor(address.0), AuditedAction::bare("staff.end_session", session))
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

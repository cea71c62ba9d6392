//! A member's own data over HTTP: downloading a copy, and deleting the account.

use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::PersonalData;
use crate::auth::{self, Authenticator, Success, TrustedMember};
use crate::base::problem::AppResult;
use crate::platform::delivery::Outbox;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::ClientAddress;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Store;
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::{ACCOUNT_CLOSINGS, DATA_COPIES};

/// The time for which a sign-in counts as proof of identity.
const FRESH: Duration = Duration::from_secs(10 * 60);

#[derive(Clone)]
struct OwnData {
    store: Store,
    limits: Limits,
    authenticator: Authenticator,
    outbox: Outbox,
}

/// Routes for the member's own data.
pub fn routes(store: Store, limits: Limits, authenticator: Authenticator, outbox: Outbox) -> Routes {
    Routes::new().routes(routes!(export_account)).routes(routes!(delete_account)).with_state(OwnData {
        store,
        limits,
        authenticator,
        outbox,
    })
}

/// Proof of identity.
#[derive(Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
struct ProofRequest {
    /// Required unless the sign-in is under ten minutes old.
    current_password: Option<String>,
}

/// Download a copy of all data that the programme holds about the member.
#[utoipa::path(post, path = "/api/auth/exportAccount", tag = "profile", request_body = ProofRequest,
    responses((status = 200, body = PersonalData), (status = 429, body = Problem)))]
async fn export_account(
    State(OwnData { store, limits, authenticator, .. }): State<OwnData>,
    TrustedMember(member): TrustedMember,
    address: ClientAddress,
    Json(request): Json<ProofRequest>,
) -> AppResult<Response> {
    limits.count(DATA_COPIES, member.id.as_bytes())?;
    let typed = request.current_password.as_deref();
    auth::reauthenticate(&authenticator, &member, FRESH, typed, address.source()).await?;
    let data = store.read_at_length(move |read| super::export(read, member.id)).await?;
    let as_file = HeaderValue::from_static("attachment; filename=\"kapok-data.json\"");
    Ok(([(header::CONTENT_DISPOSITION, as_file)], Json(data)).into_response())
}

/// Delete the member's account, at once and permanently. Remaining points expire.
#[utoipa::path(post, path = "/api/auth/deleteAccount", tag = "profile", request_body = ProofRequest,
    responses((status = 200, body = Success), (status = 429, body = Problem)))]
async fn delete_account(
    State(OwnData { store, limits, authenticator, outbox }): State<OwnData>,
    TrustedMember(member): TrustedMember,
    address: ClientAddress,
    Json(request): Json<ProofRequest>,
) -> AppResult<Response> {
    limits.count(ACCOUNT_CLOSINGS, member.id.as_bytes())?;
    let typed = request.current_password.as_deref();
    auth::reauthenticate(&authenticator, &member, FRESH, typed, address.source()).await?;
    store.write_as(member.principal(), move |tx| super::erase(tx, member.id)).await?;
    outbox.wake();
    tracing::info!(member = %member.id, "member account erased");
    let clear = (HeaderName::from_static("clear-site-data"), HeaderValue::from_static("\"cache\""));
    Ok((auth::no_member_cookies(&authenticator), [clear], Success::DONE).into_response())
}

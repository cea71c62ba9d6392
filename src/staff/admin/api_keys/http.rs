//! API keys over HTTP.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{KeyInput, KeyView, find};
use crate::auth::api_keys::{self, Scope};
use crate::base::id::{ApiKeyId, OutletId, PartnerId};
use crate::base::problem::AppResult;
use crate::platform::http::json::Json;
use crate::platform::http::list_response::ListRequest;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::staff::approvals::{self, ApprovalOutcome, ApprovalRequest};
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::{StaffWith, changed_version, tagged};
use crate::staff::kit::permissions::{AccessReaders, Owners};
use crate::staff::kit::replace_body::{edited, require_settled};

pub fn routes() -> Routes<AdminContext> {
    Routes::new().routes(routes!(list_api_keys, create_api_key)).routes(routes!(
        get_api_key,
        replace_api_key,
        revoke_api_key
    ))
}

/// List every key, without its secret; as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/api-keys", tag = "admin",
    params(("format" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [KeyView])))]
async fn list_api_keys(
    State(admin): State<AdminContext>,
    _: StaffWith<AccessReaders>,
    request: ListRequest,
) -> AppResult<Response> {
    let keys = admin.store.read(api_keys::list_api_keys)?;
    request.page_of("api-keys", keys.into_iter().map(KeyView::from).collect(), |key| key.id().to_string())
}

/// Show one key, without its secret; a change must name the `ETag`.
#[utoipa::path(get, path = "/api/admin/api-keys/{id}", tag = "admin", params(("id" = ApiKeyId, Path)),
    responses((status = 200, body = KeyView)))]
async fn get_api_key(
    State(admin): State<AdminContext>,
    _: StaffWith<AccessReaders>,
    PathId(id): PathId<ApiKeyId>,
) -> AppResult<Response> {
    let key = admin.store.read(|read| find(read, id))?;
    Ok(tagged(StatusCode::OK, key.version, key))
}

/// The partner whose till the key is for, and what the key may do.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ApiKeyRequest {
    partner_id: PartnerId,
    /// The outlet of the till, which cannot be changed later; absent for all outlets of the partner. A purchase with
    /// the key earns by the rules of the outlet, and the key ends when the outlet is closed.
    #[serde(default)]
    #[schema(required = false)]
    outlet_id: Option<OutletId>,
    /// Its display name, at most 60 characters. Two keys may have the same name and work at the same time, so that a
    /// till can change over.
    name: String,
    /// The key's permissions; by default those of a counter.
    #[serde(default = "super::every_scope")]
    #[schema(required = false)]
    scopes: Vec<Scope>,
    /// Networks that it may be used from, such as `203.0.113.0/24`; empty for any.
    #[serde(default)]
    #[schema(required = false)]
    networks: Vec<String>,
    /// Points that may be awarded with the key per Hong Kong day; absent if the key has no cap of its own.
    #[serde(default)]
    #[schema(required = false)]
    daily_cap: Option<i64>,
    /// Days until it expires: 1 to 365.
    #[serde(default)]
    #[schema(required = false)]
    expires_in_days: Option<u32>,
}

impl ApiKeyRequest {
    fn input(&self) -> KeyInput {
        let (name, scopes, networks) = (self.name.clone(), self.scopes.clone(), self.networks.clone());
        KeyInput { name, scopes, networks, daily_cap: self.daily_cap }
    }
}

/// A new key.
#[derive(Serialize, utoipa::ToSchema)]
struct ApiKeyAnswer {
    #[serde(flatten)]
    about: KeyView,
    /// The key itself, to send as bearer token; shown only here.
    key: String,
}

/// Create a key for a partner's till.
/// A key that awards points needs approval by a second person where the settings say so. Then the response is 202,
/// and after approval the same request creates the key.
#[utoipa::path(post, path = "/api/admin/api-keys", tag = "admin", request_body = ApiKeyRequest,
    responses((status = 201, body = ApiKeyAnswer), (status = 202, body = approvals::Approval),
        (status = 409, body = Problem)))]
async fn create_api_key(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    Json(request): Json<ApiKeyRequest>,
) -> AppResult<Response> {
    let input = request.input();
    let ask = ApprovalRequest {
        action: "api_key.create",
        target: request.partner_id.to_string(),
        method: "POST",
        path: "/api/admin/api-keys".to_owned(),
        key: None,
        body: serde_json::to_value(&request)?,
        exact: None,
        pending: None,
    };
    let weighty = input.scopes.contains(&Scope::Award);
    let outcome = admin
        .store
        .write_as(staff.caller(), move |tx| {
            // Invalid input is refused before anybody is asked for approval.
            input.terms()?;
            super::require_place(tx, (request.partner_id, request.outlet_id))?;
            approvals::unless_waiting(tx, &staff, weighty.then_some(&ask), |tx| {
                let place = (request.partner_id, request.outlet_id);
                super::create(tx, &staff, place, &input, request.expires_in_days)
            })
        })
        .await?;
    match outcome {
        ApprovalOutcome::Done((about, key)) => {
            Ok(tagged(StatusCode::CREATED, about.version, ApiKeyAnswer { about, key }))
        }
        ApprovalOutcome::Waits(approval) => Ok(approval.answer()?.into_response()),
    }
}

/// Change what a key may do, unless somebody else has changed it meanwhile.
/// The right to award points, a higher daily cap, or more networks need approval by a second person where the
/// settings say so.
#[utoipa::path(put, path = "/api/admin/api-keys/{id}", tag = "admin", request_body = KeyInput,
    params(("id" = ApiKeyId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = KeyView), (status = 202, body = approvals::Approval),
        (status = 409, body = Problem), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn replace_api_key(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    PathId(id): PathId<ApiKeyId>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> AppResult<Response> {
    let version = changed_version(&headers)?;
    let shown = admin.store.read(|read| find(read, id))?;
    require_settled(&body, &shown, "partnerId")?;
    require_settled(&body, &shown, "outletId")?;
    let input: KeyInput = edited(body, &shown, &shown.terms)?;
    let ask = ApprovalRequest {
        action: "api_key.update",
        target: id.to_string(),
        method: "PUT",
        path: format!("/api/admin/api-keys/{id}"),
        key: None,
        body: serde_json::to_value(&input)?,
        exact: None,
        pending: None,
    };
    let outcome = admin
        .store
        .write_as(staff.caller(), move |tx| {
            let widens = input.terms()?.award_more_than(&super::terms_of(tx, id)?);
            approvals::unless_waiting(tx, &staff, widens.then_some(&ask), |tx| {
                super::replace(tx, &staff, id, version, &input)
            })
        })
        .await?;
    match outcome {
        ApprovalOutcome::Done(key) => Ok(tagged(StatusCode::OK, key.version, key)),
        ApprovalOutcome::Waits(approval) => Ok(approval.answer()?.into_response()),
    }
}

/// Revoke a key at once.
#[utoipa::path(delete, path = "/api/admin/api-keys/{id}", tag = "admin", params(("id" = ApiKeyId, Path)),
    responses((status = 204)))]
async fn revoke_api_key(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    PathId(id): PathId<ApiKeyId>,
) -> AppResult<Response> {
    admin.store.write_as(staff.caller(), move |tx| super::revoke(tx, &staff, id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

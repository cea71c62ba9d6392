//! Approvals over HTTP.

use std::sync::Arc;

use axum::extract::{Extension, Query, State};
use axum::response::Response;
use serde::Deserialize;

use super::subject::{self, Subject};
use crate::base::id::ApprovalId;
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::core::settings;
use crate::platform::http::json::Json;
use crate::platform::http::list_response::ListRequest;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::staff::admin::credit_batches::{self, PendingCredit};
use crate::staff::approvals::{self, ActionKinds, Approval, ApprovalStatus};
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::{ApprovalAskers, ApprovalRefusers, Settlers};
use crate::staff::kit::{AdminContext, reason};

pub fn routes(kinds: ActionKinds) -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(list_approvals))
        .routes(routes!(get_approval))
        .routes(routes!(get_subject_of_approval))
        .routes(routes!(list_rows_of_approval))
        .routes(routes!(approve_change))
        .routes(routes!(refuse_change))
        .layer(Extension(kinds))
}

#[derive(Deserialize)]
struct StatusQuery {
    status: Option<String>,
}

/// List the requests for approval by a second person; with `status=pending` those that wait; as CSV with `format=csv`.
/// Support gets only their own requests.
#[utoipa::path(get, path = "/api/admin/approvals", tag = "admin",
    params(("status" = Option<ApprovalStatus>, Query), ("format" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [Approval])))]
async fn list_approvals(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<ApprovalAskers>,
    Query(query): Query<StatusQuery>,
    request: ListRequest,
) -> AppResult<Response> {
    let status = match query.status.as_deref() {
        None | Some("") => None,
        Some(name) => Some(ApprovalStatus::from_name(name).ok_or(INVALID_PARAMETER)?),
    };
    let asker = approvals::whose_to_read(&staff);
    let fetch = move |cursor: Option<String>, limit: i64| {
        let store = admin.store.clone();
        async move {
            let before = cursor.map(|text| ApprovalId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            let before = before.unwrap_or(ApprovalId::from_bytes([0xff; 16]));
            store.read_at_length(move |read| approvals::list(read, asker, status, before, limit)).await
        }
    };
    request.answer("approvals", None, fetch, |approval| approval.id.to_string()).await
}

/// Show one request for approval by a second person.
#[utoipa::path(get, path = "/api/admin/approvals/{id}", tag = "admin", params(("id" = ApprovalId, Path)),
    responses((status = 200, body = Approval)))]
async fn get_approval(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<ApprovalAskers>,
    PathId(id): PathId<ApprovalId>,
) -> AppResult<Json<Approval>> {
    admin.store.read(|read| approvals::readable_one(read, &staff, id)).map(Json)
}

/// Show the subject of a request: the member, the transaction or the batch, as it is now. The access is audited.
#[utoipa::path(get, path = "/api/admin/approvals/{id}/subject", tag = "admin", params(("id" = ApprovalId, Path)),
    responses((status = 200, body = Subject)))]
async fn get_subject_of_approval(
    State(admin): State<AdminContext>,
    Extension(kinds): Extension<ActionKinds>,
    StaffWith { staff, .. }: StaffWith<ApprovalAskers>,
    PathId(id): PathId<ApprovalId>,
) -> AppResult<Json<Subject>> {
    let found = admin.store.read_consistently(|read| subject::of(read, &staff, kinds, id))?;
    admin.look_at(staff, "approval.open", id).beside(async { Ok(Json(found)) }).await
}

/// List the rows of a credit batch that needs approval; as CSV with `format=csv`.
/// Open to the person who asked and to those who may decide. The access is audited.
#[utoipa::path(get, path = "/api/admin/approvals/{id}/rows", tag = "admin",
    params(("id" = ApprovalId, Path), ("format" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [PendingCredit])))]
async fn list_rows_of_approval(
    State(admin): State<AdminContext>,
    Extension(kinds): Extension<ActionKinds>,
    StaffWith { staff, .. }: StaffWith<Settlers>,
    PathId(id): PathId<ApprovalId>,
    request: ListRequest,
) -> AppResult<Response> {
    let lines = Arc::new(admin.store.read(|read| subject::rows(read, &staff, kinds, id))?);
    let look = admin.look_at_list_of(&request, staff, "approval", id)?;
    let total = lines.len() as i64;
    let fetch = move |cursor: Option<String>, limit: i64| {
        let (store, lines) = (admin.store.clone(), lines.clone());
        async move {
            let after = cursor.map(|text| text.parse().map_err(|_| INVALID_PARAMETER)).transpose()?.unwrap_or(0);
            store.read_at_length(move |read| subject::page(read, &lines, after, limit)).await
        }
    };
    look.beside(request.answer("credits-asked-for", Some(total), fetch, |row: &PendingCredit| row.line.to_string()))
        .await
}

/// An approval, with an optional note.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct ApproveRequest {
    /// At most 500 characters.
    #[serde(default)]
    #[schema(required = false)]
    note: Option<String>,
}

/// Approve what another person asked for.
/// The change is made at once. With `repeats`, it is made when that person sends the same request again within the
/// day.
#[utoipa::path(post, path = "/api/admin/approvals/{id}/approve", tag = "admin", request_body = ApproveRequest, params(("id" = ApprovalId, Path)),
    responses((status = 200, body = Approval), (status = 409, body = Problem), (status = 412, body = Problem),
        (status = 422, body = Problem)))]
async fn approve_change(
    State(admin): State<AdminContext>,
    Extension(kinds): Extension<ActionKinds>,
    StaffWith { staff, .. }: StaffWith<Settlers>,
    PathId(id): PathId<ApprovalId>,
    Json(request): Json<ApproveRequest>,
) -> AppResult<Json<Approval>> {
    let given = request.note.filter(|note| !note.trim().is_empty());
    let note = given.map(|note| reason("note", &note)).transpose()?;
    let approval = admin
        .store
        .write_many_rows_as(staff.caller(), move |tx| approvals::approve(tx, &staff, kinds, id, note.as_deref()))
        .await?;
    credit_batches::post_open_rows(&admin.store, &admin.vault).await?;
    admin.outbox.wake();
    admin.store.read(settings::put_to_use)?;
    Ok(Json(approval))
}

/// A refusal, with its reason.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct RefuseRequest {
    /// At most 500 characters.
    #[serde(default)]
    reason: String,
}

/// Refuse what another person asked for, or withdraw one's own request.
#[utoipa::path(post, path = "/api/admin/approvals/{id}/refuse", tag = "admin", request_body = RefuseRequest, params(("id" = ApprovalId, Path)),
    responses((status = 200, body = Approval), (status = 409, body = Problem)))]
async fn refuse_change(
    State(admin): State<AdminContext>,
    Extension(kinds): Extension<ActionKinds>,
    StaffWith { staff, .. }: StaffWith<ApprovalRefusers>,
    PathId(id): PathId<ApprovalId>,
    Json(request): Json<RefuseRequest>,
) -> AppResult<Json<Approval>> {
    let why = reason("reason", &request.reason)?;
    admin.store.write_as(staff.caller(), move |tx| approvals::refuse(tx, &staff, kinds, id, &why)).await.map(Json)
}

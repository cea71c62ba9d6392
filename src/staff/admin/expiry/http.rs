//! Expiry over HTTP.

use axum::extract::State;
use axum::response::{IntoResponse, Response};

use super::{ExpiryEffect, ExpiryReport, ExpiryToSwitchOn, Proposal, effect, report, require_sound, switch_on};
use crate::base::day::Day;
use crate::base::id::StaffId;
use crate::base::problem::{AppError, AppResult};
use crate::core::expiry::PolicyVersion;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Tx;
use crate::staff::approvals::{self, ApprovalOutcome, ApprovalRequest, AskedAction};
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::{Owners, ReportReaders};

pub fn routes() -> Routes<AdminContext> {
    Routes::new().routes(routes!(get_expiry, switch_expiry_on)).routes(routes!(try_expiry))
}

/// Show the policy by which points expire, and what expires by month.
#[utoipa::path(get, path = "/api/admin/expiry", tag = "admin", responses((status = 200, body = ExpiryReport)))]
async fn get_expiry(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<ReportReaders>,
) -> AppResult<Json<ExpiryReport>> {
    let reader = StaffId::from_bytes(staff.actor.id);
    admin.store.read_at_length(move |read| report(read, reader)).await.map(Json)
}

/// Show what another policy would change for the points that members have; nothing is stored.
#[utoipa::path(post, path = "/api/admin/expiry/effect", tag = "admin", request_body = Proposal,
    responses((status = 200, body = ExpiryEffect)))]
async fn try_expiry(
    State(admin): State<AdminContext>,
    _: StaffWith<ReportReaders>,
    Json(proposal): Json<Proposal>,
) -> AppResult<Json<ExpiryEffect>> {
    admin.store.read_at_length(move |read| effect(read, &proposal)).await.map(Json)
}

/// Switch a policy on from a day, unless somebody else has switched one on meanwhile.
/// Points that exist keep their end, or get a later one. Where two people are required, another person has to agree: 202.
#[utoipa::path(post, path = "/api/admin/expiry", tag = "admin", request_body = Proposal,
    responses((status = 200, body = PolicyVersion), (status = 202, body = approvals::Approval),
        (status = 409, body = Problem), (status = 412, body = Problem)))]
async fn switch_expiry_on(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    Json(proposal): Json<Proposal>,
) -> AppResult<Response> {
    let caller = staff.caller();
    let change = move |tx: &Tx<'_>| {
        // While a policy waits for a second person, its first day may pass. A new one begins today or later.
        if proposal.starts < Day::of(tx.now()) {
            return Err(AppError::invalid_field("starts", "day_passed"));
        }
        // A policy that could not be put in force is refused before a second person is asked.
        require_sound(tx, &proposal)?;
        let ask = ApprovalRequest {
            action: "expiry.switch_on",
            target: (proposal.version + 1).to_string(),
            method: "POST",
            path: "/api/admin/expiry".to_owned(),
            key: None,
            body: proposal.in_short()?,
            exact: None,
            pending: Some(AskedAction::of(&ExpiryToSwitchOn(proposal.clone()))?),
        };
        approvals::unless_waiting(tx, &staff, Some(&ask), |tx| switch_on(tx, &staff, &proposal))
    };
    Ok(match admin.store.write_as(caller, change).await? {
        ApprovalOutcome::Done(version) => Json(version).into_response(),
        ApprovalOutcome::Waits(approval) => approval.answer()?.into_response(),
    })
}

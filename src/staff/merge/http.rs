//! Merging over HTTP.

use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::{Merge, Merged};
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::core::{ledger, members};
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{IdempotencyKey, ReplayableAnswer};
use crate::platform::store::Tx;
use crate::staff::approvals::{self, ApprovalRequest, AskedAction, PointsChange, alone};
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::Operators;
use crate::staff::kit::{AdminContext, reason};

/// The routes of merging.
pub fn routes() -> Routes<AdminContext> {
    Routes::new().routes(routes!(merge_member))
}

/// The account to merge into, and the reason.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct MergeRequest {
    /// The account that remains.
    into: MemberId,
    /// At most 500 characters.
    reason: String,
}

/// Merge an account into another of the same person.
/// Points, redemptions, likes and contacts move, and the old short id still finds the person. Refused while
/// exchanges are open. More than 10,000 points need approval by a second person where the settings say so. Then
/// the response is 202, and the merge is made on approval.
#[utoipa::path(post, path = "/api/admin/members/{id}/merge", tag = "admin", request_body = MergeRequest,
    params(("id" = MemberId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = Merged), (status = 202, body = approvals::Approval),
        (status = 409, body = Problem)))]
async fn merge_member(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<MemberId>,
    key: IdempotencyKey,
    Json(request): Json<MergeRequest>,
) -> AppResult<ReplayableAnswer> {
    let why = reason("reason", &request.reason)?;
    let into = request.into;
    let caller = staff.caller();
    let merge = move |tx: &Tx<'_>| {
        // An unknown member is refused below, under the idempotency key.
        let moving = members::find(tx, id)?.map(|_| ledger::balance_of(tx, id)).transpose()?.unwrap_or_default();
        let survivor = members::find(tx, into)?.map(|member| member.short_id);
        let ask = ApprovalRequest {
            action: "member.merge",
            target: id.to_string(),
            method: "POST",
            path: format!("/api/admin/members/{id}/merge"),
            key: Some(key.clone()),
            body: serde_json::json!({ "points": moving, "into": survivor, "reason": why }),
            exact: None,
            pending: Some(AskedAction::of(&Merge { from: id, into, reason: why.clone() })?),
        };
        let share = PointsChange { member: Some(into), points: moving };
        let ask = alone::is_too_much(tx, &staff, share)?.then_some(&ask);
        let check = |tx: &Tx<'_>| tx.rehearse(|tx| super::merge(tx, &staff, id, into, &why));
        approvals::answer_unless_waiting(tx, &staff, (&key, &request), ask, check, |tx| {
            let merged = super::merge(tx, &staff, id, into, &why)?;
            alone::count(tx, &staff, share)?;
            Ok(merged)
        })
    };
    admin.store.write_as(caller, merge).await
}

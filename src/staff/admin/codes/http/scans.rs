//! The scans of campaigns over HTTP.

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use crate::base::id::{CampaignId, TransactionId};
use crate::base::problem::{AppResult, INVALID_PARAMETER, NOT_FOUND};
use crate::member::campaigns::{self, Campaigns};
use crate::member::content::Content;
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Filters, ListRequest};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{IdempotencyKey, ReplayableAnswer};
use crate::platform::store::{Read, Tx};
use crate::staff::admin::codes::scans::{ScanToTakeBack, ScanView, take_back};
use crate::staff::admin::content::listing::said;
use crate::staff::admin::transactions::member_named;
use crate::staff::approvals::{self, ApprovalRequest, AskedAction};
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::{BookReaders, Operators};
use crate::staff::kit::{AdminContext, reason};

pub(super) fn routes() -> Routes<AdminContext> {
    Routes::new().routes(routes!(list_scans_of_members)).routes(routes!(take_scan_back))
}

#[derive(Deserialize)]
struct ScansQuery {
    campaign: String,
    q: Option<String>,
}

/// List the scans of a campaign one by one, newest first; as CSV with `format=csv`. The search is audited.
/// `q` finds the scans of one member, by an identifier.
#[utoipa::path(get, path = "/api/admin/campaign-scans", tag = "admin",
    params(("campaign" = CampaignId, Query), ("q" = Option<String>, Query), ("format" = Option<String>, Query),
        ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [ScanView])))]
async fn list_scans_of_members(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<BookReaders>,
    request: ListRequest,
    Filters(query): Filters<ScansQuery>,
) -> AppResult<Response> {
    let campaign = CampaignId::parse(&query.campaign).ok_or(INVALID_PARAMETER)?;
    let typed = said(query.q)?;
    let named = admin.store.read_consistently(|read| {
        Campaigns::find_even_removed(read, campaign)?.ok_or(NOT_FOUND)?;
        typed.as_deref().map(|text| member_named(read, text)).transpose()
    })?;
    let look = admin.look_at_list_of(&request, staff, "campaign", campaign)?;
    let fetch = move |cursor: Option<String>, limit: i64| {
        let store = admin.store.clone();
        async move {
            let before = cursor.map(|text| TransactionId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            let member = match named {
                Some(None) => return Ok(Vec::new()),
                Some(found) => found,
                None => None,
            };
            let listed = move |read: &Read<'_>| {
                let scans = campaigns::list_scans(read, campaign, member, before, limit)?;
                scans.into_iter().map(|scan| ScanView::of(read, scan)).collect::<AppResult<Vec<_>>>()
            };
            store.read_at_length(listed).await
        }
    };
    look.beside(request.answer("scans", None, fetch, |scan: &ScanView| scan.id().to_string())).await
}

/// The reason to take a scan back.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct ScanTakeBackRequest {
    /// The member reads it; at most 500 characters.
    reason: String,
}

/// Take a scan back, once: its points, its coupon, its stamp with the reward that it filled, or its progress.
/// The code stays used. It is refused if the member has spent the points, opened the coupon or used the reward. It needs
/// approval by a second person where the settings say so. Then the response is 202, and the scan is taken back on
/// approval.
#[utoipa::path(post, path = "/api/admin/campaign-scans/{id}/take-back", tag = "admin", request_body = ScanTakeBackRequest,
    params(("id" = TransactionId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = ScanView), (status = 202, body = approvals::Approval),
        (status = 409, body = Problem)))]
async fn take_scan_back(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<TransactionId>,
    key: IdempotencyKey,
    Json(request): Json<ScanTakeBackRequest>,
) -> AppResult<ReplayableAnswer> {
    let why = reason("reason", &request.reason)?;
    let (scan, campaign) = admin.store.read_consistently(|read| {
        let scan = campaigns::find_scan(read, id)?.ok_or(NOT_FOUND)?;
        let campaign = Campaigns::find_even_removed(read, scan.campaign)?.ok_or(NOT_FOUND)?;
        Ok((scan, campaign))
    })?;
    let points = Some(scan.points).filter(|points| *points > 0);
    let ask = ApprovalRequest {
        action: "campaign.take_back",
        target: campaign.id.to_string(),
        method: "POST",
        path: format!("/api/admin/campaign-scans/{id}/take-back"),
        key: Some(key.clone()),
        body: serde_json::json!({ "name": campaign.input.name, "points": points, "reason": why }),
        exact: None,
        pending: Some(AskedAction::of(&ScanToTakeBack { scan: id, member: scan.member, reason: why.clone() })?),
    };
    let caller = staff.caller();
    let take = move |tx: &Tx<'_>| {
        let check = |tx: &Tx<'_>| tx.rehearse(|tx| take_back(tx, &staff, id, &why));
        approvals::answer_unless_waiting(tx, &staff, (&key, &request), Some(&ask), check, |tx| {
            take_back(tx, &staff, id, &why)
        })
    };
    admin.store.write_as(caller, take).await
}

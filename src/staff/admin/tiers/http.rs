//! The ladder of levels over HTTP, for staff.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use super::LadderView;
use crate::base::problem::AppResult;
use crate::member::tiers::{self, Ladder, LadderEffect};
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::{Read, Tx};
use crate::platform::throttle::table::LADDER_EFFECTS;
use crate::staff::approvals::{Approval, ApprovalOutcome};
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::{StaffWith, changed_version, tagged};
use crate::staff::kit::permissions::{ContentReaders, Operators, ReportReaders};

pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(get_tier_ladder, replace_tier_ladder))
        .routes(routes!(try_tier_ladder))
        .routes(routes!(delete_tier_draft))
        .routes(routes!(switch_tiers_on))
        .routes(routes!(switch_tiers_off))
}

/// Show the ladder of levels with its versions; a change must name its `ETag`.
#[utoipa::path(get, path = "/api/admin/tiers", tag = "admin", responses((status = 200, body = LadderView)))]
async fn get_tier_ladder(State(admin): State<AdminContext>, _: StaffWith<ContentReaders>) -> AppResult<Response> {
    let found = admin.store.read_consistently(|read: &Read<'_>| LadderView::of(read, super::current(read, None)?))?;
    Ok(tagged(StatusCode::OK, found.changes, found))
}

/// Write the draft of the ladder. Fails with `stale` if another person changed it meanwhile.
/// A version that was on is never changed: then this makes a new version. What is on goes on until the draft is
/// switched on, and a level that a member holds keeps its version until it ends.
#[utoipa::path(put, path = "/api/admin/tiers", tag = "admin", request_body = Ladder,
    params(("If-Match" = String, Header)),
    responses((status = 200, body = LadderView), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn replace_tier_ladder(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    headers: HeaderMap,
    Json(ladder): Json<Ladder>,
) -> AppResult<Response> {
    let version = changed_version(&headers)?;
    let caller = staff.caller();
    let changed = admin.store.write_as(caller, move |tx| super::replace(tx, &staff, version, ladder)).await?;
    Ok(tagged(StatusCode::OK, changed.changes, changed))
}

/// Show which members would rise and fall if this ladder was on; nothing is stored. Nobody moves at once: members rise
/// with their next purchase, and fall after a notice and a grace period. A level costs nothing by itself, so the answer
/// has no costs: what levels give is in the earning rules and items that ask for one.
#[utoipa::path(post, path = "/api/admin/tiers/effect", tag = "admin", request_body = Ladder,
    responses((status = 200, body = LadderEffect)))]
async fn try_tier_ladder(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<ReportReaders>,
    Json(ladder): Json<Ladder>,
) -> AppResult<Json<LadderEffect>> {
    admin.limits.count(LADDER_EFFECTS, &staff.actor.id)?;
    tiers::effect(&admin.store, ladder).await.map(Json)
}

/// Drop the draft of the ladder. A ladder that was never on is removed.
#[utoipa::path(delete, path = "/api/admin/tiers/draft", tag = "admin",
    responses((status = 204), (status = 404, body = Problem)))]
async fn delete_tier_draft(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
) -> AppResult<Response> {
    admin.store.write_as(staff.caller(), move |tx| super::drop_draft(tx, &staff)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Switch the newest version of the ladder on, in place of the one that is on. Purchases count from then on. Where two
/// people are required and members would fall by it, another person has to agree: 202.
#[utoipa::path(post, path = "/api/admin/tiers/switch-on", tag = "admin", params(("If-Match" = String, Header)),
    responses((status = 200, body = LadderView), (status = 202, body = Approval), (status = 409, body = Problem),
        (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn switch_tiers_on(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    headers: HeaderMap,
) -> AppResult<Response> {
    let version = changed_version(&headers)?;
    let caller = staff.caller();
    // Counting takes too long for the writer.
    let counted = super::counted(&admin.store, version).await?;
    let switch = move |tx: &Tx<'_>| super::switch_on(tx, &staff, version, counted.as_ref());
    match admin.store.write_as(caller, switch).await? {
        ApprovalOutcome::Done(on) => Ok(tagged(StatusCode::OK, on.changes, on)),
        ApprovalOutcome::Waits(approval) => Ok(approval.answer()?.into_response()),
    }
}

/// Switch the ladder off at once. Levels rest until it is on again: nobody rises, and nobody falls.
#[utoipa::path(post, path = "/api/admin/tiers/switch-off", tag = "admin",
    responses((status = 200, body = LadderView)))]
async fn switch_tiers_off(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
) -> AppResult<Response> {
    let off = admin.store.write_as(staff.caller(), move |tx| super::switch_off(tx, &staff)).await?;
    Ok(tagged(StatusCode::OK, off.changes, off))
}

//! Earning rules over HTTP.

mod lists;
mod rates;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use super::drafts::{self, DraftCheck, DraftRequest};
use super::simulations::{self, SimulationRequest, SimulationView};
use super::tried_bill::{TriedBill, TriedBillRequest, try_bill};
use super::views::{RuleView, VersionView, shown};
use crate::base::id::EarningRuleId;
use crate::base::language::Language;
use crate::base::problem::{AppResult, NOT_FOUND, Refusal};
use crate::member::earning_rules::simulation::Simulated;
use crate::member::earning_rules::{self, EarningRule};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::ListRequest;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::{PathId, RequestId};
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::{Read, Tx};
use crate::platform::throttle::table::RULE_CHECKS;
use crate::staff::approvals::{Approval, ApprovalOutcome};
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::{StaffWith, changed_version, tagged};
use crate::staff::kit::permissions::{ContentReaders, Operators};

pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .merge(rates::routes())
        .merge(lists::routes())
        .routes(routes!(list_earning_rules, create_earning_rule))
        .routes(routes!(try_earning_rules))
        .routes(routes!(check_earning_rule))
        .routes(routes!(get_earning_rule, replace_earning_rule))
        .routes(routes!(delete_earning_rule_draft))
        .routes(routes!(list_earning_rule_versions))
        .routes(routes!(simulate_earning_rule, get_earning_rule_simulation, stop_earning_rule_simulation))
        .routes(routes!(switch_earning_rule_on))
        .routes(routes!(switch_earning_rule_off))
}

/// List the earning rules, oldest first; as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/earning-rules", tag = "admin", params(("format" = Option<String>, Query)),
    responses((status = 200, body = [RuleView])))]
async fn list_earning_rules(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<ContentReaders>,
    request: ListRequest,
) -> AppResult<Response> {
    admin.note_download(&request, staff, "earning_rule.download").await?;
    let list = |read: &Read<'_>| {
        earning_rules::list(read)?.into_iter().map(|record| shown(read, record)).collect::<AppResult<Vec<_>>>()
    };
    request.whole("earning-rules", &admin.store.read_at_length(list).await?)
}

/// Add an earning rule. It is off, and its first version is a draft.
#[utoipa::path(post, path = "/api/admin/earning-rules", tag = "admin", request_body = EarningRule,
    responses((status = 201, body = RuleView), (status = 409, body = Problem)))]
async fn create_earning_rule(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    Json(rule): Json<EarningRule>,
) -> AppResult<Response> {
    let caller = staff.caller();
    let change = move |tx: &Tx<'_>| super::create(tx, &staff, rule).and_then(|made| shown(tx, made));
    let made = admin.store.write_as(caller, change).await?;
    Ok(tagged(StatusCode::CREATED, made.changes, made))
}

/// Tell what a bill would earn by the rules that are on, and by which, without giving anything. The audit names the member.
#[utoipa::path(post, path = "/api/admin/earning-rules/bill", tag = "admin", request_body = TriedBillRequest,
    responses((status = 200, body = TriedBill), (status = 404, body = Problem)))]
async fn try_earning_rules(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    Json(bill): Json<TriedBillRequest>,
) -> AppResult<Json<TriedBill>> {
    let (member, tried) = admin.store.read_consistently(|read| try_bill(read, &staff, &bill))?;
    staff.note_access(&admin, "member.try_bill", member).await?;
    Ok(Json(tried))
}

/// Check the draft of an earning rule while it is written: what is refused when it is saved, what it can give at most, and
/// which rules that are on may apply to the same purchase. Nothing is saved.
#[utoipa::path(post, path = "/api/admin/earning-rules/check", tag = "admin", request_body = DraftRequest,
    responses((status = 200, body = DraftCheck), (status = 404, body = Problem), (status = 429, body = Problem)))]
async fn check_earning_rule(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    language: Language,
    id: RequestId,
    Json(draft): Json<DraftRequest>,
) -> AppResult<Json<DraftCheck>> {
    admin.limits.count(RULE_CHECKS, &staff.actor.id)?;
    let worded = move |refusal: &Refusal| Problem::new(refusal, language, &id).errors;
    admin.store.read_at_length(move |read| drafts::check(read, &draft, worded)).await.map(Json)
}

/// Show one earning rule; a change must name its `ETag`.
#[utoipa::path(get, path = "/api/admin/earning-rules/{id}", tag = "admin", params(("id" = EarningRuleId, Path)),
    responses((status = 200, body = RuleView)))]
async fn get_earning_rule(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<EarningRuleId>,
) -> AppResult<Response> {
    let find = |read: &Read<'_>| shown(read, earning_rules::find(read, id)?.ok_or(NOT_FOUND)?);
    let found = admin.store.read_consistently(find)?;
    Ok(tagged(StatusCode::OK, found.changes, found))
}

/// Write the draft of an earning rule that nobody else has changed meanwhile.
/// A version that was on is never changed: then this makes a new version. What is on goes on until the draft is
/// switched on.
#[utoipa::path(put, path = "/api/admin/earning-rules/{id}", tag = "admin", request_body = EarningRule,
    params(("id" = EarningRuleId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = RuleView), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn replace_earning_rule(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<EarningRuleId>,
    headers: HeaderMap,
    Json(rule): Json<EarningRule>,
) -> AppResult<Response> {
    let (version, caller) = (changed_version(&headers)?, staff.caller());
    let change = move |tx: &Tx<'_>| super::replace(tx, &staff, id, version, rule).and_then(|after| shown(tx, after));
    let changed = admin.store.write_as(caller, change).await?;
    Ok(tagged(StatusCode::OK, changed.changes, changed))
}

/// Drop the draft of an earning rule. A rule that was never on is removed.
#[utoipa::path(delete, path = "/api/admin/earning-rules/{id}/draft", tag = "admin",
    params(("id" = EarningRuleId, Path)), responses((status = 204)))]
async fn delete_earning_rule_draft(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<EarningRuleId>,
) -> AppResult<Response> {
    admin.store.write_as(staff.caller(), move |tx| super::drop_draft(tx, &staff, id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// List the versions of an earning rule, newest first.
#[utoipa::path(get, path = "/api/admin/earning-rules/{id}/versions", tag = "admin",
    params(("id" = EarningRuleId, Path)), responses((status = 200, body = [VersionView])))]
async fn list_earning_rule_versions(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<EarningRuleId>,
) -> AppResult<Json<Vec<VersionView>>> {
    let found = admin.store.read(|read| earning_rules::versions(read, id))?;
    if found.is_empty() {
        return Err(NOT_FOUND.into());
    }
    Ok(Json(found.into_iter().map(VersionView::from).collect()))
}

/// Simulate the newest version of an earning rule on the purchases of the last days, in the background.
/// Nothing changes. The response is its state at the beginning; ask for its progress and its result with GET.
#[utoipa::path(post, path = "/api/admin/earning-rules/{id}/simulation", tag = "admin",
    request_body = SimulationRequest, params(("id" = EarningRuleId, Path)),
    responses((status = 200, body = SimulationView), (status = 409, body = Problem)))]
async fn simulate_earning_rule(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<EarningRuleId>,
    Json(request): Json<SimulationRequest>,
) -> AppResult<Json<SimulationView>> {
    simulations::begin(&admin, staff, id, request).await.map(Json)
}

/// Show the simulation of an earning rule: its progress while it runs, then its result.
#[utoipa::path(get, path = "/api/admin/earning-rules/{id}/simulation", tag = "admin",
    params(("id" = EarningRuleId, Path)), responses((status = 200, body = SimulationView)))]
async fn get_earning_rule_simulation(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<EarningRuleId>,
) -> AppResult<Json<SimulationView>> {
    simulations::view(&admin, id).map(Json)
}

/// Stop the simulation of an earning rule.
#[utoipa::path(delete, path = "/api/admin/earning-rules/{id}/simulation", tag = "admin",
    params(("id" = EarningRuleId, Path)), responses((status = 204)))]
async fn stop_earning_rule_simulation(
    State(admin): State<AdminContext>,
    _: StaffWith<Operators>,
    PathId(id): PathId<EarningRuleId>,
) -> AppResult<Response> {
    admin.store.read(|read| earning_rules::find(read, id))?.ok_or(NOT_FOUND)?;
    admin.simulations.stop(Simulated::Rule(id));
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Switch the newest version of an earning rule on, in place of the one that is on.
/// It must have been simulated as it is now within the last 24 hours.
/// A rule that may give more points than one person may give alone waits for a second person where the settings say
/// so; then the response is 202.
#[utoipa::path(post, path = "/api/admin/earning-rules/{id}/switch-on", tag = "admin",
    params(("id" = EarningRuleId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = RuleView), (status = 202, body = Approval), (status = 409, body = Problem),
        (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn switch_earning_rule_on(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<EarningRuleId>,
    headers: HeaderMap,
) -> AppResult<Response> {
    let version = changed_version(&headers)?;
    let caller = staff.caller();
    let change = move |tx: &Tx<'_>| {
        Ok(match super::switch_on(tx, &staff, id, version)? {
            ApprovalOutcome::Done(after) => ApprovalOutcome::Done(shown(tx, after)?),
            ApprovalOutcome::Waits(approval) => ApprovalOutcome::Waits(approval),
        })
    };
    match admin.store.write_as(caller, change).await? {
        ApprovalOutcome::Done(on) => Ok(tagged(StatusCode::OK, on.changes, on)),
        ApprovalOutcome::Waits(approval) => Ok(approval.answer()?.into_response()),
    }
}

/// Switch an earning rule off at once. What it gave stays.
#[utoipa::path(post, path = "/api/admin/earning-rules/{id}/switch-off", tag = "admin",
    params(("id" = EarningRuleId, Path)), responses((status = 200, body = RuleView)))]
async fn switch_earning_rule_off(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<EarningRuleId>,
) -> AppResult<Response> {
    let caller = staff.caller();
    let change = move |tx: &Tx<'_>| super::switch_off(tx, &staff, id).and_then(|after| shown(tx, after));
    let off = admin.store.write_as(caller, change).await?;
    Ok(tagged(StatusCode::OK, off.changes, off))
}

//! Goals over HTTP, for staff.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::GoalView;
use crate::base::id::GoalId;
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::member::goals::{self, Goal, GoalCost};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Filters, ListRequest};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::{Read, Tx};
use crate::platform::throttle::table::GOAL_COSTS;
use crate::staff::approvals::{Approval, ApprovalOutcome};
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::{StaffWith, changed_version, tagged};
use crate::staff::kit::permissions::{ContentReaders, Operators, ReportReaders};

pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(list_admin_goals, create_goal))
        .routes(routes!(try_goal))
        .routes(routes!(get_admin_goal, replace_goal))
        .routes(routes!(delete_goal_draft))
        .routes(routes!(switch_goal_on))
        .routes(routes!(switch_goal_off))
}

/// List the goals with their versions, oldest first; as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/goals", tag = "admin", params(("format" = Option<String>, Query)),
    responses((status = 200, body = [GoalView])))]
async fn list_admin_goals(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<ContentReaders>,
    request: ListRequest,
) -> AppResult<Response> {
    admin.note_download(&request, staff, "goal.download").await?;
    let list = |read: &Read<'_>| {
        Ok(goals::list(read)?.into_iter().map(|record| GoalView::of(read, record)).collect::<Vec<_>>())
    };
    request.whole("goals", &admin.store.read_consistently(list)?)
}

/// Add a goal. It is off, and its first version is a draft.
#[utoipa::path(post, path = "/api/admin/goals", tag = "admin", request_body = Goal,
    responses((status = 201, body = GoalView), (status = 409, body = Problem)))]
async fn create_goal(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    Json(goal): Json<Goal>,
) -> AppResult<Response> {
    let made = admin.store.write_as(staff.caller(), move |tx| super::create(tx, &staff, goal)).await?;
    Ok(tagged(StatusCode::CREATED, made.changes, made))
}

#[derive(Deserialize)]
struct CostQuery {
    /// The goal whose draft is tried.
    goal: Option<String>,
}

/// Show what a goal may cost, by the purchases and scans of the last four weeks; nothing is stored. The name and the days
/// of the goal are not looked at. `goal` names the goal whose draft it is.
#[utoipa::path(post, path = "/api/admin/goals/cost", tag = "admin", request_body = Goal,
    params(("goal" = Option<GoalId>, Query)),
    responses((status = 200, body = GoalCost), (status = 404, body = Problem)))]
async fn try_goal(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<ReportReaders>,
    Filters(query): Filters<CostQuery>,
    Json(goal): Json<Goal>,
) -> AppResult<Json<GoalCost>> {
    let of = query.goal.map(|text| GoalId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
    admin.limits.count(GOAL_COSTS, &staff.actor.id)?;
    goals::cost(&admin.store, goal, of).await.map(Json)
}

/// Show one goal; a change must name its `ETag`.
#[utoipa::path(get, path = "/api/admin/goals/{id}", tag = "admin", params(("id" = GoalId, Path)),
    responses((status = 200, body = GoalView)))]
async fn get_admin_goal(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<GoalId>,
) -> AppResult<Response> {
    let find = |read: &Read<'_>| Ok(GoalView::of(read, super::current(read, id, None)?));
    let found = admin.store.read_consistently(find)?;
    Ok(tagged(StatusCode::OK, found.changes, found))
}

/// Write the draft of a goal. Fails with `stale` if another person changed it meanwhile.
/// A version that was on is never changed: then this makes a new version. What is on goes on until the draft is
/// switched on, and a card that a member has begun keeps its version.
#[utoipa::path(put, path = "/api/admin/goals/{id}", tag = "admin", request_body = Goal,
    params(("id" = GoalId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = GoalView), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn replace_goal(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<GoalId>,
    headers: HeaderMap,
    Json(goal): Json<Goal>,
) -> AppResult<Response> {
    let version = changed_version(&headers)?;
    let caller = staff.caller();
    let change = move |tx: &Tx<'_>| super::replace(tx, &staff, id, version, goal);
    let changed = admin.store.write_as(caller, change).await?;
    Ok(tagged(StatusCode::OK, changed.changes, changed))
}

/// Drop the draft of a goal. A goal that was never on is removed.
#[utoipa::path(delete, path = "/api/admin/goals/{id}/draft", tag = "admin", params(("id" = GoalId, Path)),
    responses((status = 204)))]
async fn delete_goal_draft(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<GoalId>,
) -> AppResult<Response> {
    admin.store.write_as(staff.caller(), move |tx| super::drop_draft(tx, &staff, id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Switch the newest version of a goal on, in place of the one that is on.
/// A goal whose rewards may be worth more points than one person may give alone waits for a second person where the
/// settings say so; then the response is 202.
#[utoipa::path(post, path = "/api/admin/goals/{id}/switch-on", tag = "admin",
    params(("id" = GoalId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = GoalView), (status = 202, body = Approval), (status = 412, body = Problem),
        (status = 428, body = Problem)))]
async fn switch_goal_on(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<GoalId>,
    headers: HeaderMap,
) -> AppResult<Response> {
    let version = changed_version(&headers)?;
    let caller = staff.caller();
    let switch = move |tx: &Tx<'_>| super::switch_on(tx, &staff, id, version);
    match admin.store.write_as(caller, switch).await? {
        ApprovalOutcome::Done(on) => Ok(tagged(StatusCode::OK, on.changes, on)),
        ApprovalOutcome::Waits(approval) => Ok(approval.answer()?.into_response()),
    }
}

/// Switch a goal off at once. What it gave stays, and cards under way rest until it is on again.
#[utoipa::path(post, path = "/api/admin/goals/{id}/switch-off", tag = "admin", params(("id" = GoalId, Path)),
    responses((status = 200, body = GoalView)))]
async fn switch_goal_off(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<GoalId>,
) -> AppResult<Response> {
    let off = admin.store.write_as(staff.caller(), move |tx| super::switch_off(tx, &staff, id)).await?;
    Ok(tagged(StatusCode::OK, off.changes, off))
}

//! Goals over HTTP, for members.

use axum::extract::State;
use axum::http::StatusCode;

use super::views::{GoalDetails, MemberGoalView, of_member, one};
use crate::auth::Member;
use crate::base::id::GoalId;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::settings;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::{Read, Store, Tx};

/// The routes of goals.
pub fn routes(store: Store) -> Routes {
    Routes::new()
        .routes(routes!(list_goals))
        .routes(routes!(get_goal))
        .routes(routes!(mark_goal_seen))
        .with_state(store)
}

/// Fails with `not_found` while the programme has no goals.
fn require_goals(read: &Read<'_>) -> AppResult<()> {
    if settings::current(read)?.goals { Ok(()) } else { Err(NOT_FOUND.into()) }
}

/// List the member's stamp cards and challenges with their progress: what ends first comes first, and what has ended last.
/// 404 while the programme has no goals.
#[utoipa::path(get, path = "/api/goals", tag = "goals",
    responses((status = 200, body = [MemberGoalView]), (status = 404, body = Problem)))]
async fn list_goals(State(store): State<Store>, member: Member) -> AppResult<Json<Vec<MemberGoalView>>> {
    let list = |read: &Read<'_>| {
        require_goals(read)?;
        of_member(read, member.id)
    };
    Ok(Json(store.read_consistently(list)?))
}

/// Show one goal with the purchases on the member's card.
#[utoipa::path(get, path = "/api/goals/{id}", tag = "goals", params(("id" = GoalId, Path)),
    responses((status = 200, body = GoalDetails), (status = 404, body = Problem)))]
async fn get_goal(
    State(store): State<Store>,
    member: Member,
    PathId(id): PathId<GoalId>,
) -> AppResult<Json<GoalDetails>> {
    let find = |read: &Read<'_>| {
        require_goals(read)?;
        one(read, member.id, id)
    };
    Ok(Json(store.read_consistently(find)?.ok_or(NOT_FOUND)?))
}

/// Note that the member has seen the reached targets of a goal, so that they are celebrated once.
#[utoipa::path(post, path = "/api/goals/{id}/seen", tag = "goals", params(("id" = GoalId, Path)),
    responses((status = 204)))]
async fn mark_goal_seen(
    State(store): State<Store>,
    member: Member,
    PathId(id): PathId<GoalId>,
) -> AppResult<StatusCode> {
    let see = move |tx: &Tx<'_>| {
        require_goals(tx)?;
        super::see(tx, member.id, id)
    };
    store.write_as(member.principal(), see).await?;
    Ok(StatusCode::NO_CONTENT)
}

//! Tiers over HTTP, for members.

use axum::extract::State;

use super::views::{MemberTier, of_member};
use crate::auth::Member;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::settings;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::{Read, Store};

/// The routes of tiers.
pub fn routes(store: Store) -> Routes {
    Routes::new().routes(routes!(list_tiers)).with_state(store)
}

/// Show the ladder of levels with the member's own; empty while it is off. 404 while the programme has no goals.
#[utoipa::path(get, path = "/api/tiers", tag = "goals",
    responses((status = 200, body = [MemberTier]), (status = 404, body = Problem)))]
async fn list_tiers(State(store): State<Store>, member: Member) -> AppResult<Json<Vec<MemberTier>>> {
    let list = |read: &Read<'_>| {
        if !settings::current(read)?.goals {
            return Err(NOT_FOUND.into());
        }
        Ok(of_member(read, member.id)?.into_iter().collect())
    };
    Ok(Json(store.read_consistently(list)?))
}

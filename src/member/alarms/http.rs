//! A member's points on hold, over HTTP.

use axum::extract::State;

use super::HeldPoints;
use super::hold::held;
use crate::auth::Member;
use crate::base::problem::AppResult;
use crate::platform::http::json::Json;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Store;

/// Routes of points on hold.
pub fn routes(store: Store) -> Routes {
    Routes::new().routes(routes!(get_held_points)).with_state(store)
}

/// Show the member's points that staff have put on hold.
#[utoipa::path(get, path = "/api/transaction/held", tag = "statement",
    responses((status = 200, body = [HeldPoints])))]
async fn get_held_points(State(store): State<Store>, member: Member) -> AppResult<Json<Vec<HeldPoints>>> {
    store.read(|read| held(read, member.id)).map(Json)
}

//! Changing codes over HTTP.

use axum::extract::State;

use super::{CounterCodes, codes_ahead};
use crate::auth::Member;
use crate::base::keys::Keyring;
use crate::base::problem::AppResult;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Store;
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::COUNTER_CODES;

#[derive(Clone)]
struct CounterCodeCalls {
    store: Store,
    limits: Limits,
    keys: Keyring,
}

/// Routes of changing codes.
pub fn routes(store: Store, limits: Limits, keys: Keyring) -> Routes {
    Routes::new().routes(routes!(get_counter_codes)).with_state(CounterCodeCalls { store, limits, keys })
}

/// Get the codes that the member shows at a counter within the next hour. Each is shown for 30 seconds.
#[utoipa::path(get, path = "/api/auth/counterCodes", tag = "profile",
    responses((status = 200, body = CounterCodes), (status = 404, body = Problem), (status = 429, body = Problem)))]
async fn get_counter_codes(State(codes): State<CounterCodeCalls>, member: Member) -> AppResult<Json<CounterCodes>> {
    codes.limits.count(COUNTER_CODES, member.id.as_bytes())?;
    codes.store.read(|read| codes_ahead(read, &codes.keys, member.id)).map(Json)
}

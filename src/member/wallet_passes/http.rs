//! Wallet passes over HTTP.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;

use super::{WalletPasses, card_of};
use crate::auth::Member;
use crate::base::problem::AppResult;
use crate::platform::http::json::Json;
use crate::platform::http::list_response::attachment;
use crate::platform::http::problem::Problem;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Store;
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::WALLET_PASS_COPIES;

#[derive(Clone)]
struct PassCalls {
    store: Store,
    limits: Limits,
    passes: Arc<WalletPasses>,
}

/// Routes of wallet passes.
pub fn routes(store: Store, limits: Limits, passes: Arc<WalletPasses>) -> Routes {
    Routes::new().routes(routes!(get_apple_pass)).routes(routes!(create_google_pass)).with_state(PassCalls {
        store,
        limits,
        passes,
    })
}

/// Download the member's card for Apple Wallet. Its code earns points and spends none. Fails with `wallet_pass_off`
/// where the programme has no such card.
#[utoipa::path(get, path = "/api/wallet-pass/apple", tag = "profile",
    responses((status = 200, description = "The card", body = Vec<u8>, content_type = "application/vnd.apple.pkpass"),
        (status = 404, body = Problem), (status = 429, body = Problem)))]
async fn get_apple_pass(State(calls): State<PassCalls>, member: Member) -> AppResult<Response> {
    let now = calls.store.clock().now();
    let issuer = calls.passes.apple(now)?;
    calls.limits.count(WALLET_PASS_COPIES, member.id.as_bytes())?;
    let card = calls.store.read(|read| card_of(read, member.id))?;
    let pass = issuer.pass(&card, now)?;
    Ok(attachment("application/vnd.apple.pkpass", "card", "pkpass", pass))
}

/// The address at which the member adds the card.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct GooglePassAnswer {
    /// The address at Google to open in the browser.
    save_url: String,
}

/// Make the member's card for Google Wallet. Its code earns points and spends none. Fails with `wallet_pass_off` where
/// the programme has no such card.
#[utoipa::path(post, path = "/api/wallet-pass/google", tag = "profile",
    responses((status = 200, body = GooglePassAnswer), (status = 404, body = Problem), (status = 429, body = Problem)))]
async fn create_google_pass(State(calls): State<PassCalls>, member: Member) -> AppResult<Json<GooglePassAnswer>> {
    let issuer = calls.passes.google()?;
    calls.limits.count(WALLET_PASS_COPIES, member.id.as_bytes())?;
    let card = calls.store.read(|read| card_of(read, member.id))?;
    Ok(Json(GooglePassAnswer { save_url: issuer.save_url(&card, calls.store.clock().now())? }))
}

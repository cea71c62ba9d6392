//! Claiming an earn link over HTTP.

use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::{ClaimedLink, claim};
use crate::auth::Member;
use crate::base::keys::Keyring;
use crate::base::language::Language;
use crate::base::messages;
use crate::base::problem::AppResult;
use crate::member::awards::Caps;
use crate::member::campaigns::INVALID_QR;
use crate::member::rewards::CodeVault;
use crate::platform::config::Merchant;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{self, OptionalKey, ReplayableAnswer};
use crate::platform::store::Store;
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::{INVALID_SCANS, SCANS};

#[derive(Clone)]
struct EarnLinks {
    store: Store,
    limits: Limits,
    keys: Keyring,
    vault: CodeVault,
    caps: Caps,
}

/// The route that claims a link.
pub fn routes(store: Store, limits: Limits, keys: Keyring, settings: &Merchant) -> Routes {
    // Without rate limits, the award caps are off too.
    let caps = limits.in_force(Caps::new(settings)).unwrap_or(Caps::NONE);
    let vault = CodeVault::new(&keys);
    Routes::new().routes(routes!(claim_earn_link)).with_state(EarnLinks { store, limits, keys, vault, caps })
}

/// The link that the camera read or the browser opened.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct EarnLinkRequest {
    /// The text `E1~…`, with or without the address before it.
    link: String,
}

/// The points of a link.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct EarnLinkAnswer {
    success: bool,
    /// Message for the member, in the language of `Accept-Language`.
    message: String,
    /// Points added.
    points: i64,
    /// The member's new balance.
    balance: i64,
}

/// Claim the points of a link that a till printed. A retry with the same `Idempotency-Key` gets the same response.
/// Each link gives its points once. Unknown, forged, expired and withdrawn links get the same refusal.
#[utoipa::path(post, path = "/api/redeem/earnLink", tag = "campaigns", request_body = EarnLinkRequest,
    params(("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = EarnLinkAnswer), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
async fn claim_earn_link(
    State(EarnLinks { store, limits, keys, vault, caps }): State<EarnLinks>,
    member: Member,
    language: Language,
    OptionalKey(key): OptionalKey,
    Json(request): Json<EarnLinkRequest>,
) -> AppResult<ReplayableAnswer> {
    let id = member.id;
    for limit in SCANS {
        limits.count(limit, id.as_bytes())?;
    }
    store
        .write_as(member.principal(), move |tx| {
            idempotency::once(tx, id.as_bytes(), key.as_ref(), &request, |tx| {
                let claimed = claim(tx, (&keys, &vault), id, &request.link, caps);
                // Counted before the refusal is stored, so that a rate-limited request does not use up its key.
                if claimed.as_ref().is_err_and(|error| error.is(INVALID_QR)) {
                    limits.count(INVALID_SCANS, id.as_bytes())?;
                }
                Ok(told(claimed?, language))
            })
        })
        .await
}

fn told(ClaimedLink { points, balance }: ClaimedLink, language: Language) -> EarnLinkAnswer {
    let message = messages::text(language, "scan.points_added", &[("points", &messages::grouped(points))]);
    EarnLinkAnswer { success: true, message, points, balance }
}

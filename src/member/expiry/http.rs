//! Expiring points over HTTP.

use axum::extract::State;
use serde::Serialize;

use super::{BroughtBack, PointsOutlook, bring_back, outlook};
use crate::auth::{Member, TrustedMember};
use crate::base::id::TransactionId;
use crate::base::problem::AppResult;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{self, IdempotencyKey, ReplayableAnswer};
use crate::platform::store::Store;
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::BRINGING_BACK;

#[derive(Clone)]
struct Expiring {
    store: Store,
    limits: Limits,
}

/// Routes of expiring points.
pub fn routes(store: Store, limits: Limits) -> Routes {
    Routes::new().routes(routes!(get_outlook)).routes(routes!(bring_points_back)).with_state(Expiring { store, limits })
}

/// Show which of the member's points wait or expire and when, and which expired points can be brought back.
#[utoipa::path(get, path = "/api/transaction/expiring", tag = "statement",
    responses((status = 200, body = PointsOutlook)))]
async fn get_outlook(State(expiring): State<Expiring>, member: Member) -> AppResult<Json<PointsOutlook>> {
    expiring.store.read(|read| outlook(read, member.id)).map(Json)
}

/// The request as it is compared with a retry.
#[derive(Serialize)]
struct BringBackFingerprint {
    bring_back: TransactionId,
}

/// Bring expired points back, once, within the days of grace.
#[utoipa::path(post, path = "/api/transaction/bringBack/{id}", tag = "statement",
    params(("id" = TransactionId, Path, description = "The transaction by which they expired."),
        ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = BroughtBack), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 429, body = Problem)))]
async fn bring_points_back(
    State(expiring): State<Expiring>,
    TrustedMember(member): TrustedMember,
    key: IdempotencyKey,
    PathId(id): PathId<TransactionId>,
) -> AppResult<ReplayableAnswer> {
    expiring.limits.count(BRINGING_BACK, member.id.as_bytes())?;
    let request = BringBackFingerprint { bring_back: id };
    expiring
        .store
        .write_as(member.principal(), move |tx| {
            idempotency::once(tx, member.id.as_bytes(), &key, &request, |tx| bring_back(tx, member.id, id))
        })
        .await
}

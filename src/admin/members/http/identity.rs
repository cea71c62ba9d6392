//! A member's card and name, over HTTP.

use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::super::MemberView;
use super::super::care::{self, RenameRequest};
use crate::admin::crews::Supporters;
use crate::admin::http::By;
use crate::admin::{Desk, reason};
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::http::json::Json;
use crate::http::problem::Problem;
use crate::http::request::PathId;
use crate::http::routes::{Routes, routes};
use crate::idempotency::{self, Answer, IdempotencyKey};
use crate::store::Tx;

/// The calls of cards and names.
pub(super) fn routes() -> Routes<Desk> {
    Routes::new().routes(routes!(renew_member_card)).routes(routes!(rename_member))
}

/// Why.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct NewCardRequest {
    /// At most 500 characters.
    reason: String,
}

/// Replace a member's card: they get another short id, and every earlier one is dead at counters and for
/// transfers, and is never given out again. The member is told.
#[utoipa::path(post, path = "/api/admin/members/{id}/new-card", tag = "admin", request_body = NewCardRequest,
    params(("id" = MemberId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = MemberView), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem)))]
async fn renew_member_card(
    State(desk): State<Desk>,
    By { hand, .. }: By<Supporters>,
    PathId(id): PathId<MemberId>,
    key: IdempotencyKey,
    Json(request): Json<NewCardRequest>,
) -> AppResult<Answer> {
    let why = reason("reason", &request.reason)?;
    let renew = move |tx: &Tx<'_>| {
        idempotency::once(tx, &hand.actor.id, &key, &request, |tx| care::renew_card(tx, &hand, id, &why))
    };
    let answer = desk.store.write(renew).await?;
    desk.outbox.wake();
    Ok(answer)
}

/// Correct a member's name, which those who have a card alone cannot do; the member is told.
#[utoipa::path(post, path = "/api/admin/members/{id}/rename", tag = "admin", request_body = RenameRequest, params(("id" = MemberId, Path)),
    responses((status = 200, body = MemberView), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem)))]
async fn rename_member(
    State(desk): State<Desk>,
    By { hand, .. }: By<Supporters>,
    PathId(id): PathId<MemberId>,
    Json(request): Json<RenameRequest>,
) -> AppResult<Json<MemberView>> {
    let why = reason("reason", &request.reason)?;
    desk.store.write(move |tx| care::rename(tx, &hand, id, &request, &why)).await.map(Json)
}

//! A member's card, its PIN, and their name, over HTTP.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::super::MemberView;
use super::super::care::{self, RenameRequest};
use crate::base::id::MemberId;
use crate::base::pin::Pin;
use crate::base::problem::AppResult;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{self, IdempotencyKey, ReplayableAnswer};
use crate::platform::store::Tx;
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::Supporters;
use crate::staff::kit::{AdminContext, reason};

pub(super) fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(renew_member_card))
        .routes(routes!(set_member_card_pin, remove_member_card_pin))
        .routes(routes!(rename_member))
}

/// The reason for a new card.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CardRenewal)]
struct NewCardRequest {
    /// At most 500 characters.
    reason: String,
}

/// Replace a member's card, and notify the member.
/// The member gets a new short id. Earlier short ids stop working at counters and for transfers, and are never
/// reused. The card PIN is removed.
#[utoipa::path(post, path = "/api/admin/members/{id}/new-card", tag = "admin", request_body = NewCardRequest,
    params(("id" = MemberId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = MemberView)))]
async fn renew_member_card(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<MemberId>,
    key: IdempotencyKey,
    Json(request): Json<NewCardRequest>,
) -> AppResult<ReplayableAnswer> {
    let why = reason("reason", &request.reason)?;
    let caller = staff.caller();
    let renew = move |tx: &Tx<'_>| {
        idempotency::once(tx, &staff.actor.id, &key, &request, |tx| care::renew_card(tx, &staff, id, &why))
    };
    let answer = admin.store.write_as(caller, renew).await?;
    admin.outbox.wake();
    Ok(answer)
}

/// The PIN that the holder of a card typed.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AdminCardPinRequest)]
struct CardPinRequest {
    /// Four to six digits that are not easy to guess.
    pin: String,
}

/// Set the card PIN of a member who has no phone and no e-mail address.
/// It is the first PIN, or a new one after it was forgotten or locked by wrong attempts. The holder types it.
#[utoipa::path(put, path = "/api/admin/members/{id}/card-pin", tag = "admin", request_body = CardPinRequest, params(("id" = MemberId, Path)),
    responses((status = 204), (status = 409, body = Problem)))]
async fn set_member_card_pin(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<MemberId>,
    Json(request): Json<CardPinRequest>,
) -> AppResult<Response> {
    let pin_hash = admin.passwords.hash(Pin::chosen_for_card(&request.pin)?.expose()).await?;
    admin.store.write_as(staff.caller(), move |tx| care::set_card_pin(tx, &staff, id, &pin_hash)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Remove a card's PIN: the card still earns points, but cannot spend any until a new PIN is set.
#[utoipa::path(delete, path = "/api/admin/members/{id}/card-pin", tag = "admin", params(("id" = MemberId, Path)),
    responses((status = 204)))]
async fn remove_member_card_pin(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<MemberId>,
) -> AppResult<Response> {
    admin.store.write_as(staff.caller(), move |tx| care::remove_card_pin(tx, &staff, id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Correct a member's name, which members with only a card cannot do; the member is notified.
#[utoipa::path(post, path = "/api/admin/members/{id}/rename", tag = "admin", request_body = RenameRequest, params(("id" = MemberId, Path)),
    responses((status = 200, body = MemberView)))]
async fn rename_member(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<MemberId>,
    Json(request): Json<RenameRequest>,
) -> AppResult<Json<MemberView>> {
    let why = reason("reason", &request.reason)?;
    admin.store.write_as(staff.caller(), move |tx| care::rename(tx, &staff, id, &request, &why)).await.map(Json)
}

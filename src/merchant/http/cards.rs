//! Coupons for members who have a card alone, over HTTP.

use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::{Counter, Greeted};
use crate::auth::Merchant;
use crate::base::contact::Identifier;
use crate::base::id::{ItemId, RedemptionId};
use crate::base::language::LocalizedText;
use crate::base::problem::{AppError, AppResult};
use crate::base::short_id::ShortId;
use crate::http::json::Json;
use crate::http::problem::Problem;
use crate::http::request::ClientAddress;
use crate::idempotency::{self, Answer, IdempotencyKey};
use crate::merchant::awards::MEMBER_NOT_FOUND;
use crate::merchant::cards::{choice, redeem};
use crate::merchant::masked_name;

/// Whose card was scanned.
#[derive(Deserialize, utoipa::ToSchema)]
pub(super) struct CardRequest {
    /// Short id, or the text of the card's QR code.
    #[serde(default)]
    member: String,
}

/// What the holder of a card may choose from.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CardAnswer {
    short_id: ShortId,
    /// The name with its end masked.
    name: String,
    /// Their balance.
    points: i64,
    items: Vec<CardItem>,
}

/// A coupon that this counter makes good itself: neither a code of somebody else's nor a picture.
#[derive(Serialize, utoipa::ToSchema)]
struct CardItem {
    #[serde(rename = "_id")]
    id: ItemId,
    name: LocalizedText,
    image: String,
    points: i64,
}

/// Show what the holder of a card may choose from at this counter. Refused for members who can sign in: they show
/// coupons themselves.
#[utoipa::path(post, path = "/api/merchant/card", tag = "merchant", request_body = CardRequest,
    responses((status = 200, body = CardAnswer), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn show_card_choice(
    State(counter): State<Counter>,
    merchant: Merchant,
    Json(request): Json<CardRequest>,
) -> AppResult<Json<CardAnswer>> {
    counter.admit(&merchant)?;
    if request.member.trim().is_empty() {
        return Err(AppError::invalid_field("member", "required_field"));
    }
    let named = Identifier::parse(&request.member);
    let found = counter.store().read_consistently(|read| choice(read, &merchant, named.as_ref()));
    if found.as_ref().is_err_and(|error| error.is(MEMBER_NOT_FOUND)) {
        counter.count_miss(&merchant).await?;
    }
    let chosen = found?;
    let item = |item: crate::rewards::items::ItemRecord| CardItem {
        id: item.id,
        name: item.input.name,
        image: item.input.image,
        points: item.input.points.get(),
    };
    Ok(Json(CardAnswer {
        name: masked_name(&chosen.member),
        short_id: chosen.member.short_id,
        points: chosen.points,
        items: chosen.items.into_iter().map(item).collect(),
    }))
}

/// What the holder of a card has chosen.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
pub(super) struct CardRedeemRequest {
    /// Short id, or the text of the card's QR code.
    member: String,
    item: ItemId,
}

/// What was handed over.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CardRedeemAnswer {
    redemption_id: RedemptionId,
    name: LocalizedText,
    points: i64,
    /// What is left.
    balance: i64,
    member: Greeted,
}

/// Buy a coupon for the holder of a card, and collect it here at once.
#[utoipa::path(post, path = "/api/merchant/card/redeem", tag = "merchant", request_body = CardRedeemRequest,
    params(("Idempotency-Key" = String, Header)),
    responses((status = 200, body = CardRedeemAnswer), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn redeem_by_card(
    State(counter): State<Counter>,
    merchant: Merchant,
    address: ClientAddress,
    key: IdempotencyKey,
    Json(request): Json<CardRedeemRequest>,
) -> AppResult<Answer> {
    counter.admit(&merchant)?;
    let (vault, keys, who) = (counter.vault.clone(), counter.authenticator.keys().clone(), merchant.clone());
    let named = Identifier::parse(&request.member);
    let hand_over = move |tx: &crate::store::Tx<'_>| {
        idempotency::once(tx, &who.actor, &key, &request, |tx| {
            let (member, bought) = redeem(tx, (&vault, &keys), &who, address, (named.as_ref(), request.item))?;
            Ok(CardRedeemAnswer {
                redemption_id: bought.redemption.id,
                name: bought.redemption.item.name,
                points: bought.redemption.points,
                balance: bought.balance,
                member: Greeted { short_id: member.short_id, first_name: member.first_name },
            })
        })
    };
    let answer = counter.store().write(hand_over).await?;
    if answer.is_refusal(MEMBER_NOT_FOUND) && !answer.replayed {
        counter.count_miss(&merchant).await?;
    }
    Ok(answer)
}

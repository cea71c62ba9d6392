//! HTTP calls for members who have only a card: coupons and the PIN of the card.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::{Counter, MemberGreeting};
use crate::auth::passwords::PasswordCheck;
use crate::auth::{CounterRole, Merchant};
use crate::base::contact::Identifier;
use crate::base::id::{ItemId, MemberId, RedemptionId};
use crate::base::language::LocalizedText;
use crate::base::pin::Pin;
use crate::base::problem::{AppError, AppResult};
use crate::base::short_id::ShortId;
use crate::core::members::card_pins::{self, CardPinState, WRONG_CARD_PIN};
use crate::member::awards::MEMBER_NOT_FOUND;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::ClientAddress;
use crate::platform::idempotency::{self, IdempotencyKey, ReplayableAnswer};
use crate::platform::store::Tx;
use crate::staff::merchant::cards::{
    FIRST_PIN_BY_MANAGER, balance, change_pin, choice, holder, note_wrong, redeem, set_first_pin,
};

/// The card that was scanned.
#[derive(Deserialize, utoipa::ToSchema)]
pub(super) struct CardRequest {
    /// Short id, or the text of the card's QR code.
    #[serde(default)]
    member: String,
    /// The PIN of the card, typed by its holder, to show the balance.
    #[serde(default)]
    pin: Option<String>,
}

/// The coupons that the holder of a card can choose.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CardAnswer {
    short_id: ShortId,
    /// The name with its end masked.
    name: String,
    /// The state of the card's PIN. Without a PIN the card cannot spend points.
    pin: CardPinState,
    /// The balance; present only after the right PIN.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<i64>,
    items: Vec<CardItem>,
}

/// A coupon that this counter redeems itself, without an external code or picture.
#[derive(Serialize, utoipa::ToSchema)]
struct CardItem {
    #[serde(rename = "_id")]
    id: ItemId,
    name: LocalizedText,
    image: String,
    points: i64,
}

/// The actor that asks for a PIN check, and its address.
type PinCheckContext<'a> = (&'a Merchant, ClientAddress);

impl Counter {
    /// Compares the typed PIN with the card's PIN and returns the hash that matched. Fails with `wrong_card_pin`,
    /// `card_pin_unset`, `card_pin_locked` and `pin_paused`.
    async fn prove_card(
        &self,
        (merchant, address): PinCheckContext<'_>,
        member: MemberId,
        pin: &Pin,
    ) -> AppResult<String> {
        let stored = self.store.write_as(merchant.principal(), move |tx| card_pins::begin_attempt(tx, member)).await?;
        match self.authenticator.passwords().verify(pin.expose(), Some(stored.clone())).await {
            Err(busy) => {
                self.store.write_as(merchant.principal(), move |tx| card_pins::take_back_attempt(tx, member)).await?;
                Err(busy)
            }
            Ok(PasswordCheck::Wrong) => {
                let (keys, who) = (self.keys.clone(), merchant.clone());
                self.store
                    .write_as(merchant.principal(), move |tx| note_wrong(tx, &keys, &who, address, member))
                    .await?;
                self.count_miss(merchant).await?;
                Err(WRONG_CARD_PIN.into())
            }
            Ok(PasswordCheck::Right | PasswordCheck::RightButOutdated) => {
                let proven = stored.clone();
                let stands =
                    self.store.write_as(merchant.principal(), move |tx| card_pins::accept(tx, member, &proven)).await?;
                if stands { Ok(stored) } else { Err(WRONG_CARD_PIN.into()) }
            }
        }
    }

    /// The stored response of this idempotency key, if there is one.
    async fn told_before(
        &self,
        merchant: &Merchant,
        key: &IdempotencyKey,
        order: &CardOrder,
    ) -> AppResult<Option<ReplayableAnswer>> {
        let (actor, key, order) = (merchant.actor, key.clone(), order.clone());
        self.store
            .write_as(merchant.principal(), move |tx| idempotency::once_told(tx, &actor, &key, &order, |_| Ok(None)))
            .await
    }

    /// The holder of a card. An unknown card counts as a wrong guess.
    async fn card_holder(&self, merchant: &Merchant, named: Option<&Identifier>) -> AppResult<MemberId> {
        let found = self.store.read_consistently(|read| holder(read, merchant, named));
        if found.as_ref().is_err_and(|error| error.is(MEMBER_NOT_FOUND)) {
            self.count_miss(merchant).await?;
        }
        found.map(|member| member.id)
    }
}

/// Show the coupons that the holder of a card can choose at this counter, and, with the PIN, the balance.
/// Refused for members who can sign in, because they show coupons on their own device.
#[utoipa::path(post, path = "/api/merchant/card", tag = "merchant", request_body = CardRequest,
    responses((status = 200, body = CardAnswer), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn show_card_choice(
    State(counter): State<Counter>,
    merchant: Merchant,
    address: ClientAddress,
    Json(request): Json<CardRequest>,
) -> AppResult<Json<CardAnswer>> {
    counter.admit(&merchant)?;
    if request.member.trim().is_empty() {
        return Err(AppError::invalid_field("member", "required_field"));
    }
    let pin = request.pin.as_deref().map(|typed| Pin::of_card(typed, "pin")).transpose()?;
    let named = Identifier::parse(&request.member);
    let id = counter.card_holder(&merchant, named.as_ref()).await?;
    let points = match &pin {
        Some(pin) => {
            counter.prove_card((&merchant, address), id, pin).await?;
            Some(counter.store.read(|read| balance(read, id))?)
        }
        None => None,
    };
    let chosen = counter.store.read_consistently(|read| choice(read, &merchant, named.as_ref()))?;
    let item = |item: crate::member::rewards::items::ItemRecord| CardItem {
        id: item.id,
        name: item.input.name,
        image: item.input.image,
        points: item.input.points.get(),
    };
    Ok(Json(CardAnswer {
        name: chosen.member.masked_name(),
        short_id: chosen.member.short_id,
        pin: chosen.pin,
        points,
        items: chosen.items.into_iter().map(item).collect(),
    }))
}

/// The coupon that the holder of a card has chosen.
#[derive(Deserialize, utoipa::ToSchema)]
pub(super) struct CardRedeemRequest {
    /// Short id, or the text of the card's QR code.
    member: String,
    item: ItemId,
    /// The PIN of the card, typed by its holder.
    #[serde(default)]
    pin: Option<String>,
}

/// The part of the request that the `Idempotency-Key` covers. The PIN is excluded, so that it is hashed only to
/// compare it.
#[derive(Clone, Serialize)]
struct CardOrder {
    member: String,
    item: ItemId,
}

/// The redeemed coupon.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CardRedeemAnswer {
    redemption_id: RedemptionId,
    name: LocalizedText,
    points: i64,
    /// The balance after the redemption.
    balance: i64,
    member: MemberGreeting,
}

/// Buy a coupon for the holder of a card, who types its PIN, and collect it here at once.
/// A wrong PIN is not stored under the key: retry with the same key and the right PIN. A stored response is replayed
/// without the PIN, so that a till that lost its connection learns the result.
#[utoipa::path(post, path = "/api/merchant/card/redeem", tag = "merchant", request_body = CardRedeemRequest,
    params(("Idempotency-Key" = String, Header)),
    responses((status = 200, body = CardRedeemAnswer), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
pub(super) async fn redeem_by_card(
    State(counter): State<Counter>,
    merchant: Merchant,
    address: ClientAddress,
    key: IdempotencyKey,
    Json(request): Json<CardRedeemRequest>,
) -> AppResult<ReplayableAnswer> {
    counter.admit(&merchant)?;
    let CardRedeemRequest { member, item, pin } = request;
    let order = CardOrder { member, item };
    if let Some(told) = counter.told_before(&merchant, &key, &order).await? {
        return Ok(told);
    }
    let named = Identifier::parse(&order.member);
    // A card without a PIN, or one that this counter cannot serve, is refused below, where refusals are stored under
    // the key.
    let set = counter.store.read_consistently(|read| {
        let member = holder(read, &merchant, named.as_ref())?;
        Ok((card_pins::state_of(read, member.id)? == CardPinState::Set).then_some(member.id))
    });
    if let Ok(Some(member)) = set {
        let typed = pin.ok_or_else(|| AppError::invalid_field("pin", "required_field"))?;
        counter.prove_card((&merchant, address), member, &Pin::of_card(&typed, "pin")?).await?;
    }
    let (vault, keys, who) = (counter.vault.clone(), counter.keys.clone(), merchant.clone());
    let (proven, caller) = (set.ok().flatten(), merchant.principal());
    let hand_over = move |tx: &Tx<'_>| {
        idempotency::once(tx, &who.actor, &key, &order, |tx| {
            let (member, bought) = redeem(tx, (&vault, &keys), &who, address, (named.as_ref(), order.item, proven))?;
            Ok(CardRedeemAnswer {
                redemption_id: bought.redemption.id,
                name: bought.redemption.item.name,
                points: bought.redemption.points,
                balance: bought.balance,
                member: MemberGreeting { short_id: member.short_id, first_name: member.first_name },
            })
        })
    };
    let answer = counter.store.write_as(caller, hand_over).await?;
    if answer.is_refusal(MEMBER_NOT_FOUND) && !answer.replayed {
        counter.count_miss(&merchant).await?;
    }
    Ok(answer)
}

/// The new PIN of a card.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CardPinRequest {
    /// Short id, or the text of the card's QR code.
    #[serde(default)]
    member: String,
    /// Four to six digits that are not easy to guess, typed by the holder.
    pin: String,
    /// The present PIN; absent for the first PIN.
    #[serde(default)]
    current_pin: Option<String>,
}

/// Set the PIN of a card, typed by its holder. A change needs the present PIN. The first PIN needs a signed-in manager.
/// The programme's staff replace a forgotten or locked PIN.
#[utoipa::path(put, path = "/api/merchant/card/pin", tag = "merchant", request_body = CardPinRequest,
    responses((status = 204), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn set_card_pin(
    State(counter): State<Counter>,
    merchant: Merchant,
    address: ClientAddress,
    Json(request): Json<CardPinRequest>,
) -> AppResult<Response> {
    counter.admit(&merchant)?;
    let chosen = Pin::chosen_for_card(&request.pin)?;
    let current = request.current_pin.as_deref().map(|typed| Pin::of_card(typed, "currentPin")).transpose()?;
    let named = Identifier::parse(&request.member);
    let id = counter.card_holder(&merchant, named.as_ref()).await?;
    let unset = counter.store.read(|read| card_pins::state_of(read, id))? == CardPinState::Unset;
    if unset && merchant.role != CounterRole::Manager {
        return Err(FIRST_PIN_BY_MANAGER.into());
    }
    let proven = match current {
        Some(pin) if !unset => Some(counter.prove_card((&merchant, address), id, &pin).await?),
        None if !unset => return Err(AppError::invalid_field("currentPin", "required_field")),
        _ => None,
    };
    let pin_hash = counter.authenticator.passwords().hash(chosen.expose()).await?;
    let (keys, who) = (counter.keys.clone(), merchant.clone());
    let set = move |tx: &Tx<'_>| match &proven {
        Some(proven) => change_pin(tx, &keys, (&who, address), named.as_ref(), (proven, &pin_hash)),
        None => set_first_pin(tx, &keys, (&who, address), named.as_ref(), &pin_hash),
    };
    counter.store.write_as(merchant.principal(), set).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

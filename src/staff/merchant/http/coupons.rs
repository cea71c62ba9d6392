//! HTTP calls of coupons at the counter.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::{Counter, MemberIdentity, recognised};
use crate::auth::Merchant;
use crate::base::clock::Timestamp;
use crate::base::language::LocalizedText;
use crate::base::problem::{AppError, AppResult};
use crate::member::rewards;
use crate::member::rewards::{COUPON_UNKNOWN, CodeState, RedemptionRecord};
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::ClientAddress;
use crate::platform::idempotency::{self, OptionalKey};
use crate::platform::store::Read;
use crate::staff::merchant::coupons::{collect, collection_of, decline, verify};

const LONGEST_CODE: usize = 128;

/// The text of the coupon that the member shows, or the short code below it, in any case, with or without a hyphen.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
pub(super) struct CodeRequest {
    code: String,
}

impl CodeRequest {
    /// The code, or an empty text if it is longer than any valid code, so that it is not hashed.
    fn cut(&self) -> &str {
        if self.code.len() > LONGEST_CODE { "" } else { &self.code }
    }
}

/// The state of a coupon.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct VerifyAnswer {
    status: CodeState,
    /// The coupon is unknown here because it is for another partner's counter.
    #[serde(skip_serializing_if = "Option::is_none")]
    other_partner: Option<bool>,
    /// The coupon is unknown here because its member is suspended.
    #[serde(skip_serializing_if = "Option::is_none")]
    member_inactive: Option<bool>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    found: Option<FoundCoupon>,
}

/// A coupon that this counter may collect, or that could have been collected here.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundCoupon {
    item: CouponItem,
    #[serde(skip_serializing_if = "Option::is_none")]
    opened_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    collected_at: Option<Timestamp>,
    /// The person who collected it; only for staff of the same partner.
    #[serde(skip_serializing_if = "Option::is_none")]
    collected_by: Option<String>,
    /// The outlet where it was collected.
    #[serde(skip_serializing_if = "Option::is_none")]
    outlet: Option<LocalizedText>,
    /// The till where it was collected.
    #[serde(skip_serializing_if = "Option::is_none")]
    till: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    member: Option<MemberIdentity>,
    /// The server's time, to compare with `expiresAt`.
    server_time: Timestamp,
}

/// The item that the coupon buys.
#[derive(Serialize, utoipa::ToSchema)]
struct CouponItem {
    name: LocalizedText,
    image: String,
    toc: LocalizedText,
}

fn answer(
    read: &Read<'_>,
    merchant: &Merchant,
    status: CodeState,
    redemption: RedemptionRecord,
) -> AppResult<VerifyAnswer> {
    let collection = match status {
        CodeState::Collected => collection_of(read, merchant, redemption.id)?,
        _ => None,
    };
    let (by, outlet, till) = collection.map(|one| (one.by, one.outlet, one.till)).unwrap_or_default();
    let item = redemption.item;
    let found = FoundCoupon {
        item: CouponItem { name: item.name, image: item.image, toc: item.toc },
        opened_at: redemption.opened_at,
        expires_at: redemption.expires_at,
        collected_at: redemption.collected_at,
        collected_by: by,
        outlet,
        till,
        member: recognised(read, redemption.member)?,
        server_time: read.now(),
    };
    Ok(VerifyAnswer { status, other_partner: None, member_inactive: None, found: Some(found) })
}

/// The response for a code that is no coupon of this counter, with the reason.
fn unknown(other_partner: bool, member_inactive: bool) -> VerifyAnswer {
    VerifyAnswer {
        status: CodeState::Unknown,
        other_partner: other_partner.then_some(true),
        member_inactive: member_inactive.then_some(true),
        found: None,
    }
}

/// Show the state of a coupon without collecting it.
#[utoipa::path(post, path = "/api/merchant/verify", tag = "merchant", request_body = CodeRequest,
    responses((status = 200, body = VerifyAnswer)))]
pub(super) async fn verify_coupon(
    State(counter): State<Counter>,
    merchant: Merchant,
    Json(request): Json<CodeRequest>,
) -> AppResult<Json<VerifyAnswer>> {
    counter.admit_code(&merchant, request.cut())?;
    let told = counter.store.read_consistently(|read| {
        let view = verify(read, &counter.vault, &merchant, request.cut())?;
        match view.redemption {
            Some(redemption) if view.state == CodeState::Valid && !rewards::is_holder_active(read, &redemption)? => {
                Ok(unknown(false, true))
            }
            Some(redemption) => answer(read, &merchant, view.state, redemption),
            None => {
                let elsewhere = rewards::is_of_another_partner(read, &counter.vault, merchant.partner, request.cut())?;
                Ok(unknown(elsewhere, false))
            }
        }
    })?;
    if told.status == CodeState::Unknown && told.member_inactive.is_none() {
        counter.count_missed_code(&merchant, request.cut()).await?;
    }
    Ok(Json(told))
}

/// Collect a coupon, once. With an `Idempotency-Key` the same request gets the same response again.
#[utoipa::path(post, path = "/api/merchant/collect", tag = "merchant", request_body = CodeRequest,
    params(("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = VerifyAnswer), (status = 409, body = Problem)))]
pub(super) async fn collect_coupon(
    State(counter): State<Counter>,
    merchant: Merchant,
    OptionalKey(key): OptionalKey,
    Json(request): Json<CodeRequest>,
) -> AppResult<Response> {
    counter.admit_code(&merchant, request.cut())?;
    let (vault, who, code) = (counter.vault.clone(), merchant.clone(), request.cut().to_owned());
    let outcome = counter
        .store
        .write_as(merchant.principal(), move |tx| {
            idempotency::once(tx, &who.actor, key.as_ref(), &request, |tx| {
                let redemption = collect(tx, &vault, &who, request.cut())?;
                answer(tx, &who, CodeState::Collected, redemption)
            })
        })
        .await;
    counter.after(&merchant, &code, outcome).await
}

/// Return an open coupon to its member, who may open it again, for example when the item is out of stock.
#[utoipa::path(post, path = "/api/merchant/return", tag = "merchant", request_body = CodeRequest,
    params(("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = crate::auth::Success), (status = 409, body = Problem)))]
pub(super) async fn give_coupon_back(
    State(counter): State<Counter>,
    merchant: Merchant,
    address: ClientAddress,
    OptionalKey(key): OptionalKey,
    Json(request): Json<CodeRequest>,
) -> AppResult<Response> {
    counter.admit_code(&merchant, request.cut())?;
    let (vault, keys, who) = (counter.vault.clone(), counter.keys.clone(), merchant.clone());
    let code = request.cut().to_owned();
    let outcome = counter
        .store
        .write_as(merchant.principal(), move |tx| {
            idempotency::once(tx, &who.actor, key.as_ref(), &request, |tx| {
                decline(tx, (&vault, &keys), &who, address, request.cut())?;
                Ok(crate::auth::Success::DONE.0)
            })
        })
        .await;
    counter.after(&merchant, &code, outcome).await
}

impl Counter {
    /// Counts a wrong guess if the code was unknown.
    async fn after(
        &self,
        merchant: &Merchant,
        code: &str,
        outcome: AppResult<idempotency::ReplayableAnswer>,
    ) -> AppResult<Response> {
        let missed = match &outcome {
            Ok(answer) => answer.is_refusal(COUPON_UNKNOWN) && !answer.replayed,
            Err(error) => error.is(COUPON_UNKNOWN),
        };
        if missed {
            self.count_missed_code(merchant, code).await?;
        }
        outcome.map(IntoResponse::into_response).map_err(|error: AppError| error)
    }
}

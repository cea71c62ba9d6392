//! The counter over HTTP.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{AwardOrder, Caps, Event, EventKind, MEMBER_NOT_FOUND};
use crate::auth::Merchant;
use crate::base::clock::Timestamp;
use crate::base::contact::Identifier;
use crate::base::id::{MemberId, RecordId, RedemptionId, TransactionId};
use crate::base::keys::Keyring;
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;
use crate::base::problem::{AppError, AppResult};
use crate::base::short_id::ShortId;
use crate::config;
use crate::http::json::Json;
use crate::http::limits::{Limit, Limits};
use crate::http::page::{Page, PageRequest};
use crate::http::problem::Problem;
use crate::idempotency::{self, Answer, IdempotencyKey};
use crate::members;
use crate::rewards;
use crate::rewards::{CodeState, CodeVault, RedemptionRecord};
use crate::store::{Read, Store};

/// How often one actor may call.
const CALLS: Limit = Limit::of("counter calls", 600, 60);
/// How many codes or members one actor may guess.
const GUESSES: Limit = Limit::of("counter guesses", 10, 600);
const LONGEST_RECEIPT: usize = 64;
const LONGEST_CODE: usize = 128;

#[derive(Clone)]
struct Counter {
    store: Store,
    vault: CodeVault,
    limits: Limits,
    caps: Caps,
}

/// The calls of the counter. With limits switched off there are no caps either.
pub fn routes(store: Store, keys: &Keyring, limits: Limits, settings: &config::Merchant) -> OpenApiRouter {
    let caps = if limits.enabled() { Caps::new(settings) } else { Caps::NONE };
    OpenApiRouter::new()
        .routes(routes!(award_points))
        .routes(routes!(verify_coupon))
        .routes(routes!(collect_coupon))
        .routes(routes!(list_activity))
        .with_state(Counter { store, vault: CodeVault::new(keys), limits, caps })
}

/// A purchase at the counter.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct AwardRequest {
    /// E-mail, phone, short id, or the text of the member's QR code.
    #[serde(default)]
    member: String,
    /// What was paid in HK$, as a decimal string such as `"128.50"`.
    #[serde(default)]
    #[schema(value_type = String)]
    amount_hkd: Value,
    /// Whether the member showed an Enjoy Card.
    #[serde(default)]
    enjoy_card: bool,
    /// The receipt's number; one receipt earns once.
    #[serde(default)]
    receipt: Option<String>,
}

impl AwardRequest {
    fn order(&self) -> AppResult<AwardOrder> {
        let amount = self.amount_hkd.as_str().and_then(Hkd::parse).filter(|amount| *amount > Hkd::ZERO);
        let receipt = self.receipt.as_deref().map(str::trim).filter(|receipt| !receipt.is_empty());
        if receipt.is_some_and(|receipt| receipt.chars().count() > LONGEST_RECEIPT) {
            return Err(AppError::invalid_field("receipt", "invalid_receipt"));
        }
        if self.member.trim().is_empty() {
            return Err(AppError::invalid_field("member", "required_field"));
        }
        Ok(AwardOrder {
            member: Identifier::parse(&self.member),
            amount: amount.ok_or_else(|| AppError::invalid_field("amountHkd", "invalid_amount_hkd"))?,
            enjoy_card: self.enjoy_card,
            receipt: receipt.map(str::to_owned),
        })
    }
}

/// As much of a member as a counter needs to greet them.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Greeted {
    short_id: ShortId,
    first_name: String,
}

fn greeted(read: &Read<'_>, id: MemberId) -> AppResult<Option<Greeted>> {
    Ok(members::find(read, id)?.map(|member| Greeted { short_id: member.short_id, first_name: member.first_name }))
}

/// What was awarded.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct AwardAnswer {
    transaction_id: TransactionId,
    points: i64,
    member: Greeted,
}

/// Award points for a purchase.
#[utoipa::path(post, path = "/api/merchant/award", tag = "merchant", request_body = AwardRequest,
    params(("Idempotency-Key" = String, Header)),
    responses((status = 200, body = AwardAnswer), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
async fn award_points(
    State(counter): State<Counter>,
    merchant: Merchant,
    key: IdempotencyKey,
    Json(request): Json<AwardRequest>,
) -> AppResult<Answer> {
    let Counter { store, limits, caps, .. } = counter;
    limits.count(CALLS, &merchant.actor)?;
    let order = request.order()?;
    let actor = merchant.actor;
    let answer = store
        .write(move |tx| {
            idempotency::once(tx, &merchant.actor, &key, &request, |tx| {
                let awarded = super::award(tx, &merchant, &order, caps)?;
                let member = Greeted { short_id: awarded.member.short_id, first_name: awarded.member.first_name };
                Ok(AwardAnswer { transaction_id: awarded.transaction, points: awarded.points, member })
            })
        })
        .await?;
    if answer.status == MEMBER_NOT_FOUND.status {
        limits.count(GUESSES, &actor)?;
    }
    Ok(answer)
}

/// The text of the coupon that the member shows.
#[derive(Deserialize, utoipa::ToSchema)]
struct CodeRequest {
    code: String,
}

/// What a coupon is worth.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct VerifyAnswer {
    status: CodeState,
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<CouponItem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    collected_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    member: Option<Greeted>,
}

/// What the coupon buys.
#[derive(Serialize, utoipa::ToSchema)]
struct CouponItem {
    name: LocalizedText,
    image: String,
    toc: LocalizedText,
}

impl VerifyAnswer {
    fn new(read: &Read<'_>, status: CodeState, redemption: Option<RedemptionRecord>) -> AppResult<Self> {
        let Some(redemption) = redemption else {
            return Ok(Self { status, item: None, expires_at: None, collected_at: None, member: None });
        };
        let item = redemption.item;
        Ok(Self {
            status,
            item: Some(CouponItem { name: item.name, image: item.image, toc: item.toc }),
            expires_at: redemption.expires_at,
            collected_at: redemption.collected_at,
            member: greeted(read, redemption.member)?,
        })
    }
}

/// Ask what a coupon is worth, without collecting it.
#[utoipa::path(post, path = "/api/merchant/verify", tag = "merchant", request_body = CodeRequest,
    responses((status = 200, body = VerifyAnswer), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 429, body = Problem)))]
async fn verify_coupon(
    State(counter): State<Counter>,
    merchant: Merchant,
    Json(request): Json<CodeRequest>,
) -> AppResult<Json<VerifyAnswer>> {
    let Counter { store, vault, limits, .. } = counter;
    limits.count(CALLS, &merchant.actor)?;
    let answer = store.read_consistently(|read| {
        let view = rewards::verify(read, &vault, merchant.partner, cut(&request.code))?;
        VerifyAnswer::new(read, view.state, view.redemption)
    })?;
    if answer.status == CodeState::Unknown {
        limits.count(GUESSES, &merchant.actor)?;
    }
    Ok(Json(answer))
}

/// Collect a coupon, once.
#[utoipa::path(post, path = "/api/merchant/collect", tag = "merchant", request_body = CodeRequest,
    responses((status = 200, body = VerifyAnswer), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn collect_coupon(
    State(counter): State<Counter>,
    merchant: Merchant,
    Json(request): Json<CodeRequest>,
) -> AppResult<Json<VerifyAnswer>> {
    let Counter { store, vault, limits, .. } = counter;
    limits.count(CALLS, &merchant.actor)?;
    let actor = merchant.actor;
    let outcome = store
        .write(move |tx| {
            let redemption = super::collect(tx, &vault, &merchant, cut(&request.code))?;
            VerifyAnswer::new(tx, CodeState::Collected, Some(redemption))
        })
        .await;
    if outcome.as_ref().is_err_and(|error| error.is(rewards::COUPON_UNKNOWN)) {
        limits.count(GUESSES, &actor)?;
    }
    outcome.map(Json)
}

/// No code is longer; what is, is unknown, and not worth hashing.
fn cut(code: &str) -> &str {
    if code.len() > LONGEST_CODE { "" } else { code }
}

/// Something that happened at the counter.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct CounterActivity {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    id: RecordId,
    #[serde(rename = "type")]
    kind: EventKind,
    created: Timestamp,
    /// Points awarded, or the price of what was collected.
    points: i64,
    /// Who stood there.
    by: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    amount_hkd: Option<Hkd>,
    enjoy_card: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction_id: Option<TransactionId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redemption_id: Option<RedemptionId>,
    /// What was collected.
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<LocalizedText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    member: Option<Greeted>,
}

fn shown(read: &Read<'_>, event: Event) -> AppResult<CounterActivity> {
    Ok(CounterActivity {
        id: event.id,
        kind: event.kind,
        created: event.created,
        points: event.points,
        by: event.actor_name,
        amount_hkd: event.amount,
        enjoy_card: event.enjoy_card,
        receipt: event.receipt,
        transaction_id: event.transaction,
        redemption_id: event.redemption,
        item: event.item_name,
        member: greeted(read, event.member)?,
    })
}

/// List what this counter awarded and collected.
#[utoipa::path(get, path = "/api/merchant/activity", tag = "merchant",
    params(("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [CounterActivity]), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn list_activity(
    State(counter): State<Counter>,
    merchant: Merchant,
    page: PageRequest,
) -> AppResult<Page<CounterActivity>> {
    let before = page.after(RecordId::parse)?;
    let rows = counter.store.read_consistently(|read| {
        let events = super::activity(read, &merchant, before, page.probe())?;
        events.into_iter().map(|event| shown(read, event)).collect::<AppResult<Vec<_>>>()
    })?;
    Ok(page.finish(rows, |event| event.id.to_string()))
}

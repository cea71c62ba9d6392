//! Rewards over HTTP.

use axum::Extension;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::codes::CodeVault;
use super::items::ItemRecord;
use super::opening::{self, CouponContent};
use super::purchase::purchase;
use super::requirement::{self, Requirement};
use super::wallet::WalletEntry;
use super::{ItemSnapshot, ItemType, RedemptionRecord, RedemptionStatus, queries};
use crate::auth::{Member, TrustedMember};
use crate::base::clock::Timestamp;
use crate::base::content::Audience;
use crate::base::day::Day;
use crate::base::id::{ItemId, PartnerId, RedemptionId};
use crate::base::keys::Keyring;
use crate::base::language::LocalizedText;
use crate::base::problem::{AppError, AppResult, INVALID_PARAMETER};
use crate::platform::config;
use crate::platform::http::json::Json;
use crate::platform::http::origin::{self, CROSS_SITE_REQUEST, Origins};
use crate::platform::http::page::{Page, PageRequest};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{self, IdempotencyKey, OptionalKey, ReplayableAnswer};
use crate::platform::store::Store;
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::{COUPON_OPENINGS, PURCHASES};

#[derive(Clone)]
struct Rewards {
    store: Store,
    vault: CodeVault,
    limits: Limits,
    wallet_required: bool,
}

/// Routes of rewards.
pub fn routes(store: Store, keys: &Keyring, limits: Limits, settings: &config::Rewards) -> Routes {
    let vault = CodeVault::new(keys);
    let state = Rewards { store, vault, limits, wallet_required: settings.wallet_required };
    Routes::new()
        .routes(routes!(list_items))
        .routes(routes!(purchase_item))
        .routes(routes!(list_redemptions))
        .routes(routes!(open_redemption, use_redemption))
        .with_state(state)
}

/// An item that members can buy with points.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Item {
    /// Item id; ids sort by creation time.
    #[serde(rename = "_id")]
    id: ItemId,
    #[serde(rename = "type")]
    kind: ItemType,
    name: LocalizedText,
    description: LocalizedText,
    image: String,
    /// Price in whole points.
    points: i64,
    /// Remaining stock; negative means unlimited.
    leftover: i64,
    /// The number of pieces that the member may still buy; negative means unlimited.
    #[serde(rename = "qoutaPerson")]
    quota_person: i64,
    /// Terms and conditions.
    toc: LocalizedText,
    /// The partner whose counter collects the item.
    #[serde(skip_serializing_if = "Option::is_none")]
    partner: Option<PartnerId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    valid_from: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    valid_until: Option<Timestamp>,
    /// A coupon can be opened on the day of purchase and on this many days after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    use_within_days: Option<i64>,
    /// The last day on which a coupon can be opened, whenever it is bought.
    #[serde(skip_serializing_if = "Option::is_none")]
    use_until: Option<Day>,
    /// The condition that a buyer must meet; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    requirement: Option<Requirement>,
}

impl Item {
    fn for_buyer(record: ItemRecord, bought: i64, requirement: Option<Requirement>) -> Self {
        let (leftover, quota_person) = (record.left(), record.quota_left(bought));
        let input = record.input;
        Self {
            id: record.id,
            kind: input.kind,
            name: input.name,
            description: input.description,
            image: input.image,
            points: input.points.get(),
            leftover,
            quota_person,
            toc: input.toc,
            partner: input.partner_id,
            valid_from: input.valid_from,
            valid_until: input.valid_until,
            use_within_days: input.use_within_days,
            use_until: input.use_until,
            requirement,
        }
    }
}

/// A purchase of an item. Its code stays secret until the coupon is opened.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Redemption {
    /// Redemption id; ids sort by creation time.
    #[serde(rename = "_id")]
    id: RedemptionId,
    #[serde(rename = "type")]
    kind: ItemType,
    /// The item as it was at the purchase.
    redeem_item_snapshot: ItemSnapshot,
    /// Always 1.
    quantity: i64,
    created: Timestamp,
    /// True if the redemption can no longer be opened.
    used: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    used_at: Option<Timestamp>,
    /// The time at which the five-minute window of a used redemption ends or ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<Timestamp>,
    /// The time at which it was collected at a counter.
    #[serde(skip_serializing_if = "Option::is_none")]
    collected_at: Option<Timestamp>,
    status: RedemptionStatus,
    /// Price in whole points.
    points: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    wallet_address: Option<String>,
    /// The last day on which a coupon can be opened; absent for no end.
    #[serde(skip_serializing_if = "Option::is_none")]
    use_by: Option<Day>,
    /// True if the coupon was not opened by that day; absent if false.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    ended: bool,
}

impl Redemption {
    fn at(record: RedemptionRecord, now: Timestamp) -> Self {
        let used = record.is_used(now);
        let ended = record.has_ended(now);
        Self {
            use_by: record.last_day().filter(|_| record.status == RedemptionStatus::Confirmed),
            ended,
            id: record.id,
            kind: record.item.kind,
            redeem_item_snapshot: record.item,
            quantity: 1,
            created: record.created,
            used,
            used_at: record.opened_at.filter(|_| used && !ended),
            expires_at: record.expires_at.filter(|_| used && !ended),
            collected_at: record.collected_at,
            status: record.status,
            points: record.points,
            wallet_address: record.wallet_address,
        }
    }
}

/// List the items on offer.
#[utoipa::path(get, path = "/api/redeem/list", tag = "rewards",
    params(("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [Item])))]
async fn list_items(State(rewards): State<Rewards>, member: Member, page: PageRequest) -> AppResult<Page<Item>> {
    let before = page.after(ItemId::parse)?.unwrap_or(ItemId::from_bytes([0xff; 16]));
    let rows = rewards.store.read_consistently(|read| {
        let items = queries::items::list(read, Audience::Members, before, page.probe())?;
        let priced = items.into_iter().map(|item| {
            let bought = queries::items::bought(read, member.id, item.id)?;
            let requirement = requirement::of(read, member.id, &item)?;
            Ok(Item::for_buyer(item, bought, requirement))
        });
        priced.collect::<AppResult<Vec<_>>>()
    })?;
    Ok(page.finish(rows, |item| item.id.to_string()))
}

/// Quantity, and the wallet address of an exchange.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct PurchaseRequest {
    /// Always 1.
    #[serde(default)]
    #[schema(value_type = i64, minimum = 1, maximum = 1)]
    quantity: Value,
    /// Wallet address of an exchange: `0x` and 40 hexadecimal digits. Mixed case must match the EIP-55 checksum.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    wallet_address: Option<Value>,
}

/// The purchase and the balance after it.
#[derive(Serialize, utoipa::ToSchema)]
struct PurchaseAnswer {
    success: bool,
    redemption: Redemption,
    /// The member's new balance.
    points: i64,
}

/// Buy an item. A coupon belongs to the member at once; an exchange waits for an operator.
#[utoipa::path(post, path = "/api/redeem/purchase/{id}", tag = "rewards", request_body = PurchaseRequest,
    params(("id" = ItemId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = PurchaseAnswer), (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn purchase_item(
    State(rewards): State<Rewards>,
    TrustedMember(member): TrustedMember,
    Path(item): Path<String>,
    key: IdempotencyKey,
    Json(request): Json<PurchaseRequest>,
) -> AppResult<ReplayableAnswer> {
    // An unparsable id becomes an id that no item has, so that the refusal also uses up the Idempotency-Key.
    let item = ItemId::parse(&item).unwrap_or(ItemId::from_bytes([0; 16]));
    rewards.limits.count(PURCHASES, member.id.as_bytes())?;
    if request.quantity.as_i64() != Some(1) {
        return Err(AppError::invalid_field("quantity", "invalid_quantity"));
    }
    let Rewards { store, vault, wallet_required, .. } = rewards;
    store
        .write_as(member.principal(), move |tx| {
            idempotency::once(tx, member.id.as_bytes(), &key, &request, |tx| {
                let wallet = WalletEntry { given: request.wallet_address.as_ref(), required: wallet_required };
                let bought = purchase(tx, &vault, member.id, item, &wallet)?;
                let redemption = Redemption::at(bought.redemption, tx.now());
                Ok(PurchaseAnswer { success: true, redemption, points: bought.balance })
            })
        })
        .await
}

#[derive(Deserialize)]
struct TypeQuery {
    r#type: Option<String>,
}

/// List the member's purchases.
#[utoipa::path(get, path = "/api/redeem/myredeems", tag = "rewards",
    params(("type" = Option<ItemType>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [Redemption])))]
async fn list_redemptions(
    State(rewards): State<Rewards>,
    member: Member,
    Query(wanted): Query<TypeQuery>,
    page: PageRequest,
) -> AppResult<Page<Redemption>> {
    let kind = match wanted.r#type.as_deref() {
        None => None,
        Some(name) => Some(ItemType::from_name(name).ok_or(INVALID_PARAMETER)?),
    };
    let before = page.after(RedemptionId::parse)?.unwrap_or(RedemptionId::from_bytes([0xff; 16]));
    let rows = rewards.store.read(|read| {
        let found = queries::redemptions::list_of_member(read, member.id, kind, before, page.probe())?;
        Ok(found.into_iter().map(|record| Redemption::at(record, read.now())).collect::<Vec<_>>())
    })?;
    Ok(page.finish(rows, |redemption| redemption.id.to_string()))
}

/// An open coupon and its expiry time.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct UseAnswer {
    success: bool,
    item_content: CouponContent,
    /// Eight characters that can be typed at the counter in place of the code while the coupon is open; shown in two
    /// groups of four. Absent for codes that this server did not generate.
    #[serde(skip_serializing_if = "Option::is_none")]
    short_code: Option<String>,
    used_at: Timestamp,
    /// `usedAt` plus 300 seconds.
    expires_at: Timestamp,
    /// The server's current time, for a countdown that does not depend on the device's clock.
    server_time: Timestamp,
}

/// The member behind a state-changing GET. Rejects HEAD, prefetch, navigation, and pictures embedded in foreign
/// pages.
struct OpeningMember(Member);

impl<S: Send + Sync> FromRequestParts<S> for OpeningMember {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Response> {
        if parts.method == Method::HEAD {
            return Err((StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, POST")]).into_response());
        }
        let member = Member::from_request_parts(parts, state).await.map_err(IntoResponse::into_response)?;
        let origins =
            Extension::<Origins>::from_request_parts(parts, state).await.map_err(IntoResponse::into_response)?;
        let vouched = origin::vouched_for(&parts.headers, &origins.0);
        let refused = || AppError::from(CROSS_SITE_REQUEST).into_response();
        origin::check(&parts.headers, &origins.0).map_err(IntoResponse::into_response)?;
        if !is_plain_fetch(&parts.headers) {
            return Err(refused());
        }
        // If no browser header proves the origin of the page, a cookie alone is not sufficient.
        if vouched != Some(true) && TrustedMember::from_request_parts(parts, state).await.is_err() {
            return Err(refused());
        }
        Ok(Self(member))
    }
}

/// Returns whether a script sent this request, as far as the Fetch Metadata headers show.
fn is_plain_fetch(headers: &HeaderMap) -> bool {
    let is = |name: &str, allowed: &[&str]| {
        headers.get(name).is_none_or(|value| allowed.iter().any(|one| value.as_bytes() == one.as_bytes()))
    };
    is("sec-fetch-mode", &["cors", "same-origin"])
        && is("sec-fetch-dest", &["empty"])
        && !headers.contains_key("sec-purpose")
        && !headers.contains_key("purpose")
}

/// Open a coupon with GET, as the specification requires. Our own client uses POST.
#[utoipa::path(get, path = "/api/redeem/use/{id}", tag = "rewards", params(("id" = RedemptionId, Path)),
    responses((status = 200, body = UseAnswer), (status = 403, body = Problem), (status = 409, body = Problem), (status = 410, body = Problem)))]
async fn open_redemption(
    State(rewards): State<Rewards>,
    OpeningMember(member): OpeningMember,
    PathId(id): PathId<RedemptionId>,
) -> AppResult<Response> {
    opened(rewards, member, id, None).await
}

/// Open a coupon: it is valid for 300 seconds and cannot be opened again. A retry with the same `Idempotency-Key`
/// returns it again within that time.
#[utoipa::path(post, path = "/api/redeem/use/{id}", tag = "rewards",
    params(("id" = RedemptionId, Path), ("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = UseAnswer), (status = 409, body = Problem), (status = 410, body = Problem), (status = 429, body = Problem)))]
async fn use_redemption(
    State(rewards): State<Rewards>,
    member: Member,
    PathId(id): PathId<RedemptionId>,
    OptionalKey(key): OptionalKey,
) -> AppResult<Response> {
    opened(rewards, member, id, key).await
}

async fn opened(
    rewards: Rewards,
    member: Member,
    id: RedemptionId,
    key: Option<IdempotencyKey>,
) -> AppResult<Response> {
    rewards.limits.count(COUPON_OPENINGS, member.id.as_bytes())?;
    let Rewards { store, vault, .. } = rewards;
    let told = store.write_as(member.principal(), move |tx| {
        let told = match key {
            Some(key) => opening::open_under(tx, &vault, member.id, id, &key)?,
            None => Ok(opening::open(tx, &vault, member.id, id, None)?),
        };
        Ok((told, tx.now()))
    });
    let (open, now) = match told.await? {
        (Ok(open), now) => (open, now),
        (Err(refusal), _) => return Ok(refusal.into_response()),
    };
    let answer = UseAnswer {
        success: true,
        item_content: open.content,
        short_code: open.short_code.map(|code| code.as_str().to_owned()),
        used_at: open.used_at,
        expires_at: open.expires_at,
        server_time: now,
    };
    let mut response = Json(answer).into_response();
    if open.replayed {
        response.headers_mut().insert("idempotency-replayed", HeaderValue::from_static("true"));
    }
    Ok(response)
}

//! HTTP calls of the code on a member's screen, which changes every 30 seconds.

use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::{Counter, MemberIdentity, recognised};
use crate::auth::Merchant;
use crate::base::day::Day;
use crate::base::id::RedemptionId;
use crate::base::language::LocalizedText;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::ledger;
use crate::member::awards::{self, active_partner};
use crate::member::counter_codes::{self, COUNTER_CODE_STALE};
use crate::member::rewards::{self, RedemptionRecord};
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::idempotency::{self, IdempotencyKey, ReplayableAnswer};
use crate::platform::store::Tx;

/// The longest text that is accepted, in bytes.
const LONGEST: usize = 64;

/// The code on the member's screen.
#[derive(Deserialize, utoipa::ToSchema)]
pub(super) struct MemberCodeRequest {
    code: String,
}

/// A coupon of the member that can be used here.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CouponToUse)]
struct UsableCoupon {
    #[serde(rename = "_id")]
    id: RedemptionId,
    name: LocalizedText,
    /// The last day on which it can be used; absent for no end.
    #[serde(skip_serializing_if = "Option::is_none")]
    use_by: Option<Day>,
}

impl From<RedemptionRecord> for UsableCoupon {
    fn from(record: RedemptionRecord) -> Self {
        Self { use_by: record.last_day(), id: record.id, name: record.item.name }
    }
}

/// A member who stands at the counter.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct MemberCodeAnswer {
    member: MemberIdentity,
    /// The balance, in whole points.
    points: i64,
    /// Coupons that can be used here, newest first.
    coupons: Vec<UsableCoupon>,
}

/// Look up a member by the code on their screen: balance, and coupons that can be used here. A code can be scanned by one
/// counter.
#[utoipa::path(post, path = "/api/merchant/member-code", tag = "merchant", request_body = MemberCodeRequest,
    responses((status = 200, body = MemberCodeAnswer), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn scan_member_code(
    State(counter): State<Counter>,
    merchant: Merchant,
    Json(request): Json<MemberCodeRequest>,
) -> AppResult<Json<MemberCodeAnswer>> {
    counter.admit(&merchant)?;
    let (keys, who) = (counter.keys.clone(), merchant.clone());
    let look = move |tx: &Tx<'_>, code: &str| {
        active_partner(tx, &who)?;
        let member = counter_codes::scan(tx, &keys, code, &who.actor)?;
        let coupons = rewards::usable_at(tx, member.id, who.partner)?.into_iter().map(UsableCoupon::from).collect();
        let points = ledger::balance_of(tx, member.id)?;
        Ok(MemberCodeAnswer { member: recognised(tx, member.id)?.ok_or(NOT_FOUND)?, points, coupons })
    };
    look_at_code(&counter, &merchant, &request.code, look).await.map(Json)
}

/// Checks a code inside a write. A refused text that was never a member's code counts as a wrong guess.
pub(super) async fn look_at_code<T: Send + 'static>(
    counter: &Counter,
    merchant: &Merchant,
    code: &str,
    look: impl FnOnce(&Tx<'_>, &str) -> AppResult<T> + Send + 'static,
) -> AppResult<T> {
    let text = cut(code).to_owned();
    let found = counter.store.write_as(merchant.principal(), move |tx| look(tx, &text)).await;
    let stale = found.as_ref().is_err_and(|error| error.is(COUNTER_CODE_STALE));
    if stale && !counter.store.read(|read| counter_codes::is_old(read, &counter.keys, cut(code)))? {
        counter.count_miss(merchant).await?;
    }
    found
}

/// The coupon to use, with the code that was scanned.
#[derive(Clone, Deserialize, Serialize, utoipa::ToSchema)]
pub(super) struct UseByCodeRequest {
    code: String,
    coupon: RedemptionId,
}

/// A coupon that was used.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct UseByCodeAnswer {
    name: LocalizedText,
    member: MemberIdentity,
}

/// Use a coupon of the member whose code was scanned here, once for each code, within three minutes.
#[utoipa::path(post, path = "/api/merchant/member-code/use", tag = "merchant", request_body = UseByCodeRequest,
    params(("Idempotency-Key" = String, Header)),
    responses((status = 200, body = UseByCodeAnswer), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn use_by_member_code(
    State(counter): State<Counter>,
    merchant: Merchant,
    key: IdempotencyKey,
    Json(request): Json<UseByCodeRequest>,
) -> AppResult<ReplayableAnswer> {
    counter.admit(&merchant)?;
    let keys = counter.keys.clone();
    counter
        .store
        .write_as(merchant.principal(), move |tx| {
            idempotency::once(tx, &merchant.actor, &key, &request, |tx| {
                active_partner(tx, &merchant)?;
                let member = counter_codes::spend(tx, &keys, cut(&request.code), &merchant.actor)?;
                let used = rewards::use_here(tx, merchant.partner, member.id, request.coupon)?;
                awards::note_collection(tx, &merchant, &used)?;
                let member = recognised(tx, member.id)?.ok_or(NOT_FOUND)?;
                Ok(UseByCodeAnswer { name: used.item.name, member })
            })
        })
        .await
}

fn cut(code: &str) -> &str {
    if code.len() > LONGEST { "" } else { code }
}

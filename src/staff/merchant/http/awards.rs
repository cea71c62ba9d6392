//! HTTP calls of awards.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::member_codes::look_at_code;
use super::{Counter, MemberGreeting};
use crate::auth::{CounterRole, Merchant};
use crate::base::clock::Timestamp;
use crate::base::contact::Identifier;
use crate::base::id::{MemberId, OutletId, TransactionId};
use crate::base::points::Measure;
use crate::base::problem::{AppError, AppResult};
use crate::base::short_id::ShortId;
use crate::base::transaction_number::TransactionNumber;
use crate::core::ledger::{self, EarnLine};
use crate::core::members::card_pins::has_card_only;
use crate::core::members::{Face, MemberRecord};
use crate::member::awards::{
    AwardOrder, Awarded, MEMBER_NOT_FOUND, Receipt, active_partner, award, find_member, outlet_of, preview, send_slip,
    undo,
};
use crate::member::carbon::{EnteredQuantity, MOST_ENTERED};
use crate::member::counter_codes;
use crate::member::earning_rules::BonusLine;
use crate::member::goals::GoalStep;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::idempotency::{self, IdempotencyKey, ReplayableAnswer};
use crate::platform::store::{Read, Tx};

/// A purchase at the counter.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AwardRequest {
    /// E-mail, phone, short id, or the text of the member's QR code.
    #[serde(default)]
    member: String,
    /// The amount paid in HK$, as a decimal string such as `"128.50"`.
    #[serde(default)]
    #[schema(value_type = String)]
    amount_hkd: Value,
    /// Whether the member showed an Enjoy Card.
    #[serde(default)]
    enjoy_card: bool,
    /// The receipt number. One receipt earns once; differences in case, character width and invisible characters are
    /// ignored.
    #[serde(default)]
    receipt: Option<String>,
    /// Quantities of carbon factors by the kilogram, trip or action, at most one for each factor.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, max_items = 20)]
    carbon: Vec<EnteredQuantity>,
    /// The outlet of the purchase, an open one of the partner. An API key that is for all outlets may name any; a key for
    /// one outlet and a till are at their own, and any other is refused with `invalid_value`, as is any outlet for staff.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outlet_id: Option<OutletId>,
}

impl AwardRequest {
    /// The purchase, still without its outlet.
    fn order(&self) -> AppResult<AwardOrder> {
        let receipt = parsed_receipt(self.receipt.as_deref())?;
        let order = AwardOrder::typed(&self.member, self.amount_hkd.as_str(), self.enjoy_card)?;
        if self.carbon.len() > MOST_ENTERED {
            return Err(AppError::invalid_field("carbon", "invalid_value"));
        }
        Ok(AwardOrder { receipt, carbon: self.carbon.clone(), ..order })
    }
}

/// The number of a receipt; `None` for an empty text.
pub(super) fn parsed_receipt(typed: Option<&str>) -> AppResult<Option<Receipt>> {
    let read = |typed: &str| Receipt::parse(typed).ok_or_else(|| AppError::invalid_field("receipt", "invalid_receipt"));
    typed.filter(|receipt| !receipt.trim().is_empty()).map(read).transpose()
}

/// The result of an award.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AwardAnswer {
    transaction_id: TransactionId,
    /// The short number of the transaction, as the member sees it.
    number: TransactionNumber,
    points: i64,
    /// The part of `points` for the amount.
    base_points: i64,
    /// The part of `points` for the Enjoy Card.
    extra_points: i64,
    /// The parts of `points`: by the partner's rates first, then by each earning rule.
    #[schema(required = false)]
    lines: Vec<EarnLine>,
    member: MemberGreeting,
    /// The member's balance before and after the award, for the cashier's screen; absent for API keys,
    /// and for a member who has not shown a code that changes while the programme has such codes.
    #[serde(skip_serializing_if = "Option::is_none")]
    balance: Option<AwardBalance>,
    /// The time until which the award can be returned.
    undo_until: Timestamp,
    /// Grams of CO2e that the purchase saved; absent if it saved none.
    #[serde(skip_serializing_if = "Option::is_none")]
    carbon_grams: Option<Measure>,
    /// The progress on the member's stamp cards and challenges.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    goals: Vec<GoalStep>,
    /// The stamp cards and challenges on which the purchase does not count, because as many purchases of the day count
    /// as they allow. Their progress is as before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    goals_full_today: Vec<GoalStep>,
}

/// A member's balance around an award. Points that wait for their day count only from that day on.
#[derive(Serialize, utoipa::ToSchema)]
struct AwardBalance {
    before: i64,
    after: i64,
}

impl AwardBalance {
    /// The balance `before` and after these parts of an award.
    fn around<'a>(before: i64, lines: impl Iterator<Item = &'a EarnLine>) -> Self {
        let counts = |line: &&EarnLine| line.pending_until.is_none();
        Self { before, after: before + lines.filter(counts).map(|line| line.points).sum::<i64>() }
    }

    /// Whether this client may see the balance of a member.
    fn is_seen(read: &Read<'_>, merchant: &Merchant, member: MemberId) -> AppResult<bool> {
        Ok(merchant.role != CounterRole::Key && counter_codes::may_see_balance(read, member, &merchant.actor)?)
    }
}

/// Award points for a purchase.
#[utoipa::path(post, path = "/api/merchant/award", tag = "merchant", request_body = AwardRequest,
    params(("Idempotency-Key" = String, Header)),
    responses((status = 200, body = AwardAnswer), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn award_points(
    State(counter): State<Counter>,
    merchant: Merchant,
    key: IdempotencyKey,
    Json(request): Json<AwardRequest>,
) -> AppResult<ReplayableAnswer> {
    counter.admit(&merchant)?;
    let order = request.order()?;
    let (who, caps, vault) = (merchant.clone(), counter.caps, counter.vault.clone());
    let answer = counter
        .store
        .write_as(merchant.principal(), move |tx| {
            idempotency::once(tx, &who.actor, &key, &request, |tx| {
                let order = AwardOrder { outlet: outlet_of(tx, &who, request.outlet_id)?, ..order };
                let awarded = award(tx, &vault, &who, &order, caps)?;
                let is_seen = AwardBalance::is_seen(tx, &who, awarded.member.id)?;
                let balance = is_seen.then(|| AwardBalance::around(awarded.balance_before, awarded.lines.iter()));
                let Awarded {
                    transaction, number, base, extra, points, lines, member, undo_until, carbon, goals, ..
                } = awarded;
                let member = MemberGreeting { short_id: member.short_id, first_name: member.first_name };
                let (transaction_id, base_points, extra_points) = (transaction, base, extra);
                let carbon_grams = Some(carbon).filter(|grams| *grams > Measure::ZERO);
                Ok(AwardAnswer {
                    balance,
                    transaction_id,
                    number,
                    points,
                    base_points,
                    extra_points,
                    lines,
                    member,
                    undo_until,
                    carbon_grams,
                    goals: goals.counted,
                    goals_full_today: goals.full_today,
                })
            })
        })
        .await?;
    if answer.is_refusal(MEMBER_NOT_FOUND) && !answer.replayed {
        counter.count_miss(&merchant).await?;
    }
    Ok(answer)
}

/// The points that a purchase would earn now.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PreviewAnswer {
    points: i64,
    /// The part of `points` for the amount.
    base_points: i64,
    /// The part of `points` for the Enjoy Card.
    extra_points: i64,
    /// The parts of `points`: by the partner's rates first, then by each earning rule. An earning rule whose limits
    /// leave nothing has 0 points, and so has one that only lets the points wait until its day.
    lines: Vec<BonusLine>,
    member: MemberGreeting,
    /// The member's balance before and after the purchase, under the conditions of the balance of an award.
    #[serde(skip_serializing_if = "Option::is_none")]
    balance: Option<AwardBalance>,
}

/// Tell what a purchase would earn now, and why, without giving anything.
#[utoipa::path(post, path = "/api/merchant/award/preview", tag = "merchant", request_body = AwardRequest,
    responses((status = 200, body = PreviewAnswer), (status = 404, body = Problem)))]
pub(super) async fn preview_award(
    State(counter): State<Counter>,
    merchant: Merchant,
    Json(request): Json<AwardRequest>,
) -> AppResult<Json<PreviewAnswer>> {
    counter.admit(&merchant)?;
    let order = request.order()?;
    let found = counter.store.read_consistently(|read| {
        let order = AwardOrder { outlet: outlet_of(read, &merchant, request.outlet_id)?, ..order };
        let found = preview(read, &merchant, &order)?;
        let before = match AwardBalance::is_seen(read, &merchant, found.member.id)? {
            true => Some(ledger::balance_of(read, found.member.id)?),
            false => None,
        };
        Ok((found, before))
    });
    if found.as_ref().is_err_and(|error| error.is(MEMBER_NOT_FOUND)) {
        counter.count_miss(&merchant).await?;
    }
    let (found, before) = found?;
    let lines = found.earned.lines();
    Ok(Json(PreviewAnswer {
        balance: before.map(|before| AwardBalance::around(before, lines.iter().map(|line| &line.line))),
        points: found.earned.points(),
        base_points: found.earned.base,
        extra_points: found.earned.extra,
        lines,
        member: MemberGreeting { short_id: found.member.short_id, first_name: found.member.first_name },
    }))
}

/// The result of returning an award.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UndoAnswer {
    /// The transaction that reverses the award.
    transaction_id: TransactionId,
    points: i64,
    member: MemberGreeting,
}

impl UndoAnswer {
    pub(super) fn of(Awarded { transaction, points, member, .. }: Awarded) -> Self {
        let member = MemberGreeting { short_id: member.short_id, first_name: member.first_name };
        Self { transaction_id: transaction, points, member }
    }
}

/// Return an award within five minutes, at the counter that made it.
#[utoipa::path(post, path = "/api/merchant/award/{id}/undo", tag = "merchant",
    params(("id" = TransactionId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = UndoAnswer), (status = 409, body = Problem)))]
pub(super) async fn undo_award(
    State(counter): State<Counter>,
    merchant: Merchant,
    PathId(id): PathId<TransactionId>,
    key: IdempotencyKey,
) -> AppResult<ReplayableAnswer> {
    counter.admit(&merchant)?;
    counter
        .store
        .write_as(merchant.principal(), move |tx| {
            idempotency::once(tx, &merchant.actor, &key, &id, |tx| undo(tx, &merchant, id).map(UndoAnswer::of))
        })
        .await
}

/// The slip waits for delivery.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct SlipAnswer {
    success: bool,
}

/// Send the slip of an award to the member by e-mail on its day. The counter does not learn the address.
#[utoipa::path(post, path = "/api/merchant/award/{id}/slip", tag = "merchant",
    params(("id" = TransactionId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = SlipAnswer), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn send_award_slip(
    State(counter): State<Counter>,
    merchant: Merchant,
    PathId(id): PathId<TransactionId>,
    key: IdempotencyKey,
) -> AppResult<ReplayableAnswer> {
    counter.admit(&merchant)?;
    counter
        .store
        .write_as(merchant.principal(), move |tx| {
            idempotency::once(tx, &merchant.actor, &key, &id, |tx| {
                send_slip(tx, merchant.partner, id).map(|()| SlipAnswer { success: true })
            })
        })
        .await
}

/// The member to look up.
#[derive(Deserialize, utoipa::ToSchema)]
pub(super) struct LookupRequest {
    /// E-mail, phone, short id, or the text of the member's QR code, which may be a code that changes.
    #[serde(default)]
    member: String,
}

/// A member who can earn points here.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LookupAnswer {
    short_id: ShortId,
    /// The name with its end masked.
    name: String,
    /// The member's initials, for a picture beside the name.
    initials: String,
    /// The drawn picture that the member chose; absent for the initials.
    #[serde(skip_serializing_if = "Option::is_none")]
    face: Option<Face>,
    /// Whether the member has only a card: they cannot show coupons, and choose them at the counter. Absent for
    /// others.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    card_only: bool,
}

impl LookupAnswer {
    pub(super) fn of(read: &Read<'_>, member: &MemberRecord) -> AppResult<Self> {
        let card_only = has_card_only(read, member)?;
        Ok(Self {
            name: member.masked_name(),
            initials: member.initials(),
            face: member.face,
            short_id: member.short_id.clone(),
            card_only,
        })
    }
}

/// Look up a member before an award. A code that changes is good for one counter, and an award does not use it up.
#[utoipa::path(post, path = "/api/merchant/lookup", tag = "merchant", request_body = LookupRequest,
    responses((status = 200, body = LookupAnswer), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn look_member_up(
    State(counter): State<Counter>,
    merchant: Merchant,
    Json(request): Json<LookupRequest>,
) -> AppResult<Json<LookupAnswer>> {
    counter.admit(&merchant)?;
    if request.member.trim().is_empty() {
        return Err(AppError::invalid_field("member", "required_field"));
    }
    if counter_codes::is_code(&request.member) {
        let (keys, who) = (counter.keys.clone(), merchant.clone());
        let look = move |tx: &Tx<'_>, code: &str| {
            active_partner(tx, &who)?;
            LookupAnswer::of(tx, &counter_codes::identify(tx, &keys, code, &who.actor)?)
        };
        return look_at_code(&counter, &merchant, &request.member, look).await.map(Json);
    }
    let named = Identifier::parse(&request.member);
    let found = counter.store.read_consistently(|read| {
        active_partner(read, &merchant)?;
        LookupAnswer::of(read, &find_member(read, named.as_ref())?)
    });
    if found.as_ref().is_err_and(|error| error.is(MEMBER_NOT_FOUND)) {
        counter.count_miss(&merchant).await?;
    }
    found.map(Json)
}

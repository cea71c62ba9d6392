//! Awards: points for a purchase at a partner's counter. This module creates and undoes them, and keeps their
//! receipts and daily limits. It has no routes; the counter has them.

mod give;
mod missed;
mod place;
mod preview;
mod queries;
mod receipt;
mod slip;
mod undo;

use serde::Serialize;

use crate::auth::Merchant;
use crate::base::clock::Timestamp;
use crate::base::contact::Identifier;
use crate::base::day::Period;
use crate::base::id::{CashierId, MemberId, OutletId, PartnerId, TillId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::points::{Hkd, PointsRate};
use crate::base::problem::{AppError, AppResult, INVALID_PARAMETER};
use crate::core::members::MemberRecord;
use crate::member::carbon::{self, EnteredQuantity};
use crate::member::earning_rules;
use crate::member::goals;
use crate::member::partners::Rates;
use crate::member::referrals;
use crate::member::rewards::RedemptionRecord;
use crate::member::tiers;
use crate::platform::store::{Read, Row, Tx};

pub use give::{Awarded, Caps, RECEIPT_ALREADY_USED, UNDO_TIME, award, award_silently};
pub use missed::{MissedRules, missed_rules};
pub use place::outlet_of;
pub use preview::{
    AwardPreview, MEMBER_NOT_FOUND, PARTNER_INACTIVE, PurchasePoints, active_partner, find_member, place_of, preview,
    preview_for_anyone,
};
pub use receipt::Receipt;
pub use slip::{send as send_slip, send_again as send_slip_again};
pub use undo::{take_back, undo};

/// The data of an award that an undo needs.
#[derive(Clone, Debug)]
pub struct Award {
    /// The partner of the counter.
    pub partner: PartnerId,
    /// The member who received the points.
    pub member: MemberId,
    /// The actor: the 16 bytes of a person's or API key's id.
    pub actor: [u8; 16],
    /// The till, if the award was made at one.
    pub till: Option<TillId>,
    /// Number of points.
    pub points: i64,
    /// Points for the amount.
    pub base: i64,
    /// Points for the Enjoy Card.
    pub card: i64,
    /// Purchase amount.
    pub amount: Hkd,
    /// Whether it was undone.
    pub undone: bool,
    /// The time at which it was made.
    pub created: Timestamp,
}

/// The outlet, till, cashier and purchase of an award, as shown to staff.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AwardDetails {
    /// The outlet's name; absent for a purchase at no outlet, such as one by an API key for all outlets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outlet: Option<LocalizedText>,
    /// The till's name; absent for an award by an API key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub till: Option<String>,
    /// The till, for a search for its other awards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub till_id: Option<TillId>,
    /// The cashier, the member of staff or the API key that awarded them.
    pub by: String,
    /// The amount of the bill.
    pub amount_hkd: Hkd,
    /// The receipt number, if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt: Option<String>,
    /// Whether the extra points of the Enjoy Card were given.
    pub enjoy_card: bool,
    /// Points for each HK$1 by the partner's rate at that time; absent for old awards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_rate: Option<PointsRate>,
    /// Extra points for each HK$1 with an Enjoy Card at that time; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card_rate: Option<PointsRate>,
}

/// A purchase at the counter that earns points.
#[derive(Clone, Debug)]
pub struct AwardOrder {
    /// The member; `None` if the text is no valid identifier.
    pub member: Option<Identifier>,
    /// The amount paid.
    pub amount: Hkd,
    /// Whether the member showed an Enjoy Card.
    pub enjoy_card: bool,
    /// The receipt number.
    pub receipt: Option<Receipt>,
    /// The time of the purchase, if not now: the earning rules of that moment hold.
    pub bought: Option<Timestamp>,
    /// Quantities of carbon factors that the cashier entered.
    pub carbon: Vec<EnteredQuantity>,
    /// The outlet, for a purchase at no till.
    pub outlet: Option<OutletId>,
}

impl AwardOrder {
    /// Reads a purchase of now as it is typed, without a receipt, quantities or an outlet. Fails with `required_field`
    /// without a member, and with `invalid_amount_hkd` for an amount that is no number above zero.
    pub fn typed(member: &str, amount: Option<&str>, enjoy_card: bool) -> AppResult<Self> {
        if member.trim().is_empty() {
            return Err(AppError::invalid_field("member", "required_field"));
        }
        Ok(Self {
            member: Identifier::parse(member),
            amount: typed_amount(amount).ok_or_else(|| AppError::invalid_field("amountHkd", "invalid_amount_hkd"))?,
            enjoy_card,
            receipt: None,
            bought: None,
            carbon: Vec::new(),
            outlet: None,
        })
    }
}

/// Stores the bill of an award that was posted by other code: the demo writes past purchases with points of its own.
/// `points` holds the sum, the points by the base rate and those by the extra rate.
pub fn note_bill(
    tx: &Tx<'_>,
    merchant: &Merchant,
    member: &MemberRecord,
    order: &AwardOrder,
    points: (i64, i64, i64),
    rates: Rates,
    transaction: TransactionId,
) -> AppResult<()> {
    queries::insert_award(tx, merchant, member, order, points, rates, transaction)
}

/// An amount in HK$ above zero; `None` for any other text.
pub fn typed_amount(amount: Option<&str>) -> Option<Hkd> {
    amount.and_then(Hkd::parse).filter(|amount| *amount > Hkd::ZERO)
}

/// The details of the award with that transaction.
pub fn details(read: &Read<'_>, transaction: TransactionId) -> AppResult<Option<AwardDetails>> {
    queries::details(read, transaction)
}

/// The details of an award from a row of a list that joins its counter event, its till as `till` and its outlet as `outlet`.
pub fn details_in(row: &Row<'_>) -> AppResult<AwardDetails> {
    queries::details_in(row)
}

/// The transactions of the latest `limit` awards with that receipt number, at any partner.
pub fn of_receipt(read: &Read<'_>, receipt: &str, limit: i64) -> AppResult<Vec<TransactionId>> {
    queries::of_receipt(read, receipt, limit)
}

/// A search for awards by the details that were entered at the counter.
#[derive(Clone, Debug, Default)]
pub struct AwardSearch {
    /// The partner; by default that of the outlet, the till or the cashier.
    pub partner: Option<PartnerId>,
    /// The outlet whose tills gave them, or whose earn links did.
    pub outlet: Option<OutletId>,
    /// The till.
    pub till: Option<TillId>,
    /// The cashier who gave them.
    pub cashier: Option<CashierId>,
    /// The amount of the bill, exactly.
    pub amount: Option<Hkd>,
    /// The member.
    pub member: Option<MemberId>,
    /// The number of the receipt.
    pub receipt: Option<String>,
    /// The fewest and the most points.
    pub points: PointsRange,
}

/// The points that a search asks for, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointsRange {
    /// The fewest.
    pub least: i64,
    /// The most.
    pub most: i64,
}

impl PointsRange {
    /// Whether it leaves anything out.
    pub fn is_asked(self) -> bool {
        self != Self::default()
    }

    /// Whether these points are in it.
    pub fn contains(self, points: i64) -> bool {
        (self.least..=self.most).contains(&points)
    }
}

impl Default for PointsRange {
    fn default() -> Self {
        Self { least: 0, most: i64::MAX }
    }
}

impl AwardSearch {
    /// Whether the search names a detail that only awards have.
    pub fn is_asked(&self) -> bool {
        self.outlet.is_some() || self.till.is_some() || self.cashier.is_some() || self.amount.is_some()
    }
}

/// The transactions of up to `limit` awards in a period, the newest first or the oldest, those after `after`. Fails with
/// `invalid_parameter` if `after` is no award.
pub fn search(
    read: &Read<'_>,
    wanted: &AwardSearch,
    (period, newest): (Period, bool),
    after: Option<TransactionId>,
    limit: i64,
) -> AppResult<Vec<TransactionId>> {
    let partner = match wanted.partner {
        Some(partner) => Some(partner),
        None => queries::partner_of(read, wanted)?,
    };
    let after = match after {
        Some(id) => Some(queries::event_of(read, id)?.ok_or(INVALID_PARAMETER)?),
        None => None,
    };
    queries::search(read, &AwardSearch { partner, ..wanted.clone() }, (period, newest), after, limit)
}

/// The purchases of a member at one partner. Those that were taken back do not count.
#[derive(Clone, Copy, Debug)]
pub struct PartnerVisits {
    /// The partner.
    pub partner: PartnerId,
    /// The time of the latest purchase.
    pub latest: Timestamp,
    /// The number of purchases since the moment that the caller asks for.
    pub recent: i64,
}

/// The purchases of a member by partner, and how many of them were made since a moment.
pub fn visits_of(read: &Read<'_>, member: MemberId, since: Timestamp) -> AppResult<Vec<PartnerVisits>> {
    queries::visits_of(read, member, since)
}

/// Whether a receipt has earned points at that partner.
pub fn has_earned(read: &Read<'_>, partner: PartnerId, receipt: &Receipt) -> AppResult<bool> {
    queries::receipt_exists(read, partner, receipt)
}

/// The award of that transaction.
pub fn find(read: &Read<'_>, transaction: TransactionId) -> AppResult<Option<Award>> {
    queries::find(read, transaction)
}

/// Cleans up after a transaction was reversed. Takes back the reward of the member who referred this member. If it
/// was an award, its receipt may earn again, and it no longer counts in the day's caps, in the
/// limits of earning rules, towards goals and tiers and in the counter's reports.
pub fn forget(tx: &Tx<'_>, transaction: TransactionId) -> AppResult<()> {
    referrals::take_back_for(tx, transaction)?;
    let Some(award) = find(tx, transaction)?.filter(|award| !award.undone) else { return Ok(()) };
    queries::mark_undone(tx, transaction)?;
    earning_rules::forget(tx, award.member, transaction)?;
    carbon::forget(tx, award.member, transaction)?;
    goals::forget(tx, transaction)?;
    tiers::forget(tx, transaction)?;
    let day = award.created.hong_kong_day();
    // The actor has a count only if it is an API key with its own cap.
    for subject in [award.partner.as_bytes(), award.member.as_bytes(), &award.actor] {
        queries::take_from_day(tx, award.partner, day, subject, award.points)?;
    }
    match award.till {
        Some(till) => queries::take_from_till_day(tx, till, day, award.amount),
        None => Ok(()),
    }
}

/// Records that a counter collected a coupon, for the counter's list and reports.
pub fn note_collection(tx: &Tx<'_>, merchant: &Merchant, redemption: &RedemptionRecord) -> AppResult<()> {
    queries::insert_collection(tx, merchant, redemption)
}

/// Moves the awards and collections of an account that is merged to the account that stays. Today's awards then count
/// towards the daily cap of the remaining account.
pub fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    queries::move_member(tx, from, into)?;
    earning_rules::move_member(tx, from, into)
}

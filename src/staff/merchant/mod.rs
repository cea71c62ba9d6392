//! The counter: staff of a partner award points and collect coupons.

mod cards;
mod coupons;
mod http;
mod queries;
mod register;
mod sales;
mod shelf;

use crate::base::clock::Timestamp;
use crate::base::day::Period;
use crate::base::id::{ItemId, MemberId, OutletId, RecordId, RedemptionId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::base::transaction_number::TransactionNumber;
use crate::member::awards::UNDO_TIME;
use crate::platform::store::{Read, stored_names};

use crate::auth::Merchant;

pub use http::routes;

/// An event at a counter.
#[derive(Clone, Debug)]
struct Event {
    id: RecordId,
    kind: EventKind,
    member: MemberId,
    actor_name: String,
    points: i64,
    amount: Option<Hkd>,
    enjoy_card: bool,
    receipt: Option<String>,
    transaction: Option<TransactionId>,
    redemption: Option<RedemptionId>,
    item_name: Option<LocalizedText>,
    till_name: Option<String>,
    outlet_name: Option<LocalizedText>,
    undone: bool,
    /// The short number of the transaction of an award.
    number: Option<TransactionNumber>,
    created: Timestamp,
}

impl Event {
    /// The time until which this client can return the award from its till's list; `None` if it cannot.
    fn undo_until(&self, merchant: &Merchant, now: Timestamp) -> Option<Timestamp> {
        // A list that is not limited to one till also contains other people's awards.
        merchant.till?;
        let open = self.kind == EventKind::Award && !self.undone;
        open.then(|| self.created.plus(UNDO_TIME)).filter(|until| now < *until)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
enum EventKind {
    Award,
    Collect,
}
stored_names! { EventKind { Award = "award", Collect = "collect" } }

/// Totals of a counter since midnight in Hong Kong, by hour and by outlet. Returned awards and collections count only
/// in `undone`.
#[derive(Clone, Debug)]
struct Today {
    since: Timestamp,
    hours: Vec<Hour>,
    outlets: Vec<OutletActivity>,
}

/// Totals of one outlet since midnight.
#[derive(Clone, Debug)]
struct OutletActivity {
    /// `None` for events without a till: by the partner's staff or its API key.
    outlet: Option<OutletId>,
    name: Option<LocalizedText>,
    awards: i64,
    points: i64,
    amount: Hkd,
    collected: i64,
    undone: i64,
    undone_points: i64,
}

/// Totals of one hour.
#[derive(Clone, Debug)]
struct Hour {
    /// 0 to 23.
    hour: i64,
    awards: i64,
    points: i64,
    amount: Hkd,
    collected: i64,
}

/// The events of one outlet, person and hour.
#[derive(Clone, Debug)]
struct SalesCell {
    outlet: Option<OutletId>,
    outlet_name: Option<LocalizedText>,
    actor: RecordId,
    actor_name: String,
    /// Hours since the begin of the period.
    hour: i64,
    sums: SalesSums,
}

/// Sums of awards and collected coupons. Returned awards and collections count only in `undone`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct SalesSums {
    /// Purchases that earned points.
    awards: i64,
    points: i64,
    amount_hkd: Hkd,
    /// Coupons collected.
    collected: i64,
    /// Awards and collections that were returned.
    undone: i64,
    undone_points: i64,
}

/// The items that a partner offers for points.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct PartnerReward {
    #[serde(rename = "_id")]
    id: ItemId,
    name: LocalizedText,
    image: String,
    /// The price.
    points: i64,
    /// True if members can buy the item now, if it is in stock.
    on_offer: bool,
    /// Remaining stock; absent for an unlimited one. The free codes of a pool limit the stock.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<i64>,
    /// A stock at or below this number is low.
    low_stock: i64,
    /// True if the stock is low.
    low: bool,
    /// Codes of its pool that no coupon uses; absent without a pool.
    #[serde(skip_serializing_if = "Option::is_none")]
    free_codes: Option<i64>,
    /// Bought in all, without rejected ones.
    sold: i64,
    /// Bought in the last 30 days.
    sold_recently: i64,
    /// Coupons collected.
    collected: i64,
    /// The number of days for which the stock lasts at the sales of the last 30 days; absent without a limit or without
    /// sales.
    #[serde(skip_serializing_if = "Option::is_none")]
    lasts_days: Option<i64>,
}

/// The counter at which a coupon was collected.
#[derive(Clone, Debug)]
pub(super) struct Collection {
    /// The name of the person; only for staff of the same partner.
    pub(super) by: Option<String>,
    pub(super) outlet: Option<LocalizedText>,
    pub(super) till: Option<String>,
}

/// Events in a period, before `before`, newest first: of the till, if the client signed in at one, else of all
/// counters of the partner.
fn activity(
    read: &Read<'_>,
    merchant: &Merchant,
    period: Period,
    before: Option<RecordId>,
    limit: i64,
) -> AppResult<Vec<Event>> {
    let before = before.unwrap_or(RecordId::from_bytes([0xff; 16]));
    queries::list(read, merchant.partner, merchant.till.map(|till| till.id), period, before, limit)
}

/// Totals of today for the same events as [`activity`].
fn today(read: &Read<'_>, merchant: &Merchant) -> AppResult<Today> {
    let since = read.now().hong_kong_midnight();
    let till = merchant.till.map(|till| till.id);
    let hours = queries::hours(read, merchant.partner, till, since)?;
    Ok(Today { since, hours, outlets: queries::at_outlets(read, merchant.partner, till, since)? })
}

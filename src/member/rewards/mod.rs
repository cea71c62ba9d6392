//! Rewards for points: items on offer, redemptions that members hold, their codes, and the
//! settlement of exchanges.

mod codes;
mod counter;
mod http;
pub mod items;
mod life;
mod opening;
mod purchase;
mod queries;
mod requirement;
mod settlement;
mod short_codes;
mod stocktake;
mod wallet;

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::content::Audience;
use crate::base::day::Day;
use crate::base::id::{ItemId, MemberId, PartnerId, RedemptionId, TransactionId};
use crate::base::language::{Language, LocalizedText};
use crate::base::messages;
use crate::base::points::Hkd;
use crate::base::problem::{AppResult, ProblemType};
use crate::core::expiry::last_day_of;
use crate::core::ledger::{Details, TransactionText};
use crate::platform::store::{Read, Tx, stored_names};

pub use codes::{
    CODE_ELSEWHERE, CodeVault, PoolCount, PoolLine, PoolRow, PoolRowState, PoolSurvey, PoolWithdrawal, SealedCode,
    add_pool_codes, masked_code, survey_pool_codes, withdraw_pool_codes,
};
pub use counter::{COUPON_COLLECTED, COUPON_EXPIRED, COUPON_UNKNOWN, CodeState, CounterView};
pub use counter::{
    collect, coupons_at, give_back, hand_over, is_holder_active, is_of_another_partner, last_collected, usable_at,
    use_here, verify,
};
pub use http::routes;
pub use life::{extend, remind, run_reminders};
pub use opening::reopen;
pub use purchase::{Purchase, buy_as_reward, buy_for_member, price_of_coupon};
pub use settlement::{confirm, forget_member, reject, take_gift_back, undo_purchase};
pub use stocktake::stocktake;

/// The item is not on offer: unknown, withdrawn, outside its dates, or of an inactive partner.
pub const ITEM_UNAVAILABLE: ProblemType = ProblemType::new("item_unavailable", 404, "Item unavailable");
/// No stock or no free code is left.
pub const OUT_OF_STOCK: ProblemType = ProblemType::new("out_of_stock", 409, "Out of stock");
/// The member has reached the quota per person.
pub const QUOTA_REACHED: ProblemType = ProblemType::new("quota_reached", 409, "Quota reached");
/// The item is only for members who have reached a goal, and this member has not.
pub const BADGE_REQUIRED: ProblemType = ProblemType::new("badge_required", 409, "Badge required");
/// The item is only for members who hold a level or a higher one, and this member does not.
pub const LEVEL_REQUIRED: ProblemType = ProblemType::new("level_required", 409, "Level required");
/// The coupon has been opened before.
pub const ALREADY_USED: ProblemType = ProblemType::new("already_used", 409, "Already used");
/// The exchange has not been confirmed yet.
pub const NOT_READY: ProblemType = ProblemType::new("not_ready", 409, "Not ready");

/// The exchange was rejected, or the coupon's purchase was undone: the points were returned.
pub const REDEMPTION_REJECTED: ProblemType = ProblemType::new("redemption_rejected", 409, "Rejected");

/// The time in which the coupon could be opened is over.
pub const COUPON_ENDED: ProblemType = ProblemType::new("coupon_ended", 410, "Coupon ended");

/// The coupon has no end, or was opened, collected or given back: its end cannot be moved.
pub const NOT_EXTENDABLE: ProblemType = ProblemType::new("not_extendable", 409, "Cannot be extended");

/// The coupon was not opened, was collected, has not expired yet, or was already returned once.
pub const NOT_REOPENABLE: ProblemType = ProblemType::new("not_reopenable", 409, "Cannot be given back");

/// The coupon has been opened or collected: its purchase cannot be undone.
pub const COUPON_OPENED: ProblemType = ProblemType::new("coupon_opened", 409, "Coupon opened");

/// Type of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ItemType {
    /// A coupon: available at once and shown at a counter.
    Coupon,
    /// An exchange: an operator settles it.
    Exchange,
}

/// State of a redemption.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RedemptionStatus {
    /// Paid; the member may open it.
    Confirmed,
    /// The points are on hold until an operator settles it.
    Processing,
    /// The points were returned: the exchange was rejected, or the coupon's purchase was undone.
    Rejected,
}

/// The rule for a coupon that was opened and not collected in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Unclaimed)]
pub enum UncollectedCoupon {
    /// The coupon is used up.
    #[default]
    Used,
    /// The coupon becomes unused again, once.
    ReturnOnce,
}

/// The format in which a redemption is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub enum ContentFormat {
    /// A QR code.
    #[serde(rename = "qrcode")]
    QrCode,
    /// A CODE128 barcode.
    #[serde(rename = "barCode")]
    BarCode,
    /// A picture.
    #[serde(rename = "imgUrl")]
    ImgUrl,
}
stored_names! {
    ItemType { Coupon = "coupon", Exchange = "exchange" }
    RedemptionStatus { Confirmed = "confirmed", Processing = "processing", Rejected = "rejected" }
    UncollectedCoupon { Used = "used", ReturnOnce = "return_once" }
    ContentFormat { QrCode = "qrcode", BarCode = "barCode", ImgUrl = "imgUrl" }
}

/// The item as it was at the time of purchase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ItemSnapshot {
    /// Item id.
    #[serde(rename = "_id")]
    pub id: ItemId,
    /// The type of the item.
    #[serde(rename = "type")]
    pub kind: ItemType,
    /// Its name.
    pub name: LocalizedText,
    /// The description of the item.
    pub description: LocalizedText,
    /// The picture of the item.
    pub image: String,
    /// The terms and conditions of the item.
    pub toc: LocalizedText,
}

/// One purchase of an item by a member.
#[derive(Clone, Debug)]
pub struct RedemptionRecord {
    /// Ids sort by creation time.
    pub id: RedemptionId,
    /// The member who bought it.
    pub member: MemberId,
    /// The partner whose counter collects it; `None` means any counter.
    pub partner: Option<PartnerId>,
    /// The item as it was at the purchase.
    pub item: ItemSnapshot,
    /// Its state.
    pub status: RedemptionStatus,
    /// Price in whole points.
    pub points: i64,
    /// Wallet address of an exchange, as the member entered it (unverified).
    pub wallet_address: Option<String>,
    /// The format in which the redemption is shown.
    pub format: ContentFormat,
    /// The path of its picture, if it shows one.
    pub img_url: Option<String>,
    /// The outcome if it is opened and not collected in time.
    pub unclaimed: UncollectedCoupon,
    /// The number of times that it has been opened.
    pub openings: i64,
    /// The time at which it was last opened.
    pub opened_at: Option<Timestamp>,
    /// The time at which the last opening expires.
    pub expires_at: Option<Timestamp>,
    /// The time at which a counter collected it.
    pub collected_at: Option<Timestamp>,
    /// The transaction that paid for it or put the points on hold.
    pub transaction: TransactionId,
    /// The hold of an exchange.
    pub hold_seq: Option<i64>,
    /// The time at which it was bought.
    pub created: Timestamp,
    /// The time at which an operator settled it.
    pub settled_at: Option<Timestamp>,
    /// The note that the operator wrote.
    pub note: Option<String>,
    /// The end of the time in which it can be opened; `None` for no end.
    pub use_by: Option<Timestamp>,
    /// The item's worth for a customer at the time of purchase.
    pub face_value: Option<Hkd>,
    /// The price that the programme pays for the item, at the time of purchase.
    pub cost: Option<Hkd>,
}

impl RedemptionRecord {
    /// Returns whether the redemption was never opened, or was opened and has returned to the member.
    fn is_unopened(&self, now: Timestamp) -> bool {
        let returned = self.unclaimed == UncollectedCoupon::ReturnOnce
            && self.openings == 1
            && self.expires_at.is_some_and(|end| end <= now);
        self.collected_at.is_none() && (self.openings == 0 || returned)
    }

    /// Returns whether the redemption can no longer be opened at that moment.
    pub fn is_used(&self, now: Timestamp) -> bool {
        !self.is_unopened(now) || self.has_ended(now)
    }

    /// Returns whether the coupon was not opened before its end.
    pub fn has_ended(&self, now: Timestamp) -> bool {
        self.status == RedemptionStatus::Confirmed && self.is_unopened(now) && self.use_by.is_some_and(|end| end <= now)
    }

    /// The last day on which the coupon can be opened; `None` for no end.
    pub fn last_day(&self) -> Option<Day> {
        self.use_by.map(last_day_of)
    }

    /// The payload of its webhook events.
    fn event(&self) -> serde_json::Value {
        serde_json::json!({ "redemptionId": self.id, "memberId": self.member, "itemId": self.item.id,
            "partnerId": self.partner, "points": self.points, "status": self.status })
    }

    /// The transaction details for histories; `line` is the message key of the sentence.
    fn details(&self, line: &str, reason: Option<String>) -> Details {
        let say = |language: Language| messages::text(language, line, &[("item", self.item.name.get(language))]);
        Details {
            snapshot: Some(TransactionText {
                name: LocalizedText::from_each(|language| self.item.name.get(language).to_owned()),
                description: LocalizedText::from_each(say),
            }),
            reason,
            partner: self.partner.map(|id| id.to_string()),
            redemption: Some(self.id.to_string()),
            ..Details::default()
        }
    }
}

/// The items on offer that ask for a level, as members see them.
pub fn items_for_levels(read: &Read<'_>) -> AppResult<Vec<items::ItemRecord>> {
    let mut items = queries::items::list(read, Audience::Members, ItemId::from_bytes([0xff; 16]), i64::MAX)?;
    items.retain(|item| item.input.requires_level.is_some());
    Ok(items)
}

/// Finds a redemption of any member.
pub fn find(read: &Read<'_>, id: RedemptionId) -> AppResult<Option<RedemptionRecord>> {
    queries::redemptions::find(read, id)
}

/// Every redemption of one member, newest first.
pub fn list_of_member(read: &Read<'_>, member: MemberId) -> AppResult<Vec<RedemptionRecord>> {
    queries::redemptions::list_of_member(read, member, None, RedemptionId::from_bytes([0xff; 16]), i64::MAX)
}

/// Moves the purchases of an account that is merged to the account that stays.
pub fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    queries::redemptions::move_redemptions(tx, from, into)?;
    queries::items::move_buyer(tx, from, into)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(unclaimed: UncollectedCoupon, openings: i64) -> RedemptionRecord {
        let now = Timestamp::from_millis(1_000);
        RedemptionRecord {
            id: RedemptionId::made_at(now),
            member: MemberId::made_at(now),
            partner: None,
            item: ItemSnapshot {
                id: ItemId::made_at(now),
                kind: ItemType::Coupon,
                name: LocalizedText::default(),
                description: LocalizedText::default(),
                image: String::new(),
                toc: LocalizedText::default(),
            },
            status: RedemptionStatus::Confirmed,
            points: 1,
            wallet_address: None,
            format: ContentFormat::QrCode,
            img_url: None,
            unclaimed,
            openings,
            opened_at: (openings > 0).then_some(now),
            expires_at: (openings > 0).then_some(Timestamp::from_millis(301_000)),
            collected_at: None,
            transaction: TransactionId::made_at(now),
            hold_seq: None,
            created: now,
            settled_at: None,
            note: None,
            use_by: None,
            face_value: None,
            cost: None,
        }
    }

    #[test]
    fn a_coupon_ends_unless_it_was_opened_before() {
        let (before, end) = (Timestamp::from_millis(399_999), Timestamp::from_millis(400_000));
        let until = |unclaimed, openings| RedemptionRecord { use_by: Some(end), ..opened(unclaimed, openings) };
        let unopened = until(UncollectedCoupon::Used, 0);
        assert_eq!([unopened.is_used(before), unopened.is_used(end), unopened.has_ended(end)], [false, true, true]);
        assert!(!until(UncollectedCoupon::Used, 1).has_ended(end), "an opened coupon is used, not ended");
        let returned = until(UncollectedCoupon::ReturnOnce, 1);
        assert_eq!([returned.has_ended(before), returned.has_ended(end)], [false, true]);
    }

    #[test]
    fn a_returnable_coupon_returns_once_and_only_before_collection() {
        let (within, after) = (Timestamp::from_millis(300_999), Timestamp::from_millis(301_000));
        assert!(!opened(UncollectedCoupon::Used, 0).is_used(after));
        assert!(opened(UncollectedCoupon::Used, 1).is_used(after));
        assert!(opened(UncollectedCoupon::ReturnOnce, 1).is_used(within));
        assert!(!opened(UncollectedCoupon::ReturnOnce, 1).is_used(after));
        assert!(opened(UncollectedCoupon::ReturnOnce, 2).is_used(after));
        let collected = RedemptionRecord { collected_at: Some(within), ..opened(UncollectedCoupon::ReturnOnce, 1) };
        assert!(collected.is_used(after));
    }
}

//! Rewards: what points buy. Items on offer, redemptions that members hold, the codes that they
//! show, and the settling of exchanges.

mod codes;
mod counter;
mod http;
pub mod items;
mod opening;
mod purchase;
mod queries;
mod settlement;
mod short_codes;
mod stocktake;
mod wallet;

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::id::{ItemId, MemberId, PartnerId, RedemptionId, TransactionId};
use crate::base::language::{Language, LocalizedText};
use crate::base::messages;
use crate::base::problem::{AppResult, ProblemType};
use crate::core::ledger::{Details, Snapshot};
use crate::platform::store::{Read, Tx};

pub use codes::{
    CODE_ELSEWHERE, CodeVault, PoolCount, PoolFate, PoolLine, PoolRow, PoolSurvey, PoolWithdrawal, SealedCode,
    add_pool_codes, masked_code, survey_pool_codes, withdraw_pool_codes,
};
pub use counter::{COUPON_COLLECTED, COUPON_EXPIRED, COUPON_UNKNOWN, CodeState, CounterView};
pub use counter::{
    collect, coupons_at, give_back, hand_over, is_holder_active, is_of_another_partner, last_collected, verify,
};
pub use http::routes;
pub use opening::reopen;
pub use purchase::{Purchase, purchase};
pub use settlement::{confirm, forget_member, reject, undo_purchase};
pub use stocktake::stocktake;

/// The item is not on offer: unknown, withdrawn, outside its dates, or of a partner that is switched off.
pub const ITEM_UNAVAILABLE: ProblemType = ProblemType::new("item_unavailable", 404, "Item unavailable");
/// Neither stock nor a free code is left.
pub const OUT_OF_STOCK: ProblemType = ProblemType::new("out_of_stock", 409, "Out of stock");
/// The member has as many as one person may have.
pub const QUOTA_REACHED: ProblemType = ProblemType::new("quota_reached", 409, "Quota reached");
/// The coupon has been opened before.
pub const ALREADY_USED: ProblemType = ProblemType::new("already_used", 409, "Already used");
/// The exchange has not been confirmed.
pub const NOT_READY: ProblemType = ProblemType::new("not_ready", 409, "Not ready");

/// The exchange was refused, or the coupon's purchase undone: the points went back.
pub const REDEMPTION_REJECTED: ProblemType = ProblemType::new("redemption_rejected", 409, "Rejected");

/// The coupon is not open, was collected, still runs, or has been given back before.
pub const NOT_REOPENABLE: ProblemType = ProblemType::new("not_reopenable", 409, "Cannot be given back");

/// The coupon has been opened or collected: its purchase cannot be undone any more.
pub const COUPON_OPENED: ProblemType = ProblemType::new("coupon_opened", 409, "Coupon opened");

/// What kind of thing points buy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ItemType {
    /// At once, shown at a counter.
    Coupon,
    /// Settled by an operator.
    Exchange,
}

/// Where a redemption stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RedemptionStatus {
    /// Paid; the member may open it.
    Confirmed,
    /// The points are on hold until an operator settles it.
    Processing,
    /// The points went back: an exchange that was refused, or a coupon whose purchase was undone.
    Rejected,
}

/// What becomes of a coupon that was opened and not collected in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unclaimed {
    /// It is used up.
    #[default]
    Used,
    /// It becomes unused again, one time.
    ReturnOnce,
}

/// How a redemption shows itself.
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

/// The names that the enums above have on the wire and in the store.
macro_rules! stored_names {
    ($($type:ident { $($variant:ident = $name:literal,)* })*) => {$(
        impl $type {
            /// The name on the wire and in the store.
            pub const fn name(self) -> &'static str {
                match self { $($type::$variant => $name,)* }
            }

            /// Reads that name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some($type::$variant),)* _ => None }
            }
        }
    )*};
}
stored_names! {
    ItemType { Coupon = "coupon", Exchange = "exchange", }
    RedemptionStatus { Confirmed = "confirmed", Processing = "processing", Rejected = "rejected", }
    Unclaimed { Used = "used", ReturnOnce = "return_once", }
    ContentFormat { QrCode = "qrcode", BarCode = "barCode", ImgUrl = "imgUrl", }
}

/// The item as it was when it was bought.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ItemSnapshot {
    /// The item.
    #[serde(rename = "_id")]
    pub id: ItemId,
    /// What kind it was.
    #[serde(rename = "type")]
    pub kind: ItemType,
    /// Its name.
    pub name: LocalizedText,
    /// Its description.
    pub description: LocalizedText,
    /// Its picture.
    pub image: String,
    /// Its terms.
    pub toc: LocalizedText,
}

/// One purchase of an item by a member.
#[derive(Clone, Debug)]
pub struct RedemptionRecord {
    /// Sorts by creation.
    pub id: RedemptionId,
    /// Who bought it.
    pub member: MemberId,
    /// At whose counter it is collected; any counter where there is none.
    pub partner: Option<PartnerId>,
    /// What was bought.
    pub item: ItemSnapshot,
    /// Where it stands.
    pub status: RedemptionStatus,
    /// Its price in whole points.
    pub points: i64,
    /// Where an exchange goes, as the member claims.
    pub wallet_address: Option<String>,
    /// How it shows itself.
    pub format: ContentFormat,
    /// Its picture, where it shows one.
    pub img_url: Option<String>,
    /// What becomes of it unclaimed.
    pub unclaimed: Unclaimed,
    /// How often it has been opened.
    pub openings: i64,
    /// When it was opened last.
    pub opened_at: Option<Timestamp>,
    /// When that opening ends.
    pub expires_at: Option<Timestamp>,
    /// When a counter collected it.
    pub collected_at: Option<Timestamp>,
    /// The transaction that paid for it or put the points on hold.
    pub transaction: TransactionId,
    /// The hold of an exchange.
    pub hold_seq: Option<i64>,
    /// When it was bought.
    pub created: Timestamp,
    /// When an operator settled it.
    pub settled_at: Option<Timestamp>,
    /// What the operator wrote.
    pub note: Option<String>,
}

impl RedemptionRecord {
    /// Whether it can no longer be opened at that moment.
    pub fn is_used(&self, now: Timestamp) -> bool {
        let returned = self.unclaimed == Unclaimed::ReturnOnce
            && self.openings == 1
            && self.expires_at.is_some_and(|end| end <= now);
        self.openings > 0 && (self.collected_at.is_some() || !returned)
    }

    /// What other machines are told of it.
    fn event(&self) -> serde_json::Value {
        serde_json::json!({ "redemptionId": self.id, "memberId": self.member, "itemId": self.item.id,
            "partnerId": self.partner, "points": self.points, "status": self.status })
    }

    /// What histories say of a movement for it; `line` names the sentence.
    fn details(&self, line: &str, reason: Option<String>) -> Details {
        let say = |language: Language| messages::text(language, line, &[("item", self.item.name.get(language))]);
        Details {
            snapshot: Some(Snapshot {
                name: LocalizedText::from_each(|language| self.item.name.get(language).to_owned()),
                description: LocalizedText::from_each(say),
            }),
            reason,
            partner: self.partner.map(|id| id.to_string()),
            redemption: Some(self.id.to_string()),
        }
    }
}

/// A redemption, whoever's it is.
pub fn find(read: &Read<'_>, id: RedemptionId) -> AppResult<Option<RedemptionRecord>> {
    queries::redemptions::find(read, id)
}

/// Every redemption of one member, newest first.
pub fn list_of_member(read: &Read<'_>, member: MemberId) -> AppResult<Vec<RedemptionRecord>> {
    queries::redemptions::list_of_member(read, member, None, RedemptionId::from_bytes([0xff; 16]), i64::MAX)
}

/// Redemptions of every member older than `before`, newest first, for those who settle them.
pub fn list_all(
    read: &Read<'_>,
    status: Option<RedemptionStatus>,
    before: Option<RedemptionId>,
    limit: i64,
) -> AppResult<Vec<RedemptionRecord>> {
    queries::redemptions::list(read, status, before.unwrap_or(RedemptionId::from_bytes([0xff; 16])), limit)
}

/// Moves what a member bought from an account that is being merged to its survivor.
pub fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    queries::redemptions::move_redemptions(tx, from, into)?;
    queries::items::move_buyer(tx, from, into)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(unclaimed: Unclaimed, openings: i64) -> RedemptionRecord {
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
        }
    }

    #[test]
    fn a_coupon_that_may_come_back_comes_back_once_and_only_uncollected() {
        let (within, after) = (Timestamp::from_millis(300_999), Timestamp::from_millis(301_000));
        assert!(!opened(Unclaimed::Used, 0).is_used(after));
        assert!(opened(Unclaimed::Used, 1).is_used(after));
        assert!(opened(Unclaimed::ReturnOnce, 1).is_used(within));
        assert!(!opened(Unclaimed::ReturnOnce, 1).is_used(after));
        assert!(opened(Unclaimed::ReturnOnce, 2).is_used(after));
        let collected = RedemptionRecord { collected_at: Some(within), ..opened(Unclaimed::ReturnOnce, 1) };
        assert!(collected.is_used(after));
    }
}

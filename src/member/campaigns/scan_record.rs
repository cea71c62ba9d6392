//! A scan as it is stored: a row of `campaign_claim`.

use serde::Serialize;

use crate::base::clock::Timestamp;
use crate::base::id::{CampaignId, MemberId, RedemptionId, TransactionId};
use crate::platform::store::stored_names;

/// The gift of a scan that gave no points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CampaignGiftKind)]
pub enum GiftKind {
    /// A coupon.
    Item,
    /// A stamp on a card.
    Stamp,
    /// Progress to a level.
    Progress,
}
stored_names! { GiftKind { Item = "item", Stamp = "stamp", Progress = "progress" } }

/// A scan that gave points or a gift.
#[derive(Clone, Debug)]
pub struct ScanRecord {
    /// The transaction that paid for it, or else an id of its own; ids sort by creation time.
    pub id: TransactionId,
    /// The campaign.
    pub campaign: CampaignId,
    /// The version of the campaign at the time of the scan. The audit log tells what each version changed.
    pub version: i64,
    /// The member who scanned the code; after a merge, the account that stays.
    pub member: MemberId,
    /// The points that it gave; 0 for a gift.
    pub points: i64,
    /// The gift, if it gave no points.
    pub gift: Option<GiftKind>,
    /// The coupon that it gave.
    pub redemption: Option<RedemptionId>,
    /// The time of the scan.
    pub created: Timestamp,
    /// Absent unless staff took it back.
    pub taken_back: Option<ScanTakenBack>,
}

/// The reversal of a scan by staff.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct ScanTakenBack {
    /// The time.
    pub at: Timestamp,
    /// The name of the person.
    pub by: String,
    /// The reason; empty after the member has left.
    pub reason: String,
}

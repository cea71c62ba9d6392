//! A purchase of the past, whose rules are evaluated once more.

use super::facts::PlaceOfPurchase;
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, PartnerId, RecordId, TransactionId};
use crate::base::points::Hkd;

/// A purchase that earned points.
#[derive(Clone, Debug)]
pub struct PastBill {
    /// Its transaction.
    pub transaction: TransactionId,
    /// Its event at the counter.
    pub event: RecordId,
    /// The member, and the time at which the member joined.
    pub member: (MemberId, Timestamp),
    /// The partner.
    pub partner: PartnerId,
    /// The present type of the partner, and whether it is that of the purchase for certain.
    pub partner_type: (String, bool),
    /// The bill.
    pub amount: Hkd,
    /// Whether the member showed an Enjoy Card.
    pub enjoy_card: bool,
    /// Points by the partner's base rate.
    pub base: i64,
    /// Points by the partner's extra rate.
    pub card: i64,
    /// The place.
    pub place: PlaceOfPurchase,
    /// The time of the award.
    pub created: Timestamp,
    /// The time of the purchase.
    pub bought: Timestamp,
    /// Whether the points were taken back.
    pub undone: bool,
}

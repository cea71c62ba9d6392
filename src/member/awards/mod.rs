//! Awards: points for a purchase at a partner's counter. This part gives them, takes them back, and keeps the receipts and
//! the daily limits that go with them. It has no routes: those are the counter's.

mod give;
mod queries;
mod receipt;

use serde::Serialize;

use crate::auth::Merchant;
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, PartnerId, TillId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::member::referrals;
use crate::member::rewards::RedemptionRecord;
use crate::platform::store::{Read, Tx};

pub use give::{
    AwardOrder, Awarded, Caps, MEMBER_NOT_FOUND, PARTNER_INACTIVE, UNDO_TIME, active_partner, award, find_member, undo,
};
pub use receipt::Receipt;

/// An award as taking it back needs it.
#[derive(Clone, Debug)]
pub struct Award {
    /// At whose counter.
    pub partner: PartnerId,
    /// Whose points.
    pub member: MemberId,
    /// Who stood there: the 16 bytes of a person's or key's id.
    pub actor: [u8; 16],
    /// At which till, where that was one.
    pub till: Option<TillId>,
    /// How many.
    pub points: i64,
    /// For how much money.
    pub amount: Hkd,
    /// Whether it was taken back.
    pub undone: bool,
    /// When.
    pub created: Timestamp,
}

/// Where, by whom and for what points were awarded, as staff look it up.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AwardDetails {
    /// The outlet's name; absent where the award came by an API key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outlet: Option<LocalizedText>,
    /// The till's name, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub till: Option<String>,
    /// The cashier, the member of staff or the API key that awarded them.
    pub by: String,
    /// The bill.
    pub amount_hkd: Hkd,
    /// The receipt's number, where one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt: Option<String>,
    /// Whether the extra of an Enjoy Card was given.
    pub enjoy_card: bool,
}

/// The details of the award that a transaction booked.
pub fn details(read: &Read<'_>, transaction: TransactionId) -> AppResult<Option<AwardDetails>> {
    queries::details(read, transaction)
}

/// The transactions of the latest `limit` awards that were made for a receipt, at any partner.
pub fn of_receipt(read: &Read<'_>, receipt: &str, limit: i64) -> AppResult<Vec<TransactionId>> {
    queries::of_receipt(read, receipt, limit)
}

/// The award of that transaction.
pub fn find(read: &Read<'_>, transaction: TransactionId) -> AppResult<Option<Award>> {
    queries::find(read, transaction)
}

/// What hangs on a transaction that has just been reversed: the reward for whoever brought the member,
/// and, where it was an award, its receipt, which may earn again, and its part of the day's caps and of
/// the counter's reports.
pub fn forget(tx: &Tx<'_>, transaction: TransactionId) -> AppResult<()> {
    referrals::take_back_for(tx, transaction)?;
    let Some(award) = find(tx, transaction)?.filter(|award| !award.undone) else { return Ok(()) };
    queries::mark_undone(tx, transaction)?;
    let day = award.created.hong_kong_day();
    // Who stood there has a count only where it is a key with a cap of its own.
    for subject in [award.partner.as_bytes(), award.member.as_bytes(), &award.actor] {
        queries::take_from_day(tx, award.partner, day, subject, award.points)?;
    }
    match award.till {
        Some(till) => queries::take_from_till_day(tx, till, day, award.amount),
        None => Ok(()),
    }
}

/// Notes that a counter collected a coupon, for the counter's list and reports.
pub fn note_collection(tx: &Tx<'_>, merchant: &Merchant, redemption: &RedemptionRecord) -> AppResult<()> {
    queries::insert_collection(tx, merchant, redemption)
}

/// Moves awards and collections from an account that is being merged to its survivor. What a counter awarded today counts
/// for the survivor too.
pub fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    queries::move_member(tx, from, into)
}

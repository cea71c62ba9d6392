//! Awards as the day counts them: receipts, caps, and how they leave both when an award is taken back, by
//! the counter that made it or at the desk. No routes.

mod queries;

use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, PartnerId, TillId, TransactionId};
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::referrals;
use crate::store::{Read, Tx};

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

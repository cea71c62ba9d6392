//! Points of some early members that expired recently and that the members can bring back, and points that they spent
//! before. From both, the desk estimates how many points expire unspent.

use super::content::days_before;
use crate::base::id::{ItemId, MemberId};
use crate::base::messages::localized;
use crate::base::problem::AppResult;
use crate::core::ledger::{self, AccountId, Details, NewPostings, TransactionKind, TransactionText};
use crate::member::expiry;
use crate::member::rewards::{self, CodeVault};
use crate::platform::store::Tx;

/// The number of members whose points have expired: one for each language.
pub(super) const EARLY: u32 = 3;
/// The days since they joined.
pub(super) const JOINED_DAYS_AGO: u32 = 350;
/// The days since they earned these points: a few more than the eleven months after which points of the demo expire.
const EARNED_DAYS_AGO: u32 = 338;
const EARNED: i64 = 300;
/// The points for the reward that each of them bought.
const PRICE: i64 = 800;
/// The days since they bought it.
const BOUGHT_DAYS_AGO: [u32; EARLY as usize] = [15, 33, 50];
/// Later points, which have not expired, and the days since. They are older than each reward that was bought.
const LATER: (i64, u32) = (240, 52);

/// Gives an early member points that have expired, points for one reward, and newer points that have not expired.
pub(super) fn earn(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    let text = |part: &str| localized(&format!("history.earn.{part}"), &[]);
    let snapshot = TransactionText { name: text("name"), description: text("description") };
    let details = Details { snapshot: Some(snapshot), ..Details::default() };
    let account = ledger::account_of(tx, member)?;
    for (points, days_ago) in [(EARNED + PRICE, EARNED_DAYS_AGO), LATER] {
        let earned = NewPostings::between(TransactionKind::Earn, AccountId::ISSUANCE, account, points, details.clone());
        ledger::post(&tx.at(days_before(tx.now(), days_ago)), &earned)?;
    }
    Ok(())
}

/// Lets the early members buy a reward with the points that end first.
pub(super) fn buy(tx: &Tx<'_>, vault: &CodeVault, people: &[MemberId], reward: ItemId) -> AppResult<()> {
    for (member, days_ago) in people.iter().rev().zip(BOUGHT_DAYS_AGO) {
        rewards::buy_for_member(&tx.at(days_before(tx.now(), days_ago)), vault, *member, reward, None)?;
    }
    Ok(())
}

/// Takes the points that have ended, as the daily run does, so that they can be brought back from the start of the server.
pub(super) fn take(tx: &Tx<'_>, people: &[MemberId]) -> AppResult<()> {
    let early = people.iter().rev().take(EARLY as usize);
    early.copied().try_for_each(|member| expiry::settle_ended(tx, member).map(|_| ()))
}

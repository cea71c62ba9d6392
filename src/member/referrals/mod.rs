//! Rewards for bringing friends: given once a friend has shown that they are a person who shops, not
//! when an account is made, or accounts would be made for the reward. No routes.

mod queries;

use std::time::Duration;

use crate::base::id::{MemberId, TransactionId};
use crate::base::messages::{grouped, localized};
use crate::base::points::MAX_POINTS;
use crate::base::problem::AppResult;
use crate::core::ledger::{self, ALREADY_REVERSED, AccountId, Details, Kind, Movement, Snapshot};
use crate::core::members::{self, MemberRecord, Status};
use crate::core::settings;
use crate::member::notifications;
use crate::platform::store::Tx;
use crate::platform::webhooks;

/// Rewards that one member gets within [`MONTH`].
pub const MOST_REWARDS: i64 = 10;
/// What counts as a month here.
const MONTH: Duration = Duration::from_secs(30 * 86_400);

/// Rewards whoever brought a member who has just earned at a counter by that transaction: once a
/// friend, by what the settings say, when the friend's phone is proven. Nothing happens otherwise, and nobody is told that it
/// did not. A scanned code is no such proof: one poster would make any number of friends.
pub fn reward_for_earning(tx: &Tx<'_>, friend: &MemberRecord, earn: TransactionId) -> AppResult<()> {
    let Some(referrer) = members::referrer_of(tx, friend.id)? else { return Ok(()) };
    let points = settings::current(tx)?.referral_bonus;
    if points == 0 {
        return Ok(());
    }
    if friend.phone.is_none() || referrer == friend.id || queries::is_rewarded(tx, friend.id)? {
        return Ok(());
    }
    let may_receive = members::find(tx, referrer)?.is_some_and(|found| found.status == Status::Active);
    if !may_receive || queries::count_since(tx, referrer, tx.now().minus(MONTH))? >= MOST_REWARDS {
        return Ok(());
    }
    // The friend's own points must not fail for want of room on another's account.
    if ledger::balance_of(tx, referrer)? > MAX_POINTS - points {
        return Ok(());
    }
    let account = ledger::account_of(tx, referrer)?;
    let movement = Movement::between(Kind::Referral, AccountId::ISSUANCE, account, points, details("history.referral"));
    let posted = ledger::post(tx, &movement)?;
    queries::insert(tx, friend.id, referrer, earn, posted.id, points)?;
    let event = serde_json::json!({ "memberId": referrer, "points": points, "transactionId": posted.id });
    webhooks::emit(tx, "points.referred", event)?;
    notifications::notify(tx, referrer, "referral", &[("points", &grouped(points))])
}

/// Takes the reward back whose cause has been reversed; a later purchase of the friend may bring it
/// again. A reward that has been spent stays, and stays the only one.
pub fn take_back_for(tx: &Tx<'_>, earn: TransactionId) -> AppResult<()> {
    let Some((friend, referrer, reward, points)) = queries::find_by_earn(tx, earn)? else { return Ok(()) };
    if ledger::balance_of(tx, referrer)? < points {
        return Ok(());
    }
    match ledger::reverse(tx, reward, details("history.reversed")) {
        Ok(_) => {}
        // Staff took it back by hand, and meant it.
        Err(error) if error.is(ALREADY_REVERSED) => return Ok(()),
        Err(error) => return Err(error),
    }
    queries::delete(tx, friend)?;
    notifications::notify(tx, referrer, "referral_undone", &[("points", &grouped(points))])
}

/// Two accounts become one: the friends that either brought, and whether it was a rewarded friend.
pub fn merge_members(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    queries::move_rewards(tx, from, into)
}

fn details(line: &str) -> Details {
    let text = |part: &str| localized(&format!("{line}.{part}"), &[]);
    Details { snapshot: Some(Snapshot { name: text("name"), description: text("description") }), ..Details::default() }
}
